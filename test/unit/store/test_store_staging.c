/* Staging a backup and following the mark, call by call: the order of all syncs, each call failing once, borders. Cuts are in
 * test_store_restore.c. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "store/home_impl.h"
#include "store/record_photo.h"
#include "store/restore.h"
#include "store/store_impl.h"
#include "store/upload.h"
#include "unity.h"

#define NOTE "PT-OTHER 1763900000\n"

static char dir[64];
static struct store_home *home;
static struct store_staging *staging;
static uint64_t free_bytes; /* that the disk says it has; 0: plenty */

int said_statvfs(const char *path, struct statvfs *ret_info) __asm__("statvfs64");
int said_statvfs(const char *path, struct statvfs *ret_info) {
    (void)path;
    *ret_info = (struct statvfs){.f_frsize = 1, .f_bavail = free_bytes != 0 ? free_bytes : UINT64_C(1) << 40};
    return 0;
}

static void shell(const char *format) {
    char command[512];
    (void)snprintf(command, sizeof(command), format, dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static bool is_there(const char *name) {
    return access(folder_path(dir, name), F_OK) == 0;
}

static void assert_text(const char *name, const char *text) {
    char found[32] = "";
    (void)folder_read(dir, name, found, sizeof(found) - 1);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(text, found, name);
}

static void change_file(const char *name, const char *statements) {
    sqlite3 *db = NULL;
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(folder_path(dir, name), &db));
    TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, sqlite3_exec(db, statements, NULL, NULL, NULL), sqlite3_errmsg(db));
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
}

static void change(const char *statements) {
    change_file("staged/postern.db", statements);
}

/* Of the database alone the schema is looked at: it has no rows. */
void setUp(void) {
    free_bytes = 0;
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-staging-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    home = store_home_close(home, true);
    shell("cp '%1$s/postern.db' '%1$s/template'; mkdir '%1$s/photos'; echo -n old >'%1$s/photos/1';"
          "echo -n old >'%1$s/identity'; echo old >'%1$s/postern.db.good'; echo old >'%1$s/postern.db.damaged-1'");
    change_file("template", "PRAGMA journal_mode = DELETE"); /* as in a backup */
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
}

static void close_home(void) {
    store_staging_free(staging);
    staging = NULL;
    home = store_home_close(home, true);
}

void tearDown(void) {
    (void)file_watch_stop();
    close_home();
    shell("rm -rf '%s'");
}

static void stage(void) {
    TEST_ASSERT_EQUAL(0, store_staging_new(home, &staging));
    shell("cp '%1$s/template' '%1$s/staged/postern.db'; echo -n new >'%1$s/staged/identity'");
    TEST_ASSERT_EQUAL(0, store_staging_photo(staging, "5"));
    TEST_ASSERT_EQUAL(0, store_staging_write(staging, "new", 3));
    TEST_ASSERT_EQUAL(0, store_staging_close(staging));
}

static void decide(void) {
    stage();
    TEST_ASSERT_EQUAL(0, restore_decide(staging, NOTE));
    close_home();
}

static void assert_new(void) {
    assert_text("identity", "new");
    assert_text("photos/5", "new");
    TEST_ASSERT_FALSE(is_there("photos/1"));
    TEST_ASSERT_FALSE(is_there("postern.db.good"));
    TEST_ASSERT_FALSE(is_there("staged"));
    TEST_ASSERT_FALSE(is_there("replace"));
}

/* --- Staging -------------------------------------------------------------------------------------------------------- */

void test_what_an_earlier_one_left_is_gone_first(void) {
    shell("mkdir -p '%1$s/staged/photos'; touch '%1$s/staged/photos/9' '%1$s/staged/identity' '%1$s/staged/other'");
    stage();
    TEST_ASSERT_FALSE(is_there("staged/photos/9"));
    TEST_ASSERT_FALSE(is_there("staged/other"));
    struct stat info;
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, "staged"), &info));
    TEST_ASSERT_EQUAL(0700, info.st_mode & 0777);
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, "staged/photos/5"), &info));
    TEST_ASSERT_EQUAL(0600, info.st_mode & 0777);
    TEST_ASSERT_EQUAL_STRING(folder_path(dir, "staged"), store_staging_folder(staging));
    TEST_ASSERT_EQUAL(0, store_staging_drop(home));
    TEST_ASSERT_FALSE(is_there("staged"));
    TEST_ASSERT_EQUAL(0, store_staging_drop(home));
}

