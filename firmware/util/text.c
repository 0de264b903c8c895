#include "util/text.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "util/cleanup.h"
#include "util/utf8.h"

#define TATWEEL 0x0640u

bool text_is_clean(const char *text, size_t len) {
    while (len > 0) {
        uint32_t code_point = 0;
        size_t n = utf8_next(text, len, &code_point);

        if (n == 0 || utf8_is_control(code_point)) {
            return false;
        }
        text += n;
        len -= n;
    }
    return true;
}

void text_hex(const void *octets, size_t len, char *ret_hex) {
    static const char digits[] = "0123456789abcdef";
    const uint8_t *at = octets;
    for (size_t i = 0; i < len; i++) {
        *ret_hex++ = digits[at[i] >> 4];
        *ret_hex++ = digits[at[i] & 0xf];
    }
    *ret_hex = '\0';
}

long text_length(const char *text, size_t len) {
    long count = 0;

    while (len > 0) {
        uint32_t code_point = 0;
        size_t n = utf8_next(text, len, &code_point);

        if (n == 0) {
            return -1;
        }
        count++;
        text += n;
        len -= n;
    }
    return count;
}

bool text_is_digits(const char *text) {
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* White space of any script and the characters that only shape Arabic text. */
static bool is_blank(uint32_t code_point) {
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code_point);

    return code_point == ' ' || category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
           category == UTF8PROC_CATEGORY_ZP || (code_point >= 0x09 && code_point <= 0x0d);
}

static bool is_dropped(uint32_t code_point) {
    return code_point == TATWEEL || utf8proc_category((utf8proc_int32_t)code_point) == UTF8PROC_CATEGORY_CF;
}

/* Copies without double blanks, tatweel and format characters, as far as it fits. */
static size_t text_squeeze(const char *from, size_t len, char *to) {
    size_t out = 0;
    bool blank = false;

    while (len > 0) {
        uint32_t code_point = 0;
        size_t n = utf8_next(from, len, &code_point);

        if (n == 0) {
            break;
        }
        if (is_blank(code_point)) {
            blank = out > 0;
        } else if (!is_dropped(code_point)) {
            if (out + (blank ? 1u : 0u) + n >= TEXT_FOLD_MAX) {
                break;
            }
            if (blank) {
                to[out++] = ' ';
                blank = false;
            }
            memcpy(to + out, from, n);
            out += n;
        }
        from += n;
        len -= n;
    }
    to[out] = '\0';
    return out;
}

/* Most names are ASCII: the same result without the tables. */
static bool fold_ascii(const char *text, size_t len, char *to, size_t *ret_len) {
    char lower[TEXT_FOLD_MAX];

    if (len >= sizeof(lower)) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];

        if (c >= 0x80 || c == 0) {
            return false;
        }
        lower[i] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    *ret_len = text_squeeze(lower, len, to);
    return true;
}

int text_fold(const char *text, size_t len, char ret_folded[TEXT_FOLD_MAX], size_t *ret_len) {
    const utf8proc_option_t options =
        UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK;
    _cleanup_free_ utf8proc_uint8_t *mapped = NULL;
    utf8proc_ssize_t n;

    if (fold_ascii(text, len, ret_folded, ret_len)) {
        return 0;
    }
    if (text_length(text, len) < 0 || memchr(text, 0, len) != NULL) {
        return E_TEXT;
    }
    n = utf8proc_map((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, &mapped, options);
    if (n < 0) {
        return n == UTF8PROC_ERROR_NOMEM ? E_NOMEM : E_TEXT;
    }
    *ret_len = text_squeeze((const char *)mapped, (size_t)n, ret_folded);
    return 0;
}
