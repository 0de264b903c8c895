/* Marks: complete or missing, durable on return, and written in an order that no power cut can break. */
#include "store/mark.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "store/store.h"
#include "unity.h"

#define NAME "decided"
#define NOTE "PT-1 17\n"
#define MAX 16

static char dir[64];
static struct store_home *home;

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-mark-XXXXXX");
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

static bool is_there(const char *name) {
    return access(folder_path(dir, name), F_OK) == 0;
}

static void assert_note(const char *expected) {
    char note[MAX];
    TEST_ASSERT_EQUAL(0, store_mark_read(home, NAME, note, sizeof(note)));
    TEST_ASSERT_EQUAL_STRING(expected, note);
}

void test_the_note_is_durable_before_the_name_and_the_name_on_return(void) {
    struct stat info;
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_mark_leave(home, NAME, NOTE, MAX));
    TEST_ASSERT_EQUAL_STRING("write " NAME ".new\nsync " NAME ".new\nrename " NAME ".new " NAME "\nsync .\n",
                             file_watch_stop());
    assert_note(NOTE);
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, NAME), &info));
    TEST_ASSERT_EQUAL(0600, info.st_mode & 0777);
}

void test_another_note_takes_the_place_of_the_one_before(void) {
    folder_write_text(dir, NAME ".new", "a longer one that the power left half");
    TEST_ASSERT_EQUAL(0, store_mark_leave(home, NAME, NOTE, MAX));
    TEST_ASSERT_EQUAL(0, store_mark_leave(home, NAME, "2\n", MAX));
    assert_note("2\n");
    TEST_ASSERT_FALSE(is_there(NAME ".new"));
}

void test_a_note_has_room_for_its_nul(void) {
    TEST_ASSERT_EQUAL(E_TOO_LARGE, store_mark_leave(home, NAME, "1234567890123456", MAX));
    TEST_ASSERT_FALSE(is_there(NAME));
    TEST_ASSERT_FALSE(is_there(NAME ".new"));
    TEST_ASSERT_EQUAL(0, store_mark_leave(home, NAME, "123456789012345", MAX));
    assert_note("123456789012345");
}

/* An overlong one is not read beyond the buffer. */
void test_what_is_read_ends_where_the_room_does(void) {
    char note[5] = "xxxx";
    TEST_ASSERT_EQUAL(0, store_mark_leave(home, NAME, "123456789", MAX));
    TEST_ASSERT_EQUAL(0, store_mark_read(home, NAME, note, sizeof(note)));
    TEST_ASSERT_EQUAL_STRING("1234", note);
}

/* For each failing call: the error is returned, and there is no mark, under either name. */
void test_there_is_none_when_a_call_fails(void) {
    unsigned calls = 0;
    for (bool has_failed = true; has_failed; calls++) {
        file_watch_start(dir);
        file_watch_fail_after(calls, ENOSPC);
        int r = store_mark_leave(home, NAME, NOTE, MAX);
        has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        TEST_ASSERT_EQUAL(has_failed ? E_NOSPC : 0, r);
        TEST_ASSERT_EQUAL(!has_failed, is_there(NAME));
        TEST_ASSERT_FALSE(is_there(NAME ".new"));
    }
    TEST_ASSERT_EQUAL(7, calls); /* open, write, sync, rename, and the folder: open, sync; then none fails */
}

void test_a_full_disk_leaves_none(void) {
    file_watch_start(dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, store_mark_leave(home, NAME, NOTE, MAX));
    (void)file_watch_stop();
    TEST_ASSERT_FALSE(is_there(NAME));
    TEST_ASSERT_FALSE(is_there(NAME ".new"));
}

void test_one_that_is_not_there(void) {
    char note[MAX];
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_mark_read(home, NAME, note, sizeof(note)));
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_mark_remove(home, NAME));
    TEST_ASSERT_EQUAL_STRING("", file_watch_stop());
}

void test_taking_it_away_takes_both_names_and_is_durable(void) {
    TEST_ASSERT_EQUAL(0, store_mark_leave(home, NAME, NOTE, MAX));
    folder_write_text(dir, NAME ".new", "half");
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_mark_remove(home, NAME));
    TEST_ASSERT_EQUAL_STRING("remove " NAME "\nremove " NAME ".new\nsync .\n", file_watch_stop());
    folder_write_text(dir, NAME ".new", "half");
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_mark_remove(home, NAME));
    TEST_ASSERT_EQUAL_STRING("remove " NAME ".new\nsync .\n", file_watch_stop());
}

void test_what_cannot_be_read_or_taken_away_is_an_error(void) {
    char note[MAX];
    TEST_ASSERT_EQUAL(0, symlink("lock", folder_path(dir, NAME)));
    TEST_ASSERT_NOT_EQUAL(E_NOTFOUND, store_mark_read(home, NAME, note, sizeof(note)));
    TEST_ASSERT_NOT_EQUAL(0, store_mark_read(home, NAME, note, sizeof(note)));
    TEST_ASSERT_EQUAL(0, unlink(folder_path(dir, NAME)));
    TEST_ASSERT_EQUAL(0, mkdir(folder_path(dir, NAME), 0700));
    TEST_ASSERT_LESS_THAN(0, store_mark_read(home, NAME, note, sizeof(note)));
    TEST_ASSERT_LESS_THAN(0, store_mark_remove(home, NAME));
    TEST_ASSERT_TRUE(is_there(NAME));
}

/* Never writes through a link of that name. */
void test_no_link_is_followed(void) {
    folder_write_text(dir, "other", "as it was");
    TEST_ASSERT_EQUAL(0, symlink("other", folder_path(dir, NAME ".new")));
    TEST_ASSERT_LESS_THAN(0, store_mark_leave(home, NAME, NOTE, MAX));
    char text[16] = "";
    TEST_ASSERT_EQUAL(9, folder_read(dir, "other", text, sizeof(text)));
    TEST_ASSERT_EQUAL_MEMORY("as it was", text, 9);
}

void test_a_name_that_is_too_long(void) {
    char name[2048], note[MAX];
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    TEST_ASSERT_EQUAL(E_TOO_LARGE, store_mark_leave(home, name, NOTE, MAX));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, store_mark_read(home, name, note, sizeof(note)));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, store_mark_remove(home, name));
}
