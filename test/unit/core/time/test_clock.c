#include "core/base/actor.h"
#include "core/time/clock.h"

#include <string.h>

#include "core/accounts/sessions.h"
#include "core/accounts/throttle.h"
#include "core/base/audit.h"
#include "core/settings/settings.h"
#include "setting_hooks.h"
#include "store/base/audit.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

#define BUILT_S (FAKE_UTC_MS / 1000 - 1000000)

static struct fixture t;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetDateTimeParam"};

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

static int64_t now_s(void) {
    return core_utc_ms(t.core) / 1000;
}

/* Saves the given members of DateTimeParam or DSTParam. */
static int save(enum setting_page page, const void *values, uint64_t given) {
    struct settings_change change = {.page = page, .values = values, .given = given};
    struct settings_result result;
    return settings_save(t.core, &by, &change, &result);
}

static void use_europe(void) {
    struct setting_date_time_param time = {.zone = 60};
    struct setting_dst_param dst = {.mode = DST_MODE_WEEK,
                                    .change = 60,
                                    .start_month = 3,
                                    .start_day = 31,
                                    .start_week = DST_WEEK_LAST,
                                    .start_hour = 2,
                                    .end_month = 10,
                                    .end_day = 31,
                                    .end_week = DST_WEEK_LAST,
                                    .end_hour = 3};
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_DATE_TIME_PARAM, &time, SETTING_DATE_TIME_PARAM_ZONE));
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_DST_PARAM, &dst, SETTINGS_ALL));
}

void test_a_calendar_before_the_build_date_is_set_to_it(void) {
    struct core_shared shared = {.hal = &t.fake.hal};
    TEST_ASSERT_EQUAL(0, clock_new(&t.fake.hal, FAKE_UTC_MS / 1000 + 60, &shared.clock));
    TEST_ASSERT_EQUAL_INT64(60000, clock_repaired_ms(&shared));
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS + 60000, core_utc_ms(t.core));
    clock_free(shared.clock);
    TEST_ASSERT_EQUAL(0, clock_new(&t.fake.hal, BUILT_S, &shared.clock));
    TEST_ASSERT_EQUAL_INT64(0, clock_repaired_ms(&shared));
    clock_free(shared.clock);
}

/* A time of a server, which is asked at its address. */
static int take_from(const char *server, uint32_t address, int64_t utc_ms, struct clock_move *ret_move) {
    struct clock_answer answer = {.server = server, .address = address, .utc_ms = utc_ms};
    return clock_ntp_take(t.core, &answer, ret_move);
}

/* The same of two that agree. */
static int take_of_two(int64_t utc_ms, struct clock_move *ret_move) {
    int r = take_from("other.example", 2, utc_ms, ret_move);
    return r < 0 || ret_move->confirmed ? r : take_from("ntp.example", 1, utc_ms, ret_move);
}

static int keep_row(void *ctx, const struct store_audit_row *row) {
    TEST_ASSERT_EQUAL_STRING("clock", row->object);
    TEST_ASSERT_EQUAL_STRING("GetDateTimeParam", row->call);
    (void)strncpy(ctx, row->after, 63);
    return 0;
}

void test_the_clock_is_set_and_the_audit_says_so(void) {
    char after[64] = "";
    int64_t to = now_s() + 86400;
    TEST_ASSERT_EQUAL(0, clock_set(t.core, &by, to));
    TEST_ASSERT_EQUAL_INT64(to, now_s());
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 1, keep_row, after));
    TEST_ASSERT_EQUAL_STRING("{\"time\":1790086400}", after);
}

/* What cannot be audited does not happen. */
void test_a_clock_whose_audit_is_refused_stays(void) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(E_INVAL, clock_set(t.core, &by, now_s() + 86400)); /* no transaction in a transaction */
    store_abort(t.core->store);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, core_utc_ms(t.core));
}

static int seconds_pass(void *unused) {
    (void)unused;
    fake_hal_advance(&t.fake, 3000);
    return 1; /* the commit is refused */
}

