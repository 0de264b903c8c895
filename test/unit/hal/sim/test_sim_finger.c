/* The simulated fingerprint module: the contract of every module (test/conformance), and its own behaviour. */
#include <stdio.h>
#include <string.h>

#include "conformance_biometric.h"
#include "hal/sim/sim.h"
#include "sim_world.h"
#include "unity.h"

static struct hal *hal;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){0}, &hal));
}

void tearDown(void) {
    hal_free(hal);
}

static void act(const char *command) {
    TEST_ASSERT_NULL_MESSAGE(sim_world_do(hal, command), command);
}

static void finger_present(void *ctx, unsigned person, bool well) {
    char command[120];
    (void)ctx;
    (void)snprintf(command, sizeof(command), "{\"do\":\"finger\",\"seed\":%u,\"quality\":%u}", person,
                   well ? 90u : 15u);
    act(command);
}

static void finger_lift(void *ctx) {
    (void)ctx;
    act("{\"do\":\"finger\",\"lift\":true}");
}

static void world_advance(void *ctx, int ms) {
    (void)ctx;
    sim_world_advance(hal, ms);
}

static void finger_connect(void *ctx, bool on) {
    (void)ctx;
    sim_world_fault(hal, "finger", "offline", !on);
}

void test_it_is_what_the_contract_says(void) {
    conformance_biometric(&(struct conformance_world){.module = &hal->finger,
                                                      .input = &hal->input,
                                                      .kind = HAL_CREDENTIAL_FINGER,
                                                      .present = finger_present,
                                                      .lift = finger_lift,
                                                      .advance = world_advance,
                                                      .connect = finger_connect});
}

static struct hal_enrol_state enrol_state(void) {
    struct hal_enrol_state state;
    hal->finger.enrol_state(hal->finger.ctx, &state);
    return state;
}

static struct hal_biometric_info info(void) {
    struct hal_biometric_info now;
    hal->finger.info(hal->finger.ctx, &now);
    return now;
}

static void touch(unsigned seed) {
    char command[120];
    (void)snprintf(command, sizeof(command),
                   "{\"do\":\"finger\",\"seed\":%u,\"quality\":90,\"instantly\":true,\"lift\":true}", seed);
    act(command);
}

static void enrol(uint32_t slot, unsigned seed) {
    TEST_ASSERT_EQUAL(0, hal->finger.enrol(hal->finger.ctx, slot));
    for (int i = 0; i < 3; i++) {
        touch(seed);
    }
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_state().step);
}

static struct hal_match matched(void) {
    struct hal_input_event event = {0};
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
    return event.match;
}

void test_it_takes_its_time(void) {
    struct hal_input_event event;
    act("{\"do\":\"finger\",\"seed\":1}");
    sim_world_advance(hal, 400);
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_EQUAL_STRING("the module is busy", sim_world_do(hal, "{\"do\":\"finger\",\"seed\":2}"));
    sim_world_advance(hal, 120);
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_EQUAL_STRING("somebody is there already: lift", sim_world_do(hal, "{\"do\":\"finger\",\"seed\":2}"));
    act("{\"do\":\"finger\",\"lift\":true}");
    sim_world_fault(hal, "finger", "slow", true);
    act("{\"do\":\"finger\",\"seed\":1}");
    sim_world_advance(hal, 4000);
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
    sim_world_advance(hal, 2000);
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
}

void test_precision_decides_who_passes(void) {
    unsigned passed[2] = {0, 0};
    enrol(0, 1);
    for (int strict = 0; strict < 2; strict++) {
        TEST_ASSERT_EQUAL(0, hal->finger.set_precision(hal->finger.ctx, strict == 0 ? 0 : 5));
        for (int press = 0; press < 40; press++) {
            char command[140];
            (void)snprintf(
                command, sizeof(command),
                "{\"do\":\"finger\",\"seed\":1,\"press\":%d,\"quality\":60,\"instantly\":true,\"lift\":true}", press);
            act(command);
            passed[strict] += matched().found;
        }
    }
    TEST_ASSERT_GREATER_THAN(30, passed[0]);
    TEST_ASSERT_LESS_THAN(passed[0] - 8, passed[1]);
}

void test_full_takes_no_more(void) {
    uint8_t data[HAL_BIOMETRIC_TEMPLATE_MAX];
    size_t len = 0;
    enrol(0, 1);
    TEST_ASSERT_EQUAL(0, hal->finger.read(hal->finger.ctx, 0, data, &len));
    TEST_ASSERT_EQUAL(0, hal->finger.enrol(hal->finger.ctx, 1));
    sim_world_fault(hal, "finger", "full", true);
    for (int i = 0; i < 3; i++) {
        touch(2);
    }
    TEST_ASSERT_EQUAL(HAL_ENROL_FAILED, enrol_state().step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_FULL, enrol_state().note);
    TEST_ASSERT_EQUAL(E_CAPACITY, hal->finger.enrol(hal->finger.ctx, 1));
    TEST_ASSERT_EQUAL(E_CAPACITY, hal->finger.write(hal->finger.ctx, 1, data, len));
    TEST_ASSERT_EQUAL(0, hal->finger.write(hal->finger.ctx, 0, data, len));
}

