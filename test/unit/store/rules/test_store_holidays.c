/* Rows of the table `holiday`. */
#include "store/rules/holidays.h"

#include "store/store_impl.h"
#include "store_fails.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;
static struct holiday holidays[HOLIDAY_NUMBER_MAX], got;
static size_t count;

static const struct holiday eve = {.number = 64,
                                   .name = "Eve",
                                   .from = 20261224,
                                   .to = 20261226,
                                   .yearly = true,
                                   .plan = HOLIDAY_PLAN_SATURDAY,
                                   .revision = UINT32_MAX};
static const struct holiday once = {.number = 1, .name = "Day", .from = 20270101, .to = 20270101, .revision = 1};

void setUp(void) {
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_holidays_put(store, &eve));
    TEST_ASSERT_EQUAL_INT(0, store_holidays_put(store, &once));
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

static void check(const struct holiday *expected, const struct holiday *row) {
    TEST_ASSERT_EQUAL_UINT8(expected->number, row->number);
    TEST_ASSERT_EQUAL_STRING(expected->name, row->name);
    TEST_ASSERT_EQUAL_UINT32(expected->from, row->from);
    TEST_ASSERT_EQUAL_UINT32(expected->to, row->to);
    TEST_ASSERT_EQUAL(expected->yearly, row->yearly);
    TEST_ASSERT_EQUAL_INT(expected->plan, row->plan);
    TEST_ASSERT_EQUAL_UINT32(expected->revision, row->revision);
}

void test_what_is_written_is_read(void) {
    TEST_ASSERT_EQUAL_INT(0, store_holidays_get(store, 64, &arena, &got));
    check(&eve, &got);
    TEST_ASSERT_EQUAL_INT(0, store_holidays_list(store, &arena, holidays, &count));
    TEST_ASSERT_EQUAL_size_t(2, count);
    check(&once, &holidays[0]);
    check(&eve, &holidays[1]);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_holidays_get(store, 63, &arena, &got));
}

void test_another_of_the_same_number(void) {
    struct holiday other = once;

    other.number = 64;
    other.revision = 7;
    TEST_ASSERT_EQUAL_INT(0, store_holidays_put(store, &other));
    TEST_ASSERT_EQUAL_INT(0, store_holidays_get(store, 64, &arena, &got));
    check(&other, &got);
}

void test_the_most_there_can_be(void) {
    struct holiday one = once;

    for (unsigned number = 1; number <= HOLIDAY_NUMBER_MAX; number++) {
        one.number = (uint8_t)number;
        TEST_ASSERT_EQUAL_INT(0, store_holidays_put(store, &one));
    }
    TEST_ASSERT_EQUAL_INT(0, store_holidays_list(store, &arena, holidays, &count));
    TEST_ASSERT_EQUAL_size_t(HOLIDAY_NUMBER_MAX, count);
}

void test_one_is_removed(void) {
    TEST_ASSERT_EQUAL_INT(0, store_holidays_delete(store, 64));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_holidays_delete(store, 64));
    TEST_ASSERT_EQUAL_INT(0, store_holidays_list(store, &arena, holidays, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
}

static int list(struct store *of) {
    return store_holidays_list(of, &arena, holidays, &count);
}
static int get(struct store *of) {
    return store_holidays_get(of, 64, &arena, &got);
}
static int put(struct store *of) {
    return store_holidays_put(of, &eve);
}
static int delete_one(struct store *of) {
    return store_holidays_delete(of, 64);
}

void test_every_failure_is_reported(void) {
    store_fails(store, list);
    store_fails(store, get);
    store_fails(store, put);
    store_fails(store, delete_one);
    store_fails_without_memory(store, &arena, list);
    store_fails_without_memory(store, &arena, get);
}
