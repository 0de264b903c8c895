/* The list of Bluetooth devices that asked, kept open for those that come later: when it is full, the oldest one that
 * nobody authorized or paired gives way. Invented addresses therefore do not close the list, and they wear the flash
 * out no faster than one write in ASKING_PAUSE_MS. Belongs to the upkeep of Bluetooth, one run at a time. */
#ifndef POSTERN_CORE_ASKING_H
#define POSTERN_CORE_ASKING_H

#include <stdint.h>

#include "store/devices/authorized.h"
#include "util/err.h"

struct core;
struct hal_link_device;

#define ASKING_PAUSE_MS 60000 /* least time between two devices that give way */

/* When the devices of the list came, as far as they came since the start: those before are older than all of these. */
struct asking {
    struct {
        char mac[STORE_MAC_MAX]; /* "": free */
        uint64_t number; /* order in which they came, from 1 */
    } known[STORE_AUTHORIZED_MAX];
    uint64_t count; /* devices so far */
    int64_t not_before_ms; /* until then, monotonic, none gives way */
};

/* Puts a device on the list, as authorization_ask(). E_CAPACITY: it is full, and none may give way now. */
_must_check_ int asking_add(struct core *core, struct asking *asking, struct hal_link_device *device);

#endif
