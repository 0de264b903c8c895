/* Our rules against the zones of tzdata that have the same ones: every change of the clock, the second before it and
 * the time there and back, as the C library tells them. */
#include "core/time/local_dst.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "unity.h"

#define ZONES "/usr/share/zoneinfo/"
#define DAY_S 86400

#define WEEK(m, w, d, h) {.month = (m), .week = DST_WEEK_##w, .weekday = (d), .hour = (h)}
#define DATE(m, d, h) {.month = (m), .day = (d), .hour = (h)}
#define RULE(zone, mode, change, begin, finish) \
    {.zone_min = (zone), .dst = (mode), .change_min = (change), .start = begin, .end = finish}

/* Years that have passed: what the laws were then does not change any more. */
static const struct zone {
    const char *name;
    int from, to; /* years, the last one included */
    struct local_rule rule;
} zones[] = {
    {"Europe/Berlin", 1997, 2025, RULE(60, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 2), WEEK(10, LAST, 0, 3))},
    {"Europe/Paris", 1997, 2025, RULE(60, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 2), WEEK(10, LAST, 0, 3))},
    {"Europe/Rome", 1997, 2025, RULE(60, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 2), WEEK(10, LAST, 0, 3))},
    {"Europe/Madrid", 1997, 2025, RULE(60, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 2), WEEK(10, LAST, 0, 3))},
    {"Europe/Warsaw", 1997, 2025, RULE(60, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 2), WEEK(10, LAST, 0, 3))},
    {"Europe/Vienna", 1997, 2025, RULE(60, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 2), WEEK(10, LAST, 0, 3))},
    {"Europe/Stockholm", 1997, 2025, RULE(60, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 2), WEEK(10, LAST, 0, 3))},
    {"Europe/Athens", 1997, 2025, RULE(120, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 3), WEEK(10, LAST, 0, 4))},
    {"Europe/Helsinki", 1997, 2025, RULE(120, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 3), WEEK(10, LAST, 0, 4))},
    {"Europe/Bucharest", 1997, 2025, RULE(120, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 3), WEEK(10, LAST, 0, 4))},
    {"Europe/London", 1997, 2025, RULE(0, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 1), WEEK(10, LAST, 0, 2))},
    {"Europe/Lisbon", 1997, 2025, RULE(0, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 1), WEEK(10, LAST, 0, 2))},
    {"Atlantic/Azores", 1997, 2025, RULE(-60, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 0), WEEK(10, LAST, 0, 1))},
    {"America/New_York", 2007, 2025, RULE(-300, DST_MODE_WEEK, 60, WEEK(3, WEEK2, 0, 2), WEEK(11, WEEK1, 0, 2))},
    {"America/New_York", 1987, 2006, RULE(-300, DST_MODE_WEEK, 60, WEEK(4, WEEK1, 0, 2), WEEK(10, LAST, 0, 2))},
    {"America/Chicago", 2007, 2025, RULE(-360, DST_MODE_WEEK, 60, WEEK(3, WEEK2, 0, 2), WEEK(11, WEEK1, 0, 2))},
    {"America/Chicago", 1987, 2006, RULE(-360, DST_MODE_WEEK, 60, WEEK(4, WEEK1, 0, 2), WEEK(10, LAST, 0, 2))},
    {"America/Denver", 2007, 2025, RULE(-420, DST_MODE_WEEK, 60, WEEK(3, WEEK2, 0, 2), WEEK(11, WEEK1, 0, 2))},
    {"America/Denver", 1987, 2006, RULE(-420, DST_MODE_WEEK, 60, WEEK(4, WEEK1, 0, 2), WEEK(10, LAST, 0, 2))},
    {"America/Anchorage", 2007, 2025, RULE(-540, DST_MODE_WEEK, 60, WEEK(3, WEEK2, 0, 2), WEEK(11, WEEK1, 0, 2))},
    {"America/Anchorage", 1987, 2006, RULE(-540, DST_MODE_WEEK, 60, WEEK(4, WEEK1, 0, 2), WEEK(10, LAST, 0, 2))},
    {"America/Halifax", 2007, 2025, RULE(-240, DST_MODE_WEEK, 60, WEEK(3, WEEK2, 0, 2), WEEK(11, WEEK1, 0, 2))},
    {"America/Halifax", 1987, 2006, RULE(-240, DST_MODE_WEEK, 60, WEEK(4, WEEK1, 0, 2), WEEK(10, LAST, 0, 2))},
    {"America/St_Johns", 2012, 2025, RULE(-210, DST_MODE_WEEK, 60, WEEK(3, WEEK2, 0, 2), WEEK(11, WEEK1, 0, 2))},
    {"America/Havana", 2013, 2025, RULE(-300, DST_MODE_WEEK, 60, WEEK(3, WEEK2, 0, 0), WEEK(11, WEEK1, 0, 1))},
    {"Australia/Sydney", 2009, 2025, RULE(600, DST_MODE_WEEK, 60, WEEK(10, WEEK1, 0, 2), WEEK(4, WEEK1, 0, 3))},
    {"Australia/Hobart", 2009, 2025, RULE(600, DST_MODE_WEEK, 60, WEEK(10, WEEK1, 0, 2), WEEK(4, WEEK1, 0, 3))},
    {"Australia/Adelaide", 2009, 2025, RULE(570, DST_MODE_WEEK, 60, WEEK(10, WEEK1, 0, 2), WEEK(4, WEEK1, 0, 3))},
    {"Australia/Lord_Howe", 2009, 2025, RULE(630, DST_MODE_WEEK, 30, WEEK(10, WEEK1, 0, 2), WEEK(4, WEEK1, 0, 2))},
    {"Pacific/Auckland", 2008, 2025, RULE(720, DST_MODE_WEEK, 60, WEEK(9, LAST, 0, 2), WEEK(4, WEEK1, 0, 3))},
    {"Antarctica/Troll", 2006, 2025, RULE(0, DST_MODE_WEEK, 120, WEEK(3, LAST, 0, 1), WEEK(10, LAST, 0, 3))},
    {"Asia/Beirut", 2000, 2021, RULE(120, DST_MODE_WEEK, 60, WEEK(3, LAST, 0, 0), WEEK(10, LAST, 0, 0))},
    {"Asia/Baghdad", 1992, 2006, RULE(180, DST_MODE_DATE, 60, DATE(4, 1, 3), DATE(10, 1, 4))},
};

