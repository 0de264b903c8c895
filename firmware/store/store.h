/* The store: what the terminal keeps. One struct store_home a process (the state folder: lock, recovery, backup), one
 * struct store a thread (connection with its prepared statements). SQLite stays inside store/.
 *
 * Reads and writes of one table group are in store/<group>.h. Writes happen between store_begin() and store_commit();
 * a function of store/<group>.h says so where it needs it. */
#ifndef POSTERN_STORE_H
#define POSTERN_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/cleanup.h"
#include "util/err.h"
#include "values.h"

struct store_home;
struct store;

struct store_status {
    enum storage_state state;
    int64_t since_s;     /* RESTORED: when the copy in use was made, seconds since 1970 UTC; else 0 */
    unsigned schema;     /* number of migrations applied */
    unsigned damaged;    /* n of the `postern.db.damaged-<n>` that was set aside at this start; 0 none */
    bool created;        /* there was no database: first start */
    bool erased;         /* everything was erased at this start, as erase_request() had decided (store/erase.h) */
    bool checked;        /* the last run did not end cleanly, so the database was checked */
};

/* Opens the state folder: makes it if missing (mode 0700), takes `lock`, checks the database after an unclean end, sets
 * a damaged one aside and restores the last good copy, applies the missing migrations.
 * E_LOCKED: another daemon has it. E_NEWER: newer schema than this firmware. E_NOSPC, E_SYSTEM, E_IO. */
_must_check_ int store_home_open(const char *dir, struct store_home **ret_home);

/* Closes it. `clean` false leaves the mark of an unclean end. All connections must be closed before. Returns NULL. */
struct store_home *store_home_close(struct store_home *home, bool clean);

const struct store_status *store_home_status(const struct store_home *home);

/* Folder it was opened with. */
const char *store_home_dir(const struct store_home *home);

/* True once any connection met damaged data in this run. The next start then checks and recovers; the daemon should end
 * unclean and be started again. Any thread. */
bool store_home_damaged(const struct store_home *home);

/* Checks the database and, if it is good, makes the copy `postern.db.good` by the SQLite backup API. For a worker:
 * takes as long as reading and writing the file; writers are not held up. `cancelled` (may be NULL) is asked between
 * slices. E_CORRUPT: the database is damaged, the old copy stays. E_CANCELLED (also when the copies were erased
 * meanwhile), E_NOSPC, E_IO: the old copy stays too. */
_must_check_ int store_backup(struct store_home *home, bool (*cancelled)(void *ctx), void *ctx);

/* Octets left for the folder on its disk; 0 when the system does not say. */
uint64_t store_home_free_octets(const struct store_home *home);

/* A connection for the calling thread, with all statements prepared. */
_must_check_ int store_open(struct store_home *home, struct store **ret_store);

/* A connection to a database in memory, migrated; for tests. */
_must_check_ int store_open_memory(struct store **ret_store);

/* Closes; accepts NULL; returns NULL. An open transaction is rolled back. */
struct store *store_free(struct store *store);
CLEANUP_DEFINE(struct store *, store_free)

/* Starts a write transaction; waits up to 5 s for another thread's. E_BUSY, E_INVAL if one is open, E_IO. */
_must_check_ int store_begin(struct store *store);

/* Makes it durable. On an error (E_NOSPC, E_IO) nothing of it happened and no transaction is open. */
_must_check_ int store_commit(struct store *store);

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

/* Octets the database takes (pages in use), for the info dialog and tests. */
_must_check_ int store_size(struct store *store, uint64_t *ret_octets);

#endif
