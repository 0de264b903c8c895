#include "store/left_out.h"

#include <string.h>

#include "store/store_impl.h"

static const char add_sql[] = "INSERT INTO main.left_out (place, row, field, cause) VALUES (?1, ?2, ?3, ?4)";
static const char next_sql[] = "SELECT id, place, row, field, cause FROM left_out ORDER BY id LIMIT 1";
static const char remove_sql[] = "DELETE FROM left_out WHERE id = ?1";

/* The texts come from a damaged row: they must not break a log message. */
static void bind_plain(sqlite3_stmt *query, int parameter, const char *text, size_t size) {
    char plain[LEFT_OUT_CAUSE_MAX];
    size_t len = strnlen(text, size - 1);
    for (size_t i = 0; i < len; i++) {
        plain[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    }
    (void)sqlite3_bind_text(query, parameter, plain, (int)len, SQLITE_TRANSIENT);
}

int store_left_out_add(struct store *store, const char *place, const char *row, const char *field, const char *cause) {
    sqlite3_stmt *query = NULL;
    int r = store_prepare(store, add_sql, &query);
    if (r == 0) {
        bind_plain(query, 1, place, LEFT_OUT_PLACE_MAX);
        bind_plain(query, 2, row, LEFT_OUT_ROW_MAX);
        bind_plain(query, 3, field, LEFT_OUT_PLACE_MAX);
        bind_plain(query, 4, cause, LEFT_OUT_CAUSE_MAX);
        r = store_run(store, query);
    }
    (void)sqlite3_finalize(query);
    return r;
}

int store_left_out_next(struct store *store, struct store_left_out *ret_row) {
    sqlite3_stmt *query = NULL;
    int r = store_prepare(store, next_sql, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1) {
        ret_row->id = sqlite3_column_int64(query, 0);
        store_copy_text(query, 1, ret_row->place, sizeof(ret_row->place));
        store_copy_text(query, 2, ret_row->row, sizeof(ret_row->row));
        store_copy_text(query, 3, ret_row->field, sizeof(ret_row->field));
        store_copy_text(query, 4, ret_row->cause, sizeof(ret_row->cause));
    }
    (void)sqlite3_finalize(query);
    return r == 1 ? 0 : r == 0 ? E_NOTFOUND : r;
}

int store_left_out_remove(struct store *store, int64_t id) {
    sqlite3_stmt *query = NULL;
    int r = store_prepare(store, remove_sql, &query);
    if (r == 0) {
        (void)sqlite3_bind_int64(query, 1, id);
        r = store_run(store, query);
    }
    (void)sqlite3_finalize(query);
    return r;
}
