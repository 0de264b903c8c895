/* The state folder: lock, recovery, backup, power cuts. */
#include "store/store.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/home_impl.h"
#include "store/users/users.h"
#include "unity.h"
#include "util/arena.h"

static char dir[64];
static char file[128];
static struct store_home *home;
static struct store *store;
static struct arena arena;

static const char *path(const char *name) {
    (void)snprintf(file, sizeof(file), "%s/%s", dir, name);
    return file;
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-home-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    arena_init(&arena, 65536);
}

void tearDown(void) {
    char command[128];

    store = store_free(store);
    home = store_home_close(home, true);
    arena_done(&arena);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

static void start(void) {
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &store));
}

static void stop(bool clean) {
    store = store_free(store);
    home = store_home_close(home, clean);
}

static void add(uint32_t from, uint32_t count) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    for (uint32_t id = from; id < from + count; id++) {
        struct user user = {.userid = id, .username = "Somebody", .group = 1};

        TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    }
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
}

static uint32_t users(void) {
    struct store_users_counts counts;

    TEST_ASSERT_EQUAL_INT(0, store_users_counts(store, &counts));
    return counts.users;
}

static uint32_t found(const char *search) {
    struct user_query query = {.search = search, .limit = 1};
    struct store_users_page page;

    TEST_ASSERT_EQUAL_INT(0, store_users_page(store, &query, 0, &arena, &page));
    return page.total;
}

static bool is_there(const char *name) {
    return access(path(name), F_OK) == 0;
}

/* Overwrites bytes of a file from `at` on, or from the end with `at` below 0. */
static void damage(const char *name, long at, size_t len) {
    FILE *out = fopen(path(name), "r+b");

    TEST_ASSERT_NOT_NULL(out);
    TEST_ASSERT_EQUAL_INT(0, fseek(out, at, at < 0 ? SEEK_END : SEEK_SET));
    for (size_t i = 0; i < len; i++) {
        (void)fputc(0xa5, out);
    }
    TEST_ASSERT_EQUAL_INT(0, fclose(out));
}

/* Damages every page except the first: the header stays valid. */
static void damage_pages(const char *name) {
    struct stat info;

    TEST_ASSERT_EQUAL_INT(0, stat(path(name), &info));
    damage(name, 4096, (size_t)info.st_size - 4096);
}

static void copy(const char *from, const char *to) {
    char command[300], source[128];

    (void)snprintf(source, sizeof(source), "%s", path(from));
    (void)snprintf(command, sizeof(command), "cp '%s' '%s'", source, path(to));
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

/* A copy made during a deletion contains the deleted user: it must be repeated, so the deletion counts from the commit
 * on. */
void test_a_deletion_counts_when_it_is_committed(void) {
    start();
    add(1, 3);
    TEST_ASSERT_EQUAL_UINT(0, store_home_deletions(home));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 1));
    TEST_ASSERT_EQUAL_UINT(0, store_home_deletions(home));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    TEST_ASSERT_EQUAL_UINT(1, store_home_deletions(home));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 2));
    store_abort(store);
    add(4, 1);
    TEST_ASSERT_EQUAL_UINT(1, store_home_deletions(home));
    TEST_ASSERT_EQUAL_UINT32(3, users());
}

void test_first_start_makes_folder_and_schema(void) {
    char deep[96];

    (void)snprintf(deep, sizeof(deep), "%s/a/b/state", dir);
    TEST_ASSERT_EQUAL_INT(0, store_home_open(deep, &home));
    TEST_ASSERT_EQUAL_STRING(deep, store_home_dir(home));
    TEST_ASSERT_TRUE(store_home_status(home)->created);
    TEST_ASSERT_FALSE(store_home_status(home)->checked);
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_GOOD, store_home_status(home)->state);
    TEST_ASSERT_EQUAL_UINT(store_schema_latest(), store_home_status(home)->schema);
    TEST_ASSERT_FALSE(store_home_damaged(home));
}

void test_clean_end_needs_no_check_and_any_other_does(void) {
    start();
    add(1, 3);
    stop(true);
    start();
    TEST_ASSERT_FALSE(store_home_status(home)->checked);
    TEST_ASSERT_FALSE(store_home_status(home)->created);
    TEST_ASSERT_EQUAL_UINT32(3, users());
    stop(false);
    start();
    TEST_ASSERT_TRUE(store_home_status(home)->checked);
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_GOOD, store_home_status(home)->state);
    TEST_ASSERT_EQUAL_UINT32(3, users());
}

