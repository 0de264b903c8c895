/* Human-written text: UTF-8 checks, and folding for searching and sorting names; bytes in hexadecimal. */
#ifndef POSTERN_TEXT_H
#define POSTERN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define TEXT_FOLD_MAX 256 /* bytes of a folded text, with its NUL; longer ones are truncated at a character */

/* Returns whether it is valid UTF-8 without control characters (C0, DEL, C1, U+2028, U+2029) and without NUL. */
bool text_is_clean(const char *text, size_t len);

/* Returns the number of code points, or -1 if it is not UTF-8. */
long text_length(const char *text, size_t len);

/* Returns whether it consists of one or more digits 0 to 9. */
bool text_is_digits(const char *text);

/* Writes each byte as two lower-case hexadecimal digits, with a NUL: 2 * len + 1 bytes. */
void text_hex(const void *octets, size_t len, char *ret_hex);

/* Folds a name for searching and sorting. Spelling variants become equal: case, compatibility forms (width, Arabic
 * presentation forms, ligatures), letters with and without marks or strokes, the Turkish i and ı, apostrophes, quotes
 * and dashes of all kinds, Persian and Arabic letters of the same shape. Tatweel and format characters are dropped,
 * white space becomes single blanks, with none at the ends. Writes at most TEXT_FOLD_MAX bytes with the NUL and returns
 * the length without it. E_TEXT: not UTF-8. E_NOMEM. */
_must_check_ int text_fold(const char *text, size_t len, char ret_folded[TEXT_FOLD_MAX], size_t *ret_len);

#define TEXT_FOLD_VERSION_MAX 32 /* bytes, with the NUL */

/* Writes the version of the folding: when it changes, stored folded texts must be folded again. */
void text_fold_version(char ret_version[TEXT_FOLD_VERSION_MAX]);

#endif
