/* The authorization lists: devices that requested door access, on the Wiegand bus and over Bluetooth. A request adds a
 * device, not authorized; an administrator authorizes it, revokes that, or deletes it. */
#ifndef POSTERN_CORE_AUTHORIZATION_H
#define POSTERN_CORE_AUTHORIZATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/devices/authorized.h"
#include "util/err.h"

struct arena;
struct authorization_filter;
struct actor;
struct core;
struct hal_link_device;

/* An administrator's change to devices of a list. */
struct authorization_change {
    enum store_link link;
    const char (*macs)[STORE_MAC_MAX]; /* at most STORE_AUTHORIZED_MAX; duplicates allowed */
    size_t count;
};

/* Reads the devices of a list that match the filter, by address, into the arena. Returns 0, E_NOMEM or an error of the
 * store. */
_must_check_ int authorization_list(struct core *core, enum store_link link, const struct authorization_filter *filter,
                                    struct arena *arena, const struct store_authorized **ret_devices,
                                    size_t *ret_count);

/* Authorizes all of them or revokes it for all, in one transaction with an audit entry for each that changes. Returns
 * 0; E_NOTFOUND when one is not in the list: then nothing was changed; or an error of the store. */
_must_check_ int authorization_set(struct core *core, const struct actor *by, const struct authorization_change *change,
                                   bool authorized);

/* Deletes those that are in the list, in one transaction with an audit entry each; *ret_deleted is their number.
 * Returns 0 or an error of the store. */
_must_check_ int authorization_delete(struct core *core, const struct actor *by,
                                      const struct authorization_change *change, uint32_t *ret_deleted);

#define AUTHORIZATION_ANY_GROUP 255 /* users of any group */

/* Reads whether a device is authorized, and the only group whose users may use it: a paired Bluetooth device has one.
 * Returns 0; E_NOTFOUND when it is not in the list; or an error of the store. */
_must_check_ int authorization_get(struct core *core, enum store_link link, const char *mac, bool *ret_authorized,
                                   uint8_t *ret_group);

#define AUTHORIZATION_MODEL_CHARS 32 /* of a model number */

/* Handles a request of a device: adds it to the list, or updates its data. Its data is not trusted: in `device` too, an
 * invalid model becomes "" and a long one is truncated. Returns 0, E_INVAL (invalid address), E_CAPACITY, or an error
 * of the store. */
_must_check_ int authorization_ask(struct core *core, enum store_link link, struct hal_link_device *device);

/* The same in place of another, which is deleted in the same transaction. E_CAPACITY also if that one is authorized
 * now. */
_must_check_ int authorization_replace(struct core *core, enum store_link link, const char *other,
                                       struct hal_link_device *device);

#endif
