/* Upgrading the firmware: a signed bundle is sent in pieces, judged by its head, and written into the slot that does not
 * run while it comes (update/). When the installer has found it whole, the other slot is made the first and the machine
 * restarts. The new firmware then proves itself (upgrade_trial.c): it serves, its devices answer, its data is migrated;
 * then it is confirmed. Otherwise the firmware before starts again, by the boot loader or by itself, and says why.
 *
 * One upgrade at a time. Pieces and the start are of who began it; anybody with the right may cancel. Nothing of the bundle is
 * kept but its head, in memory. */
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
#define UPGRADE_IDLE_MS 120000 /* a sending that says nothing for so long is anybody's to begin again */

/* A piece of the file. */
struct upgrade_piece {
    int64_t offset, total; /* bytes */
    const char *name;
    const void *data;
    size_t len;
};

/* What is in a bundle, and how it stands to what runs. */
struct upgrade_offer {
    struct bundle_facts facts;
    bool older; /* its counter is below the floor */
    bool earlier; /* its version is below the one that runs */
    bool same; /* it is the build that runs */
    bool other_brand; /* its brand is not that of this firmware */
};

struct upgrade_state {
    bool fitted; /* there are slots */
    enum slot slot; /* that runs */
    uint32_t floor; /* highest counter that was confirmed */
    enum upgrade_step step;
    char board[SLOTS_BOARD_MAX];
    char name[UPGRADE_NAME_MAX], holder[ACTOR_ACCOUNT_MAX];
    int64_t received, total; /* bytes */
    unsigned percent; /* of the installer */
    int error; /* why it failed: an E_*; 0 */
    bool has_offer;
    struct upgrade_offer offer;
    struct upgrade_history history;
};

/* What the engineer may say besides. */
struct upgrade_wish {
    bool force; /* an older firmware too */
    const char *serial_end; /* typed; NULL for none */
};

/* For core/start: reads the system folder (update/slots.h; "": this machine has none) and what was going on before the
 * start. A folder that cannot be read is one that is not there. E_NOMEM, or an error of the state folder. */
_must_check_ int upgrade_new(struct core_shared *shared, const char *system_dir, struct upgrade **ret_upgrade);
void upgrade_free(struct upgrade *upgrade); /* takes NULL; an upload under way comes to nothing */

/* Why the system folder could not be read: an error of slots_open(), or 0. */
int upgrade_system_error(const struct core_shared *shared);

/* How it stands: memory alone. Any thread. */
void upgrade_read(struct core *core, struct upgrade_state *ret_state);

/* The step alone. Any thread. */
enum upgrade_step upgrade_step_now(const struct core_shared *shared);

/* Takes a piece. Offset 0 is the head, at least 64 KiB of it or the whole file, and begins again; the others need upgrade_start() before.
 * *ret_received is where the next one begins. E_UPGRADE_NOT_FITTED, E_UPGRADE_BUSY, E_UPGRADE_NOT_READY, E_UPLOAD_GAP,
 * E_UPGRADE_FAILED, errors of bundle_judge() and bundle_follow(), E_TIMEOUT, E_BUSY. */
_must_check_ int upgrade_piece(struct core *core, const struct actor *by, const struct upgrade_piece *piece,
                               int64_t *ret_received);

/* Begins to write what was offered. Audited. E_UPGRADE_NOT_READY: nothing is offered to `by`; E_BUNDLE_OLDER,
 * E_BUNDLE_SCHEMA; E_SUPER_NEEDED: forced by who is not the engineer; E_SERIAL_WRONG; E_PROVISIONAL_PENDING;
 * E_BACKUP_RUNNING; E_NOSPC: the copy of the data that the new firmware makes would not fit;
 * E_UPGRADE_FAILED and others of installer_begin(); an error of the store. */
_must_check_ int upgrade_start(struct core *core, const struct actor *by, const struct upgrade_wish *wish);

/* Ends it, up to the switch. Audited. E_UPGRADE_NOT_READY: there is nothing to end any more. */
_must_check_ int upgrade_cancel(struct core *core, const struct actor *by);

/* The server has answered a request that came over a socket: it serves. Any thread. */
void upgrade_set_served(struct core_shared *shared);

/* Whether the daemon is to look for that: it has not proved itself yet. Any thread. */
bool upgrade_is_unproved(const struct core_shared *shared);

/* True while what is changed would be lost if the firmware before started again. Any thread. */
bool upgrade_is_trial(const struct core_shared *shared);

/* For app/upkeep. */
int64_t upgrade_due_ms(struct core *core);
void upgrade_upkeep(struct core *core);

#endif
