#include <string.h>

#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/base/rights.h"
#include "unity.h"

static struct rights_table table;

void setUp(void) {
    memset(&table, 0, sizeof(table));
}

void tearDown(void) {
}

void test_write_includes_read_and_read_does_not_include_write(void) {
    table.right[5][FUNCTION_GROUP_USER] = RIGHT_WRITE;
    table.right[5][FUNCTION_GROUP_NETWORK] = RIGHT_READ;
    TEST_ASSERT_TRUE(rights_level_may(&table, 5, FUNCTION_GROUP_USER, RIGHT_WRITE));
    TEST_ASSERT_TRUE(rights_level_may(&table, 5, FUNCTION_GROUP_USER, RIGHT_READ));
    TEST_ASSERT_TRUE(rights_level_may(&table, 5, FUNCTION_GROUP_NETWORK, RIGHT_READ));
    TEST_ASSERT_FALSE(rights_level_may(&table, 5, FUNCTION_GROUP_NETWORK, RIGHT_WRITE));
    TEST_ASSERT_FALSE(rights_level_may(&table, 5, FUNCTION_GROUP_ADV_SETTING, RIGHT_READ));
}

void test_level_16_has_all_and_level_0_nothing_whatever_the_table_says(void) {
    for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
        table.right[0][group] = RIGHT_WRITE;
        TEST_ASSERT_TRUE(rights_level_may(&table, 16, group, RIGHT_WRITE));
        TEST_ASSERT_FALSE(rights_level_may(&table, 0, group, RIGHT_READ));
    }
}

void test_the_password_of_the_keypad_has_all_and_no_level(void) {
    const struct actor by = {.userid = ACTOR_USERID_KEYPAD};
    for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
        TEST_ASSERT_TRUE(rights_may(&table, &by, group, RIGHT_WRITE));
    }
    TEST_ASSERT_FALSE(rights_may(&table, &by, -1, RIGHT_READ));
    TEST_ASSERT_EQUAL_UINT(0, actor_reach(&by));
}

void test_who_may_know_people_may_read_users(void) {
    struct actor by = {.userid = 9, .level = 5};
    for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
        table.right[5][group] = group == FUNCTION_GROUP_USER ? RIGHT_NONE : RIGHT_WRITE;
    }
    TEST_ASSERT_FALSE(rights_may_know_people(&table, &by));
    memset(table.right[5], RIGHT_NONE, sizeof(table.right[5]));
    table.right[5][FUNCTION_GROUP_USER] = RIGHT_READ;
    TEST_ASSERT_TRUE(rights_may_know_people(&table, &by));
    by.level = 0;
    TEST_ASSERT_FALSE(rights_may_know_people(&table, &by));
}

void test_out_of_range_has_nothing(void) {
    TEST_ASSERT_FALSE(rights_level_may(&table, 17, FUNCTION_GROUP_USER, RIGHT_READ));
    TEST_ASSERT_FALSE(rights_level_may(&table, 16, -1, RIGHT_READ));
    TEST_ASSERT_FALSE(rights_level_may(&table, 16, FUNCTION_GROUP_COUNT, RIGHT_READ));
}

void test_session_is_judged_by_its_level_and_nobody_by_nothing(void) {
    struct actor view = {.level = 16};
    TEST_ASSERT_TRUE(rights_may(&table, &view, FUNCTION_GROUP_NETWORK, RIGHT_WRITE));
    view.level = 3;
    TEST_ASSERT_FALSE(rights_may(&table, &view, FUNCTION_GROUP_NETWORK, RIGHT_READ));
    struct actor nobody = actor_nobody("192.0.2.1", "userlist");
    TEST_ASSERT_FALSE(rights_may(&table, &nobody, FUNCTION_GROUP_NETWORK, RIGHT_READ));
}

void test_groups_are_those_with_at_least_read(void) {
    enum function_group groups[FUNCTION_GROUP_COUNT];
    table.right[4][FUNCTION_GROUP_USER] = RIGHT_WRITE;
    table.right[4][FUNCTION_GROUP_ADV_SETTING] = RIGHT_READ;
    TEST_ASSERT_EQUAL(2, rights_groups(&table, 4, groups));
    TEST_ASSERT_EQUAL(FUNCTION_GROUP_USER, groups[0]);
    TEST_ASSERT_EQUAL(FUNCTION_GROUP_ADV_SETTING, groups[1]);
    TEST_ASSERT_EQUAL(FUNCTION_GROUP_COUNT, rights_groups(&table, 16, groups));
    TEST_ASSERT_EQUAL(0, rights_groups(&table, 0, groups));
}
