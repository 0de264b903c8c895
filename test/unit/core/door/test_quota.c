/* Lines of the log that a contact may make: how many, when there is room again, and when it is steady. */
#include "core/door/quota.h"

#include "unity.h"

static struct quota quota;
static uint32_t left_out;

void setUp(void) {
    quota = (struct quota){0};
    left_out = 0;
}

void tearDown(void) {
}

/* How many of so many are written at a moment. */
static unsigned take(unsigned lines, int64_t now_ms) {
    unsigned taken = 0;
    for (unsigned i = 0; i < lines; i++) {
        taken += quota_take(&quota, now_ms);
    }
    return taken;
}

void test_so_many_at_once(void) {
    TEST_ASSERT_EQUAL_UINT(QUOTA_LINES, take(QUOTA_LINES, 1000));
    TEST_ASSERT_FALSE(quota.is_unsteady);
    TEST_ASSERT_EQUAL_UINT(0, take(3, 1000));
    TEST_ASSERT_TRUE(quota.is_unsteady);
    TEST_ASSERT_EQUAL_UINT32(3, quota.left_out);
}

void test_room_comes_back_one_by_one(void) {
    (void)take(QUOTA_LINES, 1000);
    TEST_ASSERT_EQUAL_UINT(1, take(1, 1000 + QUOTA_LINE_MS));
    TEST_ASSERT_EQUAL_UINT(0, take(1, 1000 + 2 * QUOTA_LINE_MS - 1));
}

void test_room_never_exceeds_the_lines(void) {
    TEST_ASSERT_EQUAL_UINT(QUOTA_LINES, take(2 * QUOTA_LINES, (int64_t)1000 * QUOTA_LINE_MS));
    quota = (struct quota){0};
    quota_give(&quota, 5);
    TEST_ASSERT_EQUAL_UINT(QUOTA_LINES, take(2 * QUOTA_LINES, 1000));
}

void test_steady_again_with_room_for_ten(void) {
    int64_t due_ms = 1000 + (int64_t)QUOTA_STEADY * QUOTA_LINE_MS;
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, quota_due(&quota));
    (void)take(QUOTA_LINES + 7, 1000);
    TEST_ASSERT_EQUAL_INT64(due_ms, quota_due(&quota));
    TEST_ASSERT_FALSE(quota_is_over(&quota, due_ms - 1, &left_out));
    TEST_ASSERT_TRUE(quota_is_over(&quota, due_ms, &left_out));
    TEST_ASSERT_EQUAL_UINT32(7, left_out);
    TEST_ASSERT_FALSE(quota_is_over(&quota, due_ms, &left_out));
    TEST_ASSERT_EQUAL_UINT(QUOTA_STEADY, take(QUOTA_LINES, due_ms));
}

/* Whatever room there is meanwhile, lines are left out until then; each puts the rest off. */
void test_unsteady_until_it_rests(void) {
    (void)take(QUOTA_LINES + 1, 1000);
    TEST_ASSERT_EQUAL_UINT(0, take(1, 1000 + 5 * QUOTA_LINE_MS));
    TEST_ASSERT_EQUAL_INT64(1000 + (QUOTA_STEADY + 1) * QUOTA_LINE_MS, quota_due(&quota));
}

void test_given_room_is_so_much_and_no_more(void) {
    (void)take(QUOTA_LINES, 1000);
    quota_give(&quota, 2);
    TEST_ASSERT_EQUAL_UINT(2, take(3, 1000));
    setUp();
    (void)take(2, 1000);
    quota_give(&quota, 2);
    TEST_ASSERT_EQUAL_UINT(QUOTA_LINES, take(QUOTA_LINES + 1, 1000));
}

/* One that is written in any case makes unsteady where there is no room, and not where the last of it goes. */
void test_a_line_that_is_written_in_any_case(void) {
    (void)take(QUOTA_LINES - 1, 1000);
    quota_charge(&quota, 1000);
    TEST_ASSERT_FALSE(quota.is_unsteady);
    quota_charge(&quota, 1000);
    TEST_ASSERT_TRUE(quota.is_unsteady);
    TEST_ASSERT_EQUAL_UINT32(0, quota.left_out);
}
