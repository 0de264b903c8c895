/* The simulated Bluetooth radio. Searching, connecting and pairing take realistic times; faults: the radio does not
 * respond, the device is out of range, refuses, falls silent, or sends damaged data. sim_bluetooth_world.c controls its
 * surroundings. */
#include <stdio.h>
#include <string.h>

#include "hal/sim/sim.h"
#include "hal/sim/sim_bluetooth_impl.h"
#include "hal/sim/sim_devices.h"
#include "util/err.h"

#define HEARD_MS 1200 /* after the start of a search until the first device is found, then one more each */
#define CONNECT_MS 1500 /* until a device in range is connected */
#define PAIR_MS 2500        /* until it is paired */
#define OUT_OF_RANGE_MS 5000 /* until the radio gives up on an unreachable device */
#define OWN_ADDRESS "3C:71:BF:0A:52:9D"

static const char *const faults[] = {
    [BLUETOOTH_FAULT_OFFLINE] = "offline",   [BLUETOOTH_FAULT_OUT_OF_RANGE] = "outOfRange",
    [BLUETOOTH_FAULT_REFUSING] = "refusing", [BLUETOOTH_FAULT_SILENT] = "silent",
    [BLUETOOTH_FAULT_GARBAGE] = "garbage",   NULL};

static void set_phase(struct bluetooth *bluetooth, enum bluetooth_phase phase, int64_t until_ms) {
    bluetooth->phase = phase;
    bluetooth->phase_until_ms = until_ms;
}

static void bluetooth_fail(struct bluetooth *bluetooth, enum bluetooth_failure failure) {
    bluetooth->failure = failure;
    set_phase(bluetooth, BLUETOOTH_PHASE_FAILED, SIM_NEVER);
}

/* Enters the idle phase: the last peer may be connected. */
static void bluetooth_rest(struct bluetooth *bluetooth) {
    const struct hal_bluetooth_device *peer = bluetooth_find(bluetooth, bluetooth->peer);
    bool connected = peer != NULL && peer->connected;
    set_phase(bluetooth, connected ? BLUETOOTH_PHASE_CONNECTED : BLUETOOTH_PHASE_IDLE, SIM_NEVER);
}

static void add_bond(struct bluetooth *bluetooth, const char mac[HAL_MAC_MAX]) {
    if (bluetooth_find_bond(bluetooth, mac) == bluetooth->bond_count &&
        bluetooth->bond_count < HAL_BLUETOOTH_DEVICES_MAX) {
        memcpy(bluetooth->bonds[bluetooth->bond_count++], mac, HAL_MAC_MAX);
    }
}

static void end_pairing(struct bluetooth *bluetooth, struct hal_bluetooth_device *device) {
    struct hal_bluetooth_event *event = bluetooth_add_event(bluetooth, HAL_BLUETOOTH_PAIRED);
    if (event == NULL) {
        bluetooth_fail(bluetooth, BLUETOOTH_FAILURE_TIMEOUT);
        return;
    }
    device->connected = true;
    event->device = *device;
    add_bond(bluetooth, device->mac);
    set_phase(bluetooth, BLUETOOTH_PHASE_CONNECTED, SIM_NEVER);
}

/* Performs the end of a connection phase, at the time it is due. */
static void go_on(struct sim *sim, struct bluetooth *bluetooth, int64_t at_ms) {
    struct hal_bluetooth_device *device = bluetooth_find(bluetooth, bluetooth->peer);
    if (device == NULL || sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OUT_OF_RANGE)) {
        bluetooth_fail(bluetooth, BLUETOOTH_FAILURE_OUT_OF_RANGE);
    } else if (sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_SILENT)) {
        bluetooth_fail(bluetooth, BLUETOOTH_FAILURE_TIMEOUT);
    } else if (bluetooth->phase == BLUETOOTH_PHASE_CONNECTING) {
        set_phase(bluetooth, BLUETOOTH_PHASE_PAIRING, at_ms + PAIR_MS);
    } else if (sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_REFUSING)) {
        bluetooth_fail(bluetooth, BLUETOOTH_FAILURE_REFUSED);
    } else {
        end_pairing(bluetooth, device);
    }
}

static bool is_connecting(const struct bluetooth *bluetooth) {
    return bluetooth->phase == BLUETOOTH_PHASE_CONNECTING || bluetooth->phase == BLUETOOTH_PHASE_PAIRING;
}

