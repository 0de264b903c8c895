/* The simulated door: the contract of every door driver (test/conformance). */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "conformance_door.h"
#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
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

static void door_wire(void *ctx, enum conformance_wire wire, bool on) {
    (void)ctx;
    switch ((int)wire) {
        case CONFORMANCE_SENSOR:
            act(on ? "{\"do\":\"door\",\"close\":true}" : "{\"do\":\"door\",\"force\":true}");
            break;
        case CONFORMANCE_BUTTON:
            if (on) {
                act("{\"do\":\"door\",\"exit\":true}");
            }
            break;
        case CONFORMANCE_TAMPER:
            act(on ? "{\"do\":\"door\",\"tamper\":true}" : "{\"do\":\"door\",\"tamper\":false}");
            break;
        default: act(on ? "{\"do\":\"door\",\"fire\":true}" : "{\"do\":\"door\",\"fire\":false}"); break;
    }
}

static void door_supply(void *ctx, bool on) {
    (void)ctx;
    act(on ? "{\"do\":\"door\",\"supply\":true}" : "{\"do\":\"door\",\"supply\":false}");
}

static void door_frame(void *ctx, const struct wiegand_frame *frame) {
    char text[WIEGAND_TEXT_MAX], command[128];
    (void)ctx;
    wiegand_print(frame, text);
    (void)snprintf(command, sizeof(command), "{\"do\":\"door\",\"wiegand\":\"%s\"}", text);
    act(command);
}

/* Returns the door's state on the bench; the caller deletes it. */
static cJSON *door_state(void) {
    struct sim *sim = sim_enter(hal->door.ctx);
    cJSON *state = sim_door.state(sim);
    sim_leave(sim);
    TEST_ASSERT_NOT_NULL(state);
    return state;
}

static bool door_relay(void *ctx) {
    (void)ctx;
    cJSON *state = door_state();
    bool is_on = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(state, "relay"));
    cJSON_Delete(state);
    return is_on;
}

static void door_sent(void *ctx, struct wiegand_frame *ret_frame) {
    (void)ctx;
    cJSON *state = door_state();
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(state, "wiegand"));
    TEST_ASSERT_EQUAL(0, wiegand_parse(text == NULL ? "" : text, ret_frame));
    cJSON_Delete(state);
}

static void world_advance(void *ctx, int ms) {
    (void)ctx;
    sim_world_advance(hal, ms);
}

static void door_connect(void *ctx, bool on) {
    (void)ctx;
    sim_world_fault(hal, "door", "offline", !on);
}

void test_it_is_what_the_contract_says(void) {
    conformance_door(&(struct conformance_door){.door = &hal->door,
                                                .input = &hal->input,
                                                .wire = door_wire,
                                                .supply = door_supply,
                                                .frame = door_frame,
                                                .relay = door_relay,
                                                .sent = door_sent,
                                                .advance = world_advance,
                                                .connect = door_connect});
}

/* Pushing does not open a held lock; force does. */
void test_the_leaf_obeys_the_lock(void) {
    TEST_ASSERT_NOT_NULL(sim_world_do(hal, "{\"do\":\"door\",\"push\":true}"));
    TEST_ASSERT_EQUAL(0, hal->door.output(hal->door.ctx, HAL_DOOR_RELAY, true));
    act("{\"do\":\"door\",\"push\":true}");
    act("{\"do\":\"door\",\"close\":true}");
    TEST_ASSERT_EQUAL(0, hal->door.output(hal->door.ctx, HAL_DOOR_RELAY, false));
    TEST_ASSERT_NOT_NULL(sim_world_do(hal, "{\"do\":\"door\",\"push\":true}"));
    act("{\"do\":\"door\",\"force\":true}");
}

/* Whenever the terminal is killed, also while it writes the file: simulated by a failing write. */
void test_the_world_outlives_a_terminal_that_is_killed(void) {
    char dir[] = "/tmp/postern-test-XXXXXX", bench[64], world[80];
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    (void)snprintf(bench, sizeof(bench), "%s/bench", dir);
    (void)snprintf(world, sizeof(world), "%s.door", bench);
    hal_free(hal);
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.bench = bench}, &hal));
    act("{\"do\":\"door\",\"fire\":true}");

    struct rlimit limit;
    TEST_ASSERT_EQUAL(0, getrlimit(RLIMIT_FSIZE, &limit));
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 0, .rlim_max = limit.rlim_max}));
    TEST_ASSERT_EQUAL(0, hal->door.output(hal->door.ctx, HAL_DOOR_RELAY, true));
    TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_FSIZE, &limit));
    (void)signal(SIGXFSZ, before);

    hal_free(hal);
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.bench = bench}, &hal));
    struct hal_door_contacts contacts;
    hal->door.read(hal->door.ctx, &contacts);
    TEST_ASSERT_TRUE(contacts.fire);
    TEST_ASSERT_EQUAL(0, unlink(world));
    hal_free(hal);
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){0}, &hal));
    TEST_ASSERT_EQUAL(0, rmdir(dir));
}
