/* The moment of the daily reset of anti-passback, also where the clock is changed. */
#include "core/door/passback.h"

#include "unity.h"

#define DAY INT64_C(86400)
#define MINUTE_OF(hour, minute) ((hour) * 60U + (minute))

void setUp(void) {
}

void tearDown(void) {
}

void test_where_a_punch_leads(void) {
    for (int status = 0; status < PUNCH_STATUS_COUNT; status++) {
        enum passback_area leads = status == PUNCH_STATUS_IN    ? PASSBACK_INSIDE
                                   : status == PUNCH_STATUS_OUT ? PASSBACK_OUTSIDE
                                                                : PASSBACK_UNKNOWN;
        TEST_ASSERT_EQUAL(leads, passback_leads((enum punch_status)status));
        TEST_ASSERT_FALSE(passback_violates(PASSBACK_UNKNOWN, (enum punch_status)status));
        TEST_ASSERT_EQUAL(status == PUNCH_STATUS_IN, passback_violates(PASSBACK_INSIDE, (enum punch_status)status));
        TEST_ASSERT_EQUAL(status == PUNCH_STATUS_OUT, passback_violates(PASSBACK_OUTSIDE, (enum punch_status)status));
    }
}

void test_the_reset_is_the_last_time_at_which_the_wall_showed_it(void) {
    static const int32_t zones[] = {0, 60, 330, -210, 840, -720};
    for (unsigned i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        const struct local_rule rule = {.zone_min = zones[i]};
        const int64_t reset_s = 20000 * DAY + 14 * 3600 + 13 * 60 - zones[i] * INT64_C(60); /* 14:13 there */
        const unsigned minute = MINUTE_OF(14, 13);
        TEST_ASSERT_EQUAL_INT64(reset_s, passback_reset_before(&rule, reset_s, minute));
        TEST_ASSERT_EQUAL_INT64(reset_s, passback_reset_before(&rule, reset_s + 1, minute));
        TEST_ASSERT_EQUAL_INT64(reset_s, passback_reset_before(&rule, reset_s + DAY - 1, minute));
        TEST_ASSERT_EQUAL_INT64(reset_s - DAY, passback_reset_before(&rule, reset_s - 1, minute));
        const int64_t midnight_s = reset_s - 14 * 3600 - 13 * 60;
        TEST_ASSERT_EQUAL_INT64(midnight_s, passback_reset_before(&rule, reset_s, 0));
        TEST_ASSERT_EQUAL_INT64(midnight_s, passback_reset_before(&rule, midnight_s, 0));
        TEST_ASSERT_EQUAL_INT64(midnight_s - DAY, passback_reset_before(&rule, midnight_s - 1, 0));
        TEST_ASSERT_EQUAL_INT64(midnight_s - 60, passback_reset_before(&rule, reset_s, MINUTE_OF(23, 59)));
    }
}

/* Central Europe in 2026: forward on 29 March at 01:00 UTC, back on 25 October at 01:00 UTC. */
static const struct local_rule berlin = {.zone_min = 60,
                                         .dst = DST_MODE_WEEK,
                                         .change_min = 60,
                                         .start = {.month = 3, .week = DST_WEEK_LAST, .weekday = 0, .hour = 2},
                                         .end = {.month = 10, .week = DST_WEEK_LAST, .weekday = 0, .hour = 3}};

#define SPRING_S INT64_C(1774742400) /* 2026-03-29 00:00 UTC */
#define AUTUMN_S INT64_C(1792886400) /* 2026-10-25 00:00 UTC */
#define AT(hour, minute) ((hour) * INT64_C(3600) + (minute) * INT64_C(60))

void test_a_minute_that_comes_twice_counts_the_first_time(void) {
    static const struct {
        int64_t now_s, reset_s;
    } cases[] = {
        {AUTUMN_S + AT(0, 30), AUTUMN_S + AT(0, 30)}, /* 02:30, in summer time */
        {AUTUMN_S + AT(0, 29), AUTUMN_S - DAY + AT(0, 30)},
        {AUTUMN_S + AT(1, 15), AUTUMN_S + AT(0, 30)}, /* 02:15 for the second time */
        {AUTUMN_S + AT(1, 45), AUTUMN_S + AT(0, 30)}, /* 02:45 for the second time */
        {AUTUMN_S + AT(23, 30), AUTUMN_S + AT(0, 30)}, /* past midnight */
        {AUTUMN_S + DAY + AT(1, 29), AUTUMN_S + AT(0, 30)}, /* a day of 25 hours */
        {AUTUMN_S + DAY + AT(1, 30), AUTUMN_S + DAY + AT(1, 30)},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_INT64(cases[i].reset_s, passback_reset_before(&berlin, cases[i].now_s, MINUTE_OF(2, 30)));
    }
}

void test_a_minute_that_is_left_out_came_within_the_hour_before_the_change(void) {
    int64_t reset_s = passback_reset_before(&berlin, SPRING_S + AT(12, 0), MINUTE_OF(2, 30));
    TEST_ASSERT_GREATER_OR_EQUAL_INT64(SPRING_S, reset_s);
    TEST_ASSERT_LESS_OR_EQUAL_INT64(SPRING_S + AT(1, 0), reset_s);
    TEST_ASSERT_EQUAL_INT64(reset_s, passback_reset_before(&berlin, reset_s, MINUTE_OF(2, 30)));
    TEST_ASSERT_EQUAL_INT64(SPRING_S - DAY + AT(1, 30), passback_reset_before(&berlin, reset_s - 1, MINUTE_OF(2, 30)));
    TEST_ASSERT_EQUAL_INT64(SPRING_S + DAY + AT(0, 30),
                            passback_reset_before(&berlin, SPRING_S + DAY + AT(0, 30), MINUTE_OF(2, 30)));
    /* A minute before the change of that day, asked for after it. */
    TEST_ASSERT_EQUAL_INT64(SPRING_S + AT(0, 30),
                            passback_reset_before(&berlin, SPRING_S + AT(12, 0), MINUTE_OF(1, 30)));
    TEST_ASSERT_EQUAL_INT64(SPRING_S + AT(4, 0), passback_reset_before(&berlin, SPRING_S + AT(12, 0), MINUTE_OF(6, 0)));
    TEST_ASSERT_EQUAL_INT64(SPRING_S - AT(1, 0), passback_reset_before(&berlin, SPRING_S + AT(12, 0), MINUTE_OF(0, 0)));
}

/* The clock of Lord Howe goes by half an hour; and one that is changed in the evening, shortly before the minute. */
void test_changes_of_another_size_and_hour(void) {
    struct local_rule rule = berlin;
    rule.change_min = 30;
    int64_t change_s = SPRING_S + AT(1, 0);
    TEST_ASSERT_EQUAL_INT64(change_s + AT(0, 30), passback_reset_before(&rule, SPRING_S + AT(12, 0), MINUTE_OF(3, 0)));
    rule = berlin;
    rule.start.hour = 20; /* 19:00 UTC */
    for (unsigned hours = 1; hours <= 3; hours++) {
        int64_t reset_s = SPRING_S + AT(19, 0) + AT(hours - 1, 0);
        TEST_ASSERT_EQUAL_INT64(reset_s, passback_reset_before(&rule, reset_s + 60, MINUTE_OF(20 + hours, 0)));
    }
    TEST_ASSERT_EQUAL_INT64(SPRING_S + AT(14, 0), passback_reset_before(&rule, SPRING_S + AT(20, 0), MINUTE_OF(15, 0)));
}
