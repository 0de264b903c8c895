#include "core/base/audit.h"

#include "core/base/actor.h"
#include "store/base/audit.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

void test_becoming_an_account_keeps_where_and_by_which_call(void) {
    struct actor account = {
        .session = 3, .account = "7", .userid = 7, .level = 2, .peer = "192.0.2.1", .call = "chklogin"};
    struct actor by = actor_nobody("192.0.2.2", "edituser");
    by.importance = AUDIT_IMPORTANCE_RIGHTS;
    TEST_ASSERT_EQUAL_STRING("-", by.account);
    TEST_ASSERT_EQUAL(0, by.level);
    actor_become(&by, &account);
    TEST_ASSERT_EQUAL_UINT64(3, by.session);
    TEST_ASSERT_EQUAL_STRING("7", by.account);
    TEST_ASSERT_EQUAL(7, by.userid);
    TEST_ASSERT_EQUAL(2, by.level);
    TEST_ASSERT_EQUAL_STRING("192.0.2.2", by.peer); /* where this request came from */
    TEST_ASSERT_EQUAL_STRING("edituser", by.call);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_RIGHTS, by.importance);
}

static int compare(void *ctx, const struct store_audit_row *row) {
    (void)ctx;
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS + 5000, row->time_ms);
    TEST_ASSERT_EQUAL_STRING("7", row->account);
    TEST_ASSERT_EQUAL_STRING("192.0.2.2", row->peer);
    TEST_ASSERT_EQUAL_STRING("deleteuser", row->call);
    TEST_ASSERT_EQUAL_STRING("user 9", row->object);
    TEST_ASSERT_EQUAL_STRING("{\"name\":\"Bob\"}", row->before);
    TEST_ASSERT_NULL(row->after);
    return 0;
}

static int64_t count_rows(void) {
    int64_t count = -1;
    TEST_ASSERT_EQUAL(0, store_audit_count(t.core->store, &count));
    return count;
}

void test_row_belongs_to_the_transaction(void) {
    struct actor by = {.account = "7", .peer = "192.0.2.2", .call = "deleteuser"};
    struct audit_change change = {.object = "user 9", .before = "{\"name\":\"Bob\"}"};
    fake_hal_advance(&t.fake, 5000);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, audit_add(t.core, &by, &change));
    store_abort(t.core->store);
    TEST_ASSERT_EQUAL_INT64(0, count_rows());

    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, audit_add(t.core, &by, &change));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL_INT64(1, count_rows());
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 10, compare, NULL));
}

static struct store_audit_row newest;

static int take(void *ctx, const struct store_audit_row *row) {
    (void)ctx;
    newest = *row;
    return 0;
}

static void audit_by(const struct actor *by, enum audit_importance importance) {
    struct audit_change change = {.object = "user 9", .importance = importance};
    TEST_ASSERT_EQUAL(0, audit_add(t.core, by, &change));
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 1, take, NULL));
}

void test_row_has_the_importance_of_the_call_unless_the_change_says_more(void) {
    struct actor by = {.account = "7", .userid = 7, .call = "logout", .importance = AUDIT_IMPORTANCE_SIGN_IN};
    audit_by(&by, AUDIT_IMPORTANCE_EDIT);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_SIGN_IN, newest.importance);
    audit_by(&by, AUDIT_IMPORTANCE_RIGHTS);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_RIGHTS, newest.importance);
}

void test_row_counts_for_the_person_behind_a_key_and_who_answers_for_that_one(void) {
    struct actor key = {.account = "key 3", .userid = ACTOR_USERID_KEY, .key_id = 3, .maker = 44, .call = "edituser"};
    audit_by(&key, AUDIT_IMPORTANCE_EDIT);
    TEST_ASSERT_EQUAL_UINT32(44, newest.person);
    TEST_ASSERT_EQUAL_UINT32(44, newest.sponsor);
    key.sponsor = 8;
    audit_by(&key, AUDIT_IMPORTANCE_EDIT);
    TEST_ASSERT_EQUAL_UINT32(44, newest.person);
    TEST_ASSERT_EQUAL_UINT32(8, newest.sponsor);
    struct actor nobody = actor_nobody("-", "undo");
    audit_by(&nobody, AUDIT_IMPORTANCE_EDIT);
    TEST_ASSERT_EQUAL_UINT32(ACTOR_USERID_NOBODY, newest.person);
}
