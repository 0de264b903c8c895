/* Detects the encoding of a CSV file without a byte order mark. Private to tables/sheet*. */
#ifndef POSTERN_SHEET_ENCODING_H
#define POSTERN_SHEET_ENCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define ENCODING_WORDS_MAX 8192 /* bytes of words that are evaluated */

/* Properties of the first SHEET_LOOK_MAX bytes of a file. */
struct encoding_seen {
    uint64_t len; /* bytes that were read */
    bool is_whole; /* that is the whole file */
    bool is_ascii, has_nul;
    uint64_t wide, broken; /* multi-byte UTF-8 characters, and invalid bytes */
    uint64_t controls; /* control characters that do not occur in text */
    size_t words_len;
    char words[ENCODING_WORDS_MAX]; /* words with non-ASCII bytes, as in the file, each with a NUL */
};

/* Reads a file. E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int encoding_see(const char *path, struct encoding_seen *ret_seen);

/* Returns the most likely encoding by letter statistics. `home`, suggested by the terminal's language, is used if
 * nothing else is more likely, and if this system cannot decode any. */
const char *encoding_by_letters(const struct encoding_seen *seen, const char *home);

#endif
