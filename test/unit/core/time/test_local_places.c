/* All places against the C library, which reads the same zones: every change from 2000 to 2037, what is between them, and back from
 * the wall. */
#include "core/time/local_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/time/local_wall.h"
#include "seeded.h"
#include "unity.h"

#define ZONES "/usr/share/zoneinfo/"
#define DAY_S 86400
#define FROM_S 946684800 /* 2000-01-01T00:00:00Z */
#define TO_S 2145916800 /* 2038-01-01T00:00:00Z */
#define STEP_S (2 * DAY_S) /* shorter than any two changes are apart */
#define RANDOM_MOMENTS 200

static const struct place *at; /* the place that is compared */
static struct local_rule rule;

void setUp(void) {
}

void tearDown(void) {
    unsetenv("TZ");
    tzset();
}

static void go_to(const struct place *place) {
    char zone[128];
    (void)snprintf(zone, sizeof(zone), ":" ZONES "%s", place->name);
    TEST_ASSERT_EQUAL(0, setenv("TZ", zone, 1));
    tzset();
    at = place;
    rule = (struct local_rule){.place = place};
}

static int64_t offset_of(int64_t utc_s) {
    struct tm parts;
    const time_t when = (time_t)utc_s;
    TEST_ASSERT_NOT_NULL(localtime_r(&when, &parts));
    return parts.tm_gmtoff;
}

static int64_t wall_of(int64_t utc_s) {
    return utc_s + offset_of(utc_s);
}

/* The moment between two at which the offset changes. */
static int64_t bisect(int64_t low, int64_t high) {
    const int64_t before = offset_of(low);
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (offset_of(middle) == before) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

static void same_at(int64_t utc_s) {
    TEST_ASSERT_EQUAL_MESSAGE(offset_of(utc_s), local_offset(&rule, utc_s, NULL) * 60, at->name);
}

/* The first moment that shows a time which is shown; `near_s` is one that does. */
static void same_back(int64_t wall_s, int64_t near_s) {
    int64_t first_s = near_s;
    for (int64_t hour = -26; hour <= 26; hour++) {
        const int64_t try_s = wall_s - offset_of(near_s + hour * 3600);
        first_s = try_s < first_s && wall_of(try_s) == wall_s ? try_s : first_s;
    }
    TEST_ASSERT_EQUAL_INT64_MESSAGE(first_s, local_moment(&rule, wall_s), at->name);
}

/* Midnight near a change: the first second that shows the day, or a later one. */
static void same_day_start(int64_t number, int64_t change_s) {
    const int64_t wall_s = number * DAY_S;
    const int64_t tries[] = {wall_s - offset_of(change_s - 1), wall_s - offset_of(change_s), change_s};
    int64_t first_s = INT64_MAX;
    for (size_t i = 0; i < 3; i++) {
        const bool starts = wall_of(tries[i]) >= wall_s && wall_of(tries[i] - 1) < wall_s;
        first_s = starts && tries[i] < first_s ? tries[i] : first_s;
    }
    TEST_ASSERT_EQUAL_INT64_MESSAGE(first_s, local_day_start(&rule, number), at->name);
}

static void same_change(int64_t change_s, int64_t after_s) {
    struct local_change change;
    const int64_t before = offset_of(change_s - 1), after = offset_of(change_s);
    TEST_ASSERT_EQUAL_MESSAGE(1, local_changes(&rule, after_s, &change, 1), at->name);
    TEST_ASSERT_EQUAL_INT64_MESSAGE(change_s, change.at_s, at->name);
    TEST_ASSERT_EQUAL_MESSAGE(before, change.before_min * 60, at->name);
    TEST_ASSERT_EQUAL_MESSAGE(after, change.after_min * 60, at->name);
    same_at(change_s - 1);
    same_at(change_s);
    if (after > before) { /* left out: as if the clock had not been changed */
        TEST_ASSERT_EQUAL_INT64_MESSAGE(change_s, local_moment(&rule, change_s + before), at->name);
        TEST_ASSERT_EQUAL_INT64_MESSAGE(change_s + after - before - 1, local_moment(&rule, change_s + after - 1),
                                        at->name);
    }
    same_back(wall_of(change_s), change_s);
    same_back(wall_of(change_s - 1), change_s - 1);
    const int64_t day = wall_of(change_s) / DAY_S;
    same_day_start(day, change_s);
    same_day_start(day + 1, change_s);
}

static unsigned compare(void) {
    unsigned count = 0;
    int64_t after_s = FROM_S;
    for (int64_t from_s = FROM_S; from_s < TO_S; from_s += STEP_S) {
        if (offset_of(from_s) != offset_of(from_s + STEP_S)) {
            const int64_t change_s = bisect(from_s, from_s + STEP_S);
            same_change(change_s, after_s);
            after_s = change_s;
            count++;
        }
    }
    struct local_change none;
    TEST_ASSERT_TRUE_MESSAGE(local_changes(&rule, after_s, &none, 1) == 0 || none.at_s >= TO_S - STEP_S, at->name);
    return count;
}

void test_every_place_is_as_tzdata_has_it(void) {
    unsigned count = 0, compared = 0;
    struct seeded random;
    seeded_start(&random, 57);
    for (size_t i = 0; i < places_count; i++) {
        if (places[i].canonical != i) {
            continue;
        }
        go_to(&places[i]);
        count += compare();
        compared++;
        for (unsigned n = 0; n < RANDOM_MOMENTS; n++) {
            const int64_t utc_s = FROM_S + seeded_below(&random, TO_S - FROM_S);
            same_at(utc_s);
            same_back(wall_of(utc_s), utc_s);
        }
    }
    TEST_ASSERT_GREATER_OR_EQUAL(400, compared);
    TEST_ASSERT_GREATER_OR_EQUAL(10000, count);
    (void)printf("%u changes of %u places of tzdata %s compared\n", count, compared, places_version);
}
