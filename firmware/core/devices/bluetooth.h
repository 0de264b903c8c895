/* Bluetooth: searching devices, connecting and pairing with one, the list of those that are paired and the group whose
 * users may use each. The radio does the work in its own time; what it reports (a pairing that succeeded, a phone that
 * asks) is stored by the upkeep. */
#ifndef POSTERN_CORE_BLUETOOTH_H
#define POSTERN_CORE_BLUETOOTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/bluetooth.h"
#include "util/err.h"

struct arena;
struct actor;
struct bluetooth;
struct core;

#define BLUETOOTH_GROUP_DEFAULT 1 /* of a device that is paired for the first time */

/* For core/start. E_NOMEM. */
_must_check_ int bluetooth_new(struct bluetooth **ret_bluetooth);
void bluetooth_free(struct bluetooth *bluetooth);

struct bluetooth_device {
    const char *mac; /* in the arena, as the name */
    const char *name; /* UTF-8, clean; "" while it gave none */
    int32_t signal_dbm; /* 0 while it is not heard */
    bool paired, connected;
    uint8_t group; /* if paired */
};

struct bluetooth_devices {
    const struct bluetooth_device *list; /* in the arena */
    size_t count; /* at most HAL_BLUETOOTH_DEVICES_MAX */
};

/* How the radio stands. */
void bluetooth_state(struct core *core, struct hal_bluetooth_state *ret_state);

/* Starts a search. E_SWITCHED_OFF while the client is off, E_OFFLINE, E_BUSY while a connection is made. */
_must_check_ int bluetooth_search(struct core *core);

/* What the last search has heard so far, the strongest first. Returns 0; E_SWITCHED_OFF while the client is off;
 * E_NOMEM or an error of the store. */
_must_check_ int bluetooth_found(struct core *core, struct arena *arena, struct bluetooth_devices *ret_devices);

/* The paired devices by name. Returns 0, E_NOMEM or an error of the store. */
_must_check_ int bluetooth_paired(struct core *core, struct arena *arena, struct bluetooth_devices *ret_devices);

/* Begins to connect and to pair, with an audit row. E_SWITCHED_OFF while the client is off; E_NOTFOUND for a device
 * that is neither heard nor paired; E_CAPACITY, E_OFFLINE, E_BUSY, or an error of the store. */
_must_check_ int bluetooth_connect(struct core *core, const struct actor *by, const char *mac);

/* Ends a connection or the attempt, forgets the pairing, with an audit row. E_NOTFOUND when it is neither paired nor
 * being connected; E_OFFLINE, or an error of the store: then it is still paired. */
_must_check_ int bluetooth_forget(struct core *core, const struct actor *by, const char *mac);

/* Sets the group, 0 to 16, of a paired device, with an audit row. E_NOTFOUND or an error of the store. */
_must_check_ int bluetooth_set_group(struct core *core, const struct actor *by, const char *mac, uint8_t group);

/* A device that is not on the authorization list showed something at the door: it has asked by that, and the upkeep puts it on the
 * list. Few wait at a time; more are forgotten. Any thread; memory alone. */
void bluetooth_met(struct core *core, const struct hal_link_device *device);

/* For app/upkeep: when the radio has something to report, or does not do what is set, on the monotonic clock; and
 * storing that, or telling the radio, on a worker. */
int64_t bluetooth_due_ms(struct core *core);
void bluetooth_upkeep(struct core *core);

#endif
