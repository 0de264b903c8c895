/* Which shift a person has on a day: docs/rules.md, "Shifts" and "Which shift". */
#include "core/rules/shift_at.h"

#include <stdio.h>
#include <string.h>

#include "core/time/local_time.h"
#include "unity.h"

#define ROWS 4

static struct shift shifts[SHIFT_NUMBER_MAX];

void setUp(void) {
    memset(shifts, 0, sizeof(shifts));
}

void tearDown(void) {
}

static void define(uint8_t number, uint32_t days) {
    shifts[number - 1] = (struct shift){.number = number, .pattern = SHIFT_PATTERN_WEEK, .days = days};
}

/* An ordinary day. */
static struct shift_day day_of(uint32_t date) {
    const int64_t number = local_day_number(date);
    const uint8_t weekday = (uint8_t)((number + 4) % 7); /* the first day was a Thursday */
    return (struct shift_day){
        .number = number, .date = date, .weekday = weekday, .plan = {.weekday = weekday, .holiday = 0}};
}

void test_a_shift_that_does_not_end_behind_its_begin_ends_on_the_next_day(void) {
    static const struct {
        uint16_t on, off;
        unsigned end;
    } cases[] = {{480, 960, 960}, {480, 481, 481}, {480, 480, 1920}, {480, 479, 1919}, {1320, 360, 1800}, {0, 0, 1440}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct shift shift = {.on_duty = cases[i].on, .off_duty = cases[i].off};
        TEST_ASSERT_EQUAL_UINT(cases[i].end, shift_end(&shift));
    }
}

void test_a_shift_by_the_week_is_worked_on_its_weekdays(void) {
    for (uint8_t weekday = 0; weekday < 7; weekday++) {
        const struct shift only = {.days = 1U << weekday};
        const struct shift others = {.days = 0x7fU & ~(1U << weekday)};
        const struct shift_day day = {.weekday = weekday, .plan = {.weekday = weekday}};
        TEST_ASSERT_TRUE(shift_is_worked(&only, &day));
        TEST_ASSERT_FALSE(shift_is_worked(&others, &day));
    }
}

/* A Tuesday, 2026-06-02, on which a holiday is on. */
void test_on_holidays(void) {
    static const struct {
        uint32_t days;
        int plan;
        bool on_holidays, is_worked;
    } cases[] = {{1U << 2, 2, false, true},
                 {1U << 2, 0, false, false},
                 {1U << 0, 0, false, true},
                 {1U << 0, RULES_NO_HOURS, false, false},
                 {1U << 2, RULES_NO_HOURS, false, false},
                 {0x7f, RULES_NO_HOURS, false, false},
                 {1U << 2, RULES_NO_HOURS, true, true},
                 {1U << 2, 0, true, true},
                 {1U << 0, 0, true, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char what[16];
        struct shift_day day = day_of(20260602);
        const struct shift shift = {.days = cases[i].days, .on_holidays = cases[i].on_holidays};
        day.plan = (struct rules_day){.weekday = cases[i].plan, .holiday = 1};
        (void)snprintf(what, sizeof(what), "case %d", (int)i);
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].is_worked, shift_is_worked(&shift, &day), what);
    }
}

/* Four days, of which the first two are worked, in both directions for ever. */
void test_a_cycle_goes_on_in_both_directions(void) {
    const struct shift shift = {.pattern = SHIFT_PATTERN_CYCLE, .days = 3, .cycle_days = 4, .cycle_first = 20260601};
    for (int64_t since = -9; since <= 9; since++) {
        const struct shift_day day = day_of(local_day_of(local_day_number(20260601) + since));
        const int64_t place = (since + 40) % 4;
        TEST_ASSERT_EQUAL_MESSAGE(place < 2, shift_is_worked(&shift, &day), local_day_of(day.number) != 0 ? "day" : "");
    }
    struct shift_day holiday = day_of(20260601);
    holiday.plan = (struct rules_day){.weekday = 0, .holiday = 1};
    TEST_ASSERT_TRUE(shift_is_worked(&shift, &holiday)); /* as on any day */
    holiday.plan.weekday = RULES_NO_HOURS;
    TEST_ASSERT_FALSE(shift_is_worked(&shift, &holiday));
}

