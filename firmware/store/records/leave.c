#include "store/records/leave.h"

#include "store/store_impl.h"
#include "store_columns.h"

enum { LEAVE_OF, LEAVE_COUNT_OF, LEAVE_GET, LEAVE_ADD, LEAVE_DELETE, LEAVE_COUNT };

static const char *const leave_sql[LEAVE_COUNT] = {
    [LEAVE_OF] = "SELECT " LEAVE_COLUMNS " FROM leave AS l INDEXED BY leave_of"
                 " WHERE l.userid = ?1 AND l.\"from\" <= ?3 AND l.\"to\" >= ?2 ORDER BY l.id LIMIT ?4",
    [LEAVE_COUNT_OF] = "SELECT count(*) FROM leave INDEXED BY leave_of WHERE userid = ?1",
    [LEAVE_GET] = "SELECT " LEAVE_COLUMNS " FROM leave AS l WHERE l.id = ?1",
    [LEAVE_ADD] = "INSERT INTO leave (" LEAVE_WRITTEN ") VALUES (" LEAVE_PARAMETERS ")",
    [LEAVE_DELETE] = "DELETE FROM leave WHERE id = ?1",
};

static const struct store_statements statements = {STORE_MODULE_LEAVE, LEAVE_COUNT, leave_sql};

/* Prepares a statement with one parameter. */
static int leave_about(struct store *store, unsigned index, uint32_t number, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        sqlite3_bind_int64(*ret_query, 1, number);
    }
    return r;
}

int store_leave_of(struct store *store, uint32_t userid, uint32_t first, uint32_t last, struct arena *arena,
                   struct leave *ret_leaves, size_t max, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = leave_about(store, LEAVE_OF, userid, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 2, first);
    sqlite3_bind_int64(query, 3, last);
    sqlite3_bind_int64(query, 4, (sqlite3_int64)max);
    while (count < max && (r = store_step(store, query)) == 1) {
        r = leave_read(query, arena, &ret_leaves[count++]);
        if (r < 0) {
            return r;
        }
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

int store_leave_count(struct store *store, uint32_t userid, uint32_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = leave_about(store, LEAVE_COUNT_OF, userid, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    *ret_count = (uint32_t)sqlite3_column_int64(query, 0);
    return 0;
}

int store_leave_get(struct store *store, uint32_t id, struct arena *arena, struct leave *ret_leave) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = leave_about(store, LEAVE_GET, id, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    return r == 1 ? leave_read(query, arena, ret_leave) : r == 0 ? E_NOTFOUND : r;
}

int store_leave_add(struct store *store, const struct leave *leave, uint32_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, LEAVE_ADD, &query);
    if (r < 0) {
        return r;
    }
    leave_bind(query, leave);
    sqlite3_bind_null(query, (int)LEAVE_ID + 1); /* assigns the next number */
    r = store_run(store, query);
    *ret_id = (uint32_t)sqlite3_last_insert_rowid(store->db);
    return r;
}

int store_leave_delete(struct store *store, uint32_t id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = leave_about(store, LEAVE_DELETE, id, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}
