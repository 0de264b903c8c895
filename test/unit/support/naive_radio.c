#include "naive_radio.h"

#include <stdio.h>
#include <string.h>

#include "util/err.h"

static struct hal_bluetooth_device *device_of(struct naive_radio *radio, const char *mac) {
    for (size_t i = 0; i < radio->around_count; i++) {
        if (strcmp(radio->around[i].mac, mac) == 0) {
            return &radio->around[i];
        }
    }
    return NULL;
}

bool naive_radio_has_bond(const struct naive_radio *radio, const char *mac) {
    for (size_t i = 0; i < radio->bond_count; i++) {
        if (strcmp(radio->bonds[i], mac) == 0) {
            return true;
        }
    }
    return false;
}

static void add_bond(struct naive_radio *radio, const char *mac) {
    if (!naive_radio_has_bond(radio, mac) && radio->bond_count < HAL_BLUETOOTH_DEVICES_MAX) {
        (void)snprintf(radio->bonds[radio->bond_count++], HAL_MAC_MAX, "%s", mac);
    }
}

static void remove_bond(struct naive_radio *radio, const char *mac) {
    for (size_t i = 0; i < radio->bond_count; i++) {
        if (strcmp(radio->bonds[i], mac) == 0) {
            memmove(radio->bonds[i], radio->bonds[radio->bond_count - 1], HAL_MAC_MAX);
            radio->bond_count--;
            return;
        }
    }
}

static void set_connected(struct naive_radio *radio, const char *mac, bool connected) {
    struct hal_bluetooth_device *device = device_of(radio, mac);
    if (device != NULL) {
        device->connected = connected;
    }
}

bool naive_radio_is_connecting(const struct naive_radio *radio) {
    return radio->phase == BLUETOOTH_PHASE_CONNECTING || radio->phase == BLUETOOTH_PHASE_PAIRING;
}

/* A bond whose event is still queued counts, although it is not stored yet. */
static void keep_waiting(struct naive_radio *radio) {
    for (size_t i = 0; i < radio->event_count; i++) {
        if (radio->events[i].kind == HAL_BLUETOOTH_PAIRED) {
            add_bond(radio, radio->events[i].device.mac);
        }
    }
}

static int apply(void *ctx, const struct hal_bluetooth_config *config) {
    struct naive_radio *radio = ctx;
    if (radio->offline) {
        return E_OFFLINE;
    }
    radio->server = config->server;
    radio->client = config->client;
    radio->bond_count = 0;
    for (size_t i = 0; i < config->bond_count; i++) {
        add_bond(radio, config->bonds[i]);
    }
    keep_waiting(radio);
    for (size_t i = 0; i < radio->around_count; i++) {
        struct hal_bluetooth_device *device = &radio->around[i];
        device->connected = device->connected && config->client && naive_radio_has_bond(radio, device->mac);
    }
    if (!config->client) {
        radio->searched = false;
        radio->search_left_ms = 0;
        radio->phase = BLUETOOTH_PHASE_IDLE;
    }
    return 0;
}

static void read_state(void *ctx, struct hal_bluetooth_state *ret_state) {
    const struct naive_radio *radio = ctx;
    *ret_state = (struct hal_bluetooth_state){.server = radio->server,
                                              .client = radio->client,
                                              .phase = radio->phase,
                                              .failure = radio->failure,
                                              .search_left_ms = radio->search_left_ms};
    (void)snprintf(ret_state->address, sizeof(ret_state->address), "%s", radio->offline ? "" : NAIVE_RADIO_ADDRESS);
    memcpy(ret_state->peer, radio->peer, sizeof(ret_state->peer));
}

static int refusal(struct naive_radio *radio) {
    if (radio->offline) {
        return E_OFFLINE;
    }
    radio->busy_calls += naive_radio_is_connecting(radio);
    return naive_radio_is_connecting(radio) ? E_BUSY : 0;
}

static int search(void *ctx) {
    struct naive_radio *radio = ctx;
    int r = refusal(radio);
    if (r == 0) {
        radio->searched = true;
        radio->search_left_ms = HAL_BLUETOOTH_SEARCH_MS;
        radio->phase = BLUETOOTH_PHASE_SEARCHING;
    }
    return r;
}

static size_t devices(void *ctx, struct hal_bluetooth_device *ret_devices, size_t max) {
    const struct naive_radio *radio = ctx;
    size_t count = radio->around_count < max ? radio->around_count : max;
    if (radio->offline || !radio->searched) {
        return 0;
    }
    memcpy(ret_devices, radio->around, count * sizeof(*ret_devices));
    return count;
}

static int connect_to(void *ctx, const char *mac) {
    struct naive_radio *radio = ctx;
    int r = refusal(radio);
    if (r == 0) {
        (void)snprintf(radio->peer, sizeof(radio->peer), "%s", mac);
        radio->phase = BLUETOOTH_PHASE_CONNECTING;
        radio->failure = BLUETOOTH_FAILURE_NONE;
        radio->search_left_ms = 0;
    }
    return r;
}

