/* The file is text, so that it can be moved to a new board by hand:
 *
 *     postern-identity 1
 *     serial PT-7K3MQ4ZX2N
 *     pepper <43 characters>
 *     device <43 characters>
 *     check <43 characters: keyed hash of everything before it, with the device key>
 *
 * After a power cut it is complete or missing (util/whole_file.h). */
#include "core/base/identity.h"

#include <stdio.h>
#include <string.h>

#include "hal/hal.h"
#include "util/whole_file.h"

#define FILE_NAME "identity"
#define FILE_MAX 512
#define KEY_TEXT CRYPTO_BASE64URL_LEN(CRYPTO_KEY_LEN)
#define SERIAL_RANDOM 10

static const char serial_letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"; /* 32 letters, so that 5 bits select one */

/* Composes the text of the file without the line `check`. */
static void identity_compose(const struct identity *identity, char ret_text[FILE_MAX]) {
    char pepper[KEY_TEXT];
    char device[KEY_TEXT];
    crypto_base64url(identity->pepper.octets, CRYPTO_KEY_LEN, pepper);
    crypto_base64url(identity->device.octets, CRYPTO_KEY_LEN, device);
    (void)snprintf(ret_text, FILE_MAX, "postern-identity 1\nserial %s\npepper %s\ndevice %s\n", identity->serial,
                   pepper, device);
    crypto_wipe(pepper, sizeof(pepper));
    crypto_wipe(device, sizeof(device));
}

static void check_line(const struct identity *identity, const char *text, char ret_line[KEY_TEXT + 8]) {
    uint8_t hash[CRYPTO_HASH_LEN];
    char hash_text[KEY_TEXT];
    crypto_keyed_hash(&identity->device, text, strlen(text), hash);
    crypto_base64url(hash, sizeof(hash), hash_text);
    (void)snprintf(ret_line, KEY_TEXT + 8, "check %s\n", hash_text);
}

static int identity_parse(const char *text, struct identity *ret_identity) {
    char pepper[KEY_TEXT];
    char device[KEY_TEXT];
    char check[KEY_TEXT];
    if (sscanf(text, "postern-identity 1 serial %32[^\n] pepper %43s device %43s check %43s", ret_identity->serial,
               pepper, device, check) != 4 ||
        crypto_base64url_read(pepper, strlen(pepper), ret_identity->pepper.octets, CRYPTO_KEY_LEN) < 0 ||
        crypto_base64url_read(device, strlen(device), ret_identity->device.octets, CRYPTO_KEY_LEN) < 0) {
        return err_here(E_CORRUPT);
    }
    char whole[FILE_MAX];
    char line[KEY_TEXT + 8];
    identity_compose(ret_identity, whole);
    check_line(ret_identity, whole, line);
    strncat(whole, line, sizeof(whole) - strlen(whole) - 1);
    int r = strcmp(whole, text) == 0 ? 0 : err_here(E_CORRUPT);
    crypto_wipe(whole, sizeof(whole));
    crypto_wipe(pepper, sizeof(pepper));
    crypto_wipe(device, sizeof(device));
    return r;
}

int identity_read(const char *state_dir, struct identity *ret_identity) {
    char text[FILE_MAX + 1];
    int r = whole_file_read(state_dir, FILE_NAME, text, sizeof(text));
    if (r < 0) {
        return r == E_TOO_LARGE ? err_here(E_CORRUPT) : r;
    }
    r = identity_parse(text, ret_identity);
    crypto_wipe(text, sizeof(text));
    return r;
}

int identity_save(const char *state_dir, const struct identity *identity) {
    char text[FILE_MAX];
    char line[KEY_TEXT + 8];
    identity_compose(identity, text);
    check_line(identity, text, line);
    strncat(text, line, sizeof(text) - strlen(text) - 1);
    int r = whole_file_write(state_dir, FILE_NAME, text);
    crypto_wipe(text, sizeof(text));
    return r;
}

int identity_make(const char *state_dir, const struct hal *hal, const char *serial, struct identity *ret_identity) {
    uint8_t letters[SERIAL_RANDOM];
    int (*fill)(void *, void *, size_t) = hal->entropy.fill;
    void *ctx = hal->entropy.ctx;
    if (fill(ctx, ret_identity->pepper.octets, CRYPTO_KEY_LEN) < 0 ||
        fill(ctx, ret_identity->device.octets, CRYPTO_KEY_LEN) < 0 || fill(ctx, letters, sizeof(letters)) < 0) {
        return E_IO;
    }
    memcpy(ret_identity->serial, "PT-", 3);
    for (size_t i = 0; i < SERIAL_RANDOM; i++) {
        ret_identity->serial[3 + i] = serial_letters[letters[i] % 32];
    }
    ret_identity->serial[3 + SERIAL_RANDOM] = '\0';
    if (serial != NULL) {
        (void)snprintf(ret_identity->serial, sizeof(ret_identity->serial), "%s", serial);
    }
    return identity_save(state_dir, ret_identity);
}
