#include "store/accounts/throttle.h"

#include <stdio.h>
#include <string.h>

#include "store/store.h"
#include "unity.h"

static struct store *store;
static char seen[256];

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
    seen[0] = '\0';
}

void tearDown(void) {
    store = store_free(store);
}

static int note(void *ctx, const struct store_throttle_row *row) {
    size_t len = strlen(seen);
    (void)snprintf(seen + len, sizeof(seen) - len, "%s=%u@%d ", row->key, row->count, (int)row->time_ms);
    return ctx ? *(const int *)ctx : 0;
}

static void put(const char *key, uint32_t count, int64_t time_ms) {
    struct store_throttle_row row = {.key = key, .count = count, .time_ms = time_ms};
    TEST_ASSERT_EQUAL(0, store_throttle_put(store, &row));
}

void test_counters_are_put_changed_and_removed(void) {
    put("a:admin", 1, 10);
    put("s:192.0.2.1", 4, 20);
    put("a:admin", 2, 30);
    TEST_ASSERT_EQUAL(0, store_throttle_each(store, note, NULL));
    TEST_ASSERT_EQUAL_STRING("a:admin=2@30 s:192.0.2.1=4@20 ", seen);
    TEST_ASSERT_EQUAL(0, store_throttle_remove(store, "a:admin"));
    TEST_ASSERT_EQUAL(0, store_throttle_remove(store, "a:nobody"));
    seen[0] = '\0';
    TEST_ASSERT_EQUAL(0, store_throttle_each(store, note, NULL));
    TEST_ASSERT_EQUAL_STRING("s:192.0.2.1=4@20 ", seen);
}

void test_reading_ends_when_told(void) {
    int stop = -7;
    put("a:1", 1, 1);
    put("a:2", 2, 2);
    TEST_ASSERT_EQUAL(-7, store_throttle_each(store, note, &stop));
    TEST_ASSERT_EQUAL_STRING("a:1=1@1 ", seen);
}

void test_largest_count_is_kept(void) {
    put("a:1", UINT32_MAX, INT64_C(1));
    TEST_ASSERT_EQUAL(0, store_throttle_each(store, note, NULL));
    TEST_ASSERT_EQUAL_STRING("a:1=4294967295@1 ", seen);
}
