/* Restoring a backup: its file is uploaded in chunks, previewed, then read to its end, checked, completed and restored
 * by a restart. Until the decision nothing is changed; then everything or nothing, whenever the power fails
 * (store/restore.h). Only for `admin`, not for REST keys. One file at a time. Any thread. */
#ifndef POSTERN_CORE_RESTORE_H
#define POSTERN_CORE_RESTORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/backup/format.h"
#include "core/base/actor.h"
#include "util/err.h"
#include "values.h"

struct core;

#define RESTORE_NAME_MAX 513 /* bytes of a file's name, with the NUL: 128 characters */
#define RESTORE_SLICE_MS 500 /* approximate time that a worker checks per call */

/* State of a restore. */
struct restore_state {
    enum restore_step step;
    char name[RESTORE_NAME_MAX]; /* of the uploaded file */
    char holder[ACTOR_ACCOUNT_MAX]; /* account that started it */
    int64_t received, total, done; /* bytes of the file: uploaded, total, checked */
    char from[ABOUT_SERIAL_MAX]; /* RESTORED: serial of the terminal that made the backup */
    int64_t made_s; /* and when */
    int error; /* FAILED: reason; else 0 */
};

void restore_read(struct core *core, struct restore_state *ret_state);

/* A chunk of the file. */
struct restore_piece {
    int64_t offset, total;
    const char *name;
    const void *data;
    size_t len;
};

/* Stores a chunk; offset 0 starts over. *ret_received is the uploaded part in bytes. E_ADMIN_ONLY; E_BACKUP_FORMAT: it
 * does not begin like a backup; E_UPLOAD_GAP: it does not continue where the last one ended, or with another total;
 * E_BACKUP_RUNNING: one is being checked, or made at the start; E_NOSPC: no disk space for the file and its content;
 * E_BUSY: another worker has the file; E_IO. */
_must_check_ int restore_upload(struct core *core, const struct actor *by, const struct restore_piece *piece,
                                int64_t *ret_received);

/* Content of the uploaded file, compared with this terminal. */
struct restore_look {
    struct backup_manifest manifest;
    enum backup_origin origin; /* whether this terminal made it, and it is unchanged */
    bool is_newer; /* its database is newer than this firmware supports */
    uint32_t users, records; /* on this terminal */
    uint32_t later; /* of these records, those since the backup */
};

/* Opens it. Wrong passphrases are counted like those of one's own password (core/accounts/throttle.h): each costs the
 * terminal 64 MiB and 0.2 s. E_ADMIN_ONLY; E_RESTORE_NOT_READY: no file, or incomplete; E_BACKUP_PASSPHRASE,
 * E_BACKUP_DAMAGED, E_BACKUP_FORMAT; E_THROTTLED with *ret_wait_s; E_BUSY, E_NOMEM, E_IO. */
_must_check_ int restore_look(struct core *core, const struct actor *by, const char *passphrase,
                              struct restore_look *ret_look, unsigned *ret_wait_s);

struct restore_wish {
    const char *passphrase;
    bool keys; /* also take over the serial number and the TLS key */
    const char *serial_end; /* last four characters of this terminal's serial, as typed */
};

/* Starts checking it; restore_upkeep() continues. Errors as above, and E_SERIAL_WRONG; E_BACKUP_NEWER; E_RANGE: it has
 * no keys to take over; E_PROVISIONAL_PENDING: a network change waits for confirmation; E_NOSPC. */
_must_check_ int restore_start(struct core *core, const struct actor *by, const struct restore_wish *wish,
                               unsigned *ret_wait_s);

/* Cancels it, and removes the uploaded file; a check in progress ends with the next slice. E_ADMIN_ONLY;
 * E_RESTORE_NOT_READY: nothing to cancel, or already decided; E_BUSY, E_IO. */
_must_check_ int restore_cancel(struct core *core, const struct actor *by);

/* For app/upkeep: when there is something to check; and a slice of it, on a worker. */
int64_t restore_due_ms(struct core *core);
void restore_upkeep(struct core *core);

#define RESTORE_SERVED_MS 60000 /* run time after a restore until the replaced state is removed */

/* For app/upkeep: removes the replaced state, once the terminal has run for RESTORE_SERVED_MS. */
int64_t restore_replaced_due_ms(struct core *core);
void restore_replaced_upkeep(struct core *core);

#endif
