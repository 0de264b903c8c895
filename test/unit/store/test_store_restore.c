/* Restoring a backup: what is staged, what is rejected, and a power cut at any call. */
#include "store/restore.h"

#include <errno.h>
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
#include "prepared_state.h"
#include "store/record_photo.h"
#include "store/store_impl.h"
#include "store/upload.h"
#include "store/users/users.h"
#include "unity.h"

#define NOTE "PT-OTHER 1763900000\n"
#define PATH 160
#define DATABASE_MAX (4 << 20)

static char dir[64];
static struct store_home *home;
static struct store_staging *staging;

static void run(const char *format, const char *one, const char *other) {
    char command[2 * PATH + 64];
    (void)snprintf(command, sizeof(command), format, one, other);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void write_in(const char *folder, const char *name, const char *text) {
    char path[PATH];
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_TRUE(fputs(text, file) >= 0);
    (void)fclose(file);
}

static bool exists(const char *name) {
    char path[PATH];
    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    return access(path, F_OK) == 0;
}

static void add_user(struct store_home *to, uint32_t id) {
    _cleanup_(store_freep) struct store *store = NULL;
    struct user user = {.userid = id, .username = "Ada", .group = 1};
    TEST_ASSERT_EQUAL(0, store_open(to, &store));
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_users_add(store, &user, NULL));
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

/* Changes a database without the firmware, which would not make an invalid one. `data` has room for DATABASE_MAX
 * bytes. */
static void change_database(const char *folder, const char *change, char *data, size_t *len) {
    sqlite3 *db = NULL;
    folder_write(folder, "other", data, *len);
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(folder_path(folder, "other"), &db));
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_exec(db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL));
    TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, sqlite3_exec(db, change, NULL, NULL, NULL), sqlite3_errmsg(db));
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
    *len = folder_read(folder, "other", data, DATABASE_MAX);
}

/* Makes the database of another terminal, with user 2 and `change`. */
static char *other_database(const char *change, size_t *ret_len) {
    char folder[64] = "/tmp/postern-other-XXXXXX";
    struct store_home *other = NULL;
    int fd = -1;
    int64_t octets = 0;
    TEST_ASSERT_NOT_NULL(mkdtemp(folder));
    prepared_state_write(folder);
    TEST_ASSERT_EQUAL(0, store_home_open(folder, &other));
    add_user(other, 2);
    TEST_ASSERT_EQUAL(0, store_take(other, true, &(struct store_copy_watch){0}, &fd, &octets));
    char *data = malloc(DATABASE_MAX);
    TEST_ASSERT_NOT_NULL(data);
    *ret_len = (size_t)read(fd, data, DATABASE_MAX);
    TEST_ASSERT_EQUAL_INT64(octets, (int64_t)*ret_len);
    (void)close(fd);
    (void)store_home_close(other, true);
    if (change != NULL) {
        change_database(folder, change, data, ret_len);
    }
    run("rm -rf '%s'", folder, NULL);
    return data;
}

static void stage_database(const char *change) {
    size_t len = 0;
    char *data = other_database(change, &len);
    TEST_ASSERT_EQUAL(0, store_staging_database(staging));
    TEST_ASSERT_EQUAL(0, store_staging_write(staging, data, len));
    TEST_ASSERT_EQUAL(0, store_staging_close(staging));
    free(data);
}

static void stage_all(void) {
    stage_database(NULL);
    TEST_ASSERT_EQUAL(0, store_staging_photo(staging, "5"));
    TEST_ASSERT_EQUAL(0, store_staging_write(staging, "new", 3));
    TEST_ASSERT_EQUAL(0, store_staging_close(staging));
    write_in(store_staging_folder(staging), "identity", "new");
}

static void open_home(void) {
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
}

static void close_home(void) {
    store_staging_free(staging);
    staging = NULL;
    home = store_home_close(home, true);
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-restore-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    prepared_state_write(dir);
    open_home();
    add_user(home, 1);
    TEST_ASSERT_EQUAL(0, store_backup(home, NULL, NULL));
    write_in(dir, "identity", "old");
    write_in(dir, "postern.db.damaged-1", "old");
    run("mkdir '%s/photos'", dir, NULL);
    write_in(dir, "photos/1", "old");
    write_in(dir, "photos/5", "old");
    TEST_ASSERT_EQUAL(0, store_staging_new(home, &staging));
}

void tearDown(void) {
    close_home();
    run("rm -rf '%s' '%s.cut'", dir, dir);
}

