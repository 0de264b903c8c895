/* The store: what the terminal keeps. One struct store_home a process (the state folder: lock, recovery, backup), one
 * struct store a thread (connection with its prepared statements). SQLite stays inside store/.
 *
 * Reads and writes of one table group are in store/<group>.h. Writes happen between store_begin() and store_commit();
 * a function of store/<group>.h says so where it needs it. */
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
    unsigned
        lost_changes; /* committed transactions that a damaged write-ahead log lost; LOST says so, else they matter not */
    unsigned lost_frames; /* and the frames of the log that held them */
    unsigned schema; /* number of migrations applied */
    unsigned damaged; /* n of the `postern.db.damaged-<n>` that was set aside at this start; 0 none */
    bool created; /* there was no database: first start */
    bool replaced; /* a backup took the place of all at this start, as restore_decide() had decided (store/restore.h) */
    bool returned; /* the state from before a restore was put back at this start, as restore_put_back() had decided */
    bool
        unwanted; /* the database was set aside for the last good copy, as store_kept_decide() had decided (store/kept.h) */
    bool erased; /* everything was erased at this start, as erase_request() had decided (store/erase.h) */
    bool
        put_back; /* the database was newer than this firmware, and the copy from before it took its place (store/before.h) */
    unsigned lines_taken; /* of the log of the newer one, that were taken over then */
    unsigned lines_left; /* and those that could not be read */
    struct cause cause; /* why it was set aside */
    bool checked; /* the last run did not end cleanly, or damage was met: so the database was checked */
};

/* Has what SQLite says by itself written to the log, as module `sqlite`. Once, before any other call of the store. */
void store_log_sqlite(void);

/* Opens the state folder: makes it if missing (mode 0700), takes `lock`, checks the database after an unclean end, sets
 * a damaged one aside and restores the last good copy, applies the missing migrations. Damaged is a database also when a
 * table, an index or a trigger is missing, foreign or changed; this is looked at in each start.
 * E_LOCKED: another daemon has it. E_NEWER: newer schema than this firmware. E_NOSPC, E_SYSTEM, E_IO. */
_must_check_ int store_home_open(const char *dir, struct store_home **ret_home);

/* For a start that meets damage although the last run ended well, so that nothing was checked: checks the database now,
 * sets a damaged one aside and restores the last good copy. Where the check was made at this start already, it cannot
 * see this damage, and the database is set aside without another; and where the copy was restored already, the copy is
 * too. So three calls are enough for any damage. All connections must be closed before. Errors as above. */
_must_check_ int store_home_repair(struct store_home *home);

/* Closes it. `clean` false leaves the mark of an unclean end. All connections must be closed before. Returns NULL. */
struct store_home *store_home_close(struct store_home *home, bool clean);

const struct store_status *store_home_status(const struct store_home *home);

/* Folder it was opened with. */
const char *store_home_dir(const struct store_home *home);

/* True once any connection met damaged data in this run. The next start then checks and recovers; the daemon should end
 * unclean and be started again. Any thread. */
bool store_home_damaged(const struct store_home *home);

/* Checks the database and, if it is good, makes the copy `postern.db.good` by the SQLite backup API, after writing the log back: so what
 * was deleted before is in no file any more. For a worker:
 * takes as long as reading and writing the file; writers are not held up. `cancelled` (may be NULL) is asked between
 * slices. E_NOSPC: it would leave the disk full. E_CORRUPT: the database is damaged, the old copy stays. E_CANCELLED (also when the copies were erased
 * meanwhile), E_NOSPC, E_IO: the old copy stays too. */
_must_check_ int store_backup(struct store_home *home, bool (*cancelled)(void *ctx), void *ctx);

/* What a copy that takes long tells and asks between slices; either may be NULL. */
struct store_copy_watch {
    bool (*cancelled)(void *ctx);
    void (*progress)(void *ctx, unsigned percent);
    void *ctx;
};

/* Checks the database and makes a copy of one moment that has no name: *ret_fd, which the caller closes, is all there is
 * of it, and it takes its room on the disk until then. One file without a log. `without_certificate`: neither the key of
 * TLS is in it, nor that of a signing request. A last good copy that is being made is waited for. Errors of store_backup(). */
