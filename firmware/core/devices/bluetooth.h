/* Bluetooth: searches, connects and pairs devices; the list of paired devices, and the group whose users may use each.
 * The radio works in the background; the upkeep stores what it reports (a completed pairing, a request of a phone). */
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

#define BLUETOOTH_GROUP_DEFAULT 1 /* of a newly paired device */

/* For core/start. E_NOMEM. */
_must_check_ int bluetooth_new(struct bluetooth **ret_bluetooth);
void bluetooth_free(struct bluetooth *bluetooth);

struct bluetooth_device {
    const char *mac; /* in the arena, like the name */
    const char *name; /* UTF-8, valid; "" if unknown */
    int32_t signal_dbm; /* 0 while out of range */
    bool paired, connected;
    uint8_t group; /* if paired */
};

struct bluetooth_devices {
    const struct bluetooth_device *list; /* in the arena */
    size_t count; /* at most HAL_BLUETOOTH_DEVICES_MAX */
};

/* Reads the state of the radio. */
void bluetooth_state(struct core *core, struct hal_bluetooth_state *ret_state);

/* Starts a search. E_SWITCHED_OFF while the client is off, E_OFFLINE, E_BUSY while connecting. */
_must_check_ int bluetooth_search(struct core *core);

/* Lists the devices found by the last search so far, strongest first. Returns 0; E_SWITCHED_OFF while the client is
 * off; E_NOMEM or an error of the store. */
_must_check_ int bluetooth_found(struct core *core, struct arena *arena, struct bluetooth_devices *ret_devices);

/* Lists the paired devices by name. Returns 0, E_NOMEM or an error of the store. */
_must_check_ int bluetooth_paired(struct core *core, struct arena *arena, struct bluetooth_devices *ret_devices);

/* Starts to connect and to pair, with an audit entry. E_SWITCHED_OFF while the client is off; E_NOTFOUND for a device
 * that is neither in range nor paired; E_CAPACITY, E_OFFLINE, E_BUSY, or an error of the store. */
_must_check_ int bluetooth_connect(struct core *core, const struct actor *by, const char *mac);

/* Ends a connection or the attempt, and deletes the pairing, with an audit entry. E_NOTFOUND when it is neither paired
 * nor being connected; E_OFFLINE, or an error of the store: then it is still paired. */
_must_check_ int bluetooth_forget(struct core *core, const struct actor *by, const char *mac);

/* Sets the group, 0 to 16, of a paired device, with an audit entry. E_NOTFOUND or an error of the store. */
_must_check_ int bluetooth_set_group(struct core *core, const struct actor *by, const char *mac, uint8_t group);

/* A device that is not in the authorization list presented a credential at the door: that counts as a request, and the
 * upkeep adds it to the list. Only a few are queued; more are dropped. Any thread; only memory. */
void bluetooth_met(struct core *core, const struct hal_link_device *device);

/* For app/upkeep: when the radio has something to report, or does not match the settings, on the monotonic clock; and
 * storing that, or configuring the radio, on a worker. */
int64_t bluetooth_due_ms(struct core *core);
void bluetooth_upkeep(struct core *core);

#endif
