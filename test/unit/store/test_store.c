/* Connections, transactions, errors. */
#include <sqlite3.h>
#include <string.h>

#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;

void setUp(void) {
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

static int add(uint32_t id) {
    struct user user = {.userid = id, .username = "name", .group = 1};

    return store_users_add(store, &user, NULL);
}

static uint32_t users(void) {
    struct store_users_counts counts;

    TEST_ASSERT_EQUAL_INT(0, store_users_counts(store, &counts));
    return counts.users;
}

void test_pragmas(void) {
    static const struct {
        const char *sql;
        const char *value;
    } pragmas[] = {{"PRAGMA synchronous", "2"}, {"PRAGMA foreign_keys", "1"}, {"PRAGMA trusted_schema", "0"}};

    for (size_t i = 0; i < sizeof(pragmas) / sizeof(pragmas[0]); i++) {
        sqlite3_stmt *query = NULL;

        TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_prepare_v2(store->db, pragmas[i].sql, -1, &query, NULL));
        TEST_ASSERT_EQUAL_INT(SQLITE_ROW, sqlite3_step(query));
        TEST_ASSERT_EQUAL_STRING(pragmas[i].value, (const char *)sqlite3_column_text(query, 0));
        (void)sqlite3_finalize(query);
    }
}

void test_commit_and_abort(void) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, add(1));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, add(2));
    store_abort(store);
    TEST_ASSERT_EQUAL_UINT32(1, users());
}

void test_transactions_do_not_nest(void) {
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_commit(store));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_begin(store));
    store_abort(store);
    store_abort(store);
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_commit(store));
}

static int leave_early(void) {
    int r = store_begin(store);

    if (r) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    TEST_ASSERT_NOT_NULL(txn);
    return add(9);
}

void test_a_scope_that_is_left_rolls_back(void) {
    TEST_ASSERT_EQUAL_INT(0, leave_early());
    TEST_ASSERT_EQUAL_UINT32(0, users());
}

void test_read_transactions_see_one_state_and_leave_a_write_alone(void) {
    bool started = true;

    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_read_begin(store, &started));
    TEST_ASSERT_FALSE(started);
    TEST_ASSERT_EQUAL_INT(0, add(1));
    store_read_end(store, started);
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    TEST_ASSERT_EQUAL_INT(0, store_read_begin(store, &started));
    TEST_ASSERT_TRUE(started);
    store_read_end(store, started);
    TEST_ASSERT_NOT_EQUAL(0, sqlite3_get_autocommit(store->db));
}

/* No page more than there are: what a full disk is to SQLite. */
void test_full_storage_is_said_and_leaves_nothing_half_done(void) {
    uint32_t before, at = 0;
    int r = 0;

    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, add(1));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    before = users();
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA max_page_count = 80"));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    for (at = 2; !r && at < 100000; at++) {
        r = add(at);
    }
    TEST_ASSERT_EQUAL_INT(E_NOSPC, r);
    store_abort(store);
    TEST_ASSERT_EQUAL_UINT32(before, users());
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA max_page_count = 100000"));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, add(2));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
}

void test_results_of_sqlite(void) {
    static const struct {
        int rc, err;
    } map[] = {
        {SQLITE_OK, 0},
        {SQLITE_ROW, 0},
        {SQLITE_DONE, 0},
        {SQLITE_FULL, E_NOSPC},
        {SQLITE_NOMEM, E_NOMEM},
        {SQLITE_IOERR_NOMEM, E_NOMEM},
        {SQLITE_BUSY, E_BUSY},
        {SQLITE_BUSY_SNAPSHOT, E_BUSY},
        {SQLITE_LOCKED, E_BUSY},
        {SQLITE_CORRUPT, E_CORRUPT},
        {SQLITE_CORRUPT_VTAB, E_CORRUPT},
        {SQLITE_NOTADB, E_CORRUPT},
        {SQLITE_IOERR_READ, E_IO},
        {SQLITE_CANTOPEN, E_IO},
        {SQLITE_CONSTRAINT_UNIQUE, E_EXISTS},
        {SQLITE_CONSTRAINT_PRIMARYKEY, E_EXISTS},
        {SQLITE_CONSTRAINT_CHECK, E_RANGE},
        {SQLITE_CONSTRAINT_NOTNULL, E_RANGE},
        {SQLITE_TOOBIG, E_TOO_LARGE},
        {SQLITE_READONLY, E_IO},
        {SQLITE_INTERRUPT, E_CANCELLED},
        {SQLITE_MISUSE, E_INTERNAL},
        {SQLITE_ERROR, E_INTERNAL},
    };

    for (size_t i = 0; i < sizeof(map) / sizeof(map[0]); i++) {
        TEST_ASSERT_EQUAL_INT(map[i].err, store_error(store, map[i].rc));
    }
}

void test_statements_are_prepared_once_and_come_back_clean(void) {
    static const char *const sql[] = {"SELECT ?1"};
    static const struct store_statements set = {STORE_MODULE_SETTING, 1, sql};
    sqlite3_stmt *first = NULL, *second = NULL;

    TEST_ASSERT_EQUAL_INT(0, store_statement(store, &set, 0, &first));
    (void)sqlite3_bind_int(first, 1, 5);
    TEST_ASSERT_EQUAL_INT(1, store_step(store, first));
    store_reset(first);
    TEST_ASSERT_EQUAL_INT(0, store_statement(store, &set, 0, &second));
    TEST_ASSERT_EQUAL_PTR(first, second);
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_run(store, second));
    TEST_ASSERT_EQUAL_INT(SQLITE_NULL, sqlite3_column_type(second, 0));
    store_reset(second);
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_statement(store, &set, 1, &second));
    store_reset(NULL);
}

void test_size(void) {
    uint64_t before = 0, after = 0;

    TEST_ASSERT_EQUAL_INT(0, store_size(store, &before));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    for (uint32_t id = 1; id < 1000; id++) {
        TEST_ASSERT_EQUAL_INT(0, add(id));
    }
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    TEST_ASSERT_EQUAL_INT(0, store_size(store, &after));
    TEST_ASSERT_GREATER_THAN_UINT64(before, after);
}
