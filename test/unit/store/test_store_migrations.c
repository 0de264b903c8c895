/* The migrations, step by step. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "store/base/rights.h"
#include "store/store_impl.h"
#include "unity.h"

static struct store *store;

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_connect(":memory:", NULL, &store));
}

void tearDown(void) {
    store = store_free(store);
}

static int64_t number(const char *sql) {
    sqlite3_stmt *query = NULL;
    int64_t value;

    TEST_ASSERT_EQUAL_INT_MESSAGE(SQLITE_OK, sqlite3_prepare_v2(store->db, sql, -1, &query, NULL), sql);
    TEST_ASSERT_EQUAL_INT_MESSAGE(SQLITE_ROW, sqlite3_step(query), sql);
    value = sqlite3_column_int64(query, 0);
    (void)sqlite3_finalize(query);
    return value;
}

void test_the_steps_end_with_the_latest(void) {
    TEST_ASSERT_NOT_NULL(store_migration_sql(store_schema_latest() - 1));
    TEST_ASSERT_NULL(store_migration_sql(store_schema_latest()));
}

/* The build computes the hashes with another copy of SQLite (tools/migrations/schemaHash.ts). */
void test_the_hash_of_each_version_is_known(void) {
    uint64_t hash = 0;
    for (unsigned version = 0; version <= store_schema_latest(); version++) {
        unsigned before = 0;
        TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, version, &before));
        TEST_ASSERT_EQUAL_INT(0, store_hash_schema(store, &hash));
        TEST_ASSERT_TRUE(store_schema_has_hash(version, hash));
        TEST_ASSERT_FALSE(store_schema_has_hash(version, hash + 1));
    }
    TEST_ASSERT_FALSE(store_schema_has_hash(-1, hash));
    TEST_ASSERT_FALSE(store_schema_has_hash((int64_t)store_schema_latest() + 1, hash));
}

/* The same table of factory permissions is in step 1 and in the statement of the reset. */
void test_a_reset_of_permissions_gives_those_of_a_new_terminal(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "CREATE TABLE fresh AS SELECT * FROM right_level;"
                                               " UPDATE right_level SET access = 2 - access"));
    TEST_ASSERT_EQUAL_INT(0, store_rights_reset(store));
    TEST_ASSERT_EQUAL_INT64(80, number("SELECT count(*) FROM right_level JOIN fresh USING (level, grp, access)"));
}

void test_from_nothing(void) {
    unsigned before = 99;

    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(0, before);
    TEST_ASSERT_EQUAL_INT64(store_schema_latest(), number("PRAGMA user_version"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(store_schema_latest(), before);
}

/* Users from before the accounts. */
static int count_commit(void *count) {
    (*(unsigned *)count)++;
    return 0;
}

/* A new terminal waits for its flash once. A schema that is there is changed step by step, each of which is durable. */
void test_an_empty_database_is_one_transaction_and_any_other_one_for_each_step(void) {
    unsigned commits = 0, before = 0;
    (void)sqlite3_commit_hook(store->db, count_commit, &commits);
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 5, &before));
    TEST_ASSERT_EQUAL_UINT(1, commits);
    TEST_ASSERT_EQUAL_UINT(0, before);
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 8, &before));
    TEST_ASSERT_EQUAL_UINT(4, commits);
    TEST_ASSERT_EQUAL_UINT(5, before);
    TEST_ASSERT_EQUAL_INT64(8, number("PRAGMA user_version"));
}

