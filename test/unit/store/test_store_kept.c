/* Reading a state folder without opening its database. */
#include "store/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "folder_files.h"
#include "store/home_impl.h"
#include "store/settings/settings.h"
#include "store/store_impl.h"
#include "unity.h"

#define SCHEMA_AT 60

static char dir[64];

static bool folder_has(const char *folder, const char *name) {
    return access(folder_path(folder, name), F_OK) == 0;
}

/* Makes a file with a schema version like SQLite's. */
static void write_schema(const char *name, unsigned schema, size_t len) {
    uint8_t head[100] = {0};
    for (unsigned i = 0; i < 4; i++) {
        head[SCHEMA_AT + i] = (uint8_t)(schema >> (24 - 8 * i));
    }
    folder_write(dir, name, head, len);
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-kept-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

void tearDown(void) {
    char command[96];
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

void test_a_folder_that_is_not_there_is_made_with_its_lock(void) {
    char folder[80];
    struct stat info;
    struct store_home *home = NULL;
    int fd = -1, other = -1;
    (void)snprintf(folder, sizeof(folder), "%s/state", dir);
    TEST_ASSERT_EQUAL(0, store_kept_lock(folder, &fd));
    TEST_ASSERT_EQUAL(0, stat(folder, &info));
    TEST_ASSERT_EQUAL(0700, info.st_mode & 0777);
    TEST_ASSERT_EQUAL(E_LOCKED, store_kept_lock(folder, &other));
    TEST_ASSERT_EQUAL(E_LOCKED, store_home_open(folder, &home));
    (void)close(fd);
    TEST_ASSERT_EQUAL(0, store_home_open(folder, &home));
    TEST_ASSERT_EQUAL(E_LOCKED, store_kept_lock(folder, &other));
    home = store_home_close(home, true);
    TEST_ASSERT_EQUAL(0, store_kept_lock(folder, &fd));
    (void)close(fd);
}

void test_what_is_no_folder_cannot_be_locked(void) {
    char path[STORE_PATH_MAX + 8];
    int fd = -1;
    folder_write_text(dir, "file", "");
    TEST_ASSERT_LESS_THAN(0, store_kept_lock(folder_path(dir, "file"), &fd));
    TEST_ASSERT_LESS_THAN(0, store_kept_lock(folder_path(dir, "no/folder"), &fd));
    memset(path, 'x', sizeof(path) - 1);
    path[0] = '/';
    path[sizeof(path) - 1] = '\0';
    TEST_ASSERT_EQUAL(E_INVAL, store_kept_lock(path, &fd));
    TEST_ASSERT_EQUAL_INT64(0, store_kept_schema(path));
    TEST_ASSERT_EQUAL_UINT64(0, store_kept_octets(path));
    TEST_ASSERT_EQUAL(-1, fd);
}

/* The longest possible path: that of the lock, with its NUL. */
void test_the_border_of_a_path(void) {
    char path[STORE_PATH_MAX];
    size_t most = STORE_PATH_MAX - strlen("/" STORE_LOCK) - 1;
    memset(path, '/', most);
    memcpy(path, dir, strlen(dir));
    path[most] = '\0';
    int fd = -1;
    TEST_ASSERT_EQUAL(0, store_kept_lock(path, &fd));
    (void)close(fd);
    path[most] = '/';
    path[most + 1] = '\0';
    TEST_ASSERT_EQUAL(E_INVAL, store_kept_lock(path, &fd));
}

void test_the_schema_is_the_lower_one_of_the_database_and_the_copy_from_before(void) {
    static const struct {
        unsigned database, copy;
        int64_t expected;
    } cases[] = {{7, 0, 7}, {7, 6, 6}, {7, 7, 7}, {7, 8, 7}, {0x01020304, 0x01020303, 0x01020303}, {0, 5, 0}};
    TEST_ASSERT_EQUAL_INT64(0, store_kept_schema(dir));
    write_schema(STORE_DB, 41, 100);
    TEST_ASSERT_EQUAL_INT64(41, store_kept_schema(dir));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        write_schema(STORE_DB, cases[i].database, 100);
        write_schema("postern.db.before", cases[i].copy, 100);
        TEST_ASSERT_EQUAL_INT64(cases[i].expected, store_kept_schema(dir));
    }
}

void test_a_file_that_is_too_short_says_nothing(void) {
    write_schema(STORE_DB, 41, SCHEMA_AT + 3);
    TEST_ASSERT_EQUAL_INT64(0, store_kept_schema(dir));
    write_schema(STORE_DB, 41, SCHEMA_AT + 4);
    TEST_ASSERT_EQUAL_INT64(41, store_kept_schema(dir));
}

void test_how_large_the_database_is(void) {
    TEST_ASSERT_EQUAL_UINT64(0, store_kept_octets(dir));
    write_schema(STORE_DB, 1, 77);
    TEST_ASSERT_EQUAL_UINT64(77, store_kept_octets(dir));
}

static void put_setting(struct store *store, const char *key) {
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_settings_put(store, &(struct store_setting){.key = key, .value = "1"}));
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

/* A used state: one setting is in the last good copy, another was added later. */
static void make_state(void) {
    struct store_home *home = NULL;
    struct store *store = NULL;
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    put_setting(store, "a");
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    put_setting(store, "b");
    store = store_free(store);
    home = store_home_close(home, true);
}

/* Opens it, gives what was found, and how many settings it has. */
static struct store_status open_state(int64_t *ret_settings) {
    struct store_home *home = NULL;
    struct store *store = NULL;
    sqlite3_stmt *query = NULL;
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    struct store_status status = *store_home_status(home);
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    TEST_ASSERT_EQUAL(0, store_prepare(store, "SELECT count(*) FROM setting WHERE key IN ('a', 'b')", &query));
    TEST_ASSERT_EQUAL(1, store_step(store, query));
    *ret_settings = sqlite3_column_int64(query, 0);
    (void)sqlite3_finalize(query);
    store = store_free(store);
    home = store_home_close(home, true);
    return status;
}

static int64_t now_s(void) {
    return (int64_t)time(NULL);
}

void test_the_data_that_there_is_to_start_with(void) {
    struct store_kept_data kept = {1, 1};
    store_kept_data(dir, &kept);
    TEST_ASSERT_EQUAL_INT64(0, kept.copied_s);
    TEST_ASSERT_EQUAL_INT64(0, kept.replaced_s);
    make_state();
    store_kept_data(dir, &kept);
    TEST_ASSERT_INT64_WITHIN(60, now_s(), kept.copied_s);
    TEST_ASSERT_EQUAL_INT64(0, kept.replaced_s);
    TEST_ASSERT_EQUAL(0, mkdir(folder_path(dir, "replaced"), 0700));
    folder_write_text(dir, "replaced/" STORE_DB, "x");
    store_kept_data(dir, &kept);
    TEST_ASSERT_INT64_WITHIN(60, now_s(), kept.replaced_s);
}

void test_the_last_good_copy_takes_the_place_of_the_database_once(void) {
    int64_t settings = 0;
    make_state();
    TEST_ASSERT_EQUAL(0, store_kept_decide(dir, RECOVERY_DATA_COPY, "PT-1"));
    struct store_status status = open_state(&settings);
    TEST_ASSERT_TRUE(status.unwanted);
    TEST_ASSERT_EQUAL(STORAGE_STATE_RESTORED, status.state);
    TEST_ASSERT_EQUAL(1, status.damaged);
    TEST_ASSERT_EQUAL_INT64(1, settings);
    TEST_ASSERT_TRUE(folder_has(dir, STORE_DB ".damaged-1")); /* the previous database is not lost */
    TEST_ASSERT_FALSE(folder_has(dir, STORE_COPY_MARK));
    status = open_state(&settings);
    TEST_ASSERT_FALSE(status.unwanted);
    TEST_ASSERT_EQUAL(STORAGE_STATE_GOOD, status.state);
    TEST_ASSERT_FALSE(folder_has(dir, STORE_DB ".damaged-2"));
}

/* A database of a newer firmware is never opened. */
void test_the_copy_takes_the_place_of_what_cannot_be_opened(void) {
    int64_t settings = 0;
    make_state();
    write_schema(STORE_DB, 9999, 100);
    TEST_ASSERT_EQUAL(0, store_kept_decide(dir, RECOVERY_DATA_COPY, ""));
    TEST_ASSERT_EQUAL(STORAGE_STATE_RESTORED, open_state(&settings).state);
    TEST_ASSERT_EQUAL_INT64(1, settings);
}

/* The copy is gone: the database is not set aside in vain. */
void test_without_a_copy_the_database_stays(void) {
    int64_t settings = 0;
    make_state();
    TEST_ASSERT_EQUAL(0, store_kept_decide(dir, RECOVERY_DATA_COPY, ""));
    TEST_ASSERT_EQUAL(0, unlink(folder_path(dir, STORE_GOOD_COPY)));
    struct store_status status = open_state(&settings);
    TEST_ASSERT_FALSE(status.unwanted);
    TEST_ASSERT_EQUAL_INT64(2, settings);
    TEST_ASSERT_FALSE(folder_has(dir, STORE_COPY_MARK));
}

void test_everything_is_erased_with_its_note(void) {
    int64_t settings = 0;
    make_state();
    TEST_ASSERT_EQUAL(0, store_kept_decide(dir, RECOVERY_DATA_ERASE, "PT-7K3MQ4ZX2N"));
    char note[32] = "";
    TEST_ASSERT_EQUAL(13, folder_read(dir, "erase", note, sizeof(note)));
    TEST_ASSERT_EQUAL_STRING("PT-7K3MQ4ZX2N", note);
    struct store_status status = open_state(&settings);
    TEST_ASSERT_TRUE(status.erased);
    TEST_ASSERT_EQUAL_INT64(0, settings);
    TEST_ASSERT_FALSE(folder_has(dir, STORE_GOOD_COPY));
}

void test_the_state_from_before_a_restore_is_put_back(void) {
    int64_t settings = 0;
    make_state();
    TEST_ASSERT_EQUAL(0, mkdir(folder_path(dir, "replaced"), 0700));
    (void)open_state(&settings);
    TEST_ASSERT_EQUAL(0, rename(folder_path(dir, STORE_DB), folder_path(dir, "replaced/" STORE_DB)));
    write_schema(STORE_DB, 9999, 100);
    TEST_ASSERT_EQUAL(0, store_kept_decide(dir, RECOVERY_DATA_REPLACED, ""));
    TEST_ASSERT_TRUE(open_state(&settings).returned);
    TEST_ASSERT_EQUAL_INT64(2, settings);
}

void test_the_last_decision_is_the_one_and_can_be_taken_back(void) {
    TEST_ASSERT_EQUAL(0, store_kept_undecide(dir));
    TEST_ASSERT_EQUAL(0, store_kept_decide(dir, RECOVERY_DATA_ERASE, ""));
    TEST_ASSERT_EQUAL(0, store_kept_decide(dir, RECOVERY_DATA_REPLACED, ""));
    TEST_ASSERT_FALSE(folder_has(dir, "erase"));
    TEST_ASSERT_TRUE(folder_has(dir, "back"));
    TEST_ASSERT_EQUAL(0, store_kept_decide(dir, RECOVERY_DATA_COPY, ""));
    TEST_ASSERT_FALSE(folder_has(dir, "back"));
    TEST_ASSERT_TRUE(folder_has(dir, "copy"));
    TEST_ASSERT_EQUAL(0, store_kept_undecide(dir));
    TEST_ASSERT_FALSE(folder_has(dir, "copy"));
    TEST_ASSERT_LESS_THAN(0, store_kept_decide("/nowhere/at/all", RECOVERY_DATA_COPY, ""));
}
