/* Who cannot enter at any time, and why. */
#include "core/door/entry.h"

#include <string.h>

#include "core/settings/settings.h"
#include "rules_plan.h"
#include "terminal_fixture.h"
#include "unity.h"

#define TODAY 20261123

static struct rules_plan plan;
static struct entry_rules rules;

void setUp(void) {
}

void tearDown(void) {
}

/* Takes rules as they are written in docs/rules.md. */
static void take(const char *given) {
    rules_plan_read(given, &plan);
    memset(&rules, 0, sizeof(rules));
    for (uint8_t group = 0; group < STORE_GROUPS; group++) {
        rules.groups[group] = rules_best_of_week(&plan.rules, group);
    }
    rules.today = TODAY;
}

static struct user person(uint8_t group) {
    return (struct user){
        .userid = 7, .username = "", .cardno = 4711, .group = group, .employee_no = "", .department = ""};
}

static const char *why(const struct user *user) {
    enum entry_obstacle obstacle;
    return entry_is_barred(&rules, user, &obstacle) ? entry_obstacle_text_of(obstacle) : "";
}

static void assert_group(const char *want, const char *given, uint8_t group) {
    take(given);
    const struct user user = person(group);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(want, why(&user), given);
}

void test_a_group_without_hours_bars(void) {
    assert_group("groupNever", "", 0);
    assert_group("", "", 1);
    assert_group("groupUndefined", "", 2);
    assert_group("groupUndefined", "", 16);
    assert_group("groupNoHours", "group 2: none", 2);
    assert_group("groupNoHours", "zone 1: Mon 09:00-09:00; group 2: 1", 2);
    assert_group("groupNoHours", "group 2: none; group 3: none; working 1 for 3: Mon 08:00-17:00", 2);
    assert_group("groupNoHours", "group 2: none; always open 1 in force: Mon 08:00-17:00", 2);
    assert_group("", "zone 1: Sat 08:00-17:00; group 2: 0, 0, 0, 1", 2);
    assert_group("", "zone 1: Sun 22:00-06:00; group 2: 1", 2);
    assert_group("", "group 2: none; working 1 for 2: Mon 08:00-17:00", 2);
    /* Holidays pass. */
    assert_group("", "zone 1: Mon 08:00-17:00; group 2: 1; holiday 1: 2026-01-01 to 2026-12-31, none, yearly", 2);
}

void test_a_door_that_is_closed_in_all_hours_bars(void) {
    assert_group("doorClosed", "zone 1: Mon 08:00-17:00; group 2: 1; always closed 1 in force: Mon 00:00-23:59", 2);
    assert_group("", "zone 1: Mon 08:00-17:00; group 2: 1; always closed 1 in force: Mon 00:00-16:59", 2);
    assert_group("", "zone 1: Mon 08:00-17:00; group 2: 1; always closed 1 in force: Mon 08:01-23:59", 2);
    assert_group("", "zone 1: Mon 08:00-17:00; group 2: 1; always closed 1 in force: Tue 00:00-23:59", 2);
    assert_group("doorClosed", "zone 1: Mon 22:00-06:00; group 2: 1; always closed 1 in force: Mon 21:00-07:00", 2);
    assert_group("", "zone 1: Mon 22:00-06:00; group 2: 1; always closed 1 in force: Mon 21:00-05:00", 2);
    assert_group("groupNoHours", "group 2: none; always closed 1 in force: Mon 00:00-23:59", 2);
}

void test_days_of_validity(void) {
    static const struct {
        uint32_t from, to;
        uint8_t group;
        const char *want;
    } rows[] = {
        {0, TODAY, 1, ""},
        {0, TODAY - 1, 1, "expired"},
        {TODAY, 0, 1, ""},
        {TODAY + 1, 0, 1, "notYet"},
        {TODAY + 1, TODAY + 1, 1, "notYet"},
        {TODAY + 1, 0, 2, "groupUndefined"}, /* what time removes comes last */
        {0, TODAY - 1, 2, "expired"},
    };
    take("");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct user user = person(rows[i].group);
        user.valid_from = rows[i].from;
        user.valid_to = rows[i].to;
        TEST_ASSERT_EQUAL_STRING(rows[i].want, why(&user));
    }
}

void test_something_must_be_presented(void) {
    take("");
    struct user user = person(1);
    user.cardno = 0;
    TEST_ASSERT_EQUAL_STRING("noCredential", why(&user));
    user.valid_from = TODAY + 1;
    TEST_ASSERT_EQUAL_STRING("noCredential", why(&user));
    user.valid_from = 0;
    user.has_password = true;
    TEST_ASSERT_EQUAL_STRING("", why(&user));
    user.has_password = false;
    user.enrolled = 1U << 13; /* the photo opens nothing */
    TEST_ASSERT_EQUAL_STRING("noCredential", why(&user));
    for (unsigned bit = 0; bit < 13; bit++) {
        user.enrolled = (uint16_t)(1U << bit);
        TEST_ASSERT_EQUAL_STRING("", why(&user));
    }
}

void test_all_factors_of_the_mode_are_needed(void) {
    take("");
    struct user user = person(1);
    user.identify_mode = IDENTIFY_MODE_ALL;
    user.identify_factors = 1U << FACTOR_CARD | 1U << FACTOR_FINGER;
    TEST_ASSERT_EQUAL_STRING("factorMissing", why(&user));
    user.enrolled = 1;
    TEST_ASSERT_EQUAL_STRING("", why(&user));
    rules.identify.identify_mode = DEFAULT_MODE_ALL;
    rules.identify.identify_factors = 1U << FACTOR_FACE;
    TEST_ASSERT_EQUAL_STRING("", why(&user));
    user.identify_mode = IDENTIFY_MODE_DEVICE;
    TEST_ASSERT_EQUAL_STRING("factorMissing", why(&user));
    user.identify_mode = IDENTIFY_MODE_ANY;
    TEST_ASSERT_EQUAL_STRING("", why(&user));
}

void test_a_door_that_is_open_in_the_hours_needs_nothing(void) {
    struct user user = person(2);
    user.cardno = 0;
    take("zone 1: Mon 08:00-17:00; group 2: 1; always open 1 in force: Mon 16:00-18:00");
    TEST_ASSERT_EQUAL_STRING("", why(&user));
    take("zone 1: Mon 08:00-17:00; group 2: 1; always open 1 in force: Mon 17:01-18:00");
    TEST_ASSERT_EQUAL_STRING("noCredential", why(&user));
}

void test_what_is_read_is_what_counts_now(void) {
    struct fixture t;
    fixture_up(&t);
    entry_read(t.core, &rules);
    TEST_ASSERT_EQUAL_UINT32(20260921, rules.today);
    TEST_ASSERT_EQUAL(settings_get(t.core)->values.identify_param.identify_mode, rules.identify.identify_mode);
    TEST_ASSERT_TRUE(rules.groups[1].group.allowed);
    TEST_ASSERT_EQUAL(RULES_NEVER, rules.groups[2].group.why);
    fixture_down(&t);
}
