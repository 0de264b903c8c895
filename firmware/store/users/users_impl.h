/* Inside store/ only: shared by the files of the table `user`. */
#ifndef POSTERN_STORE_USERS_IMPL_H
#define POSTERN_STORE_USERS_IMPL_H

#include "store/name_index.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "store_columns.h"
#include "util/text.h"

/* "Without end" as the column valid_to holds it. */
#define USERS_VALID_FOREVER 99999999u

/* Columns of a row, in the order that store_users_read_row() expects; others may follow. The table's alias is u. */
#define USERS_COLUMNS USER_COLUMNS ", u.password_hash IS NOT NULL"
#define USERS_COLUMN_COUNT (USER_COLUMN_COUNT + 1)

/* The column name_key: the folded name, then the ID as eight control characters. So it is unique, sorts by name, then
 * by ID, and is compared as one value; and as folded text has no control characters, no search matches the ID in it.
 * After the ID come the other searchable texts, each after a NAME_INDEX_NEXT. The table has the same limit. */
#define USERS_KEY_MAX (TEXT_FOLD_MAX + NAME_INDEX_KEY_ID + NAME_INDEX_TEXTS * (TEXT_FOLD_MAX + 1))

/* Makes the key of a folded name shorter than TEXT_FOLD_MAX bytes; returns its length. */
size_t store_users_key(const char *folded, size_t len, uint32_t id, char ret_key[USERS_KEY_MAX]);

/* Makes the key of a user from the name and the other searchable texts. E_TEXT, E_NOMEM. */
_must_check_ int store_users_make_key(const struct user *user, char ret_key[USERS_KEY_MAX], size_t *ret_len);

struct buf;

/* Prepares a statement that is not cached. E_NOMEM. */
_must_check_ int users_prepare(struct store *store, struct buf *sql, sqlite3_stmt **ret_query);

static inline void users_finalizep(sqlite3_stmt **query) {
    (void)sqlite3_finalize(*query);
}

/* Reads the current row of a statement; texts go into the arena. E_NOMEM. */
_must_check_ int store_users_read_row(sqlite3_stmt *statement, struct arena *arena, struct user *ret_user);

#endif
