/* The database from before a newer firmware: copied before the first migration, restored after a rollback, with the
 * records written meanwhile. Whenever the power fails, the next start gives the same result. */
#include "store/before.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "store/erase.h"
#include "store/home_impl.h"
#include "store/store.h"
#include "store/store_impl.h"
#include "unity.h"

#define DB "postern.db"
#define BEFORE DB ".before"
#define NEWER DB ".newer"
#define OLD_LINES 5
#define NEW_LINES 3

static char dir[64];
static struct store_home *home;

static bool is_there(const char *name) {
    return access(folder_path(dir, name), F_OK) == 0;
}

static void run(const char *command) {
    char whole[400];
    (void)snprintf(whole, sizeof(whole), "D='%s'; %s", dir, command);
    TEST_ASSERT_EQUAL(0, system(whole));
}

/* Runs statements on a file, with a plain SQLite connection. */
static void sql(const char *name, const char *statements) {
    sqlite3 *db = NULL;
    char *message = NULL;
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(folder_path(dir, name), &db));
    (void)sqlite3_exec(db, statements, NULL, NULL, &message);
    TEST_ASSERT_NULL_MESSAGE(message, message);
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
}

static int64_t number(const char *name, const char *query) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open_v2(folder_path(dir, name), &db, SQLITE_OPEN_READWRITE, NULL));
    TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, sqlite3_prepare_v2(db, query, -1, &statement, NULL), query);
    TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(statement));
    int64_t value = sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
    return value;
}

static void set_version(const char *name, unsigned version) {
    char statement[64];
    (void)snprintf(statement, sizeof(statement), "PRAGMA user_version = %u", version);
    sql(name, statement);
}

static unsigned version_of(const char *name) {
    return (unsigned)number(name, "PRAGMA user_version");
}