void test_step_1_keeps_the_users_of_step_0(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 1, &before));
    TEST_ASSERT_EQUAL_INT64(1, number("PRAGMA user_version"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store,
                                        "INSERT INTO user (id, name, name_key, card, level, grp, mode, factors, shift,"
                                        " valid_from, valid_to, revision) VALUES (7, 'Ann', 'ann', 55, 3, 1, 0, 0,"
                                        " 0, 0, 99999999, 4)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(1, before);
    TEST_ASSERT_EQUAL_INT64(55,
                            number("SELECT cardno FROM user WHERE userid = 7 AND username = 'Ann' AND revision = 4"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT users * admins * cards FROM user_count"));
}

/* Settings by the names they had, before they had pages. */
void test_step_2_keeps_the_settings_of_step_1(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 2, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO setting (key, value) VALUES ('language', 'ar'),"
                                               " ('deviceName', 'Back door'), ('other', 'x')"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT count(*) FROM setting WHERE sealed IS NULL"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT value = 'ar' FROM setting WHERE key = 'TimeParam.language'"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT value = 'Back door' FROM setting WHERE key = 'MachineParam.deviceName'"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM setting_page"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM provisional"));
}

/* Users by the names their columns had; indexes, counters and checks of the columns go with them. */
void test_step_6_keeps_the_users_of_step_5(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 6, &before));
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store, "INSERT INTO user (id, name, name_key, card, level, grp, mode, factors, shift,"
                             " valid_from, valid_to, revision) VALUES (7, 'Ann', 'ann', 55, 3, 4, 2, 5,"
                             " 6, 20260101, 20261231, 8), (9, '', '', NULL, 0, 1, 0, 0, 0, 0, 99999999, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(6, before);
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM user"));
    TEST_ASSERT_EQUAL_INT64(7, number("SELECT userid FROM user WHERE username = 'Ann' AND cardno = 55 AND level = 3"
                                      " AND \"group\" = 4 AND identify_mode = 2 AND identify_factors = 5 AND shift = 6"
                                      " AND valid_from = 20260101 AND valid_to = 20261231 AND revision = 8"));
    TEST_ASSERT_EQUAL_INT64(9, number("SELECT userid FROM user INDEXED BY user_group_id WHERE \"group\" = 1"));
    TEST_ASSERT_EQUAL_INT64(7, number("SELECT userid FROM user_card WHERE cardno = 55"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT cards FROM user_count WHERE users = 2"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user SET cardno = NULL WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT cards FROM user_count"));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_exec(store, "UPDATE user SET \"group\" = 17 WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM pragma_table_info('user')"
                                      " WHERE name IN ('id', 'name', 'card', 'grp', 'mode', 'factors')"));
}

/* Names of accounts were stored as typed. */
void test_step_7_forgets_names_of_the_throttle(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 7, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO throttle (key, count, time_ms) VALUES ('a:493817', 5, 1),"
                                            " ('p:7', 5, 1), ('a:~aGFzaA', 5, 1), ('s:192.0.2.1', 5, 1), ('*', 5, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT count(*) FROM throttle"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM throttle WHERE key IN ('a:493817', 'p:7')"));
}

/* Existing keys stay valid; later ones end with their creator. */
void test_step_8_binds_keys_to_who_made_them(void) {
    static const char was_there[] = "INSERT INTO user (userid, username, name_key, level, \"group\", identify_mode,"
                                    " identify_factors, shift, valid_from, valid_to, revision)"
                                    " VALUES (7, 'Ann', 'ann', 4, 1, 0, 0, 0, 0, 99999999, 1);"
                                    "INSERT INTO rest_key (name, level, hint, hash, created_s)"
                                    " VALUES ('old', 4, 'pst_abcd', zeroblob(32), 1)";
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 8, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, was_there));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT maker FROM rest_key WHERE name = 'old'"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO rest_key (name, level, hint, hash, created_s, maker)"
                                               " VALUES ('new', 4, 'pst_abcd', randomblob(32), 1, 7);"
                                               "DELETE FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM rest_key"));
}