static bool has_user(uint32_t id) {
    _cleanup_(store_freep) struct store *store = NULL;
    struct store_users_counts counts;
    int64_t found = 0;
    char sql[64];
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    TEST_ASSERT_EQUAL(0, store_users_counts(store, &counts));
    TEST_ASSERT_EQUAL(1, counts.users);
    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM user WHERE userid = %u", (unsigned)id);
    TEST_ASSERT_EQUAL(0, store_read_number(store, sql, &found));
    return found == 1;
}

static void assert_text(const char *name, const char *text) {
    char path[PATH], found[16] = "";
    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *file = fopen(path, "r");
    TEST_ASSERT_NOT_NULL_MESSAGE(file, name);
    TEST_ASSERT_NOT_NULL(fgets(found, sizeof(found), file));
    (void)fclose(file);
    TEST_ASSERT_EQUAL_STRING(text, found);
}

static void assert_state(bool is_new) {
    const char *text = is_new ? "new" : "old";
    TEST_ASSERT_TRUE(has_user(is_new ? 2 : 1));
    assert_text("identity", text);
    assert_text("photos/5", text);
    TEST_ASSERT_EQUAL(!is_new, exists("photos/1"));
    TEST_ASSERT_EQUAL(!is_new, exists("postern.db.good"));
    TEST_ASSERT_EQUAL(!is_new, exists("postern.db.damaged-1"));
    TEST_ASSERT_FALSE(exists("staged"));
    TEST_ASSERT_FALSE(exists("restore"));
    TEST_ASSERT_FALSE(exists("replace"));
    TEST_ASSERT_FALSE(exists("replace.new"));
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_GOOD, store_home_status(home)->state);
}

/* Opens the folder; true: everything is the new state, false: everything is the old one. */
static bool open_and_judge(void) {
    open_home();
    bool is_new = store_home_status(home)->replaced;
    TEST_ASSERT_EQUAL_STRING(is_new ? NOTE : "", restore_note(home));
    assert_state(is_new);
    return is_new;
}

void test_what_is_decided_takes_the_place_of_all(void) {
    stage_all();
    TEST_ASSERT_EQUAL(0, restore_decide(staging, NOTE));
    assert_text("identity", "old"); /* until the start */
    close_home();
    TEST_ASSERT_TRUE(open_and_judge());
    close_home();
    open_home(); /* once more: it was told */
    TEST_ASSERT_FALSE(store_home_status(home)->replaced);
    TEST_ASSERT_EQUAL_STRING("", restore_note(home));
    TEST_ASSERT_TRUE(has_user(2));
}

void test_what_is_not_decided_goes_with_the_start(void) {
    char path[STORE_UPLOAD_PATH_MAX];
    stage_all();
    TEST_ASSERT_EQUAL(0, store_upload_path(home, STORE_UPLOAD_RESTORE, "file", path));
    close_home();
    TEST_ASSERT_FALSE(open_and_judge());
}

void test_what_is_taken_back_is_not_followed(void) {
    stage_all();
    TEST_ASSERT_EQUAL(0, restore_decide(staging, NOTE));
    TEST_ASSERT_EQUAL(0, restore_undo(home));
    close_home();
    TEST_ASSERT_FALSE(open_and_judge());
}

/* A database that was not closed has its log beside it, which does not belong to the new one. */
void test_the_log_of_the_old_database_goes(void) {
    stage_all();
    TEST_ASSERT_EQUAL(0, restore_decide(staging, NOTE));
    close_home();
    write_in(dir, "postern.db-wal", "of the old one");
    TEST_ASSERT_TRUE(open_and_judge());
}

/* Everything staged is synced before the mark, and the database is moved last. */
void test_the_order(void) {
    stage_all();
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, restore_decide(staging, NOTE));
    const char *notes = file_watch_stop();
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(notes,
                                        "sync .\nwrite replace.new\nsync replace.new\nrename replace.new replace\n"
                                        "sync .\n"),
                                 notes);
    close_home();
    file_watch_start(dir);
    open_home();
    notes = file_watch_stop();
    const char *gone = strstr(notes, "remove postern.db.good");
    const char *finished = strstr(notes, "remove replace\nsync .\n");
    TEST_ASSERT_NOT_NULL_MESSAGE(gone, notes);
    TEST_ASSERT_NOT_NULL_MESSAGE(finished, notes);
    TEST_ASSERT_TRUE_MESSAGE(gone < finished && finished < strstr(notes, "write postern.db"), notes);
}

