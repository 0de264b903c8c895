/* Rows that violate the constraints of their table are removed when the database is opened, and dependent counts are
 * corrected. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "damaged_cell.h"
#include "folder_files.h"
#include "store/accounts/account.h"
#include "store/bad_rows.h"
#include "store/home_impl.h"
#include "store/left_out.h"
#include "store/rules/shifts.h"
#include "store/users/users.h"
#include "unity.h"
#include "util/arena.h"

#define ANY "PRAGMA ignore_check_constraints = ON;"

static struct store_home *home;
static struct store *store;
static char dir[64];

static void open_store(void) {
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &store));
}

static void close_store(void) {
    store = store_free(store);
    home = store_home_close(home, true);
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-bad-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    open_store();
}

void tearDown(void) {
    char command[128];
    close_store();
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

static int64_t number(const char *sql) {
    int64_t value = INT64_MIN;
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, store_read_number(store, sql, &value), sql);
    return value;
}

static void sql(const char *text) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, store_exec(store, text), text);
}

/* Writes values that no constraint of the table allows, while the terminal is stopped. */
static void damage(const char *table, const char *update) {
    close_store();
    sqlite3 *db = damaged_cell_open(folder_path(dir, "postern.db"));
    TEST_ASSERT_TRUE(damaged_cell_write(db, table, update));
    TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_close(db));
    TEST_ASSERT_EQUAL_INT(0, unlink(folder_path(dir, "clean")));
    open_store();
}

static void add_users(unsigned count) {
    for (uint32_t id = 1; id <= count; id++) {
        char name[16];
        (void)snprintf(name, sizeof(name), "Ann %u", (unsigned)id);
        const struct user user = {.userid = id, .username = name, .cardno = 1000 + id, .group = 1};
        TEST_ASSERT_EQUAL_INT(0, store_begin(store));
        TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
        TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    }
}

/* Opens it again as after an unclean end (`check`), or a clean one. */
static void reopen(bool check) {
    store = store_free(store);
    home = store_home_close(home, !check);
    open_store();
    TEST_ASSERT_EQUAL_UINT(0, store_home_status(home)->damaged);
    TEST_ASSERT_EQUAL_INT(check, store_home_status(home)->checked);
}

static void expect_left_out(const char *place, const char *row, const char *field, const char *cause) {
    struct store_left_out found;
    TEST_ASSERT_EQUAL_INT(0, store_left_out_next(store, &found));
    TEST_ASSERT_EQUAL_STRING(place, found.place);
    TEST_ASSERT_EQUAL_STRING(row, found.row);
    TEST_ASSERT_EQUAL_STRING(field, found.field);
    TEST_ASSERT_EQUAL_STRING(cause, found.cause);
    TEST_ASSERT_EQUAL_INT(0, store_left_out_remove(store, found.id));
}

static void expect_no_more(void) {
    struct store_left_out found;
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_left_out_next(store, &found));
}

void test_a_user_is_left_out_with_what_belongs_to_it(void) {
    add_users(3);
    sql("INSERT INTO user_credential VALUES (5, 2, 1, 0, 1, 0, 50, 0, x'00'); INSERT INTO person_area VALUES (2, 1, 0);" ANY
        "UPDATE user SET level = 17 WHERE userid = 2");
    reopen(true);
    expect_left_out("user", "2", "level", "level BETWEEN 0 AND 16");
    expect_no_more();
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM user WHERE userid <> 2"));
    TEST_ASSERT_EQUAL_INT64(
        0, number("SELECT (SELECT count(*) FROM user_credential) + (SELECT count(*) FROM person_area)"));
    TEST_ASSERT_EQUAL_INT64(202, number("SELECT users * 101 + fingers FROM user_count"));
    sql("INSERT INTO user_name_fts (user_name_fts) VALUES ('integrity-check')");
}

/* Triggers count deletions: a missing value must not make them fail. */
void test_rows_without_a_value_are_left_out(void) {
    add_users(3);
    sql("INSERT INTO user_credential VALUES (5, 1, 1, 3, 1, 0, 50, 0, x'00'), (6, 1, 4, 0, 2, 0, 50, 0, x'00'),"
        " (7, 3, 3, 0, 3, 0, 50, 0, x'00')");
    damage("user_credential", "UPDATE user_credential SET factor = NULL WHERE id = 5");
    expect_left_out("user_credential", "5", "factor", "NOT NULL constraint failed: user_credential.factor");
    damage("user_credential", "UPDATE user_credential SET idx = NULL WHERE id = 6");
    expect_left_out("user_credential", "6", "idx", "NOT NULL constraint failed: user_credential.idx");
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT enrolled FROM user WHERE userid = 1"));
    TEST_ASSERT_EQUAL_INT64(1024, number("SELECT enrolled FROM user WHERE userid = 3"));
    TEST_ASSERT_EQUAL_INT64(10, number("SELECT fingers * 100 + faces * 10 + irises FROM user_count"));
    damage("user", "UPDATE user SET level = NULL WHERE userid = 2");
    expect_left_out("user", "2", "level", "NOT NULL constraint failed: user.level");
    TEST_ASSERT_EQUAL_INT64(202, number("SELECT users * 101 FROM user_count"));
    expect_no_more();
}

