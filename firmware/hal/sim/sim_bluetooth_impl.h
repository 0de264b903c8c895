/* Shared by the simulated Bluetooth radio (sim_bluetooth.c) and the world around it (sim_bluetooth_world.c). */
#ifndef POSTERN_HAL_SIM_SIM_BLUETOOTH_IMPL_H
#define POSTERN_HAL_SIM_SIM_BLUETOOTH_IMPL_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/bluetooth.h"
#include "hal/sim/sim.h"

#define BLUETOOTH_EVENTS_MAX 16

enum bluetooth_fault {
    BLUETOOTH_FAULT_OFFLINE,
    BLUETOOTH_FAULT_OUT_OF_RANGE,
    BLUETOOTH_FAULT_REFUSING,
    BLUETOOTH_FAULT_SILENT,
    BLUETOOTH_FAULT_GARBAGE
};

struct bluetooth {
    bool server, client;
    struct hal_bluetooth_device around[HAL_BLUETOOTH_DEVICES_MAX]; /* devices in range */
    size_t around_count;
    char bonds[HAL_BLUETOOTH_DEVICES_MAX][HAL_MAC_MAX];
    size_t bond_count;
    enum bluetooth_phase phase;
    enum bluetooth_failure failure;
    char peer[HAL_MAC_MAX];
    int64_t phase_until_ms; /* SIM_NEVER: no timed change */
    int64_t searched_ms; /* start of the last search */
    bool has_searched;
    struct hal_bluetooth_event events[BLUETOOTH_EVENTS_MAX];
    size_t event_count;
    uint64_t event_number; /* of the last one */
};

/* Returns the device in range with an address; NULL: none. */
struct hal_bluetooth_device *bluetooth_find(struct bluetooth *bluetooth, const char *mac);

/* Returns the index of a bond, or `bond_count`. */
size_t bluetooth_find_bond(const struct bluetooth *bluetooth, const char *mac);

/* Adds an event and returns it with its number; NULL when the queue is full. */
struct hal_bluetooth_event *bluetooth_add_event(struct bluetooth *bluetooth, enum hal_bluetooth_event_kind kind);

/* Module functions that control the simulated world and show it. */
const char *bluetooth_command(struct sim *sim, const cJSON *args);
cJSON *bluetooth_state_json(struct sim *sim);

#endif
