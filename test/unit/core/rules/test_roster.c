/* What an entry of a roster makes of the assignments of its user: its days have its shifts, all other days stay as they were. */
#include "core/rules/roster.h"

#include <stdlib.h>
#include <string.h>

#include "core/time/local_time.h"
#include "unity.h"

#define ROWS 16
#define FIRST_DAY 20261201
#define DAYS 40
#define ROUNDS 4000

void setUp(void) {
}

void tearDown(void) {
}

static uint64_t bit(unsigned shift) {
    return UINT64_C(1) << (shift - 1);
}

/* Shifts of a day: of the rows that hold those with the latest first day. */
static uint64_t shifts_on(const struct shift_assignment *rows, size_t count, uint32_t day) {
    uint64_t shifts = 0;
    uint32_t latest = 0;
    for (size_t i = 0; i < count; i++) {
        const bool holds =
            !rows[i].usual && rows[i].from != 0 && rows[i].from <= day && (rows[i].to == 0 || day <= rows[i].to);
        if (!holds || rows[i].from < latest) {
            continue;
        }
        shifts = (rows[i].from > latest ? 0 : shifts) | bit(rows[i].shift);
        latest = rows[i].from;
    }
    return shifts;
}

/* The rows as the plan makes them; deleted ones begin on no day. */
static size_t apply(const struct roster_entry *entry, struct shift_assignment *rows, size_t count,
                    struct roster_plan *ret_plan) {
    uint32_t first_days[ROWS + 8];
    roster_plan(entry, rows, count, first_days, ret_plan);
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (rows[i].usual || first_days[i] != 0) {
            rows[left] = rows[i];
            rows[left++].from = first_days[i];
        }
    }
    for (unsigned shift = 1; shift <= SHIFT_NUMBER_MAX; shift++) {
        if ((ret_plan->added & bit(shift)) != 0) {
            rows[left++] = (struct shift_assignment){.shift = (uint8_t)shift, .from = entry->from, .to = entry->to};
        }
    }
    TEST_ASSERT_EQUAL_INT32((int32_t)left - (int32_t)count, ret_plan->growth);
    return left;
}

static uint32_t day(int64_t number) {
    return local_day_of(local_day_number(FIRST_DAY) + number);
}

static size_t random_rows(struct shift_assignment rows[ROWS]) {
    const size_t count = (size_t)(rand() % 6);
    for (size_t i = 0; i < count; i++) {
        const int from = rand() % 20;
        rows[i] = (struct shift_assignment){.shift = (uint8_t)(1 + rand() % 4),
                                            .from = day(from),
                                            .to = rand() % 4 == 0 ? 0 : day(from + rand() % 12),
                                            .usual = rand() % 8 == 0};
    }
    return count;
}

static struct roster_entry random_entry(void) {
    const int from = rand() % 20;
    return (struct roster_entry){.userid = 20,
                                 .from = day(from),
                                 .to = day(from + rand() % 8),
                                 .shifts = bit(1 + (unsigned)rand() % 4) | bit(1 + (unsigned)rand() % 4)};
}

void test_its_days_have_its_shifts_and_other_days_stay(void) {
    srand(7);
    for (int round = 0; round < ROUNDS; round++) {
        struct shift_assignment before[ROWS], after[ROWS + 8];
        struct roster_plan plan;
        const size_t count = random_rows(before);
        const struct roster_entry entry = random_entry();
        memcpy(after, before, sizeof(before));
        const size_t left = apply(&entry, after, count, &plan);
        for (int64_t at = 0; at < DAYS; at++) {
            const bool is_its = day(at) >= entry.from && day(at) <= entry.to;
            TEST_ASSERT_EQUAL_HEX64(is_its ? entry.shifts : shifts_on(before, count, day(at)),
                                    shifts_on(after, left, day(at)));
        }
        struct roster_plan again;
        struct shift_assignment twice[ROWS + 8];
        memcpy(twice, after, sizeof(after));
        TEST_ASSERT_EQUAL_size_t(left, apply(&entry, twice, left, &again));
        TEST_ASSERT_EQUAL_INT(ROSTER_SAME, again.outcome);
        TEST_ASSERT_EQUAL_HEX64(0, again.added);
    }
}

static struct roster_plan plan_of(const struct roster_entry *entry, const struct shift_assignment *rows, size_t count,
                                  uint32_t *ret_first_days) {
    struct roster_plan plan;
    roster_plan(entry, rows, count, ret_first_days, &plan);
    return plan;
}

void test_what_begins_on_its_days_gives_way(void) {
    const struct roster_entry entry = {.from = 20261201, .to = 20261224, .shifts = bit(2)};
    const struct shift_assignment rows[] = {
        {.shift = 1, .from = 20260101}, /* began before */
        {.shift = 3, .from = 20261210, .to = 20261212}, /* within */
        {.shift = 4, .from = 20261220, .to = 20261231}, /* longer */
        {.shift = 5, .from = 20261224}, /* without end: it went before 4 from its first day on */
        {.shift = 6, .from = 20261205, .usual = true},
    };
    const uint32_t want[] = {20260101, 0, 0, 20261225, 20261205};
    uint32_t first_days[5];
    const struct roster_plan plan = plan_of(&entry, rows, 5, first_days);
    TEST_ASSERT_EQUAL_UINT32_ARRAY(want, first_days, 5);
    TEST_ASSERT_EQUAL_INT(ROSTER_CHANGED, plan.outcome);
    TEST_ASSERT_EQUAL_INT32(-1, plan.growth);
}

void test_one_that_meets_nothing_is_added(void) {
    const struct roster_entry entry = {.from = 20261201, .to = 20261201, .shifts = bit(1) | bit(64)};
    const struct shift_assignment rows[] = {{.shift = 1, .from = 20261130}, {.shift = 1, .from = 20261202}};
    uint32_t first_days[2];
    const struct roster_plan plan = plan_of(&entry, rows, 2, first_days);
    TEST_ASSERT_EQUAL_INT(ROSTER_ADDED, plan.outcome);
    TEST_ASSERT_EQUAL_HEX64(entry.shifts, plan.added);
    TEST_ASSERT_EQUAL_INT32(2, plan.growth);
}

/* One of two shifts is there already: it stays, and the other is added. */
void test_what_is_there_already_stays(void) {
    const struct roster_entry entry = {.from = 20261201, .to = 20261224, .shifts = bit(1) | bit(2)};
    const struct shift_assignment rows[] = {{.shift = 2, .from = 20261201, .to = 20261224}};
    uint32_t first_day = 0;
    const struct roster_plan plan = plan_of(&entry, rows, 1, &first_day);
    TEST_ASSERT_EQUAL_UINT32(20261201, first_day);
    TEST_ASSERT_EQUAL_HEX64(bit(1), plan.added);
    TEST_ASSERT_EQUAL_INT(ROSTER_ADDED, plan.outcome);
}
