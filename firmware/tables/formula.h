/* Texts that a spreadsheet takes for formulas: comma-separated values have an apostrophe before them, which is taken
 * away again when such a table is read. A program that splits the same file at another separator, or a line end, must find no
 * formula either, so the same holds behind each of these inside a text.
 * Source of the characters: OWASP, "CSV Injection". */
#ifndef POSTERN_FORMULA_H
#define POSTERN_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether a program may take the byte at `at` for the first one of a cell: at the start, and behind a separator or line end. */
static inline bool formula_may_begin(const char *text, size_t at) {
    const char before = at == 0 ? ';' : text[at - 1];
    return before == ';' || before == '\t' || before == '|' || before == '\n' || before == '\r';
}

/* Whether a text of `len` bytes begins with one of the wide forms (U+FF1D, FF0B, FF0D, FF20), which East Asian spreadsheets take
 * for the others. */
static inline bool formula_is_wide(const char *text, size_t len) {
    return len >= 3 && (memcmp(text, "\xef\xbc\x9d", 3) == 0 || memcmp(text, "\xef\xbc\x8b", 3) == 0 ||
                        memcmp(text, "\xef\xbc\x8d", 3) == 0 || memcmp(text, "\xef\xbc\xa0", 3) == 0);
}

/* True for a text that begins as a formula does; a tab or a carriage return is skipped before one. One with apostrophes
 * before it counts too, so that taking the first one away gives the very text that was written. */
static inline bool formula_is_guarded(const char *text, size_t len) {
    size_t at = 0;
    while (at < len && text[at] == '\'') {
        at++;
    }
    if (at == len || text[at] == '\0') {
        return false;
    }
    return strchr("=+-@\t\r", text[at]) != NULL || formula_is_wide(text + at, len - at);
}

#endif
