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
    TEST_ASSERT_EQUAL_STRING("-", by.account);
    TEST_ASSERT_EQUAL(0, by.level);
    actor_become(&by, &account);
    TEST_ASSERT_EQUAL_UINT64(3, by.session);
    TEST_ASSERT_EQUAL_STRING("7", by.account);
    TEST_ASSERT_EQUAL(7, by.userid);
    TEST_ASSERT_EQUAL(2, by.level);
    TEST_ASSERT_EQUAL_STRING("192.0.2.2", by.peer); /* where this request came from */
    TEST_ASSERT_EQUAL_STRING("edituser", by.call);
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
