/* SWUpdate, which writes an image into a slot: requested over its socket `sockinstctrl`, fed through the same
 * connection, monitored through `swupdateprog`. Both use C structs of version 2024.12.1, not all of which have a length
 * or version: installer_wire.h declares them, 150 lines instead of a library that Debian has in another version each
 * release; the two versions that are sent are checked before any data is passed on, and SWUpdate rejects a message of
 * another size. The client library of SWUpdate is under the LGPL 2.1; nothing is copied from it.
 *
 * Used by one thread at a time: a worker. Nothing blocks for longer than INSTALLER_WAIT_MS. SIGPIPE must be ignored. */
#ifndef POSTERN_UPDATE_INSTALLER_H
#define POSTERN_UPDATE_INSTALLER_H

#include <stddef.h>
#include <stdint.h>

#include "hal/clock.h"
#include "update/slots.h"
#include "util/cleanup.h"
#include "util/err.h"

#define INSTALLER_WAIT_MS 10000 /* longest wait of a call */
#define INSTALLER_STEP_MAX 257  /* bytes of texts, with the NUL */
#define INSTALLER_TROUBLE_MAX 257

enum installer_result { INSTALLER_RUNS, INSTALLER_SUCCEEDED, INSTALLER_FAILED };

/* Progress, as last reported by SWUpdate. */
struct installer_state {
    enum installer_result result;
    unsigned step, steps; /* of an image; 0 of 0 before the first */
    unsigned percent;              /* of the step, 0 to 100 */
    char name[INSTALLER_STEP_MAX]; /* of the current image; printable text */
    /* SWUpdate's first error of this run, for logs; printable text; "": none. Only with INSTALLER_FAILED */
    char trouble[INSTALLER_TROUBLE_MAX];
};

struct installer;

/* Requests that SWUpdate write into a slot: `folder` has its sockets, `clock` must outlive the installer. Waits while
 * SWUpdate still finishes an earlier run. E_UPGRADE_NOT_FITTED: nothing listens there; E_NOTSUP: another version, or
 * this slot cannot be selected; E_UPGRADE_BUSY: it works for another client; E_TIMEOUT: no answer; E_UPGRADE_FAILED: it
 * closed the connection; E_TOO_LARGE: the path is too long; E_NOMEM, or an error of the system. */
_must_check_ int installer_begin(const char *folder, enum slot into, const struct hal_clock *clock,
                                 struct installer **ret_installer);

/* Passes bytes on; reads SWUpdate's reports meanwhile. E_TIMEOUT: it accepts no more; E_UPGRADE_FAILED: it has given
 * up, and the state says why. After either, call only installer_wait() and installer_free(). */
_must_check_ int installer_write(struct installer *installer, const void *octets, size_t len);

/* Ends the data. */
void installer_end(struct installer *installer);

/* Reads SWUpdate's reports, waiting up to `wait_ms` (at most INSTALLER_WAIT_MS) for the result; copies the current
 * state. Returns 0 with or without a result. E_UPGRADE_FAILED: SWUpdate is gone without a result, or sent an invalid
 * report; then the state is also INSTALLER_FAILED. */
_must_check_ int installer_wait(struct installer *installer, unsigned wait_ms, struct installer_state *ret_state);

/* Closes both connections and frees it; accepts NULL. Before a result, this cancels: SWUpdate lacks the rest of the
 * file and rejects it. */
void installer_free(struct installer *installer);

CLEANUP_DEFINE(struct installer *, installer_free)

#endif
