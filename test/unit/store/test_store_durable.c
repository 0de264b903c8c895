/* What is on the disk when a function of the store reports it, and in which order. */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_watch.h"
#include "prepared_state.h"
#include "store/erase.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"

static char dir[64];
static struct store_home *home;
static struct store *store;

static void start(void) {
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
}

static void stop(void) {
    store = store_free(store);
    home = store_home_close(home, true);
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-durable-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    prepared_state_write(dir);
    start();
}

void tearDown(void) {
    char command[128];
    stop();
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void add(uint32_t id) {
    struct user user = {.userid = id, .username = "Somebody", .group = 1};
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_users_add(store, &user, NULL));
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

static void make_file(const char *name, const char *text) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_GREATER_OR_EQUAL(0, fputs(text, file));
    TEST_ASSERT_EQUAL(0, fclose(file));
}

static bool is_there(const char *name) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    return access(path, F_OK) == 0;
}

/* `notes` has `lines` at its end. */
static void assert_ends(const char *lines, const char *notes) {
    size_t len = strlen(notes), end = strlen(lines);
    TEST_ASSERT_EQUAL_STRING(lines, len < end ? notes : notes + len - end);
}

static void assert_has(const char *lines, const char *notes) {
    TEST_ASSERT_TRUE_MESSAGE(strstr(notes, lines) != NULL, notes);
}

void test_each_commit_is_synced_once_and_an_aborted_one_writes_nothing(void) {
    add(1); /* begins the log */
    for (uint32_t id = 2; id < 5; id++) {
        file_watch_start(dir);
        add(id);
        TEST_ASSERT_EQUAL_STRING("write postern.db-wal\nsync postern.db-wal\n", file_watch_stop_about("postern.db"));
    }
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_begin(store));
    store_abort(store);
    TEST_ASSERT_EQUAL_STRING("", file_watch_stop_about("postern.db"));
}

void test_each_step_of_the_schema_is_one_commit_with_its_version(void) {
    struct store *fresh = NULL;
    char path[128];
    unsigned before = 0, steps = 0;
    (void)snprintf(path, sizeof(path), "%s/fresh", dir);
    TEST_ASSERT_EQUAL(0, store_connect(path, NULL, &fresh));
    TEST_ASSERT_EQUAL(0, store_migrate_to(fresh, 1, &before)); /* begins the log */
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_migrate(fresh, &before));
    const char *notes = file_watch_stop_about("fresh-wal");
    for (; *notes; steps++) {
        static const char step[] = "write fresh-wal\nsync fresh-wal\n";
        TEST_ASSERT_EQUAL_STRING_LEN(step, notes, sizeof(step) - 1);
        notes += sizeof(step) - 1;
    }
    TEST_ASSERT_EQUAL(store_schema_latest() - 1, steps);
    fresh = store_free(fresh);
}

void test_the_good_copy_is_synced_before_it_has_its_name(void) {
    add(1);
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    assert_ends("sync postern.db.good.part\nrename postern.db.good.part postern.db.good\nsync .\n", file_watch_stop());
}

void test_a_recovery_is_on_the_disk_step_by_step(void) {
    add(1);
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    stop();
    make_file("postern.db", "This is no database.");
    file_watch_start(dir);
    start();
    const char *notes = file_watch_stop();
    assert_has("rename postern.db postern.db.damaged-1\nsync .\n"
               "write postern.db.new\nsync postern.db.new\nrename postern.db.new postern.db\nsync .\n",
               notes);
}

void test_the_mark_of_a_good_end_is_synced_and_gone_before_the_first_change(void) {
    file_watch_start(dir);
    stop();
    assert_ends("write clean\nsync clean\n", file_watch_stop());
    file_watch_start(dir);
    start();
    assert_has("remove clean\nsync .\n", file_watch_stop());
}