static void add_lines(const char *name, unsigned from, unsigned count) {
    for (unsigned i = from; i < from + count; i++) {
        char statement[400];
        (void)snprintf(statement, sizeof(statement),
                       "INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status,"
                       " duress, door, temperature, photo, detail) VALUES (%u, 60, 1, 1, 0, 7, 'Ada', 1, 0, 0, 1, 0, 0,"
                       " 'line %u')",
                       i, i);
        sql(name, statement);
    }
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-before-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

static void stop(void) {
    home = store_home_close(home, true);
}

void tearDown(void) {
    (void)file_watch_stop();
    stop();
    run("rm -rf \"$D\" \"$D.kept\"");
}

static int open_home(void) {
    stop();
    return store_home_open(dir, &home);
}

/* Makes a database of an older firmware, with records, closed cleanly. */
static void make_old(unsigned schema) {
    _cleanup_(store_freep) struct store *store = NULL;
    unsigned before = 0;
    TEST_ASSERT_EQUAL(0, store_connect(folder_path(dir, DB), NULL, &store));
    TEST_ASSERT_EQUAL(0, store_migrate_to(store, schema, &before));
    store = store_free(store);
    add_lines(DB, 1, OLD_LINES);
    TEST_ASSERT_EQUAL(schema, version_of(DB));
}

/* The files after a newer firmware had migrated this one's database and written records: its database, and the copy. */
static void make_newer(void) {
    TEST_ASSERT_EQUAL(0, open_home());
    stop();
    add_lines(DB, 1, OLD_LINES);
    run("cp $D/" DB " $D/" BEFORE);
    sql(DB, "ALTER TABLE record ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'; CREATE TABLE invented (a INTEGER)");
    set_version(DB, store_schema_latest() + 1);
    add_lines(DB, OLD_LINES + 1, NEW_LINES);
}

static void check_put_back(unsigned lines) {
    TEST_ASSERT_TRUE(home != NULL);
    stop();
    TEST_ASSERT_EQUAL(store_schema_latest(), version_of(DB));
    TEST_ASSERT_EQUAL(0, number(DB, "SELECT count(*) FROM sqlite_master WHERE name = 'invented'"));
    TEST_ASSERT_EQUAL(lines, number(DB, "SELECT count(*) FROM record"));
    TEST_ASSERT_EQUAL(lines, number(DB, "SELECT max(seq) FROM record"));
    TEST_ASSERT_EQUAL(lines, number(DB, "SELECT count(*) FROM record WHERE detail = 'line ' || seq AND time = seq"));
    TEST_ASSERT_FALSE(is_there(BEFORE));
    TEST_ASSERT_FALSE(is_there(BEFORE "-wal"));
    TEST_ASSERT_EQUAL(store_schema_latest() + 1, version_of(NEWER)); /* nothing of it is lost */
    TEST_ASSERT_EQUAL(OLD_LINES + NEW_LINES, number(NEWER, "SELECT count(*) FROM record"));
}

/* --- Before the first migration --------------------------------------------------------------------------------------- */

void test_a_new_database_and_one_of_this_firmware_are_not_copied(void) {
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_FALSE(store_before_exists(home));
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_FALSE(store_before_exists(home));
    TEST_ASSERT_FALSE(is_there(BEFORE ".part"));
}

void test_an_old_one_is_copied_as_it_was(void) {
    make_old(store_schema_latest() - 1);
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_TRUE(store_before_exists(home));
    stop();
    TEST_ASSERT_EQUAL(store_schema_latest(), version_of(DB));
    TEST_ASSERT_EQUAL(store_schema_latest() - 1, version_of(BEFORE));
    TEST_ASSERT_EQUAL(OLD_LINES, number(BEFORE, "SELECT count(*) FROM record"));
    TEST_ASSERT_FALSE(is_there(BEFORE ".part"));
}

/* An interruption left a part in the log beside the file. */
void test_what_stands_in_the_log_is_in_the_copy_too(void) {
    make_old(store_schema_latest() - 1);
    pid_t child = fork();
    if (child == 0) {
        sqlite3 *db = NULL;
        (void)sqlite3_open(folder_path(dir, DB), &db);
        (void)sqlite3_exec(db, "PRAGMA journal_mode = WAL; DELETE FROM record WHERE seq = 1", NULL, NULL, NULL);
        _exit(0);
    }
    TEST_ASSERT_EQUAL(child, waitpid(child, NULL, 0));
    TEST_ASSERT_TRUE(is_there(DB "-wal"));
    TEST_ASSERT_EQUAL(0, open_home());
    stop();
    TEST_ASSERT_EQUAL(OLD_LINES - 1, number(BEFORE, "SELECT count(*) FROM record"));
}

static size_t place(const char *notes, const char *line) {
    const char *at = strstr(notes, line);
    TEST_ASSERT_NOT_NULL_MESSAGE(at, line);
    return (size_t)(at - notes);
}

void test_the_copy_is_durable_before_anything_is_changed(void) {
    make_old(store_schema_latest() - 1);
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, open_home());
    const char *notes = file_watch_stop();
    size_t written = place(notes, "write " BEFORE ".part\n"), synced = place(notes, "sync " BEFORE ".part\n");
    size_t renamed = place(notes, "rename " BEFORE ".part " BEFORE "\nsync .\n");
    TEST_ASSERT_LESS_THAN(synced, written);
    TEST_ASSERT_LESS_THAN(renamed, synced);
    TEST_ASSERT_GREATER_THAN(renamed, place(notes, "sync " DB "-wal\n")); /* the first migration */
}

void test_without_room_for_it_nothing_is_migrated(void) {
    make_old(store_schema_latest() - 1);
    file_watch_start(dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, open_home());
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(store_schema_latest() - 1, version_of(DB));
    TEST_ASSERT_EQUAL(OLD_LINES, number(DB, "SELECT count(*) FROM record"));
    TEST_ASSERT_FALSE(is_there(BEFORE));
    TEST_ASSERT_FALSE(is_there(BEFORE ".part"));
    TEST_ASSERT_EQUAL(0, open_home());
}

