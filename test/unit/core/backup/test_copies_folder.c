#include "core/backup/copies_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_watch.h"
#include "unity.h"
#include "util/cause.h"

#define SERIAL "PT-7K3MQ4ZX2N"
#define NAME(stamp) "postern-" SERIAL "-" stamp ".backup"

static char folder[64];

static void path_of(char path[160], const char *name) {
    (void)snprintf(path, 160, "%s/%s", folder, name);
}

static void put(const char *name) {
    char path[160];
    path_of(path, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    TEST_ASSERT_TRUE(fd >= 0);
    (void)close(fd);
}

static bool has(const char *name) {
    char path[160];
    struct stat found;
    path_of(path, name);
    return lstat(path, &found) == 0;
}

static unsigned entries(void) {
    unsigned count = 0;
    DIR *dir = opendir(folder);
    while (dir != NULL && readdir(dir) != NULL) {
        count++;
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    return count - 2;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info;
    (void)kind;
    (void)where;
    return remove(path);
}

static unsigned open_before; /* files, at the beginning of a test */

static unsigned open_files(void) {
    unsigned count = 0;
    DIR *dir = opendir("/proc/self/fd");
    TEST_ASSERT_NOT_NULL(dir);
    while (readdir(dir) != NULL) {
        count++;
    }
    (void)closedir(dir);
    return count;
}

void setUp(void) {
    open_before = open_files();
    (void)snprintf(folder, sizeof(folder), "/tmp/postern-copies-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(folder));
}

void tearDown(void) {
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL_MESSAGE(open_before, open_files(), "a file stays open");
    TEST_ASSERT_EQUAL(0, nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS));
}

void test_only_the_exact_name_is_that_of_a_copy(void) {
    static const char *const others[] = {
        "",
        "postern",
        "postern-" SERIAL,
        "postern-" SERIAL "-.backup",
        "postern-" SERIAL "X-2026-11-24-0615.backup",
        "postern-PT-7K3MQ4ZX2-2026-11-24-0615.backup",
        "postern-PT-XXXXXXXXXX-2026-11-24-0615.backup",
        "Postern-" SERIAL "-2026-11-24-0615.backup",
        NAME("2026-11-24-061"),
        NAME("2026-11-24-06155"),
        NAME("2026-11-24-06:5"),
        NAME("2026-1d-24-0615"),
        NAME("2026/11/24/0615"),
        NAME("2026-11-24-0615") ".part",
        NAME("2026-11-24-0615") "x",
        NAME("2026-11-24-0615") " ",
        " " NAME("2026-11-24-0615"),
        "../" NAME("2026-11-24-0615"),
    };
    TEST_ASSERT_TRUE(copies_is_name(NAME("2026-11-24-0615"), SERIAL));
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(copies_is_name(others[i], SERIAL), others[i]);
    }
}

static void finish(const char *name, unsigned keep) {
    struct copies_file file;
    TEST_ASSERT_EQUAL(0, copies_file_begin(folder, SERIAL, name, &file));
    TEST_ASSERT_FALSE(has(name));
    TEST_ASSERT_EQUAL(0, copies_file_write(&file, "octets", 6));
    TEST_ASSERT_EQUAL(0, copies_file_sync(&file));
    TEST_ASSERT_FALSE(has(name));
    TEST_ASSERT_EQUAL(6, file.octets);
    TEST_ASSERT_EQUAL(0, copies_file_finish(&file, folder, SERIAL, keep));
    TEST_ASSERT_TRUE(has(name));
    TEST_ASSERT_EQUAL(-1, file.fd);
    TEST_ASSERT_EQUAL(-1, file.folder);
}

void test_as_many_as_are_kept_stay_the_newest(void) {
    finish(NAME("2026-11-21-0200"), 2);
    finish(NAME("2026-11-22-0200"), 2);
    TEST_ASSERT_EQUAL(2, entries());
    finish(NAME("2026-11-23-0200"), 2);
    TEST_ASSERT_EQUAL(2, entries());
    TEST_ASSERT_FALSE(has(NAME("2026-11-21-0200")));
    finish(NAME("2026-11-24-0200"), 1);
    TEST_ASSERT_EQUAL(1, entries());
    TEST_ASSERT_TRUE(has(NAME("2026-11-24-0200")));
    finish(NAME("2026-11-23-0300"), 1); /* the clock went back */
    TEST_ASSERT_EQUAL(1, entries());
    TEST_ASSERT_TRUE(has(NAME("2026-11-23-0300")));
}

void test_what_an_earlier_try_left_half_goes_and_only_that(void) {
    struct copies_view view;
    put(NAME("2026-11-21-0200") ".part");
    put("postern-PT-OTHER-2026-11-21-0200.backup.part");
    put("film.part");
    put(NAME("2026-11-20-0200"));
    copies_look(folder, SERIAL, false, &view);
    TEST_ASSERT_EQUAL(4, entries());
    copies_look(folder, SERIAL, true, &view);
    TEST_ASSERT_EQUAL(3, entries());
    TEST_ASSERT_FALSE(has(NAME("2026-11-21-0200") ".part"));
    TEST_ASSERT_TRUE(view.writable);
    TEST_ASSERT_EQUAL(1, view.count);
}

void test_one_that_is_given_up_leaves_nothing(void) {
    struct copies_file file;
    TEST_ASSERT_EQUAL(0, copies_file_begin(folder, SERIAL, NAME("2026-11-24-0200"), &file));
    TEST_ASSERT_EQUAL(0, copies_file_write(&file, "octets", 6));
    TEST_ASSERT_EQUAL(1, entries());
    copies_file_drop(&file);
    copies_file_drop(&file);
    TEST_ASSERT_EQUAL(0, entries());
}

/* Symbolic links and folders under such names are not followed, not counted, not removed, not written through. */
void test_what_is_no_regular_file_is_left_alone(void) {
    char link[160], elsewhere[160];
    struct copies_file file;
    path_of(link, NAME("2020-01-01-0200"));
    path_of(elsewhere, "elsewhere");
    put("elsewhere");
    TEST_ASSERT_EQUAL(0, symlink(elsewhere, link));
    path_of(link, NAME("2020-01-02-0200"));
    TEST_ASSERT_EQUAL(0, mkdir(link, 0700));
    path_of(link, NAME("2026-11-24-0200") ".part");
    TEST_ASSERT_EQUAL(0, symlink(elsewhere, link));
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, copies_file_begin(folder, SERIAL, NAME("2026-11-24-0200"), &file));
    TEST_ASSERT_TRUE(has(NAME("2026-11-24-0200") ".part"));
    finish(NAME("2026-11-24-0300"), 1);
    struct copies_view view;
    copies_look(folder, SERIAL, true, &view);
    TEST_ASSERT_EQUAL(1, view.count);
    TEST_ASSERT_EQUAL(5, entries());
}

