/* Erasing stored data: what is removed, what stays, and that it is durable. */
#include "store/erase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "prepared_state.h"
#include "store/home_impl.h"
#include "store/users/users.h"
#include "unity.h"
#include "util/arena.h"

static char dir[64];
static struct store_home *home;

/* Each name prefix of the terminal's files, the same with a suffix, and similar names. */
static const char *const going[] = {"postern.db.good",
                                    "postern.db.damaged-3",
                                    "postern.db.x",
                                    "identity",
                                    "identity.new",
                                    "log.1",
                                    "log.",
                                    "crash",
                                    "crash.old",
                                    "upgrade",
                                    "upgrade.x"};
static const char *const staying[] = {"other", "postern", "xidentity", "log", "IDENTITY", "notes.txt", "upgrad"};
static const char *const copies[] = {"postern.db.good",       "postern.db.good.part", "postern.db.damaged-",
                                     "postern.db.damaged-12", "postern.db.new",       "postern.db.before",
                                     "postern.db.newer"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-erase-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    prepared_state_write(dir);
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
}

void tearDown(void) {
    char command[128];

    home = home != NULL ? store_home_close(home, true) : NULL;
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

static void write_all(const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        folder_write_text(dir, names[i], "x");
    }
}

static bool is_there(const char *name) {
    char path[128];
    struct stat info;

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    return stat(path, &info) == 0;
}

static void check_all(const char *const *names, size_t count, bool expected) {
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_MESSAGE(expected, is_there(names[i]), names[i]);
    }
}

static void reopen(void) {
    home = store_home_close(home, true);
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
}

static void make_folder(const char *name) {
    char path[128], inside[160];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    TEST_ASSERT_EQUAL_INT(0, mkdir(path, 0700));
    (void)snprintf(inside, sizeof(inside), "%s/file", name);
    folder_write_text(dir, inside, "x");
}

void test_everything_goes_at_the_next_start(void) {
    char note[ERASE_NOTE_MAX];

    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, erase_pending(home, note));
    write_all(going, COUNT(going));
    write_all(staying, COUNT(staying));
    make_folder("bulk");
    make_folder("restore");
    reopen();
    check_all(going, COUNT(going), true); /* nothing was decided */
    TEST_ASSERT_FALSE(store_home_status(home)->erased);
    TEST_ASSERT_EQUAL_INT(0, erase_request(home, "by admin"));
    TEST_ASSERT_EQUAL_INT(0, erase_pending(home, note));
    TEST_ASSERT_EQUAL_STRING("by admin", note);
    reopen();
    TEST_ASSERT_TRUE(store_home_status(home)->erased);
    TEST_ASSERT_TRUE(store_home_status(home)->created);
    check_all(going, COUNT(going), false);
    check_all(staying, COUNT(staying), true);
    TEST_ASSERT_FALSE(is_there("bulk"));
    TEST_ASSERT_FALSE(is_there("restore"));
    TEST_ASSERT_EQUAL_INT(0, erase_pending(home, note));
    TEST_ASSERT_EQUAL_STRING("by admin", note);
}

/* Until it is finished each start erases again. */
void test_it_is_finished_once(void) {
    char note[ERASE_NOTE_MAX];

    TEST_ASSERT_EQUAL_INT(0, erase_request(home, "x"));
    reopen();
    folder_write_text(dir, "identity", "half");
    reopen();
    TEST_ASSERT_TRUE(store_home_status(home)->erased);
    TEST_ASSERT_FALSE(is_there("identity"));
    TEST_ASSERT_EQUAL_INT(0, erase_finish(home));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, erase_pending(home, note));
    TEST_ASSERT_EQUAL_INT(0, erase_finish(home));
    folder_write_text(dir, "identity", "x");
    reopen();
    TEST_ASSERT_FALSE(store_home_status(home)->erased);
    TEST_ASSERT_TRUE(is_there("identity"));
}

/* The longest note with its NUL, and one byte more. */
void test_the_longest_note(void) {
    char note[ERASE_NOTE_MAX + 1] = "", got[ERASE_NOTE_MAX];

    memset(note, 'n', ERASE_NOTE_MAX);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, erase_request(home, note));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, erase_pending(home, got));
    note[ERASE_NOTE_MAX - 1] = '\0';
    TEST_ASSERT_EQUAL_INT(0, erase_request(home, note));
    TEST_ASSERT_EQUAL_INT(0, erase_pending(home, got));
    TEST_ASSERT_EQUAL_STRING(note, got);
}

/* A failed write decides nothing. */
void test_a_full_disk(void) {
    char note[ERASE_NOTE_MAX];

    file_watch_start(dir);
    file_watch_fill();
    int r = erase_request(home, "x");
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL_INT(E_NOSPC, r);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, erase_pending(home, note));
}

/* The folder is synced after the last removal, and only then. */
static void check_order(const char *seen, size_t removed) {
    size_t found = 0, syncs = 0;
    const char *last = "";

    for (const char *line = seen; *line != '\0'; line = strchr(line, '\n') + 1) {
        found += strncmp(line, "remove postern.db", 17) == 0 ? 1 : 0;
        syncs += strncmp(line, "sync .\n", 7) == 0 ? 1 : 0;
        last = line;
    }
    TEST_ASSERT_EQUAL_size_t(removed, found);
    TEST_ASSERT_EQUAL_size_t(1, syncs);
    TEST_ASSERT_EQUAL_STRING("sync .\n", last);
}

void test_copies_go_alone(void) {
    unsigned erasures = home->erasures;

    write_all(copies, COUNT(copies));
    write_all(staying, COUNT(staying));
    folder_write_text(dir, "identity", "x");
    file_watch_start(dir);
    TEST_ASSERT_EQUAL_INT(0, erase_copies(home));
    check_order(file_watch_stop(), COUNT(copies));
    check_all(copies, COUNT(copies), false);
    check_all(staying, COUNT(staying), true);
    TEST_ASSERT_TRUE(is_there("postern.db"));
    TEST_ASSERT_TRUE(is_there("identity"));
    TEST_ASSERT_EQUAL_UINT(erasures + 1, home->erasures);
    file_watch_start(dir);
    TEST_ASSERT_EQUAL_INT(0, erase_copies(home)); /* there need not be a copy */
    check_order(file_watch_stop(), 0);
}

/* A folder of that name cannot be removed as a file: reported, here and at a start, which does not continue. */
void test_what_cannot_be_removed(void) {
    make_folder("postern.db.before");
    TEST_ASSERT_EQUAL_INT(E_SYSTEM, erase_copies(home));
    TEST_ASSERT_EQUAL_INT(0, erase_request(home, "x"));
    home = store_home_close(home, true);
    TEST_ASSERT_EQUAL_INT(E_SYSTEM, store_home_open(dir, &home));
    home = NULL;
}

void test_all_users(void) {
    struct store *store = NULL;
    struct store_users_counts counts;
    struct user user = {.userid = 7, .username = "ana", .group = 1}, got;
    struct arena arena;
    bool is_damaged = true;

    arena_init(&arena, 4096);
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &store));
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, erase_users(store));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_users_get(store, 7, &arena, &got));
    TEST_ASSERT_EQUAL_INT(0, store_users_counts(store, &counts));
    TEST_ASSERT_EQUAL_UINT32(0, counts.users);
    TEST_ASSERT_EQUAL_INT(0, store_check_index(store, &is_damaged));
    TEST_ASSERT_FALSE(is_damaged);
    arena_done(&arena);
    store = store_free(store);
}
