/* Period groups with their intervals, and what is in force. */
#include "store/rules/periods.h"

#include <string.h>

#include "store/store_impl.h"
#include "store_fails.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;
static struct store_period_group groups[STORE_PERIOD_GROUPS], one;
static uint32_t masks[GROUP_NUMBER_MAX + 1], revision;
static size_t count;

static const struct store_period week[] = {{6, 3, 4}, {0, 1320, 120}, {0, 0, 1439}, {0, 1320, 60}};
static const struct store_period_group night = {.number = 32,
                                                .name = "Night",
                                                .kind = PERIOD_KIND_ALWAYS_CLOSED,
                                                .periods = week,
                                                .period_count = 4,
                                                .revision = UINT32_MAX};
static const struct store_period_group day = {
    .number = 1, .name = "", .kind = PERIOD_KIND_WORKING, .periods = week, .period_count = 1, .revision = 1};

void setUp(void) {
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_periods_put(store, &night));
    TEST_ASSERT_EQUAL_INT(0, store_periods_put(store, &day));
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

static void check_period(const struct store_period *expected, const struct store_period *got) {
    TEST_ASSERT_EQUAL_UINT8(expected->day, got->day);
    TEST_ASSERT_EQUAL_UINT16(expected->start, got->start);
    TEST_ASSERT_EQUAL_UINT16(expected->end, got->end);
}

static void check_night(const struct store_period_group *got) {
    TEST_ASSERT_EQUAL_UINT8(32, got->number);
    TEST_ASSERT_EQUAL_STRING("Night", got->name);
    TEST_ASSERT_EQUAL_INT(PERIOD_KIND_ALWAYS_CLOSED, got->kind);
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, got->revision);
    TEST_ASSERT_EQUAL_size_t(4, got->period_count);
    check_period(&week[2], &got->periods[0]); /* by day, start, end */
    check_period(&week[3], &got->periods[1]);
    check_period(&week[1], &got->periods[2]);
    check_period(&week[0], &got->periods[3]);
}

void test_what_is_written_is_read(void) {
    TEST_ASSERT_EQUAL_INT(0, store_periods_get(store, 32, &arena, &one));
    check_night(&one);
    TEST_ASSERT_EQUAL_INT(0, store_periods_list(store, &arena, groups, &count));
    TEST_ASSERT_EQUAL_size_t(2, count);
    TEST_ASSERT_EQUAL_UINT8(1, groups[0].number);
    TEST_ASSERT_EQUAL_STRING("", groups[0].name);
    TEST_ASSERT_EQUAL_size_t(1, groups[0].period_count);
    check_period(&week[0], &groups[0].periods[0]);
    check_night(&groups[1]);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_periods_get(store, 31, &arena, &one));
}

/* The maximum. */
void test_the_most_there_can_be(void) {
    struct store_period many[STORE_PERIODS_MAX];
    struct store_period_group full = {
        .name = "full", .periods = many, .period_count = STORE_PERIODS_MAX, .revision = 2};

    for (unsigned i = 0; i < STORE_PERIODS_MAX; i++) {
        many[i] = (struct store_period){.day = (uint8_t)(i / 8), .start = (uint16_t)(i % 8), .end = 1439};
    }
    for (uint8_t number = 1; number <= STORE_PERIOD_GROUPS; number++) {
        full.number = number;
        TEST_ASSERT_EQUAL_INT(0, store_periods_put(store, &full));
    }
    TEST_ASSERT_EQUAL_INT(0, store_periods_list(store, &arena, groups, &count));
    TEST_ASSERT_EQUAL_size_t(STORE_PERIOD_GROUPS, count);
    TEST_ASSERT_EQUAL_UINT8(STORE_PERIOD_GROUPS, groups[31].number);
    TEST_ASSERT_EQUAL_size_t(STORE_PERIODS_MAX, groups[31].period_count);
    check_period(&many[STORE_PERIODS_MAX - 1], &groups[31].periods[STORE_PERIODS_MAX - 1]);
}

/* The previous intervals are gone, those of others stay. */
void test_another_of_the_same_number(void) {
    struct store_period_group other = {.number = 32, .name = "N", .kind = PERIOD_KIND_ALWAYS_OPEN, .revision = 5};

    TEST_ASSERT_EQUAL_INT(0, store_periods_put(store, &other));
    TEST_ASSERT_EQUAL_INT(0, store_periods_get(store, 32, &arena, &one));
    TEST_ASSERT_EQUAL_STRING("N", one.name);
    TEST_ASSERT_EQUAL_INT(PERIOD_KIND_ALWAYS_OPEN, one.kind);
    TEST_ASSERT_EQUAL_UINT32(5, one.revision);
    TEST_ASSERT_EQUAL_size_t(0, one.period_count);
    TEST_ASSERT_NOT_NULL(one.periods);
    TEST_ASSERT_EQUAL_INT(0, store_periods_get(store, 1, &arena, &one));
    TEST_ASSERT_EQUAL_size_t(1, one.period_count);
}