void test_second_daemon_is_refused_until_the_first_ends(void) {
    struct store_home *second = NULL;

    start();
    TEST_ASSERT_EQUAL_INT(E_LOCKED, store_home_open(dir, &second));
    TEST_ASSERT_NULL(second);
    add(1, 1);
    stop(true);
    start();
    TEST_ASSERT_EQUAL_UINT32(1, users());
}

void test_newer_database_is_refused_and_left_alone(void) {
    char back[48];

    (void)snprintf(back, sizeof(back), "PRAGMA user_version = %u", store_schema_latest());
    start();
    add(1, 2);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA user_version = 9999"));
    stop(true);
    TEST_ASSERT_EQUAL_INT(E_NEWER, store_home_open(dir, &home));
    TEST_ASSERT_NULL(home);
    TEST_ASSERT_FALSE(is_there("postern.db.damaged-1"));
    TEST_ASSERT_EQUAL_INT(0, store_connect(path("postern.db"), NULL, &store));
    TEST_ASSERT_EQUAL_UINT32(2, users());
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, back));
    store = store_free(store);
    start();
    TEST_ASSERT_EQUAL_UINT32(2, users());
}

static void backed_up_then_more(void) {
    start();
    add(1, 200);
    TEST_ASSERT_EQUAL_INT(0, store_backup(home, NULL, NULL));
    add(1000, 5);
}

static void check_restored(uint32_t expected) {
    const struct store_status *status = store_home_status(home);
    struct stat info;

    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_RESTORED, status->state);
    TEST_ASSERT_EQUAL_INT(0, stat(path("postern.db.good"), &info));
    TEST_ASSERT_EQUAL_INT64(info.st_mtim.tv_sec, status->since_s);
    TEST_ASSERT_EQUAL_UINT(1, status->damaged);
    TEST_ASSERT_TRUE(is_there("postern.db.damaged-1"));
    TEST_ASSERT_EQUAL_UINT32(expected, users());
    TEST_ASSERT_EQUAL_UINT32(expected, found("somebody"));
    TEST_ASSERT_FALSE(store_home_damaged(home));
}

void test_damaged_after_a_clean_end_is_noticed_and_restored(void) {
    backed_up_then_more();
    stop(true);
    damage_pages("postern.db");
    start();
    check_restored(200);
    add(2000, 1);
    stop(true);
    start();
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_GOOD, store_home_status(home)->state);
    TEST_ASSERT_EQUAL_UINT32(201, users());
}

void test_damaged_header_is_restored(void) {
    backed_up_then_more();
    stop(false);
    damage("postern.db", 0, 100);
    start();
    check_restored(200);
}

void test_cut_off_database_is_restored(void) {
    backed_up_then_more();
    stop(true);
    TEST_ASSERT_EQUAL_INT(0, truncate(path("postern.db"), 10000));
    start();
    check_restored(200);
}

void test_emptied_database_is_restored_not_taken_for_new(void) {
    backed_up_then_more();
    stop(true);
    TEST_ASSERT_EQUAL_INT(0, unlink(path("postern.db")));
    start();
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_RESTORED, store_home_status(home)->state);
    TEST_ASSERT_EQUAL_UINT32(200, users());
}

void test_damaged_without_a_good_copy_starts_fresh_and_keeps_the_old_one(void) {
    start();
    add(1, 200);
    stop(true);
    damage_pages("postern.db");
    start();
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_FRESH, store_home_status(home)->state);
    TEST_ASSERT_EQUAL_INT64(0, store_home_status(home)->since_s);
    TEST_ASSERT_TRUE(is_there("postern.db.damaged-1"));
    TEST_ASSERT_EQUAL_UINT32(0, users());
}

void test_damaged_copy_is_set_aside_too(void) {
    backed_up_then_more();
    stop(true);
    damage_pages("postern.db");
    damage_pages("postern.db.good");
    start();
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_FRESH, store_home_status(home)->state);
    TEST_ASSERT_TRUE(is_there("postern.db.damaged-1"));
    TEST_ASSERT_TRUE(is_there("postern.db.damaged-2"));
    TEST_ASSERT_FALSE(is_there("postern.db.good"));
    TEST_ASSERT_EQUAL_UINT32(0, users());
}

