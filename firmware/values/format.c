#include "values/format.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#define LABEL_MAX 63 /* RFC 1035 §2.3.4 */
#define HOST_MAX 253 /* of a name without its last dot */
#define HEX_KEY_LEN 64 /* IEEE 802.11 annex M.4 */
#define WIEGAND_NUMBER_BITS_MAX 64

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_bit(char c) {
    return c == '0' || c == '1';
}

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_alphanumeric(char c) {
    return is_digit(c) || is_letter(c);
}

static bool is_hex(char c) {
    return is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

static bool is_printable(char c) {
    return c >= ' ' && c <= '~';
}

static bool is_pem(char c) {
    return is_printable(c) || c == '\n' || c == '\r' || c == '\t';
}

static bool format_all(bool (*is)(char), const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (!is(text[i])) {
            return false;
        }
    }
    return true;
}

/* Returns whether it is a number without leading zeros, at most `max` (which has at most five digits). */
static bool is_number(const char *text, size_t len, unsigned max) {
    unsigned value = 0;
    if (len == 0 || len > 5 || (len > 1 && text[0] == '0') || !format_all(is_digit, text, len)) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        value = value * 10 + (unsigned)(text[i] - '0');
    }
    return value <= max;
}

/* Returns the bytes before the next `c`, or all. */
static size_t format_until(const char *text, size_t len, char c) {
    const char *at = len > 0 ? memchr(text, c, len) : NULL;
    return at != NULL ? (size_t)(at - text) : len;
}

static bool is_ipv4(const char *text, size_t len) {
    for (unsigned part = 0; part < 4; part++) {
        size_t n = format_until(text, len, '.');
        bool last = n == len;
        if (!is_number(text, n, 255) || last != (part == 3)) {
            return false;
        }
        text += last ? n : n + 1;
        len -= last ? n : n + 1;
    }
    return true;
}

static bool is_label(const char *text, size_t len) {
    if (len == 0 || len > LABEL_MAX || text[0] == '-' || text[len - 1] == '-') {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if (!is_alphanumeric(text[i]) && text[i] != '-') {
            return false;
        }
    }
    return true;
}

/* RFC 1123. A name whose last label is a number would be taken for an address, so it must be one. */
static bool is_host(const char *text, size_t len) {
    const char *at = text;
    size_t left = len;
    for (;;) {
        size_t n = format_until(at, left, '.');
        bool last = n == left;
        if (last && n > 0 && format_all(is_digit, at, n)) {
            return is_ipv4(text, len);
        }
        if (len > HOST_MAX || !is_label(at, n)) {
            return false;
        }
        if (last) {
            return true;
        }
        at += n + 1;
        left -= n + 1;
    }
}

static bool is_ipv6(const char *text, size_t len) {
    char address[INET6_ADDRSTRLEN];
    struct in6_addr octets;
    if (len >= sizeof(address) || memchr(text, '\0', len) != NULL) {
        return false;
    }
    memcpy(address, text, len);
    address[len] = '\0';
    return inet_pton(AF_INET6, address, &octets) == 1;
}

static bool is_host_port(const char *text, size_t len) {
    size_t n = format_until(text, len, ':');
    return n + 1 < len && is_host(text, n) && text[n + 1] != '0' && is_number(text + n + 1, len - n - 1, 65535);
}

/* Returns whether the character may occur unescaped in a path or a query. */
static bool is_url(char c) {
    return c > ' ' && c <= '~' && strchr("\"#<>\\^`{|}", c) == NULL;
}

/* Checks RFC 3986 after the scheme, without user and fragment. */
static bool is_url_rest(const char *text, size_t len) {
    size_t n = format_until(text, len, '/');
    n = format_until(text, n, '?');
    return (is_host(text, n) || is_host_port(text, n)) && format_all(is_url, text + n, len - n);
}

/* Returns the length of the scheme if the text begins with it, else 0. */
static size_t scheme_length(const char *text, size_t len, const char *scheme) {
    size_t n = strlen(scheme);
    return len > n && memcmp(text, scheme, n) == 0 ? n : 0;
}

static bool is_https_url(const char *text, size_t len) {
    size_t n = scheme_length(text, len, "https://");
    return n > 0 && is_url_rest(text + n, len - n);
}

static bool is_server_url(const char *text, size_t len) {
    static const char *const schemes[] = {"tcp://", "http://", "https://"};
    for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
        size_t n = scheme_length(text, len, schemes[i]);
        if (n > 0) {
            return is_url_rest(text + n, len - n);
        }
    }
    return is_host(text, len) || is_host_port(text, len);
}

/* RFC 7468. Allows text before and between the blocks, which many tools write. */
static bool is_pem_text(const char *text, size_t len) {
    static const char begin[] = "-----BEGIN ", end[] = "-----END ";
    const char *at = memmem(text, len, begin, sizeof(begin) - 1);
    return at != NULL && format_all(is_pem, text, len) &&
           memmem(at, len - (size_t)(at - text), end, sizeof(end) - 1) != NULL;
}

static bool is_mac(const char *text, size_t len) {
    if (len != sizeof "AA:BB:CC:DD:EE:FF" - 1) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        bool fits = i % 3 == 2 ? text[i] == ':' : is_hex(text[i]) && !(text[i] >= 'a');
        if (!fits) {
            return false;
        }
    }
    return true;
}

/* hal/wiegand.h (wiegand_match) says what the letters are. */
static bool is_wiegand_pattern(const char *text, size_t len) {
    size_t number_bits = 0;
    for (size_t i = 0; i < len; i++) {
        bool is_end = i == 0 || i == len - 1;
        bool is_bit = text[i] == 'N' || text[i] == 'X' || text[i] == '0' || text[i] == '1';
        if (!is_bit && !(is_end && (text[i] == 'E' || text[i] == 'O'))) {
            return false;
        }
        number_bits += text[i] == 'N' ? 1 : 0;
    }
    return number_bits >= 1 && number_bits <= WIEGAND_NUMBER_BITS_MAX;
}

bool format_fits(enum format format, const char *text, size_t len) {
    switch (format) {
        case FORMAT_NONE: return true;
        case FORMAT_DIGITS: return format_all(is_digit, text, len);
        case FORMAT_BITS: return format_all(is_bit, text, len);
        case FORMAT_ALPHANUMERIC: return format_all(is_alphanumeric, text, len);
        case FORMAT_IPV4: return is_ipv4(text, len);
        case FORMAT_HOST: return is_host(text, len);
        case FORMAT_ALT_NAME: return is_host(text, len) || is_ipv6(text, len);
        case FORMAT_HOST_PORT: return is_host_port(text, len);
        case FORMAT_HTTPS_URL: return is_https_url(text, len);
        case FORMAT_SERVER_URL: return is_server_url(text, len);
        case FORMAT_PEM: return is_pem_text(text, len);
        case FORMAT_MAC: return is_mac(text, len);
        case FORMAT_WIFI_KEY: return format_all(len == HEX_KEY_LEN ? is_hex : is_printable, text, len);
        case FORMAT_WIEGAND_PATTERN: return is_wiegand_pattern(text, len);
    }
    return false;
}

bool format_has_lines(enum format format) {
    return format == FORMAT_PEM;
}
