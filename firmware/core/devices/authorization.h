/* The authorization lists: devices that asked to open the door, on the Wiegand bus and over Bluetooth. A device gets in
 * by asking and is not authorized; an administrator authorizes it, cancels that, or deletes it. */
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

/* What an administrator does to some devices of a list. */
struct authorization_change {
    enum store_link link;
    const char (*macs)[STORE_MAC_MAX]; /* at most STORE_AUTHORIZED_MAX; one may be given twice */
    size_t count;
};

/* Reads what the filter lets through of a list, by address, into the arena. Returns 0, E_NOMEM or an error of the store. */
_must_check_ int authorization_list(struct core *core, enum store_link link, const struct authorization_filter *filter,
                                    struct arena *arena, const struct store_authorized **ret_devices,
                                    size_t *ret_count);

/* Authorizes all of them or cancels it for all, in one transaction with an audit row for each that changes. Returns 0;
 * E_NOTFOUND when one is not in the list: then nothing was changed; or an error of the store. */
_must_check_ int authorization_set(struct core *core, const struct actor *by, const struct authorization_change *change,
                                   bool authorized);

/* Deletes those that are in the list, in one transaction with an audit row each; *ret_deleted says how many. Returns 0
 * or an error of the store. */
_must_check_ int authorization_delete(struct core *core, const struct actor *by,
                                      const struct authorization_change *change, uint32_t *ret_deleted);

#define AUTHORIZATION_ANY_GROUP 255 /* people of whatever group */

/* Whether a device may ask, and of which group people may use it alone: a Bluetooth device that is paired has one. Returns 0;
 * E_NOTFOUND when it is not on the list; or an error of the store. */
_must_check_ int authorization_get(struct core *core, enum store_link link, const char *mac, bool *ret_authorized,
                                   uint8_t *ret_group);

#define AUTHORIZATION_MODEL_CHARS 32 /* of a model number */

/* A device asks: puts it into the list, or brings what is known of it up to date. What it says of itself is not
 * trusted: in `device` too, a model that is not clean text becomes "" and a longer one is cut. Returns 0, E_INVAL (no
 * address), E_CAPACITY, or an error of the store. */
_must_check_ int authorization_ask(struct core *core, enum store_link link, struct hal_link_device *device);

/* The same in place of another, which is deleted in the same transaction. E_CAPACITY also if that one is authorized now. */
_must_check_ int authorization_replace(struct core *core, enum store_link link, const char *other,
                                       struct hal_link_device *device);

#endif
