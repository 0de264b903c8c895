/* The world around the simulated Bluetooth radio: devices in range, requests of phones; its state for the panel.
 *     {"do":"bluetooth","place":{"mac":…,"name":…,"signal":-60}}   puts a device into range, or moves it
 *     {"do":"bluetooth","remove":"AA:BB:CC:DD:EE:FF"}              removes it
 *     {"do":"bluetooth","ask":{"mac":…,"model":…,"machine":…,"route1":…,"route2":…}}   a phone requests authorization
 *     {"do":"bluetooth","show":{"mac":…,"number":"1234567","model":…,"machine":…,"route1":…,"route2":…}}   a
 *         paired device, or a phone, presents a card; fault "garbage": damaged */
#include <stdio.h>
#include <string.h>

#include "hal/sim/sim_bluetooth_impl.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_link_device.h"

struct hal_bluetooth_device *bluetooth_find(struct bluetooth *bluetooth, const char *mac) {
    for (size_t i = 0; i < bluetooth->around_count; i++) {
        if (strcmp(bluetooth->around[i].mac, mac) == 0) {
            return &bluetooth->around[i];
        }
    }
    return NULL;
}

size_t bluetooth_find_bond(const struct bluetooth *bluetooth, const char *mac) {
    size_t at = 0;
    while (at < bluetooth->bond_count && strcmp(bluetooth->bonds[at], mac) != 0) {
        at++;
    }
    return at;
}

struct hal_bluetooth_event *bluetooth_add_event(struct bluetooth *bluetooth, enum hal_bluetooth_event_kind kind) {
    if (bluetooth->event_count == BLUETOOTH_EVENTS_MAX) {
        return NULL;
    }
    struct hal_bluetooth_event *event = &bluetooth->events[bluetooth->event_count++];
    *event = (struct hal_bluetooth_event){.number = ++bluetooth->event_number, .kind = kind};
    return event;
}

static const char *do_ask(struct sim *sim, struct bluetooth *bluetooth, const cJSON *ask) {
    struct hal_link_device asker = {0};
    const char *refusal = sim_link_device_read(ask, &asker);
    if (refusal != NULL) {
        return refusal;
    }
    if (sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OFFLINE) || !bluetooth->server) {
        return "the terminal takes no connections";
    }
    struct hal_bluetooth_event *event = bluetooth_add_event(bluetooth, HAL_BLUETOOTH_ASKED);
    if (event == NULL) {
        return "too many wait to be asked";
    }
    event->asker = asker;
    return NULL;
}

/* A paired device in range sends over its own connection, any other device over a new connection to the server. */
static bool is_heard(struct sim *sim, struct bluetooth *bluetooth, const char *mac) {
    const struct hal_bluetooth_device *device = bluetooth_find(bluetooth, mac);
    if (sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OFFLINE) ||
        sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_OUT_OF_RANGE) ||
        sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_SILENT)) {
        return false;
    }
    return device != NULL ? device->connected : bluetooth->server;
}

static const char *do_show(struct sim *sim, struct bluetooth *bluetooth, const cJSON *show) {
    struct hal_link_device device = {0};
    const char *refusal = sim_link_device_read(show, &device);
    if (refusal != NULL) {
        return refusal;
    }
    if (!is_heard(sim, bluetooth, device.mac)) {
        return "the device is not connected";
    }
    return sim_input_ask(sim, CREDENTIAL_FROM_BLUETOOTH, &device,
                         cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(show, "number")),
                         sim_has_fault(sim, &sim_bluetooth, BLUETOOTH_FAULT_GARBAGE));
}

static const char *do_place(struct bluetooth *bluetooth, const cJSON *place) {
    const char *mac = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(place, "mac"));
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(place, "name"));
    long signal = 0;
    if (!sim_is_mac(mac) || !sim_number(place, "signal", -127, -1, -60, &signal) ||
        (name != NULL && strlen(name) >= HAL_BLUETOOTH_NAME_MAX)) {
        return "place has mac AA:BB:CC:DD:EE:FF, a name and a signal from -127 to -1";
    }
    struct hal_bluetooth_device *device = bluetooth_find(bluetooth, mac);
    if (device == NULL && bluetooth->around_count == HAL_BLUETOOTH_DEVICES_MAX) {
        return "there is no room for another device";
    }
    if (device == NULL) {
        device = &bluetooth->around[bluetooth->around_count++];
        *device = (struct hal_bluetooth_device){0};
        memcpy(device->mac, mac, sizeof(device->mac));
    }
    (void)snprintf(device->name, sizeof(device->name), "%s", name != NULL ? name : "");
    device->signal_dbm = (int32_t)signal;
    return NULL;
}

static const char *do_remove(struct bluetooth *bluetooth, const char *mac) {
    struct hal_bluetooth_device *device = bluetooth_find(bluetooth, mac);
    if (device == NULL) {
        return "there is no such device";
    }
    size_t behind = bluetooth->around_count - (size_t)(device - bluetooth->around) - 1;
    memmove(device, device + 1, behind * sizeof(*device));
    bluetooth->around_count--;
    if (bluetooth->phase == BLUETOOTH_PHASE_CONNECTED && strcmp(bluetooth->peer, mac) == 0) {
        bluetooth->phase = BLUETOOTH_PHASE_IDLE;
    }
    return NULL;
}

const char *bluetooth_command(struct sim *sim, const cJSON *args) {
    struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    const cJSON *ask = cJSON_GetObjectItemCaseSensitive(args, "ask");
    const cJSON *place = cJSON_GetObjectItemCaseSensitive(args, "place");
    const cJSON *show = cJSON_GetObjectItemCaseSensitive(args, "show");
    const char *mac = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "remove"));
    if (show != NULL) {
        return do_show(sim, bluetooth, show);
    }
    if (ask != NULL) {
        return do_ask(sim, bluetooth, ask);
    }
    if (place != NULL) {
        return do_place(bluetooth, place);
    }
    return mac != NULL ? do_remove(bluetooth, mac) : "bluetooth takes show, ask, place or remove";
}

cJSON *bluetooth_state_json(struct sim *sim) {
    const struct bluetooth *bluetooth = sim_state(sim, &sim_bluetooth);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "server", bluetooth->server);
    cJSON_AddBoolToObject(json, "client", bluetooth->client);
    cJSON_AddStringToObject(json, "phase", bluetooth_phase_text_of(bluetooth->phase));
    cJSON_AddStringToObject(json, "failure", bluetooth_failure_text_of(bluetooth->failure));
    cJSON_AddStringToObject(json, "peer", bluetooth->peer);
    cJSON *list = cJSON_AddArrayToObject(json, "devices");
    for (size_t i = 0; i < bluetooth->around_count; i++) {
        const struct hal_bluetooth_device *device = &bluetooth->around[i];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "mac", device->mac);
        cJSON_AddStringToObject(item, "name", device->name);
        cJSON_AddNumberToObject(item, "signal", device->signal_dbm);
        cJSON_AddBoolToObject(item, "paired", bluetooth_find_bond(bluetooth, device->mac) < bluetooth->bond_count);
        cJSON_AddBoolToObject(item, "connected", device->connected);
        cJSON_AddItemToArray(list, item);
    }
    cJSON_AddNumberToObject(json, "asking", (double)bluetooth->event_count);
    return json;
}
