#include "core/backup/copies_plan.h"

#include <stdio.h>
#include <time.h>

#include "unity.h"

/* Central Europe: forward at 2:00 on 2027-03-28, back at 3:00 on 2027-10-31. */
static const struct local_rule europe = {
    .zone_min = 60,
    .dst = DST_MODE_WEEK,
    .change_min = 60,
    .start = {.month = 3, .week = DST_WEEK_LAST, .hour = 2},
    .end = {.month = 10, .week = DST_WEEK_LAST, .hour = 3},
};
static const struct local_rule utc_rule = {.dst = DST_MODE_DISABLE};

void setUp(void) {
}

void tearDown(void) {
}

/* "2027-03-28 01:00" → seconds since 1970. */
static int64_t utc(const char *text) {
    struct tm civil = {0};
    TEST_ASSERT_NOT_NULL(strptime(text, "%Y-%m-%d %H:%M", &civil));
    return timegm(&civil);
}

/* "2027-03-28" → days since 1970. */
static int64_t day(const char *text) {
    char moment[32];
    (void)snprintf(moment, sizeof(moment), "%s 00:00", text);
    return utc(moment) / 86400;
}

struct expected {
    const struct local_rule *rule;
    enum backup_plan plan;
    uint8_t hour;
    const char *done; /* NULL: none */
    const char *now; /* UTC */
    const char *remembered;
    const char *next; /* UTC */
};

static const struct expected table[] = {
    /* Begins: nothing is due before the hour comes again. */
    {&utc_rule, BACKUP_PLAN_DAILY, 2, NULL, "2027-01-10 12:00", "2027-01-10", "2027-01-11 02:00"},
    {&utc_rule, BACKUP_PLAN_DAILY, 2, NULL, "2027-01-10 01:59", "2027-01-09", "2027-01-10 02:00"},
    /* Before the hour, at it, behind it. */
    {&utc_rule, BACKUP_PLAN_DAILY, 2, "2027-01-09", "2027-01-10 01:59", "2027-01-09", "2027-01-10 02:00"},
    {&utc_rule, BACKUP_PLAN_DAILY, 2, "2027-01-09", "2027-01-10 02:00", "2027-01-09", "2027-01-10 02:00"},
    {&utc_rule, BACKUP_PLAN_DAILY, 2, "2027-01-10", "2027-01-10 02:00", "2027-01-10", "2027-01-11 02:00"},
    {&utc_rule, BACKUP_PLAN_DAILY, 0, "2027-01-09", "2027-01-10 00:00", "2027-01-09", "2027-01-10 00:00"},
    {&utc_rule, BACKUP_PLAN_DAILY, 23, "2027-01-09", "2027-01-10 22:59", "2027-01-09", "2027-01-10 23:00"},
    /* Off for a week: one, for the day that came last. */
    {&utc_rule, BACKUP_PLAN_DAILY, 2, "2027-01-02", "2027-01-10 12:00", "2027-01-02", "2027-01-10 02:00"},
    /* Set back by an hour, and by a day: not again. By more: it was wrong before, the next day counts. */
    {&utc_rule, BACKUP_PLAN_DAILY, 2, "2027-01-10", "2027-01-10 01:05", "2027-01-10", "2027-01-11 02:00"},
    {&utc_rule, BACKUP_PLAN_DAILY, 2, "2027-01-10", "2027-01-09 02:05", "2027-01-10", "2027-01-11 02:00"},
    {&utc_rule, BACKUP_PLAN_DAILY, 2, "2027-01-10", "2027-01-09 01:55", "2027-01-08", "2027-01-09 02:00"},
    {&utc_rule, BACKUP_PLAN_DAILY, 2, "2036-01-10", "2027-01-10 12:00", "2027-01-10", "2027-01-11 02:00"},
    /* Sundays: 2027-01-10 is one. */
    {&utc_rule, BACKUP_PLAN_WEEKLY, 2, NULL, "2027-01-13 12:00", "2027-01-10", "2027-01-17 02:00"},
    {&utc_rule, BACKUP_PLAN_WEEKLY, 2, "2027-01-03", "2027-01-10 01:59", "2027-01-03", "2027-01-10 02:00"},
    {&utc_rule, BACKUP_PLAN_WEEKLY, 2, "2027-01-03", "2027-01-10 02:00", "2027-01-03", "2027-01-10 02:00"},
    {&utc_rule, BACKUP_PLAN_WEEKLY, 2, "2027-01-03", "2027-01-16 12:00", "2027-01-03", "2027-01-10 02:00"},
    {&utc_rule, BACKUP_PLAN_WEEKLY, 2, "2027-01-10", "2027-01-10 01:00", "2027-01-10", "2027-01-17 02:00"},
    {&utc_rule, BACKUP_PLAN_WEEKLY, 2, "2027-01-24", "2027-01-13 12:00", "2027-01-10", "2027-01-17 02:00"},
    /* Another plan: the day that was seen to is none of the new one. */
    {&utc_rule, BACKUP_PLAN_WEEKLY, 2, "2027-01-13", "2027-01-13 12:00", "2027-01-13", "2027-01-17 02:00"},
    {&utc_rule, BACKUP_PLAN_DAILY, 2, "2027-01-10", "2027-01-13 12:00", "2027-01-10", "2027-01-13 02:00"},
    /* The hour that the clock leaves out: an hour later on the wall. */
    {&europe, BACKUP_PLAN_DAILY, 2, "2027-03-27", "2027-03-28 00:59", "2027-03-27", "2027-03-28 01:00"},
    {&europe, BACKUP_PLAN_DAILY, 2, "2027-03-27", "2027-03-28 01:00", "2027-03-27", "2027-03-28 01:00"},
    {&europe, BACKUP_PLAN_DAILY, 2, "2027-03-28", "2027-03-28 01:30", "2027-03-28", "2027-03-29 00:00"},
    {&europe, BACKUP_PLAN_WEEKLY, 2, "2027-03-21", "2027-03-27 12:00", "2027-03-21", "2027-03-28 01:00"},
    /* The hour that comes twice: once. */
    {&europe, BACKUP_PLAN_DAILY, 2, "2027-10-30", "2027-10-31 00:00", "2027-10-30", "2027-10-31 00:00"},
    {&europe, BACKUP_PLAN_DAILY, 2, "2027-10-31", "2027-10-31 00:59", "2027-10-31", "2027-11-01 01:00"},
    {&europe, BACKUP_PLAN_DAILY, 2, "2027-10-31", "2027-10-31 01:00", "2027-10-31", "2027-11-01 01:00"},
    {&europe, BACKUP_PLAN_DAILY, 3, "2027-10-31", "2027-10-31 01:30", "2027-10-31", "2027-11-01 02:00"},
};

