/* The handlers of the levels' rights, and of alarms. */
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/events/alarms.h"
#include "core/settings/settings.h"
#include "log_world.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct api_ctx ctx;
static struct actor by;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, (size_t)256 * 1024);
    by = (struct actor){.session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "c"};
    ctx = (struct api_ctx){.core = t.core, .actor = &by, .arena = &arena};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

/* --- Rights ------------------------------------------------------------------------------------------------------------------ */

static struct set_roles_reply now;

static int look(void) {
    return api_set_roles(&ctx, &now);
}

static struct get_roles_req req;

/* Each group of one level has a right of its own, in this order. */
static void want(uint8_t level, enum right user, enum right network, enum right basic, enum right acc, enum right adv) {
    struct api_level_change_in *one = &req.levels[req.levels_count++];
    one->level = level;
    one->user = user;
    one->network = network;
    one->basic_setting = basic;
    one->acc_setting = acc;
    one->adv_setting = adv;
}

static int save(uint32_t *ret_revision) {
    struct get_roles_reply reply = {0};
    ctx.error_field = NULL;
    int code = api_get_roles(&ctx, &req, &reply);
    *ret_revision = reply.revision;
    req.levels_count = 0;
    return code;
}

static void assert_level(unsigned level, enum right user, enum right network, enum right basic, enum right acc,
                         enum right adv) {
    const struct api_level_rights *one = &now.levels[level - 1];
    TEST_ASSERT_EQUAL(level, one->level);
    TEST_ASSERT_EQUAL(user, one->user);
    TEST_ASSERT_EQUAL(network, one->network);
    TEST_ASSERT_EQUAL(basic, one->basic_setting);
    TEST_ASSERT_EQUAL(acc, one->acc_setting);
    TEST_ASSERT_EQUAL(adv, one->adv_setting);
}

void test_rights_of_levels(void) {
    uint32_t revision = 0;
    fixture_add_user(&t, 7, "Ada", 15, 0, NULL);
    want(15, RIGHT_WRITE, RIGHT_READ, RIGHT_WRITE, RIGHT_READ, RIGHT_READ);
    for (uint8_t level = 1; level < 15; level++) {
        want(level, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE);
    }
    TEST_ASSERT_EQUAL(CAT_OK, save(&revision));
    TEST_ASSERT_EQUAL(CAT_OK, look());
    TEST_ASSERT_EQUAL(revision, now.revision);
    TEST_ASSERT_TRUE(now.editable);
    TEST_ASSERT_EQUAL(16, now.levels_count);
    assert_level(1, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE);
    assert_level(15, RIGHT_WRITE, RIGHT_READ, RIGHT_WRITE, RIGHT_READ, RIGHT_READ);
    assert_level(16, RIGHT_WRITE, RIGHT_WRITE, RIGHT_WRITE, RIGHT_WRITE, RIGHT_WRITE);
    TEST_ASSERT_EQUAL(1, now.levels[14].accounts);
    TEST_ASSERT_EQUAL(0, now.levels[13].accounts);
    want(15, RIGHT_READ, RIGHT_WRITE, RIGHT_READ, RIGHT_WRITE, RIGHT_WRITE);
    req.has_revision = true;
    req.revision = revision + 1;
    TEST_ASSERT_EQUAL(CAT_CHANGED_MEANWHILE, save(&revision));
    TEST_ASSERT_NULL(ctx.error_field);
    req.revision = now.revision;
    want(15, RIGHT_READ, RIGHT_WRITE, RIGHT_READ, RIGHT_WRITE, RIGHT_WRITE);
    TEST_ASSERT_EQUAL(CAT_OK, save(&revision));
    req.has_revision = false;
    TEST_ASSERT_EQUAL(CAT_OK, look());
    assert_level(15, RIGHT_READ, RIGHT_WRITE, RIGHT_READ, RIGHT_WRITE, RIGHT_WRITE);
    by.userid = 7;
    by.level = 15;
    TEST_ASSERT_EQUAL(CAT_OK, look());
    TEST_ASSERT_FALSE(now.editable);
    want(15, RIGHT_WRITE, RIGHT_WRITE, RIGHT_WRITE, RIGHT_WRITE, RIGHT_WRITE);
    TEST_ASSERT_EQUAL(CAT_ADMIN_ONLY, save(&revision));
    TEST_ASSERT_NULL(ctx.error_field);
    arena_done(&arena);
    arena.cap = 0;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, look());
}

