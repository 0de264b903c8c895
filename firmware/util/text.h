/* Text as people write it: UTF-8 checks, and the folding under which names are found and sorted; bytes as people read them. */
#ifndef POSTERN_TEXT_H
#define POSTERN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define TEXT_FOLD_MAX 256 /* bytes of a folded text, with its NUL: longer ones are cut at a character */

/* True for valid UTF-8 without control characters (C0, DEL, C1, U+2028, U+2029) and without NUL. */
bool text_is_clean(const char *text, size_t len);

/* Number of code points, or -1 if it is not UTF-8. */
long text_length(const char *text, size_t len);

/* True if it is one or more of 0 to 9 and nothing else. */
bool text_is_digits(const char *text);

/* Writes bytes as two lower-case hexadecimal digits each, with a NUL behind: 2 * len + 1 bytes. */
void text_hex(const void *octets, size_t len, char *ret_hex);

/* Folds a name for searching and sorting. What people type differently is one: case, compatibility forms (width, Arabic
 * presentation forms, ligatures), letters with marks or strokes and those without, the Turkish i and ı, apostrophes,
 * quotes and dashes of all kinds, Persian and Arabic letters of one shape. Tatweel and format characters are dropped,
 * white space becomes single blanks, with none at the ends. Writes at most TEXT_FOLD_MAX bytes with the NUL and returns
 * the length without it. E_TEXT: not UTF-8. E_NOMEM. */
_must_check_ int text_fold(const char *text, size_t len, char ret_folded[TEXT_FOLD_MAX], size_t *ret_len);

#define TEXT_FOLD_VERSION_MAX 32 /* bytes, with the NUL */

/* Writes the version of the folding: what is folded and stored has to be folded again when it changes. */
void text_fold_version(char ret_version[TEXT_FOLD_VERSION_MAX]);

#endif
