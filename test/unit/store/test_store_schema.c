/* A database whose tables, indexes, triggers or references are not what the migrations make is damaged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder_files.h"
#include "store/home_impl.h"
#include "store/users/users.h"
#include "unity.h"

/* None of our tables refers to another by a foreign key yet. */
#define DANGLING "CREATE TABLE zebra (userid INTEGER REFERENCES user (userid)); INSERT INTO zebra VALUES (7);"

static struct store *store;
static struct store_home *home;
static char dir[64];

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-schema-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    cause_clear();
}

void tearDown(void) {
    char command[128];
    (void)sqlite3_reset_auto_extension();
    store = store_free(store);
    home = store_home_close(home, true);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

/* How many databases were opened since count_opened(). */
static unsigned opened;

static int note_opened(sqlite3 *db, char **message, const struct sqlite3_api_routines *api) {
    (void)db, (void)message, (void)api;
    opened++;
    return SQLITE_OK;
}

static void count_opened(void) {
    opened = 0;
    TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_auto_extension((void (*)(void))note_opened));
}

static void change(struct store *of, const char *sql) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, store_exec(of, sql), sql);
}

/* --- What is looked at ------------------------------------------------------------------------------------------------ */

void test_what_the_migrations_make_is_right_at_each_version(void) {
    store = store_free(store);
    TEST_ASSERT_EQUAL_INT(0, store_connect(":memory:", NULL, &store));
    for (unsigned version = 0; version <= store_schema_latest(); version++) {
        unsigned before = 0;
        TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, version, &before));
        TEST_ASSERT_EQUAL_INT(0, store_compare_schema(store));
        count_opened();
        TEST_ASSERT_EQUAL_INT(0, store_check_schema(store));
        TEST_ASSERT_EQUAL_UINT(0, opened); /* its hash is known */
        (void)sqlite3_reset_auto_extension();
    }
}

void test_where_the_hash_is_another_the_migrations_are_made_and_compared(void) {
    change(store, "DROP INDEX leave_of");
    count_opened();
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_check_schema(store));
    TEST_ASSERT_EQUAL_UINT(1, opened);
}

void test_each_difference_is_found_and_named(void) {
    static const struct {
        const char *sql, *cause;
    } differences[] = {
        {"DROP TABLE leave", "missing table leave"},
        {"DROP INDEX leave_of", "missing index leave_of"},
        {"DROP TRIGGER leave_of_user", "missing trigger leave_of_user"},
        {"CREATE TABLE aardvark (id INTEGER)", "foreign table aardvark"},
        {"CREATE TABLE zebra (id INTEGER)", "foreign table zebra"},
        {"CREATE INDEX zebra ON leave (note)", "foreign index zebra"},
        {"CREATE VIEW zebra AS SELECT 1", "foreign view zebra"},
        {"CREATE TRIGGER zebra AFTER DELETE ON leave BEGIN SELECT 1; END", "foreign trigger zebra"},
        {"CREATE TABLE user_name_fts_more (id INTEGER)", "foreign table user_name_fts_more"},
        {"ALTER TABLE leave ADD COLUMN more INTEGER", "changed table leave"},
        {"DROP INDEX leave_of; CREATE INDEX leave_of ON leave (userid)", "changed index leave_of"},
    };
    for (size_t i = 0; i < sizeof(differences) / sizeof(differences[0]); i++) {
        store = store_free(store);
        TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
        change(store, differences[i].sql);
        cause_clear();
        TEST_ASSERT_EQUAL_INT_MESSAGE(E_CORRUPT, store_check_schema(store), differences[i].sql);
        TEST_ASSERT_EQUAL_INT(E_CORRUPT, cause_get()->error);
        TEST_ASSERT_EQUAL_STRING(differences[i].cause, cause_get()->text);
    }
}

void test_what_sqlite_adds_by_itself_is_no_difference(void) {
    change(store, "ANALYZE");
    TEST_ASSERT_EQUAL_INT(0, store_check_schema(store));
}

/* ALTER TABLE writes the text of a table again, in the way of its version. */
void test_blanks_and_quotes_of_names_are_no_difference(void) {
    TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL));
    change(store, "PRAGMA writable_schema = ON;"
                  "UPDATE sqlite_schema SET sql = replace(sql, 'CREATE TABLE leave (', 'CREATE  TABLE \"leave\"\n(')"
                  " WHERE name = 'leave'");
    int64_t changed = 0;
    TEST_ASSERT_EQUAL_INT(
        0, store_read_number(store, "SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%\"leave\"\n(%'", &changed));
    TEST_ASSERT_EQUAL_INT(1, changed);
    TEST_ASSERT_EQUAL_INT(0, store_check_schema(store));
    change(store, "UPDATE sqlite_schema SET sql = sql || ' ' || 'x' WHERE name = 'leave'");
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_check_schema(store));
}