/* A wrong value that is a number would clear the bit of another. */
void test_who_has_what_is_marked_as_the_rows_that_stay_have_it(void) {
    add_users(1);
    sql("INSERT INTO user_credential VALUES (5, 1, 1, 3, 1, 0, 50, 0, x'00'), (6, 1, 4, 1, 2, 0, 50, 0, x'00');"
        "INSERT INTO user_photo VALUES (1, x'00')");
    damage("user_credential", "UPDATE user_credential SET factor = 99, idx = 1 WHERE id = 5");
    expect_left_out("user_credential", "5", "factor", "factor IN (1, 3, 4)");
    TEST_ASSERT_EQUAL_INT64(8192 + 4096, number("SELECT enrolled FROM user"));
    damage("user_photo", "UPDATE user_photo SET picture = NULL");
    expect_left_out("user_photo", "1", "picture", "NOT NULL constraint failed: user_photo.picture");
    TEST_ASSERT_EQUAL_INT64(4096, number("SELECT enrolled FROM user"));
}

/* Of a card that no row has, or another number than the row, nobody must be let in by it. */
void test_cards_are_taken_from_the_users_again(void) {
    add_users(2);
    sql("UPDATE user SET cardno2 = 500 + userid");
    damage("user_card", "UPDATE user_card SET userid = 0 WHERE cardno = 501");
    expect_left_out("user_card", "501", "userid", "userid BETWEEN 1 AND 999999999");
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT userid FROM user_card WHERE cardno = 501"));
    damage("user", "UPDATE user SET level = 17 WHERE userid = 2");
    expect_left_out("user", "2", "level", "level BETWEEN 0 AND 16");
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM user_card WHERE userid = 2"));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM user_card"));
    expect_no_more();
}

/* Only these are checked after a clean end: all that a start reads completely. If one has bad rows, the others are
 * checked, too. */
void test_small_tables_are_looked_at_in_each_start(void) {
    add_users(1);
    sql(ANY "UPDATE user SET level = 17");
    reopen(false);
    expect_no_more();
    sql(ANY "INSERT INTO time_zone VALUES (7, '', '0,0,0,0,0,0,0', '0,0,0,0,0,0,4294967295', 1);"
            "INSERT INTO in_force VALUES (3, 40)");
    reopen(false);
    expect_left_out("in_force", "3,40", "number", "number BETWEEN 1 AND 32");
    expect_left_out("time_zone", "7", "end", "end: minutes of the day");
    expect_left_out("user", "1", "level", "level BETWEEN 0 AND 16");
    expect_no_more();
}

void test_counts_that_are_wrong_are_counted_again(void) {
    add_users(3);
    sql(ANY "UPDATE user_count SET users = -1; UPDATE access_group SET time1 = 99");
    reopen(true);
    expect_left_out("user_count", "1", "users", "users BETWEEN 0 AND 4294967295");
    TEST_ASSERT_EQUAL_INT64(303, number("SELECT users * 100 + cards FROM user_count"));
}

static void add_admin(const char *hash) {
    struct store_account account = {.must_change = false};
    (void)snprintf(account.password_hash, sizeof(account.password_hash), "%s", hash);
    TEST_ASSERT_EQUAL_INT(0, store_account_add(store, "admin", &account, 1));
}

/* A start without an account creates one, and shows its password: that must not happen for a damaged one. */
void test_a_damaged_account_keeps_its_password_or_has_none(void) {
    struct store_account account;
    add_admin("$argon2id$x");
    sql(ANY "UPDATE account SET changed_ms = -1");
    reopen(true);
    expect_left_out("account", "admin", "changed_ms", "changed_ms BETWEEN 0 AND 253402300799999");
    TEST_ASSERT_EQUAL_INT(0, store_account_get(store, "admin", &account));
    TEST_ASSERT_EQUAL_STRING("$argon2id$x", account.password_hash);
    TEST_ASSERT_TRUE(account.must_change);
    sql(ANY "UPDATE account SET password_hash = ''");
    reopen(true);
    TEST_ASSERT_EQUAL_INT(0, store_account_get(store, "admin", &account));
    TEST_ASSERT_EQUAL_STRING("-", account.password_hash);
    TEST_ASSERT_EQUAL_size_t(0, account.initial_sealed_len);
}

