/* A change of a rule is whole or not there: when its audit row cannot be written, nothing of it happened. What the
 * changes do is told by test/api/rules.test.ts. */
#include "core/rules/hours.h"

#include <string.h>

#include "core/rules/holidays.h"
#include "core/rules/periods.h"
#include "core/rules/rules.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetGroupInfo"};

static struct rules_saved saved;
static const char *field;

static int save_zone(const char *name) {
    struct time_zone_change change = {.values = {.number = 1, .name = name}, .given = VALUE_BIT(TIME_ZONE_NAME)};
    return hours_save_zone(t.core, &by, &change, &saved, &field);
}

static int save_group(const char *name) {
    struct group_change change = {.values = {.number = 2, .name = name, .time1 = 1},
                                  .given = VALUE_BIT(GROUP_NAME) | VALUE_BIT(GROUP_TIME1)};
    return hours_save_group(t.core, &by, &change, &saved, &field);
}

static int save_period(const char *name) {
    struct periods_saved kept;
    static const struct store_period periods[] = {{1, 480, 720}};
    struct periods_change change = {.group = {.number = 1, .name = name, .periods = periods, .period_count = 1}};
    return periods_save(t.core, &by, &change, &kept, &field);
}

static int put_in_force(uint32_t mask) {
    uint32_t revision = 0;
    struct in_force_refusal refusal;
    struct in_force_change change = {.has_working = true, .working = {[2] = mask}};
    return periods_put_in_force(t.core, &by, &change, &revision, &refusal);
}

static int save_holiday(const char *name) {
    struct holidays_change change = {.holiday = {.number = 1, .name = name, .from = 20261224, .to = 20261224}};
    return holidays_save(t.core, &by, &change, &saved, &field);
}

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL(0, save_zone("Day"));
    TEST_ASSERT_EQUAL(0, save_group("Staff"));
    TEST_ASSERT_EQUAL(0, save_period("Early"));
    TEST_ASSERT_EQUAL(0, put_in_force(1));
    TEST_ASSERT_EQUAL(0, save_holiday("Eve"));
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

/* All of it as one number: rows, and the last change that was counted. */
static int64_t stored(void) {
    int64_t number = 0;
    TEST_ASSERT_EQUAL(
        0,
        store_read_number(t.core->store,
                          "SELECT (SELECT last FROM rules_count) * 1000000 + (SELECT in_force FROM rules_count) * 10000"
                          " + (SELECT count(*) FROM time_zone WHERE name = 'Day')"
                          " + (SELECT count(*) FROM access_group WHERE name = 'Staff' AND time1 = 1) * 10"
                          " + (SELECT count(*) FROM period_group WHERE name = 'Early') * 100"
                          " + (SELECT count(*) FROM period) * 1000"
                          " + (SELECT count(*) FROM holiday WHERE name = 'Eve') * 5"
                          " + (SELECT count(*) FROM in_force) * 50",
                          &number));
    return number;
}

void test_without_its_audit_row_nothing_happens(void) {
    const uint8_t one = 1;
    uint32_t deleted = 0;
    uint8_t wrong = 0;
    const int64_t before = stored();
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "CREATE TRIGGER no_audit BEFORE INSERT ON audit BEGIN"
                                                   " SELECT raise(ABORT, 'no room'); END"));
    TEST_ASSERT_LESS_THAN(0, save_zone("Other"));
    TEST_ASSERT_LESS_THAN(0, save_group("Other"));
    TEST_ASSERT_LESS_THAN(0, save_period("Other"));
    TEST_ASSERT_LESS_THAN(0, put_in_force(0));
    TEST_ASSERT_LESS_THAN(0, save_holiday("Other"));
    TEST_ASSERT_LESS_THAN(0, hours_delete_zone(t.core, &by, 1, true));
    TEST_ASSERT_LESS_THAN(0, hours_delete_group(t.core, &by, 2, true));
    TEST_ASSERT_LESS_THAN(0, periods_delete(t.core, &by, 1, true, &deleted, &wrong));
    TEST_ASSERT_LESS_THAN(0, holidays_delete(t.core, &by, &one, 1, &deleted));
    TEST_ASSERT_EQUAL_INT64(before, stored());
    TEST_ASSERT_EQUAL_STRING("Staff", rules_all(rules_get(t.core))->groups[2].name);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TRIGGER no_audit"));
    TEST_ASSERT_EQUAL(0, hours_delete_zone(t.core, &by, 1, true)); /* no transaction is left open */
    TEST_ASSERT_NOT_EQUAL(before, stored());
}

