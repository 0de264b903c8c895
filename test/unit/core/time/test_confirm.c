/* Which answers of time servers move the clock. */
#include "core/time/confirm.h"

#include <stdio.h>
#include <stdlib.h>

#include "unity.h"

#define MINUTE_MS INT64_C(60000)
#define HOUR_MS (60 * MINUTE_MS)

static struct confirm confirm;
static int64_t mono_ms, right_ms, clock_ms; /* now: the time that passes, the right time, and what the clock says */

void setUp(void) {
    mono_ms = 1000;
    right_ms = clock_ms = INT64_C(1790000000000);
    confirm_init(&confirm, true, mono_ms);
}

void tearDown(void) {
}

static void pass(int64_t ms) {
    mono_ms += ms;
    right_ms += ms;
    clock_ms += ms;
}

/* A server answers with what is `ahead_ms` of the right time; the clock moves as it is judged. */
static enum confirm_verdict answer(uint32_t server, int64_t ahead_ms) {
    struct confirm_answer one = {
        .server = server, .utc_ms = right_ms + ahead_ms, .clock_ms = clock_ms, .mono_ms = mono_ms};
    enum confirm_verdict verdict = confirm_judge(&confirm, &one);
    if (verdict != CONFIRM_HOLD && verdict != CONFIRM_HOLD_STILL) {
        clock_ms = one.utc_ms;
    }
    return verdict;
}

void test_two_minutes_are_free_and_no_more(void) {
    TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, 2 * MINUTE_MS));
    setUp();
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, 2 * MINUTE_MS + 1));
    setUp();
    TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, -2 * MINUTE_MS));
    setUp();
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, -2 * MINUTE_MS - 1));
}

void test_small_steps_do_not_add_up(void) {
    for (int i = 1; i <= 4; i++) {
        TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, i * 30000));
        pass(5 * HOUR_MS);
    }
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, 150000));
    TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, 90000)); /* back again is free */
    pass(4 * HOUR_MS); /* and a day after the first there are two minutes more */
    TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, 200000));
}

void test_a_second_server_confirms_at_once(void) {
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, 3 * HOUR_MS));
    TEST_ASSERT_EQUAL(CONFIRM_HOLD_STILL, answer(1, 3 * HOUR_MS)); /* by another name it is no second one */
    pass(1000);
    TEST_ASSERT_EQUAL(CONFIRM_TAKE_STEP, answer(2, 3 * HOUR_MS + CONFIRM_AGREE_MS));
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, 0));
}

void test_a_second_server_that_says_something_else_confirms_nothing(void) {
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, 3 * HOUR_MS));
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(2, 3 * HOUR_MS + CONFIRM_AGREE_MS + 1));
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, 3 * HOUR_MS - 5));
}

void test_the_same_server_confirms_an_hour_later(void) {
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, 3 * HOUR_MS));
    pass(HOUR_MS - 1);
    TEST_ASSERT_EQUAL(CONFIRM_HOLD_STILL, answer(1, 3 * HOUR_MS));
    pass(1);
    TEST_ASSERT_EQUAL(CONFIRM_TAKE_STEP, answer(1, 3 * HOUR_MS));
}

void test_a_right_answer_in_between_refutes_the_step(void) {
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, 3 * HOUR_MS));
    pass(30 * MINUTE_MS);
    TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, 0));
    pass(30 * MINUTE_MS);
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, 3 * HOUR_MS));
}

void test_after_a_confirmed_step_the_free_minutes_begin_again(void) {
    TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, 2 * MINUTE_MS));
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, HOUR_MS));
    TEST_ASSERT_EQUAL(CONFIRM_TAKE_STEP, answer(2, HOUR_MS));
    TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, HOUR_MS + 2 * MINUTE_MS));
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, HOUR_MS + 3 * MINUTE_MS));
}

void test_a_clock_that_was_never_set_takes_the_first_answer_and_is_not_confirmed(void) {
    confirm_init(&confirm, false, mono_ms);
    TEST_ASSERT_FALSE(confirm.is_confirmed);
    TEST_ASSERT_EQUAL(CONFIRM_TAKE_FIRST, answer(1, 400 * HOUR_MS));
    TEST_ASSERT_FALSE(confirm.is_confirmed);
    TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, 400 * HOUR_MS));
    TEST_ASSERT_FALSE(confirm.is_confirmed);
    pass(HOUR_MS);
    TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, 400 * HOUR_MS));
    TEST_ASSERT_TRUE(confirm.is_confirmed);
}

void test_two_servers_that_contradict_each_other_confirm_nothing(void) {
    confirm_init(&confirm, false, mono_ms);
    TEST_ASSERT_EQUAL(CONFIRM_TAKE_FIRST, answer(1, 400 * HOUR_MS));
    for (int i = 0; i < 10; i++) {
        TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(2, 0));
        pass(HOUR_MS);
        TEST_ASSERT_EQUAL(CONFIRM_TAKE, answer(1, 400 * HOUR_MS));
        TEST_ASSERT_FALSE(confirm.is_confirmed);
    }
}

void test_a_person_is_believed(void) {
    confirm_init(&confirm, false, mono_ms);
    confirm_by_person(&confirm, mono_ms);
    TEST_ASSERT_TRUE(confirm.is_confirmed);
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, HOUR_MS));
    confirm_by_person(&confirm, mono_ms);
    pass(2 * HOUR_MS);
    TEST_ASSERT_EQUAL(CONFIRM_HOLD, answer(1, HOUR_MS)); /* what waited before is forgotten */
}

/* Who answers in one server's name for less than an hour, however he does it, moves the clock by two minutes a day. */
void test_a_forger_with_less_than_an_hour_gets_two_minutes(void) {
    const char *given = getenv("SEED");
    unsigned seed = given != NULL ? (unsigned)atoi(given) : 1;
    (void)printf("SEED=%u\n", seed);
    srand(seed);
    for (int round = 0; round < 2000; round++) {
        setUp();
        int64_t left_ms = HOUR_MS - 1;
        while (left_ms > 0) {
            int64_t spread_ms = rand() % 3 == 0 ? 100 * HOUR_MS : 5 * MINUTE_MS;
            enum confirm_verdict verdict = answer(1, rand() % (2 * spread_ms) - spread_ms);
            TEST_ASSERT_NOT_EQUAL(CONFIRM_TAKE_STEP, verdict);
            TEST_ASSERT_INT64_WITHIN(CONFIRM_FREE_MS, right_ms, clock_ms);
            int64_t ms = rand() % (5 * MINUTE_MS) + 1;
            ms = ms < left_ms ? ms : left_ms;
            pass(ms);
            left_ms -= ms;
        }
    }
}
