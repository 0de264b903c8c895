/* Firmware update: a signed bundle is uploaded in chunks, checked by its head, and written into the inactive slot while
 * it arrives (update/). When the installer has verified it, the other slot is made the first and the machine restarts.
 * The new firmware then runs a self-test (upgrade_trial.c): it serves, its devices respond, its data is migrated; then
 * it is confirmed. Otherwise the previous firmware starts again, by the boot loader or by the new one, and reports why.
 *
 * One update at a time. Chunks and the start must come from the caller who began it; anyone with the permission may
 * cancel. Of the bundle only the head is kept, in memory. */
#ifndef POSTERN_CORE_UPGRADE_H
#define POSTERN_CORE_UPGRADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/actor.h"
#include "core/upgrade/history.h"
#include "update/bundle.h"
#include "update/slots.h"
#include "util/err.h"
#include "values.h"

struct core;
struct core_shared;
struct upgrade;

#define UPGRADE_NAME_MAX 513 /* bytes of a file's name, with the NUL: 128 characters */
#define UPGRADE_IDLE_MS 120000 /* an upload without a chunk for so long may be replaced by anyone */

/* A chunk of the file. */
struct upgrade_piece {
    int64_t offset, total; /* bytes */
    const char *name;
    const void *data;
    size_t len;
};

/* Content of a bundle, compared with the running firmware. */
struct upgrade_offer {
    struct bundle_facts facts;
    bool older; /* its counter is below the floor */
    bool earlier; /* its version is below the running one */
    bool same; /* it is the running build */
    bool other_brand; /* its brand differs from that of this firmware */
};

struct upgrade_state {
    bool fitted; /* there are slots */
    enum slot slot; /* the running one */
    uint32_t floor; /* highest confirmed counter */
    enum upgrade_step step;
    char board[SLOTS_BOARD_MAX];
    char name[UPGRADE_NAME_MAX], holder[ACTOR_ACCOUNT_MAX];
    int64_t received, total; /* bytes */
    unsigned percent; /* progress of the installer */
    int error; /* reason of the failure: an E_*; 0 */
    bool has_offer;
    struct upgrade_offer offer;
    struct upgrade_history history;
};

/* Options for the engineer. */
struct upgrade_wish {
    bool force; /* allow an older firmware */
    const char *serial_end; /* as typed; NULL: none */
};

/* For core/start: reads the system folder (update/slots.h; "": this machine has none) and the state from before the
 * start. An unreadable folder counts as missing. E_NOMEM, or an error of the state folder. */
_must_check_ int upgrade_new(struct core_shared *shared, const char *system_dir, struct upgrade **ret_upgrade);
void upgrade_free(struct upgrade *upgrade); /* accepts NULL; discards an upload in progress */

/* Returns why the system folder is unreadable: an error of slots_open(), or 0. */
int upgrade_system_error(const struct core_shared *shared);

/* Reads the state: only memory. Any thread. */
void upgrade_read(struct core *core, struct upgrade_state *ret_state);

/* Returns the step. Any thread. */
enum upgrade_step upgrade_step_now(const struct core_shared *shared);

/* Handles a chunk. Offset 0 is the head, at least 64 KiB of it or the whole file, and starts over; the others need
 * upgrade_start() before. *ret_received is the offset of the next one. E_UPGRADE_NOT_FITTED, E_UPGRADE_BUSY,
 * E_UPGRADE_NOT_READY, E_UPLOAD_GAP, E_UPGRADE_FAILED, errors of bundle_judge() and bundle_follow(), E_TIMEOUT,
 * E_BUSY. */
_must_check_ int upgrade_piece(struct core *core, const struct actor *by, const struct upgrade_piece *piece,
                               int64_t *ret_received);

/* Starts to write the offered bundle. Audited. E_UPGRADE_NOT_READY: nothing is offered to `by`; E_BUNDLE_OLDER,
 * E_BUNDLE_SCHEMA; E_SUPER_NEEDED: forced by a caller other than the engineer; E_SERIAL_WRONG; E_PROVISIONAL_PENDING;
 * E_BACKUP_RUNNING; E_NOSPC: the copy of the data that the new firmware makes would not fit; E_UPGRADE_FAILED and other
 * errors of installer_begin(); an error of the store. */
_must_check_ int upgrade_start(struct core *core, const struct actor *by, const struct upgrade_wish *wish);

/* Cancels it, up to the switch. Audited. E_UPGRADE_NOT_READY: nothing to cancel any more. */
_must_check_ int upgrade_cancel(struct core *core, const struct actor *by);

/* Reports that the server has answered a request over a socket: it serves. Any thread. */
void upgrade_set_served(struct core_shared *shared);

/* Returns whether the daemon should test that: the self-test is not finished. Any thread. */
bool upgrade_is_unproved(const struct core_shared *shared);

/* Returns true while changes would be lost in a rollback. Any thread. */
bool upgrade_is_trial(const struct core_shared *shared);

/* For app/upkeep. */
int64_t upgrade_due_ms(struct core *core);
void upgrade_upkeep(struct core *core);

#endif
