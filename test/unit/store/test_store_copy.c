/* The last good copy, the snapshot for a backup, and the check before both. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "prepared_state.h"
#include "store/erase.h"
#include "store/home_impl.h"
#include "store/users/users.h"
#include "unity.h"

#define GOOD "postern.db.good"
#define PART GOOD ".part"
#define TAKEN "postern.db.taken"

static char dir[64];
static struct store_home *home;
static uint64_t free_bytes; /* reported by the disk; 0: the real value */

int said_statvfs(const char *path, struct statvfs *ret_info) __asm__("statvfs64");
int said_statvfs(const char *path, struct statvfs *ret_info) {
    (void)path;
    *ret_info = (struct statvfs){.f_frsize = 1, .f_bavail = free_bytes != 0 ? free_bytes : UINT64_C(1) << 40};
    return 0;
}

static void shell(const char *format) {
    char command[256];
    (void)snprintf(command, sizeof(command), format, dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void sql(const char *statements) {
    _cleanup_(store_freep) struct store *store = NULL;
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    TEST_ASSERT_EQUAL(0, store_exec(store, statements));
}

static void add_user(uint32_t id) {
    _cleanup_(store_freep) struct store *store = NULL;
    struct user user = {.userid = id, .username = "Ada", .group = 1};
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_users_add(store, &user, NULL));
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

static int64_t users_in(const char *name) {
    sqlite3 *db = NULL;
    sqlite3_stmt *query = NULL;
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open_v2(folder_path(dir, name), &db, SQLITE_OPEN_READONLY, NULL));
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_prepare_v2(db, "SELECT count(*) FROM user", -1, &query, NULL));
    TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(query));
    int64_t count = sqlite3_column_int64(query, 0);
    (void)sqlite3_finalize(query);
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
    return count;
}

static bool is_there(const char *name) {
    return access(folder_path(dir, name), F_OK) == 0;
}

void setUp(void) {
    free_bytes = 0;
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-copy-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    prepared_state_write(dir);
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    add_user(1);
}

void tearDown(void) {
    (void)file_watch_stop();
    home = store_home_close(home, true);
    shell("rm -rf '%s'");
}

/* --- The last good copy --------------------------------------------------------------------------------------------- */

void test_the_copy_is_durable_before_its_name_and_the_name_on_return(void) {
    folder_write_text(dir, PART, "half of an earlier one");
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    const char *notes = file_watch_stop();
    const char *end = "rename " PART " " GOOD "\nsync .\n";
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(notes, end), notes);
    TEST_ASSERT_EQUAL_STRING(end, strstr(notes, end));
    TEST_ASSERT_EQUAL_STRING_LEN("remove " PART "\n", notes, strlen("remove " PART "\n"));
    /* SQLite's own syncs are before it removes its journal. */
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(notes, "remove " PART "-journal\nsync " PART "\n"), notes);
    TEST_ASSERT_EQUAL(1, users_in(GOOD));
    TEST_ASSERT_FALSE(is_there(PART));
}

/* Data deleted before is no longer in the log beside the database either. */
void test_the_log_is_written_back_and_emptied_before(void) {
    _cleanup_(store_freep) struct store *open = NULL; /* so that the log stays */
    TEST_ASSERT_EQUAL(0, store_open(home, &open));
    add_user(2);
    char octet;
    TEST_ASSERT_EQUAL(1, folder_read(dir, "postern.db-wal", &octet, 1));
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    TEST_ASSERT_EQUAL(0, folder_read(dir, "postern.db-wal", &octet, 1));
    TEST_ASSERT_EQUAL(2, users_in(GOOD));
}

void test_whatever_call_fails_the_copy_before_stays(void) {
    unsigned calls = 0, failures = 0;
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    add_user(2);
    for (bool has_failed = true; has_failed; calls++) {
        TEST_ASSERT_LESS_THAN(400, calls);
        file_watch_start(dir);
        file_watch_fail_after(calls, EIO);
        int r = store_backup(home, NULL, NULL);
        has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        failures += r < 0;
        TEST_ASSERT_FALSE(is_there(PART));
        TEST_ASSERT_FALSE(store_home_damaged(home));
        TEST_ASSERT_TRUE(r == 0 || has_failed);
        TEST_ASSERT_TRUE(users_in(GOOD) == 2 || r < 0);
    }
    TEST_ASSERT_GREATER_THAN(5, failures);
}