void test_what_is_saved_is_in_force_at_once_and_after_a_restart(void) {
    struct rules_moment moment = {.date = 20261123, .date_before = 20261122, .weekday = 1, .minute = 500};
    TEST_ASSERT_EQUAL(1, rules_group_at(rules_get(t.core), 2, &moment).period);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(1, rules_group_at(rules_get(t.core), 2, &moment).period);
    TEST_ASSERT_EQUAL(0, put_in_force(0));
    TEST_ASSERT_EQUAL(RULES_OUTSIDE, rules_group_at(rules_get(t.core), 2, &moment).why);
}

/* The limits of the rows apply to every caller. */
void test_what_the_rows_do_not_allow_is_refused_with_its_field(void) {
    struct group_change change = {.values = {.number = 2, .time3 = 33}, .given = VALUE_BIT(GROUP_TIME3)};
    TEST_ASSERT_EQUAL(E_RANGE, hours_save_group(t.core, &by, &change, &saved, &field));
    TEST_ASSERT_EQUAL_STRING("time3", field);
    struct time_zone_change zone = {.values = {.number = 33}};
    TEST_ASSERT_EQUAL(E_RANGE, hours_save_zone(t.core, &by, &zone, &saved, &field));
    TEST_ASSERT_EQUAL_STRING("number", field);
}

#define LONGEST "\U0001F6AA\U0001F6AA\U0001F6AA\U0001F6AA\U0001F6AA\U0001F6AA\U0001F6AA\U0001F6AA"
#define NAME LONGEST LONGEST LONGEST LONGEST /* 32 characters of four bytes */

/* As much of everything as there may be, with the longest names. */
static void fill(void) {
    struct store_period periods[STORE_PERIODS_MAX];
    for (size_t i = 0; i < STORE_PERIODS_MAX; i++) {
        periods[i] = (struct store_period){(uint8_t)(i / 8), (uint16_t)(i % 8 * 100), (uint16_t)(i % 8 * 100 + 50)};
    }
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    for (uint8_t n = 1; n <= 32; n++) {
        struct store_period_group group = {.number = n, .name = NAME, .periods = periods};
        group.period_count = STORE_PERIODS_MAX;
        TEST_ASSERT_EQUAL(0, store_periods_put(t.core->store, &group));
        TEST_ASSERT_EQUAL(0, store_zones_put(t.core->store, &(struct time_zone){.number = n, .name = NAME}));
    }
    for (uint8_t n = 2; n <= 16; n++) {
        TEST_ASSERT_EQUAL(0, store_groups_put(t.core->store, &(struct group){.number = n, .name = NAME, .time4 = 32}));
        TEST_ASSERT_EQUAL(0, store_in_force_put(t.core->store, n, UINT32_MAX));
    }
    for (uint8_t n = 1; n <= 64; n++) {
        TEST_ASSERT_EQUAL(0, store_holidays_put(t.core->store, &(struct holiday){.number = n, .name = NAME}));
    }
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    rules_changed(t.core);
}

void test_all_of_it_full_is_read_changed_and_deleted(void) {
    uint32_t deleted = 0;
    uint8_t wrong = 0;
    fill();
    const struct store_rules *rules = rules_all(rules_get(t.core));
    TEST_ASSERT_EQUAL_STRING(NAME, rules->periods[31].name);
    TEST_ASSERT_EQUAL(STORE_PERIODS_MAX, rules->periods[31].period_count);
    TEST_ASSERT_EQUAL_STRING(NAME, rules->holidays[63].name);
    TEST_ASSERT_EQUAL_HEX32(UINT32_MAX, rules->in_force[16]);
    TEST_ASSERT_EQUAL(E_CAPACITY, periods_save(t.core, &by, &(struct periods_change){.group = {.name = "One more"}},
                                               &(struct periods_saved){.count = 0}, &field));
    struct holidays_change more = {.holiday = {.name = "One more", .from = 20261224, .to = 20261224}};
    TEST_ASSERT_EQUAL(E_CAPACITY, holidays_save(t.core, &by, &more, &saved, &field));
    TEST_ASSERT_EQUAL(0, put_in_force(UINT32_MAX - 1));
    TEST_ASSERT_EQUAL(0, hours_delete_zone(t.core, &by, 32, true));
    TEST_ASSERT_EQUAL(0, periods_delete(t.core, &by, UINT32_MAX, true, &deleted, &wrong));
    TEST_ASSERT_EQUAL(32, deleted);
    TEST_ASSERT_EQUAL(0, rules_all(rules_get(t.core))->in_force[16]);
}
