#include "core/devices/bluetooth.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/devices/asking.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "setting_hooks.h"
#include "store/devices/bonds.h"
#include "store/store.h"
#include "util/arena.h"
#include "util/cleanup.h"
#include "util/text.h"

#define OBJECT_MAX 48
#define JSON_MAX 32
#define RETRY_MS 2000 /* after the store could not save an event, or the radio did not respond */
#define EVENTS_AT_ONCE 16
#define MET_MAX 4 /* devices waiting to be added to the list */

struct bluetooth {
    struct asking asking; /* of the upkeep */
    atomic_llong not_before_ms; /* monotonic time of the next retry with the radio */
    pthread_mutex_t mutex; /* guards the members below; held for a few instructions */
    struct hal_link_device met[MET_MAX];
    size_t met_count;
};

int bluetooth_new(struct bluetooth **ret_bluetooth) {
    struct bluetooth *bluetooth = calloc(1, sizeof(*bluetooth));
    if (bluetooth == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&bluetooth->mutex, NULL);
    *ret_bluetooth = bluetooth;
    return 0;
}

void bluetooth_free(struct bluetooth *bluetooth) {
    if (bluetooth != NULL) {
        (void)pthread_mutex_destroy(&bluetooth->mutex);
        free(bluetooth);
    }
}

static const struct hal_bluetooth *radio_of(const struct core *core) {
    return &core->shared->hal->bluetooth;
}

int effect_bluetooth(struct core *core, const struct settings *before, const struct settings *after) {
    (void)before;
    struct store_bond bonds[STORE_BONDS_MAX];
    char macs[STORE_BONDS_MAX][HAL_MAC_MAX];
    size_t count = 0;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    /* Bonds change within a transaction, together with the radio: inside ours they stay until the radio knows them. */
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_bonds_list(txn, bonds, &count);
    if (r < 0) {
        return r;
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(macs[i], bonds[i].mac, sizeof(macs[i]));
    }
    struct hal_bluetooth_config config = {
        .server = after->values.bluetooth_param.server_on,
        .client = after->values.bluetooth_param.client_on,
        .bonds = (const char(*)[HAL_MAC_MAX])macs,
        .bond_count = count,
    };
    return radio_of(core)->apply(radio_of(core)->ctx, &config);
}

static bool is_client_on(struct core *core) {
    return settings_get(core)->values.bluetooth_param.client_on;
}

void bluetooth_state(struct core *core, struct hal_bluetooth_state *ret_state) {
    radio_of(core)->read(radio_of(core)->ctx, ret_state);
}

int bluetooth_search(struct core *core) {
    return is_client_on(core) ? radio_of(core)->search(radio_of(core)->ctx) : E_SWITCHED_OFF;
}

/* Devices in range and paired devices, read together; in the arena. */
struct heard_and_paired {
    struct hal_bluetooth_device *heard;
    size_t heard_count;
    struct store_bond *bonds;
    size_t bond_count;
};

static int read_both(struct core *core, struct arena *arena, struct heard_and_paired *ret_both) {
    ret_both->heard = arena_calloc(arena, HAL_BLUETOOTH_DEVICES_MAX, sizeof(*ret_both->heard));
    ret_both->bonds = arena_calloc(arena, STORE_BONDS_MAX, sizeof(*ret_both->bonds));
    if (ret_both->heard == NULL || ret_both->bonds == NULL) {
        return E_NOMEM;
    }
    ret_both->heard_count = radio_of(core)->devices(radio_of(core)->ctx, ret_both->heard, HAL_BLUETOOTH_DEVICES_MAX);
    return store_bonds_list(core->store, ret_both->bonds, &ret_both->bond_count);
}

static const struct store_bond *bond_of(const struct heard_and_paired *both, const char *mac) {
    for (size_t i = 0; i < both->bond_count; i++) {
        if (strcmp(both->bonds[i].mac, mac) == 0) {
            return &both->bonds[i];
        }
    }
    return NULL;
}

static const struct hal_bluetooth_device *heard_of(const struct heard_and_paired *both, const char *mac) {
    for (size_t i = 0; i < both->heard_count; i++) {
        if (strcmp(both->heard[i].mac, mac) == 0) {
            return &both->heard[i];
        }
    }
    return NULL;
}

/* Checks an external name: not shown unless it is valid text of acceptable length. */
static const char *clean_name(const char *name) {
    size_t len = strnlen(name, HAL_BLUETOOTH_NAME_MAX);
    bool good = len < HAL_BLUETOOTH_NAME_MAX && text_is_clean(name, len) && text_length(name, len) <= 64;
    return good ? name : "";
}

static int by_signal(const void *a, const void *b) {
    const struct bluetooth_device *one = a;
    const struct bluetooth_device *other = b;
    if (one->signal_dbm != other->signal_dbm) {
        return one->signal_dbm > other->signal_dbm ? -1 : 1;
    }
    return strcmp(one->mac, other->mac);
}