void test_what_is_removed_is_in_force_no_more(void) {
    TEST_ASSERT_EQUAL_INT(0, store_in_force_put(store, 3, store_period_bit(1) | store_period_bit(32)));
    TEST_ASSERT_EQUAL_INT(0, store_periods_delete(store, 32));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_periods_delete(store, 32));
    TEST_ASSERT_EQUAL_INT(0, store_in_force_get(store, masks, &revision));
    TEST_ASSERT_EQUAL_HEX32(1, masks[3]);
    TEST_ASSERT_EQUAL_INT(0, store_periods_put(store, &(struct store_period_group){.number = 32, .name = ""}));
    TEST_ASSERT_EQUAL_INT(0, store_periods_get(store, 32, &arena, &one));
    TEST_ASSERT_EQUAL_size_t(0, one.period_count);
}

/* The first and last groups and numbers; a second write replaces the first. */
void test_what_is_in_force(void) {
    memset(masks, 0xff, sizeof(masks));
    TEST_ASSERT_EQUAL_INT(0, store_in_force_put(store, GROUP_NUMBER_MAX, store_period_bit(32)));
    TEST_ASSERT_EQUAL_INT(0, store_in_force_put(store, STORE_DOOR, store_period_bit(1) | store_period_bit(32)));
    TEST_ASSERT_EQUAL_INT(0, store_in_force_put(store, STORE_DOOR, store_period_bit(1)));
    TEST_ASSERT_EQUAL_INT(0, store_in_force_changed(store, 4000000000U));
    TEST_ASSERT_EQUAL_INT(0, store_in_force_get(store, masks, &revision));
    TEST_ASSERT_EQUAL_HEX32(1, masks[STORE_DOOR]);
    TEST_ASSERT_EQUAL_HEX32(0, masks[1]);
    TEST_ASSERT_EQUAL_HEX32(0x80000000, masks[GROUP_NUMBER_MAX]);
    TEST_ASSERT_EQUAL_UINT32(4000000000U, revision);
    TEST_ASSERT_EQUAL_INT(0, store_in_force_put(store, STORE_DOOR, 0));
    TEST_ASSERT_EQUAL_INT(0, store_in_force_get(store, masks, &revision));
    TEST_ASSERT_EQUAL_HEX32(0, masks[STORE_DOOR]);
}

/* Each member of a damaged row alone, at both sides of its limit. */
void test_numbers_that_cannot_be_are_damage(void) {
    static const struct {
        int group, number, expected;
    } rows[] = {{0, 1, 0},         {-1, 1, E_CORRUPT}, {GROUP_NUMBER_MAX, 32, 0}, {GROUP_NUMBER_MAX + 1, 32, E_CORRUPT},
                {0, 0, E_CORRUPT}, {0, 33, E_CORRUPT}};

    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0"));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char sql[160];

        (void)snprintf(sql, sizeof(sql),
                       "DELETE FROM in_force; INSERT INTO in_force (\"group\", number) VALUES (%d, %d)", rows[i].group,
                       rows[i].number);
        TEST_ASSERT_EQUAL_INT(0, store_exec(store, sql));
        TEST_ASSERT_EQUAL_INT_MESSAGE(rows[i].expected, store_in_force_get(store, masks, &revision), sql);
    }
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "DELETE FROM in_force; DELETE FROM rules_count"));
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_in_force_get(store, masks, &revision));
}

static int list(struct store *of) {
    return store_periods_list(of, &arena, groups, &count);
}
static int get(struct store *of) {
    return store_periods_get(of, 32, &arena, &one);
}
static int put(struct store *of) {
    return store_periods_put(of, &night);
}
static int delete_one(struct store *of) {
    return store_periods_delete(of, 32);
}
static int read_in_force(struct store *of) {
    return store_in_force_get(of, masks, &revision);
}
static int put_in_force(struct store *of) {
    return store_in_force_put(of, 3, 0x80000001);
}
static int changed(struct store *of) {
    return store_in_force_changed(of, 9);
}

void test_every_failure_is_reported(void) {
    static store_call_fn *const calls[] = {list, get, put, delete_one, read_in_force, put_in_force, changed};

    TEST_ASSERT_EQUAL_INT(0, put_in_force(store));
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        store_fails(store, calls[i]);
    }
    store_fails_without_memory(store, &arena, list);
    store_fails_without_memory(store, &arena, get);
}