void test_another_folder_in_its_place_gets_no_copy(void) {
    struct copies_file file;
    char moved[80], path[160];
    (void)snprintf(moved, sizeof(moved), "%s-moved", folder);
    TEST_ASSERT_EQUAL(0, copies_file_begin(folder, SERIAL, NAME("2026-11-24-0200"), &file));
    TEST_ASSERT_EQUAL(0, copies_file_write(&file, "octets", 6));
    TEST_ASSERT_EQUAL(0, rename(folder, moved));
    TEST_ASSERT_EQUAL(0, mkdir(folder, 0700));
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, copies_file_finish(&file, folder, SERIAL, 7));
    TEST_ASSERT_EQUAL(0, entries());
    (void)snprintf(path, sizeof(path), "%s/%s", moved, NAME("2026-11-24-0200"));
    TEST_ASSERT_NOT_EQUAL(0, access(path, F_OK));
    TEST_ASSERT_EQUAL(0, rmdir(moved)); /* nothing half is left there either */
}

void test_a_folder_that_is_not_there_is_a_file_or_cannot_be_read(void) {
    struct copies_view view;
    struct copies_file file;
    char path[160];
    path_of(path, "none");
    copies_look(path, SERIAL, true, &view);
    TEST_ASSERT_FALSE(view.writable);
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, copies_file_begin(path, SERIAL, NAME("2026-11-24-0200"), &file));
    copies_file_drop(&file);
    put("none");
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, copies_file_begin(path, SERIAL, NAME("2026-11-24-0200"), &file));
    TEST_ASSERT_EQUAL(E_INTERNAL, copies_file_begin(folder, SERIAL, "../../etc/passwd", &file));
}