static int64_t bluetooth_step(struct sim *sim, int64_t now_ms) {
    struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    if (sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OFFLINE) && is_connecting(bluetooth)) {
        bluetooth_fail(bluetooth, BLUETOOTH_FAILURE_RADIO);
    }
    while (now_ms >= bluetooth->phase_until_ms) {
        if (bluetooth->phase == BLUETOOTH_PHASE_SEARCHING) {
            bluetooth_rest(bluetooth);
        } else {
            go_on(sim, bluetooth, bluetooth->phase_until_ms);
        }
    }
    return bluetooth->phase_until_ms;
}

/* Connects paired devices in range if permitted; disconnects the others. */
static void meet_bonds(struct sim *sim, struct bluetooth *bluetooth) {
    for (size_t i = 0; i < bluetooth->around_count; i++) {
        struct hal_bluetooth_device *device = &bluetooth->around[i];
        bool bonded = bluetooth_find_bond(bluetooth, device->mac) < bluetooth->bond_count;
        device->connected =
            bluetooth->client && bonded && !sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OUT_OF_RANGE);
    }
}

/* Keeps only the bonds of the configuration, and those that the terminal does not know yet. */
static void set_bonds(struct bluetooth *bluetooth, const struct hal_bluetooth_config *config) {
    bluetooth->bond_count = 0;
    for (size_t i = 0; i < config->bond_count; i++) {
        add_bond(bluetooth, config->bonds[i]);
    }
    for (size_t i = 0; i < bluetooth->event_count; i++) {
        if (bluetooth->events[i].kind == HAL_BLUETOOTH_PAIRED) {
            add_bond(bluetooth, bluetooth->events[i].device.mac);
        }
    }
}

static int bluetooth_apply(void *ctx, const struct hal_bluetooth_config *config) {
    struct sim *sim = sim_enter(ctx);
    struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    bool offline = sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OFFLINE);
    if (!offline) {
        bluetooth->server = config->server;
        bluetooth->client = config->client;
        set_bonds(bluetooth, config);
        meet_bonds(sim, bluetooth);
        if (!config->client) {
            bluetooth->has_searched = false;
            bluetooth_rest(bluetooth);
        }
        sim_changed(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static void read_state(void *ctx, struct hal_bluetooth_state *ret_state) {
    struct sim *sim = sim_enter(ctx);
    const struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    bool offline = sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OFFLINE);
    *ret_state = (struct hal_bluetooth_state){.server = bluetooth->server,
                                              .client = bluetooth->client,
                                              .phase = bluetooth->phase,
                                              .failure = bluetooth->failure};
    (void)snprintf(ret_state->address, sizeof(ret_state->address), "%s", offline ? "" : OWN_ADDRESS);
    memcpy(ret_state->peer, bluetooth->peer, sizeof(ret_state->peer));
    if (bluetooth->phase == BLUETOOTH_PHASE_SEARCHING) {
        ret_state->search_left_ms = (uint32_t)(bluetooth->phase_until_ms - sim_mono_ms(sim));
    }
    sim_leave(sim);
}

static int sim_bluetooth_search(void *ctx) {
    struct sim *sim = sim_enter(ctx);
    struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    int r = 0;
    if (sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OFFLINE)) {
        r = E_OFFLINE;
    } else if (is_connecting(bluetooth)) {
        r = E_BUSY;
    } else {
        bluetooth->searched_ms = sim_mono_ms(sim);
        bluetooth->has_searched = true;
        set_phase(bluetooth, BLUETOOTH_PHASE_SEARCHING, bluetooth->searched_ms + HAL_BLUETOOTH_SEARCH_MS);
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static size_t sim_bluetooth_devices(void *ctx, struct hal_bluetooth_device *ret_devices, size_t max) {
    struct sim *sim = sim_enter(ctx);
    const struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    int64_t listened_ms = sim_mono_ms(sim) - bluetooth->searched_ms;
    size_t count = 0;
    if (bluetooth->has_searched && !sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OFFLINE) &&
        !sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OUT_OF_RANGE)) {
        for (size_t i = 0; i < bluetooth->around_count && count < max; i++) {
            if (listened_ms >= HAL_BLUETOOTH_SEARCH_MS || listened_ms >= (int64_t)(i + 1) * HEARD_MS) {
                ret_devices[count++] = bluetooth->around[i];
            }
        }
    }
    sim_leave(sim);
    return count;
}