_must_check_ int store_take(struct store_home *home, bool without_certificate, const struct store_copy_watch *watch,
                            int *ret_fd, int64_t *ret_octets);

/* How often people, or what they are recognised by, were deleted, by transactions, since the start: what a copy was made of
 * before still has them. Any thread. */
unsigned store_home_deletions(const struct store_home *home);

/* Bytes left for the folder on its disk; 0 when the system does not say. */
uint64_t store_home_free_octets(const struct store_home *home);

/* True while the reserve is given up, or there is no room to make it: nothing that grows is taken. Any thread. */
bool store_home_is_short(const struct store_home *home);

#define STORE_RESERVE_OCTETS (UINT64_C(8) * 1024 * 1024) /* kept on the disk for what must go on when it is full */
#define STORE_MARGIN_OCTETS (UINT64_C(4) * 1024 * 1024) /* with less than this left the disk is full */

/* What takes the room. */
struct store_space {
    int64_t octets[STORAGE_PART_COUNT]; /* of each part; users, records and audit log about */
    uint64_t free; /* left on the disk */
    int64_t copied_s; /* when the last good copy was made, seconds since 1970 UTC; 0: there is none */
    bool is_short;
};

/* Reads it; microseconds. */
_must_check_ int store_space(struct store *store, struct store_space *ret_space);

/* Makes the reserve again when there is room for it, and gives free pages of the database back to the disk to make
 * that room. For a worker. E_NOSPC: there is none yet. */
_must_check_ int store_reserve_restore(struct store *store);

/* A connection for the calling thread, with all statements prepared. */
_must_check_ int store_open(struct store_home *home, struct store **ret_store);

/* A connection to a database in memory, migrated; for tests. */
_must_check_ int store_open_memory(struct store **ret_store);

/* Closes; accepts NULL; returns NULL. An open transaction is rolled back. */
struct store *store_free(struct store *store);
CLEANUP_DEFINE(struct store *, store_free)

/* Starts a write transaction (the place that begins or commits it is that of a failure's cause); waits up to store_wait_ms() for another thread's. E_BUSY, E_INVAL if one is open, E_IO. */
#define store_begin(store) store_begin_at((store), CAUSE_HERE)
_must_check_ int store_begin_at(struct store *store, const struct cause_site *site);

/* The same for what lets the stored data grow: users, and whatever else comes without being asked to make room.
 * E_NOSPC before anything is done, when the disk is full; the reserve is for all other writes, which store_begin()
 * gives it up for. */
#define store_begin_growth(store) store_begin_growth_at((store), CAUSE_HERE)
_must_check_ int store_begin_growth_at(struct store *store, const struct cause_site *site);

/* How long this connection waits for another's write: 5 s at first. For a thread that somebody waits for. */
void store_wait_most(struct store *store, unsigned ms);
unsigned store_wait_ms(const struct store *store);

/* Room for the pages of the database in this connection's memory: 500 kB at first; for a run of writes that go all over it 4 MB, which
 * are given back when it is `large` no more. Meanwhile no transaction writes pages into the log before its end: it would write some
 * of them again then, and a power cut in between looks like a damage of the log (store/wal.c). So its transactions are small. */
void store_cache(struct store *store, bool large);

/* Makes it durable. On an error (E_NOSPC, E_IO) nothing of it happened and no transaction is open. */
#define store_commit(store) store_commit_at((store), CAUSE_HERE)
_must_check_ int store_commit_at(struct store *store, const struct cause_site *site);

/* Rolls back if a transaction is open, else does nothing. */
void store_abort(struct store *store);

/* `_cleanup_(store_abortp) struct store *txn = store;` behind a store_begin() that succeeded rolls back on every way
 * out that did not commit. */
static inline void store_abortp(struct store **store) {
    if (*store) {
        store_abort(*store);
    }
}

/* Size of the schema of this firmware: number of migrations. */
unsigned store_schema_latest(void);

/* Bytes the database takes (pages in use), for the info dialog and tests. */
_must_check_ int store_size(struct store *store, uint64_t *ret_octets);

#endif
