/* Which rule of the clock is remembered, through the settings and the store. */
#include "core/time/clock_rules.h"

#include <stdio.h>

#include "core/base/actor.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "setting_hooks.h"
#include "store/settings/clock_rules.h"
#include "store/settings/place_changes.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

#define HOUR_MS 3600000
#define DAY_MS (24 * HOUR_MS)
#define DAY_S 86400

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

static void set_zone(int32_t zone) {
    struct setting_date_time_param values = {.zone = zone};
    struct settings_change change = {
        .page = SETTING_PAGE_DATE_TIME_PARAM, .values = &values, .given = SETTING_DATE_TIME_PARAM_ZONE};
    struct settings_result result;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &result));
}

static void punch(void) {
    const struct record line = {.kind = RECORD_KIND_ACCESS, .result = RECORD_RESULT_GRANTED, .userid = 7};
    TEST_ASSERT_EQUAL(0, log_append(t.core, &line, NULL));
}

static size_t count(void) {
    struct local_history history;
    clock_history(t.core, &history);
    return history.count;
}

static int32_t zone_at(int64_t utc_s) {
    struct local_history history;
    clock_history(t.core, &history);
    const int32_t zone = local_history_rule(&history, utc_s)->zone_min;
    TEST_ASSERT_EQUAL(zone, clock_rule_at(t.core, utc_s).zone_min);
    return zone;
}

static int set_place(const char *name) {
    struct setting_date_time_param values = {.zone = 0};
    (void)snprintf(values.place, sizeof(values.place), "%s", name);
    struct settings_change change = {
        .page = SETTING_PAGE_DATE_TIME_PARAM, .values = &values, .given = SETTING_DATE_TIME_PARAM_PLACE};
    struct settings_result result;
    const int r = settings_save(t.core, &by, &change, &result);
    if (r < 0) {
        TEST_ASSERT_EQUAL_STRING("place", result.field);
    }
    return r;
}

static int32_t offset_at(int64_t utc_s) {
    struct local_history history;
    clock_history(t.core, &history);
    const struct local_rule rule = clock_rule_at(t.core, utc_s);
    const int32_t offset_min = local_history_offset(&history, utc_s);
    TEST_ASSERT_EQUAL(offset_min, local_offset(&rule, utc_s, NULL));
    return offset_min;
}

static void start_again(void) {
    TEST_ASSERT_EQUAL(0, settings_lock(t.core));
    settings_resume(t.core);
    settings_unlock(t.core);
}

/* What another firmware said of Madrid: summer was three hours ahead in 2025. */
static void note_otherwise(void) {
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE place_change SET offset_min = 180"
                                                   " WHERE place = 'Europe/Madrid' AND from_s = 1743296400"));
}

#define SUMMER_2024 1720000000
#define SUMMER_2025 1751500000
#define WINTER_2025 1764500000
#define SUMMER_2026 1783000000
#define SUMMER_2027 1815000000

static void live_in_madrid(void) {
    t.fake.utc_ms = (SUMMER_2026 + DAY_S) * INT64_C(1000);
    TEST_ASSERT_EQUAL(0, set_place("Europe/Madrid"));
    punch();
}

void test_a_place_decides_alone_and_has_todays_name(void) {
    set_zone(-300);
    TEST_ASSERT_EQUAL(0, set_place("Asia/Calcutta"));
    TEST_ASSERT_EQUAL_STRING("Asia/Kolkata", settings_get(t.core)->values.date_time_param.place);
    TEST_ASSERT_EQUAL(330, offset_at(now_s()));
    TEST_ASSERT_EQUAL(0, set_place(""));
    TEST_ASSERT_EQUAL(-300, offset_at(now_s()));
}

void test_a_place_that_nobody_knows_is_refused(void) {
    static const char *const names[] = {"Europe/Atlantis", "europe/madrid", "Europe/Madrid ", "UTC",
                                        "\xf0\x9f\x98\x80"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        TEST_ASSERT_EQUAL(E_PLACE_UNKNOWN, set_place(names[i]));
    }
    TEST_ASSERT_EQUAL_STRING("", settings_get(t.core)->values.date_time_param.place);
}

void test_a_place_is_remembered_as_a_rule_is(void) {
    live_in_madrid();
    t.fake.utc_ms += DAY_MS;
    const int64_t at_s = now_s();
    TEST_ASSERT_EQUAL(0, set_place("Atlantic/Canary"));
    punch();
    start_again();
    TEST_ASSERT_EQUAL(2, count());
    TEST_ASSERT_EQUAL(120, offset_at(at_s - 1));
    TEST_ASSERT_EQUAL(60, offset_at(at_s));
    TEST_ASSERT_EQUAL(60, offset_at(SUMMER_2027));
}

void test_what_a_place_did_stays_whatever_a_newer_firmware_says(void) {
    live_in_madrid();
    note_otherwise();
    start_again();
    const size_t rules = count();
    TEST_ASSERT_EQUAL(5, rules); /* Madrid, summer, winter, summer, Madrid */
    start_again();
    TEST_ASSERT_EQUAL(rules, count());
    TEST_ASSERT_EQUAL(120, offset_at(SUMMER_2024));
    TEST_ASSERT_EQUAL(180, offset_at(SUMMER_2025));
    TEST_ASSERT_EQUAL(60, offset_at(WINTER_2025));
    TEST_ASSERT_EQUAL(120, offset_at(SUMMER_2026));
    TEST_ASSERT_EQUAL(120, offset_at(SUMMER_2027));
}

