#include "store/base/audit.h"

#include "store/store_impl.h"

#define TRIM_EVERY 64 /* rows between two looks at the limit */

enum { AUDIT_ADD, AUDIT_TRIM, AUDIT_TOTAL, AUDIT_READ, AUDIT_COUNT };

static const char *const audit_sql[AUDIT_COUNT] = {
    [AUDIT_ADD] =
        "INSERT INTO audit (time_ms, account, peer, call, object, before, after) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    /* IDs have no gaps but at the old end, so the limit is a bound on them and needs no counting. */
    [AUDIT_TRIM] = "DELETE FROM audit WHERE id <= ?1",
    [AUDIT_TOTAL] = "SELECT count(*) FROM audit",
    [AUDIT_READ] = "SELECT time_ms, account, peer, call, object, before, after FROM audit ORDER BY id DESC LIMIT ?1",
};

static const struct store_statements statements = {STORE_MODULE_AUDIT, AUDIT_COUNT, audit_sql};

static int audit_trim(struct store *store) {
    sqlite3_int64 newest = sqlite3_last_insert_rowid(store->db);
    if (newest % TRIM_EVERY != 0 || newest <= STORE_AUDIT_ROWS_MAX) {
        return 0;
    }
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AUDIT_TRIM, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, newest - STORE_AUDIT_ROWS_MAX);
    return store_run(store, query);
}

int store_audit_add(struct store *store, const struct store_audit_row *row) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AUDIT_ADD, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, row->time_ms);
    sqlite3_bind_text(query, 2, row->account, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 3, row->peer, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 4, row->call, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 5, row->object, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 6, row->before, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 7, row->after, -1, SQLITE_STATIC);
    r = store_run(store, query);
    return r < 0 ? r : audit_trim(store);
}

int store_audit_count(struct store *store, int64_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AUDIT_TOTAL, &query);
    if (r < 0) {
        return r;
    }
    r = store_step(store, query);
    if (r < 0) {
        return r;
    }
    *ret_count = sqlite3_column_int64(query, 0);
    return 0;
}

int store_audit_read(struct store *store, unsigned limit, int (*each)(void *ctx, const struct store_audit_row *row),
                     void *ctx) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_statement(store, &statements, AUDIT_READ, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, limit);
    while ((r = store_step(store, query)) == 1) {
        struct store_audit_row row = {
            .time_ms = sqlite3_column_int64(query, 0),
            .account = store_column_text(query, 1, &len),
            .peer = store_column_text(query, 2, &len),
            .call = store_column_text(query, 3, &len),
            .object = store_column_text(query, 4, &len),
            .before = (const char *)sqlite3_column_text(query, 5),
            .after = (const char *)sqlite3_column_text(query, 6),
        };
        int stop = each(ctx, &row);
        if (stop != 0) {
            return stop;
        }
    }
    return r;
}
