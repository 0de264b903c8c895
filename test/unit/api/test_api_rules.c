/* The handlers of time zones, groups, period groups, what is in force, and holidays. */
#include <stdio.h>
#include <string.h>

#include "api_world.h"
#include "contract.h"
#include "core/rules/periods.h"
#include "unity.h"

#define ZONE(field) VALUE_BIT(TIME_ZONE_##field)
#define GROUP(field) VALUE_BIT(GROUP_##field)

static struct api_world w;

void setUp(void) {
    api_world_up(&w);
    w.by.call = "GetGroupInfo";
}

void tearDown(void) {
    api_world_down(&w);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

/* --- Time zones and groups --- */

static struct set_time_interval_info_req asked;
static struct set_time_interval_info_reply zones;
static struct set_group_info_reply groups;

static int call_zones(void) {
    memset(&zones, 0, sizeof(zones));
    return api_set_time_interval_info(&w.ctx, &asked, &zones);
}

static int call_groups(void) {
    memset(&groups, 0, sizeof(groups));
    return api_set_group_info(&w.ctx, &groups);
}

static uint32_t save_zone(uint8_t number, const char *name) {
    struct get_time_interval_info_req req = {
        .time_zone = {.values = {.number = number, .name = name}, .given = ZONE(NAME)}};
    struct get_time_interval_info_reply reply = {0};
    refused(CAT_OK, NULL, api_get_time_interval_info(&w.ctx, &req, &reply));
    TEST_ASSERT_EQUAL(number, reply.number);
    return reply.revision;
}

static uint32_t save_group(struct group values) {
    struct get_group_info_req req = {
        .group = {.values = values, .given = GROUP(NAME) | GROUP(TIME1) | GROUP(TIME2) | GROUP(TIME3) | GROUP(TIME4)}};
    struct get_group_info_reply reply = {0};
    refused(CAT_OK, NULL, api_get_group_info(&w.ctx, &req, &reply));
    TEST_ASSERT_EQUAL(values.number, reply.number);
    return reply.revision;
}

void test_time_zones_and_the_groups_that_have_them(void) {
    asked = (struct set_time_interval_info_req){.number = 5};
    TEST_ASSERT_EQUAL(CAT_OK, call_zones());
    TEST_ASSERT_EQUAL(0, zones.zones_count);
    for (uint8_t number = 1; number <= 6; number++) {
        (void)save_zone(number, "Day");
    }
    (void)save_zone(32, "Last");
    (void)save_group((struct group){.number = 2, .name = "A", .time1 = 1});
    (void)save_group((struct group){.number = 3, .name = "B", .time2 = 2});
    (void)save_group((struct group){.number = 4, .name = "C", .time3 = 3});
    (void)save_group((struct group){.number = 16, .name = "D", .time1 = 1, .time4 = 4});
    TEST_ASSERT_EQUAL(CAT_OK, call_zones()); /* a number that is not given says nothing */
    TEST_ASSERT_EQUAL(7, zones.zones_count);
    TEST_ASSERT_EQUAL(1, zones.zones[0].number);
    TEST_ASSERT_EQUAL_STRING("Day", zones.zones[0].name);
    TEST_ASSERT_EQUAL(32, zones.zones[6].number);
    TEST_ASSERT_EQUAL(4, zones.used_count);
    TEST_ASSERT_EQUAL(1, zones.used[0].number);
    TEST_ASSERT_EQUAL(2, zones.used[0].groups_count);
    TEST_ASSERT_EQUAL(2, zones.used[0].groups[0]);
    TEST_ASSERT_EQUAL(16, zones.used[0].groups[1]);
    for (size_t i = 1; i < 4; i++) {
        TEST_ASSERT_EQUAL(i + 1, zones.used[i].number);
        TEST_ASSERT_EQUAL(1, zones.used[i].groups_count);
    }
    TEST_ASSERT_EQUAL(3, zones.used[1].groups[0]);
    TEST_ASSERT_EQUAL(4, zones.used[2].groups[0]);
    TEST_ASSERT_EQUAL(16, zones.used[3].groups[0]);
    api_world_without_memory(&w, 256, call_zones);
    TEST_ASSERT_EQUAL(7, zones.zones_count);
    asked.has_number = true;
    TEST_ASSERT_EQUAL(CAT_OK, call_zones());
    TEST_ASSERT_EQUAL(1, zones.zones_count);
    TEST_ASSERT_EQUAL(5, zones.zones[0].number);
    TEST_ASSERT_EQUAL(0, zones.used_count);
}

void test_a_time_zone_is_changed_and_deleted(void) {
    struct get_time_interval_info_req req = {
        .time_zone = {.values = {.number = 1, .name = "Night", .revision = 9}, .given = ZONE(NAME) | ZONE(REVISION)}};
    struct get_time_interval_info_reply reply = {0};
    const uint32_t revision = save_zone(1, "Day");
    (void)save_group((struct group){.number = 2, .name = "A", .time1 = 1});
    refused(CAT_CHANGED_MEANWHILE, "revision", api_get_time_interval_info(&w.ctx, &req, &reply));
    req.time_zone.values.revision = revision;
    refused(CAT_OK, NULL, api_get_time_interval_info(&w.ctx, &req, &reply));
    TEST_ASSERT_GREATER_THAN_UINT32(revision, reply.revision);
    refused(CAT_GONE, "number", api_del_time_interval(&w.ctx, &(struct del_time_interval_req){.number = 2}));
    refused(CAT_ZONE_IN_USE, "number", api_del_time_interval(&w.ctx, &(struct del_time_interval_req){.number = 1}));
    refused(CAT_OK, NULL, api_del_time_interval(&w.ctx, &(struct del_time_interval_req){.number = 1, .sure = true}));
    TEST_ASSERT_EQUAL(CAT_OK, call_groups());
    TEST_ASSERT_EQUAL(0, groups.groups[0].time1);
}

void test_groups_and_their_users(void) {
    fixture_add_user(&w.t, 7, "Ada", 0, 0, NULL);
    TEST_ASSERT_EQUAL(CAT_OK, call_groups());
    TEST_ASSERT_EQUAL(0, groups.groups_count);
    (void)save_zone(1, "Day");
    const uint32_t revision = save_group((struct group){.number = 2, .name = "Staff", .time1 = 1});
    (void)save_group((struct group){.number = 16, .name = "Last"});
    TEST_ASSERT_EQUAL(CAT_OK, call_groups());
    TEST_ASSERT_EQUAL(2, groups.groups_count);
    TEST_ASSERT_EQUAL(2, groups.groups[0].number);
    TEST_ASSERT_EQUAL_STRING("Staff", groups.groups[0].name);
    TEST_ASSERT_EQUAL(1, groups.groups[0].time1);
    TEST_ASSERT_EQUAL(revision, groups.groups[0].revision);
    TEST_ASSERT_EQUAL(16, groups.groups[1].number);
    TEST_ASSERT_EQUAL(17, groups.uses_count);
    for (unsigned i = 0; i < 17; i++) {
        TEST_ASSERT_EQUAL(i, groups.uses[i].number);
        TEST_ASSERT_EQUAL(i == 1, groups.uses[i].users);
    }
    api_world_interrupted(&w, call_groups);
    api_world_without_memory(&w, 128, call_groups);
    TEST_ASSERT_EQUAL(2, groups.groups_count);
}

void test_a_group_is_changed_and_deleted(void) {
    struct get_group_info_req req = {
        .group = {.values = {.number = 2, .name = "A", .time1 = 3}, .given = GROUP(NAME) | GROUP(TIME1)}};
    struct get_group_info_reply reply = {0};
    struct edituser_req move = {.user = {.values = {.userid = 7, .group = 2}, .given = GIVEN(GROUP)}};
    struct edituser_reply moved;
    fixture_add_user(&w.t, 7, "Ada", 0, 0, NULL);
    refused(CAT_ZONE_UNDEFINED, "time1", api_get_group_info(&w.ctx, &req, &reply));
    refused(CAT_GONE, "number", api_del_group(&w.ctx, &(struct del_group_req){.number = 2}));
    (void)save_group((struct group){.number = 2, .name = "Staff"});
    refused(CAT_OK, NULL, api_edituser(&w.ctx, &move, &moved));
    refused(CAT_GROUP_IN_USE, "number", api_del_group(&w.ctx, &(struct del_group_req){.number = 2}));
    refused(CAT_OK, NULL, api_del_group(&w.ctx, &(struct del_group_req){.number = 2, .sure = true}));
    TEST_ASSERT_EQUAL(CAT_OK, call_groups());
    TEST_ASSERT_EQUAL(0, groups.groups_count);
}

/* --- Period groups --- */

static struct add_group_time_req period;
static struct add_group_time_reply kept;
static struct set_group_time_reply plan;

static int call_period(void) {
    return api_add_group_time(&w.ctx, &period, &kept);
}

static int call_plan(void) {
    memset(&plan, 0, sizeof(plan));
    return api_set_group_time(&w.ctx, &plan);
}

static void define(uint8_t number, enum period_kind kind) {
    period = (struct add_group_time_req){.number = number,
                                         .name = "Early",
                                         .kind = kind,
                                         .periods = {{.day = 1, .start = 480, .end = 720}},
                                         .periods_count = 1};
    refused(CAT_OK, NULL, call_period());
}

void test_a_period_group_is_kept_in_its_merged_form(void) {
    define(9, PERIOD_KIND_ALWAYS_OPEN);
    TEST_ASSERT_EQUAL(9, kept.number);
    TEST_ASSERT_EQUAL(1, kept.revision);
    TEST_ASSERT_FALSE(kept.merged);
    TEST_ASSERT_EQUAL(1, kept.periods_count);
    period.periods[1] = (struct api_period_in){.day = 1, .start = 720, .end = 1020};
    period.periods[2] = (struct api_period_in){.day = 6, .start = 5, .end = 6};
    period.periods_count = 3;
    api_world_without_memory(&w, 16, call_period);
    TEST_ASSERT_EQUAL(2, kept.revision); /* and not once for each try */
    refused(CAT_OK, NULL, call_period());
    TEST_ASSERT_TRUE(kept.merged);
    TEST_ASSERT_EQUAL(2, kept.periods_count);
    TEST_ASSERT_EQUAL(1, kept.periods[0].day);
    TEST_ASSERT_EQUAL(480, kept.periods[0].start);
    TEST_ASSERT_EQUAL(1020, kept.periods[0].end);
    TEST_ASSERT_EQUAL(6, kept.periods[1].day);
    TEST_ASSERT_EQUAL(CAT_OK, call_plan());
    TEST_ASSERT_EQUAL(1, plan.groups_count);
    TEST_ASSERT_EQUAL(9, plan.groups[0].number);
    TEST_ASSERT_EQUAL_STRING("Early", plan.groups[0].name);
    TEST_ASSERT_EQUAL(PERIOD_KIND_ALWAYS_OPEN, plan.groups[0].kind);
    TEST_ASSERT_EQUAL(2, plan.groups[0].revision);
    TEST_ASSERT_EQUAL(2, plan.groups[0].periods_count);
    TEST_ASSERT_EQUAL(5, plan.groups[0].periods[1].start);
    TEST_ASSERT_EQUAL(6, plan.groups[0].periods[1].end);
    period.revision = 1;
    refused(CAT_OK, NULL, call_period()); /* it is not given */
    period.has_revision = true;
    refused(CAT_CHANGED_MEANWHILE, "revision", call_period());
}

static int delete_periods(uint8_t first, uint8_t second, bool sure, uint32_t *ret_deleted) {
    struct del_some_group_req req = {.numbers = {first, second}, .numbers_count = 2, .sure = sure};
    struct del_some_group_reply reply = {0};
    int code = api_del_some_group(&w.ctx, &req, &reply);
    *ret_deleted = reply.deleted;
    return code;
}

static struct get_universal_group_req force;
static struct get_universal_group_reply forced;

static int call_force(void) {
    return api_get_universal_group(&w.ctx, &force, &forced);
}

static void force_working(uint8_t group, uint8_t number) {
    force = (struct get_universal_group_req){
        .has_working = true,
        .working = {{.group = group, .period_groups = {number}, .period_groups_count = 1}},
        .working_count = 1};
}

void test_period_groups_are_deleted(void) {
    uint32_t deleted = 0;
    define(3, PERIOD_KIND_WORKING);
    define(4, PERIOD_KIND_WORKING);
    (void)save_group((struct group){.number = 2, .name = "Staff"});
    force_working(2, 4);
    refused(CAT_OK, NULL, call_force());
    refused(CAT_PERIOD_IN_USE, "numbers[1]", delete_periods(3, 4, false, &deleted));
    refused(CAT_PERIOD_IN_USE, "numbers[0]", delete_periods(4, 3, false, &deleted));
    TEST_ASSERT_EQUAL(CAT_OK, call_plan());
    TEST_ASSERT_EQUAL(2, plan.groups_count);
    refused(CAT_OK, NULL, delete_periods(3, 32, false, &deleted));
    TEST_ASSERT_EQUAL(1, deleted);
    refused(CAT_OK, NULL, delete_periods(3, 4, true, &deleted));
    TEST_ASSERT_EQUAL(1, deleted);
    TEST_ASSERT_EQUAL(CAT_OK, call_plan());
    TEST_ASSERT_EQUAL(0, plan.groups_count);
}

/* --- What is in force --- */

static struct set_universal_group_reply now;

static int call_now(void) {
    memset(&now, 0, sizeof(now));
    return api_set_universal_group(&w.ctx, &now);
}

static void define_all(void) {
    define(1, PERIOD_KIND_WORKING);
    define(32, PERIOD_KIND_WORKING);
    define(5, PERIOD_KIND_ALWAYS_OPEN);
    define(6, PERIOD_KIND_ALWAYS_OPEN);
    define(7, PERIOD_KIND_ALWAYS_CLOSED);
    (void)save_group((struct group){.number = 2, .name = "Staff"});
    (void)save_group((struct group){.number = 16, .name = "Last"});
}

void test_what_is_in_force(void) {
    TEST_ASSERT_EQUAL(CAT_OK, call_now());
    TEST_ASSERT_EQUAL(0, now.working_count);
    TEST_ASSERT_EQUAL(0, now.always_open_count);
    define_all();
    force = (struct get_universal_group_req){
        .has_working = true,
        .working = {{.group = 16, .period_groups = {32, 1}, .period_groups_count = 2},
                    {.group = 2, .period_groups = {1}, .period_groups_count = 1}},
        .working_count = 2,
        .has_always_open = true,
        .always_open = {6, 5},
        .always_open_count = 2,
        .has_always_closed = true,
        .always_closed = {7},
        .always_closed_count = 1,
    };
    refused(CAT_OK, NULL, call_force());
    TEST_ASSERT_EQUAL(CAT_OK, call_now());
    TEST_ASSERT_EQUAL(forced.revision, now.revision);
    TEST_ASSERT_EQUAL(2, now.working_count);
    TEST_ASSERT_EQUAL(2, now.working[0].group);
    TEST_ASSERT_EQUAL(1, now.working[0].period_groups_count);
    TEST_ASSERT_EQUAL(1, now.working[0].period_groups[0]);
    TEST_ASSERT_EQUAL(16, now.working[1].group);
    TEST_ASSERT_EQUAL(2, now.working[1].period_groups_count);
    TEST_ASSERT_EQUAL(1, now.working[1].period_groups[0]);
    TEST_ASSERT_EQUAL(32, now.working[1].period_groups[1]);
    TEST_ASSERT_EQUAL(2, now.always_open_count);
    TEST_ASSERT_EQUAL(5, now.always_open[0]);
    TEST_ASSERT_EQUAL(6, now.always_open[1]);
    TEST_ASSERT_EQUAL(1, now.always_closed_count);
    TEST_ASSERT_EQUAL(7, now.always_closed[0]);
    api_world_without_memory(&w, 16, call_now);
    TEST_ASSERT_EQUAL(2, now.working_count);
}

/* Each part that is given replaces what was, and what is not given stays. */
void test_each_part_alone(void) {
    define_all();
    force_working(2, 1);
    force.always_open[0] = 5;
    force.always_open_count = 1; /* without has_always_open */
    force.revision = 99; /* the same */
    refused(CAT_OK, NULL, call_force());
    TEST_ASSERT_EQUAL(CAT_OK, call_now());
    TEST_ASSERT_EQUAL(0, now.always_open_count);
    force = (struct get_universal_group_req){.has_always_open = true, .always_open = {5}, .always_open_count = 1};
    refused(CAT_OK, NULL, call_force());
    force = (struct get_universal_group_req){.has_always_closed = true, .always_closed = {7}, .always_closed_count = 1};
    refused(CAT_OK, NULL, call_force());
    TEST_ASSERT_EQUAL(CAT_OK, call_now());
    TEST_ASSERT_EQUAL(1, now.working_count);
    TEST_ASSERT_EQUAL(1, now.always_open_count);
    TEST_ASSERT_EQUAL(1, now.always_closed_count);
    force = (struct get_universal_group_req){.has_working = true, .has_revision = true, .revision = now.revision};
    refused(CAT_OK, NULL, call_force());
    TEST_ASSERT_EQUAL(CAT_OK, call_now());
    TEST_ASSERT_EQUAL(0, now.working_count);
    TEST_ASSERT_EQUAL(1, now.always_open_count);
}

void test_which_part_is_refused(void) {
    define_all();
    force_working(2, 1);
    force.has_revision = true;
    force.revision = 99;
    refused(CAT_CHANGED_MEANWHILE, "revision", call_force());
    force_working(9, 1);
    refused(CAT_GROUP_UNDEFINED, "working[0].group", call_force());
    force = (struct get_universal_group_req){.has_working = true,
                                             .working = {{.group = 2, .period_groups = {1}, .period_groups_count = 1},
                                                         {.group = 9, .period_groups = {1}, .period_groups_count = 1},
                                                         {.group = 16, .period_groups = {1}, .period_groups_count = 1}},
                                             .working_count = 3};
    refused(CAT_GROUP_UNDEFINED, "working[1].group", call_force());
    force.working[1] = (struct api_in_force_in){.group = 16, .period_groups = {1, 8}, .period_groups_count = 2};
    force.working_count = 2;
    refused(CAT_PERIOD_UNDEFINED, "working[1].periodGroups[1]", call_force());
    force.working[1].period_groups[1] = 5; /* of another kind */
    refused(CAT_OUT_OF_RANGE, "working[1].periodGroups[1]", call_force());
    force.working[1] = (struct api_in_force_in){.group = 2, .period_groups = {32}, .period_groups_count = 1};
    refused(CAT_DUPLICATE_KEY, "working[1].group", call_force());
    force = (struct get_universal_group_req){.has_always_open = true, .always_open = {5, 7}, .always_open_count = 2};
    refused(CAT_OUT_OF_RANGE, "alwaysOpen[1]", call_force());
    force = (struct get_universal_group_req){.has_always_closed = true, .always_closed = {8}, .always_closed_count = 1};
    refused(CAT_PERIOD_UNDEFINED, "alwaysClosed[0]", call_force());
    TEST_ASSERT_EQUAL(CAT_OK, call_now());
    TEST_ASSERT_EQUAL(0, now.working_count);
    TEST_ASSERT_EQUAL(0, now.always_open_count);
}

/* --- Holidays --- */

static int add_holiday(struct add_holiday_req req, struct add_holiday_reply *ret_added) {
    (void)snprintf(req.name, sizeof(req.name), "Eve");
    return api_add_holiday(&w.ctx, &req, ret_added);
}

void test_holidays(void) {
    struct add_holiday_reply added = {0};
    struct del_holiday_req some = {.numbers = {3, 9}, .numbers_count = 2};
    struct del_holiday_reply deleted = {0};
    refused(CAT_OK, NULL,
            add_holiday(
                (struct add_holiday_req){
                    .number = 3, .from = 20261224, .to = 20261226, .yearly = true, .plan = HOLIDAY_PLAN_SUNDAY},
                &added));
    TEST_ASSERT_EQUAL(3, added.number);
    TEST_ASSERT_EQUAL(1, added.revision);
    refused(CAT_OK, NULL, add_holiday((struct add_holiday_req){.from = 20260101, .to = 20260101}, &added));
    TEST_ASSERT_EQUAL(1, added.number); /* the next free one */
    refused(CAT_OK, NULL,
            add_holiday((struct add_holiday_req){.number = 64, .from = 20260102, .to = 20260102}, &added));
    TEST_ASSERT_EQUAL(CAT_OK, call_plan());
    TEST_ASSERT_EQUAL(3, plan.holidays_count);
    TEST_ASSERT_EQUAL(1, plan.holidays[0].number);
    TEST_ASSERT_FALSE(plan.holidays[0].yearly);
    const struct holiday *eve = &plan.holidays[1];
    TEST_ASSERT_EQUAL(3, eve->number);
    TEST_ASSERT_EQUAL_STRING("Eve", eve->name);
    TEST_ASSERT_EQUAL_UINT32(20261224, eve->from);
    TEST_ASSERT_EQUAL_UINT32(20261226, eve->to);
    TEST_ASSERT_TRUE(eve->yearly);
    TEST_ASSERT_EQUAL(HOLIDAY_PLAN_SUNDAY, eve->plan);
    TEST_ASSERT_EQUAL(64, plan.holidays[2].number);
    define(1, PERIOD_KIND_WORKING);
    api_world_without_memory(&w, 256, call_plan);
    TEST_ASSERT_EQUAL(3, plan.holidays_count);
    struct add_holiday_req old = {.number = 3, .from = 20261224, .to = 20261225, .revision = 9};
    refused(CAT_OK, NULL, add_holiday(old, &added)); /* the revision is not given */
    old.has_revision = true;
    refused(CAT_CHANGED_MEANWHILE, "revision", add_holiday(old, &added));
    refused(CAT_OUT_OF_RANGE, "to", add_holiday((struct add_holiday_req){.from = 20260102, .to = 20260101}, &added));
    refused(CAT_OK, NULL, api_del_holiday(&w.ctx, &some, &deleted));
    TEST_ASSERT_EQUAL(1, deleted.deleted);
    TEST_ASSERT_EQUAL(CAT_OK, call_plan());
    TEST_ASSERT_EQUAL(2, plan.holidays_count);
}
