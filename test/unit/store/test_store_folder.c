/* Removing a folder of files in the state folder. */
#include "store/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "store/home_impl.h"
#include "store/store.h"
#include "unity.h"

#define FOLDER "things"

static char dir[64];
static struct store_home *home;

static bool is_there(const char *name) {
    return access(folder_path(dir, name), F_OK) == 0;
}

static void make_folder(void) {
    TEST_ASSERT_EQUAL(0, mkdir(folder_path(dir, FOLDER), 0700));
    folder_write_text(dir, FOLDER "/1", "one");
    folder_write_text(dir, FOLDER "/.2", "hidden");
    folder_write_text(dir, FOLDER "/..3", "more so");
    TEST_ASSERT_EQUAL(0, symlink("../lock", folder_path(dir, FOLDER "/link")));
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-folder-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
}

void tearDown(void) {
    char command[96];
    (void)file_watch_stop();
    home = store_home_close(home, true);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

void test_it_goes_with_its_files_and_no_link_is_followed(void) {
    make_folder();
    TEST_ASSERT_EQUAL(0, store_folder_remove(home, FOLDER));
    TEST_ASSERT_FALSE(is_there(FOLDER));
    TEST_ASSERT_TRUE(is_there("lock"));
}

void test_one_that_is_not_there(void) {
    TEST_ASSERT_EQUAL(0, store_folder_remove(home, FOLDER));
    TEST_ASSERT_EQUAL(0, store_folder_remove(home, "no/" FOLDER));
}

void test_a_file_is_no_folder(void) {
    folder_write_text(dir, FOLDER, "a file");
    TEST_ASSERT_LESS_THAN(0, store_folder_remove(home, FOLDER));
    TEST_ASSERT_TRUE(is_there(FOLDER));
}

/* A folder that contains a folder is not removed. */
void test_a_folder_inside_stays(void) {
    make_folder();
    TEST_ASSERT_EQUAL(0, mkdir(folder_path(dir, FOLDER "/inside"), 0700));
    TEST_ASSERT_LESS_THAN(0, store_folder_remove(home, FOLDER));
    TEST_ASSERT_TRUE(is_there(FOLDER "/inside"));
}

void test_a_call_that_fails_is_said(void) {
    unsigned calls = 0;
    make_folder();
    for (bool has_failed = true; has_failed; calls++) {
        file_watch_start(dir);
        file_watch_fail_after(calls, EIO);
        int r = store_folder_remove(home, FOLDER);
        has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        TEST_ASSERT_EQUAL(has_failed ? E_IO : 0, r);
        TEST_ASSERT_EQUAL(has_failed, is_there(FOLDER));
    }
    TEST_ASSERT_GREATER_THAN(1, calls);
}

void test_a_name_that_is_too_long(void) {
    char name[STORE_PATH_MAX + 1];
    for (size_t i = 0; i < sizeof(name) - 1; i++) {
        name[i] = 'x';
    }
    name[sizeof(name) - 1] = '\0';
    TEST_ASSERT_EQUAL(E_TOO_LARGE, store_folder_remove(home, name));
}
