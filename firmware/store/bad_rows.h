/* Inside store/ only: rows that break the constraints of their table. Our code never writes one; a flipped bit on the
 * flash or a crafted backup may contain one. Such rows are removed before anything else is read from the database, so
 * that no other code has to expect them. SQLite decides: a row is bad if it cannot be inserted into an empty table with
 * the same definition. */
#ifndef POSTERN_STORE_BAD_ROWS_H
#define POSTERN_STORE_BAD_ROWS_H

#include <stdbool.h>

#include "util/err.h"

struct store;

/* Returns whether a line of SQLite's integrity check reports only a bad row, not a damaged database. */
bool store_is_bad_row_line(const char *line);

/* Removes the bad rows of all tables, or of the small ones only, notes them in the table `left_out`, and recounts what
 * is counted beside the rows; one transaction. The schema must be the latest. *ret_index_damaged: the index of name
 * parts is now out of date. E_CORRUPT: the database itself is damaged. E_NOMEM, E_NOSPC, E_IO. */
_must_check_ int store_remove_bad_rows(struct store *store, bool all, unsigned *ret_removed, bool *ret_index_damaged);

#endif
