/* The roll of users, by ID. */
#include "store/users/roll.h"

#include "store/store_impl.h"
#include "store/users/users.h"
#include "store_fails.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;
static struct store_roll_user users[4];
static size_t count;

void setUp(void) {
    static const struct user people[] = {
        {.userid = 9, .username = "nine", .group = 2, .shift = 60, .valid_from = 20260101, .valid_to = 20261231},
        {.userid = 3, .username = "three", .group = 0, .shift = 1},
        {.userid = 999999999, .username = "", .group = 2, .valid_to = 20300101},
    };

    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    for (size_t i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &people[i], NULL));
    }
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

#define ANY (-1)

/* Of a group, or of any. */
static struct report_query asked_of(int group) {
    struct report_query asked = {.group = (uint8_t)group};
    asked.given = group == ANY ? 0 : VALUE_BIT(REPORT_QUERY_GROUP);
    return asked;
}

static size_t roll(uint32_t after, int group, size_t max) {
    const struct report_query asked = asked_of(group);
    count = 99;
    TEST_ASSERT_EQUAL_INT(0, store_users_roll(store, after, &asked, &arena, users, max, &count));
    return count;
}

void test_all_by_id(void) {
    TEST_ASSERT_EQUAL_size_t(3, roll(0, ANY, 4));
    TEST_ASSERT_EQUAL_UINT32(3, users[0].userid);
    TEST_ASSERT_EQUAL_STRING("three", users[0].username);
    TEST_ASSERT_EQUAL_UINT8(0, users[0].group);
    TEST_ASSERT_EQUAL_UINT8(1, users[0].shift);
    TEST_ASSERT_EQUAL_UINT32(0, users[0].valid_from);
    TEST_ASSERT_EQUAL_UINT32(0, users[0].valid_to);
    TEST_ASSERT_EQUAL_UINT32(9, users[1].userid);
    TEST_ASSERT_EQUAL_UINT8(2, users[1].group);
    TEST_ASSERT_EQUAL_UINT8(60, users[1].shift);
    TEST_ASSERT_EQUAL_UINT32(20260101, users[1].valid_from);
    TEST_ASSERT_EQUAL_UINT32(20261231, users[1].valid_to);
    TEST_ASSERT_EQUAL_UINT32(999999999, users[2].userid);
}

void test_behind_an_id(void) {
    TEST_ASSERT_EQUAL_size_t(3, roll(2, ANY, 4));
    TEST_ASSERT_EQUAL_size_t(2, roll(3, ANY, 4));
    TEST_ASSERT_EQUAL_UINT32(9, users[0].userid);
    TEST_ASSERT_EQUAL_size_t(0, roll(999999999, ANY, 4));
}

/* Group 0 is a group. */
void test_of_a_group(void) {
    TEST_ASSERT_EQUAL_size_t(1, roll(0, 0, 4));
    TEST_ASSERT_EQUAL_UINT32(3, users[0].userid);
    TEST_ASSERT_EQUAL_size_t(2, roll(0, 2, 4));
    TEST_ASSERT_EQUAL_UINT32(9, users[0].userid);
    TEST_ASSERT_EQUAL_size_t(1, roll(9, 2, 4));
    TEST_ASSERT_EQUAL_size_t(0, roll(0, 1, 4));
}

void test_at_most(void) {
    users[1].userid = 77;
    TEST_ASSERT_EQUAL_size_t(1, roll(0, ANY, 1));
    TEST_ASSERT_EQUAL_UINT32(77, users[1].userid);
    TEST_ASSERT_EQUAL_size_t(1, roll(0, 2, 1));
    TEST_ASSERT_EQUAL_size_t(0, roll(0, ANY, 0));
}

static int any(struct store *of) {
    return store_users_roll(of, 0, NULL, &arena, users, 4, &count);
}
static int group(struct store *of) {
    const struct report_query asked = asked_of(2);
    return store_users_roll(of, 0, &asked, &arena, users, 4, &count);
}

void test_every_failure_is_reported(void) {
    store_fails(store, any);
    store_fails(store, group);
    store_fails_without_memory(store, &arena, any);
}
