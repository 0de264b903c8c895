#include "store/base/rights.h"

#include <string.h>

#include "store/store_impl.h"

enum { RIGHTS_PUT, RIGHTS_REVISION, RIGHTS_RESET, RIGHTS_ACCOUNTS, RIGHTS_STATEMENTS };

/* The factory access of an admin level to a function group, as an expression over `level` and `grp`: as in
 * store/migrations/01.sql. */
#define FACTORY_ACCESS                                                      \
    "CASE"                                                                  \
    " WHEN level = 16 THEN 2"                                               \
    " WHEN level >= 12 THEN iif(grp = 1, 1, 2)"                             \
    " WHEN level >= 8 THEN iif(grp IN (0, 3), 2, 1)"                        \
    " WHEN level >= 4 THEN CASE grp WHEN 0 THEN 2 WHEN 4 THEN 1 ELSE 0 END" \
    " ELSE iif(grp = 0, 1, 0) END"

static const char *const rights_sql[RIGHTS_STATEMENTS] = {
    [RIGHTS_PUT] = "UPDATE right_level SET access = ?3, revision = revision + 1 WHERE level = ?1 AND grp = ?2",
    [RIGHTS_REVISION] = "SELECT coalesce(sum(revision), 0) FROM right_level",
    [RIGHTS_RESET] = "UPDATE right_level SET revision = revision + 1, access = " FACTORY_ACCESS,
    [RIGHTS_ACCOUNTS] = "SELECT level, count(*) FROM user WHERE level > 0 GROUP BY level",
};

static const struct store_statements statements = {STORE_MODULE_RIGHTS, RIGHTS_STATEMENTS, rights_sql};

int store_rights_put(struct store *store, unsigned level, unsigned group, unsigned access) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, RIGHTS_PUT, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 1, (int)level);
    sqlite3_bind_int(query, 2, (int)group);
    sqlite3_bind_int(query, 3, (int)access);
    return store_run_on_row(store, query);
}

int store_rights_revision(struct store *store, uint32_t *ret_revision) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, RIGHTS_REVISION, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r < 0) {
        return r;
    }
    *ret_revision = (uint32_t)sqlite3_column_int64(query, 0);
    return 0;
}

int store_rights_reset(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, RIGHTS_RESET, &query);
    return r < 0 ? r : store_run(store, query);
}

int store_rights_accounts(struct store *store, uint32_t ret_counts[STORE_RIGHTS_LEVELS]) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    memset(ret_counts, 0, STORE_RIGHTS_LEVELS * sizeof(*ret_counts));
    int r = store_statement(store, &statements, RIGHTS_ACCOUNTS, &query);
    if (r < 0) {
        return r;
    }
    while ((r = store_step(store, query)) == 1) {
        int level = sqlite3_column_int(query, 0);
        if (level > 0 && level < STORE_RIGHTS_LEVELS) {
            ret_counts[level] = (uint32_t)sqlite3_column_int64(query, 1);
        }
    }
    return r;
}