void test_each_damaged_database_has_its_number(void) {
    backed_up_then_more();
    stop(true);
    for (unsigned n = 1; n <= 3; n++) {
        damage_pages("postern.db");
        start();
        TEST_ASSERT_EQUAL_UINT(n, store_home_status(home)->damaged);
        stop(true);
    }
    TEST_ASSERT_TRUE(is_there("postern.db.damaged-3"));
}

/* Only the index of name parts: it is rebuilt from the names, without restoring older data. */
void test_damaged_index_is_built_anew(void) {
    start();
    add(1, 300);
    TEST_ASSERT_EQUAL_INT(0, sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user_name_fts_data SET block = x'00' WHERE id > 100"));
    stop(false);
    start();
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_GOOD, store_home_status(home)->state);
    TEST_ASSERT_EQUAL_UINT32(300, users());
    TEST_ASSERT_EQUAL_UINT32(300, found("body"));
}

void test_damage_met_while_running_is_remembered(void) {
    backed_up_then_more();
    stop(true);
    start();
    TEST_ASSERT_FALSE(store_home_status(home)->checked);
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_error(store, SQLITE_CORRUPT));
    TEST_ASSERT_TRUE(store_home_damaged(home));
    stop(true);
    start();
    TEST_ASSERT_TRUE(store_home_status(home)->checked);
}

/* Damages the table of users and keeps size and times: the mark of the clean end still matches. */
static void damage_users_unseen(void) {
    sqlite3_stmt *query = NULL;
    struct stat info;
    long page;

    TEST_ASSERT_EQUAL_INT(0, stat(path("postern.db"), &info));
    TEST_ASSERT_EQUAL_INT(0, store_connect(path("postern.db"), NULL, &store));
    TEST_ASSERT_EQUAL_INT(
        SQLITE_OK,
        sqlite3_prepare_v2(store->db, "SELECT rootpage FROM sqlite_schema WHERE name = 'user'", -1, &query, NULL));
    TEST_ASSERT_EQUAL_INT(SQLITE_ROW, sqlite3_step(query));
    page = sqlite3_column_int(query, 0);
    (void)sqlite3_finalize(query);
    store = store_free(store);
    damage("postern.db", (page - 1) * 4096, 4096);
    TEST_ASSERT_EQUAL_INT(
        0, utimensat(AT_FDCWD, path("postern.db"), (const struct timespec[]){info.st_atim, info.st_mtim}, 0));
}

void test_damage_that_the_mark_does_not_show_is_repaired_when_met(void) {
    struct user_query query = {.search = NULL, .limit = 1};
    struct store_users_page page;

    backed_up_then_more();
    stop(true);
    damage_users_unseen();
    start();
    TEST_ASSERT_FALSE(store_home_status(home)->checked);
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_users_page(store, &query, 0, &arena, &page));
    TEST_ASSERT_TRUE(store_home_damaged(home));
    store = store_free(store);
    TEST_ASSERT_EQUAL_INT(0, store_home_repair(home));
    TEST_ASSERT_TRUE(store_home_status(home)->checked);
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &store));
    check_restored(200);
}

void test_repair_without_damage_changes_nothing(void) {
    backed_up_then_more();
    stop(true);
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
    store_home_note_damage(home);
    TEST_ASSERT_EQUAL_INT(0, store_home_repair(home));
    TEST_ASSERT_FALSE(store_home_damaged(home));
    TEST_ASSERT_TRUE(store_home_status(home)->checked);
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &store));
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_GOOD, store_home_status(home)->state);
    TEST_ASSERT_EQUAL_UINT32(205, users());
}

/* The check considers the database good, and then the copy too: both are finally set aside. */
void test_damage_that_no_check_sees_is_set_aside(void) {
    backed_up_then_more();
    stop(false);
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
    TEST_ASSERT_TRUE(store_home_status(home)->checked);
    TEST_ASSERT_EQUAL_INT(0, store_home_repair(home));
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &store));
    check_restored(200);
    store = store_free(store);
    TEST_ASSERT_EQUAL_INT(0, store_home_repair(home));
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &store));
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_FRESH, store_home_status(home)->state);
    TEST_ASSERT_TRUE(is_there("postern.db.damaged-2"));
    TEST_ASSERT_FALSE(is_there("postern.db.good"));
    TEST_ASSERT_EQUAL_UINT32(0, users());
}