void test_what_cannot_be_removed_or_made_is_an_error(void) {
    unsigned calls = 0;
    shell("mkdir -p '%1$s/staged/photos'; touch '%1$s/staged/photos/9' '%1$s/staged/identity'");
    for (bool has_failed = true; has_failed; calls++) {
        store_staging_free(staging);
        staging = NULL;
        file_watch_start(dir);
        file_watch_fail_after(calls, EIO);
        int r = store_staging_new(home, &staging);
        has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        TEST_ASSERT_EQUAL(has_failed ? E_IO : 0, r);
        TEST_ASSERT_EQUAL(has_failed, staging == NULL);
        if (has_failed) {
            shell("mkdir -p '%1$s/staged/photos'; touch '%1$s/staged/photos/9' '%1$s/staged/identity'");
        }
    }
    TEST_ASSERT_EQUAL(7, calls); /* two files and two folders go, two come */
}

/* A piece needs its own room and the margin, and none is taken from a disk that is short. */
void test_the_border_of_the_room(void) {
    TEST_ASSERT_EQUAL(0, store_staging_new(home, &staging));
    TEST_ASSERT_EQUAL(0, store_staging_database(staging));
    free_bytes = STORE_MARGIN_OCTETS + 3 - 1;
    TEST_ASSERT_EQUAL(E_NOSPC, store_staging_write(staging, "abc", 3));
    free_bytes = STORE_MARGIN_OCTETS + 3;
    TEST_ASSERT_EQUAL(0, store_staging_write(staging, "abc", 3));
    store_reserve_give_up(home);
    TEST_ASSERT_EQUAL(E_NOSPC, store_staging_write(staging, "def", 3));
    TEST_ASSERT_EQUAL(0, store_staging_close(staging));
    assert_text("staged/postern.db", "abc");
}

/* Pieces go one behind the other, and a file ends where the next begins. */
void test_pieces_and_files(void) {
    TEST_ASSERT_EQUAL(0, store_staging_new(home, &staging));
    TEST_ASSERT_EQUAL(0, store_staging_database(staging));
    TEST_ASSERT_EQUAL(0, store_staging_write(staging, "abc", 3));
    TEST_ASSERT_EQUAL(0, store_staging_write(staging, "", 0));
    TEST_ASSERT_EQUAL(0, store_staging_write(staging, "def", 3));
    TEST_ASSERT_EQUAL(0, store_staging_photo(staging, "7x"));
    TEST_ASSERT_EQUAL(0, store_staging_write(staging, "photo", 5));
    TEST_ASSERT_EQUAL(E_EXISTS, store_staging_database(staging));
    TEST_ASSERT_EQUAL(0, store_staging_close(staging)); /* none is open: there is nothing to finish */
    assert_text("staged/postern.db", "abcdef");
    assert_text("staged/photos/7x", "photo");
}

/* --- Deciding ------------------------------------------------------------------------------------------------------- */

void test_everything_is_durable_before_the_mark(void) {
    stage();
    file_watch_start_deep(dir);
    TEST_ASSERT_EQUAL(0, restore_decide(staging, NOTE));
    TEST_ASSERT_EQUAL_STRING("syncfs staged\nsync staged/postern.db\nsync staged/photos\nsync staged\nsync .\n"
                             "write replace.new\nsync replace.new\nrename replace.new replace\nsync .\n",
                             file_watch_stop());
}

void test_where_a_call_fails_nothing_is_decided(void) {
    unsigned calls = 0;
    stage();
    for (bool has_failed = true; has_failed; calls++) {
        file_watch_start(dir);
        file_watch_fail_after(calls, EIO);
        int r = restore_decide(staging, NOTE);
        has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        TEST_ASSERT_EQUAL(has_failed ? E_IO : 0, r);
        TEST_ASSERT_EQUAL(!has_failed, is_there("replace"));
    }
    TEST_ASSERT_EQUAL(17, calls); /* five times open and sync, and the six of the mark */
}

void test_a_note_that_is_too_long_decides_nothing(void) {
    char note[STORE_RESTORE_NOTE_MAX + 1];
    memset(note, 'x', sizeof(note) - 1);
    note[sizeof(note) - 1] = '\0';
    stage();
    TEST_ASSERT_EQUAL(E_TOO_LARGE, restore_decide(staging, note));
    TEST_ASSERT_FALSE(is_there("replace"));
    note[sizeof(note) - 2] = '\0';
    TEST_ASSERT_EQUAL(0, restore_decide(staging, note));
    close_home();
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL_STRING(note, restore_note(home));
}

/* --- Following it ----------------------------------------------------------------------------------------------------- */

/* Up to where the database is opened. */
#define FOLLOWED                                                     \
    "make replaced\n"                                                \
    "rename photos replaced/photos\nsync .\nsync replaced\n"         \
    "rename staged/photos photos\nsync .\nsync staged\n"             \
    "rename identity replaced/identity\nsync .\nsync replaced\n"     \
    "rename staged/identity identity\nsync .\nsync staged\n"         \
    "rename postern.db replaced/postern.db\nsync .\nsync replaced\n" \
    "remove clean\n"

