#include "util/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "util/cleanup.h"
#include "util/utf8.h"

#define TATWEEL 0x0640u

/* Increment with every change of the folding. */
#define FOLD_VERSION "1"

/* Characters that utf8proc keeps distinct but people use interchangeably, sorted. Letters are in lower case: the table
 * is applied after case folding, and before it as well, because a standalone accent (U+00B4) would otherwise become a
 * blank with a mark. */
static const struct plain {
    uint32_t from;
    const char *to;
} plains[] = {
    {0x0060, "'"}, /* grave accent */
    {0x00b4, "'"}, /* acute accent */
    {0x00e6, "ae"}, /* æ */
    {0x00f0, "d"}, /* ð */
    {0x00f8, "o"}, /* ø */
    {0x00fe, "th"}, /* þ */
    {0x0111, "d"}, /* đ */
    {0x0127, "h"}, /* ħ */
    {0x0131, "i"}, /* ı */
    {0x0138, "q"}, /* ĸ */
    {0x0142, "l"}, /* ł */
    {0x014b, "n"}, /* ŋ */
    {0x0153, "oe"}, /* œ */
    {0x0167, "t"}, /* ŧ */
    {0x0180, "b"}, /* ƀ */
    {0x0183, "b"}, /* ƃ */
    {0x0188, "c"}, /* ƈ */
    {0x018c, "d"}, /* ƌ */
    {0x0192, "f"}, /* ƒ */
    {0x0199, "k"}, /* ƙ */
    {0x019a, "l"}, /* ƚ */
    {0x019e, "n"}, /* ƞ */
    {0x01a5, "p"}, /* ƥ */
    {0x01ab, "t"}, /* ƫ */
    {0x01ad, "t"}, /* ƭ */
    {0x01b4, "y"}, /* ƴ */
    {0x01b6, "z"}, /* ƶ */
    {0x01dd, "e"}, /* ǝ */
    {0x01e5, "g"}, /* ǥ */
    {0x0225, "z"}, /* ȥ */
    {0x0237, "j"}, /* ȷ */
    {0x023c, "c"}, /* ȼ */
    {0x0247, "e"}, /* ɇ */
    {0x0249, "j"}, /* ɉ */
    {0x024b, "q"}, /* ɋ */
    {0x024d, "r"}, /* ɍ */
    {0x024f, "y"}, /* ɏ */
    {0x0253, "b"}, /* ɓ */
    {0x0254, "o"}, /* ɔ */
    {0x0256, "d"}, /* ɖ */
    {0x0257, "d"}, /* ɗ */
    {0x0259, "e"}, /* ə */
    {0x025b, "e"}, /* ɛ */
    {0x0260, "g"}, /* ɠ */
    {0x0263, "g"}, /* ɣ */
    {0x0268, "i"}, /* ɨ */
    {0x0269, "i"}, /* ɩ */
    {0x026b, "l"}, /* ɫ */
    {0x0272, "n"}, /* ɲ */
    {0x0275, "o"}, /* ɵ */
    {0x027d, "r"}, /* ɽ */
    {0x0288, "t"}, /* ʈ */
    {0x0289, "u"}, /* ʉ */
    {0x028a, "u"}, /* ʊ */
    {0x028b, "v"}, /* ʋ */
    {0x0292, "z"}, /* ʒ */
    {0x02b9, "'"}, /* modifier letter prime */
    {0x02bb, "'"}, /* modifier letter turned comma */
    {0x02bc, "'"}, /* modifier letter apostrophe */
    {0x02bd, "'"}, /* modifier letter reversed comma */
    {0x02be, "'"}, /* modifier letter right half ring */
    {0x02bf, "'"}, /* modifier letter left half ring */
    {0x02ca, "'"}, /* modifier letter acute accent */
    {0x02cb, "'"}, /* modifier letter grave accent */
    {0x0384, "'"}, /* greek tonos */
    {0x055a, "'"}, /* armenian apostrophe */
    {0x05f3, "'"}, /* hebrew punctuation geresh */
    {0x05f4, "\""}, /* hebrew punctuation gershayim */
    {0x0629, "ه"}, /* ة */
    {0x0649, "ي"}, /* ى */
    {0x0671, "ا"}, /* ٱ */
    {0x06a9, "ك"}, /* ک */
    {0x06aa, "ك"}, /* ڪ */
    {0x06be, "ه"}, /* ھ */
    {0x06c1, "ه"}, /* ہ */
    {0x06c3, "ه"}, /* ۃ */
    {0x06cc, "ي"}, /* ی */
    {0x06d2, "ي"}, /* ے */
    {0x06d5, "ه"}, /* ە */
    {0x1d7d, "p"}, /* ᵽ */
    {0x1fbd, "'"}, /* greek koronis */
    {0x1fbf, "'"}, /* greek psili */
    {0x1ffd, "'"}, /* greek oxia */
    {0x1ffe, "'"}, /* greek dasia */
    {0x2018, "'"}, /* left single quotation mark */
    {0x2019, "'"}, /* right single quotation mark */
    {0x201b, "'"}, /* single high-reversed-9 quotation mark */
    {0x201c, "\""}, /* left double quotation mark */
    {0x201d, "\""}, /* right double quotation mark */
    {0x201e, "\""}, /* double low-9 quotation mark */
    {0x201f, "\""}, /* double high-reversed-9 quotation mark */
    {0x2032, "'"}, /* prime */
    {0x2035, "'"}, /* reversed prime */
    {0x2212, "-"}, /* minus sign */
    {0x2c61, "l"}, /* ⱡ */
    {0x2c65, "a"}, /* ⱥ */
    {0x2c66, "t"}, /* ⱦ */
    {0x2c68, "h"}, /* ⱨ */
    {0x2c6a, "k"}, /* ⱪ */
    {0x2c6c, "z"}, /* ⱬ */
    {0x2c73, "w"}, /* ⱳ */
    {0xa78c, "'"}, /* latin small letter saltillo */
};

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