void test_a_cycle_of_one_day_and_of_thirty_one(void) {
    const struct shift one = {.pattern = SHIFT_PATTERN_CYCLE, .days = 1, .cycle_days = 1, .cycle_first = 20260601};
    const struct shift long_one = {
        .pattern = SHIFT_PATTERN_CYCLE, .days = 1U << 30, .cycle_days = 31, .cycle_first = 20260601};
    const struct shift_day last = day_of(20260701);
    const struct shift_day before = day_of(20260531);
    TEST_ASSERT_TRUE(shift_is_worked(&one, &last));
    TEST_ASSERT_TRUE(shift_is_worked(&long_one, &last));
    TEST_ASSERT_TRUE(shift_is_worked(&long_one, &before));
}

/* Of a year, of which days 31, 32, 33 and the last are worked; what the text does not say is not worked. */
void test_a_cycle_of_a_year(void) {
    char days[336];
    memset(days, '0', sizeof(days) - 1);
    days[sizeof(days) - 1] = '\0';
    days[0] = days[1] = days[334] = '1';
    struct shift shift = {.pattern = SHIFT_PATTERN_CYCLE,
                          .days = 1U << 30,
                          .more_days = days,
                          .cycle_days = 366,
                          .cycle_first = 20260601};
    for (int64_t since = -366; since < 732; since++) {
        const struct shift_day day = day_of(local_day_of(local_day_number(20260601) + since));
        const int64_t place = (since + 366) % 366;
        const bool is_worked = (place >= 30 && place <= 32) || place == 365;
        TEST_ASSERT_EQUAL_MESSAGE(is_worked, shift_is_worked(&shift, &day), "day of the cycle");
    }
    const struct shift_day third = day_of(local_day_of(local_day_number(20260601) + 32));
    days[1] = '\0';
    TEST_ASSERT_FALSE(shift_is_worked(&shift, &third));
    shift.more_days = NULL;
    TEST_ASSERT_FALSE(shift_is_worked(&shift, &third));
}

/* What a person has; 0 as a shift's number ends a list. */
struct person {
    uint8_t usual;
    struct shift_assignment own[ROWS], of_group[ROWS];
};

static size_t count_of(const struct shift_assignment rows[ROWS]) {
    size_t count = 0;
    while (count < ROWS && (rows[count].shift != 0 || rows[count].usual)) {
        count++;
    }
    return count;
}

/* On Tuesday, 2026-06-02. */
static void expect_shift(const struct person *person, unsigned number, bool is_worked) {
    const struct shift_day day = day_of(20260602);
    const struct shift_holder holder = {.shifts = shifts,
                                        .usual = person->usual,
                                        .own = {person->own, count_of(person->own)},
                                        .of_group = {person->of_group, count_of(person->of_group)}};
    struct shift_answer answer;
    memset(&answer, 0xff, sizeof(answer));
    shift_at(&holder, &day, &answer);
    TEST_ASSERT_EQUAL_UINT(number, answer.count > 0 ? answer.shifts[0]->number : 0);
    TEST_ASSERT_EQUAL(is_worked, answer.is_worked);
    TEST_ASSERT_TRUE(answer.is_worked || answer.count <= 1);
}

#define TUESDAY (1U << 2)
#define MONDAY (1U << 1)

void test_own_ones_go_before_the_usual_one_and_that_before_those_of_the_group(void) {
    define(1, TUESDAY);
    define(2, TUESDAY);
    define(64, TUESDAY);
    define(3, MONDAY);
    expect_shift(&(struct person){0}, 0, false);
    expect_shift(&(struct person){.of_group = {{.shift = 64}}}, 64, true);
    expect_shift(&(struct person){.usual = 2, .of_group = {{.shift = 64}}}, 2, true);
    expect_shift(&(struct person){.usual = 3, .of_group = {{.shift = 64}}}, 3, false);
    expect_shift(&(struct person){.usual = 2, .own = {{.shift = 1}}, .of_group = {{.shift = 64}}}, 1, true);
    expect_shift(&(struct person){.usual = 2, .own = {{.shift = 3}}, .of_group = {{.shift = 64}}}, 3, false);
}

