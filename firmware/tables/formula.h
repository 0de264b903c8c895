/* Texts that a spreadsheet takes for formulas: comma-separated values have an apostrophe before them, which is taken
 * away again when such a table is read. */
#ifndef POSTERN_FORMULA_H
#define POSTERN_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* True for a text that begins as a formula does; a tab or a carriage return is skipped before one. One with apostrophes
 * before it counts too, so that whoever takes the first one away has the very text that was written. */
static inline bool formula_is_guarded(const char *text, size_t len) {
    size_t at = 0;
    while (at < len && text[at] == '\'') {
        at++;
    }
    return at < len && text[at] != '\0' && strchr("=+-@\t\r", text[at]) != NULL;
}

#endif
