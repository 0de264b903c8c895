#include "store/accounts/rest_key.h"

#include "store/store_impl.h"

enum { KEY_LIST, KEY_FIND, KEY_GET, KEY_ADD, KEY_DELETE, KEY_USED, KEY_COUNT };

#define COLUMNS "id, name, level, hint, created_s, used_s, used_peer, maker"

static const char *const key_sql[KEY_COUNT] = {
    [KEY_LIST] = "SELECT " COLUMNS " FROM rest_key ORDER BY id LIMIT ?1",
    [KEY_FIND] = "SELECT " COLUMNS " FROM rest_key WHERE hash = ?1",
    [KEY_GET] = "SELECT " COLUMNS " FROM rest_key WHERE id = ?1",
    [KEY_ADD] = "INSERT INTO rest_key (name, level, hint, hash, created_s, maker) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [KEY_DELETE] = "DELETE FROM rest_key WHERE id = ?1",
    [KEY_USED] = "UPDATE rest_key SET used_s = ?2, used_peer = ?3 WHERE id = ?1",
};

static const struct store_statements statements = {STORE_MODULE_REST_KEY, KEY_COUNT, key_sql};

static void read_row(sqlite3_stmt *query, struct store_rest_key *ret_key) {
    ret_key->id = (uint32_t)sqlite3_column_int64(query, 0);
    store_copy_text(query, 1, ret_key->name, sizeof(ret_key->name));
    ret_key->level = (uint8_t)sqlite3_column_int(query, 2);
    store_copy_text(query, 3, ret_key->hint, sizeof(ret_key->hint));
    ret_key->created_s = sqlite3_column_int64(query, 4);
    ret_key->used_s = sqlite3_column_int64(query, 5);
    store_copy_text(query, 6, ret_key->used_peer, sizeof(ret_key->used_peer));
    ret_key->maker = (uint32_t)sqlite3_column_int64(query, 7);
}

int store_rest_keys(struct store *store, struct store_rest_key *ret_keys, size_t max, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = store_statement(store, &statements, KEY_LIST, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, (sqlite3_int64)max);
    while ((r = store_step(store, query)) == 1 && count < max) {
        read_row(query, &ret_keys[count++]);
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

static int read_one(struct store *store, sqlite3_stmt *query, struct store_rest_key *ret_key) {
    int r = store_step(store, query);
    if (r == 1) {
        read_row(query, ret_key);
        return 0;
    }
    return r < 0 ? r : E_NOTFOUND;
}

int store_rest_key_find(struct store *store, const uint8_t hash[STORE_REST_KEY_HASH_LEN],
                        struct store_rest_key *ret_key) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, KEY_FIND, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_blob(query, 1, hash, STORE_REST_KEY_HASH_LEN, SQLITE_STATIC);
    return read_one(store, query, ret_key);
}

int store_rest_key_get(struct store *store, uint32_t id, struct store_rest_key *ret_key) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, KEY_GET, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, id);
    return read_one(store, query, ret_key);
}

int store_rest_key_add(struct store *store, const struct store_rest_key *key,
                       const uint8_t hash[STORE_REST_KEY_HASH_LEN], uint32_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, KEY_ADD, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, key->name, -1, SQLITE_STATIC);
    sqlite3_bind_int(query, 2, key->level);
    sqlite3_bind_text(query, 3, key->hint, -1, SQLITE_STATIC);
    sqlite3_bind_blob(query, 4, hash, STORE_REST_KEY_HASH_LEN, SQLITE_STATIC);
    sqlite3_bind_int64(query, 5, key->created_s);
    sqlite3_bind_int64(query, 6, key->maker);
    r = store_run(store, query);
    *ret_id = (uint32_t)sqlite3_last_insert_rowid(store->db);
    return r;
}

int store_rest_key_delete(struct store *store, uint32_t id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, KEY_DELETE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, id);
    return store_run_on_row(store, query);
}

int store_rest_key_used(struct store *store, uint32_t id, int64_t used_s, const char *peer) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, KEY_USED, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, id);
    sqlite3_bind_int64(query, 2, used_s);
    sqlite3_bind_text(query, 3, peer, -1, SQLITE_STATIC);
    return store_run(store, query);
}
