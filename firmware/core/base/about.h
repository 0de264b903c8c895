/* What the build, the machine and the identity say about this terminal. Constant after the start. */
#ifndef POSTERN_CORE_ABOUT_H
#define POSTERN_CORE_ABOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/capacity.h"
#include "util/err.h"

struct about;
struct core;
struct core_shared;
struct hal;

#define ABOUT_SERIAL_MAX 33 /* bytes of the serial, with the NUL */
#define ABOUT_SERIAL_MIN 4 /* characters */
#define ABOUT_SERIAL_END 4 /* characters of its end that are typed where something cannot be undone */

/* What the app says. Texts live as long as the process. */
struct about_facts {
    const char *version; /* of the firmware, "0.1.0" */
    const char *build_id; /* changes with each build */
    const char *kernel; /* "Linux 6.1.0-13-arm64" */
    const char *file_system; /* of the partition with the state folder: "ext4" */
    const char *device_name; /* name of the terminal until it is given one */
    const char *backup_dir; /* folder for the copies by plan; "": none */
    const char *system_dir; /* folder of what the machine says about itself (update/slots.h); "": none */
    const char *recovery_dir; /* in recovery: the terminal's own state folder, of which this run uses none but the file
                               * `factory`, and what upgrading needs; NULL: it is no recovery */
    const char *brand; /* of the console that is inside */
    uint32_t counter; /* security counter of this firmware (update/bundle.h) */
    int64_t built_s; /* build date, in seconds since 1970 UTC: the clock is never set before it */
};

/* For core/start. E_NOMEM. */
_must_check_ int about_new(const struct hal *hal, const struct about_facts *facts, const char *serial,
                           struct about **ret_about);
void about_free(struct about *about);

const struct about_facts *about_facts(const struct core_shared *shared);

/* Serial of the terminal; stays when everything is erased. */
const char *about_serial(const struct core_shared *shared);

/* Whether a text may be a serial: ABOUT_SERIAL_MIN characters or more of A-Z, a-z, 0-9 and -. */
bool about_is_serial(const char *text);

/* Whether somebody has typed the last ABOUT_SERIAL_END characters of it, in capitals or not. */
bool about_is_end_of_serial(const struct core_shared *shared, const char *typed);

/* Whether this run is the recovery of a terminal that does not start: it serves /up alone, and lets nobody in. */
bool about_is_recovery(const struct core_shared *shared);

/* What the model holds. */
void about_capacity(const struct core *core, struct hal_capacity_limits *ret_limits);

/* Factors that nobody can present here, because their module is not fitted: bits 1 << enum factor. */
uint32_t about_unfitted(const struct core_shared *shared);

/* Whether it has one of these devices: bits 1U << enum device. True for 0, for what needs none. */
bool about_has_any(const struct core_shared *shared, uint32_t devices);

/* Milliseconds since the start, by the monotonic clock. */
int64_t about_uptime_ms(const struct core *core);

#endif
