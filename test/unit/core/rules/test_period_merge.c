/* Intervals of a period group in the form in which they are kept: the table of docs/rules.md, "Intervals that overlap". */
#include "core/rules/period_merge.h"

#include <stdio.h>
#include <string.h>

#include "rules_plan.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

static void expect_kept(const char *sent, const char *kept) {
    struct store_period found[STORE_PERIODS_MAX];
    struct store_period expected[STORE_PERIODS_MAX];
    const size_t count = period_merge(found, rules_plan_intervals(sent, found));
    TEST_ASSERT_EQUAL_size_t_MESSAGE(rules_plan_intervals(kept, expected), count, sent);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_MESSAGE(expected[i].day, found[i].day, sent);
        TEST_ASSERT_EQUAL_MESSAGE(expected[i].start, found[i].start, sent);
        TEST_ASSERT_EQUAL_MESSAGE(expected[i].end, found[i].end, sent);
    }
}

static void check_row(char *cells[RULES_PLAN_CELLS]) {
    expect_kept(cells[0], cells[1]);
}

void test_the_table_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN_size_t(10, rules_plan_rows("| sent | kept |", check_row));
}

void test_borders_that_the_table_leaves_out(void) {
    static const struct {
        char sent[120], kept[80];
    } rows[] = {
        {"Wed 08:00-09:00, Tue 08:00-09:00, Mon 08:00-09:00", "Mon 08:00-09:00, Tue 08:00-09:00, Wed 08:00-09:00"},
        {"Mon 10:00-11:00, Mon 08:00-09:00", "Mon 08:00-09:00, Mon 10:00-11:00"},
        {"Mon 08:00-12:00, Tue 08:00-08:00, Mon 08:00-13:00", "Mon 08:00-13:00"},
        {"Mon 08:00-13:00, Mon 08:00-12:00", "Mon 08:00-13:00"},
        {"Mon 10:00-23:59, Mon 20:00-09:58", "Mon 10:00-09:58"},
        {"Mon 10:00-23:59, Mon 20:00-09:59", "Mon 10:00-09:59"},
        {"Mon 10:00-23:59, Mon 20:00-10:00", "Mon 10:00-23:59, Mon 20:00-10:00"},
        {"Mon 12:00-00:00, Mon 13:00-14:00", "Mon 12:00-00:00"},
        {"Mon 12:00-23:58, Mon 23:58-00:00", "Mon 12:00-00:00"},
        {"Mon 08:00-12:00, Mon 09:00-14:00, Mon 14:00-15:00, Mon 15:01-16:00", "Mon 08:00-15:00, Mon 15:01-16:00"},
        {"Mon 09:00-09:00, Mon 10:00-10:00", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        expect_kept(rows[i].sent, rows[i].kept);
    }
}