/* The first page may be damaged in a way that leaves the tables. */
void test_tables_that_do_not_fit_the_version(void) {
    change(store, "PRAGMA user_version = 0");
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_check_schema(store));
    TEST_ASSERT_NOT_NULL(strstr(cause_get()->text, "foreign table "));
}

void test_a_newer_schema_is_not_judged(void) {
    change(store, "PRAGMA user_version = 9999; CREATE TABLE zebra (id INTEGER)");
    TEST_ASSERT_EQUAL_INT(0, store_check_schema(store));
}

void test_a_row_without_the_one_it_refers_to(void) {
    TEST_ASSERT_EQUAL_INT(0, store_check_references(store));
    change(store, "PRAGMA foreign_keys = OFF; " DANGLING);
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_check_references(store));
    TEST_ASSERT_EQUAL_STRING("a row of zebra belongs to no row of user", cause_get()->text);
}

/* --- What the start does --------------------------------------------------------------------------------------------- */

static void start(void) {
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
}

/* Changes the database of a terminal that is off; foreign keys are not looked at. */
static void change_file(const char *sql) {
    sqlite3 *db = NULL;
    home = store_home_close(home, true);
    TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_open(folder_path(dir, "postern.db"), &db));
    TEST_ASSERT_EQUAL_INT_MESSAGE(SQLITE_OK, sqlite3_exec(db, sql, NULL, NULL, NULL), sql);
    TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_close(db));
}

static void expect(enum storage_state state, const char *cause) {
    const struct store_status *status = store_home_status(home);
    TEST_ASSERT_EQUAL_INT(state, status->state);
    TEST_ASSERT_EQUAL_STRING(cause, status->cause.text);
    TEST_ASSERT_EQUAL_INT(cause[0] != '\0' ? E_CORRUPT : 0, status->cause.error);
    TEST_ASSERT_EQUAL_UINT(cause[0] != '\0' ? 1 : 0, status->damaged);
}

void test_a_start_restores_the_last_good_copy_and_keeps_why(void) {
    static const struct {
        const char *sql, *cause;
    } damages[] = {
        {"DROP TABLE leave", "missing table leave"},
        {"DROP INDEX leave_of", "missing index leave_of"},
        {"CREATE TABLE zebra (id INTEGER)", "foreign table zebra"},
        {DANGLING, "a row of zebra belongs to no row of user"},
    };
    for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
        start();
        TEST_ASSERT_EQUAL_INT(0, store_backup(home, NULL, NULL));
        change_file(damages[i].sql);
        start();
        expect(STORAGE_STATE_RESTORED, damages[i].cause);
        home = store_home_close(home, true);
        start(); /* and that is that */
        expect(STORAGE_STATE_GOOD, "");
        home = store_home_close(home, true);
        TEST_ASSERT_EQUAL_INT(0, remove(folder_path(dir, "postern.db.damaged-1")));
    }
}

/* Size and times are as they were: no other check is made. */
void test_the_schema_is_looked_at_after_an_end_in_order_too(void) {
    char command[300];
    start();
    TEST_ASSERT_EQUAL_INT(0, store_backup(home, NULL, NULL));
    home = store_home_close(home, true);
    (void)snprintf(command, sizeof(command), "touch -r '%s/postern.db' '%s/times'", dir, dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
    change_file("DROP INDEX leave_of");
    (void)snprintf(command, sizeof(command), "touch -r '%s/times' '%s/postern.db'", dir, dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
    start();
    expect(STORAGE_STATE_RESTORED, "missing index leave_of");
}

void test_without_a_copy_it_starts_empty_and_the_old_one_is_kept(void) {
    start();
    change_file("DROP TABLE leave");
    start();
    expect(STORAGE_STATE_FRESH, "missing table leave");
    TEST_ASSERT_EQUAL_INT(0, access(folder_path(dir, "postern.db.damaged-1"), F_OK));
}

/* What would be taken for damage at the next start is never the last good copy. */
void test_no_copy_is_made_of_one(void) {
    struct store *other = NULL;
    start();
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &other));
    change(other, "CREATE TABLE zebra (id INTEGER)");
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_backup(home, NULL, NULL));
    TEST_ASSERT_EQUAL_STRING("foreign table zebra", cause_get()->text);
    change(other, "DROP TABLE zebra; PRAGMA foreign_keys = OFF; " DANGLING);
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_backup(home, NULL, NULL));
    TEST_ASSERT_EQUAL_STRING("a row of zebra belongs to no row of user", cause_get()->text);
    change(other, "DROP TABLE zebra");
    TEST_ASSERT_EQUAL_INT(0, store_backup(home, NULL, NULL));
    other = store_free(other);
    TEST_ASSERT_TRUE(store_home_damaged(home));
}
