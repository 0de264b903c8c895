/* Punches of a wrong clock that are moved: docs/rules.md, "Records of a wrong clock". */
#include "core/records/moves.h"

#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/events/log.h"
#include "core/records/corrections.h"
#include "log_world.h"
#include "store/events/log_punches.h"
#include "unity.h"
#include "util/arena.h"

#define HOUR_S 3600

static struct fixture t;
static struct move_result result;
static const char *field;
static const struct actor admin = {.account = "admin", .peer = "192.0.2.1", .call = "movePunches", .level = 16};
static const struct actor ada = {.account = "7", .userid = 7, .peer = "192.0.2.1", .call = "movePunches", .level = 15};

void setUp(void) {
    fixture_up(&t);
    log_world_zone(&t, 0);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Bob", 0, 0, NULL);
}

void tearDown(void) {
    fixture_down(&t);
}

static int64_t punch(uint32_t userid, const char *utc, enum record_status status) {
    return log_world_punch(&t, userid, log_world_ms(utc), status);
}

static struct move_order order_of(int64_t shift_s) {
    return (struct move_order){
        .first = 1, .last = log_last(t.core), .shift_s = shift_s, .reason = "the clock was slow"};
}

static int run(const struct actor *by, const struct move_order *order) {
    return moves_run(t.core, by, order, &result, &field);
}

static void move_all(int64_t shift_s) {
    const struct move_order order = order_of(shift_s);
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
}

struct text {
    char text[256];
    size_t len;
};

static bool put_line(void *ctx, const struct store_punch *line) {
    static const char *const words[] = {
        [RECORD_KIND_ACCESS] = "", [RECORD_KIND_CORRECTION] = "+", [RECORD_KIND_VOIDED] = "-"};
    struct text *text = ctx;
    const int64_t minute = line->time_ms / 60000 % 1440;
    const char *status = record_status_text_of(line->status);
    text->len +=
        (size_t)snprintf(text->text + text->len, sizeof(text->text) - text->len, "%s%s%02d:%02d%s",
                         text->len > 0 ? " " : "", words[line->kind], (int)(minute / 60), (int)(minute % 60), status);
    return true;
}

/* The lines of a user by time: "08:00in -08:00in +10:00in". */
static void expect_lines(uint32_t userid, const char *then) {
    struct text text = {.len = 0};
    TEST_ASSERT_EQUAL(0, store_log_punches(t.core->store, userid, 0, INT64_MAX, put_line, &text));
    TEST_ASSERT_EQUAL_STRING(then, text.text);
}

void test_each_punch_is_taken_away_and_added_at_its_new_time(void) {
    (void)punch(7, "2026-06-01T08:00:30", RECORD_STATUS_IN);
    (void)punch(8, "2026-06-01T08:01:00", RECORD_STATUS_IN);
    (void)punch(7, "2026-06-01T16:00:00", RECORD_STATUS_OUT);
    move_all(2 * HOUR_S);
    TEST_ASSERT_EQUAL_size_t(3, result.moved);
    TEST_ASSERT_EQUAL_size_t(0, result.refused_count);
    TEST_ASSERT_EQUAL_INT64(0, result.next);
    TEST_ASSERT_EQUAL_INT64(4, result.first_seq);
    TEST_ASSERT_EQUAL_INT64(9, result.last_seq);
    expect_lines(7, "08:00in -08:00in +10:00in 16:00out -16:00out +18:00out");
    expect_lines(8, "08:01in -08:01in +10:01in");
    TEST_ASSERT_EQUAL_INT64(1, audit_rows_count(t.core->store,
                                                "object = 'punches' AND before IS NULL AND after ="
                                                " '{\"firstRecord\":1,\"lastRecord\":3,\"count\":3,\"seconds\":7200,"
                                                "\"reason\":\"the clock was slow\"}'"));
}

void test_nothing_is_moved_twice(void) {
    (void)punch(7, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    const struct move_order order = order_of(HOUR_S);
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    const int64_t last = log_last(t.core);
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    TEST_ASSERT_EQUAL_size_t(0, result.moved);
    TEST_ASSERT_EQUAL_INT64(0, result.last_seq);
    TEST_ASSERT_EQUAL_INT64(last, log_last(t.core));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows_count(t.core->store, "object = 'punches'"));
}

