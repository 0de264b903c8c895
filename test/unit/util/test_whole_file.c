/* Small files: complete or missing, read unchanged, and wiped without remains. */
#include "util/whole_file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "unity.h"

#define NAME "facts"
#define OLD "the old text\n"
#define NEW "the new text, which is a bit longer\n"

static char dir[64];
static char text[2048];

static bool is_there(const char *name) {
    struct stat info;
    return lstat(folder_path(dir, name), &info) == 0;
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-whole-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    memset(text, 'x', sizeof(text));
}

void tearDown(void) {
    char command[128];
    (void)file_watch_stop();
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void check_text(const char *expected) {
    TEST_ASSERT_EQUAL(0, whole_file_read(dir, NAME, text, sizeof(text)));
    TEST_ASSERT_EQUAL_STRING(expected, text);
}

/* --- Reading and writing --------------------------------------------------------------------------------------------- */

void test_what_is_written_is_read(void) {
    struct stat info;
    TEST_ASSERT_EQUAL(E_NOTFOUND, whole_file_read(dir, NAME, text, sizeof(text)));
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, OLD));
    check_text(OLD);
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, NEW));
    check_text(NEW);
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, ""));
    check_text("");
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, NAME), &info));
    TEST_ASSERT_EQUAL_HEX(0600, info.st_mode & 07777);
    TEST_ASSERT_FALSE(is_there(NAME ".new"));
}

/* Only readable by its owner, even if a file readable by everyone was there before. */
void test_its_mode_is_that_of_a_secret(void) {
    struct stat info;
    mode_t mask = umask(0);
    folder_write(dir, NAME, OLD, strlen(OLD));
    folder_write(dir, NAME ".new", OLD, strlen(OLD));
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, NEW));
    (void)umask(mask);
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, NAME), &info));
    TEST_ASSERT_EQUAL_HEX(0600, info.st_mode & 07777);
}

void test_one_octet_is_for_the_nul(void) {
    char room[6];
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, "12345"));
    TEST_ASSERT_EQUAL(0, whole_file_read(dir, NAME, room, sizeof(room)));
    TEST_ASSERT_EQUAL_STRING("12345", room);
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, "123456"));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, whole_file_read(dir, NAME, room, sizeof(room)));
}

void test_paths_that_are_too_long(void) {
    char name[PATH_MAX];
    memset(name, 'n', sizeof(name));
    name[PATH_MAX - 1 - strlen(dir)] = '\0'; /* one too many, with the / */
    TEST_ASSERT_EQUAL(E_INVAL, whole_file_read(dir, name, text, sizeof(text)));
    TEST_ASSERT_EQUAL(E_INVAL, whole_file_write(dir, name, OLD));
    TEST_ASSERT_EQUAL(E_INVAL, whole_file_wipe(dir, name));
    name[PATH_MAX - 1 - strlen(dir) - strlen(".new")] = '\0'; /* it fits, but not its temporary name */
    TEST_ASSERT_EQUAL(E_INVAL, whole_file_write(dir, name, OLD));
}

void test_a_folder_that_is_not_there(void) {
    TEST_ASSERT_EQUAL(E_NOTFOUND, whole_file_read("/nowhere", NAME, text, sizeof(text)));
    TEST_ASSERT_LESS_THAN(0, whole_file_write("/nowhere", NAME, OLD));
    TEST_ASSERT_EQUAL(0, whole_file_wipe("/nowhere", NAME));
}

/* --- Links, which would redirect
 * -------------------------------------------------------------------------------------- */

void test_a_link_is_not_read_and_not_wiped(void) {
    folder_write(dir, "elsewhere", OLD, strlen(OLD));
    TEST_ASSERT_EQUAL(0, symlink(folder_path(dir, "elsewhere"), folder_path(dir, NAME)));
    TEST_ASSERT_LESS_THAN(0, whole_file_read(dir, NAME, text, sizeof(text)));
    TEST_ASSERT_NOT_EQUAL(E_NOTFOUND, whole_file_read(dir, NAME, text, sizeof(text)));
    TEST_ASSERT_LESS_THAN(0, whole_file_wipe(dir, NAME));
    TEST_ASSERT_EQUAL(strlen(OLD), folder_read(dir, "elsewhere", text, sizeof(text)));
    TEST_ASSERT_EQUAL_MEMORY(OLD, text, strlen(OLD));
}

/* Links in place of the file or its temporary name are not followed for writing. */
void test_a_link_is_replaced_and_not_followed(void) {
    struct stat info;
    folder_write(dir, "elsewhere", OLD, strlen(OLD));
    TEST_ASSERT_EQUAL(0, symlink(folder_path(dir, "elsewhere"), folder_path(dir, NAME)));
    TEST_ASSERT_EQUAL(0, symlink(folder_path(dir, "elsewhere"), folder_path(dir, NAME ".new")));
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, NEW));
    TEST_ASSERT_EQUAL(0, lstat(folder_path(dir, NAME), &info));
    TEST_ASSERT_TRUE(S_ISREG(info.st_mode));
    check_text(NEW);
    TEST_ASSERT_EQUAL(strlen(OLD), folder_read(dir, "elsewhere", text, sizeof(text)));
}

/* --- Complete or missing
 * ---------------------------------------------------------------------------------------------- */

void test_it_is_on_the_disk_before_it_has_its_name_and_the_name_before_it_is_done(void) {
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, OLD));
    TEST_ASSERT_EQUAL_STRING("write facts.new\nsync facts.new\nrename facts.new facts\nsync .\n", file_watch_stop());
}

