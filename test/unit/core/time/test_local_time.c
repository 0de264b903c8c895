#include "core/time/local_time.h"

#include "core/time/local_dst.h"
#include "core/time/local_wall.h"

#include <time.h>

#include "unity.h"

/* Seconds since 1970 of a moment in UTC. */
static int64_t utc(int32_t year, unsigned month, unsigned day, unsigned hour, unsigned minute) {
    struct tm civil = {.tm_year = year - 1900,
                       .tm_mon = (int)month - 1,
                       .tm_mday = (int)day,
                       .tm_hour = (int)hour,
                       .tm_min = (int)minute};
    return timegm(&civil);
}

static struct local_rule rule_of(enum dst_mode dst) {
    return (struct local_rule){.zone_min = 60, .dst = dst, .change_min = 60};
}

/* Central Europe. */
static struct local_rule europe(void) {
    struct local_rule rule = rule_of(DST_MODE_WEEK);
    rule.start = (struct local_point){.month = 3, .week = DST_WEEK_LAST, .hour = 2};
    rule.end = (struct local_point){.month = 10, .week = DST_WEEK_LAST, .hour = 3};
    return rule;
}

/* New South Wales. */
static struct local_rule australia(void) {
    struct local_rule rule = rule_of(DST_MODE_WEEK);
    rule.zone_min = 600;
    rule.start = (struct local_point){.month = 10, .week = DST_WEEK_WEEK1, .hour = 2};
    rule.end = (struct local_point){.month = 4, .week = DST_WEEK_WEEK1, .hour = 3};
    return rule;
}

void setUp(void) {
}

void tearDown(void) {
}

static void expect_civil(const struct local_rule *rule, int64_t utc_s, uint32_t day, unsigned minute) {
    struct local_time civil = local_of(rule, utc_s);
    TEST_ASSERT_EQUAL(day, local_day(&civil));
    TEST_ASSERT_EQUAL(minute, civil.hour * 60u + civil.minute);
}

void test_the_calendar_knows_leap_years_and_what_lies_before_1970(void) {
    struct local_rule rule = {.dst = DST_MODE_DISABLE};
    TEST_ASSERT_EQUAL(0, utc(1970, 1, 1, 0, 0));
    TEST_ASSERT_EQUAL(951782400, utc(2000, 2, 29, 0, 0));
    TEST_ASSERT_EQUAL(4107542400, utc(2100, 3, 1, 0, 0));
    expect_civil(&rule, -1, 19691231, 1439);
    expect_civil(&rule, 4107542399, 21000228, 1439); /* 2100 is no leap year */
    for (int64_t day = 0; day < 400 * 366; day++) {
        struct local_time civil = local_of(&rule, day * 86400 + 12345);
        TEST_ASSERT_EQUAL(day * 86400 + 12345,
                          utc(civil.year, civil.month, civil.day, civil.hour, civil.minute) + civil.second);
        TEST_ASSERT_EQUAL((day + 4) % 7, civil.weekday);
    }
}

void test_a_zone_without_daylight_saving_never_changes(void) {
    struct local_rule rule = {.zone_min = -210, .dst = DST_MODE_DISABLE, .change_min = 60};
    struct local_change change;
    bool dst = true;
    TEST_ASSERT_EQUAL(-210, local_offset(&rule, utc(2026, 7, 1, 0, 0), &dst));
    TEST_ASSERT_FALSE(dst);
    TEST_ASSERT_EQUAL(0, local_changes(&rule, 0, &change, 1));
    expect_civil(&rule, utc(2026, 1, 1, 3, 29), 20251231, 1439);
    rule = europe();
    rule.change_min = 0;
    TEST_ASSERT_EQUAL(0, local_changes(&rule, 0, &change, 1));
    TEST_ASSERT_EQUAL(60, local_offset(&rule, utc(2026, 7, 1, 0, 0), &dst));
}

void test_the_clock_goes_forward_and_back_at_the_second(void) {
    struct local_rule rule = europe();
    int64_t spring = utc(2027, 3, 28, 1, 0), autumn = utc(2027, 10, 31, 1, 0);
    bool dst = true;
    TEST_ASSERT_EQUAL(60, local_offset(&rule, spring - 1, &dst));
    TEST_ASSERT_FALSE(dst);
    TEST_ASSERT_EQUAL(120, local_offset(&rule, spring, &dst));
    TEST_ASSERT_TRUE(dst);
    TEST_ASSERT_EQUAL(120, local_offset(&rule, autumn - 1, NULL));
    TEST_ASSERT_EQUAL(60, local_offset(&rule, autumn, NULL));
    struct local_change changes[3];
    TEST_ASSERT_EQUAL(3, local_changes(&rule, spring - 1, changes, 3));
    TEST_ASSERT_EQUAL(spring, changes[0].at_s);
    TEST_ASSERT_EQUAL(60, changes[0].before_min);
    TEST_ASSERT_EQUAL(120, changes[0].after_min);
    TEST_ASSERT_EQUAL(autumn, changes[1].at_s);
    TEST_ASSERT_EQUAL(utc(2028, 3, 26, 1, 0), changes[2].at_s);
    TEST_ASSERT_EQUAL(1, local_changes(&rule, spring, changes, 1));
    TEST_ASSERT_EQUAL(autumn, changes[0].at_s);
}

