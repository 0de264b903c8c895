/* Scheduled backups: a backup (core/backup/writer.h) into a given folder, every day or every Sunday, or on request; the
 * oldest are deleted.
 *
 * The folder may be on a server that does not respond, and access to it then hangs. So only the upkeep accesses it, on
 * its own thread (app/upkeep.h); the result is in memory, where all others read it. A backup is written in slices. Its
 * state is in the database, so that a restart neither repeats one nor forgets that one is due. */
#ifndef POSTERN_CORE_COPIES_H
#define POSTERN_CORE_COPIES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct actor;
struct copies;
struct core;
struct core_shared;
struct store;

#define COPIES_SETTLE_MS 60000 /* delay after a start before a due backup: a USB disk is mounted by then */
#define COPIES_AGAIN_MS 3600000 /* delay after a failed one */
#define COPIES_AGAIN_MAX 3 /* retries for the same scheduled day; then it waits for the next one */
#define COPIES_BUSY_MS 60000 /* delay while another backup is made or restored */
#define COPIES_SLICE_MS 500 /* approximate length of a slice */
#define COPIES_LOOK_MS 3600000 /* interval of checking the folder without a request */
#define COPIES_STALE_MS 5000 /* age of the state after which reading it triggers a check */

/* State of the scheduled backups. */
struct copies_state {
    const char *folder; /* "" if there is none; valid as long as the process */
    bool writable; /* at the last check */
    uint32_t count;
    int64_t last_s; /* time of the last one, seconds since 1970 UTC; 0: none */
    int64_t last_octets;
    int error; /* error of the last attempt: E_*; 0: it succeeded */
    int64_t next_s; /* when the next is due; 0: never */
    bool making; /* one is in progress, or about to start */
};

/* For core/start. E_NOMEM or an error of the store. copies_free() cancels one in progress; accepts NULL. */
_must_check_ int copies_new(const struct core_shared *shared, struct store *store, struct copies **ret_copies);
void copies_free(struct copies *copies);

/* Reads the state. Any thread, only memory; triggers a check of the folder if the last is long ago. */
void copies_read(struct core *core, struct copies_state *ret_state);

/* Requests a backup now, with an audit entry. E_NO_BACKUP_FOLDER; E_NO_BACKUP_PASSPHRASE; E_BACKUP_RUNNING: one is in
 * progress; or an error of the store. */
_must_check_ int copies_ask(struct core *core, const struct actor *by);

/* For app/upkeep: when there is something to do, from memory; and doing it, on its thread. */
int64_t copies_due_ms(struct core *core);
void copies_upkeep(struct core *core);

/* The terminal shuts down: starts nothing any more, and a slice ends with its chunk. Any thread. */
void copies_end(struct core_shared *shared);

#endif
