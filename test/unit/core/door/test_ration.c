/* How many lines one kind of thing at the door may make: docs/rules.md, "A flood". */
#include "core/door/ration.h"

#include "unity.h"

#define START_MS 1000000

static struct ration ration;

void setUp(void) {
    ration = (struct ration){0};
}

void tearDown(void) {
}

static void use_up(void) {
    for (unsigned i = 0; i < RATION_BURST; i++) {
        TEST_ASSERT_TRUE(ration_take(&ration, START_MS));
    }
}

void test_so_many_at_once_and_no_more(void) {
    TEST_ASSERT_EQUAL_UINT(240, RATION_BURST);
    TEST_ASSERT_EQUAL_INT64(RATION_NEVER, ration_due(&ration));
    use_up();
    TEST_ASSERT_EQUAL_INT64(RATION_NEVER, ration_due(&ration)); /* nothing was left out */
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS));
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS));
    TEST_ASSERT_EQUAL_INT64(START_MS + 3000, ration_due(&ration));
    TEST_ASSERT_EQUAL_UINT(0, ration_tell(&ration, START_MS + 2999));
    TEST_ASSERT_EQUAL_UINT(2, ration_tell(&ration, START_MS + 3000));
    TEST_ASSERT_EQUAL_INT64(RATION_NEVER, ration_due(&ration));
    TEST_ASSERT_EQUAL_UINT(0, ration_tell(&ration, START_MS + 3000));
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS + 3000)); /* telling it has used the line */
    TEST_ASSERT_EQUAL_INT64(START_MS + 6000, ration_due(&ration));
    TEST_ASSERT_EQUAL_UINT(1, ration_tell(&ration, START_MS + 6000));
}

void test_after_that_one_every_three_seconds(void) {
    use_up();
    TEST_ASSERT_TRUE(ration_take(&ration, START_MS + 4500));
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS + 5999)); /* the rest of a step is not lost, and no more is given */
    TEST_ASSERT_EQUAL_INT64(START_MS + 6000, ration_due(&ration));
    TEST_ASSERT_EQUAL_UINT(1, ration_tell(&ration, START_MS + 6000));
    TEST_ASSERT_TRUE(ration_take(&ration, START_MS + 9000));
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS + 9000));
}

void test_what_was_left_out_is_told_before_another_line(void) {
    use_up();
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS));
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS + 30000)); /* there is room, but it would come first */
    TEST_ASSERT_EQUAL_INT64(START_MS + 30000, ration_due(&ration));
    TEST_ASSERT_EQUAL_UINT(2, ration_tell(&ration, START_MS + 30000));
    for (unsigned i = 0; i < 9; i++) {
        TEST_ASSERT_TRUE(ration_take(&ration, START_MS + 30000));
    }
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS + 30000));
}

void test_all_of_it_is_back_after_720_seconds_and_no_more_than_that(void) {
    use_up();
    for (unsigned i = 0; i < RATION_BURST; i++) {
        TEST_ASSERT_TRUE(ration_take(&ration, START_MS + 3000 * 1000));
    }
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS + 3000 * 1000));
    setUp();
    use_up();
    for (unsigned i = 0; i < RATION_BURST - 1; i++) {
        TEST_ASSERT_TRUE(ration_take(&ration, START_MS + 3000 * 239));
    }
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS + 3000 * 239));
}

void test_time_without_lines_gives_nothing_in_advance(void) {
    TEST_ASSERT_TRUE(ration_take(&ration, START_MS));
    TEST_ASSERT_TRUE(ration_take(&ration, START_MS + 3000)); /* the first is given back */
    ration_tell(&ration, START_MS + 10000);
    for (unsigned i = 0; i < RATION_BURST; i++) {
        TEST_ASSERT_TRUE(ration_take(&ration, START_MS + 12999));
    }
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS + 12999));
    TEST_ASSERT_EQUAL_INT64(START_MS + 12999 + 3000, ration_due(&ration));
}

void test_a_single_line_is_given_back_after_three_seconds(void) {
    TEST_ASSERT_TRUE(ration_take(&ration, START_MS));
    for (unsigned i = 0; i < RATION_BURST; i++) {
        TEST_ASSERT_TRUE(ration_take(&ration, START_MS + 3000));
    }
    TEST_ASSERT_FALSE(ration_take(&ration, START_MS + 3000));
}
