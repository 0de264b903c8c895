/* The initial administrator's card: one at most. */
#include "store/users/init_card.h"

#include <string.h>

#include "store/store_impl.h"
#include "store_fails.h"
#include "unity.h"

static struct store *store;
static struct store_init_card got;
static struct store_init_card one = {.userid = 999999999, .written_s = 5000000000};

void setUp(void) {
    memset(one.hash, 0xc3, sizeof(one.hash));
    one.hash[STORE_INIT_CARD_HASH_LEN - 1] = 1;
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
}

static void check(const struct store_init_card *expected) {
    memset(&got, 0, sizeof(got));
    TEST_ASSERT_EQUAL_INT(0, store_init_card_get(store, &got));
    TEST_ASSERT_EQUAL_MEMORY(expected->hash, got.hash, STORE_INIT_CARD_HASH_LEN);
    TEST_ASSERT_EQUAL_UINT32(expected->userid, got.userid);
    TEST_ASSERT_EQUAL_INT64(expected->written_s, got.written_s);
}

void test_one_takes_the_place_of_another(void) {
    struct store_init_card other = {.hash = {9}, .userid = 0, .written_s = 3};

    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_init_card_get(store, &got));
    TEST_ASSERT_EQUAL_INT(0, store_init_card_put(store, &one));
    check(&one);
    TEST_ASSERT_EQUAL_INT(0, store_init_card_put(store, &other));
    check(&other);
    TEST_ASSERT_EQUAL_INT(0, store_init_card_clear(store));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_init_card_get(store, &got));
    TEST_ASSERT_EQUAL_INT(0, store_init_card_clear(store)); /* there need not be one */
}

void test_another_length_is_damaged(void) {
    TEST_ASSERT_EQUAL_INT(0, store_init_card_put(store, &one));
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store, "PRAGMA ignore_check_constraints = 1; UPDATE init_card SET hash = zeroblob(33)"));
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_init_card_get(store, &got));
}

static int get(struct store *of) {
    return store_init_card_get(of, &got);
}
static int put(struct store *of) {
    return store_init_card_put(of, &one);
}

void test_every_failure_is_reported(void) {
    store_fails(store, put);
    TEST_ASSERT_EQUAL_INT(0, put(store));
    store_fails(store, get);
    store_fails(store, store_init_card_clear);
}
