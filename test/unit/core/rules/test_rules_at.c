/* What the rules say at a moment: the tables of docs/rules.md, "Hours, groups and holidays". */
#include "core/rules/rules_impl.h"

#include <stdio.h>
#include <string.h>

#include "rules_plan.h"
#include "unity.h"

static struct rules_plan plan;

void setUp(void) {
    rules_plan_read("", &plan);
}

void tearDown(void) {
}

/* Puts the end of an answer behind its beginning: the holiday, where there is one. */
static void add_holiday(char *text, size_t size, unsigned holiday) {
    const size_t used = strlen(text);
    if (holiday != 0) {
        (void)snprintf(text + used, size - used, ", holiday %u", holiday);
    }
}

static void group_text(const struct rules_answer *answer, char *text, size_t size) {
    static const char *const words[] = {[RULES_NEVER] = "never",
                                        [RULES_ANY_TIME] = "let in at any time",
                                        [RULES_TIME_ZONE] = "let in by time zone",
                                        [RULES_PERIOD] = "let in by period group",
                                        [RULES_OUTSIDE] = "outside"};
    const unsigned by = answer->zone + answer->period;
    const bool is_let_in = answer->why == RULES_ANY_TIME || by != 0;
    TEST_ASSERT_EQUAL(is_let_in, answer->allowed);
    if (answer->why == RULES_HOLIDAY) {
        (void)snprintf(text, size, "holiday %u", answer->holiday);
        return;
    }
    (void)snprintf(text, size, by != 0 ? "%s %u" : "%s", words[answer->why], by);
    add_holiday(text, size, answer->holiday);
}

static void door_text(const struct rules_door_answer *answer, char *text, size_t size) {
    static const char *const words[] = {"normal", "open by period group", "closed by period group"};
    (void)snprintf(text, size, answer->period != 0 ? "%s %u" : "%s", words[answer->door], answer->period);
    add_holiday(text, size, answer->holiday);
}

static void expect_answer(const char *given, const char *when, const char *then) {
    char found[64], what[512];
    unsigned group = 0;
    const struct rules_moment moment = rules_moment_of(&plan.clock, rules_plan_ms(strchr(when, ',') + 2));
    (void)snprintf(what, sizeof(what), "%s | %s", given, when);
    if (sscanf(when, "group %u", &group) == 1) {
        const struct rules_answer answer = rules_group_at(&plan.rules, (uint8_t)group, &moment);
        group_text(&answer, found, sizeof(found));
    } else {
        const struct rules_door_answer answer = rules_door_at(&plan.rules, &moment);
        door_text(&answer, found, sizeof(found));
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(then, found, what);
}

static void check_row(char *cells[RULES_PLAN_CELLS]) {
    rules_plan_read(cells[0], &plan);
    expect_answer(cells[0], cells[1], cells[2]);
}

void test_the_tables_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN_size_t(90, rules_plan_rows("| given | when | then |", check_row));
}

/* The best of all minutes of a week, asked one by one. */
static void best_of_minutes(uint8_t group, unsigned *ret_rank) {
    static const unsigned ranks[] = {[RULES_DOOR_CLOSED] = 1, [RULES_DOOR_NORMAL] = 2, [RULES_DOOR_OPEN] = 3};
    *ret_rank = 0;
    for (unsigned at = 0; at < 7 * 1440; at++) {
        const struct rules_moment moment = {20260202 + at / 1440, 20260201 + at / 1440, (uint8_t)((1 + at / 1440) % 7),
                                            (uint16_t)(at % 1440)};
        const unsigned rank = ranks[rules_door_at(&plan.rules, &moment).door];
        *ret_rank = rules_group_at(&plan.rules, group, &moment).allowed && rank > *ret_rank ? rank : *ret_rank;
    }
}

static void check_best(char *cells[RULES_PLAN_CELLS]) {
    static const unsigned ranks[] = {[RULES_DOOR_CLOSED] = 1, [RULES_DOOR_NORMAL] = 2, [RULES_DOOR_OPEN] = 3};
    rules_plan_read(cells[0], &plan);
    memset(plan.rules.set.holidays, 0, sizeof(plan.rules.set.holidays));
    for (uint8_t group = 0; group < 4; group++) {
        unsigned want = 0;
        best_of_minutes(group, &want);
        const struct rules_best best = rules_best_of_week(&plan.rules, group);
        TEST_ASSERT_EQUAL_UINT_MESSAGE(want, best.group.allowed ? ranks[best.door.door] : 0, cells[0]);
    }
}

