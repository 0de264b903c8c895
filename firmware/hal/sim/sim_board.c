/* The simulated board: its temperature, the self-tests of the drivers, and its restart, which the daemon performs
 * itself because there is no machine under it. */
#include <math.h>
#include <string.h>

#include "hal/sim/sim.h"
#include "hal/sim/sim_biometric.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_stopwatch.h"
#include "util/err.h"
#include "values/value.h"

#define TEMPERATURE_START 384 /* tenths of a degree Celsius */
#define WEAR_START 10 /* percent: typical of a flash memory in its first years */
#define TEMPERATURE_MIN (-400)
#define TEMPERATURE_MAX 1250

enum { FAULT_SENSOR_OFFLINE, FAULT_RESTART_FAILING };

static const char *const faults[] = {
    [FAULT_SENSOR_OFFLINE] = "sensorOffline", [FAULT_RESTART_FAILING] = "restartFailing", NULL};

/* Devices without their own module, and the fault in which they do not respond. */
static const struct {
    const char *name;
    enum sim_fault fault;
} plain_devices[] = {
    {"reader", SIM_FAULT_READER_OFFLINE},
    {"keypad", SIM_FAULT_KEYPAD_OFFLINE},
    {"entropy", SIM_FAULT_ENTROPY_FAILING},
};

struct board {
    int temperature; /* tenths of a degree Celsius */
    unsigned wear; /* of the flash memory, in percent */
    atomic_bool restarting; /* polled in every iteration of the loop: read without the mutex */
};

static int board_temperature(void *ctx, int *ret_tenths) {
    struct sim *sim = sim_enter(ctx);
    const struct board *board = sim_state(sim, &sim_board);
    bool offline = sim_has_fault(sim, &sim_board, FAULT_SENSOR_OFFLINE);
    *ret_tenths = board->temperature;
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static bool is_biometric(const struct sim_module *module) {
    return module == &sim_finger || module == &sim_face || module == &sim_iris;
}

/* A biometric module reports it itself: it may be offline without a fault. Otherwise by the fault "offline", if any. */
static bool is_offline(struct sim *sim, const struct sim_module *module) {
    if (is_biometric(module)) {
        return !biometric_online(sim, sim_state(sim, module)); /* first in the state of each */
    }
    for (unsigned i = 0; module->faults != NULL && module->faults[i] != NULL; i++) {
        if (strcmp(module->faults[i], "offline") == 0) {
            return sim_has_fault(sim, module, i);
        }
    }
    return false;
}

/* Returns whether `name` is a device that the model lacks. */
static bool is_lacking(const struct sim *sim, const char *name) {
    int device = value_find_word(&device_words, name, strlen(name));
    return device >= 0 && !sim_has_device(sim, (enum device)device);
}

/* Returns whether the module simulates the surroundings and is not a device of the terminal. */
static bool is_world(const struct sim_module *module) {
    return module == &sim_board || module == &sim_internet || module == &sim_time_service || module == &sim_stopwatch;
}

static size_t board_drivers(void *ctx, struct hal_driver ret_drivers[HAL_DRIVERS_MAX]) {
    struct sim *sim = sim_enter(ctx);
    size_t count = 0;
    for (size_t i = 0; i < sizeof(plain_devices) / sizeof(plain_devices[0]); i++) {
        if (is_lacking(sim, plain_devices[i].name)) {
            continue;
        }
        ret_drivers[count++] = (struct hal_driver){plain_devices[i].name,
                                                   (atomic_load(&sim->faults) & (unsigned)plain_devices[i].fault) == 0};
    }
    for (size_t i = 0; sim_modules[i] != NULL && count < HAL_DRIVERS_MAX; i++) {
        if (!is_world(sim_modules[i]) && !is_lacking(sim, sim_modules[i]->name)) {
            ret_drivers[count++] = (struct hal_driver){sim_modules[i]->name, !is_offline(sim, sim_modules[i])};
        }
    }
    sim_leave(sim);
    return count;
}

static int board_wear(void *ctx, unsigned *ret_percent) {
    struct sim *sim = sim_enter(ctx);
    *ret_percent = ((const struct board *)sim_state(sim, &sim_board))->wear;
    sim_leave(sim);
    return 0;
}

static int request_restart(void *ctx) {
    struct sim *sim = sim_enter(ctx);
    struct board *board = sim_state(sim, &sim_board);
    bool failing = sim_has_fault(sim, &sim_board, FAULT_RESTART_FAILING);
    if (!failing) {
        atomic_store(&board->restarting, true);
        if (sim->bench != NULL) {
            bench_publish(sim->bench, "{\"event\":\"restart\"}");
        }
        sim_changed(sim);
    }
    sim_leave(sim);
    return failing ? E_IO : 0;
}

static bool is_restarting(void *ctx) {
    const struct board *board = sim_state(ctx, &sim_board);
    return atomic_load(&board->restarting);
}

static void board_start(struct sim *sim) {
    struct board *board = sim_state(sim, &sim_board);
    board->temperature = TEMPERATURE_START;
    board->wear = WEAR_START;
    sim->hal.health =
        (struct hal_health){.ctx = sim, .temperature = board_temperature, .wear = board_wear, .drivers = board_drivers};
    sim->hal.restart = (struct hal_restart){.ctx = sim, .request = request_restart, .pending = is_restarting};
}

static bool is_whole(const cJSON *item, double min, double max) {
    double number = cJSON_IsNumber(item) ? cJSON_GetNumberValue(item) : NAN;
    return number >= min && number <= max && number == floor(number);
}

/* {"do":"board","temperature":415} or {"do":"board","wear":95}, or both. */
static const char *board_command(struct sim *sim, const cJSON *args) {
    struct board *board = sim_state(sim, &sim_board);
    const cJSON *temperature = cJSON_GetObjectItemCaseSensitive(args, "temperature");
    const cJSON *wear = cJSON_GetObjectItemCaseSensitive(args, "wear");
    if (wear != NULL && !is_whole(wear, 0, HAL_WEAR_BEYOND)) {
        return "wear must be a whole number from 0 to 101, in percent";
    }
    if ((temperature != NULL || wear == NULL) && !is_whole(temperature, TEMPERATURE_MIN, TEMPERATURE_MAX)) {
        return "temperature must be a whole number from -400 to 1250, in tenths of a degree";
    }
    board->temperature = temperature != NULL ? (int)cJSON_GetNumberValue(temperature) : board->temperature;
    board->wear = wear != NULL ? (unsigned)cJSON_GetNumberValue(wear) : board->wear;
    return NULL;
}

static cJSON *board_state(struct sim *sim) {
    const struct board *board = sim_state(sim, &sim_board);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "temperature", board->temperature);
    cJSON_AddNumberToObject(json, "wear", board->wear);
    cJSON_AddBoolToObject(json, "restarting", atomic_load(&board->restarting));
    return json;
}

const struct sim_module sim_board = {.name = "board",
                                     .size = sizeof(struct board),
                                     .faults = faults,
                                     .start = board_start,
                                     .command = board_command,
                                     .state = board_state};
