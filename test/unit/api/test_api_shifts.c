/* The handlers of shifts and of who has them. */
#include <stdio.h>
#include <string.h>

#include "api_world.h"
#include "contract.h"
#include "report_world.h"
#include "unity.h"

static struct api_world w;

void setUp(void) {
    api_world_up(&w);
    log_world_zone(&w.t, 0);
    w.by.call = "assignShift";
}

void tearDown(void) {
    api_world_down(&w);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

static struct set_shifts_info_reply list;

static int call_list(void) {
    memset(&list, 0, sizeof(list));
    return api_set_shifts_info(&w.ctx, &list);
}

static struct shifts_of_req whose;
static struct shifts_of_reply of;

static int call_of(void) {
    memset(&of, 0, sizeof(of));
    return api_shifts_of(&w.ctx, &whose, &of);
}

static uint32_t assign(int code, const char *field, struct assign_shift_req req) {
    struct assign_shift_reply reply = {0};
    refused(code, field, api_assign_shift(&w.ctx, &req, &reply));
    return reply.id;
}

void test_shifts_and_how_many_have_them(void) {
    TEST_ASSERT_EQUAL(CAT_OK, call_list());
    TEST_ASSERT_EQUAL(0, list.shifts_count);
    TEST_ASSERT_EQUAL_UINT32(20260921, list.today);
    report_world_shift(&w.t, 1, "Day");
    report_world_shift(&w.t, 5, "Night");
    report_world_person(&w.t, 7, "Ada", 2, 5);
    report_world_person(&w.t, 8, "Bob", 2, 5);
    (void)assign(CAT_OK, NULL,
                 (struct assign_shift_req){
                     .group = 2, .has_group = true, .shift = 1, .from = 20260601, .to = 20260701, .has_to = true});
    TEST_ASSERT_EQUAL(CAT_OK, call_list());
    TEST_ASSERT_EQUAL(2, list.shifts_count);
    TEST_ASSERT_EQUAL(1, list.shifts[0].number);
    TEST_ASSERT_EQUAL_STRING("Night", list.shifts[1].name);
    TEST_ASSERT_EQUAL(2, list.uses_count);
    TEST_ASSERT_EQUAL(1, list.uses[0].number);
    TEST_ASSERT_EQUAL(0, list.uses[0].users);
    TEST_ASSERT_EQUAL(1, list.uses[0].assigned);
    TEST_ASSERT_EQUAL(5, list.uses[1].number);
    TEST_ASSERT_EQUAL(2, list.uses[1].users);
    TEST_ASSERT_EQUAL(0, list.uses[1].assigned);
    TEST_ASSERT_EQUAL(1, list.groups_count);
    TEST_ASSERT_EQUAL(2, list.groups[0].group);
    TEST_ASSERT_EQUAL(1, list.groups[0].shift);
    TEST_ASSERT_EQUAL_UINT32(20260601, list.groups[0].from);
    TEST_ASSERT_EQUAL_UINT32(20260701, list.groups[0].to);
    api_world_interrupted(&w, call_list);
    api_world_without_memory(&w, 16, call_list);
    TEST_ASSERT_EQUAL(2, list.shifts_count);
}

void test_a_shift_is_saved_and_deleted(void) {
    struct get_shifts_info_req req = {
        .shift = {.values = {.number = 3, .name = "Late", .on_duty = 840, .off_duty = 1320},
                  .given = VALUE_BIT(SHIFT_NAME) | VALUE_BIT(SHIFT_ON_DUTY) | VALUE_BIT(SHIFT_OFF_DUTY)}};
    struct get_shifts_info_reply reply = {0};
    refused(CAT_OK, NULL, api_get_shifts_info(&w.ctx, &req, &reply));
    TEST_ASSERT_EQUAL(3, reply.number);
    TEST_ASSERT_EQUAL(1, reply.revision);
    TEST_ASSERT_EQUAL(CAT_OK, call_list());
    TEST_ASSERT_EQUAL(840, list.shifts[0].on_duty);
    req.shift.given |= VALUE_BIT(SHIFT_REVISION);
    req.shift.values.revision = 9;
    refused(CAT_CHANGED_MEANWHILE, "revision", api_get_shifts_info(&w.ctx, &req, &reply));
    refused(CAT_GONE, "number", api_del_shift(&w.ctx, &(struct del_shift_req){.number = 4}));
    report_world_person(&w.t, 7, "Ada", 2, 3);
    refused(CAT_SHIFT_IN_USE, "number", api_del_shift(&w.ctx, &(struct del_shift_req){.number = 3}));
    refused(CAT_OK, NULL, api_del_shift(&w.ctx, &(struct del_shift_req){.number = 3, .sure = true}));
    TEST_ASSERT_EQUAL(CAT_OK, call_list());
    TEST_ASSERT_EQUAL(0, list.shifts_count);
}

void test_the_shifts_of_a_person(void) {
    report_world_shift(&w.t, 1, "Day");
    report_world_shift(&w.t, 5, "Night");
    report_world_person(&w.t, 7, "Ada", 2, 5);
    const uint32_t id = assign(CAT_OK, NULL,
                               (struct assign_shift_req){.userid = 7,
                                                         .has_userid = true,
                                                         .group = 3, /* not given */
                                                         .shift = 1,
                                                         .from = 20260601,
                                                         .to = 20260701,
                                                         .has_to = true,
                                                         .id = 77});
    whose.userid = 7;
    TEST_ASSERT_EQUAL(CAT_OK, call_of());
    TEST_ASSERT_EQUAL(5, of.usual);
    TEST_ASSERT_EQUAL(2, of.group);
    TEST_ASSERT_EQUAL_UINT32(20260921, of.today);
    TEST_ASSERT_EQUAL(1, of.assigned_count);
    TEST_ASSERT_EQUAL(id, of.assigned[0].id);
    TEST_ASSERT_EQUAL(7, of.assigned[0].userid);
    TEST_ASSERT_EQUAL(1, of.assigned[0].shift);
    TEST_ASSERT_EQUAL_UINT32(20260601, of.assigned[0].from);
    TEST_ASSERT_EQUAL_UINT32(20260701, of.assigned[0].to);
    api_world_interrupted(&w, call_of);
    TEST_ASSERT_EQUAL(id, assign(CAT_OK, NULL,
                                 (struct assign_shift_req){.userid = 7,
                                                           .has_userid = true,
                                                           .shift = 1,
                                                           .from = 20260602,
                                                           .to = 20260701, /* not given: without end */
                                                           .id = id,
                                                           .has_id = true}));
    TEST_ASSERT_EQUAL(CAT_OK, call_of());
    TEST_ASSERT_EQUAL(1, of.assigned_count);
    TEST_ASSERT_EQUAL_UINT32(20260602, of.assigned[0].from);
    TEST_ASSERT_EQUAL_UINT32(0, of.assigned[0].to);
    refused(CAT_OK, NULL, api_unassign_shift(&w.ctx, &(struct unassign_shift_req){.id = id}));
    refused(CAT_GONE, "id", api_unassign_shift(&w.ctx, &(struct unassign_shift_req){.id = id}));
    TEST_ASSERT_EQUAL(CAT_OK, call_of());
    TEST_ASSERT_EQUAL(0, of.assigned_count);
    whose.userid = 99;
    refused(CAT_USER_UNKNOWN, "userid", call_of());
}

void test_it_is_assigned_to_a_user_or_to_a_group(void) {
    report_world_shift(&w.t, 1, "Day");
    report_world_person(&w.t, 7, "Ada", 2, 1);
    (void)assign(CAT_MISSING_PARAMETER, "userid", (struct assign_shift_req){.userid = 7, .shift = 1, .from = 20260601});
    (void)assign(CAT_OUT_OF_RANGE, "userid",
                 (struct assign_shift_req){
                     .userid = 7, .has_userid = true, .group = 2, .has_group = true, .shift = 1, .from = 20260601});
    (void)assign(CAT_USER_UNKNOWN, "userid",
                 (struct assign_shift_req){.userid = 99, .has_userid = true, .shift = 1, .from = 20260601});
    (void)assign(CAT_SHIFT_UNDEFINED, "shift",
                 (struct assign_shift_req){.userid = 7, .has_userid = true, .shift = 2, .from = 20260601});
    (void)assign(CAT_MISSING_PARAMETER, "from", (struct assign_shift_req){.userid = 7, .has_userid = true, .shift = 1});
    TEST_ASSERT_EQUAL(CAT_OK, call_list());
    TEST_ASSERT_EQUAL(0, list.groups_count);
    TEST_ASSERT_EQUAL(0, list.uses[0].assigned);
}
