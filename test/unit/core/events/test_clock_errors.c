/* Which records were made by a wrong clock: docs/rules.md, "Records of a wrong clock". */
#include "core/events/clock_errors.h"

#include <stdio.h>

#include "core/events/log.h"
#include "core/time/clock.h"
#include "log_world.h"
#include "store/store.h"
#include "unity.h"

static struct fixture t;
static struct clock_errors errors;
static const struct actor admin = {.account = "admin", .peer = "192.0.2.1", .call = "setDateTime", .level = 16};

void setUp(void) {
    fixture_up(&t);
    clock_errors_upkeep(t.core);
}

void tearDown(void) {
    fixture_down(&t);
}

static void punch(void) {
    (void)log_world_punch(&t, 7, core_utc_ms(t.core), RECORD_STATUS_IN);
}

/* Somebody sets the clock by so many seconds; what follows from it is stored. */
static void set_by(int64_t shift_s) {
    TEST_ASSERT_EQUAL(0, clock_set(t.core, &admin, core_utc_ms(t.core) / 1000 + shift_s));
    clock_errors_upkeep(t.core);
}

static void agree(int64_t shift_ms) {
    const struct clock_answer answer = {
        .server = "one.example", .address = 1, .utc_ms = core_utc_ms(t.core) + shift_ms};
    struct clock_move move;
    TEST_ASSERT_EQUAL(0, clock_ntp_take(t.core, &answer, &move));
    clock_errors_upkeep(t.core);
}

/* "1-3 7200; 5- unset" */
static void expect(const char *then) {
    char text[256] = "";
    size_t len = 0;
    TEST_ASSERT_EQUAL(0, clock_errors_read(t.core, &errors));
    for (size_t i = 0; i < errors.count; i++) {
        const struct store_clock_error *error = &errors.rows[i];
        char last[24] = "";
        if (error->last != 0) {
            (void)snprintf(last, sizeof(last), "%d", (int)error->last);
        }
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%d-%s %d%s", i > 0 ? "; " : "", (int)error->first,
                                last, (int)error->shift_s, error->is_unset ? " unset" : "");
    }
    TEST_ASSERT_EQUAL_STRING(then, text);
}

/* The terminal starts with an empty battery: its clock is that of the firmware's build. */
static void start_unset(void) {
    t.built_s = core_utc_ms(t.core) / 1000 + 3600;
    fixture_stop(&t);
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    t.built_s = 0;
    clock_errors_upkeep(t.core);
}

void test_a_correction_of_minutes_makes_the_records_before_it_wrong(void) {
    punch();
    punch();
    set_by(7200);
    punch();
    expect("1-2 7200");
    TEST_ASSERT_EQUAL_PTR(&errors.rows[0], clock_errors_of(&errors, 1));
    TEST_ASSERT_EQUAL_PTR(&errors.rows[0], clock_errors_of(&errors, 2));
    TEST_ASSERT_NULL(clock_errors_of(&errors, 3));
    set_by(-7200);
    expect("1-2 7200; 3-3 -7200");
}

void test_a_smaller_one_makes_none_wrong(void) {
    punch();
    set_by(CLOCK_ERRORS_LEAST_S - 1);
    punch();
    set_by(-CLOCK_ERRORS_LEAST_S + 1);
    expect("");
    punch();
    set_by(-CLOCK_ERRORS_LEAST_S);
    expect("3-3 -120"); /* only since it was right */
    set_by(CLOCK_ERRORS_LEAST_S);
    expect("3-3 -120"); /* no records */
}

void test_records_before_a_server_agreed_are_right(void) {
    punch();
    agree(100);
    punch();
    set_by(3600);
    expect("2-2 3600");
    punch();
    agree(-100);
    fixture_restart(&t);
    punch();
    set_by(3600);
    expect("2-2 3600; 4-4 3600");
}

