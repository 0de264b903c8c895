/* A start on the side, from another database: it says whether a terminal would start from that, and leaves the running one alone. */
#include "core/start/trial.h"

#include "core/accounts/accounts.h"
#include "core/base/identity.h"
#include "store/accounts/account.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;
static struct store *other;
static struct identity identity;

void setUp(void) {
    fixture_up(&t);
    TEST_ASSERT_EQUAL(0, identity_read(t.dir, &identity));
    TEST_ASSERT_EQUAL(0, store_open_memory(&other));
}

void tearDown(void) {
    other = store_free(other);
    fixture_down(&t);
}

static int64_t number(struct store *store, const char *sql) {
    int64_t value = -1;
    TEST_ASSERT_EQUAL_MESSAGE(0, store_read_number(store, sql, &value), sql);
    return value;
}

void test_it_makes_what_a_first_start_makes_and_shows_nothing(void) {
    struct store_account account;
    unsigned shown = t.fake.shown;
    int64_t lines = number(t.core->store, "SELECT count(*) FROM record");
    TEST_ASSERT_EQUAL(0, trial_start(t.shared, &identity, other));
    TEST_ASSERT_EQUAL(0, store_account_get(other, ACCOUNTS_ADMIN, &account));
    TEST_ASSERT_EQUAL_UINT(shown, t.fake.shown);
    TEST_ASSERT_EQUAL_INT64(lines, number(t.core->store, "SELECT count(*) FROM record"));
    TEST_ASSERT_EQUAL(0, trial_start(t.shared, &identity, other));
}

void test_a_setting_that_is_not_valid_is_left_out_there(void) {
    TEST_ASSERT_EQUAL(0,
                      store_exec(other, "INSERT INTO setting (key, value) VALUES ('AccessControl.relay', 'nonsense')"));
    TEST_ASSERT_EQUAL(0, trial_start(t.shared, &identity, other));
    TEST_ASSERT_EQUAL_INT64(1, number(other, "SELECT count(*) FROM left_out WHERE row = 'AccessControl.relay'"));
    TEST_ASSERT_EQUAL_INT64(0, number(other, "SELECT count(*) FROM setting WHERE key = 'AccessControl.relay'"));
    TEST_ASSERT_EQUAL_INT64(0, number(t.core->store, "SELECT count(*) FROM left_out"));
}

/* Each room that reads the database as it starts. */
void test_what_a_start_would_fail_of_is_said(void) {
    static const char *const tables[] = {"setting",     "record",      "alarm",        "throttle", "time_zone",
                                         "certificate", "account",     "door",         "holiday",  "backup_copies",
                                         "user_count",  "right_level", "setting_page", "in_force"};
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        char sql[64];
        other = store_free(other);
        TEST_ASSERT_EQUAL(0, store_open_memory(&other));
        (void)snprintf(sql, sizeof(sql), "DROP TABLE %s", tables[i]);
        TEST_ASSERT_EQUAL(0, store_exec(other, sql));
        TEST_ASSERT_LESS_THAN_MESSAGE(0, trial_start(t.shared, &identity, other), tables[i]);
    }
}
