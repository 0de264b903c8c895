/* Files that come in pieces: each piece goes on where the last one ended, or nothing of it is taken. */
#include "store/upload.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_watch.h"
#include "store/store.h"
#include "unity.h"

static char dir[64];
static struct store_home *home;

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-upload-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
}

void tearDown(void) {
    char command[128];
    home = store_home_close(home, true);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static int put(int64_t offset, const char *text) {
    int64_t received = -1;
    int r = store_upload_put(home, STORE_UPLOAD_BULK, offset, text, strlen(text), &received);
    if (r == 0) {
        TEST_ASSERT_EQUAL(offset + (int64_t)strlen(text), received);
    }
    return r;
}

static void check_content(const char *expected) {
    char path[STORE_UPLOAD_PATH_MAX], text[64] = "";
    TEST_ASSERT_EQUAL(0, store_upload_path(home, STORE_UPLOAD_BULK, "file", path));
    FILE *file = fopen(path, "rb");
    TEST_ASSERT_NOT_NULL(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    (void)fclose(file);
    TEST_ASSERT_EQUAL_STRING(expected, text);
}

static bool is_there(const char *name) {
    char path[256];
    struct stat info;
    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    return stat(path, &info) == 0;
}

void test_pieces_make_the_file(void) {
    int64_t size = -1;
    TEST_ASSERT_EQUAL(0, put(0, "abc"));
    TEST_ASSERT_EQUAL(0, put(3, "defg"));
    check_content("abcdefg");
    TEST_ASSERT_EQUAL(0, store_upload_size(home, STORE_UPLOAD_BULK, &size));
    TEST_ASSERT_EQUAL(7, size);
}

void test_a_piece_that_does_not_follow_is_refused(void) {
    int64_t size = -1;
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, put(3, "defg")); /* nothing was begun */
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_upload_size(home, STORE_UPLOAD_BULK, &size));
    TEST_ASSERT_EQUAL(0, put(0, "abc"));
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, put(2, "x"));
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, put(4, "x"));
    check_content("abc");
}

void test_the_first_piece_begins_anew(void) {
    char path[STORE_UPLOAD_PATH_MAX];
    TEST_ASSERT_EQUAL(0, put(0, "abc"));
    TEST_ASSERT_EQUAL(0, store_upload_path(home, STORE_UPLOAD_BULK, "rows", path));
    FILE *beside = fopen(path, "wb");
    TEST_ASSERT_NOT_NULL(beside);
    (void)fclose(beside);
    TEST_ASSERT_EQUAL(0, put(0, "z"));
    check_content("z");
    TEST_ASSERT_FALSE(is_there("bulk/rows"));
}

void test_purposes_have_folders_of_their_own(void) {
    int64_t received = 0, size = 0;
    TEST_ASSERT_EQUAL(0, put(0, "abc"));
    TEST_ASSERT_EQUAL(0, store_upload_put(home, STORE_UPLOAD_RESTORE, 0, "xy", 2, &received));
    TEST_ASSERT_EQUAL(0, store_upload_drop(home, STORE_UPLOAD_BULK));
    TEST_ASSERT_FALSE(is_there("bulk"));
    TEST_ASSERT_EQUAL(0, store_upload_size(home, STORE_UPLOAD_RESTORE, &size));
    TEST_ASSERT_EQUAL(2, size);
    TEST_ASSERT_EQUAL(0, store_uploads_drop(home));
    TEST_ASSERT_FALSE(is_there("restore"));
    TEST_ASSERT_EQUAL(0, store_uploads_drop(home)); /* need not be there */
}

void test_nobody_else_may_read_it(void) {
    char path[256];
    struct stat info;
    TEST_ASSERT_EQUAL(0, put(0, "abc"));
    (void)snprintf(path, sizeof(path), "%s/bulk", dir);
    TEST_ASSERT_EQUAL(0, stat(path, &info));
    TEST_ASSERT_EQUAL_HEX(0700, info.st_mode & 07777);
    (void)snprintf(path, sizeof(path), "%s/bulk/file", dir);
    TEST_ASSERT_EQUAL(0, stat(path, &info));
    TEST_ASSERT_EQUAL_HEX(0600, info.st_mode & 07777);
}