/* A PIN of a user with a level identifies nobody; everything else is unchanged. */
void test_step_9_takes_the_keys_of_administrators_away(void) {
    static const char was_there[] =
        "INSERT INTO user (userid, username, name_key, cardno, level, \"group\","
        " identify_mode, identify_factors, shift, valid_from, valid_to, revision,"
        " password_console, pin_key, password_hash) VALUES"
        " (7, 'Ann', 'ann', 55, 4, 5, 2, 3, 6, 20260101, 20261231, 8, 1, zeroblob(32), 'h7'),"
        " (8, 'Bob', 'bob', NULL, 0, 1, 0, 0, 0, 0, 99999999, 1, 0, randomblob(32), 'h8'),"
        " (9, '', '', 99, 0, 1, 0, 0, 0, 0, 99999999, 1, 0, NULL, NULL);"
        "INSERT INTO rest_key (name, level, hint, hash, created_s, maker)"
        " VALUES ('key', 4, 'pst_abcd', zeroblob(32), 1, 7)";
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 9, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, was_there));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(8, number("SELECT userid FROM user WHERE pin_key IS NOT NULL"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM user WHERE pin_key IS NOT NULL"));
    TEST_ASSERT_EQUAL_INT64(7, number("SELECT userid FROM user WHERE username = 'Ann' AND cardno = 55 AND level = 4"
                                      " AND \"group\" = 5 AND identify_mode = 2 AND identify_factors = 3 AND shift = 6"
                                      " AND valid_from = 20260101 AND valid_to = 20261231 AND revision = 8"
                                      " AND password_console = 1 AND password_hash = 'h7' AND name_key = 'ann'"));
    TEST_ASSERT_EQUAL_INT64(27, number("SELECT count(*) FROM pragma_index_list('user')"));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT passwords FROM user_count WHERE users = 3 AND cards = 2 AND admins = 1"));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "UPDATE user SET password_hash = NULL, pin_key = NULL WHERE userid = 8"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT passwords FROM user_count"));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_exec(store, "UPDATE user SET pin_key = randomblob(32) WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM rest_key"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT admins FROM user_count WHERE users = 2 AND cards = 1 AND passwords = 0"));
}

/* Existing audit entries count for their author, and against the quota of their importance. */
void test_step_11_counts_the_audit_log(void) {
    static const char was_there[] =
        "INSERT INTO rest_key (id, name, level, hint, hash, created_s, maker)"
        " VALUES (3, 'old', 4, 'pst_abcd', zeroblob(32), 1, 44);"
        "INSERT INTO audit (time_ms, account, peer, call, object, before, after) VALUES"
        " (1, 'admin', '::1', 'chklogin', 'account admin', NULL, '{\"result\":\"success\"}'),"
        " (2, '7', '::1', 'chklogin', 'account 7', NULL, '{\"result\":\"refused\"}'),"
        " (3, '7', '::1', 'addRestKey', 'REST key 3', NULL, '{}'),"
        " (4, 'key 3', '::1', 'edituser', 'user 9', '{}', '{}'),"
        " (5, 'key 4', '::1', 'edituser', 'user 9', '{}', '{}'),"
        " (6, '-', '-', 'undo', 'setting Ethernet.mode', '{}', NULL)";
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 11, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, was_there));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(6, number("SELECT count(*) FROM audit WHERE sponsor = person"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT time_ms FROM audit WHERE importance = 2 AND person = 0"));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT time_ms FROM audit WHERE importance = 1 AND person = 4294967294"));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT time_ms FROM audit WHERE importance = 3 AND person = 7"));
    TEST_ASSERT_EQUAL_INT64(4, number("SELECT time_ms FROM audit WHERE importance = 0 AND person = 44"));
    TEST_ASSERT_EQUAL_INT64(5, number("SELECT time_ms FROM audit WHERE importance = 0 AND person = 0"));
    TEST_ASSERT_EQUAL_INT64(6, number("SELECT time_ms FROM audit WHERE importance = 0 AND person = 4294967294"));
    TEST_ASSERT_EQUAL_INT64(6, number("SELECT sum(count) FROM audit_share WHERE sponsor = -1"));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT count FROM audit_share WHERE sponsor = -1 AND importance = 0"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM audit"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT sum(octets) FROM audit_share"));
}

/* Numbers of the log are never reused, even after all records were deleted. */
void test_step_13_begins_the_log(void) {
    static const char line[] =
        "INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status,"
        " duress, door, temperature, photo, detail)"
        " VALUES (1, 0, 0, 1, 0, 7, 'Ann', 1, 0, 0, 1, 0, 0, '')";
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 13, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO setting (key, value) VALUES ('KaoqinParam.logAlarm', '7')"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM setting WHERE value = '7'"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, line));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM record"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, line));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT seq FROM record"));
}

