#include "util/plain.h"

#include <string.h>

#include "util/utf8.h"

#define DIGITS_MAX 9

/* Returns the ASCII form of a character; '\0': nothing, -1: there is none. */
static int plain_of(uint32_t c) {
    if (c >= 0x660 && c <= 0x669) {
        return '0' + (int)(c - 0x660); /* Arabic */
    }
    if (c >= 0x6f0 && c <= 0x6f9) {
        return '0' + (int)(c - 0x6f0); /* Persian */
    }
    if (c == 0xa0 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f) {
        return ' ';
    }
    if (c == 0x2018 || c == 0x2019) {
        return '\'';
    }
    if (c == 0x66c || c == 0x60c) {
        return ','; /* Arabic thousands separator and comma */
    }
    if (c == 0x200e || c == 0x200f || c == 0xfeff || c == 0x61c) {
        return '\0';
    }
    return c < 0x80 ? (int)c : -1;
}

bool plain_text(const char *text, char ret_plain[PLAIN_MAX]) {
    const size_t len = strlen(text);
    size_t at = 0, n = 0;
    ret_plain[0] = '\0';
    while (at < len && n + 1 < PLAIN_MAX) {
        uint32_t c = 0;
        const size_t size = utf8_next(text + at, len - at, &c);
        const int plain = size > 0 ? plain_of(c) : -1;
        if (plain < 0) {
            return false;
        }
        if (plain > 0) {
            ret_plain[n++] = (char)plain;
        }
        at += size;
    }
    ret_plain[n] = '\0';
    return at == len;
}

unsigned plain_digits(const char **at, uint32_t *ret_value) {
    unsigned count = 0;
    *ret_value = 0;
    while (**at >= '0' && **at <= '9' && count < DIGITS_MAX) {
        *ret_value = *ret_value * 10 + (uint32_t)(**at - '0');
        (*at)++;
        count++;
    }
    return count;
}
