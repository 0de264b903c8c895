/* The simulated thermometer: the skin temperature of the person present is part of each event.
 *     {"do":"thermometer","temperature":371}    reads 37.1 °C; 300 to 450
 *     {"do":"thermometer","temperature":null}   reads nothing: nobody is near enough (initial state) */
#include "hal/sim/sim_thermometer.h"

#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_link_device.h"

#define SKIN_MIN 300 /* tenths of a degree Celsius */
#define SKIN_MAX 450

enum { FAULT_OFFLINE };

static const char *const faults[] = {[FAULT_OFFLINE] = "offline", NULL};

struct thermometer {
    long temperature; /* 0: nothing */
};

int sim_thermometer_read(const struct sim *sim) {
    const struct thermometer *thermometer = sim_state(sim, &sim_thermometer);
    bool reads = sim_has_device(sim, DEVICE_THERMOMETER) && !sim_has_fault(sim, &sim_thermometer, FAULT_OFFLINE);
    return reads ? (int)thermometer->temperature : 0;
}

static void thermometer_start(struct sim *sim) {
    (void)sim; /* no op of its own: the events contain the reading */
}

static const char *thermometer_command(struct sim *sim, const cJSON *args) {
    struct thermometer *thermometer = sim_state(sim, &sim_thermometer);
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(args, "temperature");
    if (cJSON_IsNull(item)) {
        thermometer->temperature = 0;
        return NULL;
    }
    return item != NULL && sim_number(args, "temperature", SKIN_MIN, SKIN_MAX, 0, &thermometer->temperature)
               ? NULL
               : "temperature is 300 to 450, in tenths of a degree, or null";
}

static cJSON *thermometer_state(struct sim *sim) {
    const struct thermometer *thermometer = sim_state(sim, &sim_thermometer);
    cJSON *json = cJSON_CreateObject();
    if (thermometer->temperature != 0) {
        cJSON_AddNumberToObject(json, "temperature", (double)thermometer->temperature);
    } else {
        cJSON_AddNullToObject(json, "temperature");
    }
    return json;
}

const struct sim_module sim_thermometer = {.name = "thermometer",
                                           .size = sizeof(struct thermometer),
                                           .faults = faults,
                                           .start = thermometer_start,
                                           .command = thermometer_command,
                                           .state = thermometer_state};