static int connect_to(void *ctx, const char *mac) {
    struct sim *sim = sim_enter(ctx);
    struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    int r = 0;
    if (sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OFFLINE)) {
        r = E_OFFLINE;
    } else if (is_connecting(bluetooth)) {
        r = E_BUSY;
    } else {
        int64_t now_ms = sim_mono_ms(sim);
        int64_t takes_ms = CONNECT_MS;
        if (bluetooth_find(bluetooth, mac) == NULL ||
            sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OUT_OF_RANGE)) {
            takes_ms = OUT_OF_RANGE_MS;
        } else if (sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_SILENT)) {
            takes_ms = HAL_BLUETOOTH_CONNECT_MAX_MS;
        }
        (void)snprintf(bluetooth->peer, sizeof(bluetooth->peer), "%s", mac);
        bluetooth->failure = BLUETOOTH_FAILURE_NONE;
        set_phase(bluetooth, BLUETOOTH_PHASE_CONNECTING, now_ms + takes_ms);
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

/* Removes the events of a deleted pairing. */
static void drop_pairing(struct bluetooth *bluetooth, const char *mac) {
    size_t kept = 0;
    for (size_t i = 0; i < bluetooth->event_count; i++) {
        const struct hal_bluetooth_event *event = &bluetooth->events[i];
        if (event->kind != HAL_BLUETOOTH_PAIRED || strcmp(event->device.mac, mac) != 0) {
            bluetooth->events[kept++] = *event;
        }
    }
    bluetooth->event_count = kept;
}

static int sim_bluetooth_forget(void *ctx, const char *mac) {
    struct sim *sim = sim_enter(ctx);
    struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    bool offline = sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OFFLINE);
    if (!offline) {
        struct hal_bluetooth_device *device = bluetooth_find(bluetooth, mac);
        size_t at = bluetooth_find_bond(bluetooth, mac);
        if (device != NULL) {
            device->connected = false;
        }
        drop_pairing(bluetooth, mac);
        if (at < bluetooth->bond_count) {
            bluetooth->bond_count--;
            memmove(bluetooth->bonds + at, bluetooth->bonds + at + 1, (bluetooth->bond_count - at) * HAL_MAC_MAX);
        }
        if (strcmp(bluetooth->peer, mac) == 0 && bluetooth->phase != BLUETOOTH_PHASE_SEARCHING) {
            bluetooth->failure = BLUETOOTH_FAILURE_NONE;
            bluetooth_rest(bluetooth);
        }
        sim_changed(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static int event_first(void *ctx, struct hal_bluetooth_event *ret_event) {
    struct sim *sim = sim_enter(ctx);
    const struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    bool any = bluetooth->event_count > 0;
    if (any) {
        *ret_event = bluetooth->events[0];
    }
    sim_leave(sim);
    return any ? 0 : E_NOTFOUND;
}

static void event_done(void *ctx, uint64_t number) {
    struct sim *sim = sim_enter(ctx);
    struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    if (bluetooth->event_count > 0 && bluetooth->events[0].number == number) {
        memmove(&bluetooth->events[0], &bluetooth->events[1], --bluetooth->event_count * sizeof(bluetooth->events[0]));
        sim_changed(sim);
    }
    sim_leave(sim);
}

static void bluetooth_start(struct sim *sim) {
    static const struct hal_bluetooth_device first[] = {
        {.mac = "A4:C1:38:5E:10:0B", .name = "Lock North Gate", .signal_dbm = -52},
        {.mac = "D8:A0:1D:4C:77:21", .name = "Reader Lobby", .signal_dbm = -67},
        {.mac = "F0:99:B6:33:8E:C4", .name = "", .signal_dbm = -84},
    };
    struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    sim->hal.bluetooth = (struct hal_bluetooth){.ctx = sim,
                                                .apply = bluetooth_apply,
                                                .read = read_state,
                                                .search = sim_bluetooth_search,
                                                .devices = sim_bluetooth_devices,
                                                .connect = connect_to,
                                                .forget = sim_bluetooth_forget,
                                                .event = event_first,
                                                .event_done = event_done};
    memcpy(bluetooth->around, first, sizeof(first));
    bluetooth->around_count = sizeof(first) / sizeof(first[0]);
    bluetooth->phase_until_ms = SIM_NEVER;
}

const struct sim_module sim_bluetooth = {.name = "bluetooth",
                                         .size = sizeof(struct bluetooth),
                                         .faults = faults,
                                         .start = bluetooth_start,
                                         .command = bluetooth_command,
                                         .step = bluetooth_step,
                                         .state = bluetooth_state_json};