void test_when_the_next_one_is_due(void) {
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct expected *row = &table[i];
        const struct copies_plan plan = {row->plan, row->hour};
        char which[64];
        (void)snprintf(which, sizeof(which), "row %zu, %s", i, row->now);
        int64_t done = copies_done(row->rule, &plan, row->done != NULL ? day(row->done) : 0, utc(row->now));
        TEST_ASSERT_EQUAL_INT64_MESSAGE(day(row->remembered), done, which);
        TEST_ASSERT_EQUAL_INT64_MESSAGE(utc(row->next), copies_next(row->rule, &plan, done, utc(row->now)), which);
    }
}

void test_without_a_plan_there_is_nothing_to_come_and_nothing_to_remember(void) {
    const struct copies_plan plan = {BACKUP_PLAN_OFF, 2};
    TEST_ASSERT_EQUAL_INT64(0, copies_day(&utc_rule, &plan, utc("2027-01-10 12:00")));
    TEST_ASSERT_EQUAL_INT64(0, copies_done(&utc_rule, &plan, day("2027-01-09"), utc("2027-01-10 12:00")));
    TEST_ASSERT_EQUAL_INT64(COPIES_NEVER_S, copies_next(&utc_rule, &plan, 0, utc("2027-01-10 12:00")));
}

/* Two years, an hour at a time, each hour of the plan: one copy a day of the wall, at its hour or just behind it. */
void test_each_day_of_two_years_has_one_copy(void) {
    for (uint8_t hour = 0; hour < 24; hour++) {
        const struct copies_plan plan = {BACKUP_PLAN_DAILY, hour};
        int64_t first = utc("2027-01-01 12:00"), last = utc("2029-01-01 12:00");
        int64_t done = copies_done(&europe, &plan, 0, first);
        int64_t copies = 0, begun = done;
        for (int64_t now = first; now <= last; now += 1800) {
            done = copies_done(&europe, &plan, done, now);
            if (copies_next(&europe, &plan, done, now) > now) {
                continue;
            }
            struct local_time wall = local_of(&europe, now);
            TEST_ASSERT_TRUE(wall.hour == hour || (hour == 2 && wall.hour == 3));
            TEST_ASSERT_EQUAL_INT64(done + 1, copies_day(&europe, &plan, now));
            done++;
            copies++;
        }
        TEST_ASSERT_EQUAL_INT64(done - begun, copies);
        TEST_ASSERT_EQUAL_INT64(731, copies);
    }
}
