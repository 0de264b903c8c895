/* How long the start makes search keys again, and that the upkeep goes on. */
#include "core/users/refold.h"

#include "core/base/core.h"
#include "hal/hal.h"
#include "mock_users_fold.h"
#include "unity.h"

static int64_t now;
static unsigned calls, most;
static int result;
static struct hal hal;
static struct core_shared shared;
static struct core core;

static int64_t mono_ms(void *ctx) {
    (void)ctx;
    return now;
}

/* A batch takes 700 ms; after `most` of them nothing is left. */
static int refold(struct store *store, bool *ret_more, int count) {
    (void)store;
    (void)count;
    now += 700;
    *ret_more = ++calls < most && result == 0;
    return result;
}

void setUp(void) {
    now = 0;
    calls = 0;
    most = 5;
    result = 0;
    hal.clock.mono_ms = mono_ms;
    shared.hal = &hal;
    core.shared = &shared;
    store_users_refold_Stub(refold);
}

void tearDown(void) {
    refold_free(shared.refold);
    shared.refold = NULL;
}

void test_the_start_takes_two_seconds_and_the_upkeep_goes_on(void) {
    TEST_ASSERT_EQUAL_INT(0, refold_new(&shared, NULL, &shared.refold));
    TEST_ASSERT_EQUAL_UINT(3, calls);
    TEST_ASSERT_EQUAL_INT64(0, refold_due_ms(&core));
    refold_upkeep(&core);
    TEST_ASSERT_EQUAL_INT64(0, refold_due_ms(&core));
    refold_upkeep(&core);
    TEST_ASSERT_EQUAL_UINT(5, calls);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, refold_due_ms(&core));
}

void test_a_start_with_nothing_to_do_leaves_nothing(void) {
    most = 1;
    TEST_ASSERT_EQUAL_INT(0, refold_new(&shared, NULL, &shared.refold));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, refold_due_ms(&core));
}

void test_an_error_ends_the_start(void) {
    result = E_CORRUPT;
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, refold_new(&shared, NULL, &shared.refold));
    TEST_ASSERT_NULL(shared.refold);
}

void test_an_error_of_the_upkeep_waits_for_the_next_start(void) {
    TEST_ASSERT_EQUAL_INT(0, refold_new(&shared, NULL, &shared.refold));
    result = E_IO;
    refold_upkeep(&core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, refold_due_ms(&core));
}
