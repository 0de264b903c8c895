/* What a state folder tells whose daemon does not start, and the settings that are read from it. */
#include "store/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder_files.h"
#include "store/home_impl.h"
#include "unity.h"

static char dir[64];

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-kept-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

void tearDown(void) {
    char command[128];

    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

/* The lock is that of the daemon, in both directions. */
void test_the_lock(void) {
    struct store_home *home = NULL;
    int fd = -1, other = -1;

    TEST_ASSERT_EQUAL_INT(0, store_kept_lock(dir, &fd));
    TEST_ASSERT_EQUAL_INT(E_LOCKED, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL_INT(E_LOCKED, store_kept_lock(dir, &other));
    (void)close(fd);
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL_INT(E_LOCKED, store_kept_lock(dir, &fd));
    home = store_home_close(home, true);
    TEST_ASSERT_EQUAL_INT(0, store_kept_lock(dir, &fd));
    (void)close(fd);
}

void test_a_folder_that_is_not_there_is_made(void) {
    char path[128], deeper[192];
    struct stat info;
    int fd = -1;

    (void)snprintf(path, sizeof(path), "%s/state", dir);
    TEST_ASSERT_EQUAL_INT(0, store_kept_lock(path, &fd));
    (void)close(fd);
    TEST_ASSERT_EQUAL_INT(0, stat(path, &info));
    TEST_ASSERT_EQUAL_HEX(S_IFDIR | 0700, info.st_mode);
    (void)snprintf(deeper, sizeof(deeper), "%s/none/state", dir);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_kept_lock(deeper, &fd));
}

/* A database's header: the schema is at 60, most significant byte first. */
static void write_schema(const char *name, uint32_t schema, size_t len) {
    uint8_t header[100] = {0};

    for (int i = 0; i < 4; i++) {
        header[60 + i] = (uint8_t)(schema >> (24 - 8 * i));
    }
    folder_write(dir, name, header, len);
}

/* The lower of the two, where the copy has one. */
void test_the_lowest_schema(void) {
    static const struct {
        uint32_t database, copy;
        int64_t expected;
    } cases[] = {{7, 0, 7}, {7, 6, 6}, {7, 7, 7}, {7, 8, 7}, {0x01020304, 0x01020303, 0x01020303}, {0, 5, 0}};

    TEST_ASSERT_EQUAL_INT64(0, store_kept_schema(dir));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        write_schema("postern.db", cases[i].database, 100);
        write_schema("postern.db.before", cases[i].copy, 100);
        TEST_ASSERT_EQUAL_INT64(cases[i].expected, store_kept_schema(dir));
    }
    write_schema("postern.db", 7, 63); /* too short */
    TEST_ASSERT_EQUAL_INT64(0, store_kept_schema(dir));
    write_schema("postern.db", 7, 64);
    write_schema("postern.db.before", 6, 63);
    TEST_ASSERT_EQUAL_INT64(7, store_kept_schema(dir));
}

void test_how_large_the_database_is(void) {
    TEST_ASSERT_EQUAL_UINT64(0, store_kept_octets(dir));
    write_schema("postern.db", 7, 99);
    TEST_ASSERT_EQUAL_UINT64(99, store_kept_octets(dir));
}

/* A path as long as it may be, and one character more. */
void test_paths_that_are_too_long(void) {
    char path[STORE_PATH_MAX + 8];
    int fd = -1;

    memset(path, 'x', sizeof(path));
    path[STORE_PATH_MAX - sizeof("/lock")] = '\0'; /* the longest; but no folder has a name of that length */
    TEST_ASSERT_EQUAL_INT(E_SYSTEM, store_kept_lock(path, &fd));
    memset(path, 'x', sizeof(path));
    path[STORE_PATH_MAX - sizeof("/lock") + 1] = '\0';
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_kept_lock(path, &fd));
    TEST_ASSERT_EQUAL_INT64(0, store_kept_schema(path));
    TEST_ASSERT_EQUAL_UINT64(0, store_kept_octets(path));
}
