#include "util/json_out.h"

#include "util/utf8.h"

static const char hex_digits[] = "0123456789abcdef";

/* Two decimal digits at a time halve the number of divisions. */
static const char digit_pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                  "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                  "8081828384858687888990919293949596979899";

/* Nonzero if one of eight bytes cannot be copied as is: below 0x20, `"`, `\` or above 0x7f. Each line sets the top bit
 * of such a byte; a borrow can only add a false positive after a true one. */
static uint64_t needs_care(uint64_t octets) {
    const uint64_t ones = 0x0101010101010101u;
    const uint64_t tops = 0x8080808080808080u;
    const uint64_t quote = octets ^ (ones * '"');
    const uint64_t slash = octets ^ (ones * '\\');
    return ((octets - ones * 0x20) | (quote - ones) | (slash - ones) | octets) & tops;
}

static char *put_escape(char *at, unsigned char c) {
    static const char short_form[] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
    *at++ = '\\';
    if (c == '"' || c == '\\') {
        *at++ = (char)c;
    } else if (c < sizeof(short_form) && short_form[c] != '\0') {
        *at++ = short_form[c];
    } else {
        at = json_put_text(at, "u00", 3);
        *at++ = hex_digits[c >> 4];
        *at++ = hex_digits[c & 0x0f];
    }
    return at;
}

/* Returns how many of the eight bytes come before the first special one. */
static size_t plain_octets(uint64_t care) {
    if (care == 0) {
        return sizeof(care);
    }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (size_t)__builtin_ctzll(care) / 8;
#else
    return 0; /* on this byte order false positives come first; checks bytes one by one */
#endif
}

/* Copies consecutive multi-byte characters; advances *text past them. */
static char *put_wide(char *at, const char **text, const char *end) {
    const char *from = *text;
    while (from < end && (unsigned char)*from >= 0x80) {
        uint32_t code_point;
        const size_t size = utf8_next(from, (size_t)(end - from), &code_point);
        if (size == 0) {
            at = json_put_text(at, "\xef\xbf\xbd", 3);
            from++;
            continue;
        }
        for (size_t i = 0; i < size; i++) {
            *at++ = *from++;
        }
    }
    *text = from;
    return at;
}

char *json_put_string(char *at, const char *text, size_t len) {
    const char *end = text + len;
    *at++ = '"';
    while (text < end) {
        uint64_t octets;
        if ((size_t)(end - text) >= sizeof(octets)) {
            memcpy(&octets, text, sizeof(octets));
            memcpy(at, &octets, sizeof(octets)); /* eight fit: six bytes are reserved for each remaining one */
            const size_t plain = plain_octets(needs_care(octets));
            at += plain;
            text += plain;
            if (plain == sizeof(octets)) {
                continue;
            }
        }
        const unsigned char c = (unsigned char)*text;
        if (c >= 0x80) {
            at = put_wide(at, &text, end);
        } else if (c < 0x20 || c == '"' || c == '\\') {
            at = put_escape(at, c);
            text++;
        } else {
            *at++ = (char)c;
            text++;
        }
    }
    *at++ = '"';
    return at;
}

char *json_put_uint(char *at, uint64_t value) {
    char digits[JSON_PUT_INT_MAX];
    char *first = digits + sizeof(digits);
    while (value >= 100) {
        first -= 2;
        memcpy(first, digit_pairs + value % 100 * 2, 2);
        value /= 100;
    }
    if (value >= 10) {
        first -= 2;
        memcpy(first, digit_pairs + value * 2, 2);
    } else {
        *--first = (char)('0' + value);
    }
    return json_put_text(at, first, (size_t)(digits + sizeof(digits) - first));
}

char *json_put_int(char *at, int64_t value) {
    if (value >= 0) {
        return json_put_uint(at, (uint64_t)value);
    }
    *at++ = '-';
    return json_put_uint(at, UINT64_C(0) - (uint64_t)value);
}

static char *put_pair(char *at, uint32_t value) {
    return json_put_text(at, digit_pairs + (size_t)value * 2, 2);
}

char *json_put_date(char *at, uint32_t yyyymmdd) {
    if (yyyymmdd == 0 || yyyymmdd > 99991231) {
        return json_put_text(at, "\"\"", 2);
    }
    const uint32_t year = yyyymmdd / 10000;
    const uint32_t rest = yyyymmdd % 10000;
    *at++ = '"';
    at = put_pair(put_pair(at, year / 100), year % 100);
    *at++ = '-';
    at = put_pair(at, rest / 100);
    *at++ = '-';
    at = put_pair(at, rest % 100);
    *at++ = '"';
    return at;
}

/* Writes the comma between values: none at the start and after an opening bracket or a key. The last byte decides. */
static void out_separate(struct buf *out) {
    if (out->len == 0) {
        return;
    }
    const char last = out->data[out->len - 1];
    if (last != '{' && last != '[' && last != ':' && last != ',') {
        buf_append_char(out, ',');
    }
}

static void out_commit(struct buf *out, const char *end) {
    out->len = (size_t)(end - out->data);
}

void json_out_string_len(struct buf *out, const char *text, size_t len) {
    out_separate(out);
    if (len > BUF_MAX) {
        out->failed = true;
        return;
    }
    char *at = buf_reserve(out, JSON_PUT_STRING_MAX(len));
    if (at != NULL) {
        out_commit(out, json_put_string(at, text, len));
    }
}

void json_out_string(struct buf *out, const char *text) {
    json_out_string_len(out, text != NULL ? text : "", text != NULL ? strlen(text) : 0);
}

void json_out_uint(struct buf *out, uint64_t value) {
    out_separate(out);
    char *at = buf_reserve(out, JSON_PUT_INT_MAX);
    if (at != NULL) {
        out_commit(out, json_put_uint(at, value));
    }
}

void json_out_int(struct buf *out, int64_t value) {
    out_separate(out);
    char *at = buf_reserve(out, JSON_PUT_INT_MAX);
    if (at != NULL) {
        out_commit(out, json_put_int(at, value));
    }
}

void json_out_bool(struct buf *out, bool value) {
    out_separate(out);
    buf_append_text(out, value ? "true" : "false");
}

void json_out_null(struct buf *out) {
    out_separate(out);
    buf_append_text(out, "null");
}

void json_out_object_begin(struct buf *out) {
    out_separate(out);
    buf_append_char(out, '{');
}

void json_out_object_end(struct buf *out) {
    buf_append_char(out, '}');
}

void json_out_array_begin(struct buf *out) {
    out_separate(out);
    buf_append_char(out, '[');
}

void json_out_array_end(struct buf *out) {
    buf_append_char(out, ']');
}

void json_out_key(struct buf *out, const char *key) {
    json_out_string(out, key);
    buf_append_char(out, ':');
}