void test_a_link_is_not_followed(void) {
    char path[256], target[256];
    TEST_ASSERT_EQUAL(0, put(0, "abc"));
    (void)snprintf(path, sizeof(path), "%s/bulk/file", dir);
    (void)snprintf(target, sizeof(target), "%s/target", dir);
    TEST_ASSERT_EQUAL(0, rename(path, target));
    TEST_ASSERT_EQUAL(0, symlink(target, path));
    TEST_ASSERT_NOT_EQUAL(0, put(3, "def"));
    TEST_ASSERT_EQUAL(0, put(0, "z")); /* a new one takes the place of the link */
    check_content("z");
}

/* The disk takes two bytes of four: what was there stays, and the next piece goes on behind it. */
void test_a_piece_that_goes_half_is_not_there(void) {
    struct rlimit before, limit;
    int64_t size = 0;

    TEST_ASSERT_EQUAL(0, put(0, "abc"));
    TEST_ASSERT_EQUAL(0, getrlimit(RLIMIT_FSIZE, &before));
    limit = (struct rlimit){.rlim_cur = 5, .rlim_max = before.rlim_max};
    (void)signal(SIGXFSZ, SIG_IGN);
    TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_FSIZE, &limit));
    int r = put(3, "defg");
    TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_FSIZE, &before));
    TEST_ASSERT_EQUAL(E_SYSTEM, r);
    check_content("abc");
    TEST_ASSERT_EQUAL(0, put(3, "xyz"));
    TEST_ASSERT_EQUAL(0, store_upload_size(home, STORE_UPLOAD_BULK, &size));
    TEST_ASSERT_EQUAL(6, size);
    check_content("abcxyz");
}

/* That it is gone is on the disk when it is said; where nothing is there, nothing is done. */
void test_what_is_dropped_is_gone_for_good(void) {
    TEST_ASSERT_EQUAL(0, put(0, "abc"));
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_upload_drop(home, STORE_UPLOAD_BULK));
    const char *seen = file_watch_stop();
    TEST_ASSERT_GREATER_OR_EQUAL_size_t(7, strlen(seen));
    TEST_ASSERT_EQUAL_STRING("sync .\n", seen + strlen(seen) - 7);
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_upload_drop(home, STORE_UPLOAD_BULK));
    TEST_ASSERT_EQUAL_STRING("", file_watch_stop());
}

/* The longest path, and one character more. */
void test_names_that_are_too_long(void) {
    char name[STORE_UPLOAD_PATH_MAX], path[STORE_UPLOAD_PATH_MAX];
    size_t len = STORE_UPLOAD_PATH_MAX - strlen(dir) - strlen("/bulk/");

    memset(name, 'n', sizeof(name));
    name[len] = '\0';
    TEST_ASSERT_EQUAL(E_TOO_LARGE, store_upload_path(home, STORE_UPLOAD_BULK, name, path));
    name[len - 1] = '\0';
    TEST_ASSERT_EQUAL(0, store_upload_path(home, STORE_UPLOAD_BULK, name, path));
    TEST_ASSERT_EQUAL(STORE_UPLOAD_PATH_MAX - 1, strlen(path));
}

/* A file in the place of the folder is told, and an empty piece is one. */
void test_a_file_in_the_place_of_the_folder(void) {
    char path[256];

    TEST_ASSERT_EQUAL(0, put(0, ""));
    check_content("");
    TEST_ASSERT_EQUAL(0, store_upload_drop(home, STORE_UPLOAD_BULK));
    (void)snprintf(path, sizeof(path), "%s/bulk", dir);
    FILE *file = fopen(path, "wb");
    TEST_ASSERT_NOT_NULL(file);
    (void)fclose(file);
    int64_t size = 0;
    TEST_ASSERT_EQUAL(E_SYSTEM, store_upload_drop(home, STORE_UPLOAD_BULK));
    TEST_ASSERT_EQUAL(E_SYSTEM, store_uploads_drop(home));
    TEST_ASSERT_EQUAL(E_SYSTEM, put(0, "abc"));
    TEST_ASSERT_EQUAL(E_SYSTEM, store_upload_size(home, STORE_UPLOAD_BULK, &size));
}
