/* Search keys that an earlier folding made are made again. */
#include "store/users/users_fold.h"

#include <stdio.h>
#include <string.h>

#include "store/grams.h"
#include "store/name_index.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"
#include "util/text.h"

static struct store *store;

/* All that there is to do, or up to an error. */
static int refold(void) {
    bool more = true;
    int r = 0;

    while (r == 0 && more) {
        r = store_users_refold(store, &more);
    }
    return r;
}

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, refold());
}

void tearDown(void) {
    store = store_free(store);
}

static void add(uint32_t id, const char *name) {
    struct user user = {.userid = id, .username = name, .employee_no = id == 1 ? "Ø-1" : "", .group = 1};

    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
}

static void add_many(uint32_t count) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    for (uint32_t id = 1; id <= count; id++) {
        add(id, "Işıl");
    }
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
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

/* How many the index finds. */
static int64_t found(const char *part) {
    char match[GRAMS_MATCH_MAX], sql[GRAMS_MATCH_MAX + 128];

    (void)grams_match(part, strlen(part), match);
    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM user_name_fts WHERE user_name_fts MATCH '%s'", match);
    return number(sql);
}

/* Every key and the index as an earlier folding made them: one that left ı and ø apart. */
static void make_old(void) {
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store, "UPDATE user SET name_key = replace(replace(name_key, 'isil', 'isıl'), 'o-1', 'ø-1')"));
    TEST_ASSERT_EQUAL_INT(0, store_name_index_rebuild(store));
}

static bool is_index_good(void) {
    bool is_damaged = true;

    TEST_ASSERT_EQUAL_INT(0, store_check_index(store, &is_damaged));
    return !is_damaged;
}

void test_keys_of_another_version_are_made_again(void) {
    add(1, "Işıl Demo");
    add(2, "Ann");
    make_old();
    TEST_ASSERT_EQUAL_INT64(0, found("isil"));
    TEST_ASSERT_EQUAL_INT64(1, found("isıl"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE name_fold SET version = '0 1.0'"));
    TEST_ASSERT_EQUAL_INT(0, refold());
    TEST_ASSERT_EQUAL_INT64(1, found("isil"));
    TEST_ASSERT_EQUAL_INT64(0, found("isıl"));
    TEST_ASSERT_EQUAL_INT64(1, found("o-1"));
    TEST_ASSERT_EQUAL_INT64(1, found("ann"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT count(*) FROM user WHERE name_key GLOB 'isil demo*o-1'"));
    TEST_ASSERT_TRUE(is_index_good());
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 1)); /* takes the words out that are in */
    TEST_ASSERT_EQUAL_INT64(0, found("isil"));
}

void test_keys_without_a_version_are_made_again(void) {
    add(1, "Işıl");
    make_old();
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM name_fold"));
    TEST_ASSERT_EQUAL_INT(0, refold());
    TEST_ASSERT_EQUAL_INT64(1, found("isil"));
}

void test_keys_of_this_version_are_not_looked_at(void) {
    add(1, "Işıl");
    make_old();
    TEST_ASSERT_EQUAL_INT(0, refold());
    TEST_ASSERT_EQUAL_INT64(0, found("isil"));
}

/* The state in which a power cut leaves it: the keys up to a user are new, and are not made again. */
void test_goes_on_where_it_was_cut_off(void) {
    char version[TEXT_FOLD_VERSION_MAX], sql[96];

    add(1, "Işıl");
    add(1000, "Işıl");
    add(1001, "Işıl");
    make_old();
    text_fold_version(version);
    (void)snprintf(sql, sizeof(sql), "UPDATE name_fold SET version = '%s', done = 1000", version);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, sql));
    TEST_ASSERT_EQUAL_INT(0, refold());
    TEST_ASSERT_EQUAL_INT64(1, found("isil"));
    TEST_ASSERT_EQUAL_INT64(2, found("isıl"));
    TEST_ASSERT_EQUAL_INT64(USER_USERID_MAX, number("SELECT done FROM name_fold"));
}

/* More than one transaction holds; the one that fails leaves what those before it did, and how far that was. */
void test_each_transaction_keeps_how_far_it_came(void) {
    add_many(500);
    make_old();
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM name_fold; CREATE TEMP TRIGGER cut BEFORE UPDATE ON user"
                                               " WHEN NEW.userid = 450 BEGIN SELECT raise(ABORT, 'cut'); END"));
    TEST_ASSERT_LESS_THAN_INT(0, refold());
    TEST_ASSERT_EQUAL_INT64(400, found("isil"));
    TEST_ASSERT_EQUAL_INT64(400, number("SELECT done FROM name_fold"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DROP TRIGGER cut"));
    TEST_ASSERT_EQUAL_INT(0, refold());
    TEST_ASSERT_EQUAL_INT64(500, found("isil"));
    TEST_ASSERT_TRUE(is_index_good());
}

void test_a_name_that_cannot_be_folded_keeps_its_key(void) {
    add(1, "Işıl");
    add(2, "Işıl");
    make_old();
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM name_fold;"
                                               " UPDATE user SET username = CAST(x'ff' AS TEXT) WHERE userid = 1"));
    TEST_ASSERT_EQUAL_INT(0, refold());
    TEST_ASSERT_EQUAL_INT64(1, found("isıl"));
    TEST_ASSERT_EQUAL_INT64(1, found("isil"));
}

/* Searching as before is better than no start. */
void test_a_full_disk_leaves_the_keys_for_another_start(void) {
    char sql[64];

    add_many(1000);
    make_old();
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM name_fold"));
    (void)snprintf(sql, sizeof(sql), "PRAGMA max_page_count = %lld", (long long)number("PRAGMA page_count"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, sql));
    TEST_ASSERT_EQUAL_INT(0, refold());
    TEST_ASSERT_EQUAL_INT64(0, found("isil"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM name_fold"));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA max_page_count = 1000000"));
    TEST_ASSERT_EQUAL_INT(0, refold());
    TEST_ASSERT_EQUAL_INT64(1000, found("isil"));
}