int bluetooth_found(struct core *core, struct arena *arena, struct bluetooth_devices *ret_devices) {
    struct heard_and_paired both = {0};
    if (!is_client_on(core)) {
        return E_SWITCHED_OFF;
    }
    int r = read_both(core, arena, &both);
    struct bluetooth_device *list = arena_calloc(arena, HAL_BLUETOOTH_DEVICES_MAX, sizeof(*list));
    if (r < 0 || list == NULL) {
        return r < 0 ? r : E_NOMEM;
    }
    for (size_t i = 0; i < both.heard_count; i++) {
        const struct hal_bluetooth_device *heard = &both.heard[i];
        const struct store_bond *bond = bond_of(&both, heard->mac);
        list[i] = (struct bluetooth_device){
            .mac = heard->mac,
            .name = clean_name(heard->name),
            .signal_dbm = heard->signal_dbm,
            .paired = bond != NULL,
            .connected = heard->connected,
            .group = bond != NULL ? bond->group : 0,
        };
    }
    qsort(list, both.heard_count, sizeof(*list), by_signal);
    *ret_devices = (struct bluetooth_devices){.list = list, .count = both.heard_count};
    return 0;
}

int bluetooth_paired(struct core *core, struct arena *arena, struct bluetooth_devices *ret_devices) {
    struct heard_and_paired both = {0};
    int r = read_both(core, arena, &both);
    struct bluetooth_device *list = arena_calloc(arena, STORE_BONDS_MAX, sizeof(*list));
    if (r < 0 || list == NULL) {
        return r < 0 ? r : E_NOMEM;
    }
    for (size_t i = 0; i < both.bond_count; i++) {
        const struct store_bond *bond = &both.bonds[i];
        const struct hal_bluetooth_device *heard = heard_of(&both, bond->mac);
        list[i] = (struct bluetooth_device){
            .mac = bond->mac,
            .name = bond->name,
            .signal_dbm = heard != NULL ? heard->signal_dbm : 0,
            .paired = true,
            .connected = heard != NULL && heard->connected,
            .group = bond->group,
        };
    }
    *ret_devices = (struct bluetooth_devices){.list = list, .count = both.bond_count};
    return 0;
}

/* Audits a change inside a transaction. */
static int audit_device(struct core *core, const struct actor *by, const char *mac, const char *before,
                        const char *after) {
    char object[OBJECT_MAX];
    (void)snprintf(object, sizeof(object), "bluetooth device %s", mac);
    struct audit_change change = {.object = object, .before = before, .after = after};
    return audit_add(core, by, &change);
}

/* Returns 0 if a device is paired, or in range and there is capacity for it. */
static int check_known(struct core *core, const char *mac) {
    _cleanup_(arena_done) struct arena arena;
    struct heard_and_paired both = {0};
    arena_init(&arena, (size_t)128 * 1024);
    int r = read_both(core, &arena, &both);
    if (r < 0 || bond_of(&both, mac) != NULL) {
        return r;
    }
    if (heard_of(&both, mac) == NULL) {
        struct hal_bluetooth_state state;
        bluetooth_state(core, &state);
        return state.address[0] == '\0' ? E_OFFLINE : E_NOTFOUND;
    }
    return both.bond_count < STORE_BONDS_MAX ? 0 : E_CAPACITY;
}

int bluetooth_connect(struct core *core, const struct actor *by, const char *mac) {
    if (!is_client_on(core)) {
        return E_SWITCHED_OFF;
    }
    int r = check_known(core, mac);
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = audit_device(core, by, mac, NULL, "{\"connect\":true}");
    if (r == 0) {
        r = radio_of(core)->connect(radio_of(core)->ctx, mac);
    }
    return r < 0 ? r : store_commit(txn);
}

int bluetooth_forget(struct core *core, const struct actor *by, const char *mac) {
    struct hal_bluetooth_state state;
    bluetooth_state(core, &state);
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_bonds_delete(txn, mac);
    if (r == E_NOTFOUND && strcmp(state.peer, mac) == 0 && state.phase != BLUETOOTH_PHASE_IDLE) {
        r = 0; /* it is being connected, or that has just failed */
    }
    if (r == 0) {
        r = audit_device(core, by, mac, "{\"paired\":true}", "{\"connect\":false}");
    }
    if (r == 0) {
        r = radio_of(core)->forget(radio_of(core)->ctx, mac);
    }
    return r < 0 ? r : store_commit(txn);
}

int bluetooth_set_group(struct core *core, const struct actor *by, const char *mac, uint8_t group) {
    struct store_bond bond;
    char before[JSON_MAX];
    char after[JSON_MAX];
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_bonds_get(txn, mac, &bond);
    if (r < 0 || bond.group == group) {
        return r;
    }
    (void)snprintf(before, sizeof(before), "{\"group\":%u}", bond.group);
    (void)snprintf(after, sizeof(after), "{\"group\":%u}", group);
    r = store_bonds_set_group(txn, mac, group);
    if (r == 0) {
        r = audit_device(core, by, mac, before, after);
    }
    return r < 0 ? r : store_commit(txn);
}