/* Existing users have nothing enrolled; later enrolments show in the user and in the counts, and are deleted with the
 * user. */
void test_step_14_keeps_the_users_and_counts_what_is_enrolled(void) {
    static const char was_there[] =
        "INSERT INTO user (userid, username, name_key, level, \"group\", identify_mode, identify_factors, shift, valid_from,"
        " valid_to, revision) VALUES (7, 'Ann', 'ann', 0, 1, 0, 0, 0, 0, 99999999, 3),"
        " (8, 'Bo', 'bo', 0, 1, 0, 0, 0, 0, 99999999, 1)";
    static const char enrolled[] =
        "INSERT INTO user_credential (userid, factor, idx, slot, duress, quality, enrolled_s, template) VALUES"
        " (7, 1, 0, 0, 0, 80, 1, x'00'), (7, 1, 9, 1, 1, 80, 1, x'00'), (7, 3, 0, 0, 0, 80, 1, x'00'),"
        " (7, 4, 1, 0, 0, 80, 1, x'00'), (8, 1, 3, 2, 0, 80, 1, x'00');"
        "INSERT INTO user_photo VALUES (7, x'00')";
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 14, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, was_there));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM user WHERE enrolled = 0"));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM user INDEXED BY user_bare_id WHERE cardno IS NULL"
                                      " AND password_hash IS NULL AND (enrolled & 8191) = 0"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, enrolled));
    TEST_ASSERT_EQUAL_INT64(1 + 512 + 1024 + 4096 + 8192, number("SELECT enrolled FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT revision FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(8, number("SELECT enrolled FROM user WHERE userid = 8"));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT fingers FROM user_count WHERE faces = 1 AND irises = 1"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM user_credential WHERE userid = 7 AND idx = 9"));
    TEST_ASSERT_EQUAL_INT64(1 + 1024 + 4096 + 8192, number("SELECT enrolled FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT fingers FROM user_count WHERE faces = 0 AND irises = 0"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM user_credential WHERE userid = 8"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM user_photo"));
}

/* The rules apply to users who are already in groups. */
void test_step_15_brings_the_rules_and_leaves_the_users(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 15, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO user (userid, username, name_key, level, \"group\","
                                            " identify_mode, identify_factors, shift, valid_from, valid_to, revision)"
                                            " VALUES (7, 'Ann', 'ann', 0, 4, 0, 0, 0, 0, 99999999, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(15, before);
    TEST_ASSERT_EQUAL_INT64(7, number("SELECT userid FROM user INDEXED BY user_group_id WHERE \"group\" = 4"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM rules_count WHERE last = 0 AND in_force = 0"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT (SELECT count(*) FROM time_zone) + (SELECT count(*) FROM access_group)"
                                      " + (SELECT count(*) FROM period_group) + (SELECT count(*) FROM period)"
                                      " + (SELECT count(*) FROM in_force) + (SELECT count(*) FROM holiday)"));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_exec(store, "INSERT INTO rules_count VALUES (1, 0, 0)"));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_exec(store, "INSERT INTO in_force VALUES (1, 1)"));
}

/* The door of an older terminal is not in lockdown. */
void test_the_door_is_not_locked_down(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 17, &before));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM door"));
}

void test_rights_of_a_new_terminal(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(80, number("SELECT count(*) FROM right_level"));
    TEST_ASSERT_EQUAL_INT64(10, number("SELECT sum(access) FROM right_level WHERE level = 16"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT access FROM right_level WHERE level = 12 AND grp = 1"));
    TEST_ASSERT_EQUAL_INT64(9, number("SELECT sum(access) FROM right_level WHERE level = 15"));
    TEST_ASSERT_EQUAL_INT64(7, number("SELECT sum(access) FROM right_level WHERE level = 8"));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT sum(access) FROM right_level WHERE level = 4"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT sum(access) FROM right_level WHERE level = 1"));
}

