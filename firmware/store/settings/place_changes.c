#include "store/settings/place_changes.h"

#include "store/store_impl.h"

enum { PLACE_CHANGES_READ, PLACE_CHANGES_CLEAR, PLACE_CHANGES_ADD, PLACE_CHANGES_COUNT };

static const char *const place_changes_sql[PLACE_CHANGES_COUNT] = {
    [PLACE_CHANGES_READ] = "SELECT from_s, offset_min FROM place_change WHERE place = ?1 ORDER BY from_s LIMIT ?2",
    [PLACE_CHANGES_CLEAR] = "DELETE FROM place_change",
    [PLACE_CHANGES_ADD] = "INSERT OR REPLACE INTO place_change (place, from_s, offset_min) VALUES (?1, ?2, ?3)",
};

static const struct store_statements statements = {STORE_MODULE_PLACE_CHANGES, PLACE_CHANGES_COUNT, place_changes_sql};

int store_place_changes_read(struct store *store, const char *place, struct store_place_change *ret_changes, size_t max,
                             size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    *ret_count = 0;
    int r = store_statement(store, &statements, PLACE_CHANGES_READ, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_text(query, 1, place, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(query, 2, (sqlite3_int64)max);
    while (*ret_count < max && (r = store_step(store, query)) == 1) {
        ret_changes[(*ret_count)++] = (struct store_place_change){.from_s = sqlite3_column_int64(query, 0),
                                                                  .offset_min = sqlite3_column_int(query, 1)};
    }
    return r < 0 ? r : 0;
}

int store_place_changes_clear(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, PLACE_CHANGES_CLEAR, &query);
    return r < 0 ? r : store_run(store, query);
}

static int add_change(struct store *store, const char *place, const struct store_place_change *change) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, PLACE_CHANGES_ADD, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_text(query, 1, place, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(query, 2, change->from_s);
    (void)sqlite3_bind_int(query, 3, change->offset_min);
    return store_run(store, query);
}

int store_place_changes_add(struct store *store, const char *place, const struct store_place_change *changes,
                            size_t count) {
    int r = 0;
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = add_change(store, place, &changes[i]);
    }
    return r;
}