void test_the_order_of_the_start(void) {
    decide();
    shell(
        "mkdir '%1$s/restore' '%1$s/bulk'; touch '%1$s/restore/file' '%1$s/bulk/file'; echo half >'%1$s/replace.new'");
    file_watch_start_deep(dir);
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    const char *notes = file_watch_stop();
    const char *at = strstr(notes, "make replaced\n");
    TEST_ASSERT_NOT_NULL_MESSAGE(at, notes);
    TEST_ASSERT_EQUAL_STRING_LEN(FOLLOWED, at, strlen(FOLLOWED));
    at += strlen(FOLLOWED);
    /* Two files beside the old database, in the order of the folder. */
    static const char *const gone[] = {"remove postern.db.good\n", "remove postern.db.damaged-1\n"};
    size_t both = strlen(gone[0]) + strlen(gone[1]);
    TEST_ASSERT_TRUE(strstr(at, gone[0]) < at + both && strstr(at, gone[1]) < at + both);
    static const char end[] = "sync .\nrename staged/postern.db postern.db\nsync .\nsync staged\n"
                              "remove bulk/file\nremove bulk\nsync .\nremove restore/file\nremove restore\nsync .\n"
                              "remove staged\nremove replace\nremove replace.new\nsync .\n";
    TEST_ASSERT_EQUAL_STRING_LEN(end, at + both, strlen(end));
    TEST_ASSERT_TRUE(store_home_status(home)->replaced);
    assert_new();
}

/* Whichever call fails: the start says so, and the next one comes to the end. */
void test_a_start_that_fails_is_made_good_by_the_next(void) {
    unsigned calls = 0, failures = 0;
    decide();
    shell("cp -a '%1$s' '%1$s.kept'");
    for (bool is_followed = false; !is_followed; calls++) {
        TEST_ASSERT_LESS_THAN(300, calls);
        file_watch_start(dir);
        file_watch_fail_after(calls, EIO);
        int r = store_home_open(dir, &home);
        bool has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        failures += r < 0;
        bool is_replaced = r == 0 && store_home_status(home)->replaced;
        TEST_ASSERT_TRUE(r < 0 || is_replaced);
        home = store_home_close(home, true);
        is_followed =
            !has_failed || (r < 0 && !is_there("replace")); /* what opens the database fails in test_store_home.c */
        TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
        assert_new();
        home = store_home_close(home, true);
        shell("rm -rf '%1$s' && cp -a '%1$s.kept' '%1$s'");
    }
    shell("rm -rf '%s.kept'");
    TEST_ASSERT_GREATER_THAN(20, failures);
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
}

/* Of a backup in which something is missing what is there stays; the mark has been followed all the same. */
void test_what_is_not_staged_stays(void) {
    decide();
    shell("rm '%1$s/staged/identity' '%1$s/staged/postern.db'");
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_TRUE(store_home_status(home)->replaced);
    assert_text("identity", "old");
    assert_text("postern.db.good", "old\n");
    assert_text("photos/5", "new");
    TEST_ASSERT_FALSE(is_there("replace"));
}

/* Without a mark what is staged or was sent is nothing. */
void test_what_was_not_decided_goes(void) {
    stage();
    shell(
        "mkdir '%1$s/restore' '%1$s/bulk'; touch '%1$s/restore/file' '%1$s/bulk/file'; echo half >'%1$s/replace.new'");
    close_home();
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_FALSE(store_home_status(home)->replaced);
    TEST_ASSERT_EQUAL_STRING("", restore_note(home));
    TEST_ASSERT_FALSE(is_there("staged"));
    TEST_ASSERT_FALSE(is_there("restore"));
    TEST_ASSERT_FALSE(is_there("replace.new"));
    TEST_ASSERT_TRUE(is_there("bulk/file")); /* that is another's */
    assert_text("identity", "old");
    assert_text("photos/1", "old");
}

/* A mark that cannot be read is none of "there is none". */
void test_a_mark_that_cannot_be_read_stops_the_start(void) {
    close_home();
    shell("mkdir '%s/replace'");
    TEST_ASSERT_LESS_THAN(0, store_home_open(dir, &home));
    shell("rmdir '%s/replace'");
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
}

/* --- The test of a database ------------------------------------------------------------------------------------------- */

static bool never(void *ctx) {
    (void)ctx;
    return false;
}

static int check(void) {
    return store_staging_check(staging, store_schema_latest(), never, NULL);
}

