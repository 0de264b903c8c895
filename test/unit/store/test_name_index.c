/* The index of name parts: finds a name by each part of it. */
#include "store/name_index.h"

#include <stdio.h>
#include <string.h>

#include "store/grams.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"

static struct store *store;

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
}

/* Returns the IDs found by a part, separated by blanks. */
static const char *found(const char *part) {
    static char ids[128];
    char match[GRAMS_MATCH_MAX];
    sqlite3_stmt *statement = NULL;
    size_t len = grams_match(part, strlen(part), match);

    ids[0] = '\0';
    TEST_ASSERT_EQUAL_INT(SQLITE_OK,
                          sqlite3_prepare_v2(store->db, "SELECT rowid FROM user_name_fts WHERE user_name_fts MATCH ?1",
                                             -1, &statement, NULL));
    (void)sqlite3_bind_text(statement, 1, match, (int)len, SQLITE_STATIC);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        size_t at = strlen(ids);

        (void)snprintf(ids + at, sizeof(ids) - at, "%lld ", (long long)sqlite3_column_int64(statement, 0));
    }
    (void)sqlite3_finalize(statement);
    return ids;
}

/* The last eight bytes of a key are the ID, of which the first ones are 0. */
#define ID_BYTES "\0\0\0\0005678"
#define KEY(name) name ID_BYTES, sizeof(name ID_BYTES) - 1

void test_each_part_finds_a_name(void) {
    TEST_ASSERT_EQUAL_INT(0, store_name_index_add(store, 999999999, KEY("ana")));
    TEST_ASSERT_EQUAL_INT(0, store_name_index_add(store, 3, KEY("hannah")));
    TEST_ASSERT_EQUAL_STRING("3 999999999 ", found("an"));
    TEST_ASSERT_EQUAL_STRING("999999999 ", found("ana"));
    TEST_ASSERT_EQUAL_STRING("3 ", found("h"));
    TEST_ASSERT_EQUAL_STRING("", found("12"));
    TEST_ASSERT_EQUAL_STRING("", found("a1"));
    TEST_ASSERT_EQUAL_INT(0, store_name_index_remove(store, 3, KEY("hannah")));
    TEST_ASSERT_EQUAL_STRING("", found("h"));
    TEST_ASSERT_EQUAL_STRING("999999999 ", found("an"));
}

/* A name of one character, and none. */
void test_short_names(void) {
    TEST_ASSERT_EQUAL_INT(0, store_name_index_add(store, 3, KEY("x")));
    TEST_ASSERT_EQUAL_INT(0, store_name_index_add(store, 4, KEY("")));
    TEST_ASSERT_EQUAL_INT(0, store_name_index_add(store, 5, "\0\0\0\000567", 7));
    TEST_ASSERT_EQUAL_STRING("3 ", found("x"));
    TEST_ASSERT_EQUAL_STRING("", found("1"));
    TEST_ASSERT_EQUAL_INT(0, store_name_index_remove(store, 4, KEY("")));
}

static void add_users(void) {
    static const char *const names[] = {"Ana", "", "Hannah"};

    for (uint32_t i = 0; i < 3; i++) {
        struct user user = {.userid = 7 + i, .username = names[i], .group = 1};

        TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    }
}

/* Removes entries without a user, and adds missing ones. */
void test_it_is_made_from_the_names(void) {
    bool is_damaged = true;

    add_users();
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "INSERT INTO user_name_fts (user_name_fts) VALUES ('delete-all')"));
    TEST_ASSERT_EQUAL_INT(0, store_name_index_add(store, 3, KEY("anna")));
    TEST_ASSERT_EQUAL_INT(0, store_name_index_rebuild(store));
    TEST_ASSERT_EQUAL_STRING("7 9 ", found("an"));
    TEST_ASSERT_EQUAL_STRING("9 ", found("nn"));
    TEST_ASSERT_EQUAL_INT(0, store_check_index(store, &is_damaged));
    TEST_ASSERT_FALSE(is_damaged);
}

/* Without the table of users there is nothing to make it from. */
void test_names_that_cannot_be_read(void) {
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "ALTER TABLE user RENAME TO elsewhere"));
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_name_index_rebuild(store));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DROP TABLE user_name_fts"));
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_name_index_add(store, 3, KEY("hannah")));
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_name_index_remove(store, 3, KEY("hannah")));
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, store_name_index_rebuild(store));
}