void test_what_a_cut_left_is_in_nobodys_way(void) {
    folder_write(dir, NAME ".new", NEW, 4);
    TEST_ASSERT_EQUAL(E_NOTFOUND, whole_file_read(dir, NAME, text, sizeof(text)));
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, OLD));
    TEST_ASSERT_EQUAL_STRING("remove facts.new\nwrite facts.new\nsync facts.new\nrename facts.new facts\nsync .\n",
                             file_watch_stop());
    check_text(OLD);
}

void test_on_a_full_disk_the_one_before_stays(void) {
    TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, OLD));
    file_watch_start(dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, whole_file_write(dir, NAME, NEW));
    TEST_ASSERT_EQUAL_STRING("write facts.new\nremove facts.new\n", file_watch_stop());
    check_text(OLD);
    TEST_ASSERT_FALSE(is_there(NAME ".new"));
}

/* Runs `act` in a child process, whose power fails after so many calls. True: it finished before. */
static bool is_done_before_cut(void (*act)(void), unsigned calls) {
    int status = 0;
    pid_t child = fork();
    TEST_ASSERT_GREATER_OR_EQUAL(0, child);
    if (child == 0) {
        file_watch_start(dir);
        file_watch_cut_after(calls);
        act();
        _exit(0);
    }
    TEST_ASSERT_EQUAL(child, waitpid(child, &status, 0));
    TEST_ASSERT_TRUE(WIFEXITED(status));
    TEST_ASSERT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == FILE_WATCH_CUT);
    return WEXITSTATUS(status) == 0;
}

static void write_it(void) {
    if (whole_file_write(dir, NAME, NEW) < 0) {
        _exit(1);
    }
}

void test_a_cut_anywhere_leaves_the_old_one_or_the_new_one(void) {
    unsigned olds = 0;
    bool done = false;
    for (unsigned calls = 0; !done; calls++) {
        TEST_ASSERT_LESS_THAN(20, calls);
        TEST_ASSERT_EQUAL(0, whole_file_write(dir, NAME, OLD));
        done = is_done_before_cut(write_it, calls);
        TEST_ASSERT_EQUAL(0, whole_file_read(dir, NAME, text, sizeof(text)));
        if (strcmp(text, NEW) != 0) {
            TEST_ASSERT_EQUAL_STRING(OLD, text);
            TEST_ASSERT_FALSE(done);
            olds++;
        }
    }
    TEST_ASSERT_GREATER_OR_EQUAL(
        3, olds); /* before the old one beside it goes, the new one is made, written and renamed */
}

/* --- Wiping ---------------------------------------------------------------------------------------------------------- */

void test_there_need_not_be_one_to_wipe(void) {
    TEST_ASSERT_EQUAL(0, whole_file_wipe(dir, NAME));
}

void test_zeros_are_on_the_disk_before_the_name_goes(void) {
    folder_write(dir, NAME, OLD, strlen(OLD));
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, whole_file_wipe(dir, NAME));
    TEST_ASSERT_EQUAL_STRING("write facts\nsync facts\nremove facts\nsync .\n", file_watch_stop());
    TEST_ASSERT_FALSE(is_there(NAME));
}

/* Checked through a second name (hard link) of the same data. */
void test_every_octet_is_a_zero_afterwards(void) {
    static const size_t sizes[] = {1, 511, 512, 513, 1024, 1300};
    static char octets[1300];
    static const char zeros[1300];
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        memset(octets, 's', sizeof(octets));
        folder_write(dir, NAME, octets, sizes[i]);
        TEST_ASSERT_EQUAL(0, link(folder_path(dir, NAME), folder_path(dir, "kept")));
        TEST_ASSERT_EQUAL(0, whole_file_wipe(dir, NAME));
        TEST_ASSERT_FALSE(is_there(NAME));
        TEST_ASSERT_EQUAL(sizes[i], folder_read(dir, "kept", octets, sizeof(octets)));
        TEST_ASSERT_EQUAL_MEMORY(zeros, octets, sizes[i]);
        TEST_ASSERT_EQUAL(0, unlink(folder_path(dir, "kept")));
    }
}

void test_what_cannot_be_overwritten_goes_all_the_same_and_is_said(void) {
    folder_write(dir, NAME, OLD, strlen(OLD));
    file_watch_start(dir);
    file_watch_fill();
    TEST_ASSERT_LESS_THAN(0, whole_file_wipe(dir, NAME));
    (void)file_watch_stop();
    TEST_ASSERT_FALSE(is_there(NAME));
}

static void wipe_it(void) {
    if (whole_file_wipe(dir, NAME) < 0) {
        _exit(1);
    }
}

/* After an interruption the name is never gone with the data still there. */
void test_a_cut_anywhere_while_it_is_wiped(void) {
    bool done = false;
    for (unsigned calls = 0; !done; calls++) {
        TEST_ASSERT_LESS_THAN(20, calls);
        folder_write(dir, NAME, OLD, strlen(OLD));
        TEST_ASSERT_EQUAL(0, link(folder_path(dir, NAME), folder_path(dir, "kept")));
        done = is_done_before_cut(wipe_it, calls);
        TEST_ASSERT_EQUAL(strlen(OLD), folder_read(dir, "kept", text, sizeof(text)));
        TEST_ASSERT_TRUE(is_there(NAME) || text[0] == '\0');
        TEST_ASSERT_EQUAL(0, unlink(folder_path(dir, "kept")));
    }
    TEST_ASSERT_FALSE(is_there(NAME));
}