void test_an_answer_that_waits_says_nothing(void) {
    punch();
    agree(7200000);
    punch();
    expect("");
    const struct clock_answer other = {.server = "two.example", .address = 2, .utc_ms = core_utc_ms(t.core) + 7200000};
    struct clock_move move;
    TEST_ASSERT_EQUAL(0, clock_ntp_take(t.core, &other, &move));
    TEST_ASSERT_TRUE(move.stepped);
    clock_errors_upkeep(t.core);
    expect("1-2 7200");
}

void test_a_clock_without_its_time_is_wrong_until_it_is_set(void) {
    punch();
    start_unset();
    expect("2- 0 unset");
    punch();
    TEST_ASSERT_NULL(clock_errors_of(&errors, 1));
    TEST_ASSERT_EQUAL_PTR(&errors.rows[0], clock_errors_of(&errors, 1000));
    fixture_restart(&t); /* a restart sets no clock */
    punch();
    set_by(86400);
    punch();
    expect("2-3 86400 unset");
}

void test_what_it_lost_twice_is_known_only_since_the_second_time(void) {
    start_unset();
    punch();
    start_unset();
    punch();
    punch();
    agree(86400000); /* the first answer is believed */
    expect("1-1 0 unset; 2-3 86400 unset");
}

void test_nothing_is_wrong_where_nothing_was_recorded_or_the_time_was_right_by_chance(void) {
    start_unset();
    set_by(86400);
    expect("");
    start_unset();
    punch();
    agree(500);
    expect("");
}

void test_what_is_not_stored_is_tried_again(void) {
    punch();
    TEST_ASSERT_EQUAL(0, clock_set(t.core, &admin, core_utc_ms(t.core) / 1000 + 7200));
    TEST_ASSERT_EQUAL(0, clock_errors_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store)); /* no transaction in a transaction */
    clock_errors_upkeep(t.core);
    store_abort(t.core->store);
    expect("");
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + CLOCK_NOTE_AGAIN_MS, clock_errors_due_ms(t.core));
    clock_errors_upkeep(t.core);
    expect("1-1 7200");
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, clock_errors_due_ms(t.core));
}

void test_the_newest_are_kept_and_none_without_records(void) {
    for (int i = 0; i < STORE_CLOCK_ERRORS_MAX + 2; i++) {
        punch();
        set_by(i % 2 == 0 ? 7200 : -7200);
    }
    TEST_ASSERT_EQUAL(0, clock_errors_read(t.core, &errors));
    TEST_ASSERT_EQUAL_size_t(STORE_CLOCK_ERRORS_MAX, errors.count);
    TEST_ASSERT_EQUAL_INT64(3, errors.rows[0].first);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, log_erase(t.core));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    log_erased(t.core);
    expect("");
    start_unset();
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, log_erase(t.core));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    expect("67- 0 unset"); /* the clock is still not set */
}

void test_the_times_of_an_error_are_those_of_its_records(void) {
    struct clock_errors_span span;
    const int64_t from_ms = core_utc_ms(t.core);
    punch();
    fake_hal_advance(&t.fake, 5000);
    punch();
    set_by(7200);
    TEST_ASSERT_EQUAL(0, clock_errors_read(t.core, &errors));
    TEST_ASSERT_EQUAL(0, clock_errors_span(t.core, &errors.rows[0], &span));
    TEST_ASSERT_EQUAL_INT64(2, span.last);
    TEST_ASSERT_EQUAL_INT64(from_ms, span.from_ms);
    TEST_ASSERT_EQUAL_INT64(from_ms + 5000, span.to_ms);
    start_unset();
    TEST_ASSERT_EQUAL(0, clock_errors_read(t.core, &errors));
    TEST_ASSERT_EQUAL(0, clock_errors_span(t.core, &errors.rows[1], &span));
    TEST_ASSERT_EQUAL_INT64(2, span.last);
    TEST_ASSERT_EQUAL_INT64(0, span.from_ms);
}