void test_newer_schema_is_refused_untouched(void) {
    unsigned before = 0;
    char sql[64];

    (void)snprintf(sql, sizeof(sql), "PRAGMA user_version = %u", store_schema_latest() + 1);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, sql));
    TEST_ASSERT_EQUAL_INT(E_NEWER, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM sqlite_schema"));
}

/* A failing step leaves the result of the previous one. */
void test_a_step_is_whole_or_not_there(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 1, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "CREATE TABLE setting (x)"));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(1, number("PRAGMA user_version"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM sqlite_schema WHERE name = 'account'"));
    TEST_ASSERT_NOT_EQUAL_INT(0, sqlite3_get_autocommit(store->db));
}

/* Earlier changes are found through a later index. */
void test_step_12_finds_the_changes_of_before(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 12, &before));
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store, "INSERT INTO audit (time_ms, account, peer, call, object)"
                             " VALUES (1, 'admin', '-', 'c', 'setting A.b'), (2, 'admin', '-', 'c', 'user 7')"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(12, before);
    TEST_ASSERT_EQUAL_INT64(
        1, number("SELECT count(*) FROM audit INDEXED BY audit_of_setting WHERE object GLOB 'setting *'"));
}

/* A log from before the alarms is read from its beginning; a kind has one open alarm per door. */
void test_step_16_begins_at_the_start_of_the_log(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 16, &before));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT seq FROM alarm_position"));
    static const char row[] =
        "INSERT INTO alarm (seq, kind, door, userid, username, detail, first_ms, last_ms, last_seq,"
        " count, acked_ms) VALUES (%d, 7, 1, 0, '', '', 1, 1, 1, 1, %d)";
    char sql[256];
    (void)snprintf(sql, sizeof(sql), row, 1, 5);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, sql));
    (void)snprintf(sql, sizeof(sql), row, 2, 0);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, sql));
    (void)snprintf(sql, sizeof(sql), row, 3, 0);
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, sql));
}

/* Existing users have no area; it is deleted with them. */
void test_step_17_knows_nobody_and_forgets_with_the_user(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 17, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO user (userid, username, name_key, level, \"group\","
                                            " identify_mode, identify_factors, shift, valid_from, valid_to, revision)"
                                            " VALUES (7, 'Ann', 'ann', 0, 1, 0, 0, 0, 0, 99999999, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(17, before);
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM person_area"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO person_area VALUES (7, 1, 5)"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM person_area"));
}

/* A user's rows are deleted with the user, and the assignments of a shift with the shift, but not former usual
 * shifts. */
void test_step_21_and_22_know_no_hours_and_forget_with_the_user(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 21, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO user (userid, username, name_key, level, \"group\","
                                            " identify_mode, identify_factors, shift, valid_from, valid_to, revision)"
                                            " VALUES (7, 'Ann', 'ann', 0, 1, 0, 0, 5, 0, 99999999, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(21, before);
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT (SELECT count(*) FROM shift) + (SELECT count(*) FROM leave)"
                                      " + (SELECT count(*) FROM shift_assignment)"));
    TEST_ASSERT_EQUAL_INT64(5, number("SELECT shift FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT(
        0,
        store_exec(store,
                   "INSERT INTO shift VALUES (5, '', 1, 480, 960, '0,0,0', '0,0,0', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15,"
                   " 0, 0, 62, 7, 0, 1, 1, 120, 0, 1, 0, 480, 0, 0, '');"
                   "INSERT INTO shift_assignment VALUES (NULL, 7, 0, 5, 20260101, 0, 0), (NULL, 7, 0, 5, 0,"
                   " 20251231, 1), (NULL, 0, 2, 5, 0, 0, 0), (NULL, 8, 0, 4, 20260101, 0, 0);"
                   "INSERT INTO leave VALUES (NULL, 7, 0, 20260101, 20260102, 0, '');"
                   "DELETE FROM shift WHERE number = 5"));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM shift_assignment"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM shift_assignment"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM leave"));
}

void test_step_23_knows_no_job_and_has_room_for_one(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 23, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO user (userid, username, name_key, level, \"group\","
                                            " identify_mode, identify_factors, shift, valid_from, valid_to, revision)"
                                            " VALUES (7, 'Ann', 'ann', 0, 1, 0, 0, 5, 0, 99999999, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(23, before);
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM bulk"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM user"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO bulk VALUES (1, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 0, 0,"
                                               " 0, 'a.csv', 10, 0, 0, 0, 0, 16, 'admin', '', '-', 0, 0, 1, 0, 0,"
                                               " x'0102', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0)"));
    TEST_ASSERT_EQUAL_INT64(5, number("SELECT step FROM bulk"));
    TEST_ASSERT_TRUE(
        store_exec(store,
                   "INSERT INTO bulk SELECT 2, step, at, rows, added, changed, same, skipped, bad,"
                   " rows_at, bad_octets, raises, whole, verified, code, kind, name, total, userid,"
                   " key_id, maker, sponsor, level, account, holder_name, peer, encoding, delimiter,"
                   " heading, sheet, existing, columns, about, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0 FROM bulk") <
        0); /* one alone */
}

/* Initially there is no state of backups, and at most one row. */
void test_step_24_knows_of_no_copies(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 24, &before));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(24, before);
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM backup_copies"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO backup_copies VALUES (1, 20000, 1, -12126, 5, 6)"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "INSERT INTO backup_copies VALUES (2, 20000, 0, 0, 0, 0)"));
}