/* The remains of an interrupted copy do not count. */
void test_half_a_copy_is_made_anew(void) {
    make_old(store_schema_latest() - 1);
    run("head -c 5000 $D/" DB " > $D/" BEFORE ".part");
    TEST_ASSERT_EQUAL(0, open_home());
    stop();
    TEST_ASSERT_FALSE(is_there(BEFORE ".part"));
    TEST_ASSERT_EQUAL(OLD_LINES, number(BEFORE, "SELECT count(*) FROM record"));
}

/* Each migration is a separate transaction. A start that continues between two of them must not copy the half-migrated
 * database: the previous firmware could not read it. */
void test_a_start_between_two_migrations_keeps_the_copy(void) {
    make_old(store_schema_latest() - 2);
    run("cp $D/" DB " $D/" BEFORE);
    {
        _cleanup_(store_freep) struct store *store = NULL;
        unsigned before = 0;
        TEST_ASSERT_EQUAL(0, store_connect(folder_path(dir, DB), NULL, &store));
        TEST_ASSERT_EQUAL(0, store_migrate_to(store, store_schema_latest() - 1, &before));
    }
    TEST_ASSERT_EQUAL(0, open_home());
    stop();
    TEST_ASSERT_EQUAL(store_schema_latest(), version_of(DB));
    TEST_ASSERT_EQUAL(store_schema_latest() - 2, version_of(BEFORE));
}

/* An existing copy with the same schema, or a newer one, is not kept. */
void test_a_copy_that_is_no_older_is_made_anew(void) {
    make_old(store_schema_latest() - 1);
    run("cp $D/" DB " $D/" BEFORE);
    add_lines(DB, OLD_LINES + 1, 1);
    TEST_ASSERT_EQUAL(0, open_home());
    stop();
    TEST_ASSERT_EQUAL(OLD_LINES + 1, number(BEFORE, "SELECT count(*) FROM record"));
}

/* --- Restoring it
 * ----------------------------------------------------------------------------------------------------- */

void test_a_newer_database_is_replaced_by_the_copy_with_its_lines(void) {
    make_newer();
    TEST_ASSERT_EQUAL(0, open_home());
    const struct store_status *status = store_home_status(home);
    TEST_ASSERT_TRUE(status->put_back);
    TEST_ASSERT_EQUAL(NEW_LINES, status->lines_taken);
    TEST_ASSERT_EQUAL(0, status->lines_left);
    TEST_ASSERT_FALSE(store_before_exists(home));
    check_put_back(OLD_LINES + NEW_LINES);
    TEST_ASSERT_EQUAL(0, open_home()); /* once is enough */
    TEST_ASSERT_FALSE(store_home_status(home)->put_back);
    stop();
    add_lines(DB, OLD_LINES + NEW_LINES + 1, 1); /* and the log continues */
    TEST_ASSERT_EQUAL(OLD_LINES + NEW_LINES + 1, number(DB, "SELECT max(seq) FROM record"));
}

/* The newer firmware was interrupted: its changes are in the log beside its file, including its version. */
void test_a_newer_database_whose_power_went(void) {
    make_newer();
    pid_t child = fork();
    if (child == 0) {
        sqlite3 *db = NULL;
        (void)sqlite3_open(folder_path(dir, DB), &db);
        (void)sqlite3_exec(
            db,
            "PRAGMA journal_mode = WAL;"
            "UPDATE record SET seq = seq + 100 WHERE seq > 5; UPDATE record SET seq = seq - 100 WHERE seq > 100",
            NULL, NULL, NULL);
        _exit(0);
    }
    TEST_ASSERT_EQUAL(child, waitpid(child, NULL, 0));
    TEST_ASSERT_TRUE(is_there(DB "-wal"));
    (void)unlink(folder_path(dir, "clean"));
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_EQUAL(NEW_LINES, store_home_status(home)->lines_taken);
    check_put_back(OLD_LINES + NEW_LINES);
}

