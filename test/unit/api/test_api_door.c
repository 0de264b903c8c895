/* The handlers of the door: what is told of it, commands, and who is inside. */
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/door/door.h"
#include "core/settings/settings.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct api_ctx ctx;
static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "doorCommand"};

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
    ctx = (struct api_ctx){.core = t.core, .actor = &admin, .arena = &arena};
    (void)door_look(t.core);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static void without_memory(int (*call)(void)) {
    const size_t cap = arena.cap;
    int code = CAT_SYSTEM_ERROR;
    for (size_t room = 0; code != CAT_OK && room < cap; room += 32) {
        arena_done(&arena);
        arena.cap = room;
        code = call();
        TEST_ASSERT_TRUE(code == CAT_OK || code == CAT_SYSTEM_ERROR);
    }
    arena_done(&arena);
    arena.cap = cap;
    TEST_ASSERT_EQUAL(CAT_OK, code);
}

static struct door_state_reply state;

static int call_state(void) {
    return api_door_state(&ctx, &state);
}

static int command(enum door_command what) {
    struct door_command_req req = {.command = what, .reason = "why"};
    int code = api_door_command(&ctx, &req);
    (void)door_look(t.core);
    return code;
}

void test_the_door_now(void) {
    struct door_view view;
    TEST_ASSERT_EQUAL(CAT_OK, call_state());
    door_read(t.core, &view);
    TEST_ASSERT_EQUAL(DOOR_RULE_NORMAL, state.rule);
    TEST_ASSERT_EQUAL_INT64(view.since, state.since);
    TEST_ASSERT_EQUAL(view.relay_mode, state.relay_mode);
    TEST_ASSERT_FALSE(state.relay);
    TEST_ASSERT_EQUAL(view.leaf, state.leaf);
    TEST_ASSERT_EQUAL(0, state.alarms_count);
    TEST_ASSERT_FALSE(state.sounds);
    TEST_ASSERT_FALSE(state.supply);
    TEST_ASSERT_EQUAL(0, state.bad_frames);
    TEST_ASSERT_EQUAL_INT64(view.started, state.started_at);
    TEST_ASSERT_EQUAL(DOOR_RULE_NORMAL, state.schedule);
    TEST_ASSERT_EQUAL(0, state.changes_count);
    without_memory(call_state);
    fake_hal_advance(&t.fake, 5000);
    t.fake.devices.door.supply = true;
    TEST_ASSERT_EQUAL(CAT_OK, command(DOOR_COMMAND_OPEN));
    TEST_ASSERT_EQUAL(CAT_OK, call_state());
    TEST_ASSERT_TRUE(state.relay);
    TEST_ASSERT_TRUE(state.supply);
    t.fake.devices.door.online = false;
    (void)door_look(t.core);
    fake_hal_advance(&t.fake, 1000);
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL(CAT_OK, call_state());
    TEST_ASSERT_EQUAL(1, state.alarms_count);
    TEST_ASSERT_EQUAL(DOOR_ALARM_OFFLINE, state.alarms[0].alarm);
    TEST_ASSERT_TRUE(state.alarms[0].since >= FAKE_UTC_MS + 5000);
    TEST_ASSERT_EQUAL(CAT_DEVICE_OFFLINE, command(DOOR_COMMAND_OPEN));
}

void test_commands(void) {
    fake_hal_advance(&t.fake, 5000);
    TEST_ASSERT_EQUAL(CAT_OK, command(DOOR_COMMAND_LOCK_DOWN));
    TEST_ASSERT_EQUAL(CAT_OK, call_state());
    TEST_ASSERT_EQUAL(DOOR_RULE_LOCKED_DOWN, state.rule);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS + 5000, state.since);
    TEST_ASSERT_EQUAL(CAT_DOOR_LOCKED_DOWN, command(DOOR_COMMAND_OPEN));
    TEST_ASSERT_EQUAL(CAT_OK, command(DOOR_COMMAND_RELEASE));
    TEST_ASSERT_EQUAL(CAT_OK, call_state());
    TEST_ASSERT_EQUAL(DOOR_RULE_NORMAL, state.rule);
}

static struct people_inside_reply inside;

