/* The store: all persistent data of the terminal. One struct store_home per process (the state folder: lock, recovery,
 * backup), one struct store per thread (connection with its prepared statements). SQLite stays inside store/.
 *
 * Reads and writes of one table group are in store/<group>.h. Writes happen between store_begin() and store_commit(); a
 * function of store/<group>.h says so where it needs it. */
#ifndef POSTERN_STORE_H
#define POSTERN_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/cause.h"
#include "util/cleanup.h"
#include "util/err.h"
#include "values.h"

struct store_home;
struct store;

struct store_status {
    enum storage_state state;
    int64_t since_s;     /* RESTORED: when the copy in use was made, seconds since 1970 UTC; else 0 */
    unsigned lost_changes; /* committed transactions lost with a damaged write-ahead log; relevant only in state LOST */
    unsigned lost_frames; /* frames of the log that held them */
    unsigned schema; /* number of migrations applied */
    unsigned damaged; /* n of the `postern.db.damaged-<n>` that was set aside at this start; 0: none */
    bool created; /* there was no database: first start */
    bool replaced; /* a backup was restored at this start, as restore_decide() had decided (store/restore.h) */
    bool returned; /* a restore was undone at this start, as restore_put_back() had decided */
    bool unwanted; /* the last good copy replaced the database, as store_kept_decide() had decided (store/kept.h) */
    bool erased; /* everything was erased at this start, as erase_request() had decided (store/erase.h) */
    /* the database was newer than this firmware and was replaced by the copy from before it (store/before.h) */
    bool put_back;
    unsigned lines_taken; /* records of the newer database that were then taken over */
    unsigned lines_left; /* and those that could not be read */
    struct cause cause; /* why the database was set aside */
    bool checked; /* the database was checked: the last run did not end cleanly, or damage was found */
};

/* Routes SQLite's own messages to the log, as module `sqlite`. Call once, before any other function of the store. */
void store_log_sqlite(void);

/* Opens the state folder: creates it if missing (mode 0700), takes `lock`, checks the database after an unclean end,
 * sets a damaged one aside and restores the last good copy, applies the missing migrations. A database also counts as
 * damaged when a table, index or trigger is missing, unknown or changed, which is checked at each start. E_LOCKED:
 * another daemon has it. E_NEWER: newer schema than this firmware. E_NOSPC, E_SYSTEM, E_IO. */
_must_check_ int store_home_open(const char *dir, struct store_home **ret_home);

/* For a start that finds damage although the last run ended well, so that nothing was checked: checks the database now,
 * sets a damaged one aside and restores the last good copy. If this start already checked it, the check cannot see this
 * damage, and the database is set aside without another check; if the copy was already restored, the copy is set aside,
 * too. So three calls are enough for any damage. All connections must be closed. Errors as above. */
_must_check_ int store_home_repair(struct store_home *home);

/* Closes the folder. `clean` false leaves the mark of an unclean end. All connections must be closed. Returns NULL. */
struct store_home *store_home_close(struct store_home *home, bool clean);

const struct store_status *store_home_status(const struct store_home *home);

/* Returns the folder it was opened with. */
const char *store_home_dir(const struct store_home *home);

/* Returns whether any connection found damaged data in this run. The daemon should then end uncleanly and be restarted;
 * the next start checks and recovers. Any thread. */
bool store_home_damaged(const struct store_home *home);

/* Checks the database and, if it is good, makes the copy `postern.db.good` with the SQLite backup API, after
 * checkpointing the write-ahead log: data deleted before is in no file any more. For a worker: takes as long as reading
 * and writing the file; does not block writers. Calls `cancelled` (may be NULL) between slices. On error the old copy
 * stays. E_NOSPC: it would fill the disk. E_CORRUPT: the database is damaged. E_CANCELLED: also when the copies were
 * erased meanwhile. E_IO. */
_must_check_ int store_backup(struct store_home *home, bool (*cancelled)(void *ctx), void *ctx);

/* Callbacks of a long copy, called between slices; either may be NULL. */
struct store_copy_watch {
    bool (*cancelled)(void *ctx);
    void (*progress)(void *ctx, unsigned percent);
    void *ctx;
};

/* Checks the database and makes a snapshot without a file name: only *ret_fd, which the caller closes, refers to it,
 * and its disk space is freed then. One file without a log. `without_certificate`: leaves out the private keys of TLS
 * and of a signing request. Waits for a last good copy in progress. Errors of store_backup(). */