static void expect_refused_link(const char *path) {
    struct copies_view view;
    struct copies_file file;
    copies_look(path, SERIAL, true, &view);
    TEST_ASSERT_TRUE_MESSAGE(view.is_link, path);
    TEST_ASSERT_FALSE_MESSAGE(view.writable, path);
    TEST_ASSERT_EQUAL_UINT(0, view.count);
    TEST_ASSERT_EQUAL_MESSAGE(E_BACKUP_FOLDER, copies_file_begin(path, SERIAL, NAME("2026-11-24-0200"), &file), path);
    TEST_ASSERT_EQUAL_STRING("the folder is a symbolic link", cause_get()->text);
    copies_file_drop(&file);
}

/* However the path is written: a slash behind a link makes the system follow it. */
void test_a_folder_that_is_a_link_is_refused(void) {
    static const char *const behind[] = {"", "/", "//", "/.", "/./", "/.//./"};
    char link[160], path[200];
    struct copies_view view;
    put(NAME("2026-11-23-0200"));
    put(NAME("2026-11-23-0200") ".part");
    (void)snprintf(link, sizeof(link), "%s-link", folder);
    TEST_ASSERT_EQUAL(0, symlink(folder, link));
    for (size_t i = 0; i < sizeof(behind) / sizeof(behind[0]); i++) {
        (void)snprintf(path, sizeof(path), "%s%s", link, behind[i]);
        expect_refused_link(path);
        (void)snprintf(path, sizeof(path), "%s%s", folder, behind[i]);
        copies_look(path, SERIAL, false, &view);
        TEST_ASSERT_TRUE_MESSAGE(view.writable && !view.is_link, path);
    }
    TEST_ASSERT_EQUAL(0, unlink(link));
    TEST_ASSERT_EQUAL(2, entries()); /* not even what was left half went */
}

/* The same folder by another name: what is under way has no name there. */
void test_a_folder_that_became_a_link_gets_no_copy(void) {
    struct copies_file file;
    char moved[80];
    (void)snprintf(moved, sizeof(moved), "%s-moved", folder);
    TEST_ASSERT_EQUAL(0, copies_file_begin(folder, SERIAL, NAME("2026-11-24-0200"), &file));
    TEST_ASSERT_EQUAL(0, rename(folder, moved));
    TEST_ASSERT_EQUAL(0, symlink(moved, folder));
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, copies_file_finish(&file, folder, SERIAL, 7));
    TEST_ASSERT_EQUAL(0, unlink(folder));
    TEST_ASSERT_EQUAL(0, rename(moved, folder));
    TEST_ASSERT_EQUAL(0, entries());
}

/* /dev/full stands for a disk that is full. */
void test_a_full_disk_is_told(void) {
    struct copies_file file = COPIES_FILE_NONE;
    file.fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    TEST_ASSERT_TRUE(file.fd >= 0);
    TEST_ASSERT_EQUAL(E_BACKUP_FOLDER, copies_file_write(&file, "octets", 6));
    copies_file_drop(&file);
}

/* --- What is durable when ---------------------------------------------------------------------------------------------- */

static int write_one(const char *name, unsigned keep) {
    struct copies_file file;
    int r = copies_file_begin(folder, SERIAL, name, &file);
    if (r == 0) {
        r = copies_file_write(&file, "octets", 6);
    }
    if (r == 0) {
        r = copies_file_sync(&file);
    }
    if (r < 0) {
        copies_file_drop(&file);
        return r;
    }
    return copies_file_finish(&file, folder, SERIAL, keep);
}

/* The contents before the name, the name before an older one goes. */
void test_the_order_of_syncs_names_and_removals(void) {
    put(NAME("2026-11-21-0200"));
    put(NAME("2026-11-22-0200"));
    put(NAME("2026-11-23-0200") ".part");
    file_watch_start(folder);
    TEST_ASSERT_EQUAL(0, write_one(NAME("2026-11-24-0200"), 2));
    TEST_ASSERT_EQUAL_STRING(
        "remove " NAME(
            "2026-11-23-0200") ".part\n"
                               "write " NAME(
                                   "2026-11-24-0200") ".part\n"
                                                      "sync " NAME(
                                                          "2026-11-24-0200") ".part\n"
                                                                             "sync " NAME(
                                                                                 "2026-11-24-0200") ".part\n"
                                                                                                    "rename " NAME("2026-11-24-0200") ".part " NAME(
                                                                                                        "2026-11-24-0200") "\n"
                                                                                                                           "sync .\n"
                                                                                                                           "remove " NAME(
                                                                                                                               "2026-11-21-0200") "\n",
        file_watch_stop());
}

