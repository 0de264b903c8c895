/* Inside store/ only: a place in a list as opaque text. It holds the sort key of a row, so that it stays a place when
 * the row is gone, and what was known when it was made: the row's number and the total, good as long as nothing
 * changed. */
#ifndef POSTERN_STORE_USERS_CURSOR_H
#define POSTERN_STORE_USERS_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "util/text.h"

struct users_cursor {
    bool by_name; /* by the name, or by the text of `by_field` */
    uint8_t by_field; /* enum user_field; 0: none */
    uint32_t id;
    char key[TEXT_FOLD_MAX]; /* folded name, or the text; by name only */
    size_t key_len;
    uint32_t generation; /* of the table when it was made */
    uint32_t question; /* hash of filters, search and sort */
    uint32_t position; /* number of the row; 0 unknown */
    uint32_t total;
    bool total_is_more;
};

#define USERS_CURSOR_HEAD 22
#define USERS_CURSOR_TEXT_MAX ((USERS_CURSOR_HEAD + TEXT_FOLD_MAX) * 4 / 3 + 4)

/* Writes the text, at most USERS_CURSOR_TEXT_MAX bytes with the NUL. */
void users_cursor_write(const struct users_cursor *cursor, char ret_text[USERS_CURSOR_TEXT_MAX]);

/* Reads a text of any content. E_FORMAT: not one of ours, or of the other sort. */
_must_check_ int users_cursor_read(const char *text, bool by_name, struct users_cursor *ret_cursor);

#endif
