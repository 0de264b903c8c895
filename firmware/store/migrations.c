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

/* The version is written in the transaction of the migration: a power cut leaves the previous one. */
static int migration_apply(struct store *store, unsigned n) {
    char version[48];
    int r = store_begin(store);

    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    r = run_step(store, n);
    if (r < 0) {
        return r;
    }
    (void)snprintf(version, sizeof(version), "PRAGMA user_version = %u", n + 1);
    r = store_exec(store, version);
    return r < 0 ? r : store_commit(txn);
}

int store_migrate_to(struct store *store, unsigned target, unsigned *ret_before) {
    int64_t applied = 0;
    int r = store_read_schema(store, &applied);

    if (r < 0) {
        return r;
    }
    unsigned version = (unsigned)applied;
    if (version > store_migration_count) {
        return E_NEWER;
    }
    for (unsigned n = version; n < target && n < store_migration_count; n++) {
        r = migration_apply(store, n);
        if (r < 0) {
            char doing[32];
            (void)snprintf(doing, sizeof(doing), "migration %02u.sql", n);
            return cause_prefix(r, doing);
        }
    }
    *ret_before = version;
    return 0;
}

int store_migrate(struct store *store, unsigned *ret_before) {
    return store_migrate_to(store, store_migration_count, ret_before);
}
