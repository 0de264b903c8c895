/* The machine as a whole: its restart, how it is, and the effects of the settings of its own devices (loudspeaker, camera,
 * fingerprint module), which are declared in setting_hooks.h. */
#ifndef POSTERN_CORE_MACHINE_H
#define POSTERN_CORE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "hal/health.h"
#include "util/err.h"

struct actor;
struct core;

#define MACHINE_TEMPERATURE_UNKNOWN INT32_MIN

/* How the machine is now. */
struct machine_health {
    int32_t temperature; /* of the board, in tenths of a degree Celsius; MACHINE_TEMPERATURE_UNKNOWN */
    struct hal_driver drivers[HAL_DRIVERS_MAX];
    size_t driver_count;
    uint64_t storage_used; /* octets of what the terminal keeps */
    uint64_t storage_free; /* octets that are left for it */
};

/* Reads it; nothing here waits for a device. Returns 0 or an error of the store. */
_must_check_ int machine_health(struct core *core, struct machine_health *ret_health);

/* Leaves the audit row and asks the machine to restart; what is under way is finished before. Returns 0, E_IO when the
 * machine cannot restart, or an error of the store; a full storage is none. */
_must_check_ int machine_restart(struct core *core, const struct actor *by);

#endif
