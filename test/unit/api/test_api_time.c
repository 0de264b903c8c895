/* The handlers about the clock and daylight saving. */
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct api_ctx ctx;
static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "GetDateTimeParam"};

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
    ctx = (struct api_ctx){.core = t.core, .actor = &admin, .arena = &arena};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

/* Central Europe: the last Sundays of March and October. */
static struct setting_dst_param europe(void) {
    return (struct setting_dst_param){.mode = DST_MODE_WEEK,
                                      .change = 60,
                                      .start_month = 3,
                                      .start_day = 1,
                                      .start_week = DST_WEEK_LAST,
                                      .start_weekday = 0,
                                      .start_hour = 2,
                                      .end_month = 10,
                                      .end_day = 1,
                                      .end_week = DST_WEEK_LAST,
                                      .end_weekday = 0,
                                      .end_hour = 3};
}

static void live_in_europe(void) {
    struct setting_date_time_param clock = settings_get(t.core)->values.date_time_param;
    struct setting_dst_param dst = europe();
    clock.zone = 60;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_DATE_TIME_PARAM, &clock));
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_DST_PARAM, &dst));
}

void test_the_clock(void) {
    struct api_clock_state state;
    struct clock_move move;
    struct clock_answer answer = {.server = "time.example", .address = 1, .utc_ms = FAKE_UTC_MS + 5000};
    live_in_europe();
    TEST_ASSERT_EQUAL(CAT_OK, api_date_time_param_state(&ctx, &state));
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, state.now);
    TEST_ASSERT_EQUAL(120, state.offset);
    TEST_ASSERT_TRUE(state.dst);
    TEST_ASSERT_EQUAL(NTP_STATE_OFF, state.ntp);
    TEST_ASSERT_EQUAL_STRING("", state.ntp_server);
    TEST_ASSERT_EQUAL(0, clock_ntp_take(t.core, &answer, &move));
    TEST_ASSERT_EQUAL(CAT_OK, api_date_time_param_state(&ctx, &state));
    TEST_ASSERT_EQUAL(NTP_STATE_GOOD, state.ntp);
    TEST_ASSERT_EQUAL_STRING("time.example", state.ntp_server);
    TEST_ASSERT_EQUAL_INT64((FAKE_UTC_MS + 5000) / 1000, state.ntp_at);
    TEST_ASSERT_EQUAL(5000, state.ntp_shift);
    arena_done(&arena);
    arena.cap = 0;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_date_time_param_state(&ctx, &state));
}

void test_the_clock_is_set(void) {
    struct get_date_time_param_req req = {.time = FAKE_UTC_MS / 1000 + 3600};
    TEST_ASSERT_EQUAL(0, api_date_time_param_act(&ctx, &req));
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, core_utc_ms(t.core)); /* no time is given */
    req.has_time = true;
    TEST_ASSERT_EQUAL(0, api_date_time_param_act(&ctx, &req));
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS + 3600000, core_utc_ms(t.core));
    TEST_ASSERT_NULL(ctx.error_field);
    t.fake.clock_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, api_date_time_param_act(&ctx, &req));
    TEST_ASSERT_EQUAL_STRING("time", ctx.error_field);
}

void test_daylight_saving(void) {
    struct api_dst_state state;
    TEST_ASSERT_EQUAL(CAT_OK, api_dst_param_state(&ctx, &state));
    TEST_ASSERT_FALSE(state.active);
    TEST_ASSERT_EQUAL(0, state.next_count);
    live_in_europe();
    TEST_ASSERT_EQUAL(CAT_OK, api_dst_param_state(&ctx, &state));
    TEST_ASSERT_TRUE(state.active);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, state.now);
    TEST_ASSERT_EQUAL(2, state.next_count);
    TEST_ASSERT_EQUAL_INT64(1792890000, state.next[0].at); /* 2026-10-25T01:00Z */
    TEST_ASSERT_EQUAL(120, state.next[0].before);
    TEST_ASSERT_EQUAL(60, state.next[0].after);
    TEST_ASSERT_EQUAL_INT64(1806195600, state.next[1].at); /* 2027-03-28T01:00Z */
    TEST_ASSERT_EQUAL(60, state.next[1].before);
    TEST_ASSERT_EQUAL(120, state.next[1].after);
    arena_done(&arena);
    arena.cap = 0;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_dst_param_state(&ctx, &state));
}

/* What is asked about is not in force: each member of it counts. */
void test_a_preview(void) {
    struct dst_preview_req req = {.mode = DST_MODE_WEEK,
                                  .change = 30,
                                  .start_month = 2,
                                  .start_week = DST_WEEK_WEEK1,
                                  .start_weekday = 1,
                                  .start_hour = 4,
                                  .start_day = 1,
                                  .end_month = 11,
                                  .end_week = DST_WEEK_WEEK2,
                                  .end_weekday = 3,
                                  .end_hour = 5,
                                  .end_day = 1};
    struct dst_preview_reply reply;
    TEST_ASSERT_EQUAL(CAT_OK, api_dst_preview(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL(2, reply.next_count);
    TEST_ASSERT_EQUAL_INT64(1794371400, reply.next[0].at); /* 2026-11-11T05:00 of a clock that is half an hour ahead */
    TEST_ASSERT_EQUAL(30, reply.next[0].before);
    TEST_ASSERT_EQUAL_INT64(1801454400, reply.next[1].at); /* 2027-02-01T04:00 */
    req.mode = DST_MODE_DATE;
    req.start_day = 9;
    req.end_day = 8;
    TEST_ASSERT_EQUAL(CAT_OK, api_dst_preview(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_INT64(1794112200, reply.next[0].at); /* 2026-11-08T05:00 */
    TEST_ASSERT_EQUAL_INT64(1802145600, reply.next[1].at); /* 2027-02-09T04:00 */
    TEST_ASSERT_EQUAL(DST_MODE_DISABLE, settings_get(t.core)->values.dst_param.mode);
    req.end_month = req.start_month; /* it ends before it begins, by a day */
    TEST_ASSERT_EQUAL(CAT_OUT_OF_RANGE, api_dst_preview(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_STRING("endMonth", ctx.error_field);
    arena_done(&arena);
    arena.cap = 0;
    req.end_month = 11;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_dst_preview(&ctx, &req, &reply));
}

void test_the_status_now(void) {
    struct api_status_now now;
    TEST_ASSERT_EQUAL(CAT_OK, api_status_change_info_state(&ctx, &now));
    TEST_ASSERT_EQUAL(14 * 60 + 13, now.minute); /* 2026-09-21T14:13:20Z, a Monday */
    TEST_ASSERT_EQUAL(1, now.weekday);
    TEST_ASSERT_FALSE(now.scheduled);
}