static void copy_folder(const char *from, const char *to) {
    run("rm -rf '%s'", to, NULL);
    run("cp -a '%s' '%s'", from, to);
}

static int wait_for(pid_t child) {
    int status = 0;
    TEST_ASSERT_EQUAL(child, waitpid(child, &status, 0));
    TEST_ASSERT_TRUE(WIFEXITED(status));
    TEST_ASSERT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == FILE_WATCH_CUT);
    return WEXITSTATUS(status);
}

/* Interrupts the start that follows the mark at its n-th call. True: it was; false: it finished before. */
static bool start_cut(unsigned calls) {
    pid_t child = fork();
    TEST_ASSERT_TRUE(child >= 0);
    if (child == 0) {
        struct store_home *opened = NULL;
        file_watch_start(dir);
        file_watch_cut_after(calls);
        _exit(store_home_open(dir, &opened) == 0 ? 0 : 1);
    }
    return wait_for(child) == FILE_WATCH_CUT;
}

/* Again while it continues. */
void test_the_power_may_go_at_any_call_of_the_start(void) {
    char decided[PATH];
    unsigned calls = 0, left = 0;
    stage_all();
    TEST_ASSERT_EQUAL(0, restore_decide(staging, NOTE));
    close_home();
    (void)snprintf(decided, sizeof(decided), "%s.cut", dir);
    copy_folder(dir, decided);
    for (bool is_cut = true; is_cut; calls++) {
        copy_folder(decided, dir);
        is_cut = start_cut(calls);
        (void)start_cut(calls / 2);
        left += exists("replace");
        open_home();
        assert_state(true);
        close_home();
    }
    TEST_ASSERT_GREATER_THAN(20, calls);
    TEST_ASSERT_GREATER_THAN(10, left);
    open_home();
}

static bool decide_cut(unsigned calls) {
    pid_t child = fork();
    TEST_ASSERT_TRUE(child >= 0);
    if (child == 0) {
        file_watch_start(dir);
        file_watch_cut_after(calls);
        _exit(restore_decide(staging, NOTE) == 0 ? 0 : 1);
    }
    return wait_for(child) == FILE_WATCH_CUT;
}

void test_the_power_may_go_at_any_call_of_the_decision(void) {
    unsigned calls = 0, old = 0;
    char staged[PATH];
    stage_all();
    (void)snprintf(staged, sizeof(staged), "%s.cut", dir);
    copy_folder(dir, staged);
    for (bool is_cut = true; is_cut; calls++) {
        is_cut = decide_cut(calls);
        close_home();
        bool is_new = open_and_judge();
        TEST_ASSERT_TRUE(is_new || is_cut);
        old += !is_new;
        close_home();
        copy_folder(staged, dir);
        open_home();
        TEST_ASSERT_EQUAL(0, store_staging_new(home, &staging));
        stage_all();
    }
    TEST_ASSERT_GREATER_THAN(1, old);
}

static bool never(void *ctx) {
    (void)ctx;
    return false;
}

static bool always(void *ctx) {
    (void)ctx;
    return true;
}

static int check(unsigned schema) {
    return store_staging_check(staging, schema, never, NULL);
}

void test_a_whole_database_is_taken_and_can_be_written_to(void) {
    _cleanup_(store_freep) struct store *store = NULL;
    struct store_users_counts counts;
    stage_database(NULL);
    TEST_ASSERT_EQUAL(0, check(store_schema_latest()));
    TEST_ASSERT_EQUAL(0, store_staging_open(staging, &store));
    TEST_ASSERT_EQUAL(0, store_users_counts(store, &counts));
    TEST_ASSERT_EQUAL(1, counts.users);
    TEST_ASSERT_FALSE(exists("staged/postern.db-wal"));
}

void test_one_of_an_older_firmware_is_brought_up_to_date(void) {
    char path[PATH];
    struct store *store = NULL;
    unsigned before = 0, older = store_schema_latest() - 3;
    (void)snprintf(path, sizeof(path), "%s/postern.db", store_staging_folder(staging));
    TEST_ASSERT_EQUAL(0, store_connect(path, NULL, &store));
    TEST_ASSERT_EQUAL(0, store_migrate_to(store, older, &before));
    TEST_ASSERT_EQUAL(0, store_exec(store, "PRAGMA journal_mode = DELETE"));
    store = store_free(store);
    TEST_ASSERT_EQUAL(0, check(older));
    TEST_ASSERT_EQUAL(E_CORRUPT, check(store_schema_latest()));
    TEST_ASSERT_EQUAL(0, store_staging_open(staging, &store));
    store = store_free(store);
    TEST_ASSERT_EQUAL(0, check(store_schema_latest()));
}

