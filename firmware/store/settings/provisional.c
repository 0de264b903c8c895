#include "store/settings/provisional.h"

#include <stdio.h>

#include "store/store_impl.h"

enum { PROVISIONAL_PUT, PROVISIONAL_KEEP, PROVISIONAL_GET, PROVISIONAL_COUNT };

static const char *const provisional_sql[PROVISIONAL_COUNT] = {
    [PROVISIONAL_PUT] = "INSERT INTO provisional (one, page, revision) VALUES (1, ?1, ?2)",
    [PROVISIONAL_KEEP] = ("INSERT INTO provisional_value (key, value, sealed) VALUES (?1,"
                          " (SELECT value FROM setting WHERE key = ?1), (SELECT sealed FROM setting WHERE key = ?1))"),
    [PROVISIONAL_GET] = "SELECT page, revision FROM provisional",
};

static const struct store_statements statements = {STORE_MODULE_PROVISIONAL, PROVISIONAL_COUNT, provisional_sql};

int store_provisional_put(struct store *store, const char *page, uint32_t revision) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, PROVISIONAL_PUT, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, page, -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, 2, revision);
    return store_run(store, query);
}

int store_provisional_keep(struct store *store, const char *key) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, PROVISIONAL_KEEP, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
    return store_run(store, query);
}

int store_provisional_get(struct store *store, char ret_page[STORE_PAGE_MAX], uint32_t *ret_revision) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_statement(store, &statements, PROVISIONAL_GET, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : E_NOTFOUND;
    }
    (void)snprintf(ret_page, STORE_PAGE_MAX, "%s", store_column_text(query, 0, &len));
    *ret_revision = (uint32_t)sqlite3_column_int64(query, 1);
    return 0;
}

int store_provisional_restore(struct store *store) {
    return store_exec(store, "DELETE FROM setting WHERE key IN (SELECT key FROM provisional_value);"
                             "INSERT INTO setting (key, value, sealed) SELECT key, value, sealed FROM provisional_value"
                             " WHERE value IS NOT NULL OR sealed IS NOT NULL;");
}

int store_provisional_drop(struct store *store) {
    return store_exec(store, "DELETE FROM provisional; DELETE FROM provisional_value;");
}
