/* Which encoding a CSV file is in, where it has no byte order mark. Private to tables/sheet*. */
#ifndef POSTERN_SHEET_ENCODING_H
#define POSTERN_SHEET_ENCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define ENCODING_WORDS_MAX 8192 /* bytes of words that are judged */

/* What the bytes of a file are, the first SHEET_LOOK_MAX of them. */
struct encoding_seen {
    uint64_t len; /* bytes that were read */
    bool is_whole; /* that is all of the file */
    bool is_ascii, has_nul;
    uint64_t wide, broken; /* characters of UTF-8 of several bytes, and bytes that are none */
    uint64_t controls; /* control characters that no text has */
    size_t words_len;
    char words[ENCODING_WORDS_MAX]; /* words that are not ASCII, as the file has them, each with a NUL behind it */
};

/* Reads a file. E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int encoding_see(const char *path, struct encoding_seen *ret_seen);

/* Encoding by the statistics of letters. `home`, which is what the language of the terminal suggests, is taken where
 * nothing else is more likely, and where this system can decode none. */
const char *encoding_by_letters(const struct encoding_seen *seen, const char *home);

#endif