/* The users' keys are of the folding before versions; at most one row stores the version. */
void test_step_32_knows_no_version_of_the_folding(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 32, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO user (userid, username, name_key, level, \"group\","
                                            " identify_mode, identify_factors, shift, valid_from, valid_to, revision)"
                                            " VALUES (7, 'Işıl', 'isıl', 0, 1, 0, 0, 0, 0, 99999999, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(32, before);
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM name_fold"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM user WHERE name_key = 'isıl'"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO name_fold VALUES (1, '1 2.9.0', 7)"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "INSERT INTO name_fold VALUES (2, '1 2.9.0', 7)"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE name_fold SET done = -1"));
}

/* Initially no backup was downloaded, and there is at most one row. */
void test_step_27_knows_of_no_backup_that_was_downloaded(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 27, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO backup_copies VALUES (1, 20000, 1, -12126, 5, 6)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(27, before);
    TEST_ASSERT_EQUAL_INT64(5, number("SELECT last_s FROM backup_copies"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM backup_taken"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO backup_taken VALUES (1, 5)"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "INSERT INTO backup_taken VALUES (2, 5)"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE backup_taken SET at = -1"));
}

/* Existing users have no number; later no two have the same. */
void test_step_28_knows_no_employee_number(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 28, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO user (userid, username, name_key, level, \"group\","
                                            " identify_mode, identify_factors, shift, valid_from, valid_to, revision)"
                                            " VALUES (7, 'Ann', 'ann', 0, 1, 0, 0, 0, 0, 99999999, 1),"
                                            " (8, 'Bob', 'bob', 0, 1, 0, 0, 0, 0, 99999999, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(28, before);
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM user WHERE employee_no = ''"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user SET employee_no = 'E-1' WHERE userid = 7"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE user SET employee_no = 'e-1' WHERE userid = 8"));
    TEST_ASSERT_NOT_EQUAL(
        0, store_exec(store, "UPDATE user SET employee_no = '1234567890123456789012345' WHERE userid = 8"));
}

/* Existing users have no department. */
void test_step_29_knows_no_department(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 29, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO user (userid, username, name_key, level, \"group\","
                                            " identify_mode, identify_factors, shift, valid_from, valid_to, revision)"
                                            " VALUES (7, 'Ann', 'ann', 0, 1, 0, 0, 0, 0, 99999999, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(29, before);
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM user WHERE department = ''"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user SET department = 'Sales'"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM user WHERE department = 'sales'"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE user SET department = printf('%65s', 'x')"));
}

/* A checked import, by the columns that the table has had from the beginning. */
static const char job[] =
    "INSERT INTO bulk (id, step, at, rows, added, changed, same, skipped, bad, rows_at, bad_octets, raises, whole,"
    " verified, code, kind, name, total, userid, key_id, maker, sponsor, level, account, holder_name, peer,"
    " encoding, delimiter, heading, sheet, existing, columns, about) VALUES (1, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0,"
    " 1, 0, 0, 0, 'a.csv', 10, 0, 0, 0, 0, 16, 'admin', '', '-', 10, 0, 1, 0, 0, x'0102', '')";

/* An existing job stays, and one with a new encoding is possible. */
void test_step_34_has_room_for_more_encodings(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 34, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, job));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE bulk SET encoding = 11"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(34, before);
    TEST_ASSERT_EQUAL_INT64(10, number("SELECT encoding FROM bulk"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE bulk SET encoding = 16"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE bulk SET encoding = 17"));
}