void test_without_lines_of_its_own(void) {
    make_newer();
    sql(DB, "DELETE FROM record WHERE seq > 5");
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_TRUE(store_home_status(home)->put_back);
    TEST_ASSERT_EQUAL(0, store_home_status(home)->lines_taken);
    stop();
    TEST_ASSERT_EQUAL(OLD_LINES, number(DB, "SELECT count(*) FROM record"));
}

void test_without_a_copy_a_newer_database_is_refused(void) {
    make_newer();
    TEST_ASSERT_EQUAL(0, unlink(folder_path(dir, BEFORE)));
    TEST_ASSERT_EQUAL(E_NEWER, open_home());
    TEST_ASSERT_EQUAL(store_schema_latest() + 1, version_of(DB));
    TEST_ASSERT_FALSE(is_there(NEWER));
}

void test_a_copy_that_is_newer_too_is_refused(void) {
    make_newer();
    set_version(BEFORE, store_schema_latest() + 1);
    TEST_ASSERT_EQUAL(E_NEWER, open_home());
    TEST_ASSERT_EQUAL(store_schema_latest() + 1, version_of(DB));
    TEST_ASSERT_TRUE(is_there(BEFORE));
    TEST_ASSERT_FALSE(is_there(NEWER));
}

/* A copy older than this firmware is migrated like any other. */
void test_a_copy_that_is_older_is_migrated(void) {
    make_old(store_schema_latest() - 1);
    run("cp $D/" DB " $D/" BEFORE);
    set_version(DB, store_schema_latest() + 1);
    add_lines(DB, OLD_LINES + 1, NEW_LINES);
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_EQUAL(NEW_LINES, store_home_status(home)->lines_taken);
    stop();
    TEST_ASSERT_EQUAL(store_schema_latest(), version_of(DB));
    TEST_ASSERT_EQUAL(OLD_LINES + NEW_LINES, number(DB, "SELECT count(*) FROM record"));
}

/* If a required column has another name, the records are counted, and not taken over. */
void test_lines_that_this_firmware_cannot_have(void) {
    make_newer();
    sql(DB, "ALTER TABLE record RENAME COLUMN detail TO details");
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_TRUE(store_home_status(home)->put_back);
    TEST_ASSERT_EQUAL(0, store_home_status(home)->lines_taken);
    TEST_ASSERT_EQUAL(NEW_LINES, store_home_status(home)->lines_left);
    check_put_back(OLD_LINES);
}

/* Then their number is unknown. */
void test_a_newer_database_without_such_a_log(void) {
    make_newer();
    sql(DB, "ALTER TABLE record RENAME TO line");
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_TRUE(store_home_status(home)->put_back);
    TEST_ASSERT_EQUAL(0, store_home_status(home)->lines_taken);
    stop();
    TEST_ASSERT_EQUAL(OLD_LINES, number(DB, "SELECT count(*) FROM record"));
    TEST_ASSERT_EQUAL(OLD_LINES + NEW_LINES, number(NEWER, "SELECT count(*) FROM line"));
}

/* Without disk space for the records nothing is moved: they would be lost. */
void test_without_room_for_the_lines(void) {
    make_newer();
    file_watch_start(dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, open_home());
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(store_schema_latest() + 1, version_of(DB));
    TEST_ASSERT_FALSE(is_there(NEWER));
    TEST_ASSERT_EQUAL(0, open_home());
    check_put_back(OLD_LINES + NEW_LINES);
}

/* --- Interruptions
 * ---------------------------------------------------------------------------------------------------- */

static void keep(bool back) {
    run(back ? "rm -rf $D && cp -a $D.kept $D" : "rm -rf $D.kept && cp -a $D $D.kept");
}