void test_a_door_of_which_nobody_knows_is_locked_down(void) {
    sql(ANY "INSERT INTO door VALUES (1, 2)");
    reopen(true);
    expect_left_out("door", "1", "locked_down", "locked_down IN (0, 1)");
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT locked_down FROM door"));
}

void test_permissions_that_are_left_out_are_none(void) {
    sql(ANY "UPDATE right_level SET access = 3 WHERE level = 5 AND grp = 2");
    reopen(true);
    expect_left_out("right_level", "5,2", "access", "access BETWEEN 0 AND 2");
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT access FROM right_level WHERE level = 5 AND grp = 2"));
    TEST_ASSERT_EQUAL_INT64(80, number("SELECT count(*) FROM right_level"));
}

void test_revisions_go_on_above_those_that_were_given(void) {
    sql("INSERT INTO access_group VALUES (2, '', 0, 0, 0, 0, 41);" ANY "UPDATE rules_count SET last = -5");
    reopen(true);
    TEST_ASSERT_EQUAL_INT64(4242, number("SELECT last * 100 + in_force FROM rules_count"));
}

void test_numbers_that_are_used_up_go_on_behind_the_last(void) {
    sql("INSERT INTO leave VALUES (6, 1, 0, 20260101, 20260102, 0, '');"
        "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'leave'");
    reopen(false);
    expect_left_out("sqlite_sequence", "leave", "seq", "a number that cannot be");
    TEST_ASSERT_EQUAL_INT64(6, number("SELECT seq FROM sqlite_sequence WHERE name = 'leave'"));
}

/* More than can be listed: the others are counted, and none stays. */
void test_many_are_left_out_at_once(void) {
    sql(ANY "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 250)"
            " INSERT INTO leave SELECT i, 1, 99, 20260101, 20260102, 0, '' FROM n");
    reopen(true);
    TEST_ASSERT_EQUAL_INT64(LEFT_OUT_MAX + 1, number("SELECT count(*) FROM left_out"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM left_out WHERE cause = '150 more rows'"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM leave"));
    reopen(true);
    TEST_ASSERT_EQUAL_INT64(LEFT_OUT_MAX + 1, number("SELECT count(*) FROM left_out"));
}

/* A row may contain anything. */
void test_the_note_is_plain_text(void) {
    sql(ANY
        "INSERT INTO setting (key, value) VALUES ('a' || char(10) || char(233) || 'b', zeroblob(0) || printf('%.*c', 70000, 'x'))");
    reopen(true);
    expect_left_out("setting", "a???b", "value", "length(CAST(value AS BLOB)) <= 65536");
}

/* A migration that narrows a limit removes rows that violate it. */
void test_rows_of_an_older_schema_that_break_a_limit_are_left_out(void) {
    char path[128];
    unsigned before = 0;
    struct store *old = NULL;
    close_store();
    (void)snprintf(path, sizeof(path), "%s/postern.db", dir);
    TEST_ASSERT_EQUAL_INT(0, remove(path));
    TEST_ASSERT_EQUAL_INT(0, store_connect(path, NULL, &old));
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(old, 25, &before));
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(old, "INSERT INTO shift_assignment VALUES (1, 0, 99, 1, 0, 0, 0), (2, 0, 9, 1, 0, 0, 0)"));
    (void)store_free(old);
    open_store();
    expect_left_out("shift_assignment", "1", "group", "group");
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT id FROM shift_assignment"));
}

/* A row damaged at run time counts as not defined: the others are read. */
void test_one_wrong_shift_does_not_keep_the_others_from_being_read(void) {
    static struct shift shifts[SHIFT_NUMBER_MAX];
    struct arena arena;
    sql(ANY
        "INSERT INTO shift VALUES (1, '', 1, 0, 0, '0,0,0', '0,0,0', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 120, 0, 1, 0, 480, 0, 0, ''),"
        " (2, '', 1, 0, 0, '', '0,0,0', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 120, 0, 1, 0, 480, 0, 0, ''),"
        " (200, '', 1, 0, 0, '0,0,0', '0,0,0', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 120, 0, 1, 0, 480, 0, 0, '')");
    arena_init(&arena, 4096);
    TEST_ASSERT_EQUAL_INT(0, store_shifts_read(store, &arena, shifts));
    TEST_ASSERT_EQUAL_UINT8(1, shifts[0].number);
    TEST_ASSERT_EQUAL_UINT8(0, shifts[1].number);
    arena_done(&arena);
}
