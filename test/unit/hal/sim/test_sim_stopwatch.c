/* The stopwatch of the simulated devices: what it counts, and the limits of its classes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_stopwatch.h"
#include "sim_world.h"
#include "unity.h"
#include "util/err.h"

static struct hal *hal;
static cJSON *state;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){0}, &hal));
}

void tearDown(void) {
    cJSON_Delete(state);
    state = NULL;
    hal_free(hal);
}

static void act(const char *command) {
    TEST_ASSERT_NULL_MESSAGE(sim_world_do(hal, command), command);
}

static void look(void) {
    struct sim *sim = sim_enter(hal);
    cJSON_Delete(state);
    state = sim_stopwatch.state(sim);
    sim_leave(sim);
}

static int count_of(const char *name) {
    cJSON *times = cJSON_GetObjectItemCaseSensitive(state, name);
    cJSON *pair = NULL;
    int sum = 0;
    cJSON_ArrayForEach(pair, cJSON_GetObjectItemCaseSensitive(times, "classes")) {
        sum += cJSON_GetArrayItem(pair, 1)->valueint;
    }
    TEST_ASSERT_EQUAL(cJSON_GetObjectItemCaseSensitive(times, "count")->valueint, sum);
    return sum;
}

static void expect_counts(int relay, int told, int kept) {
    act("{\"do\":\"stopwatch\",\"read\":true}");
    look();
    TEST_ASSERT_EQUAL(relay, count_of("relay"));
    TEST_ASSERT_EQUAL(told, count_of("told"));
    TEST_ASSERT_EQUAL(kept, count_of("kept"));
}

static void come(enum hal_input_what what) {
    struct hal_input_event event = {.what = what, .kind = HAL_CREDENTIAL_CARD, .card = 7};
    struct sim *sim = sim_enter(hal);
    TEST_ASSERT_EQUAL(0, sim_input_push(sim, &event));
    sim_leave(sim);
}

static void take(void) {
    struct hal_input_event event;
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
}

static void switch_relay(bool on) {
    TEST_ASSERT_EQUAL(0, hal->door.output(hal->door.ctx, HAL_DOOR_RELAY, on));
}

static void tell(void) {
    struct hal_display_result result = {.kind = HAL_CREDENTIAL_CARD, .credential = "…7"};
    TEST_ASSERT_EQUAL(0, hal->display.show_result(hal->display.ctx, &result));
}

void test_says_nothing_until_it_is_read(void) {
    look();
    TEST_ASSERT_NULL(state);
    expect_counts(0, 0, 0);
    act("{\"do\":\"stopwatch\",\"reset\":true}");
    look();
    TEST_ASSERT_NULL(state);
}

void test_a_credential_counts_once_and_nothing_else_does(void) {
    come(HAL_INPUT_CREDENTIAL);
    switch_relay(true); /* for another person: this credential is not handled yet */
    take();
    switch_relay(false);
    switch_relay(true);
    switch_relay(true);
    tell();
    tell();
    expect_counts(1, 1, 1);
    come(HAL_INPUT_MENU);
    take();
    switch_relay(true);
    tell();
    expect_counts(1, 1, 1);
}

void test_who_is_refused_has_an_answer_and_no_relay(void) {
    come(HAL_INPUT_CREDENTIAL);
    take();
    tell();
    expect_counts(0, 1, 0);
}

void test_what_moves_after_the_next_wait_is_not_because_of_it(void) {
    struct hal_input_event event;
    come(HAL_INPUT_CREDENTIAL);
    take();
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
    switch_relay(true);
    tell();
    expect_counts(0, 0, 0);
}

/* Times are in the class that ends at them or at most 1/32 after; those too short or too long are in the first or
 * last. */
void test_classes_hold_what_they_say(void) {
    static const int64_t took_ns[] = {1, 1023, 1024, 1055, 1056, 1999999, 2000000, 123456789, INT64_C(99) << 36};
    struct sim *sim = sim_enter(hal);
    for (size_t i = 0; i < sizeof(took_ns) / sizeof(took_ns[0]); i++) {
        sim_stopwatch_came(sim, 0);
        int64_t before_ns = sim_real_ns();
        sim_stopwatch_taken(sim, 0);
        sim_stopwatch_told(sim, before_ns + took_ns[i]);
    }
    sim_leave(sim);
    expect_counts(0, 9, 0);
    cJSON *classes = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(state, "told"), "classes");
    double end_ns = cJSON_GetArrayItem(cJSON_GetArrayItem(classes, cJSON_GetArraySize(classes) - 2), 0)->valuedouble;
    TEST_ASSERT_TRUE(end_ns >= 123456789 && end_ns < 123456789 * (1 + 2.0 / 32));
}

void test_a_bare_sync_is_one_of_a_file(void) {
    char path[] = "/tmp/postern-sync-XXXXXX", command[128];
    int fd = mkstemp(path);
    TEST_ASSERT_TRUE(fd >= 0);
    (void)snprintf(command, sizeof(command), "{\"do\":\"stopwatch\",\"sync\":\"%s\",\"octets\":65536}", path);
    for (int i = 0; i < 65; i++) { /* 64 are a lap */
        act(command);
    }
    TEST_ASSERT_EQUAL(4 * 1024 * 1024, lseek(fd, 0, SEEK_END));
    expect_counts(0, 0, 0);
    TEST_ASSERT_EQUAL(65, count_of("sync"));
    (void)unlink(path);
    TEST_ASSERT_EQUAL(0, close(fd));
}

void test_what_makes_no_sense_is_refused(void) {
    TEST_ASSERT_NOT_NULL(sim_world_do(hal, "{\"do\":\"stopwatch\"}"));
    TEST_ASSERT_NOT_NULL(sim_world_do(hal, "{\"do\":\"stopwatch\",\"sync\":\"/tmp/x\"}"));
    TEST_ASSERT_NOT_NULL(sim_world_do(hal, "{\"do\":\"stopwatch\",\"sync\":\"/tmp/x\",\"octets\":65537}"));
    TEST_ASSERT_NOT_NULL(sim_world_do(hal, "{\"do\":\"stopwatch\",\"sync\":\"/nowhere/x\",\"octets\":1}"));
}
