#include "store/accounts/throttle.h"

#include "store/store_impl.h"

enum { THROTTLE_EACH, THROTTLE_PUT, THROTTLE_RAISE, THROTTLE_REMOVE, THROTTLE_COUNT };

static const char *const throttle_sql[THROTTLE_COUNT] = {
    [THROTTLE_EACH] = "SELECT key, count, time_ms FROM throttle",
    [THROTTLE_PUT] = ("INSERT INTO throttle (key, count, time_ms) VALUES (?1, ?2, ?3)"
                      " ON CONFLICT (key) DO UPDATE SET count = excluded.count, time_ms = excluded.time_ms"),
    [THROTTLE_RAISE] = ("INSERT INTO throttle (key, count, time_ms) VALUES (?1, ?2, ?3)"
                        " ON CONFLICT (key) DO UPDATE SET count = max(count, excluded.count),"
                        " time_ms = max(time_ms, excluded.time_ms)"),
    [THROTTLE_REMOVE] = "DELETE FROM throttle WHERE key = ?1",
};

static const struct store_statements statements = {STORE_MODULE_THROTTLE, THROTTLE_COUNT, throttle_sql};

int store_throttle_each(struct store *store, int (*each)(void *ctx, const struct store_throttle_row *row), void *ctx) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_statement(store, &statements, THROTTLE_EACH, &query);
    while (r >= 0) {
        r = store_step(store, query);
        if (r <= 0) {
            return r;
        }
        struct store_throttle_row row = {
            .key = store_column_text(query, 0, &len),
            .count = (uint32_t)sqlite3_column_int64(query, 1),
            .time_ms = sqlite3_column_int64(query, 2),
        };
        r = each(ctx, &row);
        if (r != 0) {
            return r;
        }
    }
    return r;
}

static int throttle_write(struct store *store, unsigned statement, const struct store_throttle_row *row) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, statement, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, row->key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, 2, row->count);
    sqlite3_bind_int64(query, 3, row->time_ms);
    return store_run(store, query);
}

int store_throttle_put(struct store *store, const struct store_throttle_row *row) {
    return throttle_write(store, THROTTLE_PUT, row);
}

int store_throttle_raise(struct store *store, const struct store_throttle_row *row) {
    return throttle_write(store, THROTTLE_RAISE, row);
}

int store_throttle_remove(struct store *store, const char *key) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, THROTTLE_REMOVE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
    return store_run(store, query);
}