/* White space of any script, and characters that only shape Arabic text. */
static bool is_blank(uint32_t code_point) {
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code_point);

    return code_point == ' ' || category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
           category == UTF8PROC_CATEGORY_ZP || (code_point >= 0x09 && code_point <= 0x0d);
}

static bool is_dropped(uint32_t code_point) {
    return code_point == TATWEEL || utf8proc_category((utf8proc_int32_t)code_point) == UTF8PROC_CATEGORY_CF;
}

static int compare_plain(const void *key, const void *row) {
    const uint32_t code_point = *(const uint32_t *)key;
    const uint32_t from = ((const struct plain *)row)->from;

    return (code_point > from) - (code_point < from);
}

/* Returns the replacement of a character; NULL: itself. */
static const char *find_plain(uint32_t code_point) {
    const struct plain *row =
        bsearch(&code_point, plains, sizeof(plains) / sizeof(plains[0]), sizeof(plains[0]), compare_plain);

    if (row != NULL) {
        return row->to;
    }
    return utf8proc_category((utf8proc_int32_t)code_point) == UTF8PROC_CATEGORY_PD ? "-" : NULL;
}

static utf8proc_int32_t replace_sign(utf8proc_int32_t code_point, void *data) {
    const char *plain = find_plain((uint32_t)code_point);

    (void)data;
    return plain != NULL && (plain[0] == '\'' || plain[0] == '"') ? plain[0] : code_point;
}

/* Copies with replacements, without double blanks, tatweel and format characters, as far as it fits. */
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
            const char *plain = find_plain(code_point);
            const size_t size = plain != NULL ? strlen(plain) : n;

            if (out + (blank ? 1u : 0u) + size >= TEXT_FOLD_MAX) {
                break;
            }
            if (blank) {
                to[out++] = ' ';
                blank = false;
            }
            memcpy(to + out, plain != NULL ? plain : from, size);
            out += size;
        }
        from += n;
        len -= n;
    }
    to[out] = '\0';
    return out;
}

/* Fast path for ASCII, like most names: the same result without the tables. */
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
    n = utf8proc_map_custom((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, &mapped, options, replace_sign,
                            NULL);
    if (n < 0) {
        return n == UTF8PROC_ERROR_NOMEM ? E_NOMEM : E_TEXT;
    }
    *ret_len = text_squeeze((const char *)mapped, (size_t)n, ret_folded);
    return 0;
}

/* Includes the version of utf8proc: an update of the library may fold differently. */
void text_fold_version(char ret_version[TEXT_FOLD_VERSION_MAX]) {
    (void)snprintf(ret_version, TEXT_FOLD_VERSION_MAX, FOLD_VERSION " %s", utf8proc_version());
}