void test_in_the_south_it_is_in_force_over_new_year(void) {
    struct local_rule rule = australia();
    TEST_ASSERT_EQUAL(660, local_offset(&rule, utc(2026, 12, 31, 23, 59), NULL));
    TEST_ASSERT_EQUAL(660, local_offset(&rule, utc(2027, 1, 1, 0, 0), NULL));
    TEST_ASSERT_EQUAL(600, local_offset(&rule, utc(2027, 7, 1, 0, 0), NULL));
    struct local_change change;
    TEST_ASSERT_EQUAL(1, local_changes(&rule, utc(2027, 1, 1, 0, 0), &change, 1));
    TEST_ASSERT_EQUAL(utc(2027, 4, 3, 16, 0), change.at_s);
    TEST_ASSERT_EQUAL(600, change.after_min);
}

void test_the_civil_time_is_that_of_the_offset(void) {
    struct local_rule rules[] = {europe(), australia()};
    for (int which = 0; which < 2; which++) {
        for (int64_t at = utc(2026, 1, 1, 0, 0); at < utc(2029, 1, 1, 0, 0); at += 900) {
            struct local_time civil = local_of(&rules[which], at);
            int64_t shown = utc(civil.year, civil.month, civil.day, civil.hour, civil.minute);
            TEST_ASSERT_EQUAL(at + (int64_t)civil.offset_min * 60, shown);
            TEST_ASSERT_EQUAL(civil.dst ? 60 : 0, civil.offset_min - rules[which].zone_min);
        }
    }
}

/* Day of the month that a week point means, found through the start of the rule. */
static unsigned day_meant(unsigned month, enum dst_week week, unsigned weekday) {
    struct local_rule rule = {.dst = DST_MODE_WEEK, .change_min = 60};
    struct local_change change;
    rule.start = (struct local_point){.month = (uint8_t)month, .week = week, .weekday = (uint8_t)weekday, .hour = 12};
    rule.end = (struct local_point){.month = (uint8_t)(month % 12 + 1), .week = DST_WEEK_WEEK1, .hour = 12};
    TEST_ASSERT_EQUAL(1, local_changes(&rule, utc(2026, month, 1, 0, 0) - 1, &change, 1));
    rule.dst = DST_MODE_DISABLE;
    struct local_time civil = local_of(&rule, change.at_s);
    TEST_ASSERT_EQUAL(month, civil.month);
    return civil.day;
}

void test_weeks_of_a_month(void) {
    /* August 2026 begins on a Saturday and has five of them; February has four of each. */
    TEST_ASSERT_EQUAL(1, day_meant(8, DST_WEEK_WEEK1, 6));
    TEST_ASSERT_EQUAL(22, day_meant(8, DST_WEEK_WEEK4, 6));
    TEST_ASSERT_EQUAL(29, day_meant(8, DST_WEEK_WEEK5, 6));
    TEST_ASSERT_EQUAL(29, day_meant(8, DST_WEEK_WEEK6, 6)); /* there is no sixth: the last */
    TEST_ASSERT_EQUAL(29, day_meant(8, DST_WEEK_LAST, 6));
    TEST_ASSERT_EQUAL(22, day_meant(8, DST_WEEK_PENULT, 6));
    TEST_ASSERT_EQUAL(7, day_meant(8, DST_WEEK_WEEK1, 5));
    TEST_ASSERT_EQUAL(22, day_meant(2, DST_WEEK_WEEK5, 0)); /* nor a fifth */
    TEST_ASSERT_EQUAL(15, day_meant(2, DST_WEEK_PENULT, 0));
}

void test_by_date_a_day_that_the_month_has_not_is_its_last(void) {
    struct local_rule rule = rule_of(DST_MODE_DATE);
    struct local_change changes[4];
    rule.start = (struct local_point){.month = 2, .day = 31, .hour = 2};
    rule.end = (struct local_point){.month = 9, .day = 31, .hour = 0};
    TEST_ASSERT_EQUAL(4, local_changes(&rule, utc(2027, 1, 1, 0, 0), changes, 4));
    TEST_ASSERT_EQUAL(utc(2027, 2, 28, 1, 0), changes[0].at_s);
    TEST_ASSERT_EQUAL(utc(2027, 9, 29, 22, 0), changes[1].at_s); /* 30 September 0:00 in daylight saving time */
    TEST_ASSERT_EQUAL(utc(2028, 2, 29, 1, 0), changes[2].at_s);
}

