/* Rules are read as they were written, and dependent rows are deleted with a rule. */
#include "store/rules/rules.h"

#include <string.h>

#include "store/store.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;
static struct store_rules rules;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
    arena_init(&arena, 1024 * 1024);
}

void tearDown(void) {
    arena_done(&arena);
    store = store_free(store);
}

static void read_all(void) {
    TEST_ASSERT_EQUAL(0, store_rules_read(store, &arena, &rules));
}

static const struct time_zone office = {.number = 32,
                                        .name = "Büro",
                                        .start = {0, 480, 1, 2, 3, 4, 1439},
                                        .end = {1439, 1020, 5, 6, 7, 8, 0},
                                        .revision = 9};
static const struct group staff = {.number = 16, .name = "Staff", .time1 = 32, .time2 = 1, .time4 = 31, .revision = 4};
static const struct holiday eve = {.number = 64,
                                   .name = "Eve",
                                   .from = 20261224,
                                   .to = 20261226,
                                   .yearly = true,
                                   .plan = HOLIDAY_PLAN_SATURDAY,
                                   .revision = 3};
static const struct store_period week[] = {{0, 0, 1439}, {0, 1320, 120}, {6, 1, 2}};
static const struct store_period_group night = {.number = 32,
                                                .name = "Night",
                                                .kind = PERIOD_KIND_ALWAYS_CLOSED,
                                                .periods = week,
                                                .period_count = 3,
                                                .revision = UINT32_MAX};

static void put_all(void) {
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_zones_put(store, &office));
    TEST_ASSERT_EQUAL(0, store_groups_put(store, &staff));
    TEST_ASSERT_EQUAL(0, store_holidays_put(store, &eve));
    TEST_ASSERT_EQUAL(0, store_periods_put(store, &night));
    TEST_ASSERT_EQUAL(0, store_in_force_put(store, STORE_DOOR, store_period_bit(32)));
    TEST_ASSERT_EQUAL(0, store_in_force_put(store, 16, store_period_bit(1) | store_period_bit(32)));
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

void test_nothing_is_defined_at_first(void) {
    static const struct store_rules nothing;
    read_all();
    TEST_ASSERT_EQUAL_MEMORY(&nothing, &rules, sizeof(rules));
}

void test_what_is_written_is_read(void) {
    put_all();
    read_all();
    const struct time_zone *zone = &rules.zones[31];
    TEST_ASSERT_TRUE(time_zone_equal(&office, zone));
    TEST_ASSERT_EQUAL(9, zone->revision);
    TEST_ASSERT_TRUE(group_equal(&staff, &rules.groups[16]));
    TEST_ASSERT_EQUAL(4, rules.groups[16].revision);
    TEST_ASSERT_TRUE(holiday_equal(&eve, &rules.holidays[63]));
    TEST_ASSERT_EQUAL(3, rules.holidays[63].revision);
    const struct store_period_group *group = &rules.periods[31];
    TEST_ASSERT_EQUAL_STRING("Night", group->name);
    TEST_ASSERT_EQUAL(PERIOD_KIND_ALWAYS_CLOSED, group->kind);
    TEST_ASSERT_EQUAL(UINT32_MAX, group->revision);
    TEST_ASSERT_EQUAL(3, group->period_count);
    TEST_ASSERT_EQUAL(1320, group->periods[1].start);
    TEST_ASSERT_EQUAL(120, group->periods[1].end);
    TEST_ASSERT_EQUAL(6, group->periods[2].day);
    TEST_ASSERT_EQUAL_HEX32(0x80000000, rules.in_force[STORE_DOOR]);
    TEST_ASSERT_EQUAL_HEX32(0x80000001, rules.in_force[16]);
}

void test_writing_again_replaces(void) {
    struct time_zone zone = office;
    struct store_period_group group = night;
    put_all();
    zone.start[3] = 77;
    group.period_count = 1;
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_zones_put(store, &zone));
    TEST_ASSERT_EQUAL(0, store_periods_put(store, &group));
    TEST_ASSERT_EQUAL(0, store_in_force_put(store, 16, 0));
    TEST_ASSERT_EQUAL(0, store_commit(store));
    read_all();
    TEST_ASSERT_EQUAL(77, rules.zones[31].start[3]);
    TEST_ASSERT_EQUAL(1, rules.periods[31].period_count);
    TEST_ASSERT_EQUAL(0, rules.in_force[16]);
    TEST_ASSERT_EQUAL_HEX32(0x80000000, rules.in_force[STORE_DOOR]);
}

void test_what_is_in_force_goes_with_either_side(void) {
    put_all();
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_groups_delete(store, 16));
    TEST_ASSERT_EQUAL(0, store_commit(store));
    read_all();
    TEST_ASSERT_EQUAL(0, rules.in_force[16]);
    TEST_ASSERT_EQUAL_HEX32(0x80000000, rules.in_force[STORE_DOOR]);
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_periods_delete(store, 32));
    TEST_ASSERT_EQUAL(0, store_periods_put(store, &(struct store_period_group){.number = 32, .name = "New"}));
    TEST_ASSERT_EQUAL(0, store_commit(store));
    read_all();
    TEST_ASSERT_EQUAL(0, rules.in_force[STORE_DOOR]);
    TEST_ASSERT_EQUAL(0, rules.periods[31].period_count); /* none of the previous one */
}

void test_one_that_is_not_there(void) {
    struct time_zone zone;
    struct group group;
    struct holiday holiday;
    struct store_period_group period;
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_zones_get(store, 1, &arena, &zone));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_groups_get(store, 2, &arena, &group));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_holidays_get(store, 1, &arena, &holiday));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_periods_get(store, 1, &arena, &period));
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_zones_delete(store, 1));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_groups_delete(store, 2));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_holidays_delete(store, 1));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_periods_delete(store, 1));
}

void test_no_revision_comes_twice_not_even_after_all_is_forgotten(void) {
    uint32_t first = 0;
    uint32_t second = 0;
    put_all();
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, store_rules_next(store, &first));
    TEST_ASSERT_EQUAL(0, store_in_force_changed(store, first));
    TEST_ASSERT_EQUAL(0, store_rules_clear(store));
    TEST_ASSERT_EQUAL(0, store_rules_next(store, &second));
    TEST_ASSERT_EQUAL(0, store_commit(store));
    TEST_ASSERT_GREATER_THAN(first + 1, second);
    read_all();
    TEST_ASSERT_EQUAL(first + 1, rules.in_force_revision);
    rules.in_force_revision = 0;
    static const struct store_rules nothing;
    TEST_ASSERT_EQUAL_MEMORY(&nothing, &rules, sizeof(rules));
}
