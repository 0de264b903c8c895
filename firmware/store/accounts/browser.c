#include "store/accounts/browser.h"

#include <string.h>

#include "store/store_impl.h"

enum {
    BROWSER_LIST,
    BROWSER_LIST_ALL,
    BROWSER_FIND,
    BROWSER_GET,
    BROWSER_ADD,
    BROWSER_TRIM,
    BROWSER_TRIM_ALL,
    BROWSER_USED,
    BROWSER_DELETE,
    BROWSER_END,
    BROWSER_EXPIRE,
    BROWSER_COUNT
};

#define COLUMNS "id, userid, name, made_s, used_s, peer"
#define NEWEST " ORDER BY used_s DESC, id DESC LIMIT "

static const char *const browser_sql[BROWSER_COUNT] = {
    [BROWSER_LIST] = "SELECT " COLUMNS " FROM browser WHERE userid = ?2" NEWEST "?1",
    [BROWSER_LIST_ALL] = "SELECT " COLUMNS " FROM browser" NEWEST "?1",
    [BROWSER_FIND] = "SELECT " COLUMNS " FROM browser WHERE hash = ?1",
    [BROWSER_GET] = "SELECT " COLUMNS " FROM browser WHERE id = ?1",
    [BROWSER_ADD] = "INSERT INTO browser (userid, hash, name, made_s, used_s, peer) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [BROWSER_TRIM] = "DELETE FROM browser WHERE id IN (SELECT id FROM browser WHERE userid = ?2" NEWEST "-1 OFFSET ?1)",
    [BROWSER_TRIM_ALL] = "DELETE FROM browser WHERE id IN (SELECT id FROM browser" NEWEST "-1 OFFSET ?1)",
    [BROWSER_USED] = "UPDATE browser SET used_s = ?2, peer = ?3, name = ?4 WHERE id = ?1",
    [BROWSER_DELETE] = "DELETE FROM browser WHERE id = ?1",
    [BROWSER_END] = "DELETE FROM browser WHERE userid = ?1 AND id <> ?2",
    [BROWSER_EXPIRE] = "DELETE FROM browser WHERE used_s < ?1",
};

static const struct store_statements statements = {STORE_MODULE_BROWSER, BROWSER_COUNT, browser_sql};

/* Prepares a statement with a number as ?1 and, where it has one, another as ?2. */
static int query_of(struct store *store, unsigned index, int64_t first, int64_t second, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        (void)sqlite3_bind_int64(*ret_query, 1, first);
        if (sqlite3_bind_parameter_count(*ret_query) > 1) {
            (void)sqlite3_bind_int64(*ret_query, 2, second);
        }
    }
    return r;
}

static int query_run(struct store *store, unsigned index, int64_t first, int64_t second) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, index, first, second, &query);
    return r < 0 ? r : store_run(store, query);
}

static void read_row(sqlite3_stmt *query, struct store_browser *ret_browser) {
    ret_browser->id = (uint32_t)sqlite3_column_int64(query, 0);
    ret_browser->userid = (uint32_t)sqlite3_column_int64(query, 1);
    store_copy_text(query, 2, ret_browser->name, sizeof(ret_browser->name));
    ret_browser->made_s = sqlite3_column_int64(query, 3);
    ret_browser->used_s = sqlite3_column_int64(query, 4);
    store_copy_text(query, 5, ret_browser->peer, sizeof(ret_browser->peer));
}

int store_browsers(struct store *store, uint32_t userid, struct store_browser *ret_browsers, size_t max,
                   size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    unsigned index = userid == STORE_BROWSERS_OF_ALL ? BROWSER_LIST_ALL : BROWSER_LIST;
    int r = query_of(store, index, (int64_t)max, userid, &query);
    if (r < 0) {
        return r;
    }
    while ((r = store_step(store, query)) == 1 && count < max) {
        read_row(query, &ret_browsers[count++]);
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

static int read_one(struct store *store, sqlite3_stmt *query, struct store_browser *ret_browser) {
    int r = store_step(store, query);
    if (r == 1) {
        read_row(query, ret_browser);
        return 0;
    }
    return r < 0 ? r : E_NOTFOUND;
}

int store_browser_find(struct store *store, const uint8_t hash[STORE_BROWSER_HASH_LEN],
                       struct store_browser *ret_browser) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, BROWSER_FIND, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_blob(query, 1, hash, STORE_BROWSER_HASH_LEN, SQLITE_STATIC);
    return read_one(store, query, ret_browser);
}

int store_browser_get(struct store *store, uint32_t id, struct store_browser *ret_browser) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, BROWSER_GET, id, 0, &query);
    return r < 0 ? r : read_one(store, query, ret_browser);
}

static int insert_row(struct store *store, const struct store_browser *browser,
                      const uint8_t hash[STORE_BROWSER_HASH_LEN], uint32_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, BROWSER_ADD, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, browser->userid);
    (void)sqlite3_bind_blob(query, 2, hash, STORE_BROWSER_HASH_LEN, SQLITE_STATIC);
    (void)sqlite3_bind_text(query, 3, browser->name, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(query, 4, browser->made_s);
    (void)sqlite3_bind_int64(query, 5, browser->used_s);
    (void)sqlite3_bind_text(query, 6, browser->peer, -1, SQLITE_STATIC);
    r = store_run(store, query);
    *ret_id = (uint32_t)sqlite3_last_insert_rowid(store->db);
    return r;
}

int store_browser_add(struct store *store, const struct store_browser *browser,
                      const uint8_t hash[STORE_BROWSER_HASH_LEN], unsigned most, unsigned most_of_all,
                      uint32_t *ret_id) {
    int r = insert_row(store, browser, hash, ret_id);
    if (r == 0) {
        r = query_run(store, BROWSER_TRIM, most, browser->userid);
    }
    return r < 0 ? r : query_run(store, BROWSER_TRIM_ALL, most_of_all, 0);
}

int store_browser_used(struct store *store, const struct store_browser *browser) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, BROWSER_USED, browser->id, browser->used_s, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_text(query, 3, browser->peer, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(query, 4, browser->name, -1, SQLITE_STATIC);
    return store_run_on_row(store, query);
}

int store_browser_delete(struct store *store, uint32_t id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, BROWSER_DELETE, id, 0, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}

int store_browsers_end(struct store *store, uint32_t userid, uint32_t keep) {
    return query_run(store, BROWSER_END, userid, keep);
}

int store_browsers_expire(struct store *store, int64_t before_s) {
    return query_run(store, BROWSER_EXPIRE, before_s, 0);
}
