/* Deleting users: what follows it, and what each of many has as its result. */
#include <string.h>

#include "audit_rows.h"
#include "core/accounts/accounts.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/users/credentials.h"
#include "core/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"

static const struct actor operator= {
    .session = 2,
    .account = "8",
    .userid = 8,
    .level = 8,
    .fresh = true,
    .peer = "-",
    .call = "deleteuser"
};
static struct fixture t;
static int results[USERS_SLICE * 2 + 1];

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 5, "Peer", 8, 0, "517394");
    fixture_add_user(&t, 6, "Other", 8, 0, "604713");
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Grace", 8, 0, "402913");
    fixture_add_user(&t, 9, "Chief", 9, 0, "739158");
}

void tearDown(void) {
    fixture_down(&t);
}

static unsigned count_audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows.count;
}

static uint32_t count_users(void) {
    struct store_users_counts counts;
    TEST_ASSERT_EQUAL(0, users_counts(t.core, &counts));
    return counts.users;
}

static void open_session(uint32_t userid, char token[SESSIONS_TOKEN_LEN + 1]) {
    struct actor account = {.userid = userid, .level = 8};
    uint64_t id = 0;
    (void)snprintf(account.account, sizeof(account.account), "%u", (unsigned)userid);
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &account, token, &id));
}

static int check_session(const char *token) {
    struct actor ignored = {.userid = 0};
    return accounts_recognise(t.core, token, strlen(token), &ignored);
}

void test_sessions_end_and_the_modules_are_compared(void) {
    char own[SESSIONS_TOKEN_LEN + 1], other[SESSIONS_TOKEN_LEN + 1];
    open_session(5, own);
    open_session(6, other);
    unsigned changes = credentials_changes(t.core);
    TEST_ASSERT_EQUAL(0, users_delete(t.core, &operator, 5));
    TEST_ASSERT_EQUAL_UINT(changes + 1, credentials_changes(t.core));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check_session(own));
    TEST_ASSERT_EQUAL(0, check_session(other));
    const uint32_t ids[] = {6, 7};
    TEST_ASSERT_EQUAL(0, users_delete_many(t.core, &operator, ids, 2, results));
    TEST_ASSERT_EQUAL_UINT(changes + 2, credentials_changes(t.core));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check_session(other));
}

void test_what_is_refused_changes_nothing(void) {
    static const struct {
        uint32_t userid;
        int err;
    } cases[] = {{11, E_USER_UNKNOWN}, {8, E_OWN_ACCOUNT}, {9, E_ABOVE_LEVEL}};
    char chief[SESSIONS_TOKEN_LEN + 1], own[SESSIONS_TOKEN_LEN + 1];
    open_session(9, chief);
    open_session(8, own);
    unsigned changes = credentials_changes(t.core), rows = count_audit();
    for (size_t i = 0; i < 3; i++) {
        const uint32_t ids[] = {cases[i].userid, cases[i].userid};
        TEST_ASSERT_EQUAL(cases[i].err, users_delete(t.core, &operator, cases[i].userid));
        results[0] = results[1] = 1;
        TEST_ASSERT_EQUAL(0, users_delete_many(t.core, &operator, ids, 2, results));
        TEST_ASSERT_EQUAL(cases[i].err, results[0]);
        TEST_ASSERT_EQUAL(cases[i].err, results[1]);
    }
    TEST_ASSERT_EQUAL_UINT32(5, count_users());
    TEST_ASSERT_EQUAL_UINT(rows, count_audit());
    TEST_ASSERT_EQUAL_UINT(changes, credentials_changes(t.core));
    TEST_ASSERT_EQUAL(0, check_session(chief));
    TEST_ASSERT_EQUAL(0, check_session(own));
}

void test_while_users_are_held_nobody_is_deleted(void) {
    const uint32_t ids[] = {7, 5};
    credentials_hold(t.shared, true);
    TEST_ASSERT_EQUAL(E_BULK_RUNNING, users_delete(t.core, &operator, 7));
    TEST_ASSERT_EQUAL(E_BULK_RUNNING, users_delete_many(t.core, &operator, ids, 2, results));
    TEST_ASSERT_EQUAL(E_BULK_RUNNING, results[0]);
    TEST_ASSERT_EQUAL(E_BULK_RUNNING, results[1]);
    TEST_ASSERT_EQUAL_UINT32(5, count_users());
    credentials_hold(t.shared, false);
    TEST_ASSERT_EQUAL(0, users_delete_many(t.core, &operator, ids, 2, results));
    TEST_ASSERT_EQUAL_UINT32(3, count_users());
}

void test_an_id_given_twice_has_the_same_result_twice(void) {
    static const uint32_t ids[] = {11, 7, 5, 7, 7, 11, 5};
    static const int expected[] = {E_USER_UNKNOWN, 0, 0, 0, 0, E_USER_UNKNOWN, 0};
    unsigned rows = count_audit();
    TEST_ASSERT_EQUAL(0, users_delete_many(t.core, &operator, ids, 7, results));
    TEST_ASSERT_EQUAL_INT_ARRAY(expected, results, 7);
    TEST_ASSERT_EQUAL_UINT(rows + 2, count_audit());
}

void test_none_at_all_is_nothing(void) {
    TEST_ASSERT_EQUAL(0, users_delete_many(t.core, &operator, NULL, 0, results));
}

void test_more_than_a_slice(void) {
    static const size_t counts[] = {USERS_SLICE - 1, USERS_SLICE, USERS_SLICE + 1, 2 * USERS_SLICE + 1};
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        uint32_t ids[2 * USERS_SLICE + 1];
        TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
        for (size_t n = 0; n < counts[i]; n++) {
            ids[n] = 1000 + (uint32_t)n;
            struct user user = {.userid = ids[n], .username = "", .group = 1};
            TEST_ASSERT_EQUAL(0, store_users_add(t.core->store, &user, NULL));
            results[n] = 1;
        }
        TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
        TEST_ASSERT_EQUAL(0, users_delete_many(t.core, &operator, ids, counts[i], results));
        for (size_t n = 0; n < counts[i]; n++) {
            TEST_ASSERT_EQUAL(0, results[n]);
        }
        TEST_ASSERT_EQUAL_UINT32(5, count_users());
    }
}