void test_a_clock_whose_audit_is_not_committed_is_set_back(void) {
    char after[64] = "";
    (void)sqlite3_commit_hook(t.core->store->db, seconds_pass, NULL);
    TEST_ASSERT_LESS_THAN(0, clock_set(t.core, &by, now_s() + 86400));
    (void)sqlite3_commit_hook(t.core->store->db, NULL, NULL);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS + 3000, core_utc_ms(t.core));
    TEST_ASSERT_EQUAL(0, clock_set(t.core, &by, now_s() + 60)); /* no transaction was left open */
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 1, keep_row, after));
    TEST_ASSERT_EQUAL_STRING("{\"time\":1790000063}", after);
}

static int network_answers(void *unused) {
    struct clock_move move;
    (void)unused;
    fake_hal_advance(&t.fake, 3000);
    TEST_ASSERT_EQUAL(0, take_of_two(FAKE_UTC_MS + 7000, &move));
    return 1; /* the commit is refused */
}

/* The time of the network came between setting the clock and taking that back: it is the newer one. */
void test_a_clock_is_not_taken_back_over_the_networks_time(void) {
    (void)sqlite3_commit_hook(t.core->store->db, network_answers, NULL);
    TEST_ASSERT_LESS_THAN(0, clock_set(t.core, &by, now_s() + 86400));
    (void)sqlite3_commit_hook(t.core->store->db, NULL, NULL);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS + 7000, core_utc_ms(t.core));
}

void test_a_clock_that_does_not_answer_stays(void) {
    t.fake.clock_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, clock_set(t.core, &by, now_s() + 5));
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, core_utc_ms(t.core));
}

void test_a_small_difference_is_slewed_a_large_one_stepped(void) {
    static const struct {
        int64_t shift_ms;
        bool stepped;
    } cases[] = {{0, false},   {499, false},   {-499, false},   {500, true},
                 {-500, true}, {119000, true}, {3600000, true}, {-86400000, true}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct clock_move move;
        int64_t before = core_utc_ms(t.core);
        uint64_t generation = clock_generation(t.shared);
        t.fake.slewed_ms = 0;
        TEST_ASSERT_EQUAL(0, take_of_two(before + cases[i].shift_ms, &move));
        TEST_ASSERT_EQUAL(cases[i].stepped, move.stepped);
        TEST_ASSERT_EQUAL_INT64(cases[i].shift_ms, move.shift_ms);
        TEST_ASSERT_EQUAL_INT64(cases[i].stepped ? cases[i].shift_ms : 0, core_utc_ms(t.core) - before);
        TEST_ASSERT_EQUAL(cases[i].stepped ? 0 : cases[i].shift_ms, t.fake.slewed_ms);
        TEST_ASSERT_EQUAL(cases[i].stepped, clock_generation(t.shared) != generation);
    }
    struct clock_state state;
    clock_read(t.core, &state);
    TEST_ASSERT_EQUAL(NTP_STATE_GOOD, state.ntp);
    TEST_ASSERT_EQUAL_STRING("ntp.example", state.ntp_server);
    TEST_ASSERT_EQUAL(-86400000, state.ntp_shift_ms);
}

void test_a_time_before_the_build_date_is_refused(void) {
    struct clock_move move;
    struct clock *clock = t.shared->clock;
    TEST_ASSERT_EQUAL(0, clock_new(&t.fake.hal, BUILT_S, &t.shared->clock));
    TEST_ASSERT_EQUAL(E_CLOCK_TOO_OLD, clock_set(t.core, &by, BUILT_S - 1));
    TEST_ASSERT_EQUAL(E_CLOCK_TOO_OLD, take_from("ntp.example", 1, BUILT_S * 1000 - 1, &move));
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, core_utc_ms(t.core));
    struct clock_state state;
    clock_read(t.core, &state);
    TEST_ASSERT_EQUAL(NTP_STATE_TOO_OLD, state.ntp);
    TEST_ASSERT_EQUAL(0, take_of_two(BUILT_S * 1000, &move));
    clock_free(t.shared->clock);
    t.shared->clock = clock;
}

