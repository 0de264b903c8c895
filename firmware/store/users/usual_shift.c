#include "store/users/usual_shift.h"

#include "store/store_impl.h"

enum { USUAL_LAST, USUAL_ADD, USUAL_BEGIN, USUAL_DROP, USUAL_COUNT };

#define OF_USER "shift_assignment WHERE userid = ?1 AND \"group\" = 0 AND usual = 1"
#define OLDEST "(SELECT min(\"from\") FROM " OF_USER ")"

static const char *const usual_sql[USUAL_COUNT] = {
    [USUAL_LAST] = "SELECT count(*), ifnull(max(\"to\"), 0) FROM " OF_USER,
    [USUAL_ADD] = "INSERT INTO shift_assignment (userid, \"group\", shift, \"from\", \"to\", usual)"
                  " VALUES (?1, 0, ?2, ?3, ?4, 1)",
    /* Extends the second row back to the start of the first; USUAL_DROP then deletes the first, which ends earlier. */
    [USUAL_BEGIN] = "UPDATE shift_assignment SET \"from\" = " OLDEST " WHERE id = (SELECT id FROM " OF_USER
                    " ORDER BY \"from\" LIMIT 1 OFFSET 1)",
    [USUAL_DROP] = "DELETE FROM shift_assignment WHERE id = (SELECT id FROM " OF_USER " ORDER BY \"to\" LIMIT 1)",
};

static const struct store_statements statements = {STORE_MODULE_USUAL_SHIFT, USUAL_COUNT, usual_sql};

/* Prepares a statement about a user. */
static int usual_about(struct store *store, unsigned index, uint32_t userid, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        (void)sqlite3_bind_int64(*ret_query, 1, userid);
    }
    return r;
}

int store_usual_shift_last(struct store *store, uint32_t userid, uint32_t *ret_count, uint32_t *ret_to) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = usual_about(store, USUAL_LAST, userid, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    *ret_count = (uint32_t)sqlite3_column_int64(query, 0);
    *ret_to = (uint32_t)sqlite3_column_int64(query, 1);
    return 0;
}

int store_usual_shift_add(struct store *store, uint32_t userid, uint8_t shift, uint32_t from, uint32_t to) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = usual_about(store, USUAL_ADD, userid, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int(query, 2, shift);
    (void)sqlite3_bind_int64(query, 3, from);
    (void)sqlite3_bind_int64(query, 4, to);
    return store_run(store, query);
}

/* Runs a statement about a user to its end. */
static int usual_run(struct store *store, unsigned index, uint32_t userid) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = usual_about(store, index, userid, &query);
    return r < 0 ? r : store_run(store, query);
}

int store_usual_shift_merge(struct store *store, uint32_t userid) {
    int r = usual_run(store, USUAL_BEGIN, userid);
    return r < 0 ? r : usual_run(store, USUAL_DROP, userid);
}
