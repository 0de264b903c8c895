/* Large steps of the clock are in the access log. */
#include "core/events/clock_steps.h"

#include <stdio.h>

#include "core/base/core.h"
#include "core/events/log.h"
#include "core/time/clock.h"
#include "store/store.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

static int take_from(const char *server, uint32_t address, int64_t utc_ms, struct clock_move *ret_move) {
    struct clock_answer answer = {.server = server, .address = address, .utc_ms = utc_ms};
    return clock_ntp_take(t.core, &answer, ret_move);
}

static int read_detail(char *ret_detail, size_t size) {
    struct record line;
    struct arena arena;
    size_t count = 0;
    arena_init(&arena, 4096);
    int r = log_read(t.core, log_last(t.core) - 1, &line, 1, &arena, &count);
    TEST_ASSERT_EQUAL(RECORD_KIND_CLOCK, line.kind);
    (void)snprintf(ret_detail, size, "%s", line.detail);
    arena_done(&arena);
    return r;
}

void test_a_large_step_waits_for_a_second_server_and_both_are_alarms(void) {
    char detail[64];
    struct clock_move move;
    TEST_ASSERT_EQUAL(INT64_MAX, clock_steps_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, take_from("one.example", 1, FAKE_UTC_MS + 7200000, &move));
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, core_utc_ms(t.core));
    TEST_ASSERT_EQUAL(0, clock_steps_due_ms(t.core));
    clock_steps_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, read_detail(detail, sizeof(detail)));
    TEST_ASSERT_EQUAL_STRING("waits 7200 one.example", detail);
    TEST_ASSERT_TRUE(record_kind_is_alarm(RECORD_KIND_CLOCK));
    TEST_ASSERT_EQUAL(INT64_MAX, clock_steps_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, take_from("two.example", 2, FAKE_UTC_MS + 7200000, &move));
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS + 7200000, core_utc_ms(t.core));
    clock_steps_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, read_detail(detail, sizeof(detail)));
    TEST_ASSERT_EQUAL_STRING("stepped 7200 two.example", detail);
    int64_t last = log_last(t.core);
    clock_steps_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(last, log_last(t.core)); /* once */
}

void test_a_step_that_the_log_does_not_take_is_tried_again(void) {
    struct clock_move move;
    TEST_ASSERT_EQUAL(0, take_from("one.example", 1, FAKE_UTC_MS + 7200000, &move));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store)); /* no transaction in a transaction */
    clock_steps_upkeep(t.core);
    store_abort(t.core->store);
    TEST_ASSERT_EQUAL_INT64(0, log_last(t.core));
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + 10000, clock_steps_due_ms(t.core));
    clock_steps_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(1, log_last(t.core));
}