void test_changes_around_new_year_belong_to_the_right_one(void) {
    struct local_rule rule = rule_of(DST_MODE_DATE);
    struct local_change changes[2];
    rule.zone_min = 840;
    rule.change_min = 180;
    rule.start = (struct local_point){.month = 7, .day = 1, .hour = 0};
    rule.end = (struct local_point){.month = 1, .day = 1, .hour = 0}; /* 21:00 of 31 December in standard time */
    TEST_ASSERT_EQUAL(2, local_changes(&rule, utc(2026, 12, 1, 0, 0), changes, 2));
    TEST_ASSERT_EQUAL(utc(2026, 12, 31, 7, 0), changes[0].at_s);
    TEST_ASSERT_EQUAL(840, local_offset(&rule, changes[0].at_s, NULL));
    TEST_ASSERT_EQUAL(1020, local_offset(&rule, changes[0].at_s - 1, NULL));
    TEST_ASSERT_EQUAL(utc(2027, 6, 30, 10, 0), changes[1].at_s);
    TEST_ASSERT_TRUE(local_rule_is_sound(&rule));
}

void test_a_rule_has_to_alternate_in_every_year(void) {
    struct local_rule rule = europe();
    TEST_ASSERT_TRUE(local_rule_is_sound(&rule));
    rule = australia();
    TEST_ASSERT_TRUE(local_rule_is_sound(&rule));
    rule.start = rule.end;
    TEST_ASSERT_FALSE(local_rule_is_sound(&rule));
    rule.dst = DST_MODE_DISABLE;
    TEST_ASSERT_TRUE(local_rule_is_sound(&rule));

    rule = rule_of(DST_MODE_WEEK); /* the first Monday is before the first Tuesday in most years, not in all */
    rule.start = (struct local_point){.month = 3, .week = DST_WEEK_WEEK1, .weekday = 1, .hour = 0};
    rule.end = (struct local_point){.month = 3, .week = DST_WEEK_WEEK1, .weekday = 2, .hour = 0};
    TEST_ASSERT_FALSE(local_rule_is_sound(&rule));

    rule = rule_of(DST_MODE_DATE); /* 30 and 31 of February are the same day */
    rule.start = (struct local_point){.month = 2, .day = 30, .hour = 2};
    rule.end = (struct local_point){.month = 2, .day = 31, .hour = 3};
    TEST_ASSERT_FALSE(local_rule_is_sound(&rule));
    rule.end = (struct local_point){.month = 3, .day = 2, .hour = 5};
    TEST_ASSERT_TRUE(local_rule_is_sound(&rule));
}

void test_a_day_starts_at_its_first_second_on_the_wall(void) {
    struct local_rule rule = europe();
    TEST_ASSERT_EQUAL(utc(2026, 1, 14, 23, 0), local_day_start(&rule, local_day_number(20260115)));
    TEST_ASSERT_EQUAL(utc(2026, 7, 14, 22, 0), local_day_start(&rule, local_day_number(20260715)));
    TEST_ASSERT_EQUAL(utc(2026, 3, 28, 23, 0), local_day_start(&rule, local_day_number(20260329)));
    TEST_ASSERT_EQUAL(utc(2026, 3, 29, 22, 0), local_day_start(&rule, local_day_number(20260330)));
    TEST_ASSERT_EQUAL(utc(2026, 10, 24, 22, 0), local_day_start(&rule, local_day_number(20261025)));
    TEST_ASSERT_EQUAL(utc(2026, 10, 25, 23, 0), local_day_start(&rule, local_day_number(20261026)));
    rule = (struct local_rule){.zone_min = -570, .dst = DST_MODE_DISABLE};
    TEST_ASSERT_EQUAL(utc(2026, 6, 1, 9, 30), local_day_start(&rule, local_day_number(20260601)));
}

/* Every day of some years, under rules that change at and around midnight: the second before belongs to another day. */
void test_every_day_starts_where_the_wall_turns_to_it(void) {
    for (unsigned hour = 0; hour < 48; hour++) {
        struct local_rule rule = rule_of(DST_MODE_DATE);
        rule.zone_min = -60;
        rule.change_min = hour < 24 ? 60 : 180;
        rule.start = (struct local_point){.month = 3, .day = 15, .hour = (uint8_t)(hour % 24)};
        rule.end = (struct local_point){.month = 10, .day = 15, .hour = (uint8_t)((hour + 3) % 24)};
        for (int64_t day = local_day_number(20260101); day < local_day_number(20270201); day++) {
            int64_t start = local_day_start(&rule, day);
            struct local_time at = local_of(&rule, start);
            struct local_time before = local_of(&rule, start - 1);
            TEST_ASSERT_EQUAL(day, local_day_number(local_day(&at)));
            TEST_ASSERT_LESS_THAN(day, local_day_number(local_day(&before)));
        }
    }
}
