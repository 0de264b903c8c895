#include "store/settings.h"

#include "store/store_impl.h"

enum { SETTINGS_EACH, SETTINGS_PUT, SETTINGS_EACH_RIGHT, SETTINGS_COUNT };

static const char *const settings_sql[SETTINGS_COUNT] = {
    [SETTINGS_EACH] = "SELECT key, value FROM setting",
    [SETTINGS_PUT] =
        "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [SETTINGS_EACH_RIGHT] = "SELECT level, grp, access FROM right_level",
};

static const struct store_statements statements = {STORE_MODULE_SETTING, SETTINGS_COUNT, settings_sql};

int store_settings_each(struct store *store, int (*each)(void *ctx, const char *key, const char *value), void *ctx) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_statement(store, &statements, SETTINGS_EACH, &query);
    while (r >= 0) {
        r = store_step(store, query);
        if (r <= 0) {
            return r;
        }
        r = each(ctx, store_column_text(query, 0, &len), store_column_text(query, 1, &len));
        if (r != 0) {
            return r;
        }
    }
    return r;
}

int store_settings_put(struct store *store, const char *key, const char *value) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, SETTINGS_PUT, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 2, value, -1, SQLITE_STATIC);
    return store_run(store, query);
}

int store_settings_each_right(struct store *store, int (*each)(void *ctx, int level, int group, int access),
                              void *ctx) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, SETTINGS_EACH_RIGHT, &query);
    while (r >= 0) {
        r = store_step(store, query);
        if (r <= 0) {
            return r;
        }
        r = each(ctx, sqlite3_column_int(query, 0), sqlite3_column_int(query, 1), sqlite3_column_int(query, 2));
        if (r != 0) {
            return r;
        }
    }
    return r;
}
