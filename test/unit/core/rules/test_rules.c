/* The snapshot of the rules, and moments on the wall. What the rules say at a moment is tested by docs/rules.md
 * (test/tools/rules). */
#include "core/rules/rules.h"

#include "core/rules/rules_impl.h"
#include "core/start/start.h"
#include "core/time/local_time.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

#define MONDAY_NOON INT64_C(1795435200000) /* 2026-11-23 12:00 UTC */

static enum rules_why why_of(struct core *core, uint8_t group) {
    struct rules_moment moment = rules_moment_at(core, MONDAY_NOON);
    return rules_group_at(rules_get(core), group, &moment).why;
}

static void define_group(const char *name) {
    struct group group = {.number = 2, .name = name};
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_groups_put(t.core->store, &group));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

void test_every_thread_sees_a_change_once_it_is_told(void) {
    struct core *other = fixture_core(&t);
    TEST_ASSERT_EQUAL(RULES_NEVER, why_of(t.core, 2));
    TEST_ASSERT_EQUAL(RULES_NEVER, why_of(other, 2));
    define_group("Staff");
    TEST_ASSERT_EQUAL(RULES_NEVER, why_of(other, 2)); /* not told yet */
    rules_changed(t.core);
    TEST_ASSERT_EQUAL(RULES_OUTSIDE, why_of(other, 2));
    TEST_ASSERT_EQUAL(RULES_OUTSIDE, why_of(t.core, 2));
    TEST_ASSERT_EQUAL_PTR(rules_get(other), rules_get(t.core)); /* read once, shared */
    TEST_ASSERT_EQUAL_PTR(rules_get(other), rules_get(other));
    start_thread_end(other);
}

void test_the_rules_before_stay_when_they_cannot_be_read_and_the_next_tries_again(void) {
    define_group("Staff");
    rules_changed(t.core);
    TEST_ASSERT_EQUAL(RULES_OUTSIDE, why_of(t.core, 2));
    /* A transaction of its own hides nothing from it, so the statement is what fails: the table is not there. */
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE holiday RENAME TO holiday_away"));
    rules_changed(t.core);
    TEST_ASSERT_EQUAL(RULES_OUTSIDE, why_of(t.core, 2));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE holiday_away RENAME TO holiday"
                                                   "; DELETE FROM access_group"));
    TEST_ASSERT_EQUAL(RULES_NEVER, why_of(t.core, 2));
}

void test_they_are_there_after_a_restart(void) {
    define_group("Staff");
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(RULES_OUTSIDE, why_of(t.core, 2));
}

/* A group that no user can have is not looked for. */
void test_no_such_group(void) {
    TEST_ASSERT_EQUAL(RULES_NEVER, why_of(t.core, 0));
    TEST_ASSERT_EQUAL(RULES_ANY_TIME, why_of(t.core, 1));
    TEST_ASSERT_EQUAL(RULES_NEVER, why_of(t.core, 16));
    TEST_ASSERT_EQUAL(RULES_NEVER, why_of(t.core, 17));
    TEST_ASSERT_EQUAL(RULES_NEVER, why_of(t.core, 255));
}

static void expect_moment(const struct local_rule *rule, int64_t utc_ms, struct rules_moment expected) {
    struct rules_moment moment = rules_moment_of(rule, utc_ms);
    TEST_ASSERT_EQUAL(expected.date, moment.date);
    TEST_ASSERT_EQUAL(expected.date_before, moment.date_before);
    TEST_ASSERT_EQUAL(expected.weekday, moment.weekday);
    TEST_ASSERT_EQUAL(expected.minute, moment.minute);
}

void test_a_moment_is_that_of_the_wall(void) {
    const struct local_rule utc = {0};
    const struct local_rule tonga = {.zone_min = 780};
    expect_moment(&utc, MONDAY_NOON, (struct rules_moment){20261123, 20261122, 1, 720});
    expect_moment(&utc, MONDAY_NOON + 59999, (struct rules_moment){20261123, 20261122, 1, 720});
    expect_moment(&utc, MONDAY_NOON + 60000, (struct rules_moment){20261123, 20261122, 1, 721});
    expect_moment(&tonga, MONDAY_NOON, (struct rules_moment){20261124, 20261123, 2, 60});
    expect_moment(&utc, 1772323200000, (struct rules_moment){20260301, 20260228, 0, 0});
    expect_moment(&utc, -1,
                  (struct rules_moment){19691231, 19691230, 3, 1439}); /* before 1970 the second is rounded down */
}

/* At half past midnight, on the day after one of 25 hours: the day before is still the one of the calendar. */
void test_the_day_before_is_that_of_the_calendar(void) {
    const struct local_rule central = {
        .zone_min = 60,
        .dst = DST_MODE_WEEK,
        .change_min = 60,
        .start = {.month = 3, .week = DST_WEEK_LAST, .weekday = 0, .hour = 2},
        .end = {.month = 10, .week = DST_WEEK_LAST, .weekday = 0, .hour = 3},
    };
    expect_moment(&central, INT64_C(1792971000000), (struct rules_moment){20261026, 20261025, 1, 30});
    expect_moment(&central, INT64_C(1774823400000), (struct rules_moment){20260330, 20260329, 1, 30});
}
