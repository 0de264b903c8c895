/* When the schedule of the door changes next: the same as asking rules_door_at() of each minute. */
#include "core/rules/rules.h"

#include <stdio.h>
#include <string.h>

#include "rules_plan.h"
#include "unity.h"

#define MINUTE_MS INT64_C(60000)
#define AHEAD_MIN (14 * 1440)
#define CHANGES_MAX 64

static struct rules_plan plan;

void setUp(void) {
    rules_plan_read("", &plan);
}

void tearDown(void) {
}

static enum rules_door door_at(int64_t ms) {
    const struct rules_moment moment = rules_moment_of(&plan.clock, ms);
    return rules_door_at(&plan.rules, &moment).door;
}

/* The changes of the next 14 days, one minute after the other. */
static size_t naive_changes(int64_t from_ms, struct rules_door_change *ret_changes) {
    size_t count = 0;
    for (int64_t minute = 1; minute < AHEAD_MIN; minute++) {
        const int64_t at_ms = from_ms + minute * MINUTE_MS;
        if (door_at(at_ms) != door_at(at_ms - MINUTE_MS)) {
            TEST_ASSERT_LESS_THAN_size_t(CHANGES_MAX, count);
            ret_changes[count++] = (struct rules_door_change){
                .at_ms = at_ms, .offset_min = local_offset(&plan.clock, at_ms / 1000, NULL), .door = door_at(at_ms)};
        }
    }
    return count;
}

static size_t changes(const char *from, struct rules_door_change *ret_changes) {
    return rules_door_changes(&plan.rules, &plan.clock, rules_plan_ms(from), ret_changes, CHANGES_MAX);
}

static void expect_as_minute_by_minute(const char *given, const char *from) {
    struct rules_door_change expected[CHANGES_MAX], found[CHANGES_MAX];
    char what[256];
    (void)snprintf(what, sizeof(what), "%s | %s", given, from);
    rules_plan_read(given, &plan);
    const size_t count = naive_changes(rules_plan_ms(from), expected);
    TEST_ASSERT_EQUAL_size_t_MESSAGE(count, changes(from, found), what);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_INT64_MESSAGE(expected[i].at_ms, found[i].at_ms, what);
        TEST_ASSERT_EQUAL_MESSAGE(expected[i].offset_min, found[i].offset_min, what);
        TEST_ASSERT_EQUAL_MESSAGE(expected[i].door, found[i].door, what);
    }
}

void test_they_are_those_of_each_minute(void) {
    static const char *const given[] = {
        "",
        "always open 1: Mon 08:00-17:00",
        "working 1 in force: Mon 08:00-17:00",
        "always open 1 in force: Mon 08:00-17:00, Tue 00:00-23:59, Wed 00:00-12:00",
        "always open 32 in force: Mon 08:00-17:00; always closed 9 in force: Mon 12:00-13:00, Mon 17:00-18:00",
        "always closed 1 in force: Mon 08:00-17:00; always open 2 in force: Mon 16:00-18:00, Fri 09:00-09:00",
        "always open 4 in force: Sun 22:00-06:00, Sat 22:00-00:00, Tue 12:00-11:59",
        "always open 4 in force: Mon 08:00-17:00; holiday 2: 2026-11-23, none",
        "always open 4 in force: Sun 22:00-06:00; holiday 2: 2026-11-23, Sunday",
        "always open 4 in force: Sun 00:00-23:59, Mon 00:00-23:59, Tue 00:00-23:59, Wed 00:00-23:59,"
        " Thu 00:00-23:59, Fri 00:00-23:59, Sat 00:00-23:59",
        "clock: Central Europe; always open 4 in force: Sun 01:30-02:30, Sun 02:30-02:40, Mon 00:00-00:30",
        "clock: Central Europe; always closed 4 in force: Sat 22:00-02:15, Sun 02:45-03:30, Sun 22:00-00:30",
    };
    static const char *const from[] = {"2026-11-22 00:00", "2026-11-23 12:00", "2026-10-24 23:30", "2026-03-28 22:59",
                                       "2026-03-29 01:00"};
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        for (size_t j = 0; j < sizeof(from) / sizeof(from[0]); j++) {
            expect_as_minute_by_minute(given[i], from[j]);
        }
    }
}

void test_a_week_of_them(void) {
    static const struct {
        const char *at;
        enum rules_door door;
    } expected[] = {{"2026-11-23 08:00", RULES_DOOR_OPEN},   {"2026-11-23 12:00", RULES_DOOR_CLOSED},
                    {"2026-11-23 13:01", RULES_DOOR_OPEN},   {"2026-11-23 17:01", RULES_DOOR_NORMAL},
                    {"2026-11-24 22:00", RULES_DOOR_CLOSED}, {"2026-11-25 06:01", RULES_DOOR_NORMAL}};
    struct rules_door_change found[CHANGES_MAX];
    rules_plan_read(
        "always open 1 in force: Mon 08:00-17:00; always closed 2 in force: Mon 12:00-13:00, Tue 22:00-06:00", &plan);
    TEST_ASSERT_EQUAL_size_t(12, changes("2026-11-23 07:00", found));
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        TEST_ASSERT_EQUAL_INT64(rules_plan_ms(expected[i].at), found[i].at_ms);
        TEST_ASSERT_EQUAL(expected[i].door, found[i].door);
        TEST_ASSERT_EQUAL_INT64(found[i].at_ms + INT64_C(7) * 86400000, found[i + 6].at_ms);
    }
}

void test_seconds_within_the_minute_do_not_matter(void) {
    struct rules_door_change change;
    rules_plan_read("always open 1 in force: Mon 08:00-17:00", &plan);
    const int64_t eight_ms = rules_plan_ms("2026-11-23 08:00");
    TEST_ASSERT_EQUAL_size_t(1, rules_door_changes(&plan.rules, &plan.clock, eight_ms - 1, &change, 1));
    TEST_ASSERT_EQUAL_INT64(eight_ms, change.at_ms);
    TEST_ASSERT_EQUAL_size_t(1, rules_door_changes(&plan.rules, &plan.clock, eight_ms, &change, 1));
    TEST_ASSERT_EQUAL_INT64(rules_plan_ms("2026-11-23 17:01"), change.at_ms); /* what has begun is no change to come */
}

void test_no_more_than_are_asked_for_and_of_fourteen_days(void) {
    struct rules_door_change found[3] = {0};
    rules_plan_read("always open 1 in force: Mon 08:00-17:00", &plan);
    const int64_t eight_ms = rules_plan_ms("2026-11-23 08:00");
    TEST_ASSERT_EQUAL_size_t(0, rules_door_changes(&plan.rules, &plan.clock, eight_ms, found, 0));
    TEST_ASSERT_EQUAL_size_t(2, rules_door_changes(&plan.rules, &plan.clock, eight_ms, found, 2));
    TEST_ASSERT_EQUAL_INT64(0, found[2].at_ms);
    TEST_ASSERT_EQUAL_INT64(rules_plan_ms("2026-11-30 08:00"), found[1].at_ms);
    /* In exactly fourteen days it opens again: that is not within them; a minute later it is. */
    TEST_ASSERT_EQUAL_size_t(3, rules_door_changes(&plan.rules, &plan.clock, eight_ms, found, 3));
    struct rules_door_change all[CHANGES_MAX];
    TEST_ASSERT_EQUAL_size_t(3, changes("2026-11-23 08:00", all));
    TEST_ASSERT_EQUAL_size_t(4, changes("2026-11-23 08:01", all));
}
