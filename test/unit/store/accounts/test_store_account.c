#include "store/accounts/account.h"

#include <string.h>

#include "store/store.h"
#include "unity.h"

static struct store *store;
static struct store_account account, got;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
    account = (struct store_account){
        .password_hash = "$hash", .must_change = true, .initial_sealed = {1, 0, 3}, .initial_sealed_len = 3};
    memset(&got, 0xff, sizeof(got));
}

void tearDown(void) {
    store = store_free(store);
}

void test_account_is_read_as_it_was_written(void) {
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_account_get(store, "admin", &got));
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_account_add(store, "admin", &account, 5));
    TEST_ASSERT_EQUAL(0, store_commit(store));
    TEST_ASSERT_EQUAL(0, store_account_get(store, "admin", &got));
    TEST_ASSERT_EQUAL_STRING("$hash", got.password_hash);
    TEST_ASSERT_TRUE(got.must_change);
    TEST_ASSERT_EQUAL(3, got.initial_sealed_len);
    TEST_ASSERT_EQUAL_MEMORY("\1\0\3", got.initial_sealed, 3);
}

void test_update_replaces_all_and_takes_the_sealed_password_away(void) {
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_account_update(store, "admin", &account, 5));
    TEST_ASSERT_EQUAL(0, store_account_add(store, "admin", &account, 5));
    account = (struct store_account){.password_hash = "$other"};
    TEST_ASSERT_EQUAL(0, store_account_update(store, "admin", &account, 6));
    TEST_ASSERT_EQUAL(0, store_commit(store));
    TEST_ASSERT_EQUAL(0, store_account_get(store, "admin", &got));
    TEST_ASSERT_EQUAL_STRING("$other", got.password_hash);
    TEST_ASSERT_FALSE(got.must_change);
    TEST_ASSERT_EQUAL(0, got.initial_sealed_len);
}

void test_what_is_given_up_is_not_there(void) {
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_account_add(store, "admin", &account, 5));
    store_abort(store);
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_account_get(store, "admin", &got));
}
