/* Inside store/ only: rows that their table's constraints do not allow. No program of ours writes one; a bit that
 * flipped on the flash, or a backup that somebody made, may bring one. Such a row is left out before anything else is
 * read from the database, so that no other code has to reckon with it. SQLite itself is the judge: a row is bad if it
 * cannot be inserted into an empty table of the same text. */
#ifndef POSTERN_STORE_BAD_ROWS_H
#define POSTERN_STORE_BAD_ROWS_H

#include <stdbool.h>

#include "util/err.h"

struct store;

/* Whether a line of SQLite's check says no more than that a row is bad, and not that the database is damaged. */
bool store_is_bad_row_line(const char *line);

/* Leaves bad rows out of all tables, or of those that are small, and notes them in the table `left_out`, in one transaction;
 * counts that are kept beside the rows are made again. For a schema that is the latest. The index of name parts is out of date
 * afterwards if *ret_index_damaged was set. E_CORRUPT: the database is damaged besides. E_NOMEM, E_NOSPC, E_IO. */
_must_check_ int store_remove_bad_rows(struct store *store, bool all, unsigned *ret_removed, bool *ret_index_damaged);

#endif
