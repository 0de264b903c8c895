/* The machine as a whole: its restart, its health, and the effects of the settings of its own devices (loudspeaker,
 * camera, fingerprint module), which are declared in setting_hooks.h. */
#ifndef POSTERN_CORE_MACHINE_H
#define POSTERN_CORE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/about.h"
#include "core/users/users.h"
#include "hal/health.h"
#include "store/store.h"
#include "util/err.h"

struct actor;
struct core;

#define MACHINE_TEMPERATURE_UNKNOWN INT32_MIN
#define MACHINE_WEAR_UNKNOWN (-1)
#define MACHINE_WEAR_WARN 90 /* from this percentage on it needs attention */

/* Current health of the machine. */
struct machine_health {
    int32_t temperature; /* of the board, in tenths of a degree Celsius; MACHINE_TEMPERATURE_UNKNOWN */
    int32_t wear; /* of the flash memory, in percent up to HAL_WEAR_BEYOND; MACHINE_WEAR_UNKNOWN */
    struct hal_driver drivers[HAL_DRIVERS_MAX];
    size_t driver_count;
    struct store_space space; /* use of the disk */
};

/* Reads it; waits for no device. Returns 0 or an error of the store. */
_must_check_ int machine_health(struct core *core, struct machine_health *ret_health);

/* Data of the terminal. Texts live as long as the process. */
struct machine_info {
    const struct about_facts *facts;
    const char *serial;
    int64_t uptime_ms;
    struct hal_capacity_limits capacity;
    const struct store_status *storage; /* as found at start */
    struct store_users_counts counts;
    uint32_t records; /* in the log */
};

/* Reads it. Returns 0 or an error of the store. */
_must_check_ int machine_info(struct core *core, struct machine_info *ret_info);

/* Returns the build ID, different for each build. */
const char *machine_build_id(const struct core *core);

/* Adds the audit entry and requests a restart of the machine; work in progress is finished before. Returns 0, E_IO when
 * the machine cannot restart, or an error of the store; a full storage is not an error. */
_must_check_ int machine_restart(struct core *core, const struct actor *by);

#endif