static int call_inside(void) {
    return api_people_inside(&ctx, &(struct people_inside_req){.limit = 1}, &inside);
}

void test_who_is_inside(void) {
    struct reset_passback_reply reset = {0};
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Bob", 0, 0, NULL);
    TEST_ASSERT_EQUAL(CAT_OK, call_inside());
    TEST_ASSERT_EQUAL(0, inside.people_count);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "INSERT INTO person_area VALUES (7, 1, 1000), (8, 1, 2000)"));
    TEST_ASSERT_EQUAL(CAT_OK, call_inside());
    TEST_ASSERT_EQUAL(1, inside.people_count);
    TEST_ASSERT_EQUAL(2, inside.total);
    TEST_ASSERT_FALSE(inside.total_is_more);
    TEST_ASSERT_NOT_EQUAL(0, inside.next);
    TEST_ASSERT_EQUAL_STRING(inside.people[0].userid == 7 ? "Ada" : "Bob", inside.people[0].username);
    TEST_ASSERT_EQUAL_INT64(inside.people[0].userid == 7 ? 1000 : 2000, inside.people[0].since);
    without_memory(call_inside);
    TEST_ASSERT_EQUAL(CAT_GONE, api_reset_passback(&ctx, &(struct reset_passback_req){.userid = 99}, &reset));
    TEST_ASSERT_EQUAL_STRING("userid", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_OK, api_reset_passback(&ctx, &(struct reset_passback_req){.userid = 7}, &reset));
    TEST_ASSERT_EQUAL(1, reset.people);
    TEST_ASSERT_EQUAL(CAT_OK, call_inside());
    TEST_ASSERT_EQUAL(1, inside.total);
    TEST_ASSERT_EQUAL(8, inside.people[0].userid);
}

static struct explain_req asked;
static struct explain_reply why;

static int call_explain(void) {
    return api_explain(&ctx, &asked, &why);
}

void test_why_somebody_is_let_in_or_not(void) {
    fixture_add_user(&t, 7, "Ada", 0, 4301, NULL);
    asked = (struct explain_req){.userid = 7,
                                 .has_userid = true,
                                 .factors = 1U << FACTOR_CARD,
                                 .has_factors = true,
                                 .time = FAKE_UTC_MS - 1000,
                                 .has_time = true};
    TEST_ASSERT_EQUAL(CAT_OK, call_explain());
    TEST_ASSERT_EQUAL(7, why.userid);
    TEST_ASSERT_EQUAL_STRING("Ada", why.username);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS - 1000, why.time);
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, why.factors);
    TEST_ASSERT_EQUAL(0, why.lacks);
    TEST_ASSERT_EQUAL(0, why.missing);
    TEST_ASSERT_EQUAL(DECIDE_FINDING_GRANTED, why.verdict);
    TEST_ASSERT_TRUE(why.opens);
    TEST_ASSERT_GREATER_THAN(0, why.steps_count);
    bool has_user = false;
    for (size_t i = 0; i < why.steps_count; i++) {
        TEST_ASSERT_NOT_NULL(why.steps[i].name);
        TEST_ASSERT_TRUE(strchr(why.steps[i].page, '=') == NULL || strstr(why.steps[i].page, "=7") != NULL);
        has_user = has_user || strstr(why.steps[i].page, "=7") != NULL;
    }
    TEST_ASSERT_TRUE(has_user); /* a page of that user is named */
    without_memory(call_explain);
    asked.from = CREDENTIAL_FROM_WIEGAND;
    (void)snprintf(asked.mac, sizeof(asked.mac), "00:00:00:00:00:0A");
    TEST_ASSERT_EQUAL(CAT_OK, call_explain());
    TEST_ASSERT_EQUAL(CREDENTIAL_FROM_WIEGAND, why.from);
    TEST_ASSERT_EQUAL_STRING("00:00:00:00:00:0A", why.mac);
    TEST_ASSERT_EQUAL(RECORD_REASON_NOT_AUTHORIZED, why.reason);
    TEST_ASSERT_FALSE(why.opens); /* nobody has authorized that device */
    asked.userid = 99;
    TEST_ASSERT_NOT_EQUAL(CAT_OK, call_explain());
    TEST_ASSERT_EQUAL_STRING("userid", ctx.error_field);
}
