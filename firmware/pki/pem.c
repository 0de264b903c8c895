#include "pki/pem.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define LINE 48        /* bytes of a line: 64 characters */
#define LABEL_MAX 32 /* of known labels */

int pem_next(const char **at, const char *label, uint8_t *ret_octets, size_t size, size_t *ret_len) {
    char begin[LABEL_MAX + 20], end[LABEL_MAX + 20];
    (void)snprintf(begin, sizeof(begin), "-----BEGIN %s-----", label);
    (void)snprintf(end, sizeof(end), "-----END %s-----", label);
    const char *from = strstr(*at, begin);
    if (from == NULL) {
        return E_EOF;
    }
    from += strlen(begin);
    const char *to = strstr(from, end);
    if (to == NULL) {
        return E_FORMAT;
    }
    *at = to + strlen(end);
    if ((size_t)(to - from) / 4 > size) {
        return E_TOO_LARGE;
    }
    return sodium_base642bin(ret_octets, size, from, (size_t)(to - from), " \t\r\n", ret_len, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0
               ? 0
               : E_FORMAT;
}

int pem_write(const char *label, const uint8_t *octets, size_t len, char *ret_text, size_t size) {
    char line[sodium_base64_ENCODED_LEN(LINE, sodium_base64_VARIANT_ORIGINAL)];
    int at = snprintf(ret_text, size, "-----BEGIN %s-----\n", label);
    for (size_t i = 0; i < len && at >= 0 && (size_t)at < size; i += LINE) {
        (void)sodium_bin2base64(line, sizeof(line), octets + i, len - i < LINE ? len - i : LINE,
                                sodium_base64_VARIANT_ORIGINAL);
        at += snprintf(ret_text + at, size - (size_t)at, "%s\n", line);
    }
    if (at >= 0 && (size_t)at < size) {
        at += snprintf(ret_text + at, size - (size_t)at, "-----END %s-----\n", label);
    }
    sodium_memzero(line, sizeof(line));
    return at >= 0 && (size_t)at < size ? 0 : E_TOO_LARGE;
}