/* Opens in a child process whose power fails after so many calls. True: it finished. */
static bool is_open_before_cut(unsigned calls) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        file_watch_start(dir);
        file_watch_cut_after(calls);
        _exit(store_home_open(dir, &home) == 0 ? 0 : 1);
    }
    TEST_ASSERT_EQUAL(child, waitpid(child, &status, 0));
    TEST_ASSERT_TRUE(WIFEXITED(status));
    TEST_ASSERT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == FILE_WATCH_CUT);
    return WEXITSTATUS(status) == 0;
}

void test_a_cut_anywhere_while_it_is_put_back(void) {
    bool done = false;
    make_newer();
    keep(false);
    for (unsigned calls = 0; !done; calls++) {
        TEST_ASSERT_LESS_THAN(300, calls);
        done = is_open_before_cut(calls);
        TEST_ASSERT_EQUAL(0, open_home());
        check_put_back(OLD_LINES + NEW_LINES);
        keep(true);
    }
}

void test_a_cut_anywhere_while_it_is_copied_and_migrated(void) {
    bool done = false;
    make_old(store_schema_latest() - 2);
    keep(false);
    for (unsigned calls = 0; !done; calls++) {
        TEST_ASSERT_LESS_THAN(300, calls);
        done = is_open_before_cut(calls);
        TEST_ASSERT_EQUAL(0, open_home());
        stop();
        TEST_ASSERT_EQUAL(store_schema_latest(), version_of(DB));
        TEST_ASSERT_EQUAL(OLD_LINES, number(DB, "SELECT count(*) FROM record"));
        TEST_ASSERT_EQUAL(store_schema_latest() - 2, version_of(BEFORE));
        TEST_ASSERT_EQUAL(OLD_LINES, number(BEFORE, "SELECT count(*) FROM record"));
        keep(true);
    }
}

/* --- Afterwards ------------------------------------------------------------------------------------------------------- */

void test_both_are_forgotten_durably(void) {
    static const char *const names[] = {BEFORE, BEFORE "-wal", BEFORE "-shm", NEWER, NEWER "-wal", NEWER "-shm"};
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_EQUAL(0, store_before_forget(home)); /* there need not be any */
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        int fd = open(folder_path(dir, names[i]), O_WRONLY | O_CREAT, 0600);
        TEST_ASSERT_GREATER_OR_EQUAL(0, fd);
        TEST_ASSERT_EQUAL(0, close(fd));
    }
    TEST_ASSERT_TRUE(store_before_exists(home));
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_before_forget(home));
    const char *notes = file_watch_stop();
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        TEST_ASSERT_FALSE(is_there(names[i]));
        TEST_ASSERT_LESS_THAN(place(notes, "sync .\n"), place(notes, names[i]));
    }
    TEST_ASSERT_FALSE(store_before_exists(home));
    TEST_ASSERT_TRUE(is_there(DB));
}

/* Both contain what is erased: people, PINs, records. */
void test_erasing_everything_erases_them(void) {
    make_newer();
    run("cp $D/" DB " $D/" NEWER);
    TEST_ASSERT_EQUAL(0, open_home());
    stop();
    run("cp $D/" DB " $D/" BEFORE);
    TEST_ASSERT_TRUE(is_there(NEWER));
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_EQUAL(0, erase_request(home, "PT-1"));
    TEST_ASSERT_EQUAL(0, open_home());
    TEST_ASSERT_TRUE(store_home_status(home)->erased);
    TEST_ASSERT_FALSE(is_there(BEFORE));
    TEST_ASSERT_FALSE(is_there(NEWER));
    TEST_ASSERT_EQUAL(0, erase_finish(home));
}

/* Erasing the people also erases the copies with them. */
void test_erasing_the_copies_erases_them(void) {
    TEST_ASSERT_EQUAL(0, open_home());
    run("cp $D/" DB " $D/" BEFORE);
    run("cp $D/" DB " $D/" NEWER);
    TEST_ASSERT_EQUAL(0, erase_copies(home));
    TEST_ASSERT_FALSE(is_there(BEFORE));
    TEST_ASSERT_FALSE(is_there(NEWER));
    TEST_ASSERT_TRUE(is_there(DB));
}
