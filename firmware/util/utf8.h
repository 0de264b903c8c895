/* UTF-8, one character at a time. It knows the encoding, and which characters nobody writes: what else one means is
 * util/text's. */
#ifndef POSTERN_UTF8_H
#define POSTERN_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the character that starts `text`, of which `len` (at least 1) bytes may be read, with its code point in
 * *ret_code_point; 0 if no valid character starts there. Overlong forms, surrogates and what is above U+10FFFF are
 * invalid (RFC 3629). */
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

/* Controls: C0 with DEL, C1, and the two separators that break a line. Joiners are text. */
static inline bool utf8_is_control(uint32_t code_point) {
    return code_point < 0x20 || (code_point >= 0x7f && code_point <= 0x9f) || code_point == 0x2028 ||
           code_point == 0x2029;
}

/* Controls of the bidirectional algorithm: they change the order in which a text is shown, so that "gnp.exe" may look
 * like "exe.png". Joiners (U+200C, U+200D), which Persian and Indic words need, are none. */
static inline bool utf8_is_bidi_control(uint32_t code_point) {
    return code_point == 0x061c || code_point == 0x200e || code_point == 0x200f ||
           (code_point >= 0x202a && code_point <= 0x202e) || (code_point >= 0x2066 && code_point <= 0x2069);
}

#endif
