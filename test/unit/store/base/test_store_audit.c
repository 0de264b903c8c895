#include "store/base/audit.h"

#include <stdio.h>
#include <string.h>

#include "store/store.h"
#include "unity.h"

static struct store *store;
static struct store_audit_row row;
static char seen[256];

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
    row = (struct store_audit_row){
        .time_ms = 5, .account = "admin", .peer = "::1", .call = "edituser", .object = "user 7", .after = "{}"};
    seen[0] = '\0';
}

void tearDown(void) {
    store = store_free(store);
}

static int note(void *ctx, const struct store_audit_row *got) {
    size_t len = strlen(seen);
    (void)ctx;
    (void)snprintf(seen + len, sizeof(seen) - len, "%d,%s,%s,%s,%s,%s,%s;", (int)got->time_ms, got->account, got->peer,
                   got->call, got->object, got->before ? got->before : "-", got->after ? got->after : "-");
    return 0;
}

void test_rows_are_read_newest_first_up_to_the_limit(void) {
    TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    row.time_ms = 6;
    row.before = "{\"a\":1}";
    row.after = NULL;
    TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    TEST_ASSERT_EQUAL(0, store_audit_read(store, 10, note, NULL));
    TEST_ASSERT_EQUAL_STRING("6,admin,::1,edituser,user 7,{\"a\":1},-;5,admin,::1,edituser,user 7,-,{};", seen);
    seen[0] = '\0';
    TEST_ASSERT_EQUAL(0, store_audit_read(store, 1, note, NULL));
    TEST_ASSERT_EQUAL_STRING("6,admin,::1,edituser,user 7,{\"a\":1},-;", seen);
}

void test_oldest_rows_are_dropped_beyond_the_limit(void) {
    int64_t count = 0;
    TEST_ASSERT_EQUAL(0, store_begin(store));
    for (int i = 0; i < STORE_AUDIT_ROWS_MAX + 1000; i++) {
        row.time_ms = i;
        TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    }
    TEST_ASSERT_EQUAL(0, store_commit(store));
    TEST_ASSERT_EQUAL(0, store_audit_count(store, &count));
    TEST_ASSERT_GREATER_OR_EQUAL(STORE_AUDIT_ROWS_MAX, count);
    TEST_ASSERT_LESS_THAN(STORE_AUDIT_ROWS_MAX + 64, count);
    TEST_ASSERT_EQUAL(0, store_audit_read(store, 1, note, NULL));
    TEST_ASSERT_EQUAL_STRING_LEN("100999,", seen, 7);
}
