#include "store/events/clock_errors.h"

#include "store/store_impl.h"

enum {
    ERRORS_READ,
    ERRORS_PUT,
    ERRORS_TRIM,
    ERRORS_REMOVE,
    ERRORS_CLEAR,
    ERRORS_RIGHT,
    ERRORS_SET_RIGHT,
    ERRORS_COUNT
};

static const char *const errors_sql[ERRORS_COUNT] = {
    [ERRORS_READ] =
        "SELECT first_seq, last_seq, coalesce(shift_s, 0), is_unset FROM clock_error ORDER BY first_seq LIMIT ?1",
    [ERRORS_PUT] = "INSERT OR REPLACE INTO clock_error (first_seq, last_seq, shift_s, is_unset)"
                   " VALUES (?1, ?2, nullif(?3, 0), ?4)",
    [ERRORS_TRIM] = "DELETE FROM clock_error WHERE last_seq > 0 AND"
                    " (last_seq < (SELECT coalesce(min(seq), 0) FROM record) OR first_seq NOT IN"
                    " (SELECT first_seq FROM clock_error ORDER BY first_seq DESC LIMIT ?1))",
    [ERRORS_REMOVE] = "DELETE FROM clock_error WHERE first_seq = ?1",
    [ERRORS_CLEAR] = "DELETE FROM clock_error WHERE last_seq > 0",
    [ERRORS_RIGHT] = "SELECT seq FROM clock_right",
    [ERRORS_SET_RIGHT] = "UPDATE clock_right SET seq = ?1",
};

static const struct store_statements statements = {STORE_MODULE_CLOCK_ERRORS, ERRORS_COUNT, errors_sql};

bool store_clock_error_has(const struct store_clock_error *error, int64_t seq) {
    return seq >= error->first && (error->last == 0 || seq <= error->last);
}

int store_clock_errors_read(struct store *store, struct store_clock_error ret_errors[STORE_CLOCK_ERRORS_MAX],
                            size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    *ret_count = 0;
    int r = store_statement(store, &statements, ERRORS_READ, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int(query, 1, STORE_CLOCK_ERRORS_MAX);
    while (*ret_count < STORE_CLOCK_ERRORS_MAX && (r = store_step(store, query)) == 1) {
        ret_errors[(*ret_count)++] = (struct store_clock_error){
            .first = sqlite3_column_int64(query, 0),
            .last = sqlite3_column_int64(query, 1),
            .shift_s = sqlite3_column_int64(query, 2),
            .is_unset = sqlite3_column_int(query, 3) != 0,
        };
    }
    return r < 0 ? r : 0;
}

static int put_one(struct store *store, const struct store_clock_error *error) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ERRORS_PUT, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, error->first);
    (void)sqlite3_bind_int64(query, 2, error->last);
    (void)sqlite3_bind_int64(query, 3, error->shift_s);
    (void)sqlite3_bind_int(query, 4, error->is_unset);
    return store_run(store, query);
}

/* A statement with a number, or without one. */
static int run_with(struct store *store, unsigned index, const int64_t *number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, index, &query);
    if (r < 0) {
        return r;
    }
    if (number != NULL) {
        (void)sqlite3_bind_int64(query, 1, *number);
    }
    return store_run(store, query);
}

int store_clock_errors_put(struct store *store, const struct store_clock_error *error) {
    const int64_t most = STORE_CLOCK_ERRORS_MAX;
    int r = put_one(store, error);
    return r < 0 ? r : run_with(store, ERRORS_TRIM, &most);
}

int store_clock_errors_remove(struct store *store, int64_t first) {
    return run_with(store, ERRORS_REMOVE, &first);
}

int store_clock_errors_clear(struct store *store) {
    return run_with(store, ERRORS_CLEAR, NULL);
}

int store_clock_right(struct store *store, int64_t *ret_seq) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ERRORS_RIGHT, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1) {
        *ret_seq = sqlite3_column_int64(query, 0);
    }
    return r == 0 ? err_here(E_CORRUPT) : r < 0 ? r : 0;
}

int store_clock_set_right(struct store *store, int64_t seq) {
    return run_with(store, ERRORS_SET_RIGHT, &seq);
}