static int forget(void *ctx, const char *mac) {
    struct naive_radio *radio = ctx;
    size_t kept = 0;
    if (radio->offline) {
        return E_OFFLINE;
    }
    for (size_t i = 0; i < radio->event_count; i++) {
        if (radio->events[i].kind != HAL_BLUETOOTH_PAIRED || strcmp(radio->events[i].device.mac, mac) != 0) {
            radio->events[kept++] = radio->events[i];
        }
    }
    radio->event_count = kept;
    remove_bond(radio, mac);
    set_connected(radio, mac, false);
    if (strcmp(radio->peer, mac) == 0 && radio->phase != BLUETOOTH_PHASE_SEARCHING) {
        radio->phase = BLUETOOTH_PHASE_IDLE;
        radio->failure = BLUETOOTH_FAILURE_NONE;
    }
    return 0;
}

static int event(void *ctx, struct hal_bluetooth_event *ret_event) {
    const struct naive_radio *radio = ctx;
    if (radio->event_count == 0) {
        return E_NOTFOUND;
    }
    *ret_event = radio->events[0];
    return 0;
}

static void event_done(void *ctx, uint64_t number) {
    struct naive_radio *radio = ctx;
    if (radio->event_count > 0 && radio->events[0].number == number) {
        memmove(&radio->events[0], &radio->events[1], --radio->event_count * sizeof(radio->events[0]));
    }
}

void naive_radio_init(struct naive_radio *radio, struct hal *hal) {
    memset(radio, 0, sizeof(*radio));
    hal->bluetooth = (struct hal_bluetooth){.ctx = radio,
                                            .apply = apply,
                                            .read = read_state,
                                            .search = search,
                                            .devices = devices,
                                            .connect = connect_to,
                                            .forget = forget,
                                            .event = event,
                                            .event_done = event_done};
}

void naive_radio_restart(struct naive_radio *radio) {
    if (naive_radio_is_connecting(radio)) {
        naive_radio_fail(radio, BLUETOOTH_FAILURE_RADIO);
    } else if (radio->phase != BLUETOOTH_PHASE_FAILED) {
        radio->phase = BLUETOOTH_PHASE_IDLE;
    }
    radio->server = radio->client = radio->searched = false;
    radio->search_left_ms = 0;
    for (size_t i = 0; i < radio->around_count; i++) {
        radio->around[i].connected = false;
    }
}

void naive_radio_advance(struct naive_radio *radio, uint32_t ms) {
    if (radio->phase == BLUETOOTH_PHASE_SEARCHING && radio->search_left_ms <= ms) {
        radio->phase = BLUETOOTH_PHASE_IDLE;
    }
    radio->search_left_ms = radio->search_left_ms > ms ? radio->search_left_ms - ms : 0;
}

void naive_radio_hear(struct naive_radio *radio, const struct hal_bluetooth_device *device) {
    struct hal_bluetooth_device *known = device_of(radio, device->mac);
    if (known == NULL && radio->around_count < NAIVE_RADIO_AROUND_MAX) {
        known = &radio->around[radio->around_count++];
        *known = *device;
        known->connected = false;
    } else if (known != NULL) {
        bool connected = known->connected;
        *known = *device;
        known->connected = connected;
    }
}

void naive_radio_lose(struct naive_radio *radio, const char *mac) {
    struct hal_bluetooth_device *known = device_of(radio, mac);
    if (known != NULL) {
        *known = radio->around[--radio->around_count];
    }
    if (strcmp(radio->peer, mac) == 0 && radio->phase == BLUETOOTH_PHASE_CONNECTED) {
        radio->phase = BLUETOOTH_PHASE_IDLE;
    }
}

static struct hal_bluetooth_event *add_event(struct naive_radio *radio, enum hal_bluetooth_event_kind kind) {
    if (radio->event_count == NAIVE_RADIO_EVENTS_MAX) {
        return NULL;
    }
    struct hal_bluetooth_event *added = &radio->events[radio->event_count++];
    *added = (struct hal_bluetooth_event){.number = ++radio->last_number, .kind = kind};
    return added;
}

void naive_radio_go_on(struct naive_radio *radio) {
    const struct hal_bluetooth_device *device = device_of(radio, radio->peer);
    if (radio->offline || device == NULL) {
        naive_radio_fail(radio, radio->offline ? BLUETOOTH_FAILURE_RADIO : BLUETOOTH_FAILURE_OUT_OF_RANGE);
        return;
    }
    if (radio->phase == BLUETOOTH_PHASE_CONNECTING) {
        radio->phase = BLUETOOTH_PHASE_PAIRING;
        return;
    }
    struct hal_bluetooth_event *paired = add_event(radio, HAL_BLUETOOTH_PAIRED);
    if (paired == NULL) {
        naive_radio_fail(radio, BLUETOOTH_FAILURE_TIMEOUT);
        return;
    }
    set_connected(radio, radio->peer, true);
    paired->device = *device;
    add_bond(radio, radio->peer);
    radio->phase = BLUETOOTH_PHASE_CONNECTED;
}

void naive_radio_fail(struct naive_radio *radio, enum bluetooth_failure failure) {
    radio->phase = BLUETOOTH_PHASE_FAILED;
    radio->failure = failure;
}

void naive_radio_ask(struct naive_radio *radio, const struct hal_link_device *asker) {
    if (radio->server && !radio->offline) {
        struct hal_bluetooth_event *asked = add_event(radio, HAL_BLUETOOTH_ASKED);
        if (asked != NULL) {
            asked->asker = *asker;
        }
    }
}
