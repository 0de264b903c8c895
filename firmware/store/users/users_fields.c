/* Statements about a single field of a user, for fields whose declaration needs them. They are not cached. */
#include "store/users/users_impl.h"
#include "util/arena.h"
#include "util/buf.h"

int users_prepare(struct store *store, struct buf *sql, sqlite3_stmt **ret_query) {
    const char *text = buf_text(sql);
    return buf_failed(sql) ? E_NOMEM : store_prepare(store, text, ret_query);
}

int store_users_by_text(struct store *store, enum user_field field, const char *text, uint32_t *ret_id) {
    _cleanup_(users_finalizep) sqlite3_stmt *query = NULL;
    _cleanup_(buf_donep) struct buf sql = {0};
    /* the index does not contain "" */
    buf_printf(&sql, "SELECT userid FROM user WHERE \"%s\" = ?1 AND \"%s\" <> ''", user_columns[field],
               user_columns[field]);
    int r = users_prepare(store, &sql, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_text(query, 1, text, -1, SQLITE_STATIC);
    r = store_step(store, query);
    if (r == 1) {
        *ret_id = (uint32_t)sqlite3_column_int64(query, 0);
    }
    return r == 1 ? 0 : r == 0 ? E_NOTFOUND : r;
}

int store_users_by_name(struct store *store, const char *folded, uint32_t *ret_ids, size_t max, size_t *ret_count) {
    _cleanup_(users_finalizep) sqlite3_stmt *query = NULL;
    _cleanup_(buf_donep) struct buf sql = {0};
    /* Behind the name a key has control characters: those of the ID. */
    buf_append_text(&sql,
                    "SELECT userid FROM user WHERE name_key > ?1 AND name_key < ?1 || ' ' ORDER BY name_key LIMIT ?2");
    *ret_count = 0;
    int r = users_prepare(store, &sql, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_text(query, 1, folded, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(query, 2, (sqlite3_int64)max);
    while (*ret_count < max && (r = store_step(store, query)) == 1) {
        ret_ids[(*ret_count)++] = (uint32_t)sqlite3_column_int64(query, 0);
    }
    return r < 0 ? r : 0;
}

int store_users_values(struct store *store, enum user_field field, struct arena *arena,
                       struct store_users_value *ret_values, size_t max, size_t *ret_count, bool *ret_more) {
    _cleanup_(users_finalizep) sqlite3_stmt *query = NULL;
    _cleanup_(buf_donep) struct buf sql = {0};
    const char *column = user_columns[field];
    buf_printf(&sql, "SELECT \"%s\", count(*) FROM user WHERE \"%s\" <> '' GROUP BY \"%s\" ORDER BY \"%s\"", column,
               column, column, column);
    *ret_count = 0;
    *ret_more = false;
    int r = users_prepare(store, &sql, &query);
    while (r >= 0 && (r = store_step(store, query)) == 1) {
        if (*ret_count == max) {
            *ret_more = true;
            return 0;
        }
        struct store_users_value *one = &ret_values[(*ret_count)++];
        one->value = store_column_keep(query, 0, arena);
        one->users = (uint32_t)sqlite3_column_int64(query, 1);
        r = one->value != NULL ? 0 : E_NOMEM;
    }
    return r;
}
