/* Named formats of text, for the decoder and for stored settings. All are ASCII. What each of them is stands in
 * api/spec/formats.json, whose texts hold this and its twin in TypeScript (tools/apigen/runtime/formats.ts) to the
 * same. */
#ifndef POSTERN_VALUES_FORMAT_H
#define POSTERN_VALUES_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

enum format {
    FORMAT_NONE,
    FORMAT_DIGITS,
    FORMAT_ALPHANUMERIC,
    FORMAT_IPV4,
    FORMAT_HOST,
    FORMAT_ALT_NAME,
    FORMAT_HOST_PORT,
    FORMAT_HTTPS_URL,
    FORMAT_SERVER_URL,
    FORMAT_PEM,
    FORMAT_MAC,
    FORMAT_WIFI_KEY
};

/* True if `len` bytes have the format. Lengths are the caller's business. */
bool format_fits(enum format format, const char *text, size_t len);

/* True for a format whose texts may have tabs and line breaks. */
bool format_has_lines(enum format format);

#endif