void test_another_schema_than_it_says_is_not(void) {
    stage_database(NULL);
    TEST_ASSERT_EQUAL(E_CORRUPT, check(store_schema_latest() - 1));
    TEST_ASSERT_EQUAL(E_CORRUPT, check(store_schema_latest() + 1));
    TEST_ASSERT_EQUAL(E_CORRUPT, check(0));
}

void test_whatever_more_or_less_is_in_it(void) {
    static const char *const changes[] = {
        "CREATE TRIGGER evil AFTER INSERT ON audit BEGIN DELETE FROM user; END",
        "CREATE VIEW evil AS SELECT 1",
        "CREATE TABLE evil (a)",
        "CREATE INDEX evil ON user (username)",
        "DROP INDEX user_name",
        "ALTER TABLE user ADD COLUMN evil INTEGER",
        "CREATE VIRTUAL TABLE evil USING fts5 (a)",
    };
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        stage_database(changes[i]);
        TEST_ASSERT_EQUAL_MESSAGE(E_CORRUPT, check(store_schema_latest()), changes[i]);
        store_staging_free(staging);
        TEST_ASSERT_EQUAL(0, store_staging_new(home, &staging));
    }
}

static void stage_octets(const char *data, size_t len) {
    store_staging_free(staging);
    TEST_ASSERT_EQUAL(0, store_staging_new(home, &staging));
    TEST_ASSERT_EQUAL(0, store_staging_database(staging));
    TEST_ASSERT_EQUAL(0, store_staging_write(staging, data, len));
    TEST_ASSERT_EQUAL(0, store_staging_close(staging));
}

/* For every overwritten page: at worst an error. */
void test_damage_is_found_and_does_no_harm(void) {
    size_t len = 0;
    unsigned found = 0, pages = 0;
    char *data = other_database(NULL, &len);
    for (size_t at = 0; at + 4096 <= len; at += 4096, pages++) {
        char page[4096];
        memcpy(page, data + at, sizeof(page));
        memset(data + at, 0xa5, sizeof(page));
        stage_octets(data, len);
        int r = check(store_schema_latest());
        TEST_ASSERT_TRUE(r == 0 || r == E_CORRUPT);
        found += r == E_CORRUPT;
        memcpy(data + at, page, sizeof(page));
    }
    TEST_ASSERT_EQUAL_UINT(pages, found);
    stage_octets(data, len / 2);
    TEST_ASSERT_EQUAL(E_CORRUPT, check(store_schema_latest()));
    stage_octets("no database", 11);
    TEST_ASSERT_EQUAL(E_CORRUPT, check(store_schema_latest()));
    stage_octets("", 0);
    TEST_ASSERT_EQUAL(E_CORRUPT, check(store_schema_latest()));
    data[18] = data[19] = 2; /* claims a log beside it */
    stage_octets(data, len);
    TEST_ASSERT_EQUAL(E_CORRUPT, check(store_schema_latest()));
    free(data);
    TEST_ASSERT_FALSE(store_home_damaged(home));
}

void test_the_check_can_be_ended(void) {
    stage_database("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)"
                   " INSERT INTO user_photo (userid, picture) SELECT i + 10, zeroblob(100) FROM n");
    TEST_ASSERT_EQUAL(E_CANCELLED, store_staging_check(staging, store_schema_latest(), always, NULL));
    TEST_ASSERT_EQUAL(0, check(store_schema_latest()));
}

void test_names_of_photos(void) {
    static const char *const wrong[] = {"", "x", "0", "-1", "01", "1y", "../1", "new", "1/2", "99999999999999999999"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_FORMAT, store_staging_photo(staging, wrong[i]), wrong[i]);
    }
    TEST_ASSERT_EQUAL(0, store_staging_photo(staging, "17"));
    TEST_ASSERT_EQUAL(E_EXISTS, store_staging_photo(staging, "17"));
    TEST_ASSERT_EQUAL(0, store_staging_photo(staging, "17x"));
}

