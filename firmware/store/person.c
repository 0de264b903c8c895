#include "store/person.h"

#include "store/store_impl.h"

enum { PERSON_GET, PERSON_LAST, PERSON_RAISE, PERSON_COUNT };

static const char *const person_sql[PERSON_COUNT] = {
    [PERSON_GET] = "SELECT identity, since FROM user WHERE userid = ?1",
    [PERSON_LAST] = "SELECT identity FROM user_count",
    [PERSON_RAISE] = "UPDATE user_count SET identity = max(identity, ?1)",
};

static const struct store_statements statements = {STORE_MODULE_PERSON, PERSON_COUNT, person_sql};

int store_person_get(struct store *store, uint32_t userid, struct store_person *ret_person) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, PERSON_GET, &query);
    if (r == 0) {
        (void)sqlite3_bind_int64(query, 1, userid);
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : E_NOTFOUND;
    }
    *ret_person = (struct store_person){sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1)};
    return 0;
}

int store_person_is_another(struct store *store, uint32_t userid, int64_t identity, bool *ret_is_another) {
    struct store_person person;
    int r = identity != STORE_PERSON_ANY ? store_person_get(store, userid, &person) : E_NOTFOUND;
    *ret_is_another = r == 0 && person.identity != identity;
    return r == E_NOTFOUND ? 0 : r;
}

int store_person_last(struct store *store, int64_t *ret_identity) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, PERSON_LAST, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    *ret_identity = sqlite3_column_int64(query, 0);
    return 0;
}

int store_person_raise(struct store *store, int64_t identity) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, PERSON_RAISE, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, identity);
    return store_run_on_row(store, query);
}
