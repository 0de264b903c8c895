#include "store/accounts/rest_key.h"

#include <string.h>

#include "store/store.h"
#include "unity.h"

static struct store *store;
static struct store_rest_key got, all[4];
static size_t count;
static uint32_t first, second;
static const uint8_t hashes[2][STORE_REST_KEY_HASH_LEN] = {{1}, {2}};
static const struct store_rest_key one = {.name = "one", .level = 3, .hint = "pst_abcd", .created_s = 7};
static const struct store_rest_key two = {.name = "two", .level = 16, .hint = "pst_efgh", .created_s = 8};

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_rest_key_add(store, &one, hashes[0], &first));
    TEST_ASSERT_EQUAL(0, store_rest_key_add(store, &two, hashes[1], &second));
}

void tearDown(void) {
    store = store_free(store);
}

void test_keys_are_read_as_they_were_written(void) {
    TEST_ASSERT_EQUAL(0, store_rest_key_find(store, hashes[1], &got));
    TEST_ASSERT_EQUAL_UINT32(second, got.id);
    TEST_ASSERT_EQUAL_STRING("two", got.name);
    TEST_ASSERT_EQUAL(16, got.level);
    TEST_ASSERT_EQUAL_STRING("pst_efgh", got.hint);
    TEST_ASSERT_EQUAL_INT64(8, got.created_s);
    TEST_ASSERT_EQUAL_INT64(0, got.used_s);
    TEST_ASSERT_EQUAL_STRING("", got.used_peer);
    TEST_ASSERT_EQUAL(0, store_rest_key_get(store, first, &got));
    TEST_ASSERT_EQUAL_STRING("one", got.name);
    TEST_ASSERT_EQUAL(0, store_rest_keys(store, all, 4, &count));
    TEST_ASSERT_EQUAL(2, count);
    TEST_ASSERT_EQUAL_UINT32(first, all[0].id);
    TEST_ASSERT_EQUAL(0, store_rest_keys(store, all, 1, &count));
    TEST_ASSERT_EQUAL(1, count);
}

void test_names_are_unique(void) {
    TEST_ASSERT_EQUAL(E_EXISTS, store_rest_key_add(store, &one, (const uint8_t[STORE_REST_KEY_HASH_LEN]){9}, &second));
}

void test_what_is_deleted_is_gone_and_its_number_too(void) {
    uint32_t third;
    TEST_ASSERT_EQUAL(0, store_rest_key_delete(store, second));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_rest_key_delete(store, second));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_rest_key_find(store, hashes[1], &got));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_rest_key_get(store, second, &got));
    TEST_ASSERT_EQUAL(0, store_rest_key_used(store, second, 9, "192.0.2.1"));
    TEST_ASSERT_EQUAL(0, store_rest_key_add(store, &two, hashes[1], &third));
    TEST_ASSERT_GREATER_THAN_UINT32(second, third);
}

void test_uses(void) {
    TEST_ASSERT_EQUAL(0, store_rest_key_used(store, first, 99, "192.0.2.1"));
    TEST_ASSERT_EQUAL(0, store_rest_key_find(store, hashes[0], &got));
    TEST_ASSERT_EQUAL_INT64(99, got.used_s);
    TEST_ASSERT_EQUAL_STRING("192.0.2.1", got.used_peer);
}
