/* Named formats of text: what the contract's `format` says (api/spec), for the decoder and for stored settings. All are
 * ASCII. The TypeScript twin is tools/apigen/runtime/formats.ts; generated vectors hold both to the same. */
#ifndef POSTERN_UTIL_FORMAT_H
#define POSTERN_UTIL_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

enum format {
    FORMAT_NONE,
    FORMAT_DIGITS, /* 0 to 9 */
    FORMAT_ALPHANUMERIC, /* digits and letters */
    FORMAT_IPV4, /* four numbers 0 to 255 without leading zeros */
    FORMAT_HOST, /* a host name (RFC 1123) or an IPv4 address */
    FORMAT_HOST_PORT, /* host:port, 1 to 65535 */
    FORMAT_HTTPS_URL, /* https URL without user and fragment (RFC 3986) */
    FORMAT_PEM, /* lines with a BEGIN and, behind it, an END (RFC 7468) */
    FORMAT_MAC, /* AA:BB:CC:DD:EE:FF */
    FORMAT_WIFI_KEY /* printable, or 64 hexadecimal digits (IEEE 802.11 annex M.4) */
};

/* True if `len` octets have the format. Lengths are the caller's business. */
bool format_fits(enum format format, const char *text, size_t len);

#endif
