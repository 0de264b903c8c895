/* The simulated iris module: the contract of every module (test/conformance), and its own behaviour. */
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

static void iris_present(void *ctx, unsigned person, bool well) {
    char command[120];
    (void)ctx;
    (void)snprintf(command, sizeof(command), "{\"do\":\"iris\",\"seed\":%u,\"quality\":%u}", person, well ? 95u : 15u);
    act(command);
}

static void iris_lift(void *ctx) {
    (void)ctx;
    act("{\"do\":\"iris\",\"lift\":true}");
}

static void world_advance(void *ctx, int ms) {
    (void)ctx;
    sim_world_advance(hal, ms);
}

static void iris_connect(void *ctx, bool on) {
    (void)ctx;
    sim_world_fault(hal, "iris", "offline", !on);
}

void test_it_is_what_the_contract_says(void) {
    conformance_biometric(&(struct conformance_world){.module = &hal->iris,
                                                      .input = &hal->input,
                                                      .kind = HAL_CREDENTIAL_IRIS,
                                                      .present = iris_present,
                                                      .lift = iris_lift,
                                                      .advance = world_advance,
                                                      .connect = iris_connect});
}

static struct hal_enrol_state enrol_state(void) {
    struct hal_enrol_state state;
    hal->iris.enrol_state(hal->iris.ctx, &state);
    return state;
}

static struct hal_match look(const char *eye, bool live) {
    struct hal_input_event event = {0};
    char command[160];
    (void)snprintf(command, sizeof(command),
                   "{\"do\":\"iris\",\"seed\":5,\"eye\":\"%s\",\"live\":%s,\"instantly\":true,\"lift\":true}", eye,
                   live ? "true" : "false");
    act(command);
    (void)hal->input.wait(hal->input.ctx, 0, &event);
    return event.match;
}

void test_both_eyes_are_enrolled_apart(void) {
    for (uint32_t slot = 0; slot < 2; slot++) {
        TEST_ASSERT_EQUAL(0, hal->iris.enrol(hal->iris.ctx, slot));
        (void)look(slot == 0 ? "right" : "left", true);
        (void)look(slot == 0 ? "right" : "left", true);
        TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_state().step);
    }
    TEST_ASSERT_EQUAL(0, look("right", true).slot);
    TEST_ASSERT_EQUAL(1, look("left", true).slot);
}

void test_a_print_is_not_alive(void) {
    TEST_ASSERT_EQUAL(0, hal->iris.enrol(hal->iris.ctx, 0));
    (void)look("right", false);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_NOT_LIVE, enrol_state().note);
    TEST_ASSERT_EQUAL(0, enrol_state().presses);
    (void)look("right", true);
    (void)look("right", true);
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_state().step);
    struct hal_match match = look("right", false);
    TEST_ASSERT_FALSE(match.live);
    TEST_ASSERT_TRUE(match.readable);
}

void test_an_eye_that_is_none(void) {
    TEST_ASSERT_EQUAL_STRING("eye is left or right",
                             sim_world_do(hal, "{\"do\":\"iris\",\"seed\":1,\"eye\":\"both\"}"));
    TEST_ASSERT_NOT_NULL(sim_world_do(hal, "{\"do\":\"iris\"}"));
    TEST_ASSERT_NOT_NULL(sim_world_do(hal, "{\"do\":\"iris\",\"seed\":1,\"quality\":101}"));
}

void test_a_model_without_it(void) {
    struct hal_biometric_info info;
    struct hal_capacity_limits limits;
    hal_free(hal);
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.without = "iris"}, &hal));
    hal->iris.info(hal->iris.ctx, &info);
    hal->capacity.read(hal->capacity.ctx, &limits);
    TEST_ASSERT_FALSE(info.fitted);
    TEST_ASSERT_EQUAL_HEX32(HAL_DEVICES_ALL & ~(1U << DEVICE_IRIS), limits.devices);
    TEST_ASSERT_EQUAL(0, limits.irises);
    TEST_ASSERT_EQUAL(E_NOT_FITTED, hal->iris.enrol(hal->iris.ctx, 0));
    TEST_ASSERT_EQUAL_STRING("the module does not answer", sim_world_do(hal, "{\"do\":\"iris\",\"seed\":1}"));
    struct hal *none = NULL;
    TEST_ASSERT_EQUAL(E_INVAL, hal_new(&(struct hal_options){.without = "iris,nose"}, &none));
}