/* A job and a log of before stay; punches, and blanks between cells, have their place. */
void test_step_40_knows_imported_punches(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 39, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, job));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE bulk SET kind = 3"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE bulk SET delimiter = 4"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(39, before);
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT kind FROM bulk"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE bulk SET kind = 3, delimiter = 4"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE bulk SET delimiter = 5"));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM sqlite_schema WHERE name IN ('record', 'alarm')"
                                      " AND sql LIKE '%kind BETWEEN 0 AND 27%'"));
}

/* The rules of before are no places. */
void test_step_41_has_places(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 40, &before));
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store, "INSERT INTO clock_rule VALUES (1, 0, 60, 2, 60, 3, 1, 6, 0, 2, 10, 1, 6, 0, 3)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(40, before);
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM clock_rule WHERE place = '' AND zone = 60"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE clock_rule SET place = printf('%36s', 'x')"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO place_change VALUES ('Europe/Madrid', 0, 60)"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE place_change SET offset_min = 841"));
}

static const char user_42[] =
    "INSERT INTO user (userid, username, name_key, level, \"group\", identify_mode, identify_factors, shift, valid_from,"
    " valid_to, revision) VALUES (7, 'Zoe', 'zoe 7', 0, 1, 0, 0, 0, 0, 99999999, 1),"
    " (8, 'Bob', 'bob 8', 0, 1, 0, 0, 0, 0, 99999999, 1), (9, 'Cy', 'cy 9', 0, 1, 0, 0, 0, 0, 99999999, 1)";

/* Users keep the lines of their number, but for those from before it was given again. */
void test_step_42_tells_persons_apart(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 41, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, user_42));
    for (int n = 0; n < 4; n++) {
        char sql[400];
        for (int id = 7; id <= 9; id++) { /* lines 1 to 12, at 1000, 2000, 3000 and 4000 ms */
            (void)snprintf(
                sql, sizeof(sql),
                "INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status,"
                " duress, door, temperature, photo, detail)"
                " VALUES (%d, 0, 0, 1, 1, %d, 'x', 2, 0, 0, 1, 0, 0, '')",
                1000 * (n + 1), id);
            TEST_ASSERT_EQUAL_INT(0, store_exec(store, sql));
        }
    }
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store, "INSERT INTO audit (time_ms, account, peer, call, object, before, after) VALUES"
                             " (500, 'a', '-', 'adduser', 'user 7', NULL, '{\"userid\":7}'),"
                             " (2400, 'a', '-', 'deleteuser', 'user 7', '{\"userid\":7}', NULL),"
                             " (2500, 'a', '-', 'adduser', 'user 7', NULL, '{\"userid\":7}'),"
                             " (2600, 'a', '-', 'uploadPhoto', 'user 7', NULL, '{\"photo\":9}'),"
                             " (2500, 'a', '-', 'adduser', 'user 8', NULL, '{\"userid\":8}')," /* never deleted */
                             " (3500, 'a', '-', 'delPhoto', 'user 9', '{\"photo\":9}', NULL),"
                             " (3600, 'a', '-', 'adduser', 'user 9', NULL, '{\"userid\":9}')"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(41, before);
    TEST_ASSERT_EQUAL_INT64(4, number("SELECT since FROM user WHERE userid = 7")); /* the line at 2000 */
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT since FROM user WHERE userid = 8"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT since FROM user WHERE userid = 9"));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT count(DISTINCT identity) FROM user WHERE identity > 0"));
    TEST_ASSERT_EQUAL_INT64(9, number("SELECT identity FROM user_count"));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT users FROM user_count"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE user SET since = -1"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE user SET identity = -1"));
}

