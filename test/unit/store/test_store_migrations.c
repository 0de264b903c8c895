/* The schema, step by step. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

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

static uint64_t checksum(const char *text) {
    uint64_t hash = UINT64_C(14695981039346656037);

    for (; *text; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    }
    return hash;
}

/* A step that has shipped never changes: terminals in the field have applied it as it was. */
void test_steps_are_immutable(void) {
    static const uint64_t shipped[] = {
        UINT64_C(0xEF21B09EED45048C), UINT64_C(0xB7901F356FB9CB5),  UINT64_C(0xDA03C944B4BFDDB6),
        UINT64_C(0xCB1A25CA84D6D0AD), UINT64_C(0xCB79AD1999594D0B), UINT64_C(0x472460734461605E),
        UINT64_C(0x2B293DE1B1AFB0C4), UINT64_C(0x19360751B5E96624), UINT64_C(0x886E2E3569102159),
    };

    TEST_ASSERT_EQUAL_UINT(sizeof(shipped) / sizeof(shipped[0]), store_schema_latest());
    for (unsigned n = 0; n < store_schema_latest(); n++) {
        TEST_ASSERT_EQUAL_HEX64(shipped[n], checksum(store_migration_sql(n)));
    }
    TEST_ASSERT_NULL(store_migration_sql(store_schema_latest()));
}

void test_from_nothing(void) {
    unsigned before = 99;

    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(0, before);
    TEST_ASSERT_EQUAL_INT64(store_schema_latest(), number("PRAGMA user_version"));
    TEST_ASSERT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_UINT(store_schema_latest(), before);
}

/* Users that were there before the accounts came. */
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

/* Users by the names their columns had; what stands on the columns (indexes, counters, checks) goes with them. */
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
    TEST_ASSERT_EQUAL_INT64(7, number("SELECT userid FROM user INDEXED BY user_card WHERE cardno = 55"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT cards FROM user_count WHERE users = 2"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE user SET cardno = NULL WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT cards FROM user_count"));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_exec(store, "UPDATE user SET \"group\" = 17 WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM pragma_table_info('user')"
                                      " WHERE name IN ('id', 'name', 'card', 'grp', 'mode', 'factors')"));
}

/* Names of accounts were kept as they were typed. */
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

/* Keys that are there go on; later ones go with their maker. */
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

/* A step that cannot be finished leaves the one before. */
void test_a_step_is_whole_or_not_there(void) {
    unsigned before = 0;

    TEST_ASSERT_EQUAL_INT(0, store_migrate_to(store, 1, &before));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "CREATE TABLE setting (x)"));
    TEST_ASSERT_NOT_EQUAL_INT(0, store_migrate(store, &before));
    TEST_ASSERT_EQUAL_INT64(1, number("PRAGMA user_version"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM sqlite_schema WHERE name = 'account'"));
    TEST_ASSERT_NOT_EQUAL_INT(0, sqlite3_get_autocommit(store->db));
}
