/* Facts about this terminal from the build, the machine and the identity. Constant after start. */
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
#define ABOUT_SERIAL_END 4 /* last characters that confirm irreversible actions */

/* Facts from the app. Texts live as long as the process. */
struct about_facts {
    const char *version; /* of the firmware, "0.1.0" */
    const char *build_id; /* different in each build */
    const char *kernel; /* "Linux 6.1.0-13-arm64" */
    const char *file_system; /* of the partition with the state folder: "ext4" */
    const char *device_name; /* initial name of the terminal */
    const char *backup_dir; /* folder for scheduled backups; "": none */
    const char *system_dir; /* system folder of the machine (update/slots.h); "": none */
    /* in recovery mode: the terminal's own state folder, of which this run uses only the file `factory`, and what
     * updates need; NULL: not in recovery mode */
    const char *recovery_dir;
    const char *brand; /* of the built-in console */
    uint32_t counter; /* security counter of this firmware (update/bundle.h) */
    int64_t built_s; /* build date, in seconds since 1970 UTC: the clock is never set before it */
};

/* For core/start. E_NOMEM. */
_must_check_ int about_new(const struct hal *hal, const struct about_facts *facts, const char *serial,
                           struct about **ret_about);
void about_free(struct about *about);

const struct about_facts *about_facts(const struct core_shared *shared);

/* Returns the serial of the terminal; a factory reset does not change it. */
const char *about_serial(const struct core_shared *shared);

/* Returns whether a text is a valid serial: at least ABOUT_SERIAL_MIN characters of A-Z, a-z, 0-9 and -. */
bool about_is_serial(const char *text);

/* Returns whether `typed` is the last ABOUT_SERIAL_END characters of it, ignoring case. */
bool about_is_end_of_serial(const struct core_shared *shared, const char *typed);

/* Returns whether this run is in recovery mode: it only serves /up, and grants no access. */
bool about_is_recovery(const struct core_shared *shared);

/* Reads the capacity of the model. */
void about_capacity(const struct core *core, struct hal_capacity_limits *ret_limits);

/* Returns the factors whose module is not installed: bits 1 << enum factor. */
uint32_t about_unfitted(const struct core_shared *shared);

/* Returns whether it has one of these devices: bits 1U << enum device. True for 0, when none is needed. */
bool about_has_any(const struct core_shared *shared, uint32_t devices);

/* Returns the milliseconds since start, by the monotonic clock. */
int64_t about_uptime_ms(const struct core *core);

#endif
