/* What somebody at the door has shown. */
#include "core/door/mode.h"

#include "unity.h"

enum { CARD = 1, PASSWORD = 4, ID = 32 };

static struct mode_wait wait;

void setUp(void) {
    mode_forget(&wait);
}

void tearDown(void) {
}

void test_a_factor_counts_with_those_of_the_same_person(void) {
    TEST_ASSERT_EQUAL(CARD, mode_have(&wait, 7, CARD, 0));
    mode_ask(&wait, 7, CARD, PASSWORD | ID, 0);
    TEST_ASSERT_EQUAL(CARD | PASSWORD, mode_have(&wait, 7, PASSWORD, 1));
    TEST_ASSERT_EQUAL(PASSWORD, mode_have(&wait, 8, PASSWORD, 1));
    TEST_ASSERT_EQUAL(PASSWORD | ID, wait.missing);
}

void test_the_time_is_ten_seconds_for_each(void) {
    mode_ask(&wait, 7, CARD, PASSWORD, 100);
    TEST_ASSERT_EQUAL(CARD | PASSWORD, mode_have(&wait, 7, PASSWORD, 100 + MODE_WAIT_MS - 1));
    TEST_ASSERT_EQUAL(PASSWORD, mode_have(&wait, 7, PASSWORD, 100 + MODE_WAIT_MS));
    mode_ask(&wait, 7, CARD | PASSWORD, ID, 9999);
    TEST_ASSERT_EQUAL(CARD | PASSWORD | ID, mode_have(&wait, 7, ID, 9999 + 9999));
    TEST_ASSERT_EQUAL(10000, MODE_WAIT_MS);
}

void test_forgotten_is_forgotten(void) {
    mode_ask(&wait, 7, CARD, PASSWORD, 0);
    mode_forget(&wait);
    TEST_ASSERT_EQUAL(PASSWORD, mode_have(&wait, 7, PASSWORD, 1));
}
