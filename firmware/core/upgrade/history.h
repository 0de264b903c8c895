/* The last firmware update, in the file `upgrade` of the state folder: not in the database, which changes with the
 * firmware. */
#ifndef POSTERN_CORE_UPGRADE_HISTORY_H
#define POSTERN_CORE_UPGRADE_HISTORY_H

#include <stdint.h>

#include "hal/health.h"
#include "update/bundle.h"
#include "update/slots.h"
#include "util/err.h"
#include "values.h"

#define HISTORY_DEVICE_MAX 33 /* bytes of a device's name, with the NUL */

/* Phase: written before each step that a power cut may interrupt. */
enum upgrade_phase {
    UPGRADE_PHASE_NONE, /* there was none */
    UPGRADE_PHASE_SWITCHED, /* the other slot starts next, or is on trial */
    UPGRADE_PHASE_RETURNING, /* the previous firmware starts next: the new one gave up */
    UPGRADE_PHASE_CONFIRMED,
    UPGRADE_PHASE_BACK, /* rolled back: the previous firmware runs again */
};

struct upgrade_history {
    enum upgrade_phase phase;
    char from[BUNDLE_VERSION_MAX], to[BUNDLE_VERSION_MAX];
    enum slot slot; /* of the new firmware */
    int64_t at_s; /* of the phase, since 1970 UTC */
    enum upgrade_reason reason; /* of the rollback */
    char device[HISTORY_DEVICE_MAX]; /* the one that did not respond; "" */
    uint32_t lines_taken, lines_left; /* records of the other firmware, after a rollback */
    uint32_t answered; /* devices that responded before the switch: a bit each, in the order of `drivers` */
    char drivers[HAL_DRIVERS_MAX][HISTORY_DEVICE_MAX];
};

/* Reads it; a missing or invalid file counts as none. An error of the system. */
_must_check_ int history_read(const char *state_dir, struct upgrade_history *ret_history);

/* Writes it, completely or not at all. E_NOSPC, E_IO, E_SYSTEM. */
_must_check_ int history_write(const char *state_dir, const struct upgrade_history *history);

#endif
