/* Shifts and who has them, for who shows them. */
#include "core/rules/shifts_list.h"

#include <stdio.h>
#include <string.h>

#include "report_world.h"
#include "store/store_impl.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct shifts_list list;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, (size_t)1024 * 1024);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static void assign(uint32_t userid, uint8_t group, uint8_t shift, uint32_t from) {
    report_world_assign(&t, &(struct shift_assignment){.userid = userid, .group = group, .shift = shift, .from = from});
}

void test_a_terminal_without_shifts(void) {
    TEST_ASSERT_EQUAL(0, shifts_list(t.core, &arena, &list));
    TEST_ASSERT_EQUAL_size_t(0, list.count);
    TEST_ASSERT_EQUAL_size_t(0, list.group_count);
}

void test_shifts_by_number_with_their_use(void) {
    report_world_shift(&t, 64, "Last");
    report_world_shift(&t, 1, "First");
    report_world_shift(&t, 5, "Middle");
    report_world_person(&t, 7, "Ada", 2, 64);
    report_world_person(&t, 8, "Bob", 2, 64);
    assign(7, 0, 5, 20260601);
    assign(0, 2, 5, 20260601);
    assign(0, 2, 64, 20260601);
    report_world_assign(&t, &(struct shift_assignment){.userid = 7, .shift = 1, .to = 20260601, .usual = true});
    TEST_ASSERT_EQUAL(0, shifts_list(t.core, &arena, &list));
    TEST_ASSERT_EQUAL_size_t(3, list.count);
    static const struct {
        uint8_t number;
        const char *name;
        struct store_shift_use use;
    } expected[] = {{1, "First", {0, 0}}, {5, "Middle", {0, 2}}, {64, "Last", {2, 1}}};
    for (size_t i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL_UINT(expected[i].number, list.shifts[i].number);
        TEST_ASSERT_EQUAL_STRING(expected[i].name, list.shifts[i].name);
        TEST_ASSERT_EQUAL_UINT32(expected[i].use.users, list.uses[i].users);
        TEST_ASSERT_EQUAL_UINT32(expected[i].use.assigned, list.uses[i].assigned);
    }
}

void test_assignments_of_groups_by_group_and_first_day(void) {
    report_world_shift(&t, 1, "Day");
    report_world_person(&t, 7, "Ada", 2, 0);
    assign(0, 16, 1, 20260601);
    assign(0, 2, 1, 20260602);
    assign(0, 2, 1, 20260601);
    assign(0, 0, 1, 20260603);
    assign(7, 0, 1, 20260604); /* a user's is not shown here */
    TEST_ASSERT_EQUAL(0, shifts_list(t.core, &arena, &list));
    TEST_ASSERT_EQUAL_size_t(4, list.group_count);
    static const uint32_t expected[][2] = {{0, 20260603}, {2, 20260601}, {2, 20260602}, {16, 20260601}};
    for (size_t i = 0; i < 4; i++) {
        TEST_ASSERT_EQUAL_UINT32(expected[i][0], list.groups[i].group);
        TEST_ASSERT_EQUAL_UINT32(expected[i][1], list.groups[i].from);
    }
}

void test_of_each_group_the_newest_are_shown(void) {
    report_world_shift(&t, 1, "Day");
    for (uint32_t i = 0; i < 16; i++) {
        assign(0, 2, 1, 20260601 + i);
    }
    TEST_ASSERT_EQUAL(0, shifts_list(t.core, &arena, &list));
    TEST_ASSERT_EQUAL_size_t(16, list.group_count);
    TEST_ASSERT_EQUAL_UINT32(20260601, list.groups[0].from);
    assign(0, 2, 1, 20260701);
    assign(0, 3, 1, 20260801);
    TEST_ASSERT_EQUAL(0, shifts_list(t.core, &arena, &list));
    TEST_ASSERT_EQUAL_size_t(17, list.group_count);
    TEST_ASSERT_EQUAL_UINT32(20260602, list.groups[0].from);
    TEST_ASSERT_EQUAL_UINT32(20260701, list.groups[15].from);
    TEST_ASSERT_EQUAL_UINT32(20260801, list.groups[16].from);
}

void test_what_a_user_has(void) {
    struct shifts_of of;
    report_world_shift(&t, 1, "Day");
    report_world_shift(&t, 2, "Night");
    report_world_person(&t, 7, "Ada", 3, 2);
    report_world_person(&t, 8, "Bob", 0, 0);
    assign(7, 0, 1, 20260602);
    assign(7, 0, 2, 20260601);
    assign(0, 3, 1, 20260601);
    assign(8, 0, 1, 20260601);
    TEST_ASSERT_EQUAL(0, shifts_of_user(t.core, 7, &arena, &of));
    TEST_ASSERT_EQUAL_UINT(2, of.usual);
    TEST_ASSERT_EQUAL_UINT(3, of.group);
    TEST_ASSERT_EQUAL_size_t(2, of.count);
    TEST_ASSERT_EQUAL_UINT(2, of.rows[0].shift);
    TEST_ASSERT_EQUAL_UINT(1, of.rows[1].shift);
    TEST_ASSERT_EQUAL(0, shifts_of_user(t.core, 8, &arena, &of));
    TEST_ASSERT_EQUAL_UINT(0, of.usual);
    TEST_ASSERT_EQUAL_size_t(1, of.count);
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, shifts_of_user(t.core, 9, &arena, &of));
}

void test_without_memory_or_store(void) {
    struct shifts_of of;
    report_world_shift(&t, 1, "Day");
    report_world_person(&t, 7, "Ada", 3, 2);
    arena_done(&arena);
    arena_init(&arena, 1024); /* for the user alone */
    TEST_ASSERT_EQUAL(E_NOMEM, shifts_list(t.core, &arena, &list));
    TEST_ASSERT_EQUAL(E_NOMEM, shifts_of_user(t.core, 7, &arena, &of));
    arena_done(&arena);
    arena_init(&arena, (size_t)1024 * 1024);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE shift_assignment"));
    TEST_ASSERT_LESS_THAN(0, shifts_list(t.core, &arena, &list));
    TEST_ASSERT_LESS_THAN(0, shifts_of_user(t.core, 7, &arena, &of));
}
