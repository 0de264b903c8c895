/* What the build, the machine and the identity say about this terminal. Constant after the start. */
#ifndef POSTERN_CORE_ABOUT_H
#define POSTERN_CORE_ABOUT_H

#include <stdint.h>

#include "hal/capacity.h"
#include "util/err.h"

struct about;
struct core;
struct core_shared;
struct hal;

#define ABOUT_SERIAL_MAX 33 /* octets of the serial, with the NUL */

/* What the app says. Texts live as long as the process. */
struct about_facts {
    const char *version; /* of the firmware, "0.1.0" */
    const char *build_id; /* changes with each build */
    const char *kernel; /* "Linux 6.1.0-13-arm64" */
    const char *device_name; /* name of the terminal until it is given one */
    const char *backup_dir; /* folder for the copies by plan; "": none */
    int64_t built_s; /* build date, in seconds since 1970 UTC: the clock is never set before it */
};

/* For core/start. E_NOMEM. */
_must_check_ int about_new(const struct hal *hal, const struct about_facts *facts, const char *serial,
                           struct about **ret_about);
void about_free(struct about *about);

const struct about_facts *about_facts(const struct core_shared *shared);

/* Serial of the terminal; stays when everything is erased. */
const char *about_serial(const struct core_shared *shared);

/* What the model holds. */
void about_capacity(const struct core *core, struct hal_capacity_limits *ret_limits);

/* Factors that nobody can present here, because their module is not fitted: bits 1 << enum factor. */
uint32_t about_unfitted(const struct core_shared *shared);

/* Milliseconds since the start, by the monotonic clock. */
int64_t about_uptime_ms(const struct core *core);

#endif
