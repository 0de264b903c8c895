/* Which credentials let a person in. */
#include "core/door/mode.h"

#include "unity.h"

enum { CARD = 1, PASSWORD = 4, ID = 32 };

static struct mode_wait wait;

void setUp(void) {
    mode_forget(&wait);
}

void tearDown(void) {
}

void test_one_is_enough_when_none_is_asked_for(void) {
    TEST_ASSERT_EQUAL(0, mode_take(&wait, 7, CARD, 0, 0));
    TEST_ASSERT_EQUAL(0, wait.userid);
}

void test_all_must_match_in_any_order(void) {
    TEST_ASSERT_EQUAL(PASSWORD, mode_take(&wait, 7, CARD, CARD | PASSWORD, 0));
    TEST_ASSERT_EQUAL(PASSWORD, mode_take(&wait, 7, CARD, CARD | PASSWORD, 1));
    TEST_ASSERT_EQUAL(0, mode_take(&wait, 7, PASSWORD, CARD | PASSWORD, 2));
    TEST_ASSERT_EQUAL(CARD | ID, mode_take(&wait, 7, PASSWORD, CARD | PASSWORD | ID, 3));
    TEST_ASSERT_EQUAL(CARD, mode_take(&wait, 7, ID, CARD | PASSWORD | ID, 4));
    TEST_ASSERT_EQUAL(0, mode_take(&wait, 7, CARD, CARD | PASSWORD | ID, 5));
}

void test_each_time_begins_anew(void) {
    TEST_ASSERT_EQUAL(0, mode_take(&wait, 7, CARD, CARD, 0));
    TEST_ASSERT_EQUAL(PASSWORD, mode_take(&wait, 7, CARD, CARD | PASSWORD, 1));
}

void test_the_time_for_the_next_one_ends(void) {
    TEST_ASSERT_EQUAL(PASSWORD, mode_take(&wait, 7, CARD, CARD | PASSWORD, 100));
    TEST_ASSERT_EQUAL(0, mode_take(&wait, 7, PASSWORD, CARD | PASSWORD, 100 + MODE_WAIT_MS - 1));
    TEST_ASSERT_EQUAL(PASSWORD, mode_take(&wait, 7, CARD, CARD | PASSWORD, 100));
    TEST_ASSERT_EQUAL(CARD, mode_take(&wait, 7, PASSWORD, CARD | PASSWORD, 100 + MODE_WAIT_MS));
}

void test_the_time_is_ten_seconds_for_each(void) {
    TEST_ASSERT_EQUAL(PASSWORD | ID, mode_take(&wait, 7, CARD, CARD | PASSWORD | ID, 0));
    TEST_ASSERT_EQUAL(ID, mode_take(&wait, 7, PASSWORD, CARD | PASSWORD | ID, 9999));
    TEST_ASSERT_EQUAL(0, mode_take(&wait, 7, ID, CARD | PASSWORD | ID, 9999 + 9999));
    TEST_ASSERT_EQUAL(PASSWORD, mode_take(&wait, 7, CARD, CARD | PASSWORD, 0));
    TEST_ASSERT_EQUAL(CARD, mode_take(&wait, 7, PASSWORD, CARD | PASSWORD, 10000));
}

void test_a_factor_counts_for_its_own_person_alone(void) {
    TEST_ASSERT_EQUAL(PASSWORD, mode_take(&wait, 7, CARD, CARD | PASSWORD, 0));
    TEST_ASSERT_EQUAL(CARD, mode_take(&wait, 8, PASSWORD, CARD | PASSWORD, 1));
    TEST_ASSERT_EQUAL(CARD, mode_take(&wait, 7, PASSWORD, CARD | PASSWORD, 2));
}

void test_a_refusal_forgets(void) {
    TEST_ASSERT_EQUAL(PASSWORD, mode_take(&wait, 7, CARD, CARD | PASSWORD, 0));
    mode_forget(&wait);
    TEST_ASSERT_EQUAL(CARD, mode_take(&wait, 7, PASSWORD, CARD | PASSWORD, 1));
}
