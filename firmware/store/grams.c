#include "store/grams.h"

#include <string.h>

#include "util/utf8.h"

#define HALF (GRAMS_WORD / 2)

static char *put_code_point(char *at, uint32_t code_point) {
    for (int shift = (HALF - 1) * 4; shift >= 0; shift -= 4) {
        *at++ = "0123456789abcdef"[code_point >> shift & 0xf];
    }
    return at;
}

/* Reads the next character; an invalid UTF-8 byte counts as U+FFFD. */
static size_t grams_next(const char *text, size_t len, uint32_t *ret_code_point) {
    size_t n = utf8_next(text, len, ret_code_point);

    if (n == 0) {
        *ret_code_point = 0xfffd;
        n = 1;
    }
    return n;
}

/* Writes the pairs separated by blanks; returns the end, and gives the last character. */
static char *put_pairs(char *at, const char *text, size_t len, size_t *ret_count, uint32_t *ret_last) {
    uint32_t before = 0;
    size_t n = grams_next(text, len, &before);

    *ret_count = 0;
    for (size_t done = n; done < len; done += n) {
        uint32_t code_point = 0;

        n = grams_next(text + done, len - done, &code_point);
        if (*ret_count > 0) {
            *at++ = ' ';
        }
        at = put_code_point(put_code_point(at, before), code_point);
        before = code_point;
        (*ret_count)++;
    }
    *ret_last = before;
    return at;
}

size_t grams_index(const char *folded, size_t len, char ret_words[GRAMS_INDEX_MAX]) {
    char *at = ret_words;

    if (len > 0 && len < TEXT_FOLD_MAX) {
        size_t count = 0;
        uint32_t last = 0;

        at = put_pairs(at, folded, len, &count, &last);
        if (count > 0) {
            *at++ = ' ';
        }
        at = put_code_point(at, last);
    }
    *at = '\0';
    return (size_t)(at - ret_words);
}

size_t grams_match(const char *folded, size_t len, char ret_match[GRAMS_MATCH_MAX]) {
    char *at = ret_match;

    if (len > 0 && len < TEXT_FOLD_MAX) {
        size_t count = 0;
        uint32_t last = 0;

        *at++ = '"';
        at = put_pairs(at, folded, len, &count, &last);
        if (count == 0) {
            at = put_code_point(at, last);
        }
        *at++ = '"';
        if (count == 0) {
            *at++ = '*';
        }
    }
    *at = '\0';
    return (size_t)(at - ret_match);
}