/* Which right is too low is told where it stands; or, when that level is not in the request, at the one below. */
void test_which_right_is_too_low(void) {
    uint32_t revision = 0;
    for (uint8_t level = 1; level <= 15; level++) {
        want(level, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE);
    }
    TEST_ASSERT_EQUAL(CAT_OK, save(&revision));
    want(3, RIGHT_NONE, RIGHT_READ, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE);
    want(4, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE);
    TEST_ASSERT_EQUAL(CAT_OUT_OF_RANGE, save(&revision));
    TEST_ASSERT_EQUAL_STRING("levels[1].network", ctx.error_field);
    want(4, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE);
    want(3, RIGHT_NONE, RIGHT_READ, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE);
    TEST_ASSERT_EQUAL(CAT_OUT_OF_RANGE, save(&revision));
    TEST_ASSERT_EQUAL_STRING("levels[0].network", ctx.error_field);
    want(9, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE);
    want(3, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_READ);
    TEST_ASSERT_EQUAL(CAT_OUT_OF_RANGE, save(&revision));
    TEST_ASSERT_EQUAL_STRING("levels[1].advSetting", ctx.error_field);
    want(16, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE, RIGHT_NONE);
    TEST_ASSERT_EQUAL(CAT_OUT_OF_RANGE, save(&revision));
    TEST_ASSERT_EQUAL_STRING("levels", ctx.error_field);
}

/* --- Alarms ------------------------------------------------------------------------------------------------------------------ */

static struct alarms_reply alarms;
static bool all;

static int list(void) {
    return api_alarms(&ctx, &(struct alarms_req){.all = all}, &alarms);
}

static void add_alarm(void) {
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store,
                                    "INSERT INTO alarm (seq, kind, door, userid, username, detail, first_ms, last_ms,"
                                    " last_seq, count) VALUES (5, 2, 1, 7, 'Ada', 'why', 1000, 2000, 9, 3)"));
    fixture_restart(&t);
    ctx.core = t.core;
}

void test_alarms(void) {
    struct ack_alarm_reply acked = {0};
    add_alarm();
    all = false;
    TEST_ASSERT_EQUAL(CAT_OK, list());
    TEST_ASSERT_EQUAL(1, alarms.open);
    TEST_ASSERT_EQUAL(1, alarms.alarms_count);
    const struct api_alarm *one = &alarms.alarms[0];
    TEST_ASSERT_EQUAL_INT64(5, one->id);
    TEST_ASSERT_EQUAL(2, one->kind);
    TEST_ASSERT_EQUAL(1, one->door);
    TEST_ASSERT_EQUAL(7, one->userid);
    TEST_ASSERT_EQUAL_STRING("Ada", one->username);
    TEST_ASSERT_EQUAL_STRING("why", one->detail);
    TEST_ASSERT_EQUAL_INT64(1000, one->first);
    TEST_ASSERT_EQUAL_INT64(2000, one->last);
    TEST_ASSERT_EQUAL_INT64(9, one->last_seq);
    TEST_ASSERT_EQUAL(3, one->count);
    TEST_ASSERT_EQUAL_INT64(0, one->acked);
    TEST_ASSERT_EQUAL_STRING("", one->acked_by);
    TEST_ASSERT_EQUAL(CAT_GONE, api_ack_alarm(&ctx, &(struct ack_alarm_req){.id = 6, .last_seq = 9}, &acked));
    TEST_ASSERT_EQUAL_STRING("id", ctx.error_field);
    TEST_ASSERT_EQUAL(1, acked.open);
    TEST_ASSERT_EQUAL(CAT_ALARM_AGAIN, api_ack_alarm(&ctx, &(struct ack_alarm_req){.id = 5, .last_seq = 8}, &acked));
    TEST_ASSERT_EQUAL_STRING("lastSeq", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_OK, api_ack_alarm(&ctx, &(struct ack_alarm_req){.id = 5, .last_seq = 9}, &acked));
    TEST_ASSERT_EQUAL(0, acked.open);
    TEST_ASSERT_EQUAL(CAT_OK, list());
    TEST_ASSERT_EQUAL(0, alarms.alarms_count);
    all = true;
    TEST_ASSERT_EQUAL(CAT_OK, list());
    TEST_ASSERT_EQUAL(1, alarms.alarms_count);
    TEST_ASSERT_EQUAL(0, alarms.open);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, alarms.alarms[0].acked);
    TEST_ASSERT_EQUAL_STRING("admin", alarms.alarms[0].acked_by);
    arena_done(&arena);
    arena.cap = 0;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, list());
}

void test_what_an_event_stream_begins_with(void) {
    struct events_reply reply = {0};
    TEST_ASSERT_EQUAL_INT64(1, log_world_punch(&t, 7, FAKE_UTC_MS, RECORD_STATUS_NONE));
    TEST_ASSERT_EQUAL_INT64(2, log_world_punch(&t, 7, FAKE_UTC_MS, RECORD_STATUS_NONE));
    TEST_ASSERT_EQUAL(0, api_events(&ctx, &(struct events_req){0}, &reply));
    TEST_ASSERT_EQUAL_INT64(1, reply.first);
    TEST_ASSERT_EQUAL_INT64(2, reply.last);
    TEST_ASSERT_GREATER_THAN(0, reply.beat);
}
