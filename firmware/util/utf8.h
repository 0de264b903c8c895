/* UTF-8, one character at a time: the encoding, and control characters. util/text handles meaning. */
#ifndef POSTERN_UTF8_H
#define POSTERN_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the length in bytes of the character at the start of `text`, of which `len` (at least 1) bytes may be read,
 * with its code point in *ret_code_point; 0: not a valid character. Overlong forms, surrogates and code points above
 * U+10FFFF are invalid (RFC 3629). */
static inline size_t utf8_next(const char *text, size_t len, uint32_t *ret_code_point) {
    const unsigned char *at = (const unsigned char *)text;
    const unsigned char first = at[0];
    if (first < 0x80) {
        *ret_code_point = first;
        return 1;
    }
    /* The second byte has narrower bounds after E0 (overlong), ED (surrogates), F0 (overlong) and F4 (too high). */
    size_t size;
    uint32_t value;
    unsigned char low = 0x80;
    unsigned char high = 0xbf;
    if (first >= 0xc2 && first <= 0xdf) {
        size = 2;
        value = first & 0x1fu;
    } else if (first >= 0xe0 && first <= 0xef) {
        size = 3;
        value = first & 0x0fu;
        low = first == 0xe0 ? 0xa0 : 0x80;
        high = first == 0xed ? 0x9f : 0xbf;
    } else if (first >= 0xf0 && first <= 0xf4) {
        size = 4;
        value = first & 0x07u;
        low = first == 0xf0 ? 0x90 : 0x80;
        high = first == 0xf4 ? 0x8f : 0xbf;
    } else {
        return 0;
    }
    if (len < size) {
        return 0;
    }
    for (size_t i = 1; i < size; i++) {
        if (at[i] < low || at[i] > high) {
            return 0;
        }
        value = value << 6 | (at[i] & 0x3fu);
        low = 0x80;
        high = 0xbf;
    }
    *ret_code_point = value;
    return size;
}

#define UTF8_BYTES_MAX 4 /* of a character */

/* Writes a character, up to U+10FFFF, and returns its length in bytes, at most UTF8_BYTES_MAX. A surrogate gives
 * invalid UTF-8. */
static inline size_t utf8_put(char *ret_text, uint32_t code_point) {
    if (code_point < 0x80) {
        ret_text[0] = (char)code_point;
        return 1;
    }
    const size_t size = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = {[2] = 0xc0, [3] = 0xe0, [4] = 0xf0};
    for (size_t i = size - 1; i > 0; i--) {
        ret_text[i] = (char)(0x80 | (code_point & 0x3f));
        code_point >>= 6;
    }
    ret_text[0] = (char)(leads[size] | code_point);
    return size;
}

/* Returns whether it is a control character: C0 with DEL, C1, and the two line separators. Joiners are text. */
static inline bool utf8_is_control(uint32_t code_point) {
    return code_point < 0x20 || (code_point >= 0x7f && code_point <= 0x9f) || code_point == 0x2028 ||
           code_point == 0x2029;
}

/* Returns whether it is a bidirectional control: these change the order in which a text is shown, so that "gnp.exe" may
 * look like "exe.png". Joiners (U+200C, U+200D), which Persian and Indic words need, are not. */
static inline bool utf8_is_bidi_control(uint32_t code_point) {
    return code_point == 0x061c || code_point == 0x200e || code_point == 0x200f ||
           (code_point >= 0x202a && code_point <= 0x202e) || (code_point >= 0x2066 && code_point <= 0x2069);
}

#endif
