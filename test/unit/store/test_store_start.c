/* Starts and recoveries in which one call fails: an error is said or all is well, and the next start finds everything. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "store/home_impl.h"
#include "store/users/users.h"
#include "unity.h"

#define CALLS_MAX 200

static char dir[64];
static struct store_home *home;

static void shell(const char *format) {
    char command[512];
    (void)snprintf(command, sizeof(command), format, dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static bool is_there(const char *name) {
    return access(folder_path(dir, name), F_OK) == 0;
}

static void add_user(uint32_t id) {
    struct store *store = NULL;
    struct user user = {.userid = id, .username = "Ada", .group = 1};
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    int begun = store_begin(store);
    int added = store_users_add(store, &user, NULL);
    int ended = store_commit(store);
    store = store_free(store);
    TEST_ASSERT_EQUAL(0, begun);
    TEST_ASSERT_EQUAL(0, added);
    TEST_ASSERT_EQUAL(0, ended);
}

static unsigned users(void) {
    struct store *store = NULL;
    struct store_users_counts counts = {.users = 99};
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    int r = store_users_counts(store, &counts);
    store = store_free(store);
    TEST_ASSERT_EQUAL(0, r);
    return counts.users;
}

/* Two users, of whom the last good copy has one. */
void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-start-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    add_user(1);
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    add_user(2);
    home = store_home_close(home, true);
}

void tearDown(void) {
    (void)file_watch_stop();
    home = store_home_close(home, true);
    shell("rm -rf '%1$s' '%1$s.kept'");
}

static void damage(void) {
    shell("dd if=/dev/urandom of='%s/postern.db' bs=4096 count=8 conv=notrunc 2>/dev/null");
}

/* Each call once; what is found behind it is the same each time. */
static void fail_each(unsigned expected, enum storage_state state, int error) {
    unsigned failures = 0;
    bool has_failed = true;
    shell("cp -a '%1$s' '%1$s.kept'");
    for (unsigned calls = 0; has_failed; calls++) {
        TEST_ASSERT_LESS_THAN(CALLS_MAX, calls);
        file_watch_start(dir);
        file_watch_fail_after(calls, error);
        int r = store_home_open(dir, &home);
        has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        failures += r < 0;
        if (r == 0) {
            TEST_ASSERT_EQUAL(expected, users());
            TEST_ASSERT_EQUAL(state, store_home_status(home)->state);
        }
        home = store_home_close(home, r == 0);
        TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
        TEST_ASSERT_EQUAL(expected, users());
        home = store_home_close(home, true);
        shell("rm -rf '%1$s' && cp -a '%1$s.kept' '%1$s'");
    }
    TEST_ASSERT_GREATER_THAN(5, failures);
}

void test_a_start_in_order(void) {
    fail_each(2, STORAGE_STATE_GOOD, EIO);
}

void test_a_recovery(void) {
    damage();
    fail_each(1, STORAGE_STATE_RESTORED, EIO);
}

/* Without room for two the copy itself takes the place of the database. */
void test_a_recovery_without_room_for_two(void) {
    damage();
    for (unsigned calls = 0; is_there("postern.db.good"); calls++) {
        TEST_ASSERT_LESS_THAN(CALLS_MAX, calls);
        home = store_home_close(home, true);
        shell("rm -rf '%1$s.kept' && cp -a '%1$s' '%1$s.kept'");
        file_watch_start(dir);
        file_watch_fail_after(calls, ENOSPC);
        int r = store_home_open(dir, &home);
        (void)file_watch_stop();
        if (r < 0 || is_there("postern.db.good")) {
            home = store_home_close(home, true);
            shell("rm -rf '%1$s' && cp -a '%1$s.kept' '%1$s'");
        }
    }
    TEST_ASSERT_EQUAL(1, users());
    TEST_ASSERT_FALSE(is_there("postern.db.new"));
    TEST_ASSERT_TRUE(is_there("postern.db.damaged-1"));
    TEST_ASSERT_EQUAL(STORAGE_STATE_RESTORED, store_home_status(home)->state);
    TEST_ASSERT_GREATER_THAN(0, store_home_status(home)->since_s);
}

/* The folders above it are made too, for their owner alone; a file in the way is an error. */
void test_the_folder_and_those_above(void) {
    char path[128];
    struct stat info;
    struct store_home *deep = NULL;
    (void)snprintf(path, sizeof(path), "%s/a/b", dir);
    TEST_ASSERT_EQUAL(0, store_home_open(path, &deep));
    deep = store_home_close(deep, true);
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, "a"), &info));
    TEST_ASSERT_EQUAL(0700, info.st_mode & 0777);
    (void)snprintf(path, sizeof(path), "%s/postern.db/b", dir);
    TEST_ASSERT_LESS_THAN(0, store_home_open(path, &deep));
    TEST_ASSERT_EQUAL(E_INVAL, store_home_open("", &deep));
    TEST_ASSERT_NULL(deep);
}

/* A path has to leave room for the longest name. */
void test_the_border_of_the_path(void) {
    char path[STORE_PATH_MAX + 1];
    struct store_home *long_home = NULL;
    memset(path, '/', sizeof(path));
    memcpy(path, dir, strlen(dir));
    path[STORE_PATH_MAX - STORE_NAME_MAX] = '\0';
    TEST_ASSERT_EQUAL(E_INVAL, store_home_open(path, &long_home));
    path[STORE_PATH_MAX - STORE_NAME_MAX - 1] = '\0';
    TEST_ASSERT_EQUAL(0, store_home_open(path, &long_home));
    char name[STORE_NAME_MAX + 1], full[STORE_PATH_MAX];
    memset(name, 'x', sizeof(name));
    name[STORE_NAME_MAX] = '\0';
    int longer = store_home_path(long_home, name, full);
    name[STORE_NAME_MAX - 1] = '\0';
    int fits = store_home_path(long_home, name, full);
    long_home = store_home_close(long_home, true);
    TEST_ASSERT_EQUAL(E_TOO_LARGE, longer);
    TEST_ASSERT_EQUAL(0, fits);
}

/* The mark of a good end is of this very file: another size, another time, or a log beside it, and it is checked. */
void test_what_a_clean_end_is(void) {
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_FALSE(store_home_status(home)->checked);
    TEST_ASSERT_FALSE(is_there("clean"));
    home = store_home_close(home, true);
    TEST_ASSERT_TRUE(is_there("clean"));
    shell("touch -d '2020-01-01' '%s/postern.db'");
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_TRUE(store_home_status(home)->checked);
    home = store_home_close(home, false);
    TEST_ASSERT_FALSE(is_there("clean"));
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_TRUE(store_home_status(home)->checked);
    home = store_home_close(home, true);
    shell("touch '%s/postern.db-wal'");
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_TRUE(store_home_status(home)->checked);
    store_home_note_damage(home);
    home = store_home_close(home, true);
    TEST_ASSERT_FALSE(is_there("clean"));
}