void test_what_is_there_to_check(void) {
    stage();
    TEST_ASSERT_EQUAL(0, check());
    shell("rm '%s/staged/postern.db'");
    TEST_ASSERT_EQUAL(E_CORRUPT, check());
    shell("mv '%1$s/template' '%1$s/staged/elsewhere'; ln -s elsewhere '%1$s/staged/postern.db'");
    TEST_ASSERT_EQUAL(E_CORRUPT, check()); /* no link is followed */
    TEST_ASSERT_FALSE(is_there("staged/postern.db-wal"));
}

/* Each of the two bytes that say so. */
void test_one_with_a_log_beside_it_is_none(void) {
    stage();
    for (int at = 18; at <= 19; at++) {
        int fd = open(folder_path(dir, "staged/postern.db"), O_RDWR | O_CLOEXEC);
        TEST_ASSERT_EQUAL(1, pwrite(fd, "\2", 1, at));
        TEST_ASSERT_EQUAL(E_CORRUPT, check());
        TEST_ASSERT_EQUAL(1, pwrite(fd, "\1", 1, at));
        (void)close(fd);
        TEST_ASSERT_EQUAL(0, check());
    }
}

/* Each column of a row of the schema counts, and where each of the two ends. */
void test_every_part_of_the_schema_counts(void) {
    static const char *const changes[] = {
        "UPDATE sqlite_schema SET sql = replace(sql, 'DELETE', 'UPDATE') WHERE name = 'audit_share_delete'",
        "UPDATE sqlite_schema SET name = 'audit_share_deleted' WHERE name = 'audit_share_delete'",
        "UPDATE sqlite_schema SET tbl_name = 'user' WHERE name = 'audit_share_delete'",
        "DELETE FROM sqlite_schema WHERE name = 'audit_share_delete'",
        "DELETE FROM sqlite_schema WHERE name = 'user_count_update'",
        "CREATE VIEW zz AS SELECT 1",
        "CREATE INDEX aa ON user (username)",
        "PRAGMA user_version = 1",
    };
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        char statements[300];
        stage();
        (void)snprintf(statements, sizeof(statements), "PRAGMA writable_schema = ON; %s", changes[i]);
        change(statements);
        TEST_ASSERT_EQUAL_MESSAGE(E_CORRUPT, check(), changes[i]);
        store_staging_free(staging);
    }
    stage();
    TEST_ASSERT_EQUAL(0, check());
}

/* An index that lacks its row: a quick look would not see it. */
void test_an_index_that_does_not_fit(void) {
    stage();
    change(
        "INSERT INTO holiday VALUES (1, 'x', 20260101, 20260102, 0, 0, 1); INSERT INTO record (time, \"offset\", kind, result, reason,"
        " userid, username, factors, status, duress, door, temperature, photo, detail) VALUES (5, 60, 1, 1, 0, 7, '', 1,"
        " 0, 0, 1, 0, 0, '')");
    TEST_ASSERT_EQUAL(0, check());
    change("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE"
           " name = 'leave_of') WHERE name = 'record_time'");
    TEST_ASSERT_EQUAL(E_CORRUPT, check());
}

void test_it_is_opened_as_one_file(void) {
    struct store *store = NULL;
    stage();
    TEST_ASSERT_EQUAL(0, store_staging_open(staging, &store));
    int r = store_begin(store);
    int begun = store_exec(store, "DELETE FROM audit");
    int ended = store_commit(store);
    bool has_log = is_there("staged/postern.db-wal");
    store = store_free(store);
    TEST_ASSERT_EQUAL(0, r);
    TEST_ASSERT_EQUAL(0, begun);
    TEST_ASSERT_EQUAL(0, ended);
    TEST_ASSERT_FALSE(has_log);
    TEST_ASSERT_FALSE(is_there("staged/postern.db-journal"));
    TEST_ASSERT_EQUAL(0, check());
}

/* The index of name parts is rebuilt where it is damaged; nothing else in a database is. */
void test_the_index_of_name_parts_is_made_anew(void) {
    struct store *store = NULL;
    stage();
    change("INSERT INTO user_name_fts (rowid, grams) VALUES (77, 'xyz');"
           "UPDATE user_name_fts_data SET block = zeroblob(12) WHERE id > 10");
    TEST_ASSERT_EQUAL(0, check());
    TEST_ASSERT_EQUAL(0, store_staging_open(staging, &store));
    bool damaged = true;
    int r = store_check_index(store, &damaged);
    store = store_free(store);
    TEST_ASSERT_EQUAL(0, r);
    TEST_ASSERT_FALSE(damaged);
    shell("dd if=/dev/zero of='%s/staged/postern.db' bs=4096 count=3 conv=notrunc 2>/dev/null");
    TEST_ASSERT_EQUAL(E_CORRUPT, store_staging_open(staging, &store));
    TEST_ASSERT_NULL(store);
}
