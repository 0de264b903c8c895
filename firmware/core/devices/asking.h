/* The list of Bluetooth devices that requested access, kept open for later ones: when it is full, the oldest that is
 * neither authorized nor paired is replaced. So invented addresses do not close the list, and wear the flash no faster
 * than one write per ASKING_PAUSE_MS. Belongs to the upkeep of Bluetooth, one run at a time. */
#ifndef POSTERN_CORE_ASKING_H
#define POSTERN_CORE_ASKING_H

#include <stdint.h>

#include "store/devices/authorized.h"
#include "util/err.h"

struct core;
struct hal_link_device;

#define ASKING_PAUSE_MS 60000 /* least time between two replacements */

/* Order of the devices that came since the start; all others are older. */
struct asking {
    struct {
        char mac[STORE_MAC_MAX]; /* "": free */
        uint64_t number; /* order of arrival, from 1 */
    } known[STORE_AUTHORIZED_MAX];
    uint64_t count; /* devices so far */
    int64_t not_before_ms; /* no replacement until then; monotonic */
};

/* Adds a device to the list, like authorization_ask(). E_CAPACITY: it is full, and none may be replaced now. */
_must_check_ int asking_add(struct core *core, struct asking *asking, struct hal_link_device *device);

#endif