void test_the_best_of_a_week_is_that_of_its_minutes(void) {
    TEST_ASSERT_GREATER_THAN_size_t(90, rules_plan_rows("| given | when | then |", check_best));
}

/* What the tables of the page leave open. */
void test_borders_that_the_tables_leave_out(void) {
    static const struct {
        char given[160], when[40], then[48];
    } rows[] = {
        {"always open 1 in force: Mon 08:00-17:00", "door, 2026-11-23 07:59", "normal"},
        {"always open 1 in force: Mon 08:00-17:00", "door, 2026-11-23 08:00", "open by period group 1"},
        {"always open 32 in force: Mon 08:00-17:00", "door, 2026-11-23 08:00", "open by period group 32"},
        {"always open 1 in force: Mon 22:00-06:00", "door, 2026-11-24 06:00", "open by period group 1"},
        {"always open 1 in force: Mon 22:00-06:00", "door, 2026-11-24 06:01", "normal"},
        {"always open 1 in force: Mon 09:00-09:00", "door, 2026-11-23 09:00", "normal"},
        {"always open 1 in force: Mon 09:00-09:00", "door, 2026-11-24 08:00", "normal"},
        {"zone 1: Mon 09:00-09:00; group 2: 1", "group 2, 2026-11-24 08:00", "outside"},
        {"zone 32: Mon 08:00-17:00; group 2: 0, 32", "group 2, 2026-11-23 12:00", "let in by time zone 32"},
        {"zone 3: Mon 08:00-17:00; group 2: 0, 0, 3", "group 2, 2026-11-23 12:00", "let in by time zone 3"},
        {"zone 1: Sun 08:00-17:00; group 2: 1; holiday 1: 2026-12-25, Sunday, yearly", "group 2, 2029-12-25 12:00",
         "let in by time zone 1, holiday 1"},
        {"zone 1: Mon 08:00-17:00; group 2: 1; holiday 64: 2026-11-23, none", "group 2, 2026-11-23 12:00",
         "holiday 64"},
        {"zone 1: Tue 08:00-17:00; group 2: 1; holiday 1: 2026-11-23 to 2026-11-24, none, yearly",
         "group 2, 2026-11-24 12:00", "holiday 1"},
        {"zone 1: Wed 08:00-17:00; group 2: 1; holiday 1: 2026-11-23 to 2026-11-24, none, yearly",
         "group 2, 2026-11-25 12:00", "let in by time zone 1"},
        {"zone 1: Tue 08:00-17:00; group 2: 1; holiday 1: 2028-02-28 to 2028-02-29, none, yearly",
         "group 2, 1900-02-27 12:00", "let in by time zone 1"},
        {"zone 1: Wed 08:00-17:00; group 2: 1; holiday 1: 2028-02-29 to 2028-03-01, none, yearly",
         "group 2, 2400-03-01 12:00", "holiday 1"},
        {"zone 1: Mon 08:00-17:00; group 2: 1; holiday 1: 2028-02-29 to 2028-03-01, none, yearly",
         "group 2, 2400-02-28 12:00", "let in by time zone 1"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        rules_plan_read(rows[i].given, &plan);
        expect_answer(rows[i].given, rows[i].when, rows[i].then);
    }
}

void test_the_nearest_hours_of_who_is_outside(void) {
    static const struct {
        char given[160], when[40], then[32];
    } rows[] = {
        {"zone 1: Mon 08:00-17:00; group 2: 1", "2026-11-23 07:57", "480-1020 -3"},
        {"zone 1: Mon 08:00-17:00; group 2: 1", "2026-11-23 17:01", "480-1020 1"},
        {"zone 1: Mon 08:00-17:00; group 2: 1", "2026-11-24 12:00", "0-0 0"},
        {"zone 1: Mon 08:00-12:00; zone 2: Mon 13:00-17:00; group 2: 1, 2", "2026-11-23 12:10", "480-720 10"},
        {"zone 1: Mon 08:00-12:00; zone 2: Mon 13:00-17:00; group 2: 1, 2", "2026-11-23 12:50", "780-1020 -10"},
        {"zone 1: Mon 08:00-12:00; zone 2: Mon 13:00-17:00; group 2: 1, 2", "2026-11-23 12:30", "480-720 30"},
        {"zone 1: Mon 13:00-17:00; zone 2: Mon 08:00-12:00; group 2: 1, 2", "2026-11-23 12:30", "480-720 30"},
        {"zone 1: Mon 09:00-12:00; zone 2: Mon 08:00-12:00; group 2: 1, 2", "2026-11-23 12:30", "480-720 30"},
        {"zone 1: Mon 08:00-13:00; zone 2: Mon 08:00-12:00; group 2: 1, 2", "2026-11-23 07:30", "480-720 -30"},
        {"zone 1: Mon 22:00-06:00; group 2: 1", "2026-11-23 21:00", "1320-360 -60"},
        {"zone 1: Mon 22:00-06:00; group 2: 1", "2026-11-24 06:30", "1320-360 30"},
        {"zone 1: Mon 22:00-06:00; group 2: 1", "2026-11-24 23:00", "1320-360 1020"},
        {"zone 1: Mon 22:00-06:00, Tue 22:00-06:00; group 2: 1", "2026-11-24 20:00", "1320-360 -120"},
        {"zone 1: Mon 09:00-09:00; group 2: 1", "2026-11-23 12:00", "0-0 0"},
        {"zone 32: Mon 08:00-17:00; group 2: 0, 0, 0, 32", "2026-11-23 07:00", "480-1020 -60"},
        {"group 2: none; working 32 for 2: Mon 08:00-17:00", "2026-11-23 07:00", "480-1020 -60"},
        {"group 2: none; group 3: none; working 7 for 3: Mon 08:00-17:00", "2026-11-23 07:00", "0-0 0"},
        {"group 2: none; always open 7 in force: Mon 08:00-17:00", "2026-11-23 07:00", "0-0 0"},
        {"zone 1: Sun 10:00-12:00, Mon 08:00-17:00; group 2: 1; holiday 1: 2026-11-23, Sunday", "2026-11-23 07:00",
         "600-720 -180"},
        {"zone 1: Mon 08:00-17:00; group 2: 1; holiday 1: 2026-11-23, none", "2026-11-23 07:00", "0-0 0"},
        {"zone 1: Mon 08:00-17:00; group 2: 1", "2026-11-23 12:00", "0-0 0"}, /* inside */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        rules_plan_read(rows[i].given, &plan);
        const struct rules_moment moment = rules_moment_of(&plan.clock, rules_plan_ms(rows[i].when));
        const struct rules_nearest nearest = rules_group_at(&plan.rules, 2, &moment).nearest;
        char found[32];
        (void)snprintf(found, sizeof(found), "%u-%u %d", nearest.start, nearest.end, nearest.late_min);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(rows[i].then, found, rows[i].when);
    }
}

void test_a_day_has_the_weekday_of_its_holiday(void) {
    static const struct {
        char given[64];
        int weekday;
        unsigned holiday;
    } rows[] = {{"holiday 3: 2026-11-23, none", RULES_NO_HOURS, 3},
                {"holiday 3: 2026-11-23, Sunday", 0, 3},
                {"holiday 3: 2026-11-23, Monday", 1, 3},
                {"holiday 3: 2026-11-23, Saturday", 6, 3},
                {"holiday 3: 2026-11-22, Saturday", 1, 0},
                {"holiday 3: 2026-11-24, Saturday", 1, 0},
                {"", 1, 0}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        rules_plan_read(rows[i].given, &plan);
        const struct rules_day day = rules_day_on(&plan.rules, 20261123, 1);
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].weekday, day.weekday, rows[i].given);
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].holiday, day.holiday, rows[i].given);
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].weekday, rules_plan_of(&plan.rules.set, 20261123, 1), rows[i].given);
    }
}

