/* Copies by plan: a backup (core/backup/writer.h) into a folder that the terminal was given, every day or every Sunday,
 * or because somebody asks for one now; the oldest go.
 *
 * The folder may be on a server that does not answer, and then whoever reads or writes there hangs. So all of that is
 * done by the upkeep alone, on a thread of its own (app/upkeep.h); what it saw is in memory, and everybody else asks
 * that. A copy is written a slice at a time. How it stands is kept in the database, so that a restart neither makes
 * one twice nor forgets that one is due. */
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

#define COPIES_SETTLE_MS 60000 /* after a start before a copy that is due: a USB disk is mounted by then */
#define COPIES_AGAIN_MS 3600000 /* after one that failed */
#define COPIES_AGAIN_MAX 3 /* tries more for the same day of the plan; then it waits for the next one */
#define COPIES_BUSY_MS 60000 /* while another backup is made or restored */
#define COPIES_SLICE_MS 500 /* about as long it writes at a time */
#define COPIES_LOOK_MS 3600000 /* between two looks into the folder that nobody asks for */
#define COPIES_STALE_MS 5000 /* after which who asks how it stands has it looked at again */

/* How they stand. */
struct copies_state {
    const char *folder; /* "" when there is none; lives as long as the process */
    bool writable; /* as it was seen last */
    uint32_t count;
    int64_t last_s; /* when the last one was made, seconds since 1970 UTC; 0: none */
    int64_t last_octets;
    int error; /* why the last try failed: E_*; 0: it did not */
    int64_t next_s; /* when the next is due; 0: never */
    bool making; /* one is being made, or is about to be */
};

/* For core/start. E_NOMEM or an error of the store. copies_free() gives up one that is being made; takes NULL. */
_must_check_ int copies_new(const struct core_shared *shared, struct store *store, struct copies **ret_copies);
void copies_free(struct copies *copies);

/* How they stand. Any thread, memory alone; has the folder looked at when that was long ago. */
void copies_read(struct core *core, struct copies_state *ret_state);

/* Asks for a copy now, with an audit row. E_NO_BACKUP_FOLDER; E_NO_BACKUP_PASSPHRASE; E_BACKUP_RUNNING: one is
 * being made; or an error of the store. */
_must_check_ int copies_ask(struct core *core, const struct actor *by);

/* For app/upkeep: when there is something to do, from memory; and doing it, on the thread for that. */
int64_t copies_due_ms(struct core *core);
void copies_upkeep(struct core *core);

/* The terminal ends: nothing is begun any more, and a slice ends with its piece. Any thread. */
void copies_end(struct core_shared *shared);

#endif