_must_check_ int store_take(struct store_home *home, bool without_certificate, const struct store_copy_watch *watch,
                            int *ret_fd, int64_t *ret_octets);

/* Returns how many transactions since the start deleted people or their credentials: copies made before still contain
 * them. Any thread. */
unsigned store_home_deletions(const struct store_home *home);

/* Returns the free bytes on the folder's disk; 0 if unknown. */
uint64_t store_home_free_octets(const struct store_home *home);

/* Returns true while the reserve is released or cannot be created: data that grows is then rejected. Any thread. */
bool store_home_is_short(const struct store_home *home);

/* reserved disk space for writes that must succeed when the disk is full */
#define STORE_RESERVE_OCTETS (UINT64_C(8) * 1024 * 1024)
#define STORE_MARGIN_OCTETS (UINT64_C(4) * 1024 * 1024) /* the disk counts as full when less is free */

/* Use of the disk. */
struct store_space {
    int64_t octets[STORAGE_PART_COUNT]; /* bytes of each part; approximate for users, records and audit log */
    uint64_t free; /* free bytes on the disk */
    int64_t copied_s; /* time of the last good copy, seconds since 1970 UTC; 0: there is none */
    bool is_short;
};

/* Reads the disk use; microseconds. */
_must_check_ int store_space(struct store *store, struct store_space *ret_space);

/* Recreates the reserve when there is room for it, and returns free pages of the database to the disk to make that
 * room. For a worker. E_NOSPC: still no room. */
_must_check_ int store_reserve_restore(struct store *store);

/* Opens a connection for the calling thread. */
_must_check_ int store_open(struct store_home *home, struct store **ret_store);

/* Opens a connection to a migrated database in memory; for tests. */
_must_check_ int store_open_memory(struct store **ret_store);

/* Closes the connection and rolls back an open transaction. Accepts NULL. Returns NULL. */
struct store *store_free(struct store *store);
CLEANUP_DEFINE(struct store *, store_free)

/* Starts a write transaction and waits up to store_wait_ms() for that of another thread. The caller's place becomes the
 * cause of a failure. E_BUSY, E_INVAL if one is open, E_IO. */
#define store_begin(store) store_begin_at((store), CAUSE_HERE)
_must_check_ int store_begin_at(struct store *store, const struct cause_site *site);

/* Like store_begin(), for writes that let the stored data grow: users, and whatever else is not written to make room.
 * E_NOSPC before anything is done, when the disk is full. The reserve is for all other writes: store_begin() releases
 * it for them. */
#define store_begin_growth(store) store_begin_growth_at((store), CAUSE_HERE)
_must_check_ int store_begin_growth_at(struct store *store, const struct cause_site *site);

/* Sets and returns how long this connection waits for another's write; initially 5 s. Set it lower in a thread that
 * something else waits for. */
void store_wait_most(struct store *store, unsigned ms);
unsigned store_wait_ms(const struct store *store);

/* Returns whether another thread waits to write: a long run of writes then ends its transaction soon. Writers get their
 * turn in order of arrival. */
bool store_others_wait(const struct store *store);

/* Sets the page cache of this connection: 500 kB initially; `large`: 4 MB, for a run of writes all over the database;
 * released again with `large` false. While it is large, no transaction writes pages into the log before its end: it
 * would write some of them twice, and a power cut in between would look like a damaged log (store/wal.c). So keep its
 * transactions small. */
void store_cache(struct store *store, bool large);

/* Commits durably. On error (E_NOSPC, E_IO) nothing was changed and no transaction is open. */
#define store_commit(store) store_commit_at((store), CAUSE_HERE)
_must_check_ int store_commit_at(struct store *store, const struct cause_site *site);

/* Rolls back if a transaction is open, else does nothing. */
void store_abort(struct store *store);

/* `_cleanup_(store_abortp) struct store *txn = store;` after a successful store_begin() rolls back on every return
 * without a commit. */
static inline void store_abortp(struct store **store) {
    if (*store) {
        store_abort(*store);
    }
}

/* Returns the schema version of this firmware: its number of migrations. */
unsigned store_schema_latest(void);

/* Reads the size of the database in bytes (pages in use), for the info dialog and tests. */
_must_check_ int store_size(struct store *store, uint64_t *ret_octets);

#endif
