/* A setting as text, the way it is stored, by its generated row. */
#ifndef POSTERN_CORE_SETTINGS_TEXT_H
#define POSTERN_CORE_SETTINGS_TEXT_H

#include <stdbool.h>

#include "setting_values.h"
#include "util/buf.h"
#include "util/err.h"

/* True if both have the same value of the row. */
bool setting_equal(const struct setting_row *row, const struct setting_values *a, const struct setting_values *b);

/* True if the row is a text and empty. */
bool setting_is_empty(const struct setting_row *row, const struct setting_values *values);

/* Appends the stored form: true, 5, a text as it is, a word, words or numbers with commas between. */
void setting_print(const struct setting_row *row, const struct setting_values *values, struct buf *out);

/* Appends it as a JSON value. */
void setting_print_json(const struct setting_row *row, const struct setting_values *values, struct buf *out);

/* Reads the stored form. E_FORMAT or E_RANGE, and nothing changed, for what the row does not allow (any more). */
_must_check_ int setting_parse(const struct setting_row *row, const char *text, struct setting_values *values);

#endif
