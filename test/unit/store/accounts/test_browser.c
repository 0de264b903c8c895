/* Trusted browsers, by account. */
#include "store/accounts/browser.h"

#include <string.h>

#include "store/store_impl.h"
#include "store_fails.h"
#include "unity.h"

#define MANY 100

static struct store *store;
static struct store_browser got, all[8];
static size_t count;
static uint32_t id;

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
}

static struct store_browser browser(uint32_t userid, int64_t used_s) {
    return (struct store_browser){
        .userid = userid, .name = "Firefox on Jürgen", .made_s = 100, .used_s = used_s, .peer = "2001:db8::7"};
}

/* The hash of a browser begins with its number in the test. */
static uint32_t add(uint8_t number, uint32_t userid, int64_t used_s, unsigned most, unsigned most_of_all) {
    uint8_t hash[STORE_BROWSER_HASH_LEN] = {number};
    struct store_browser one = browser(userid, used_s);

    TEST_ASSERT_EQUAL_INT(0, store_browser_add(store, &one, hash, most, most_of_all, &id));
    return id;
}

static int find(uint8_t number) {
    uint8_t hash[STORE_BROWSER_HASH_LEN] = {number};

    return store_browser_find(store, hash, &got);
}

static void check(uint32_t number, uint32_t userid, int64_t used_s) {
    TEST_ASSERT_EQUAL_UINT32(number, got.id);
    TEST_ASSERT_EQUAL_UINT32(userid, got.userid);
    TEST_ASSERT_EQUAL_STRING("Firefox on Jürgen", got.name);
    TEST_ASSERT_EQUAL_INT64(100, got.made_s);
    TEST_ASSERT_EQUAL_INT64(used_s, got.used_s);
    TEST_ASSERT_EQUAL_STRING("2001:db8::7", got.peer);
}

void test_all_columns_come_back(void) {
    uint32_t first = add(1, 999999999U, 5000000000, MANY, MANY);

    TEST_ASSERT_EQUAL_INT(0, find(1));
    check(first, 999999999U, 5000000000);
    memset(&got, 0, sizeof(got));
    TEST_ASSERT_EQUAL_INT(0, store_browser_get(store, first, &got));
    check(first, 999999999U, 5000000000);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, find(2));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_browser_get(store, first + 1, &got));
}

/* The last bytes of a hash count. */
void test_a_hash_that_ends_otherwise(void) {
    uint8_t hash[STORE_BROWSER_HASH_LEN] = {1, [STORE_BROWSER_HASH_LEN - 1] = 1};

    (void)add(1, 0, 5, MANY, MANY);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_browser_find(store, hash, &got));
}

void test_lists_are_of_one_account_or_of_all(void) {
    uint32_t a = add(1, 0, 50, MANY, MANY), b = add(2, 7, 70, MANY, MANY), c = add(3, 7, 60, MANY, MANY);
    uint32_t d = add(4, 7, 70, MANY, MANY); /* used in the same second: the newer one first */

    TEST_ASSERT_EQUAL_INT(0, store_browsers(store, 7, all, 8, &count));
    TEST_ASSERT_EQUAL_size_t(3, count);
    TEST_ASSERT_EQUAL_UINT32(d, all[0].id);
    TEST_ASSERT_EQUAL_UINT32(b, all[1].id);
    TEST_ASSERT_EQUAL_UINT32(c, all[2].id);
    TEST_ASSERT_EQUAL_INT(0, store_browsers(store, 0, all, 8, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL_UINT32(a, all[0].id);
    TEST_ASSERT_EQUAL_INT(0, store_browsers(store, STORE_BROWSERS_OF_ALL, all, 8, &count));
    TEST_ASSERT_EQUAL_size_t(4, count);
    TEST_ASSERT_EQUAL_UINT32(a, all[3].id);
    all[2].id = 77;
    TEST_ASSERT_EQUAL_INT(0, store_browsers(store, STORE_BROWSERS_OF_ALL, all, 2, &count));
    TEST_ASSERT_EQUAL_size_t(2, count);
    TEST_ASSERT_EQUAL_UINT32(77, all[2].id);
}

/* The most recently used ones stay, not the newest. */
void test_the_most_of_an_account(void) {
    (void)add(1, 7, 90, 2, MANY);
    (void)add(2, 7, 80, 2, MANY);
    (void)add(3, 8, 10, 2, MANY);
    (void)add(4, 7, 85, 2, MANY);
    TEST_ASSERT_EQUAL_INT(0, find(1));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, find(2));
    TEST_ASSERT_EQUAL_INT(0, find(3));
    TEST_ASSERT_EQUAL_INT(0, find(4));
}

void test_the_most_of_all(void) {
    (void)add(1, 7, 90, MANY, 2);
    (void)add(2, 8, 80, MANY, 2);
    (void)add(3, 9, 85, MANY, 2);
    TEST_ASSERT_EQUAL_INT(0, find(1));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, find(2));
    TEST_ASSERT_EQUAL_INT(0, find(3));
}