void setUp(void) {
}

void tearDown(void) {
    unsetenv("TZ");
    tzset();
}

static int64_t year_start(int year) {
    struct tm civil = {.tm_year = year - 1900, .tm_mday = 1};
    return timegm(&civil);
}

static long zone_offset(int64_t at) {
    struct tm parts;
    time_t when = (time_t)at;
    TEST_ASSERT_NOT_NULL(localtime_r(&when, &parts));
    return parts.tm_gmtoff;
}

static void same_at(const struct zone *zone, int64_t at) {
    struct tm parts;
    time_t when = (time_t)at;
    TEST_ASSERT_NOT_NULL(localtime_r(&when, &parts));
    struct local_time ours = local_of(&zone->rule, at);
    TEST_ASSERT_EQUAL_MESSAGE(parts.tm_gmtoff, ours.offset_min * 60, zone->name);
    TEST_ASSERT_EQUAL_MESSAGE(parts.tm_isdst > 0, ours.dst, zone->name);
    TEST_ASSERT_EQUAL_MESSAGE(parts.tm_wday, ours.weekday, zone->name);
    TEST_ASSERT_EQUAL_MESSAGE(parts.tm_mday, ours.day, zone->name);
    TEST_ASSERT_EQUAL_MESSAGE(parts.tm_hour * 60 + parts.tm_min, ours.hour * 60 + ours.minute, zone->name);
}

/* The moment between two at which the offset changes. */
static int64_t bisect(int64_t low, int64_t high) {
    long before = zone_offset(low);
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (zone_offset(middle) == before) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

/* Compares all changes of a zone. Returns how many there were. */
static unsigned compare(const struct zone *zone) {
    unsigned count = 0;
    int64_t end = year_start(zone->to + 1), after = year_start(zone->from);
    for (int64_t day = after; day < end; day += DAY_S) {
        if (zone_offset(day) == zone_offset(day + DAY_S)) {
            continue;
        }
        int64_t at = bisect(day, day + DAY_S);
        struct local_change change;
        TEST_ASSERT_EQUAL_MESSAGE(1, local_changes(&zone->rule, after, &change, 1), zone->name);
        TEST_ASSERT_EQUAL_MESSAGE(at, change.at_s, zone->name);
        TEST_ASSERT_EQUAL_MESSAGE(zone_offset(at - 1), change.before_min * 60, zone->name);
        TEST_ASSERT_EQUAL_MESSAGE(zone_offset(at), change.after_min * 60, zone->name);
        same_at(zone, at - 1);
        same_at(zone, at);
        same_at(zone, at + 40 * DAY_S);
        after = at;
        count++;
    }
    struct local_change none;
    TEST_ASSERT_EQUAL(1, local_changes(&zone->rule, after, &none, 1));
    TEST_ASSERT_TRUE_MESSAGE(none.at_s >= end, zone->name); /* ours has no more of them */
    return count;
}

void test_a_thousand_changes_are_those_of_tzdata(void) {
    unsigned count = 0;
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        char zone[128];
        (void)snprintf(zone, sizeof(zone), ":" ZONES "%s", zones[i].name);
        TEST_ASSERT_EQUAL_MESSAGE(0, access(zone + 1, R_OK), "tzdata is not installed");
        TEST_ASSERT_EQUAL(0, setenv("TZ", zone, 1));
        tzset();
        TEST_ASSERT_TRUE_MESSAGE(local_rule_is_sound(&zones[i].rule), zones[i].name);
        count += compare(&zones[i]);
    }
    TEST_ASSERT_GREATER_OR_EQUAL(1000, count);
    (void)printf("%u changes of %zu rules compared\n", count, sizeof(zones) / sizeof(zones[0]));
}
