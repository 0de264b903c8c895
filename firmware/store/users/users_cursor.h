/* Inside store/ only: a position in a list as opaque text. It contains the sort key of a row, so that it stays valid
 * when the row is deleted, and the row's number and the total at that time, valid as long as the table does not
 * change. */
#ifndef POSTERN_STORE_USERS_CURSOR_H
#define POSTERN_STORE_USERS_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "util/text.h"

struct users_cursor {
    bool by_name; /* sorted by the name, or by the text of `by_field` */
    uint8_t by_field; /* enum user_field; 0: none */
    uint32_t id;
    char key[TEXT_FOLD_MAX]; /* folded name, or the text; only with `by_name` */
    size_t key_len;
    uint32_t generation; /* of the table when the cursor was made */
    uint32_t question; /* hash of filters, search and sort */
    uint32_t position; /* number of the row; 0 unknown */
    uint32_t total;
    bool total_is_more;
};

#define USERS_CURSOR_HEAD 22
#define USERS_CURSOR_TEXT_MAX ((USERS_CURSOR_HEAD + TEXT_FOLD_MAX) * 4 / 3 + 4)

/* Formats the cursor, at most USERS_CURSOR_TEXT_MAX bytes with the NUL. */
void users_cursor_write(const struct users_cursor *cursor, char ret_text[USERS_CURSOR_TEXT_MAX]);

/* Parses any text. E_FORMAT: not one of ours, or of the other sort. */
_must_check_ int users_cursor_read(const char *text, bool by_name, struct users_cursor *ret_cursor);

#endif
