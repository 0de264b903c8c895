/* API keys of programs: all columns, and every failure of the database. */
#include "store/accounts/rest_key.h"

#include <string.h>

#include "store/store_impl.h"
#include "store_fails.h"
#include "unity.h"

static struct store *store;
static struct store_rest_key got, all[4];
static size_t count;
static uint32_t id;
static const uint8_t hash[STORE_REST_KEY_HASH_LEN] = {7, [STORE_REST_KEY_HASH_LEN - 1] = 9};
static const struct store_rest_key one = {
    .name = "Büro", .level = 3, .maker = 4000000000U, .hint = "pst_abcd", .created_s = 5000000000};

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_rest_key_add(store, &one, hash, &id));
}

void tearDown(void) {
    store = store_free(store);
}

static void check(int64_t used_s, const char *peer) {
    TEST_ASSERT_EQUAL_UINT32(id, got.id);
    TEST_ASSERT_EQUAL_STRING("Büro", got.name);
    TEST_ASSERT_EQUAL_UINT8(3, got.level);
    TEST_ASSERT_EQUAL_UINT32(4000000000U, got.maker);
    TEST_ASSERT_EQUAL_STRING("pst_abcd", got.hint);
    TEST_ASSERT_EQUAL_INT64(5000000000, got.created_s);
    TEST_ASSERT_EQUAL_INT64(used_s, got.used_s);
    TEST_ASSERT_EQUAL_STRING(peer, got.used_peer);
}

void test_all_columns_come_back(void) {
    TEST_ASSERT_EQUAL_INT(0, store_rest_key_find(store, hash, &got));
    check(0, "");
    TEST_ASSERT_EQUAL_INT(0, store_rest_key_used(store, id, 5000000001, "2001:db8::1"));
    memset(&got, 0, sizeof(got));
    TEST_ASSERT_EQUAL_INT(0, store_rest_key_get(store, id, &got));
    check(5000000001, "2001:db8::1");
    TEST_ASSERT_EQUAL_INT(0, store_rest_keys(store, all, 4, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
    got = all[0];
    check(5000000001, "2001:db8::1");
}

void test_a_hash_that_ends_otherwise(void) {
    uint8_t other[STORE_REST_KEY_HASH_LEN];

    memcpy(other, hash, sizeof(other));
    other[STORE_REST_KEY_HASH_LEN - 1]++;
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_rest_key_find(store, other, &got));
}

void test_what_is_beyond_the_most_is_not_touched(void) {
    struct store_rest_key other = one;
    uint32_t ignored;

    (void)snprintf(other.name, sizeof(other.name), "other");
    TEST_ASSERT_EQUAL_INT(0, store_rest_key_add(store, &other, (const uint8_t[STORE_REST_KEY_HASH_LEN]){1}, &ignored));
    all[1].id = 77;
    TEST_ASSERT_EQUAL_INT(0, store_rest_keys(store, all, 1, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL_UINT32(77, all[1].id);
    TEST_ASSERT_EQUAL_INT(0, store_rest_keys(store, all, 2, &count));
    TEST_ASSERT_EQUAL_size_t(2, count);
}

void test_names_are_unique(void) {
    uint32_t second;

    TEST_ASSERT_EQUAL_INT(E_EXISTS,
                          store_rest_key_add(store, &one, (const uint8_t[STORE_REST_KEY_HASH_LEN]){9}, &second));
}

void test_what_is_deleted_is_gone_and_its_number_too(void) {
    uint32_t next;

    TEST_ASSERT_EQUAL_INT(0, store_rest_key_delete(store, id));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_rest_key_delete(store, id));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_rest_key_find(store, hash, &got));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_rest_key_get(store, id, &got));
    TEST_ASSERT_EQUAL_INT(0, store_rest_key_used(store, id, 9, "192.0.2.1"));
    TEST_ASSERT_EQUAL_INT(0, store_rest_key_add(store, &one, hash, &next));
    TEST_ASSERT_EQUAL_UINT32(id + 1, next);
}

static int list(struct store *of) {
    return store_rest_keys(of, all, 4, &count);
}
static int find(struct store *of) {
    return store_rest_key_find(of, hash, &got);
}
static int get(struct store *of) {
    return store_rest_key_get(of, id, &got);
}
static int add(struct store *of) {
    struct store_rest_key other = {.name = "other", .level = 1, .hint = "x"};
    uint32_t ignored;

    return store_rest_key_add(of, &other, (const uint8_t[STORE_REST_KEY_HASH_LEN]){1}, &ignored);
}
static int delete_one(struct store *of) {
    return store_rest_key_delete(of, id);
}
static int use_one(struct store *of) {
    return store_rest_key_used(of, id, 5, "x");
}

void test_every_failure_is_reported(void) {
    static store_call_fn *const calls[] = {list, find, get, add, delete_one, use_one};

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        store_fails(store, calls[i]);
    }
}
