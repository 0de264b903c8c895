/* Accounts: all columns, the limits of their lengths, and every failure of the database. */
#include "store/accounts/account.h"

#include <string.h>

#include "store/store_impl.h"
#include "store_fails.h"
#include "unity.h"

static struct store *store;
static struct store_account got;

void setUp(void) {
    memset(&got, 0x5a, sizeof(got));
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
}

/* The longest possible texts. */
static struct store_account longest(void) {
    struct store_account one = {
        .passphrase = true, .must_change = false, .initial_sealed_len = STORE_ACCOUNT_SEALED_MAX};

    memset(one.password_hash, 'h', STORE_ACCOUNT_HASH_MAX - 1);
    memset(one.initial_sealed, 0xee, STORE_ACCOUNT_SEALED_MAX);
    return one;
}

static void check(const struct store_account *expected) {
    TEST_ASSERT_EQUAL_INT(0, store_account_get(store, "admin", &got));
    TEST_ASSERT_EQUAL_STRING(expected->password_hash, got.password_hash);
    TEST_ASSERT_EQUAL(expected->passphrase, got.passphrase);
    TEST_ASSERT_EQUAL(expected->must_change, got.must_change);
    TEST_ASSERT_EQUAL_size_t(expected->initial_sealed_len, got.initial_sealed_len);
    if (expected->initial_sealed_len > 0) {
        TEST_ASSERT_EQUAL_MEMORY(expected->initial_sealed, got.initial_sealed, expected->initial_sealed_len);
    }
}

static int64_t number(const char *sql) {
    int64_t value = -1;
    TEST_ASSERT_EQUAL_INT(0, store_read_number(store, sql, &value));
    return value;
}

/* Each of the two flags alone. */
void test_all_columns_come_back(void) {
    struct store_account one = longest(), other = {.password_hash = "h", .must_change = true};

    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_account_get(store, "admin", &got));
    TEST_ASSERT_EQUAL_INT(0, store_account_add(store, "admin", &one, 5000000000000));
    check(&one);
    TEST_ASSERT_EQUAL_INT64(5000000000000, number("SELECT changed_ms FROM account WHERE name = 'admin'"));
    TEST_ASSERT_EQUAL_INT(E_EXISTS, store_account_add(store, "admin", &other, 6));
    TEST_ASSERT_EQUAL_INT(0, store_account_update(store, "admin", &other, 7));
    check(&other);
    TEST_ASSERT_EQUAL_INT64(7, number("SELECT changed_ms FROM account WHERE name = 'admin'"));
    TEST_ASSERT_EQUAL_INT64(1, number("SELECT initial_sealed IS NULL FROM account WHERE name = 'admin'"));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_account_update(store, "nobody", &other, 8));
}

void test_what_is_longer_than_it_can_be_is_damage(void) {
    struct store_account one = longest();

    TEST_ASSERT_EQUAL_INT(0, store_account_add(store, "admin", &one, 1));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA ignore_check_constraints = ON;"
                                               " UPDATE account SET password_hash = password_hash || 'x'"));
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_account_get(store, "admin", &got));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE account SET password_hash = 'x'"));
    TEST_ASSERT_EQUAL_INT(0, store_account_get(store, "admin", &got));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "UPDATE account SET initial_sealed = zeroblob(65)"));
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_account_get(store, "admin", &got));
}

void test_nothing_is_left_in_memory(void) {
    static const struct store_account none;
    struct store_account one = longest();

    store_account_wipep(&one);
    TEST_ASSERT_EQUAL_MEMORY(&none, &one, sizeof(one));
}

void test_what_is_given_up_is_not_there(void) {
    struct store_account one = longest();

    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_account_add(store, "admin", &one, 5));
    store_abort(store);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_account_get(store, "admin", &got));
}

static int get(struct store *of) {
    return store_account_get(of, "admin", &got);
}
static int add(struct store *of) {
    struct store_account one = longest();
    return store_account_add(of, "other", &one, 1);
}
static int update(struct store *of) {
    struct store_account one = longest();
    return store_account_update(of, "admin", &one, 1);
}

void test_every_failure_is_reported(void) {
    struct store_account one = longest();

    TEST_ASSERT_EQUAL_INT(0, store_account_add(store, "admin", &one, 1));
    store_fails(store, get);
    store_fails(store, add);
    store_fails(store, update);
}