void test_servers_are_asked_for_only_while_they_are_wanted(void) {
    char host[CLOCK_HOST_MAX];
    struct clock_state state;
    TEST_ASSERT_FALSE(clock_ntp_server(t.core, 0, host));
    uint64_t generation = clock_ntp_generation(t.shared);
    struct setting_date_time_param on = {.ntp_on = true, .ntp_server2 = "time.example"};
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_DATE_TIME_PARAM, &on,
                              SETTING_DATE_TIME_PARAM_NTP_ON | SETTING_DATE_TIME_PARAM_NTP_SERVER2));
    TEST_ASSERT_NOT_EQUAL(generation, clock_ntp_generation(t.shared));
    TEST_ASSERT_TRUE(clock_ntp_server(t.core, 0, host));
    TEST_ASSERT_EQUAL_STRING("pool.ntp.org", host);
    TEST_ASSERT_TRUE(clock_ntp_server(t.core, 1, host));
    TEST_ASSERT_EQUAL_STRING("time.example", host);
    TEST_ASSERT_FALSE(clock_ntp_server(t.core, 2, host));
    clock_read(t.core, &state);
    TEST_ASSERT_EQUAL(NTP_STATE_NEVER, state.ntp);
    clock_ntp_trying(t.shared);
    clock_read(t.core, &state);
    TEST_ASSERT_EQUAL(NTP_STATE_TRYING, state.ntp);
}

void test_network_time_needs_a_server(void) {
    struct setting_date_time_param none = {.ntp_on = true};
    TEST_ASSERT_EQUAL(E_MISSING, save(SETTING_PAGE_DATE_TIME_PARAM, &none,
                                      SETTING_DATE_TIME_PARAM_NTP_ON | SETTING_DATE_TIME_PARAM_NTP_SERVER1 |
                                          SETTING_DATE_TIME_PARAM_NTP_SERVER2));
    const char *field = NULL;
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_date_time_param(settings_get(t.core), &none, &field));
    TEST_ASSERT_EQUAL_STRING("ntpServer1", field);
}

static enum ntp_state ntp_state(void) {
    struct clock_state state;
    clock_read(t.core, &state);
    return state.ntp;
}

void test_a_time_that_was_good_stays_so_while_it_is_asked_for_again(void) {
    struct clock_move move;
    struct setting_date_time_param values = {.ntp_on = true};
    TEST_ASSERT_EQUAL(NTP_STATE_OFF, ntp_state());
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_DATE_TIME_PARAM, &values, SETTING_DATE_TIME_PARAM_NTP_ON));
    TEST_ASSERT_EQUAL(NTP_STATE_NEVER, ntp_state());
    TEST_ASSERT_EQUAL(0, take_from("ntp.example", 1, core_utc_ms(t.core), &move));
    clock_ntp_trying(t.shared);
    TEST_ASSERT_EQUAL(NTP_STATE_GOOD, ntp_state());
    values.ntp_on = false;
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_DATE_TIME_PARAM, &values, SETTING_DATE_TIME_PARAM_NTP_ON));
    TEST_ASSERT_EQUAL(NTP_STATE_OFF, ntp_state());
    char host[CLOCK_HOST_MAX];
    TEST_ASSERT_FALSE(clock_ntp_server(t.core, 0, host));
}

void test_a_shift_beyond_what_is_told_is_told_as_the_longest(void) {
    struct clock_move move;
    struct clock_state state;
    int64_t before_ms = core_utc_ms(t.core);
    TEST_ASSERT_EQUAL(0, take_of_two(before_ms + INT64_C(86400000) * 60, &move));
    clock_read(t.core, &state);
    TEST_ASSERT_EQUAL(INT32_MAX, state.ntp_shift_ms);
    TEST_ASSERT_EQUAL(0, take_of_two(before_ms, &move));
    clock_read(t.core, &state);
    TEST_ASSERT_EQUAL(INT32_MIN, state.ntp_shift_ms);
}

void test_local_time_follows_zone_and_rule(void) {
    struct clock_state state;
    clock_read(t.core, &state);
    TEST_ASSERT_EQUAL(0, state.offset_min);
    use_europe();
    clock_read(t.core, &state);
    TEST_ASSERT_EQUAL(120, state.offset_min); /* 21 September */
    TEST_ASSERT_TRUE(state.dst);
    TEST_ASSERT_EQUAL(20260921, clock_today(t.core));
    fake_hal_advance(&t.fake, INT64_C(8) * 3600 * 1000); /* 14:13 UTC → 22:13 UTC is the next day there */
    TEST_ASSERT_EQUAL(20260922, clock_today(t.core));
}

