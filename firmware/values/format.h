/* Named text formats, for the decoder and for stored settings. All are ASCII. api/spec/formats.json defines them; its
 * test texts keep this file and its TypeScript twin (tools/apigen/runtime/formats.ts) consistent. */
#ifndef POSTERN_VALUES_FORMAT_H
#define POSTERN_VALUES_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

enum format {
    FORMAT_NONE,
    FORMAT_DIGITS,
    FORMAT_BITS,
    FORMAT_ALPHANUMERIC,
    FORMAT_IPV4,
    FORMAT_HOST,
    FORMAT_ALT_NAME,
    FORMAT_HOST_PORT,
    FORMAT_HTTPS_URL,
    FORMAT_SERVER_URL,
    FORMAT_PEM,
    FORMAT_MAC,
    FORMAT_WIFI_KEY,
    FORMAT_WIEGAND_PATTERN
};

/* Returns whether `len` bytes have the format. The caller checks lengths. */
bool format_fits(enum format format, const char *text, size_t len);

/* Returns whether texts of the format may contain tabs and line breaks. */
bool format_has_lines(enum format format);

#endif