/* The hours of Ramadan go before all but an own shift that has a last day, too. */
void test_those_of_the_group_with_a_last_day_go_before_the_usual_ones(void) {
    const struct shift_assignment month = {.shift = 3, .from = 20260501, .to = 20260630};
    const struct shift_assignment over = {.shift = 3, .from = 20260501, .to = 20260601};
    const struct shift_assignment standing = {.shift = 1, .from = 20260601};
    const struct shift_assignment week = {.shift = 1, .from = 20260501, .to = 20260602};
    define(1, TUESDAY);
    define(2, TUESDAY);
    define(3, TUESDAY);
    expect_shift(&(struct person){.usual = 2, .of_group = {month}}, 3, true);
    expect_shift(&(struct person){.usual = 2, .own = {standing}, .of_group = {month}}, 3, true);
    expect_shift(&(struct person){.usual = 2, .own = {week}, .of_group = {month}}, 1, true);
    expect_shift(&(struct person){.usual = 2, .own = {standing}, .of_group = {over}}, 1, true);
    expect_shift(&(struct person){.usual = 2, .of_group = {over}}, 2, true);
    expect_shift(&(struct person){.usual = 2, .of_group = {month, {.shift = 1, .from = 20260502}}}, 2, true);
    define(3, MONDAY);
    expect_shift(&(struct person){.usual = 2, .of_group = {month}}, 3, false);
}

void test_an_assignment_holds_from_its_first_day_to_its_last(void) {
    static const struct {
        uint32_t from, to;
        bool holds;
    } cases[] = {
        {20260602, 20260602, true}, {20260601, 20260603, true}, {20260603, 0, false}, {20260602, 0, true},
        {0, 20260602, true},        {0, 20260601, false},       {0, 0, true},         {20260101, 20260601, false}};
    define(1, TUESDAY);
    define(2, TUESDAY);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct shift_assignment row = {.shift = 1, .from = cases[i].from, .to = cases[i].to};
        expect_shift(&(struct person){.usual = 2, .own = {row}}, cases[i].holds ? 1 : 2, true);
        expect_shift(&(struct person){.of_group = {row}}, cases[i].holds ? 1 : 0, cases[i].holds);
    }
}

/* In whatever order they come. */
static void expect_of_both_orders(struct shift_assignment one, struct shift_assignment other, unsigned number,
                                  bool is_worked) {
    expect_shift(&(struct person){.own = {one, other}}, number, is_worked);
    expect_shift(&(struct person){.own = {other, one}}, number, is_worked);
    expect_shift(&(struct person){.of_group = {one, other}}, number, is_worked);
    expect_shift(&(struct person){.of_group = {other, one}}, number, is_worked);
}

void test_of_those_that_hold_the_latest_first_day_counts(void) {
    define(1, TUESDAY);
    define(2, MONDAY);
    expect_of_both_orders((struct shift_assignment){.shift = 1, .from = 20260501},
                          (struct shift_assignment){.shift = 2, .from = 20260502}, 2, false);
    expect_of_both_orders((struct shift_assignment){.shift = 1, .from = 20260502},
                          (struct shift_assignment){.shift = 2, .from = 20260501}, 1, true);
    expect_of_both_orders((struct shift_assignment){.shift = 1, .from = 20260501},
                          (struct shift_assignment){.shift = 2, .from = 20260502, .to = 20260601}, 1, true);
}

void test_of_the_same_first_day_the_one_that_is_worked_then_the_lowest_number(void) {
    const struct shift_assignment one = {.shift = 1, .from = 20260501};
    const struct shift_assignment two = {.shift = 2, .from = 20260501};
    define(1, TUESDAY);
    define(2, TUESDAY);
    expect_of_both_orders(one, two, 1, true);
    define(1, MONDAY);
    expect_of_both_orders(one, two, 2, true);
    define(2, MONDAY);
    expect_of_both_orders(one, two, 1, false);
}

/* Each once, by number, in whatever order they were assigned. */
void test_all_that_are_worked_and_began_last_are_candidates(void) {
    const struct shift_day day = day_of(20260602);
    const struct shift_assignment rows[] = {{.shift = 9, .from = 20260501}, {.shift = 3, .from = 20260601},
                                            {.shift = 1, .from = 20260601}, {.shift = 64, .from = 20260601},
                                            {.shift = 2, .from = 20260601}, {.shift = 3, .from = 20260601},
                                            {.shift = 5, .from = 20260601}, {.shift = 8, .from = 20260601}};
    const struct shift_holder holder = {.shifts = shifts, .own = {rows, sizeof(rows) / sizeof(rows[0])}};
    static const uint8_t worked[] = {1, 2, 3, 64, 9};
    struct shift_answer answer;
    for (size_t i = 0; i < sizeof(worked); i++) {
        define(worked[i], TUESDAY);
    }
    define(5, MONDAY);
    shift_at(&holder, &day, &answer);
    TEST_ASSERT_EQUAL_size_t(4, answer.count);
    for (size_t i = 0; i < answer.count; i++) {
        TEST_ASSERT_EQUAL_UINT8(worked[i], answer.shifts[i]->number);
    }
    TEST_ASSERT_TRUE(answer.is_worked);
}