void test_a_rule_without_a_daylight_saving_time_is_refused(void) {
    struct setting_dst_param values = {.mode = DST_MODE_DATE, .change = 60, .start_month = 5, .start_day = 1};
    const char *field = NULL;
    values.end_month = 5;
    values.end_day = 1;
    TEST_ASSERT_EQUAL(E_RANGE, setting_check_dst_param(NULL, &values, &field));
    TEST_ASSERT_EQUAL_STRING("endMonth", field);
    values.mode = DST_MODE_DISABLE;
    TEST_ASSERT_EQUAL(0, setting_check_dst_param(NULL, &values, &field));
}

/* The calendar is moved by years in both directions: what is measured does not notice. */
void test_sessions_and_throttle_do_not_notice_a_step(void) {
    struct actor view = {.account = "admin", .level = 16};
    char token[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = 0;
    unsigned wait_s = 0;
    struct clock_move move;
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &view, token, &id));
    int r = 0;
    for (int i = 0; i < 12 && r == 0; i++) {
        r = throttle_try(t.core, "admin", "192.0.2.9", 0, &wait_s);
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, r);
    unsigned before_s = wait_s;

    static const int64_t years[] = {5, -9, 4};
    for (size_t i = 0; i < sizeof(years) / sizeof(years[0]); i++) {
        int64_t to_ms = core_utc_ms(t.core) + years[i] * 365 * 86400000;
        TEST_ASSERT_EQUAL(0, take_of_two(to_ms, &move));
        TEST_ASSERT_EQUAL(0, sessions_check(t.shared->sessions, token, SESSIONS_TOKEN_LEN, &view));
        TEST_ASSERT_EQUAL(E_THROTTLED, throttle_try(t.core, "admin", "192.0.2.9", 0, &wait_s));
        TEST_ASSERT_EQUAL(before_s, wait_s);
    }
    atomic_fetch_add(&t.fake.mono_ms, before_s * 1000 + 1);
    TEST_ASSERT_EQUAL(0, throttle_try(t.core, "admin", "192.0.2.9", 0, &wait_s));
    atomic_fetch_add(&t.fake.mono_ms, SESSIONS_IDLE_MS);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, sessions_check(t.shared->sessions, token, SESSIONS_TOKEN_LEN, &view));
}

void test_a_step_that_the_chip_does_not_take_is_not_confirmed(void) {
    struct clock_move move;
    TEST_ASSERT_EQUAL(0, take_from("one.example", 1, FAKE_UTC_MS + 7200000, &move));
    t.fake.clock_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, take_from("two.example", 2, FAKE_UTC_MS + 7200000, &move));
    t.fake.clock_offline = false;
    TEST_ASSERT_EQUAL(NTP_STATE_UNCONFIRMED, ntp_state());
    TEST_ASSERT_EQUAL(0, take_from("two.example", 2, FAKE_UTC_MS + 7200000, &move));
    TEST_ASSERT_EQUAL(CONFIRM_TAKE_STEP, move.verdict);
}

void test_a_clock_that_lost_its_time_is_confirmed_by_a_person_or_a_second_answer(void) {
    struct clock_move move;
    struct clock *clock = t.shared->clock;
    TEST_ASSERT_TRUE(clock_is_confirmed(t.shared));
    for (int by_person = 0; by_person < 2; by_person++) {
        TEST_ASSERT_EQUAL(0, clock_new(&t.fake.hal, core_utc_ms(t.core) / 1000 + 1, &t.shared->clock));
        TEST_ASSERT_FALSE(clock_is_confirmed(t.shared));
        int64_t to_ms = core_utc_ms(t.core) + 86400000;
        TEST_ASSERT_EQUAL(0, take_from("one.example", 1, to_ms, &move));
        TEST_ASSERT_EQUAL_INT64(to_ms, core_utc_ms(t.core));
        TEST_ASSERT_FALSE(clock_is_confirmed(t.shared));
        TEST_ASSERT_EQUAL(0,
                          by_person ? clock_set(t.core, &by, to_ms / 1000) : take_from("two.example", 2, to_ms, &move));
        TEST_ASSERT_TRUE(clock_is_confirmed(t.shared));
        clock_free(t.shared->clock);
    }
    t.shared->clock = clock;
}