void test_busy_and_garbage_recognise_nobody(void) {
    uint8_t data[HAL_BIOMETRIC_TEMPLATE_MAX];
    size_t len = 0;
    enrol(0, 1);
    sim_world_fault(hal, "finger", "busy", true);
    TEST_ASSERT_EQUAL(E_BUSY, hal->finger.read(hal->finger.ctx, 0, data, &len));
    TEST_ASSERT_EQUAL(E_BUSY, hal->finger.enrol(hal->finger.ctx, 1));
    TEST_ASSERT_EQUAL_STRING("the module is busy", sim_world_do(hal, "{\"do\":\"finger\",\"seed\":1}"));
    TEST_ASSERT_TRUE(info().online);
    sim_world_fault(hal, "finger", "busy", false);
    sim_world_fault(hal, "finger", "garbage", true);
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->finger.read(hal->finger.ctx, 0, data, &len));
    TEST_ASSERT_FALSE(info().online);
    TEST_ASSERT_EQUAL_STRING("the module does not answer", sim_world_do(hal, "{\"do\":\"finger\",\"seed\":1}"));
    sim_world_fault(hal, "finger", "garbage", false);
    touch(1);
    TEST_ASSERT_TRUE(matched().found);
}

void test_lost_in_the_middle_of_an_enrolment(void) {
    sim_world_fault(hal, "finger", "lostInEnrolment", true);
    TEST_ASSERT_EQUAL(0, hal->finger.enrol(hal->finger.ctx, 0));
    touch(1);
    TEST_ASSERT_EQUAL(HAL_ENROL_FAILED, enrol_state().step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_LOST, enrol_state().note);
    TEST_ASSERT_FALSE(info().online);
    sim_world_advance(hal, 3000);
    TEST_ASSERT_TRUE(info().online);
    TEST_ASSERT_EQUAL(0, info().count);
}

void test_a_swapped_module_is_another_and_empty(void) {
    struct hal_biometric_info before = info();
    enrol(0, 1);
    TEST_ASSERT_EQUAL(0, hal->finger.set_precision(hal->finger.ctx, 4));
    TEST_ASSERT_EQUAL(0, hal->finger.enrol(hal->finger.ctx, 1));
    sim_world_fault(hal, "finger", "swapped", true);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_LOST, enrol_state().note);
    TEST_ASSERT_TRUE(info().online);
    TEST_ASSERT_EQUAL(0, info().count);
    TEST_ASSERT_EQUAL(1, info().precision);
    TEST_ASSERT_NOT_EQUAL(0, memcmp(before.serial, info().serial, sizeof(before.serial)));
    touch(1);
    TEST_ASSERT_FALSE(matched().found);
    sim_world_fault(hal, "finger", "swapped", false);
    TEST_ASSERT_EQUAL_MEMORY(before.serial, info().serial, sizeof(before.serial));
    TEST_ASSERT_EQUAL(4, info().precision);
    touch(1);
    TEST_ASSERT_TRUE(matched().found);
}

void test_gone_before_it_was_made_out(void) {
    struct hal_input_event event;
    act("{\"do\":\"finger\",\"seed\":1}");
    act("{\"do\":\"finger\",\"lift\":true}");
    sim_world_advance(hal, 2000);
    TEST_ASSERT_EQUAL(E_TIMEOUT, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_EQUAL(0, hal->finger.enrol(hal->finger.ctx, 0));
    act("{\"do\":\"finger\",\"seed\":1}");
    TEST_ASSERT_EQUAL(HAL_ENROL_WORKING, enrol_state().step);
    act("{\"do\":\"finger\",\"lift\":true}");
    TEST_ASSERT_EQUAL(HAL_ENROL_PRESENT, enrol_state().step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_POOR, enrol_state().note);
}

void test_a_press_that_is_none(void) {
    static const char *const refusal =
        "a finger has a seed, and may have press and quality, all whole numbers; quality is 0 to 100";
    TEST_ASSERT_EQUAL_STRING(refusal, sim_world_do(hal, "{\"do\":\"finger\"}"));
    TEST_ASSERT_EQUAL_STRING(refusal, sim_world_do(hal, "{\"do\":\"finger\",\"seed\":1.5}"));
    TEST_ASSERT_EQUAL_STRING(refusal, sim_world_do(hal, "{\"do\":\"finger\",\"seed\":1,\"quality\":101}"));
    TEST_ASSERT_EQUAL_STRING(refusal, sim_world_do(hal, "{\"do\":\"finger\",\"seed\":1,\"press\":-1}"));
}