void test_no_number_comes_twice(void) {
    uint32_t first = add(1, 7, 90, MANY, MANY);

    TEST_ASSERT_EQUAL_INT(0, store_browser_delete(store, first));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_browser_delete(store, first));
    TEST_ASSERT_EQUAL_UINT32(first + 1, add(2, 7, 90, MANY, MANY));
}

void test_a_sign_in_is_noted(void) {
    struct store_browser used = {.id = add(1, 7, 90, MANY, MANY), .used_s = 95, .name = "Chrome", .peer = "192.0.2.1"};

    (void)add(2, 7, 91, MANY, MANY);
    TEST_ASSERT_EQUAL_INT(0, store_browser_used(store, &used));
    TEST_ASSERT_EQUAL_INT(0, find(1));
    TEST_ASSERT_EQUAL_INT64(95, got.used_s);
    TEST_ASSERT_EQUAL_INT64(100, got.made_s);
    TEST_ASSERT_EQUAL_STRING("Chrome", got.name);
    TEST_ASSERT_EQUAL_STRING("192.0.2.1", got.peer);
    TEST_ASSERT_EQUAL_UINT32(7, got.userid);
    TEST_ASSERT_EQUAL_INT(0, find(2));
    check(used.id + 1, 7, 91);
    used.id += 2;
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_browser_used(store, &used));
}

void test_all_of_an_account_but_one(void) {
    uint32_t kept = add(1, 7, 90, MANY, MANY);

    (void)add(2, 7, 80, MANY, MANY);
    (void)add(3, 8, 70, MANY, MANY);
    TEST_ASSERT_EQUAL_INT(0, store_browsers_end(store, 7, kept));
    TEST_ASSERT_EQUAL_INT(0, find(1));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, find(2));
    TEST_ASSERT_EQUAL_INT(0, find(3));
    TEST_ASSERT_EQUAL_INT(0, store_browsers_end(store, 7, 0));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, find(1));
    TEST_ASSERT_EQUAL_INT(0, find(3));
}

void test_those_used_before_a_time(void) {
    (void)add(1, 7, 89, MANY, MANY);
    (void)add(2, 7, 90, MANY, MANY);
    TEST_ASSERT_EQUAL_INT(0, store_browsers_expire(store, 90));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, find(1));
    TEST_ASSERT_EQUAL_INT(0, find(2));
}

static int list(struct store *of) {
    return store_browsers(of, 7, all, 8, &count);
}
static int list_all(struct store *of) {
    return store_browsers(of, STORE_BROWSERS_OF_ALL, all, 8, &count);
}
static int find_one(struct store *of) {
    (void)of;
    return find(1);
}
static int get_one(struct store *of) {
    return store_browser_get(of, id, &got);
}
static int add_one(struct store *of) {
    uint8_t hash[STORE_BROWSER_HASH_LEN] = {99};
    struct store_browser one = browser(7, 50);
    uint32_t ignored;

    return store_browser_add(of, &one, hash, 1, 1, &ignored);
}
static int use_one(struct store *of) {
    struct store_browser one = browser(7, 50);

    one.id = id;
    return store_browser_used(of, &one);
}
static int delete_one(struct store *of) {
    return store_browser_delete(of, id);
}
static int end(struct store *of) {
    return store_browsers_end(of, 7, 0);
}
static int expire(struct store *of) {
    return store_browsers_expire(of, 1000);
}

void test_every_failure_is_reported(void) {
    static store_call_fn *const calls[] = {list,    list_all,   find_one, get_one, add_one,
                                           use_one, delete_one, end,      expire};

    (void)add(1, 7, 90, MANY, MANY);
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        store_fails(store, calls[i]);
    }
}
