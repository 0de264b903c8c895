/* The simulated fingerprint module: its precision. */
#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "util/err.h"

enum { FAULT_OFFLINE };

static const char *const faults[] = {[FAULT_OFFLINE] = "offline", NULL};

struct finger {
    unsigned precision;
};

static int set_precision(void *ctx, unsigned level) {
    struct sim *sim = sim_enter(ctx);
    struct finger *finger = sim_state(sim, &sim_finger);
    bool offline = sim_has_fault(sim, &sim_finger, FAULT_OFFLINE);
    if (!offline) {
        finger->precision = level;
        sim_changed(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static void finger_start(struct sim *sim) {
    sim->hal.finger = (struct hal_finger){.ctx = sim, .set_precision = set_precision};
}

static cJSON *finger_state(struct sim *sim) {
    const struct finger *finger = sim_state(sim, &sim_finger);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "precision", finger->precision);
    return json;
}

const struct sim_module sim_finger = {
    .name = "finger", .size = sizeof(struct finger), .faults = faults, .start = finger_start, .state = finger_state};
