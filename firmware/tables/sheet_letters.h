/* Which encoding a text without a byte order mark is in, by the letters that its bytes become. Private to tables/sheet*. */
#ifndef POSTERN_SHEET_LETTERS_H
#define POSTERN_SHEET_LETTERS_H

#include <stddef.h>

/* Returns the encoding as iconv(3) calls it, static or `home`. Cells with bytes above 0x7F are decoded in each encoding; the one whose letters
 * belong best to one language is chosen, `home` where several read the same. `head` is the beginning of the file. */
const char *sheet_encoding_by_letters(const char *head, size_t len, const char *home);

#endif
