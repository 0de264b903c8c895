/* Deleted users are nowhere in the files any more, not even in unused pages. */
#include "prepared_state.h"
#include "store/erase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"

#define USERS 300

static char dir[64];
static struct store_home *home;
static struct store *store;

/* Names in no order, so that pages of the indexes are split and joined. */
static void name_of(uint32_t id, char ret_name[32]) {
    (void)snprintf(ret_name, 32, "nobody %u else", (unsigned)(id * 7919 % 1000));
}

static void add_users(void) {
    TEST_ASSERT_EQUAL(0, store_begin(store));
    for (uint32_t id = 1; id <= USERS; id++) {
        char name[32] = "";
        name_of(id, name);
        struct user user = {.userid = id, .username = name, .group = 1};
        struct store_password password = {.console = false};
        (void)snprintf(password.hash, sizeof(password.hash), "$hash of %s", name);
        memcpy(password.pin_key, name, sizeof(password.pin_key)); /* as long, and as different */
        TEST_ASSERT_EQUAL(0, store_users_add(store, &user, &password));
    }
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

static void start(void) {
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
}

static void stop(void) {
    store = store_free(store);
    home = store_home_close(home, true);
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-erase-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    prepared_state_write(dir);
    start();
    add_users();
    stop();
    start();
}

void tearDown(void) {
    char command[128];
    stop();
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static char *read_file(const char *name, size_t *ret_len) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *file = fopen(path, "rb");
    TEST_ASSERT_NOT_NULL(file);
    char *data = malloc(16 << 20);
    TEST_ASSERT_NOT_NULL(data);
    *ret_len = fread(data, 1, 16 << 20, file);
    (void)fclose(file);
    return data;
}

/* Counts the users' names in a file. */
static unsigned count_names(const char *file, uint32_t from, uint32_t to) {
    size_t len = 0;
    char *data = read_file(file, &len);
    unsigned count = 0;
    for (uint32_t id = from; id <= to; id++) {
        char name[32];
        name_of(id, name);
        count += memmem(data, len, name, strlen(name)) != NULL;
    }
    free(data);
    return count;
}

static void assert_gone(uint32_t from, uint32_t to) {
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    stop();
    TEST_ASSERT_EQUAL(0, count_names("postern.db", from, to));
    TEST_ASSERT_EQUAL(0, count_names("postern.db.good", from, to));
}

void test_users_are_seen_in_the_file_while_they_are_there(void) {
    TEST_ASSERT_EQUAL(USERS, count_names("postern.db", 1, USERS));
}

void test_deleted_users_are_nowhere(void) {
    TEST_ASSERT_EQUAL(0, store_begin(store));
    for (uint32_t id = 100; id <= 200; id++) {
        TEST_ASSERT_EQUAL(0, store_users_delete(store, id));
    }
    TEST_ASSERT_EQUAL(0, store_commit(store));
    assert_gone(100, 200);
    TEST_ASSERT_EQUAL(USERS - 101, count_names("postern.db", 1, USERS));
    start();
}

void test_users_that_were_deleted_all_at_once_are_nowhere(void) {
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, erase_users(store));
    TEST_ASSERT_EQUAL(0, store_commit(store));
    assert_gone(1, USERS);
    start();
}

/* The log is removed at the clean end: it contains the earlier pages. */
void test_the_log_does_not_outlive_a_good_end(void) {
    char path[128];
    stop();
    (void)snprintf(path, sizeof(path), "%s/postern.db-wal", dir);
    TEST_ASSERT_NOT_EQUAL(0, access(path, F_OK));
    start();
}
