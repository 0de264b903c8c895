/* Words for the index of name parts: pairs of code points. They find any part of a name in every script, without blanks
 * to split at. Works on folded text (util/text.h). */
#ifndef POSTERN_GRAMS_H
#define POSTERN_GRAMS_H

#include <stddef.h>

#include "util/text.h"

#define GRAMS_WORD 12 /* bytes of a pair: two times six hexadecimal digits */

/* Bytes of the words of a folded text, with the NUL: a pair and a blank for each character. */
#define GRAMS_INDEX_MAX (TEXT_FOLD_MAX * (GRAMS_WORD + 1) + 1)

/* Bytes of a match expression, with its quotes, the star of a prefix and the NUL. */
#define GRAMS_MATCH_MAX (GRAMS_INDEX_MAX + 8)

/* Writes the words of a text: every pair of neighbours, then the last character alone. "" for "". Returns the
 * length. */
size_t grams_index(const char *folded, size_t len, char ret_words[GRAMS_INDEX_MAX]);

/* Writes the match expression for texts that contain this part: a phrase of pairs, or for one character the words that
 * begin with it. "" for "". Returns the length. */
size_t grams_match(const char *folded, size_t len, char ret_match[GRAMS_MATCH_MAX]);

#endif
