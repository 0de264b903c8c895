/* The simulated camera: its light. */
#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "util/err.h"

enum { FAULT_OFFLINE };

static const char *const faults[] = {[FAULT_OFFLINE] = "offline", NULL};

struct camera {
    enum camera_light light;
};

static int set_light(void *ctx, enum camera_light light) {
    struct sim *sim = sim_enter(ctx);
    struct camera *camera = sim_state(sim, &sim_camera);
    bool offline = sim_has_fault(sim, &sim_camera, FAULT_OFFLINE);
    if (!offline) {
        camera->light = light;
        sim_changed(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static void camera_start(struct sim *sim) {
    sim->hal.camera = (struct hal_camera){.ctx = sim, .set_light = set_light};
}

static cJSON *camera_state(struct sim *sim) {
    const struct camera *camera = sim_state(sim, &sim_camera);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "light", camera_light_text[camera->light]);
    return json;
}

const struct sim_module sim_camera = {
    .name = "camera", .size = sizeof(struct camera), .faults = faults, .start = camera_start, .state = camera_state};
