/* What is known of a state folder without opening its database. */
#include "store/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder_files.h"
#include "store/home_impl.h"
#include "store/store.h"
#include "unity.h"

#define SCHEMA_AT 60

static char dir[64];

/* A file that says of itself, as SQLite's do, which schema it has. */
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

/* The longest path that there is room for: that of the lock, with its NUL, is as long as can be. */
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
    TEST_ASSERT_EQUAL_INT64(0, store_kept_schema(dir));
    write_schema(STORE_DB, 0x01020304, 100);
    TEST_ASSERT_EQUAL_INT64(0x01020304, store_kept_schema(dir));
    write_schema("postern.db.before", 41, 100);
    TEST_ASSERT_EQUAL_INT64(41, store_kept_schema(dir));
    write_schema(STORE_DB, 40, 100);
    TEST_ASSERT_EQUAL_INT64(40, store_kept_schema(dir));
    write_schema("postern.db.before", 0, 100); /* says nothing */
    TEST_ASSERT_EQUAL_INT64(40, store_kept_schema(dir));
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