/* The header of an existing job is the first row; it has ignored no file and left out no row. */
void test_steps_35_to_38_know_more_of_a_job(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 35, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, job));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(35, before);
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT heading_line FROM bulk"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT heading_rows FROM bulk"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE bulk SET heading_rows = 3"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT left_out + ignored FROM bulk"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE bulk SET ignored = 4294967295"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE bulk SET ignored = -1"));
}

/* Cycles may be as long as a year; those of before stay. */
void test_step_45_has_room_for_cycles_of_a_year(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 44, &before));
    TEST_ASSERT_EQUAL_INT(
        0,
        store_exec(store,
                   "INSERT INTO shift VALUES (5, '', 1, 480, 960, '0,0,0', '0,0,0', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15,"
                   " 0, 1, 62, 31, 20260601, 1, 1, 120, 0, 1, 0, 480, 0, 0)"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE shift SET cycle_days = 32"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(44, before);
    TEST_ASSERT_EQUAL_INT64(31, number("SELECT cycle_days + length(more_days) FROM shift"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE shift SET cycle_days = 366"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE shift SET cycle_days = 367"));
}

/* A job may be of a roster; what it was stays. */
void test_step_46_knows_rosters(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 46, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, job));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE bulk SET kind = 4"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(46, before);
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT kind FROM bulk"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE bulk SET kind = 4"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE bulk SET kind = 5"));
}

/* A shift of before has fixed hours, as a new one. */
void test_step_39_leaves_shifts_with_fixed_hours(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 39, &before));
    TEST_ASSERT_EQUAL_INT(
        0,
        store_exec(store,
                   "INSERT INTO shift VALUES (5, '', 1, 480, 960, '0,0,0', '0,0,0', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15,"
                   " 0, 0, 62, 7, 0, 1, 1, 120, 0, 1)"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(39, before);
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT kind + core_start + core_end FROM shift"));
    TEST_ASSERT_EQUAL_INT64(480, number("SELECT target FROM shift"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE shift SET kind = 3"));
}

/* A card of four bytes stays, one of seven has room, and no number is there twice. */
void test_step_43_has_five_cards_of_seven_bytes(void) {
    unsigned before = 0;
    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 43, &before));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO user (userid, username, name_key, cardno, level, \"group\","
                                            " identify_mode, identify_factors, shift, valid_from, valid_to, revision)"
                                            " VALUES (7, '', 'k', 4294967295, 0, 0, 0, 0, 0, 0, 99999999, 0)"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE user SET cardno = 4294967296"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(43, before);
    TEST_ASSERT_EQUAL_INT64(4294967295, number("SELECT cardno FROM user"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user SET cardno = 72057594037927935"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE user SET cardno = 72057594037927936"));
    TEST_ASSERT_EQUAL_INT64(7, number("SELECT userid FROM user_card WHERE cardno = 72057594037927935"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user SET cardno2 = 5, cardno5 = 6"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE user SET cardno3 = 5"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE user SET cardno5 = 72057594037927936"));
    TEST_ASSERT_EQUAL_INT(0,
                          store_exec(store, "INSERT INTO user (userid, username, name_key, cardno, level, \"group\","
                                            " identify_mode, identify_factors, shift, valid_from, valid_to, revision)"
                                            " VALUES (8, '', 'l', NULL, 0, 0, 0, 0, 0, 0, 99999999, 0)"));
    TEST_ASSERT_NOT_EQUAL(0, store_exec(store, "UPDATE user SET cardno4 = 6 WHERE userid = 8"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user SET cardno2 = 6, cardno5 = 5 WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(3, number("SELECT count(*) FROM user_card"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM user WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM user_card"));
}
