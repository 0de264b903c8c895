/* Restoring a backup here: its file is sent in pieces, looked into, and then read to its end, tested, completed and put in the
 * place of all, by a restart. Until that is decided nothing is changed; then all of it, or nothing, whenever the power goes
 * (store/restore.h). All of it is for `admin` alone, and no REST key. One file at a time. Any thread. */
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
#define RESTORE_SLICE_MS 500 /* about so long a worker tests at a time */

/* How it stands. */
struct restore_state {
    enum restore_step step;
    char name[RESTORE_NAME_MAX]; /* of the file as it was sent */
    char holder[ACTOR_ACCOUNT_MAX]; /* account that began it */
    int64_t received, total, done; /* bytes of the file: here, in all, tested */
    char from[ABOUT_SERIAL_MAX]; /* RESTORED: serial of the terminal the backup is of */
    int64_t made_s; /* and when it was made */
    int error; /* FAILED: why; else 0 */
};

void restore_read(struct core *core, struct restore_state *ret_state);

/* A piece of the file. */
struct restore_piece {
    int64_t offset, total;
    const char *name;
    const void *data;
    size_t len;
};

/* Takes a piece; offset 0 begins again. *ret_received is how much of the file is here. E_ADMIN_ONLY; E_BACKUP_FORMAT: it
 * does not begin as a backup; E_UPLOAD_GAP: it does not go on where the last one ended, or not with the same total;
 * E_BACKUP_RUNNING: one is being tested, or made when it begins; E_NOSPC: the disk has no room for the file and for what is in it; E_BUSY: another
 * worker has the file; E_IO. */
_must_check_ int restore_upload(struct core *core, const struct actor *by, const struct restore_piece *piece,
                                int64_t *ret_received);

/* What is in the file that was sent, and what is here. */
struct restore_look {
    struct backup_manifest manifest;
    enum backup_origin origin; /* whether it was made by this terminal, and is unchanged */
    bool is_newer; /* its database is newer than this firmware knows */
    uint32_t users, records; /* that are here */
    uint32_t later; /* of these records, those since it was made */
};

/* Opens it. Wrong passphrases are counted as those of one's own password are (core/accounts/throttle.h): each costs the
 * terminal 64 MiB and a fifth of a second. E_ADMIN_ONLY; E_RESTORE_NOT_READY: it is not here, or not wholly;
 * E_BACKUP_PASSPHRASE, E_BACKUP_DAMAGED, E_BACKUP_FORMAT; E_THROTTLED with *ret_wait_s; E_BUSY, E_NOMEM, E_IO. */
_must_check_ int restore_look(struct core *core, const struct actor *by, const char *passphrase,
                              struct restore_look *ret_look, unsigned *ret_wait_s);

struct restore_wish {
    const char *passphrase;
    bool keys; /* take the serial number and the key of TLS too */
    const char *serial_end; /* last four characters of the serial of this terminal, as typed */
};

/* Begins to test it; restore_upkeep() goes on. Errors as above, and E_SERIAL_WRONG; E_BACKUP_NEWER; E_RANGE: it has no
 * keys that could be taken; E_PROVISIONAL_PENDING: a change of the network waits to be confirmed; E_NOSPC. */
_must_check_ int restore_start(struct core *core, const struct actor *by, const struct restore_wish *wish,
                               unsigned *ret_wait_s);

/* Ends it, and removes what was sent; one that is being tested ends with the next slice. E_ADMIN_ONLY;
 * E_RESTORE_NOT_READY: there is nothing to end, or it is decided; E_BUSY, E_IO. */
_must_check_ int restore_cancel(struct core *core, const struct actor *by);

/* For app/upkeep: when there is something to test; and a slice of it, on a worker. */
int64_t restore_due_ms(struct core *core);
void restore_upkeep(struct core *core);

#define RESTORE_SERVED_MS 60000 /* after a start from a restored state: then the state before it is removed */

/* For app/upkeep: removes what a restore has replaced, once the terminal has run for RESTORE_SERVED_MS. */
int64_t restore_replaced_due_ms(struct core *core);
void restore_replaced_upkeep(struct core *core);

#endif
