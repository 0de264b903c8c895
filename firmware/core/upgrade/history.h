/* The last upgrade, in the file `upgrade` of the state folder: no database, for that changes with the firmware. */
#ifndef POSTERN_CORE_UPGRADE_HISTORY_H
#define POSTERN_CORE_UPGRADE_HISTORY_H

#include <stdint.h>

#include "hal/health.h"
#include "update/bundle.h"
#include "update/slots.h"
#include "util/err.h"
#include "values.h"

#define HISTORY_DEVICE_MAX 33 /* bytes of a device's name, with the NUL */

/* How it goes: what is written before each step that the power may cut. */
enum upgrade_phase {
    UPGRADE_PHASE_NONE, /* there was none */
    UPGRADE_PHASE_SWITCHED, /* the other slot starts next, or is on trial */
    UPGRADE_PHASE_RETURNING, /* the one before starts next: the firmware of the upgrade gave up */
    UPGRADE_PHASE_CONFIRMED,
    UPGRADE_PHASE_BACK, /* the one before runs again */
};

struct upgrade_history {
    enum upgrade_phase phase;
    char from[BUNDLE_VERSION_MAX], to[BUNDLE_VERSION_MAX];
    enum slot slot; /* of the new firmware */
    int64_t at_s; /* of the phase, since 1970 UTC */
    enum upgrade_reason reason; /* of going back */
    char device[HISTORY_DEVICE_MAX]; /* the one that did not answer; "" */
    uint32_t lines_taken, lines_left; /* of the other firmware's log, after going back */
    uint32_t answered; /* devices that answered before the switch: a bit each, in the order of `drivers` */
    char drivers[HAL_DRIVERS_MAX][HISTORY_DEVICE_MAX];
};

/* Reads it; one that is not there or cannot be understood is none. An error of the system. */
_must_check_ int history_read(const char *state_dir, struct upgrade_history *ret_history);

/* Writes it; whole or not at all. E_NOSPC, E_IO, E_SYSTEM. */
_must_check_ int history_write(const char *state_dir, const struct upgrade_history *history);

#endif