void test_the_mark_of_an_erasure_is_on_the_disk_when_it_is_decided(void) {
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, erase_request(home, "PT-1"));
    TEST_ASSERT_EQUAL_STRING("write erase.new\nsync erase.new\nrename erase.new erase\nsync .\n", file_watch_stop());
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, erase_finish(home));
    TEST_ASSERT_EQUAL_STRING("remove erase\nsync .\n", file_watch_stop());
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, erase_finish(home));
    TEST_ASSERT_EQUAL_STRING("", file_watch_stop());
}

static const char *const copies[] = {"postern.db.good",      "postern.db.good.part", "postern.db.good.part-journal",
                                     "postern.db.damaged-1", "postern.db.new",       "postern.db.damaged-1-wal"};

/* Also of an unfinished copy, and of an interrupted recovery. */
void test_all_copies_are_erased_and_that_is_on_the_disk(void) {
    for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++) {
        make_file(copies[i], "somebody");
    }
    make_file("postern.db.notes", "of somebody else");
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, erase_copies(home));
    assert_ends("sync .\n", file_watch_stop());
    for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(is_there(copies[i]), copies[i]);
    }
    TEST_ASSERT_TRUE(is_there("postern.db.notes"));
    TEST_ASSERT_TRUE(is_there("postern.db"));
}

void test_everything_is_erased_on_the_disk_before_anything_is_made_anew(void) {
    static const char *const others[] = {"identity", "identity.new", "clean"};
    TEST_ASSERT_EQUAL(0, erase_request(home, "PT-1"));
    stop();
    for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++) {
        make_file(copies[i], "somebody");
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        make_file(others[i], "of before");
    }
    file_watch_start(dir);
    start();
    const char *notes = file_watch_stop();
    const char *made = strstr(notes, "write postern.db\n");
    const char *erased = strstr(notes, "sync .\n");
    TEST_ASSERT_NOT_NULL(made);
    TEST_ASSERT_NOT_NULL(erased);
    TEST_ASSERT_TRUE(erased < made);
    TEST_ASSERT_NULL_MESSAGE(strstr(erased, "remove identity"), notes);
    for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(is_there(copies[i]), copies[i]);
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(is_there(others[i]), others[i]);
    }
    TEST_ASSERT_TRUE(is_there("erase"));
}

static void erase_now(void) {
    TEST_ASSERT_EQUAL(0, erase_copies(home));
}

/* Its reader began before the users were deleted, and its file did not exist when the copies were searched. */
void test_a_copy_that_was_being_made_while_the_copies_were_erased_is_none(void) {
    add(1);
    file_watch_start(dir);
    file_watch_at_open("postern.db.good.part", erase_now);
    TEST_ASSERT_EQUAL(E_CANCELLED, store_backup(home, NULL, NULL));
    (void)file_watch_stop();
    TEST_ASSERT_FALSE(is_there("postern.db.good"));
    TEST_ASSERT_FALSE(is_there("postern.db.good.part"));
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    TEST_ASSERT_TRUE(is_there("postern.db.good"));
}

/* Of every connection, and of what SQLite makes of them in a file. */
void test_what_connections_are_set_to(void) {
    static const struct {
        const char *sql, *value;
    } pragmas[] = {{"PRAGMA journal_mode", "wal"},
                   {"PRAGMA synchronous", "2"},
                   {"PRAGMA secure_delete", "1"},
                   {"PRAGMA wal_autocheckpoint", "1000"},
                   {"PRAGMA journal_size_limit", "8388608"},
                   {"PRAGMA temp_store", "2"},
                   {"PRAGMA cache_size", "-500"},
                   {"PRAGMA foreign_keys", "1"},
                   {"PRAGMA trusted_schema", "0"}};
    for (size_t i = 0; i < sizeof(pragmas) / sizeof(pragmas[0]); i++) {
        sqlite3_stmt *query = NULL;
        TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_prepare_v2(store->db, pragmas[i].sql, -1, &query, NULL));
        TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(query));
        TEST_ASSERT_EQUAL_STRING_MESSAGE(pragmas[i].value, (const char *)sqlite3_column_text(query, 0), pragmas[i].sql);
        (void)sqlite3_finalize(query);
    }
}