static int store_pairing(struct core *core, const struct hal_bluetooth_event *event) {
    struct store_bond bond = {.group = BLUETOOTH_GROUP_DEFAULT};
    struct hal_bluetooth_event now;
    memcpy(bond.mac, event->device.mac, sizeof(bond.mac));
    (void)snprintf(bond.name, sizeof(bond.name), "%s", clean_name(event->device.name));
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    /* Forgetting removes the event within its own transaction: checking inside ours is reliable. */
    if (radio_of(core)->event(radio_of(core)->ctx, &now) < 0 || now.number != event->number) {
        return 0;
    }
    r = store_bonds_put(txn, &bond);
    return r < 0 ? r : store_commit(txn);
}

/* Stores an event. Returns an error only if a retry may succeed. */
static int bluetooth_take(struct core *core, struct hal_bluetooth_event *event) {
    int r = 0;
    switch (event->kind) {
        case HAL_BLUETOOTH_ASKED: r = asking_add(core, &core->shared->bluetooth->asking, &event->asker); break;
        case HAL_BLUETOOTH_PAIRED:
            r = store_pairing(core, event);
            if (r == E_CAPACITY) {
                r = radio_of(core)->forget(radio_of(core)->ctx, event->device.mac);
            }
            break;
    }
    return r == E_CAPACITY || r == E_INVAL ? 0 : r;
}

/* Returns whether the radio does not match the settings, because it did not respond at start or was restarted. */
static bool is_astray(struct core *core) {
    const struct setting_bluetooth_param *values = &settings_get(core)->values.bluetooth_param;
    struct hal_bluetooth_state state;
    bluetooth_state(core, &state);
    return state.server != values->server_on || state.client != values->client_on;
}

void bluetooth_met(struct core *core, const struct hal_link_device *device) {
    struct bluetooth *bluetooth = core->shared->bluetooth;
    bool is_there = false;
    pthread_mutex_lock(&bluetooth->mutex);
    for (size_t i = 0; i < bluetooth->met_count; i++) {
        is_there = is_there || strcmp(bluetooth->met[i].mac, device->mac) == 0;
    }
    if (!is_there && bluetooth->met_count < MET_MAX) {
        bluetooth->met[bluetooth->met_count++] = *device;
    }
    pthread_mutex_unlock(&bluetooth->mutex);
}

/* Reads the first waiting device; with `ret_device` NULL only checks. */
static bool met_first(struct bluetooth *bluetooth, struct hal_link_device *ret_device) {
    pthread_mutex_lock(&bluetooth->mutex);
    bool is_there = bluetooth->met_count > 0;
    if (is_there && ret_device != NULL) {
        *ret_device = bluetooth->met[0];
    }
    pthread_mutex_unlock(&bluetooth->mutex);
    return is_there;
}

/* Only the upkeep removes devices; new ones are added at the end. */
static void met_done(struct bluetooth *bluetooth) {
    pthread_mutex_lock(&bluetooth->mutex);
    memmove(&bluetooth->met[0], &bluetooth->met[1], --bluetooth->met_count * sizeof(bluetooth->met[0]));
    pthread_mutex_unlock(&bluetooth->mutex);
}

/* Returns false if the store cannot save now. */
static bool met_take(struct core *core) {
    struct bluetooth *bluetooth = core->shared->bluetooth;
    struct hal_link_device device;
    for (unsigned i = 0; i < MET_MAX && met_first(bluetooth, &device); i++) {
        int r = asking_add(core, &bluetooth->asking, &device);
        if (r < 0 && r != E_CAPACITY && r != E_INVAL) {
            return false;
        }
        met_done(bluetooth);
    }
    return true;
}

static void try_later(struct core *core) {
    atomic_store(&core->shared->bluetooth->not_before_ms, core_mono_ms(core) + RETRY_MS);
}

int64_t bluetooth_due_ms(struct core *core) {
    struct hal_bluetooth_event event;
    bool any = radio_of(core)->event(radio_of(core)->ctx, &event) == 0 || is_astray(core) ||
               met_first(core->shared->bluetooth, NULL);
    return any ? atomic_load(&core->shared->bluetooth->not_before_ms) : INT64_MAX;
}

void bluetooth_upkeep(struct core *core) {
    const struct hal_bluetooth *radio = radio_of(core);
    struct hal_bluetooth_event event;
    if (!met_take(core) || (is_astray(core) && effect_bluetooth(core, NULL, settings_get(core)) < 0)) {
        try_later(core);
        return;
    }
    for (unsigned i = 0; i < EVENTS_AT_ONCE && radio->event(radio->ctx, &event) == 0; i++) {
        if (bluetooth_take(core, &event) < 0) {
            try_later(core);
            return;
        }
        radio->event_done(radio->ctx, event.number);
    }
}
