/* Text with lines `key = value`, like a configuration file. Skips empty lines and those that begin with #; trims blanks
 * around key and value. Pure. */
#ifndef POSTERN_KEY_LINES_H
#define POSTERN_KEY_LINES_H

#include <stddef.h>

#include "util/err.h"

#define KEY_LINES_KEYS_MAX 32 /* most keys of a text */
#define KEY_LINES_LINE_MAX 1088 /* bytes of a line, with a NUL instead of its end */

/* Parses `len` bytes and passes each non-empty value, with the index of its key, to `take`, whose error stops it.
 * Returns 0; E_UNKNOWN: a key not in `keys` (`count`); E_DUPLICATE; E_FORMAT: an invalid line; E_TOO_LARGE: a line is
 * too long; or the error of `take`. *ret_line is the number of the line, from 1. */
_must_check_ int key_lines_read(const char *text, size_t len, const char *const *keys, size_t count,
                                int (*take)(void *ctx, unsigned key, const char *value), void *ctx, unsigned *ret_line);

#endif
