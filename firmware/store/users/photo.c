#include "store/users/photo.h"

#include <string.h>

#include "store/home_impl.h"
#include "store/store_impl.h"
#include "util/arena.h"

enum { PHOTO_GET, PHOTO_PUT, PHOTO_DELETE, PHOTO_COUNT };

static const char *const photo_sql[PHOTO_COUNT] = {
    [PHOTO_GET] = "SELECT picture FROM user_photo WHERE userid = ?1",
    [PHOTO_PUT] = ("INSERT INTO user_photo (userid, picture) VALUES (?1, ?2)"
                   " ON CONFLICT (userid) DO UPDATE SET picture = excluded.picture"),
    [PHOTO_DELETE] = "DELETE FROM user_photo WHERE userid = ?1",
};

static const struct store_statements statements = {STORE_MODULE_PHOTO, PHOTO_COUNT, photo_sql};

static int query_of(struct store *store, unsigned index, uint32_t userid, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        (void)sqlite3_bind_int64(*ret_query, 1, userid);
    }
    return r;
}

int store_photo_get(struct store *store, uint32_t userid, struct arena *arena, const uint8_t **ret_sealed,
                    size_t *ret_len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, PHOTO_GET, userid, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r != 1) {
        return r == 0 ? E_NOTFOUND : r;
    }
    size_t len = (size_t)sqlite3_column_bytes(query, 0);
    uint8_t *copy = len > 0 ? arena_alloc(arena, len) : NULL;
    if (copy == NULL) {
        return len > 0 ? E_NOMEM : err_here(E_CORRUPT);
    }
    memcpy(copy, sqlite3_column_blob(query, 0), len);
    *ret_sealed = copy;
    *ret_len = len;
    return 0;
}

int store_photo_put(struct store *store, uint32_t userid, const void *sealed, size_t len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    if (len > STORE_PHOTO_MAX) {
        return E_TOO_LARGE;
    }
    int r = query_of(store, PHOTO_PUT, userid, &query);
    store_note_deletion(store); /* of the previous photo, if any */
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_blob(query, 2, sealed, (int)len, SQLITE_STATIC);
    return store_run(store, query);
}

int store_photo_delete(struct store *store, uint32_t userid) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, PHOTO_DELETE, userid, &query);
    store_note_deletion(store);
    return r < 0 ? r : store_run_on_row(store, query);
}