void test_what_a_place_of_before_did_stays_too(void) {
    live_in_madrid();
    t.fake.utc_ms += DAY_MS;
    TEST_ASSERT_EQUAL(0, set_place("Atlantic/Canary"));
    punch();
    note_otherwise();
    start_again();
    TEST_ASSERT_EQUAL(180, offset_at(SUMMER_2025));
    TEST_ASSERT_EQUAL(120, offset_at(SUMMER_2026));
    TEST_ASSERT_EQUAL(60, offset_at(SUMMER_2027));
}

void test_a_newer_firmware_decides_about_the_future(void) {
    live_in_madrid();
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE place_change SET offset_min = 0 WHERE from_s > 1783100000"));
    start_again();
    TEST_ASSERT_EQUAL(1, count());
    TEST_ASSERT_EQUAL(120, offset_at(SUMMER_2027));
    struct store_place_change changes[STORE_PLACE_CHANGES_MAX];
    size_t noted = 0;
    TEST_ASSERT_EQUAL(
        0, store_place_changes_read(t.core->store, "Europe/Madrid", changes, STORE_PLACE_CHANGES_MAX, &noted));
    TEST_ASSERT_GREATER_THAN(60, noted);
    TEST_ASSERT_NOT_EQUAL(0, changes[noted - 1].offset_min);
    start_again();
    TEST_ASSERT_EQUAL(1, count());
}

void test_a_rule_that_held_is_remembered_and_read_again(void) {
    set_zone(60);
    punch();
    const int64_t at_s = now_s();
    set_zone(120);
    TEST_ASSERT_EQUAL(60, zone_at(at_s - 1));
    TEST_ASSERT_EQUAL(120, zone_at(at_s));
    struct store_clock_rule rules[STORE_CLOCK_RULES_MAX];
    size_t stored = 0;
    TEST_ASSERT_EQUAL(0, store_clock_rules_read(t.core->store, rules, STORE_CLOCK_RULES_MAX, &stored));
    TEST_ASSERT_EQUAL(2, stored);
    TEST_ASSERT_EQUAL(0, rules[0].from_s);
    TEST_ASSERT_EQUAL_INT64(at_s, rules[1].from_s);
    TEST_ASSERT_EQUAL(120, rules[1].zone_min);
}

void test_lines_that_are_no_punches_do_not_count(void) {
    const struct record line = {.kind = RECORD_KIND_STARTED};
    set_zone(60);
    TEST_ASSERT_EQUAL(0, log_append(t.core, &line, NULL));
    set_zone(120);
    TEST_ASSERT_EQUAL(1, count());
    TEST_ASSERT_EQUAL(120, zone_at(0));
}

void test_a_clock_that_lost_its_time_leaves_recorded_days_alone(void) {
    struct clock *clock = t.shared->clock;
    set_zone(60);
    punch();
    const int64_t punched_s = now_s();
    t.fake.utc_ms -= 100 * (int64_t)DAY_MS;
    TEST_ASSERT_EQUAL(0, clock_new(&t.fake.hal, now_s() + 1, &t.shared->clock));
    TEST_ASSERT_FALSE(clock_is_confirmed(t.shared));
    set_zone(120);
    TEST_ASSERT_EQUAL(120, zone_at(now_s()));
    t.fake.utc_ms += 200 * (int64_t)DAY_MS;
    TEST_ASSERT_EQUAL(60, zone_at(punched_s));
    TEST_ASSERT_EQUAL(120, zone_at(punched_s + 1));
    clock_free(t.shared->clock);
    t.shared->clock = clock;
}

void test_a_rule_of_a_clock_that_was_ahead_begins_now(void) {
    set_zone(60);
    t.fake.utc_ms += 1000 * (int64_t)DAY_MS;
    punch();
    set_zone(120);
    t.fake.utc_ms -= 1000 * (int64_t)DAY_MS;
    TEST_ASSERT_EQUAL(60, zone_at(now_s() - 1));
    TEST_ASSERT_EQUAL(120, zone_at(now_s()));
    punch();
    set_zone(180); /* stored as it is seen */
    t.fake.utc_ms += DAY_MS;
    TEST_ASSERT_EQUAL(180, zone_at(now_s() - DAY_S / 2));
    TEST_ASSERT_EQUAL(60, zone_at(now_s() - DAY_S - 1));
}

void test_settings_that_were_reset_leave_the_past(void) {
    set_zone(60);
    punch();
    t.fake.utc_ms += 2 * HOUR_MS;
    const int64_t at_s = now_s();
    TEST_ASSERT_EQUAL(0, settings_lock(t.core));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, settings_forget(t.core));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, settings_publish(t.core));
    settings_resume(t.core);
    settings_unlock(t.core);
    TEST_ASSERT_EQUAL(60, zone_at(at_s - 1));
    TEST_ASSERT_EQUAL(0, zone_at(at_s));
}

void test_a_line_has_the_offset_of_its_time(void) {
    set_zone(60);
    punch();
    const int64_t before_ms = core_utc_ms(t.core) - HOUR_MS;
    set_zone(120);
    const struct record late = {.kind = RECORD_KIND_CORRECTION, .userid = 7, .time = before_ms};
    int64_t seq = 0;
    struct arena arena;
    struct record line;
    size_t read = 0;
    arena_init(&arena, 8192);
    TEST_ASSERT_EQUAL(0, log_append(t.core, &late, &seq));
    TEST_ASSERT_EQUAL(0, log_read(t.core, seq - 1, &line, 1, &arena, &read));
    TEST_ASSERT_EQUAL(60, line.offset);
    arena_done(&arena);
}
