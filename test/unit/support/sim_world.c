/* See sim_world.h. */
#include "sim_world.h"

#include "hal/sim/sim.h"
#include "unity.h"

const char *sim_world_do(struct hal *hal, const char *command) {
    struct sim *sim = sim_enter(hal);
    cJSON *args = cJSON_Parse(command);
    TEST_ASSERT_NOT_NULL_MESSAGE(args, command);
    bool found = false;
    const char *refusal =
        sim_command(sim, cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "do")), args, &found);
    (void)sim_step(sim);
    sim_leave(sim);
    cJSON_Delete(args);
    TEST_ASSERT_TRUE_MESSAGE(found, command);
    return refusal;
}

#define SLICE_MS 5 /* a contact that bounces flips as often */
#define SLICES 100

/* In slices first: what happens one after the other within the time has all happened at its end. */
void sim_world_advance(struct hal *hal, int ms) {
    struct sim *sim = sim_enter(hal);
    for (int i = 0; i < SLICES && ms > SLICE_MS; i++) {
        (void)atomic_fetch_add(&sim->clock_offset_ms, SLICE_MS);
        (void)sim_step(sim);
        ms -= SLICE_MS;
    }
    (void)atomic_fetch_add(&sim->clock_offset_ms, ms);
    (void)sim_step(sim);
    sim_leave(sim);
}

void sim_world_fault(struct hal *hal, const char *device, const char *kind, bool on) {
    struct sim *sim = sim_enter(hal);
    TEST_ASSERT_TRUE_MESSAGE(sim_set_fault(sim, device, kind, on), kind);
    (void)sim_step(sim);
    sim_leave(sim);
}