void test_they_are_moved_back(void) {
    (void)punch(7, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    move_all(HOUR_S);
    struct move_order back = order_of(-HOUR_S);
    back.what = MOVED_PUNCHES_CORRECTED;
    back.first = result.first_seq;
    back.last = result.last_seq;
    TEST_ASSERT_EQUAL(0, run(&admin, &back));
    TEST_ASSERT_EQUAL_size_t(1, result.moved);
    expect_lines(7, "08:00in -08:00in +08:00in +09:00in -09:00in"); /* a moment behind the one that was taken away */
}

void test_only_what_was_made_at_the_terminal_is_moved(void) {
    int64_t seq = 0;
    const struct correction by_hand = {
        .userid = 7, .day = 20260601, .minute = 960, .status = PUNCH_STATUS_OUT, .reason = "forgot it"};
    (void)punch(7, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    (void)punch(7, "2026-06-01T09:00:00", RECORD_STATUS_NONE);
    (void)punch(0, "2026-06-01T09:30:00", RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(0, corrections_add(t.core, &admin, &by_hand, &seq, &field));
    (void)log_world_add(&t, &(struct record){.time = log_world_ms("2026-06-01T17:00:00"),
                                             .kind = RECORD_KIND_IMPORTED,
                                             .userid = 7,
                                             .status = RECORD_STATUS_IN});
    (void)log_world_add(&t, &(struct record){.time = log_world_ms("2026-06-01T18:00:00"),
                                             .kind = RECORD_KIND_ACCESS,
                                             .result = RECORD_RESULT_REFUSED,
                                             .userid = 7,
                                             .status = RECORD_STATUS_IN});
    move_all(HOUR_S);
    TEST_ASSERT_EQUAL_size_t(1, result.moved);
    TEST_ASSERT_EQUAL_size_t(0, result.refused_count);
}

void test_only_those_of_the_numbers_and_days(void) {
    (void)punch(7, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    (void)punch(7, "2026-06-02T00:00:00", RECORD_STATUS_IN);
    (void)punch(7, "2026-06-02T23:59:59", RECORD_STATUS_IN);
    (void)punch(7, "2026-06-03T00:00:00", RECORD_STATUS_IN);
    struct move_order order = order_of(HOUR_S);
    order.is_dry = true;
    order.from_day = order.to_day = 20260602;
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    TEST_ASSERT_EQUAL_size_t(2, result.moved);
    order.from_day = order.to_day = 0;
    order.first = 2;
    order.last = 3;
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    TEST_ASSERT_EQUAL_size_t(2, result.moved);
    TEST_ASSERT_EQUAL_INT64(0, result.next);
    TEST_ASSERT_EQUAL_INT64(4, log_last(t.core)); /* it counts only */
}

static void expect_error(struct move_order order, const char *name) {
    TEST_ASSERT_EQUAL(E_RANGE, run(&admin, &order));
    TEST_ASSERT_EQUAL_STRING(name, field);
}

void test_what_is_asked_wrongly(void) {
    struct move_order order = order_of(0);
    order.last = 1;
    expect_error(order, "shift");
    order.shift_s = 60;
    order.first = 2;
    expect_error(order, "last");
    order.first = 1;
    order.from_day = 20260602;
    order.to_day = 20260601;
    expect_error(order, "toDay");
}

static void expect_refused(int64_t seq, int error) {
    TEST_ASSERT_EQUAL_size_t(0, result.moved);
    TEST_ASSERT_EQUAL_size_t(1, result.refused_count);
    TEST_ASSERT_EQUAL_INT64(seq, result.refused[0].seq);
    TEST_ASSERT_EQUAL(error, result.refused[0].error);
}

void test_what_is_refused_does_not_stop_the_others(void) {
    (void)punch(7, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    (void)punch(8, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    const struct move_order order = order_of(HOUR_S);
    TEST_ASSERT_EQUAL(0, run(&ada, &order));
    TEST_ASSERT_EQUAL_size_t(1, result.moved);
    TEST_ASSERT_EQUAL_size_t(1, result.refused_count);
    TEST_ASSERT_EQUAL(E_OWN_HOURS, result.refused[0].error);
    expect_lines(7, "08:00in");
    expect_lines(8, "08:00in -08:00in +09:00in");
}

void test_none_is_moved_to_the_future_far_back_or_to_nobody(void) {
    const int64_t now_ms = core_utc_ms(t.core);
    const int64_t year_ms = (int64_t)CORRECTIONS_DAYS_MAX * 86400 * 1000;
    const int64_t seq = log_world_punch(&t, 7, now_ms - 60000, RECORD_STATUS_IN);
    move_all(61);
    expect_refused(seq, E_RANGE);
    move_all(-year_ms / 1000 + 59);
    expect_refused(seq, E_RANGE);
    struct move_order order = order_of(60);
    order.is_dry = true;
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    TEST_ASSERT_EQUAL_size_t(1, result.moved);
    order.shift_s = -year_ms / 1000 + 60;
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    TEST_ASSERT_EQUAL_size_t(1, result.moved);
    const int64_t leaver = punch(9, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    order = order_of(60);
    order.first = leaver;
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    expect_refused(leaver, E_USER_UNKNOWN);
    fixture_add_user(&t, 9, "Cy", 0, 0, NULL); /* somebody else */
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    expect_refused(leaver, E_USER_UNKNOWN);
}

void test_one_that_comes_to_stand_on_another_is_not_taken_away_with_it(void) {
    (void)punch(7, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    (void)punch(7, "2026-06-01T09:00:00", RECORD_STATUS_OUT);
    move_all(HOUR_S);
    expect_lines(7, "08:00in -08:00in 09:00out -09:00out +09:00in +10:00out");
}

void test_many_are_moved_call_by_call(void) {
    for (int i = 0; i < MOVES_MAX + 3; i++) {
        (void)log_world_punch(&t, 7, log_world_ms("2026-06-01T08:00:00") + i * 60000, RECORD_STATUS_IN);
    }
    struct move_order order = order_of(-HOUR_S);
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    TEST_ASSERT_EQUAL_size_t(MOVES_MAX, result.moved);
    TEST_ASSERT_EQUAL_INT64(MOVES_MAX + 1, result.next);
    order.first = result.next;
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    TEST_ASSERT_EQUAL_size_t(3, result.moved);
    TEST_ASSERT_EQUAL_INT64(0, result.next);
}

void test_a_call_looks_at_no_more_lines_than_it_may(void) {
    for (int i = 0; i < MOVES_LOOK + 1; i++) {
        (void)log_world_add(&t, &(struct record){.kind = RECORD_KIND_TAMPER});
    }
    (void)punch(7, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    struct move_order order = order_of(HOUR_S);
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    TEST_ASSERT_EQUAL_size_t(0, result.moved);
    TEST_ASSERT_TRUE(result.next > MOVES_LOOK - 100 && result.next <= MOVES_LOOK + 1);
    order.first = result.next;
    TEST_ASSERT_EQUAL(0, run(&admin, &order));
    TEST_ASSERT_EQUAL_size_t(1, result.moved);
}
