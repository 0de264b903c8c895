/* Texts that a spreadsheet takes for formulas: comma-separated values get an apostrophe before them, which is removed
 * when such a table is read. A program that splits the same file at another separator, or a line end, must not find a
 * formula either, so the same applies after each of these inside a text. Source of the characters: OWASP, "CSV
 * Injection". */
#ifndef POSTERN_FORMULA_H
#define POSTERN_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Returns whether a program may take the byte at `at` for the start of a cell: at the start, and after a separator or
 * line end. */
static inline bool formula_may_begin(const char *text, size_t at) {
    const char before = at == 0 ? ';' : text[at - 1];
    return before == ';' || before == '\t' || before == '|' || before == '\n' || before == '\r';
}

/* Returns whether a text of `len` bytes begins with a full-width form (U+FF1D, FF0B, FF0D, FF20), which East Asian
 * spreadsheets treat like the others. */
static inline bool formula_is_wide(const char *text, size_t len) {
    return len >= 3 && (memcmp(text, "\xef\xbc\x9d", 3) == 0 || memcmp(text, "\xef\xbc\x8b", 3) == 0 ||
                        memcmp(text, "\xef\xbc\x8d", 3) == 0 || memcmp(text, "\xef\xbc\xa0", 3) == 0);
}

/* Returns whether a text begins like a formula, also after a tab or carriage return. A formula with apostrophes before
 * it counts, too, so that removing the first one restores the original text. */
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