/* A rejected one does not count. */
void test_how_many_photos(void) {
    char name[24];
    for (unsigned n = 1; n <= STORE_STAGED_PHOTOS_MAX; n++) {
        (void)snprintf(name, sizeof(name), "%u", n);
        if (n % 10000 == 0) {
            TEST_ASSERT_EQUAL(E_EXISTS, store_staging_photo(staging, "1"));
        }
        TEST_ASSERT_EQUAL(0, store_staging_photo(staging, name));
    }
    TEST_ASSERT_EQUAL(E_CAPACITY, store_staging_photo(staging, "99999"));
}

void test_a_copy_that_is_taken_has_no_name_and_no_key_of_tls(void) {
    static char found[DATABASE_MAX];
    static const char secret[] = "sealed key of this very terminal";
    _cleanup_(store_freep) struct store *store = NULL;
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    TEST_ASSERT_EQUAL(0, store_exec(store, "INSERT INTO certificate (slot, chain, key_sealed, own) VALUES (0, 'chain',"
                                           " CAST('sealed key of this very terminal' AS BLOB), 0)"));
    for (int without = 0; without <= 1; without++) {
        int fd = -1;
        int64_t octets = 0;
        TEST_ASSERT_EQUAL(0, store_take(home, without == 1, &(struct store_copy_watch){0}, &fd, &octets));
        ssize_t n = read(fd, found, sizeof(found));
        (void)close(fd);
        TEST_ASSERT_EQUAL_INT64(octets, n);
        TEST_ASSERT_EQUAL(without == 0, memmem(found, (size_t)n, secret, strlen(secret)) != NULL);
        TEST_ASSERT_FALSE(exists("postern.db.taken"));
        TEST_ASSERT_TRUE(exists("postern.db.good")); /* that of the keeper stays */
    }
}

static void restore_all(void) {
    stage_all();
    TEST_ASSERT_EQUAL(0, restore_decide(staging, NOTE));
    close_home();
    TEST_ASSERT_TRUE(open_and_judge());
}

/* The replaced state as far as it is restored: without copies of the database. */
static void assert_put_back(void) {
    TEST_ASSERT_TRUE(has_user(1));
    assert_text("identity", "old");
    assert_text("photos/1", "old");
    assert_text("photos/5", "old");
    TEST_ASSERT_FALSE(exists("staged"));
    TEST_ASSERT_FALSE(exists("back"));
    TEST_ASSERT_FALSE(exists("replace"));
}

void test_the_replaced_state_can_be_put_back(void) {
    TEST_ASSERT_FALSE(restore_has_replaced(home));
    TEST_ASSERT_EQUAL(E_NOTFOUND, restore_put_back(home));
    restore_all();
    TEST_ASSERT_TRUE(restore_has_replaced(home));
    TEST_ASSERT_EQUAL(0, restore_put_back(home));
    close_home();
    open_home();
    TEST_ASSERT_TRUE(store_home_status(home)->returned);
    TEST_ASSERT_FALSE(store_home_status(home)->replaced);
    assert_put_back();
    assert_text("replaced/identity", "new");
    TEST_ASSERT_EQUAL(0, restore_forget_replaced(home));
    TEST_ASSERT_FALSE(exists("replaced"));
    close_home();
    open_home();
    TEST_ASSERT_FALSE(store_home_status(home)->returned);
    assert_put_back();
}

void test_a_second_restore_keeps_the_state_before_it(void) {
    restore_all();
    TEST_ASSERT_EQUAL(0, store_staging_new(home, &staging));
    restore_all();
    assert_text("replaced/identity", "new");
}

/* For each failing call of the start: the next one finishes, and the state is restored. */
void test_putting_back_comes_to_its_end_whatever_fails(void) {
    unsigned calls = 0, failures = 0;
    restore_all();
    TEST_ASSERT_EQUAL(0, restore_put_back(home));
    close_home();
    run("cp -a '%s' '%s.cut'", dir, dir);
    for (bool is_done = false; !is_done; calls++) {
        TEST_ASSERT_LESS_THAN(300, calls);
        file_watch_start(dir);
        file_watch_fail_after(calls, EIO);
        int r = store_home_open(dir, &home);
        bool has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        failures += r < 0;
        is_done =
            !has_failed || (r < 0 && !exists("replace") && !exists("back")); /* after that the database is opened */
        if (r == 0) {
            close_home();
        }
        open_home();
        assert_put_back();
        close_home();
        run("rm -rf '%s'", dir, NULL);
        run("cp -a '%s.cut' '%s'", dir, dir);
    }
    open_home();
    TEST_ASSERT_GREATER_THAN(20, failures);
}