void test_a_moment_is_the_minute_that_has_begun(void) {
    static const struct {
        int64_t ms;
        struct rules_moment moment;
    } rows[] = {
        {0, {19700101, 19691231, 4, 0}},
        {59999, {19700101, 19691231, 4, 0}},
        {60000, {19700101, 19691231, 4, 1}},
        {-1, {19691231, 19691230, 3, 1439}},
        {-60000, {19691231, 19691230, 3, 1439}},
        {-60001, {19691231, 19691230, 3, 1438}},
        {-60999, {19691231, 19691230, 3, 1438}},
        {-86400000, {19691231, 19691230, 3, 0}},
        {-86400001, {19691230, 19691229, 2, 1439}},
        {86399999, {19700101, 19691231, 4, 1439}},
        {86400000, {19700102, 19700101, 5, 0}},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct rules_moment moment = rules_moment_of(&plan.clock, rows[i].ms);
        TEST_ASSERT_EQUAL_UINT32(rows[i].moment.date, moment.date);
        TEST_ASSERT_EQUAL_UINT32(rows[i].moment.date_before, moment.date_before);
        TEST_ASSERT_EQUAL(rows[i].moment.weekday, moment.weekday);
        TEST_ASSERT_EQUAL(rows[i].moment.minute, moment.minute);
    }
}
