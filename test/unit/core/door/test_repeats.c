/* Second punches. */
#include "core/door/repeats.h"

#include <string.h>

#include "unity.h"

#define MINUTE INT64_C(60000)

static struct repeats repeats;

void setUp(void) {
    memset(&repeats, 0, sizeof(repeats));
}

void tearDown(void) {
}

void test_a_second_punch_within_the_time_does_not_count(void) {
    TEST_ASSERT_FALSE(repeats_take(&repeats, 7, 0, MINUTE));
    TEST_ASSERT_TRUE(repeats_take(&repeats, 7, 1, MINUTE));
    TEST_ASSERT_TRUE(repeats_take(&repeats, 7, MINUTE - 1, MINUTE));
    TEST_ASSERT_FALSE(repeats_take(&repeats, 7, MINUTE, MINUTE));
    TEST_ASSERT_TRUE(repeats_take(&repeats, 7, 2 * MINUTE - 1, MINUTE));
}

void test_each_user_has_a_time_of_its_own(void) {
    TEST_ASSERT_FALSE(repeats_take(&repeats, 7, 0, MINUTE));
    TEST_ASSERT_FALSE(repeats_take(&repeats, 8, 0, MINUTE));
    TEST_ASSERT_TRUE(repeats_take(&repeats, 8, 5, MINUTE));
}

void test_without_a_time_every_punch_counts(void) {
    TEST_ASSERT_FALSE(repeats_take(&repeats, 7, 0, 0));
    TEST_ASSERT_FALSE(repeats_take(&repeats, 7, 0, 0));
    TEST_ASSERT_TRUE(repeats_take(&repeats, 7, 1, MINUTE)); /* set meanwhile: the last one counts for it */
}

void test_of_1024_the_oldest_are_forgotten(void) {
    for (uint32_t id = 1; id <= 1024 + 1; id++) {
        TEST_ASSERT_FALSE(repeats_take(&repeats, id, id, 1000 * MINUTE));
    }
    TEST_ASSERT_TRUE(repeats_take(&repeats, 2, 5000, 1000 * MINUTE));
    TEST_ASSERT_FALSE(repeats_take(&repeats, 1, 5000, 1000 * MINUTE));
}
