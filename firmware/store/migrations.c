/* The schema as numbered migrations from an empty database: store/migrations/NN.sql. A migration that has shipped never
 * changes; the build compares its checksum. PRAGMA user_version is the number applied. */
#include <stdio.h>

#include "store/migrations_impl.h"
#include "store/store_impl.h"

bool store_schema_has_hash(int64_t version, uint64_t hash) {
    return version >= 0 && version <= (int64_t)store_migration_count && store_migration_hashes[version] == hash;
}

unsigned store_schema_latest(void) {
    return store_migration_count;
}

const char *store_migration_sql(unsigned n) {
    return n < store_migration_count ? store_migration_steps[n] : NULL;
}

int store_read_schema(struct store *store, int64_t *ret_schema) {
    *ret_schema = INT64_MIN;
    int r = store_read_number(store, "PRAGMA user_version", ret_schema);
    return r == 0 && *ret_schema == INT64_MIN ? err_here(E_CORRUPT) : r;
}

/* A migration may replace the definition of a table (ADR 0044), which our connections otherwise forbid. Rows that break
 * a CHECK do not stop it: the start that applies it removes them afterwards (store/bad_rows.h). */
static int run_step(struct store *store, unsigned n) {
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    int r = store_exec(store, "PRAGMA ignore_check_constraints = ON");
    r = r < 0 ? r : store_exec(store, store_migration_steps[n]);
    int off = store_exec(store, "PRAGMA ignore_check_constraints = OFF");
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return r < 0 ? r : off;
}

/* The version is written in the transaction of the migrations: a power cut leaves the previous one. *ret_at: the
 * migration that failed. */
static int apply_steps(struct store *store, unsigned from, unsigned to, unsigned *ret_at) {
    char version[48];
    *ret_at = from;
    int r = store_begin(store);

    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    for (; *ret_at < to; (*ret_at)++) {
        r = run_step(store, *ret_at);
        if (r < 0) {
            return r;
        }
    }
    *ret_at = to - 1;
    (void)snprintf(version, sizeof(version), "PRAGMA user_version = %u", to);
    r = store_exec(store, version);
    return r < 0 ? r : store_commit(txn);
}

int store_migrate_to(struct store *store, unsigned target, unsigned *ret_before) {
    int64_t applied = 0;
    int r = store_read_schema(store, &applied);

    if (r < 0) {
        return r;
    }
    if (applied < 0 || applied > store_migration_count) {
        return E_NEWER;
    }
    const unsigned end = target < store_migration_count ? target : store_migration_count;
    unsigned at = 0;
    for (unsigned n = (unsigned)applied; n < end;) {
        /* An empty database gets all in one transaction: one commit instead of one for each. */
        const unsigned next = n == 0 ? end : n + 1;
        r = apply_steps(store, n, next, &at);
        if (r < 0) {
            char doing[32];
            (void)snprintf(doing, sizeof(doing), "migration %02u.sql", at);
            return cause_prefix(r, doing);
        }
        n = next;
    }
    *ret_before = (unsigned)applied;
    return 0;
}

int store_migrate(struct store *store, unsigned *ret_before) {
    return store_migrate_to(store, store_migration_count, ret_before);
}
