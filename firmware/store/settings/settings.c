#include "store/settings/settings.h"

#include "store/store_impl.h"

enum {
    SETTINGS_EACH,
    SETTINGS_PUT,
    SETTINGS_DELETE,
    SETTINGS_CLEAR,
    SETTINGS_EACH_PAGE,
    SETTINGS_PUT_PAGE,
    SETTINGS_EACH_RIGHT,
    SETTINGS_COUNT
};

static const char *const settings_sql[SETTINGS_COUNT] = {
    [SETTINGS_EACH] = "SELECT key, value, sealed FROM setting",
    [SETTINGS_PUT] = "INSERT INTO setting (key, value, sealed) VALUES (?1, ?2, ?3) ON CONFLICT (key) DO UPDATE"
                     " SET value = excluded.value, sealed = excluded.sealed",
    [SETTINGS_DELETE] = "DELETE FROM setting WHERE key = ?1",
    [SETTINGS_CLEAR] = "DELETE FROM setting",
    [SETTINGS_EACH_PAGE] = "SELECT page, revision, last FROM setting_page",
    [SETTINGS_PUT_PAGE] = "INSERT INTO setting_page (page, revision, last) VALUES (?1, ?2, ?3) ON CONFLICT (page)"
                          " DO UPDATE SET revision = excluded.revision, last = excluded.last",
    [SETTINGS_EACH_RIGHT] = "SELECT level, grp, access FROM right_level",
};

static const struct store_statements statements = {STORE_MODULE_SETTING, SETTINGS_COUNT, settings_sql};

int store_settings_each(struct store *store, int (*each)(void *ctx, const struct store_setting *setting), void *ctx) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_statement(store, &statements, SETTINGS_EACH, &query);
    while (r >= 0) {
        r = store_step(store, query);
        if (r <= 0) {
            return r;
        }
        struct store_setting setting = {.key = store_column_text(query, 0, &len)};
        if (sqlite3_column_type(query, 1) != SQLITE_NULL) {
            setting.value = store_column_text(query, 1, &len);
        } else {
            setting.sealed = sqlite3_column_blob(query, 2);
            setting.sealed_len = (size_t)sqlite3_column_bytes(query, 2);
        }
        r = each(ctx, &setting);
        if (r != 0) {
            return r;
        }
    }
    return r;
}

int store_settings_put(struct store *store, const struct store_setting *setting) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, SETTINGS_PUT, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, setting->key, -1, SQLITE_STATIC);
    if (setting->value != NULL) {
        sqlite3_bind_text(query, 2, setting->value, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_blob64(query, 3, setting->sealed, setting->sealed_len, SQLITE_STATIC);
    }
    return store_run(store, query);
}

int store_settings_delete(struct store *store, const char *key) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, SETTINGS_DELETE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
    return store_run(store, query);
}

int store_settings_clear(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, SETTINGS_CLEAR, &query);
    return r < 0 ? r : store_run(store, query);
}

int store_settings_each_page(struct store *store,
                             int (*each)(void *ctx, const char *page, uint32_t revision, uint32_t last), void *ctx) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_statement(store, &statements, SETTINGS_EACH_PAGE, &query);
    while (r >= 0) {
        r = store_step(store, query);
        if (r <= 0) {
            return r;
        }
        r = each(ctx, store_column_text(query, 0, &len), (uint32_t)sqlite3_column_int64(query, 1),
                 (uint32_t)sqlite3_column_int64(query, 2));
        if (r != 0) {
            return r;
        }
    }
    return r;
}

int store_settings_put_page(struct store *store, const char *page, uint32_t revision, uint32_t last) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, SETTINGS_PUT_PAGE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, page, -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, 2, revision);
    sqlite3_bind_int64(query, 3, last);
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
