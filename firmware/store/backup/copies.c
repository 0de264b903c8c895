#include "store/backup/copies.h"

#include "store/store_impl.h"

enum { COPIES_GET, COPIES_PUT, TAKEN_GET, TAKEN_PUT, COPIES_COUNT };

static const char *const copies_sql[COPIES_COUNT] = {
    [COPIES_GET] = "SELECT day, tries, error, last_s, last_octets FROM backup_copies",
    [COPIES_PUT] = ("INSERT OR REPLACE INTO backup_copies (id, day, tries, error, last_s, last_octets)"
                    " VALUES (1, ?1, ?2, ?3, ?4, ?5)"),
    [TAKEN_GET] = "SELECT at FROM backup_taken",
    [TAKEN_PUT] = "INSERT OR REPLACE INTO backup_taken (id, at) VALUES (1, ?1)",
};

static const struct store_statements statements = {STORE_MODULE_COPIES, COPIES_COUNT, copies_sql};

int store_copies_get(struct store *store, struct store_copies *ret_copies) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    *ret_copies = (struct store_copies){0};
    int r = store_statement(store, &statements, COPIES_GET, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r != 1) {
        return r;
    }
    *ret_copies = (struct store_copies){
        .day = sqlite3_column_int64(query, 0),
        .tries = (uint32_t)sqlite3_column_int64(query, 1),
        .error = sqlite3_column_int(query, 2),
        .last_s = sqlite3_column_int64(query, 3),
        .last_octets = sqlite3_column_int64(query, 4),
    };
    return 0;
}

int store_copies_put(struct store *store, const struct store_copies *copies) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, COPIES_PUT, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, copies->day);
    sqlite3_bind_int64(query, 2, copies->tries);
    sqlite3_bind_int(query, 3, copies->error);
    sqlite3_bind_int64(query, 4, copies->last_s);
    sqlite3_bind_int64(query, 5, copies->last_octets);
    return store_run(store, query);
}

int store_taken_get(struct store *store, int64_t *ret_at_s) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    *ret_at_s = 0;
    int r = store_statement(store, &statements, TAKEN_GET, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1) {
        *ret_at_s = sqlite3_column_int64(query, 0);
    }
    return r < 0 ? r : 0;
}

int store_taken_put(struct store *store, int64_t at_s) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, TAKEN_PUT, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, at_s);
    return store_run(store, query);
}
