/* Text of lines `key = value`, as of a configuration file. Empty lines and those that begin with # are skipped, blanks
 * around key and value are not part of them. Pure. */
#ifndef POSTERN_KEY_LINES_H
#define POSTERN_KEY_LINES_H

#include <stddef.h>

#include "util/err.h"

#define KEY_LINES_KEYS_MAX 32 /* keys that a text may have */
#define KEY_LINES_LINE_MAX 1088 /* bytes of a line, with a NUL in the place of its end */

/* Reads `len` bytes and hands each value, which is not empty, with the index of its key to `take`, whose error ends it.
 * Returns 0; E_UNKNOWN: a key that is not among the `count` of `keys`; E_DUPLICATE; E_FORMAT: no line of this kind;
 * E_TOO_LARGE: a line is too long; or what `take` returned; with the number of the line, from 1, in *ret_line. */
_must_check_ int key_lines_read(const char *text, size_t len, const char *const *keys, size_t count,
                                int (*take)(void *ctx, unsigned key, const char *value), void *ctx, unsigned *ret_line);

#endif
