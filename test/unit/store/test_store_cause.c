/* SQLite's message about a failure is stored with the error, without anything that a person typed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/home_impl.h"
#include "store/records/leave.h"
#include "unity.h"

static struct store *store;
static char dir[64];

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    dir[0] = '\0';
    cause_clear();
}

void tearDown(void) {
    char command[128];
    store = store_free(store);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL_INT(0, dir[0] != '\0' ? system(command) : 0);
}

static void expect_cause(int error, const char *text, const char *file) {
    TEST_ASSERT_EQUAL_INT(error, cause_get()->error);
    TEST_ASSERT_EQUAL_STRING(text, cause_get()->text);
    TEST_ASSERT_EQUAL_STRING(file, cause_get()->site.file);
    TEST_ASSERT_GREATER_THAN_INT(0, cause_get()->site.line);
}

void test_success_leaves_no_cause(void) {
    bool started = false;
    sqlite3_stmt *query = NULL;
    int64_t number = 0;
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    TEST_ASSERT_EQUAL_INT(0, store_read_begin(store, &started));
    store_read_end(store, started);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "SELECT 1"));
    TEST_ASSERT_EQUAL_INT(0, store_read_number(store, "SELECT 1", &number));
    TEST_ASSERT_EQUAL_INT(0, store_prepare(store, "SELECT 1", &query));
    TEST_ASSERT_EQUAL_INT(1, store_step(store, query));
    TEST_ASSERT_EQUAL_INT(0, store_step(store, query));
    (void)sqlite3_finalize(query);
    TEST_ASSERT_EQUAL_INT(0, cause_get()->error);
}

/* The place is that of the function that used SQLite, not of the shared helper. */
void test_a_table_that_is_gone_is_named_and_who_wanted_it(void) {
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DROP TABLE leave"));
    int64_t number = 0;
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_read_number(store, "SELECT count(*) FROM leave", &number));
    expect_cause(E_INTERNAL, "no such table: leave (1)", "test_store_cause.c");
    uint32_t count = 0;
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_leave_count(store, 1, &count));
    expect_cause(E_INTERNAL, "no such table: leave (1)", "leave.c");
}

void test_each_way_to_sqlite_notes_it(void) {
    sqlite3_stmt *query = NULL;
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_exec(store, "SELECT zebra"));
    expect_cause(E_INTERNAL, "no such column: zebra (1)", "test_store_cause.c");
    cause_clear();
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_prepare(store, "SELECT zebra", &query));
    expect_cause(E_INTERNAL, "no such column: zebra (1)", "test_store_cause.c");
    cause_clear();
    TEST_ASSERT_EQUAL_INT(0, store_prepare(store, "SELECT 1", &query));
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_run(store, query));
    (void)sqlite3_finalize(query);
    expect_cause(E_INTERNAL, "a write that gave a row", "test_store_cause.c");
}

/* The connection's message is that of its last call: it is not used for an error from elsewhere. */
void test_a_code_of_elsewhere_has_the_text_of_its_own(void) {
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_exec(store, "SELECT zebra"));
    TEST_ASSERT_EQUAL_INT(E_NOSPC, store_error(store, SQLITE_FULL));
    expect_cause(E_NOSPC, "database or disk is full (13)", "test_store_cause.c");
    cause_clear();
    TEST_ASSERT_EQUAL_INT(0, store_error(store, SQLITE_DONE));
    TEST_ASSERT_EQUAL_INT(0, cause_get()->error);
}

void test_nothing_of_a_row_is_in_it(void) {
    sqlite3_stmt *add = NULL;
    TEST_ASSERT_EQUAL_INT(
        0, store_prepare(store, "INSERT INTO leave VALUES (?1, ?1, 0, 20260101, 20260102, ?2, ?3)", &add));
    (void)sqlite3_bind_int(add, 1, 4711);
    (void)sqlite3_bind_int(add, 2, 815);
    (void)sqlite3_bind_text(add, 3, "Rosalind", -1, SQLITE_STATIC);
    int r = store_run(store, add);
    (void)sqlite3_finalize(add);
    TEST_ASSERT_EQUAL_INT(E_RANGE, r);
    expect_cause(E_RANGE, "CHECK constraint failed: half BETWEEN 0 AND 2 (275)", "test_store_cause.c");
}

void test_a_migration_that_fails_says_which(void) {
    unsigned before = 0;
    store = store_free(store);
    TEST_ASSERT_EQUAL_INT(0, store_connect(":memory:", NULL, &store));
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 21, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "CREATE TABLE leave (id INTEGER)"));
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_STRING_LEN("migration 22.sql: ", cause_get()->text, 18);
    TEST_ASSERT_NOT_NULL(strstr(cause_get()->text, "table leave already exists (1)"));
    TEST_ASSERT_EQUAL_STRING("migrations.c", cause_get()->site.file);
}

void test_a_database_that_may_not_be_written(void) {
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA query_only = ON"));
    TEST_ASSERT_EQUAL_INT(E_IO, store_exec(store, "DELETE FROM leave"));
    expect_cause(E_IO, "attempt to write a readonly database (8)", "test_store_cause.c");
}

void test_one_that_cannot_be_opened_has_the_systems_reason(void) {
    struct store *none = NULL;
    TEST_ASSERT_EQUAL_INT(E_IO, store_connect_reading("file:/nowhere/at/all", &none));
    expect_cause(E_IO, "unable to open database file (14): No such file or directory", "store.c");
}

void test_an_error_of_the_folder_has_its_place(void) {
    struct store_home *home = NULL;
    TEST_ASSERT_EQUAL_INT(E_SYSTEM, store_home_open("/proc/nothing/here", &home) < 0 ? E_SYSTEM : 0);
    TEST_ASSERT_EQUAL_STRING("home.c", cause_get()->site.file);
    TEST_ASSERT_EQUAL_STRING("make_folder", cause_get()->site.function);
    TEST_ASSERT_EQUAL_STRING("No such file or directory", cause_get()->text);
}