/* Whichever call fails: an error, and no older one went for one of which nothing is certain. */
void test_where_a_call_fails_the_older_ones_stay(void) {
    unsigned calls = 0, failures = 0;
    put(NAME("2026-11-21-0200"));
    for (bool has_failed = true; has_failed; calls++) {
        TEST_ASSERT_LESS_THAN(50, calls);
        char path[160];
        path_of(path, NAME("2026-11-24-0200"));
        (void)unlink(path);
        file_watch_start(folder);
        file_watch_fail_after(calls, EIO);
        int r = write_one(NAME("2026-11-24-0200"), 1);
        has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        failures += r < 0;
        TEST_ASSERT_TRUE(r == 0 || r == E_BACKUP_FOLDER);
        TEST_ASSERT_TRUE(r == 0 || has(NAME("2026-11-21-0200")));
        TEST_ASSERT_TRUE(r < 0 || has(NAME("2026-11-24-0200")));
        TEST_ASSERT_FALSE(has(NAME("2026-11-24-0200") ".part"));
    }
    TEST_ASSERT_GREATER_THAN(5, failures);
    TEST_ASSERT_FALSE(has(NAME("2026-11-21-0200")));
}

/* What cannot be removed does not keep it from being made, and is not tried for ever. */
void test_an_old_one_that_cannot_be_removed_stays(void) {
    put(NAME("2026-11-21-0200"));
    file_watch_start(folder);
    file_watch_fail_after(6, EIO); /* folder, write, three syncs and the rename are before it */
    TEST_ASSERT_EQUAL(0, write_one(NAME("2026-11-24-0200"), 1));
    TEST_ASSERT_TRUE(file_watch_has_failed());
    (void)file_watch_stop();
    TEST_ASSERT_TRUE(has(NAME("2026-11-21-0200")));
    TEST_ASSERT_TRUE(has(NAME("2026-11-24-0200")));
}

void test_none_is_kept_but_the_one_that_was_made(void) {
    put(NAME("2026-11-21-0200"));
    finish(NAME("2026-11-20-0200"), 0);
    TEST_ASSERT_EQUAL(1, entries());
}

/* A serial that makes a name too long for its ".part". */
void test_the_border_of_a_name(void) {
    struct copies_file file;
    char serial[64], name[160];
    for (size_t len = 40; len < 60; len++) {
        memset(serial, 'A', len);
        serial[len] = '\0';
        (void)snprintf(name, sizeof(name), "postern-%s-2026-11-24-0200.backup", serial);
        int r = copies_file_begin(folder, serial, name, &file);
        bool fits = strlen(name) + strlen(".part") < COPIES_NAME_MAX;
        TEST_ASSERT_EQUAL(fits ? 0 : E_INTERNAL, r);
        if (fits) {
            TEST_ASSERT_EQUAL(strlen(name) + strlen(".part"), strlen(file.part));
        }
        copies_file_drop(&file);
    }
    TEST_ASSERT_EQUAL(0, entries());
}

void test_a_copy_is_for_its_owner_alone(void) {
    struct copies_file file;
    struct stat info;
    TEST_ASSERT_EQUAL(0, copies_file_begin(folder, SERIAL, NAME("2026-11-24-0200"), &file));
    TEST_ASSERT_EQUAL(0, fstat(file.fd, &info));
    copies_file_drop(&file);
    TEST_ASSERT_EQUAL(0600, info.st_mode & 0777);
}

void test_what_was_seen_before_counts_no_more(void) {
    struct copies_view view = {.count = 7};
    put(NAME("2026-11-21-0200"));
    copies_look("/nowhere", SERIAL, true, &view);
    TEST_ASSERT_EQUAL(0, view.count);
    TEST_ASSERT_FALSE(view.writable);
    copies_look(folder, SERIAL, true, &view);
    TEST_ASSERT_EQUAL(1, view.count);
    TEST_ASSERT_TRUE(view.writable);
}