void test_a_damaged_database_is_noted_and_not_copied(void) {
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    add_user(2);
    sql("PRAGMA wal_checkpoint(TRUNCATE)");
    shell("dd if=/dev/urandom of='%s/postern.db' bs=4096 seek=2 count=6 conv=notrunc 2>/dev/null");
    TEST_ASSERT_EQUAL(E_CORRUPT, store_backup(home, NULL, NULL));
    TEST_ASSERT_TRUE(store_home_damaged(home));
    TEST_ASSERT_EQUAL(1, users_in(GOOD));
    TEST_ASSERT_FALSE(is_there(PART));
}

static unsigned asked;

static bool is_second(void *ctx) {
    TEST_ASSERT_EQUAL_PTR(&asked, ctx);
    asked++;
    return asked == 2;
}

static void make_large(void) {
    sql("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)"
        " INSERT INTO user_photo (userid, picture) SELECT i + 10, zeroblob(3000) FROM n");
}

void test_one_that_is_cancelled_leaves_the_one_before(void) {
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    add_user(2);
    make_large();
    asked = 0;
    TEST_ASSERT_EQUAL(E_CANCELLED, store_backup(home, is_second, &asked));
    TEST_ASSERT_EQUAL(2, asked);
    TEST_ASSERT_EQUAL(1, users_in(GOOD));
    TEST_ASSERT_FALSE(is_there(PART));
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL)); /* the next one is possible */
    TEST_ASSERT_EQUAL(2, users_in(GOOD));
}

static void erase_now(void) {
    TEST_ASSERT_EQUAL(0, erase_copies(home));
}

static bool erase_meanwhile(void *ctx) {
    (void)ctx;
    erase_now();
    return false;
}

/* It contains a user who must not be in any copy. */
void test_one_whose_people_were_erased_meanwhile_gets_no_name(void) {
    file_watch_start(dir);
    file_watch_at_open("postern.db", erase_now); /* it has started, and nothing is written yet */
    TEST_ASSERT_EQUAL(E_CANCELLED, store_backup(home, NULL, NULL));
    (void)file_watch_stop();
    TEST_ASSERT_FALSE(is_there(GOOD));
    TEST_ASSERT_FALSE(is_there(PART));
    make_large();
    TEST_ASSERT_LESS_THAN(0, store_backup(home, erase_meanwhile, NULL)); /* its remains are removed with the others */
    TEST_ASSERT_FALSE(is_there(GOOD));
    TEST_ASSERT_FALSE(is_there(PART));
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    TEST_ASSERT_TRUE(is_there(GOOD));
}

/* Space for the database and the margin suffices; a byte less does not, and nothing is started. */
void test_the_border_of_the_room(void) {
    sql("PRAGMA wal_checkpoint(TRUNCATE)");
    FILE *file = fopen(folder_path(dir, "postern.db"), "r");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL(0, fseek(file, 0, SEEK_END));
    uint64_t needed = (uint64_t)ftell(file) + STORE_MARGIN_OCTETS;
    (void)fclose(file);
    free_bytes = needed - 1;
    TEST_ASSERT_EQUAL(E_NOSPC, store_backup(home, NULL, NULL));
    TEST_ASSERT_FALSE(is_there(GOOD));
    int fd = -1;
    int64_t octets = 0;
    TEST_ASSERT_EQUAL(E_NOSPC, store_take(home, true, &(struct store_copy_watch){0}, &fd, &octets));
    free_bytes = needed;
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    TEST_ASSERT_TRUE(is_there(GOOD));
}

/* --- The snapshot for a backup
 * ---------------------------------------------------------------------------------------- */

static unsigned told, last_percent;

static void tell(void *ctx, unsigned percent) {
    TEST_ASSERT_EQUAL_PTR(&told, ctx);
    TEST_ASSERT_TRUE(percent >= last_percent && percent <= 100);
    told++;
    last_percent = percent;
}

