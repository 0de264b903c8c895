/* The area of each user by the last punch. */
#include "store/door/area.h"

#include "store/store_impl.h"
#include "store/users/users.h"
#include "store_fails.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;
static struct store_area got;
static struct store_area_person people[4];
static size_t count;
static uint32_t number;
static bool is_more;

void setUp(void) {
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    for (uint32_t id = 6; id <= 9; id++) {
        struct user user = {.userid = id, .username = id == 7 ? "seven" : "x", .group = 1};

        TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    }
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

static void put(uint32_t userid, uint8_t area, int64_t since_ms) {
    struct store_area one = {.area = area, .since_ms = since_ms};

    TEST_ASSERT_EQUAL_INT(0, store_area_put(store, userid, 0, &one));
}

void test_the_last_punch_counts(void) {
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_area_get(store, 7, &got));
    put(7, 1, 5000000000000);
    put(8, 2, 3);
    TEST_ASSERT_EQUAL_INT(0, store_area_get(store, 7, &got));
    TEST_ASSERT_EQUAL_UINT8(1, got.area);
    TEST_ASSERT_EQUAL_INT64(5000000000000, got.since_ms);
    put(7, 2, 4); /* earlier by the clock, and still the last */
    TEST_ASSERT_EQUAL_INT(0, store_area_get(store, 7, &got));
    TEST_ASSERT_EQUAL_UINT8(2, got.area);
    TEST_ASSERT_EQUAL_INT64(4, got.since_ms);
}

/* A deleted user has no area, and a new user with the same ID is not inside. */
void test_nobody_is_nowhere(void) {
    put(5, 1, 3);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_area_get(store, 5, &got));
    put(7, 1, 3);
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 7));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_area_get(store, 7, &got));
}

void test_one_or_all_are_forgotten(void) {
    put(7, 1, 3);
    put(8, 2, 3);
    put(9, 1, 3);
    TEST_ASSERT_EQUAL_INT(0, store_area_remove(store, 7));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_area_remove(store, 7));
    TEST_ASSERT_EQUAL_INT(0, store_area_get(store, 8, &got));
    TEST_ASSERT_EQUAL_INT(0, store_area_clear(store, &number));
    TEST_ASSERT_EQUAL_UINT32(2, number);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_area_get(store, 8, &got));
    TEST_ASSERT_EQUAL_INT(0, store_area_clear(store, &number));
    TEST_ASSERT_EQUAL_UINT32(0, number);
}

static void check_inside(int64_t since_ms, uint32_t after, size_t max, size_t expected, uint32_t first) {
    people[0].userid = 0;
    TEST_ASSERT_EQUAL_INT(0, store_area_inside(store, since_ms, after, max, &arena, people, &count));
    TEST_ASSERT_EQUAL_size_t(expected, count);
    TEST_ASSERT_EQUAL_UINT32(first, people[0].userid);
}

static void check_count(int64_t since_ms, uint32_t expected) {
    TEST_ASSERT_EQUAL_INT(0, store_area_count(store, since_ms, &number, &is_more));
    TEST_ASSERT_EQUAL_UINT32(expected, number);
    TEST_ASSERT_FALSE(is_more);
}

/* Inside, not outside; since a moment, inclusive; after an ID, exclusive. */
void test_who_is_inside(void) {
    put(9, 1, 100);
    put(8, 2, 100);
    put(7, 1, 50);
    put(6, 1, 49);
    check_inside(50, 0, 4, 2, 7);
    TEST_ASSERT_EQUAL_STRING("seven", people[0].username);
    TEST_ASSERT_EQUAL_INT64(50, people[0].since_ms);
    TEST_ASSERT_EQUAL_UINT32(9, people[1].userid);
    check_inside(51, 0, 4, 1, 9);
    check_inside(49, 0, 4, 3, 6);
    check_inside(49, 6, 4, 2, 7);
    check_inside(0, 9, 4, 0, 0);
    check_inside(0, 0, 0, 0, 0);
    people[1].userid = 77;
    check_inside(0, 0, 1, 1, 6);
    TEST_ASSERT_EQUAL_UINT32(77, people[1].userid);
    check_count(50, 2);
    check_count(49, 3);
    check_count(101, 0);
}

void test_counting_stops(void) {
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
                             " INSERT INTO person_area (userid, area, since) SELECT i + 100, 1, 5 FROM n"));
    check_count(0, STORE_AREA_COUNT_MAX);
    put(7, 1, 5);
    TEST_ASSERT_EQUAL_INT(0, store_area_count(store, 0, &number, &is_more));
    TEST_ASSERT_EQUAL_UINT32(STORE_AREA_COUNT_MAX, number);
    TEST_ASSERT_TRUE(is_more);
}

static int get(struct store *of) {
    return store_area_get(of, 7, &got);
}
static int put_one(struct store *of) {
    struct store_area one = {.area = 2, .since_ms = 3};
    return store_area_put(of, 7, 0, &one);
}
static int remove_one(struct store *of) {
    return store_area_remove(of, 7);
}
static int clear(struct store *of) {
    return store_area_clear(of, &number);
}
static int inside(struct store *of) {
    return store_area_inside(of, 0, 0, 4, &arena, people, &count);
}
static int counted(struct store *of) {
    return store_area_count(of, 0, &number, &is_more);
}

void test_every_failure_is_reported(void) {
    static store_call_fn *const calls[] = {get, put_one, remove_one, clear, inside, counted};

    put(7, 1, 3);
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        store_fails(store, calls[i]);
    }
    store_fails_without_memory(store, &arena, inside);
}