void test_a_shift_that_is_not_defined_is_passed_over(void) {
    define(1, TUESDAY);
    expect_of_both_orders((struct shift_assignment){.shift = 1, .from = 20260501},
                          (struct shift_assignment){.shift = 5, .from = 20260502}, 1, true);
    expect_shift(&(struct person){.usual = 5, .of_group = {{.shift = 1}}}, 1, true);
    expect_shift(&(struct person){.usual = 1, .own = {{.shift = 65}, {.shift = 255}}}, 1, true);
    expect_shift(&(struct person){.usual = 65}, 0, false);
}

/* It was another one on the days before it was changed. */
void test_the_usual_shift_is_that_of_the_day(void) {
    define(1, TUESDAY);
    define(2, TUESDAY);
    define(3, TUESDAY);
    const struct shift_assignment was = {.shift = 1, .to = 20260602, .usual = true};
    const struct shift_assignment long_ago = {.shift = 3, .to = 20260601, .usual = true};
    const struct shift_assignment was_none = {.shift = 0, .from = 20260602, .to = 20260602, .usual = true};
    expect_shift(&(struct person){.usual = 2, .own = {was}}, 1, true);
    expect_shift(&(struct person){.usual = 2, .own = {long_ago}}, 2, true);
    expect_shift(&(struct person){.usual = 2, .own = {long_ago, was}}, 1, true);
    expect_shift(&(struct person){.usual = 2, .own = {was_none}}, 0, false);
    expect_shift(&(struct person){.usual = 2, .own = {was_none}, .of_group = {{.shift = 3}}}, 3, true);
    expect_shift(&(struct person){.usual = 2, .own = {was, {.shift = 3}}}, 3, true); /* an assignment goes before it */
}

/* Of a week the first days together have their part of the target, cut down. */
void test_a_target_of_a_week_is_divided_among_its_days(void) {
    static const struct {
        uint32_t days;
        uint16_t target;
        uint32_t date;
        uint32_t share;
    } cases[] = {{62, 2400, 20260602, 480},
                 {1U << 1 | 1U << 3 | 1U << 5, 1000, 20260601, 333},
                 {1U << 1 | 1U << 3 | 1U << 5, 1000, 20260603, 333},
                 {1U << 1 | 1U << 3 | 1U << 5, 1000, 20260605, 334},
                 {1U << 0 | 1U << 6, 3, 20260606, 1},
                 {1U << 0 | 1U << 6, 3, 20260607, 2},
                 {127, 10080, 20260607, 1440}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct shift_day day = day_of(cases[i].date);
        struct shift shift = {.kind = SHIFT_KIND_WEEK_TARGET, .days = cases[i].days, .target = cases[i].target};
        TEST_ASSERT_EQUAL_UINT32(cases[i].share, shift_target(&shift, &day));
        shift.kind = SHIFT_KIND_DAY_TARGET;
        TEST_ASSERT_EQUAL_UINT32(cases[i].target, shift_target(&shift, &day));
    }
}

void test_flexible_hours_leave_what_they_do_not_use(void) {
    const struct shift all = {
        .missing_in = 1, .missing_out = 2, .overtime_before = 3, .overtime_after = 4, .overtime_step = 5};
    struct shift shift = all;
    shift_drop_unused(&shift);
    TEST_ASSERT_TRUE(shift_equal(&all, &shift));
    shift.kind = SHIFT_KIND_DAY_TARGET;
    shift_drop_unused(&shift);
    TEST_ASSERT_EQUAL_UINT(0, shift.missing_in + shift.missing_out + shift.overtime_before + shift.overtime_after);
    TEST_ASSERT_EQUAL_UINT8(1, shift.overtime_step);
}
