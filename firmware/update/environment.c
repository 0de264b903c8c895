#include "update/environment.h"

#include <stdio.h>
#include <string.h>

#define POLYNOMIAL 0xedb88320u /* of CRC-32 (IEEE 802.3), reversed */

/* Bit by bit: half a kilobyte per restart needs no table. */
static uint32_t environment_sum(const uint8_t *octets, size_t len) {
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < len; i++) {
        sum ^= octets[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            sum = sum >> 1 ^ ((sum & 1) != 0 ? POLYNOMIAL : 0);
        }
    }
    return ~sum;
}

int environment_read(const uint8_t sector[SLOTS_SECTOR], struct environment *ret_environment) {
    const uint8_t *text = sector + ENVIRONMENT_SUM;
    uint32_t sum =
        (uint32_t)sector[0] | (uint32_t)sector[1] << 8 | (uint32_t)sector[2] << 16 | (uint32_t)sector[3] << 24;
    if (sum != environment_sum(text, ENVIRONMENT_TEXT)) {
        return err_here(E_CORRUPT);
    }
    size_t len = 0;
    while (len < ENVIRONMENT_TEXT && text[len] != 0) {
        const uint8_t *end = memchr(text + len, 0, ENVIRONMENT_TEXT - len);
        if (end == NULL) {
            return err_here(E_CORRUPT);
        }
        len = (size_t)(end - text) + 1;
    }
    if (len == ENVIRONMENT_TEXT) {
        return err_here(E_CORRUPT);
    }
    *ret_environment = (struct environment){.len = len};
    memcpy(ret_environment->text, text, len);
    return 0;
}

void environment_write(const struct environment *environment, uint8_t ret_sector[SLOTS_SECTOR]) {
    memcpy(ret_sector + ENVIRONMENT_SUM, environment->text, ENVIRONMENT_TEXT);
    uint32_t sum = environment_sum(ret_sector + ENVIRONMENT_SUM, ENVIRONMENT_TEXT);
    for (unsigned i = 0; i < ENVIRONMENT_SUM; i++) {
        ret_sector[i] = (uint8_t)(sum >> 8 * i);
    }
}

/* Returns the offset of a variable's text; `len`: none. */
static size_t environment_find(const struct environment *environment, const char *name) {
    size_t name_len = strlen(name), at = 0;
    while (at < environment->len) {
        const char *text = environment->text + at;
        if (strncmp(text, name, name_len) == 0 && text[name_len] == '=') {
            return at;
        }
        at += strlen(text) + 1;
    }
    return environment->len;
}

const char *environment_get(const struct environment *environment, const char *name) {
    size_t at = environment_find(environment, name);
    return at < environment->len ? environment->text + at + strlen(name) + 1 : NULL;
}

int environment_set(struct environment *environment, const char *name, const char *value) {
    size_t at = environment_find(environment, name);
    size_t old = at < environment->len ? strlen(environment->text + at) + 1 : 0;
    size_t fresh = strlen(name) + 1 + strlen(value) + 1;
    if (environment->len - old + fresh >= ENVIRONMENT_TEXT) {
        return E_NOSPC;
    }
    char *text = environment->text;
    memmove(text + at, text + at + old, environment->len - at - old);
    environment->len -= old;
    (void)snprintf(text + environment->len, ENVIRONMENT_TEXT - environment->len, "%s=%s", name, value);
    environment->len += fresh;
    memset(text + environment->len, 0, ENVIRONMENT_TEXT - environment->len);
    return 0;
}
