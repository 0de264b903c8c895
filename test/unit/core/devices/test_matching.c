#include "core/base/actor.h"
#include "core/devices/matching.h"

#include <string.h>

#include "core/base/audit.h"
#include "core/devices/authorization.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

#define LEFT "00:00:00:00:00:0A"
#define RIGHT "00:00:00:00:00:0B"

static struct fixture t;
static struct fake_devices *fake;
static struct matching_view view;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "call"};

void setUp(void) {
    fixture_up(&t);
    fake = &t.fake.devices;
}

void tearDown(void) {
    fixture_down(&t);
}

static enum match_result look(void) {
    TEST_ASSERT_EQUAL(0, matching_look(t.core, &view));
    return view.result;
}

static void start(void) {
    TEST_ASSERT_EQUAL(0, matching_start(t.core, &by));
    TEST_ASSERT_EQUAL(MATCH_RESULT_RUNNING, look());
}

static size_t listed(void) {
    struct store_authorized devices[STORE_AUTHORIZED_MAX];
    size_t count = 0;
    TEST_ASSERT_EQUAL(0, store_authorized_list(t.core->store, STORE_LINK_WIEGAND, devices, &count));
    return count;
}

void test_nothing_before_the_first_window(void) {
    TEST_ASSERT_EQUAL(MATCH_RESULT_NONE, look());
    TEST_ASSERT_EQUAL(0, view.seconds_left);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, matching_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, matching_cancel(t.core, &by));
    TEST_ASSERT_EQUAL(MATCH_RESULT_NONE, look());
}

void test_silence_closes_the_window_after_its_time(void) {
    start();
    TEST_ASSERT_EQUAL(60, view.seconds_left);
    fake_hal_advance(&t.fake, MATCHING_WINDOW_MS - 1);
    TEST_ASSERT_EQUAL(MATCH_RESULT_RUNNING, look());
    TEST_ASSERT_EQUAL(1, view.seconds_left);
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_TRUE(matching_due_ms(t.core) <= (int64_t)atomic_load(&t.fake.mono_ms));
    TEST_ASSERT_EQUAL(MATCH_RESULT_NOTHING, look());
    TEST_ASSERT_FALSE(fake->calling);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, matching_due_ms(t.core));
}

/* The upkeep does it when no browser asks. */
void test_who_answers_is_listed(void) {
    start();
    fake_devices_answer(fake, LEFT, true);
    TEST_ASSERT_TRUE(matching_due_ms(t.core) <= (int64_t)atomic_load(&t.fake.mono_ms));
    matching_upkeep(t.core);
    TEST_ASSERT_EQUAL(1, listed());
    TEST_ASSERT_EQUAL(MATCH_RESULT_RUNNING, look());
    TEST_ASSERT_EQUAL(5, view.seconds_left);
    fake_hal_advance(&t.fake, 3000);
    fake_devices_answer(fake, RIGHT, true);
    TEST_ASSERT_EQUAL(MATCH_RESULT_RUNNING, look());
    TEST_ASSERT_EQUAL(2, view.seconds_left);
    TEST_ASSERT_EQUAL(2, view.count);
    fake_hal_advance(&t.fake, MATCHING_QUIET_MS);
    TEST_ASSERT_EQUAL(MATCH_RESULT_FOUND, look());
    TEST_ASSERT_EQUAL(2, view.count);
    TEST_ASSERT_EQUAL_STRING(RIGHT, view.found[1].mac);
}

void test_an_answer_in_time_counts_also_when_looked_at_late(void) {
    start();
    fake_devices_answer(fake, LEFT, true);
    fake_hal_advance(&t.fake, MATCHING_WINDOW_MS * 2);
    TEST_ASSERT_EQUAL(MATCH_RESULT_FOUND, look());
    TEST_ASSERT_EQUAL(1, listed());
}

void test_who_refuses_is_not_listed(void) {
    start();
    fake_devices_answer(fake, LEFT, false);
    (void)look();
    fake_hal_advance(&t.fake, MATCHING_QUIET_MS);
    TEST_ASSERT_EQUAL(MATCH_RESULT_REFUSED, look());
    TEST_ASSERT_EQUAL(0, listed());
}

void test_cancelling_keeps_what_was_found(void) {
    start();
    fake_devices_answer(fake, LEFT, true);
    TEST_ASSERT_EQUAL(0, matching_cancel(t.core, &by));
    TEST_ASSERT_FALSE(fake->calling);
    TEST_ASSERT_EQUAL(MATCH_RESULT_FOUND, look());
    TEST_ASSERT_EQUAL(1, listed());
    start();
    TEST_ASSERT_EQUAL(0, view.count);
    TEST_ASSERT_EQUAL(0, matching_cancel(t.core, &by));
    TEST_ASSERT_EQUAL(MATCH_RESULT_NOTHING, look());
}

void test_a_second_start_joins_the_open_window(void) {
    start();
    fake_hal_advance(&t.fake, 10000);
    start();
    TEST_ASSERT_EQUAL(50, view.seconds_left);
    TEST_ASSERT_EQUAL(1, fake->calls);
}

void test_a_silent_bus_opens_nothing(void) {
    fake->bus_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, matching_start(t.core, &by));
    TEST_ASSERT_EQUAL(MATCH_RESULT_NONE, look());
}

void test_a_full_list_closes_the_window_and_says_so(void) {
    for (unsigned i = 0; i < STORE_AUTHORIZED_MAX; i++) {
        struct hal_link_device device = {.mac = "00:00:00:00:01:00"};
        device.mac[15] = "0123456789ABCDEF"[i / 16];
        device.mac[16] = "0123456789ABCDEF"[i % 16];
        TEST_ASSERT_EQUAL(0, authorization_ask(t.core, STORE_LINK_WIEGAND, &device));
    }
    start();
    fake_devices_answer(fake, LEFT, true);
    TEST_ASSERT_EQUAL(E_CAPACITY, matching_look(t.core, &view));
    TEST_ASSERT_EQUAL(MATCH_RESULT_NOTHING, look());
}