static int64_t take(bool without_certificate, const struct store_copy_watch *watch, uint8_t *ret_data, size_t size) {
    int fd = -1;
    int64_t octets = 0;
    TEST_ASSERT_EQUAL(0, store_take(home, without_certificate, watch, &fd, &octets));
    TEST_ASSERT_EQUAL_INT64(octets, read(fd, ret_data, size));
    TEST_ASSERT_TRUE((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
    (void)close(fd);
    return octets;
}

static void assert_no_remains(void) {
    static const char *const names[] = {TAKEN, TAKEN "-journal", TAKEN "-wal", TAKEN "-shm"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(is_there(names[i]), names[i]);
    }
}

/* Remains of an earlier one would be taken for its log. */
void test_it_is_one_file_without_a_name(void) {
    static uint8_t data[1 << 20];
    folder_write_text(dir, TAKEN, "old");
    folder_write_text(dir, TAKEN "-journal", "old");
    folder_write_text(dir, TAKEN "-wal", "old");
    folder_write_text(dir, TAKEN "-shm", "old");
    int64_t octets = take(false, &(struct store_copy_watch){0}, data, sizeof(data));
    assert_no_remains();
    TEST_ASSERT_EQUAL(1, data[18]); /* it has no log */
    TEST_ASSERT_EQUAL(1, data[19]);
    folder_write(dir, "taken", data, (size_t)octets);
    TEST_ASSERT_EQUAL(1, users_in("taken"));
}

void test_how_far_it_is(void) {
    static uint8_t data[1 << 23];
    make_large();
    told = last_percent = 0;
    (void)take(true, &(struct store_copy_watch){.progress = tell, .ctx = &told}, data, sizeof(data));
    TEST_ASSERT_GREATER_THAN(1, told);
    TEST_ASSERT_EQUAL(100, last_percent);
}

void test_taking_one_can_be_cancelled_and_leaves_nothing(void) {
    int fd = -1;
    int64_t octets = 0;
    make_large();
    asked = 0;
    const struct store_copy_watch watch = {.cancelled = is_second, .ctx = &asked};
    TEST_ASSERT_EQUAL(E_CANCELLED, store_take(home, true, &watch, &fd, &octets));
    TEST_ASSERT_EQUAL(-1, fd);
    assert_no_remains();
    TEST_ASSERT_EQUAL(0, store_take(home, true, &(struct store_copy_watch){0}, &fd, &octets));
    (void)close(fd);
}

void test_whatever_call_fails_nothing_of_it_is_left(void) {
    unsigned calls = 0, failures = 0;
    for (bool has_failed = true; has_failed; calls++) {
        int fd = -1;
        int64_t octets = 0;
        TEST_ASSERT_LESS_THAN(400, calls);
        file_watch_start(dir);
        file_watch_fail_after(calls, EIO);
        int r = store_take(home, true, &(struct store_copy_watch){0}, &fd, &octets);
        has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        failures += r < 0;
        TEST_ASSERT_EQUAL(r == 0, fd >= 0);
        TEST_ASSERT_EQUAL(r == 0, octets > 0);
        TEST_ASSERT_TRUE(r == 0 || has_failed);
        if (fd >= 0) {
            (void)close(fd);
        }
        shell("rm -f '%s'/" TAKEN "*"); /* if removing it failed */
    }
    TEST_ASSERT_GREATER_THAN(5, failures);
}

/* --- The check ------------------------------------------------------------------------------------------------------- */

static void assert_check(bool indexes, int expected, bool index_damaged) {
    struct store *store = NULL;
    bool damaged = !index_damaged;
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    int r = store_check(store, indexes, &damaged, NULL);
    store = store_free(store);
    TEST_ASSERT_EQUAL(expected, r);
    TEST_ASSERT_EQUAL(index_damaged, damaged);
}

static void write_schema(const char *statements) {
    sqlite3 *db = NULL;
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(folder_path(dir, "postern.db"), &db));
    TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, sqlite3_exec(db, statements, NULL, NULL, NULL), sqlite3_errmsg(db));
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
}

void test_a_good_one(void) {
    assert_check(false, 0, false);
    assert_check(true, 0, false);
}

/* An index that lacks a row: only the check of indexes finds it. */
void test_an_index_that_does_not_fit_its_table(void) {
    write_schema(
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = 'CREATE INDEX user_group_id ON user (level)' WHERE name = 'user_group_id';");
    assert_check(false, 0, false);
    assert_check(true, E_CORRUPT, false);
}

/* It is rebuilt if only it is damaged. */
void test_the_index_of_name_parts(void) {
    sql("INSERT INTO user_name_fts (rowid, grams) VALUES (77, 'xyz')");
    write_schema("UPDATE user_name_fts_data SET block = zeroblob(12) WHERE id > 10");
    assert_check(false, 0, true);
    struct store *store = NULL;
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    int r = store_rebuild_index(store);
    store = store_free(store);
    TEST_ASSERT_EQUAL(0, r);
    assert_check(false, 0, false);
}