void test_backup_of_a_damaged_database_keeps_the_old_copy(void) {
    backed_up_then_more();
    stop(true);
    copy("postern.db.good", "kept");
    start();
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA wal_checkpoint(TRUNCATE)"));
    damage_pages("postern.db");
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_backup(home, NULL, NULL));
    TEST_ASSERT_TRUE(store_home_damaged(home));
    TEST_ASSERT_FALSE(is_there("postern.db.good.part"));
    stop(true);
    start();
    check_restored(200);
}

static bool at_once(void *ctx) {
    ++*(int *)ctx;
    return true;
}

void test_backup_is_cancelled_between_slices(void) {
    int asked = 0;

    start();
    add(1, 10000);
    TEST_ASSERT_EQUAL_INT(E_CANCELLED, store_backup(home, at_once, &asked));
    TEST_ASSERT_EQUAL_INT(1, asked);
    TEST_ASSERT_FALSE(is_there("postern.db.good"));
    TEST_ASSERT_FALSE(is_there("postern.db.good.part"));
}

/* Writers continue; the copy is from its start. */
static bool write_more(void *ctx) {
    uint32_t *next = ctx;

    add((*next)++, 1);
    return false;
}

void test_backup_does_not_hold_up_writers(void) {
    uint32_t next = 100000;

    start();
    add(1, 10000);
    TEST_ASSERT_EQUAL_INT(0, store_backup(home, write_more, &next));
    TEST_ASSERT_GREATER_THAN_UINT32(100000, next);
    TEST_ASSERT_EQUAL_UINT32(10000 + next - 100000, users());
    stop(true);
    TEST_ASSERT_EQUAL_INT(0, store_connect(path("postern.db.good"), NULL, &store));
    TEST_ASSERT_EQUAL_UINT32(10000, users());
}

/* A child writes and reports commits; it is killed at some moment. All reported commits are there again. */
static void write_until_killed(int say) {
    struct store_home *mine = NULL;

    if (store_home_open(dir, &mine) || store_open(mine, &store)) {
        _exit(1);
    }
    for (uint32_t id = users() + 1;; id++) {
        struct user user = {.userid = id, .username = "Somebody", .group = 1};

        if (store_begin(store) || store_users_add(store, &user, NULL) || store_commit(store) ||
            write(say, &id, sizeof(id)) != sizeof(id)) {
            _exit(2);
        }
    }
}

void test_what_was_committed_survives_being_killed(void) {
    uint32_t last = 0;

    for (int round = 0; round < 5; round++) {
        int ends[2];
        pid_t child;
        int status = 0;

        TEST_ASSERT_EQUAL_INT(0, pipe(ends));
        child = fork();
        TEST_ASSERT_GREATER_OR_EQUAL_INT(0, child);
        if (child == 0) {
            write_until_killed(ends[1]);
        }
        (void)close(ends[1]);
        for (int i = 0; i < 3 + round * 7; i++) {
            TEST_ASSERT_EQUAL_INT((int)sizeof(last), (int)read(ends[0], &last, sizeof(last)));
        }
        TEST_ASSERT_EQUAL_INT(0, kill(child, SIGKILL));
        TEST_ASSERT_EQUAL_INT(child, waitpid(child, &status, 0));
        while (read(ends[0], &last, sizeof(last)) == (ssize_t)sizeof(last)) {
        }
        (void)close(ends[0]);
        start();
        TEST_ASSERT_TRUE(store_home_status(home)->checked);
        TEST_ASSERT_EQUAL_INT(STORAGE_STATE_GOOD, store_home_status(home)->state);
        TEST_ASSERT_GREATER_OR_EQUAL_UINT32(last, users());
        TEST_ASSERT_LESS_OR_EQUAL_UINT32(last + 1, users());
        stop(false);
    }
}

/* The same with an interrupted recovery: the damaged database is set aside, the copy not yet in place. */
void test_recovery_that_was_cut_off_goes_on(void) {
    backed_up_then_more();
    stop(true);
    copy("postern.db", "postern.db.damaged-1");
    TEST_ASSERT_EQUAL_INT(0, unlink(path("postern.db")));
    copy("postern.db.good", "postern.db.new");
    TEST_ASSERT_EQUAL_INT(0, truncate(path("postern.db.new"), 5000));
    start();
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_RESTORED, store_home_status(home)->state);
    TEST_ASSERT_EQUAL_UINT32(200, users());
    TEST_ASSERT_FALSE(is_there("postern.db.new"));
}

void test_folder_that_cannot_be_made(void) {
    char bad[1200];

    TEST_ASSERT_EQUAL_INT(E_INVAL, store_home_open("", &home));
    memset(bad, 'x', sizeof(bad) - 1);
    bad[sizeof(bad) - 1] = '\0';
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_home_open(bad, &home));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_home_open("/proc/nowhere/state", &home));
    TEST_ASSERT_NULL(home);
}

void test_two_connections_wait_for_each_other(void) {
    struct store *other = NULL;
    struct user user = {.userid = 2, .username = "", .group = 1};

    start();
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &other));
    (void)sqlite3_busy_timeout(other->db, 50);
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(E_BUSY, store_begin(other));
    store_abort(store);
    TEST_ASSERT_EQUAL_INT(0, store_begin(other));
    TEST_ASSERT_EQUAL_INT(0, store_users_add(other, &user, NULL));
    TEST_ASSERT_EQUAL_INT(0, store_commit(other));
    TEST_ASSERT_EQUAL_UINT32(1, users());
    other = store_free(other);
}

static int64_t allocated(const char *name) {
    struct stat info;

    return stat(path(name), &info) == 0 ? (int64_t)info.st_blocks * 512 : -1;
}

/* ---- the reserve ---- */

void test_the_reserve_is_allocated_survives_and_is_made_whole(void) {
    start();
    TEST_ASSERT_FALSE(store_home_is_short(home));
    TEST_ASSERT_GREATER_OR_EQUAL_INT64(STORE_RESERVE_OCTETS, allocated("reserve"));
    stop(true);
    TEST_ASSERT_GREATER_OR_EQUAL_INT64(STORE_RESERVE_OCTETS, allocated("reserve"));
    /* A file that is not allocated is not a reserve. */
    TEST_ASSERT_EQUAL_INT(0, truncate(path("reserve"), 0));
    TEST_ASSERT_EQUAL_INT(0, truncate(path("reserve"), STORE_RESERVE_OCTETS));
    start();
    TEST_ASSERT_GREATER_OR_EQUAL_INT64(STORE_RESERVE_OCTETS, allocated("reserve"));
    stop(true);
    TEST_ASSERT_EQUAL_INT(0, unlink(path("reserve")));
    start();
    TEST_ASSERT_GREATER_OR_EQUAL_INT64(STORE_RESERVE_OCTETS, allocated("reserve"));
}

void test_without_the_reserve_nothing_grows_and_all_else_goes_on(void) {
    start();
    store_reserve_give_up(home);
    TEST_ASSERT_EQUAL_INT64(-1, allocated("reserve"));
    TEST_ASSERT_TRUE(store_home_is_short(home));
    TEST_ASSERT_EQUAL_INT(E_NOSPC, store_begin_growth(store));
    TEST_ASSERT_NOT_EQUAL(0, sqlite3_get_autocommit(store->db));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    TEST_ASSERT_EQUAL_INT(0, store_reserve_restore(store));
    TEST_ASSERT_FALSE(store_home_is_short(home));
    TEST_ASSERT_EQUAL_INT(0, store_begin_growth(store));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
}

void test_the_parts_of_the_space_are_what_is_there(void) {
    struct store_space before, after;

    start();
    TEST_ASSERT_EQUAL_INT(0, store_space(store, &before));
    TEST_ASSERT_GREATER_OR_EQUAL_INT64(STORE_RESERVE_OCTETS, before.octets[STORAGE_PART_RESERVE]);
    TEST_ASSERT_EQUAL_INT64(0, before.octets[STORAGE_PART_AUDIT]);
    TEST_ASSERT_EQUAL_INT64(0, before.octets[STORAGE_PART_COPIES]);
    TEST_ASSERT_GREATER_THAN_INT64(0, before.octets[STORAGE_PART_OTHERS]);
    add(1, 2000);
    TEST_ASSERT_EQUAL_INT(0, store_backup(home, NULL, NULL));
    TEST_ASSERT_EQUAL_INT(0, store_space(store, &after));
    TEST_ASSERT_GREATER_THAN_INT64(before.octets[STORAGE_PART_USERS] + 200000, after.octets[STORAGE_PART_USERS]);
    TEST_ASSERT_GREATER_THAN_INT64(200000, after.octets[STORAGE_PART_COPIES]);
    TEST_ASSERT_EQUAL_INT64(before.octets[STORAGE_PART_OTHERS], after.octets[STORAGE_PART_OTHERS]);
}
