#include "store/rules/periods.h"

#include <string.h>

#include "store/store_impl.h"
#include "util/arena.h"

enum {
    PERIODS_LIST,
    PERIODS_GET,
    PERIODS_PUT,
    PERIODS_DELETE,
    PERIODS_OF,
    PERIODS_CLEAR,
    PERIODS_ADD,
    IN_FORCE_LIST,
    IN_FORCE_CLEAR,
    IN_FORCE_ADD,
    IN_FORCE_REVISION,
    IN_FORCE_CHANGED,
    PERIODS_COUNT
};

#define COLUMNS "number, name, kind, revision"

static const char *const periods_sql[PERIODS_COUNT] = {
    [PERIODS_LIST] = "SELECT " COLUMNS " FROM period_group ORDER BY number LIMIT ?1",
    [PERIODS_GET] = "SELECT " COLUMNS " FROM period_group WHERE number = ?1",
    [PERIODS_PUT] = "INSERT INTO period_group (" COLUMNS ") VALUES (?1, ?2, ?3, ?4) ON CONFLICT (number) DO UPDATE SET"
                    " name = excluded.name, kind = excluded.kind, revision = excluded.revision",
    [PERIODS_DELETE] = "DELETE FROM period_group WHERE number = ?1",
    [PERIODS_OF] = "SELECT day, start, \"end\" FROM period WHERE number = ?1 ORDER BY day, start, \"end\" LIMIT ?2",
    [PERIODS_CLEAR] = "DELETE FROM period WHERE number = ?1",
    [PERIODS_ADD] = "INSERT INTO period (number, day, start, \"end\") VALUES (?1, ?2, ?3, ?4)",
    [IN_FORCE_LIST] = "SELECT \"group\", number FROM in_force",
    [IN_FORCE_CLEAR] = "DELETE FROM in_force WHERE \"group\" = ?1",
    [IN_FORCE_ADD] = "INSERT INTO in_force (\"group\", number) VALUES (?1, ?2)",
    [IN_FORCE_REVISION] = "SELECT in_force FROM rules_count",
    [IN_FORCE_CHANGED] = "UPDATE rules_count SET in_force = ?1",
};

static const struct store_statements statements = {STORE_MODULE_PERIODS, PERIODS_COUNT, periods_sql};

/* Prepares a statement with one parameter. */
static int periods_about(struct store *store, unsigned index, int64_t number, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        sqlite3_bind_int64(*ret_query, 1, number);
    }
    return r;
}

/* Reads the intervals of a group. */
static int read_periods(struct store *store, struct arena *arena, struct store_period_group *group) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    struct store_period read[STORE_PERIODS_MAX];
    size_t count = 0;
    int r = periods_about(store, PERIODS_OF, group->number, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 2, STORE_PERIODS_MAX);
    while ((r = store_step(store, query)) == 1) {
        read[count++] = (struct store_period){
            .day = (uint8_t)sqlite3_column_int(query, 0),
            .start = (uint16_t)sqlite3_column_int(query, 1),
            .end = (uint16_t)sqlite3_column_int(query, 2),
        };
    }
    struct store_period *kept = r == 0 ? arena_calloc(arena, count + 1, sizeof(*kept)) : NULL;
    if (kept == NULL) {
        return r < 0 ? r : E_NOMEM;
    }
    memcpy(kept, read, count * sizeof(*kept));
    group->periods = kept;
    group->period_count = count;
    return 0;
}

static int read_group(struct store *store, sqlite3_stmt *query, struct arena *arena,
                      struct store_period_group *ret_group) {
    *ret_group = (struct store_period_group){
        .number = (uint8_t)sqlite3_column_int(query, 0),
        .name = store_column_keep(query, 1, arena),
        .kind = (enum period_kind)sqlite3_column_int(query, 2),
        .revision = (uint32_t)sqlite3_column_int64(query, 3),
    };
    return ret_group->name == NULL ? E_NOMEM : read_periods(store, arena, ret_group);
}

int store_periods_list(struct store *store, struct arena *arena, struct store_period_group *ret_groups,
                       size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = periods_about(store, PERIODS_LIST, STORE_PERIOD_GROUPS, &query);
    while (r == 0 && (r = store_step(store, query)) == 1) {
        r = read_group(store, query, arena, &ret_groups[count++]);
    }
    *ret_count = count;
    return r;
}

int store_periods_get(struct store *store, uint8_t number, struct arena *arena, struct store_period_group *ret_group) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = periods_about(store, PERIODS_GET, number, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    return r == 1 ? read_group(store, query, arena, ret_group) : r == 0 ? E_NOTFOUND : r;
}

/* Runs a statement with one parameter to its end. */
static int periods_run(struct store *store, unsigned index, int64_t number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = periods_about(store, index, number, &query);
    return r < 0 ? r : store_run(store, query);
}

static int add_period(struct store *store, uint8_t number, const struct store_period *period) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = periods_about(store, PERIODS_ADD, number, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 2, period->day);
    sqlite3_bind_int(query, 3, period->start);
    sqlite3_bind_int(query, 4, period->end);
    return store_run(store, query);
}

static int put_group(struct store *store, const struct store_period_group *group) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = periods_about(store, PERIODS_PUT, group->number, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 2, group->name, -1, SQLITE_STATIC);
    sqlite3_bind_int(query, 3, (int)group->kind);
    sqlite3_bind_int64(query, 4, group->revision);
    return store_run(store, query);
}

int store_periods_put(struct store *store, const struct store_period_group *group) {
    int r = put_group(store, group);
    if (r == 0) {
        r = periods_run(store, PERIODS_CLEAR, group->number);
    }
    for (size_t i = 0; r == 0 && i < group->period_count; i++) {
        r = add_period(store, group->number, &group->periods[i]);
    }
    return r;
}

int store_periods_delete(struct store *store, uint8_t number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = periods_about(store, PERIODS_DELETE, number, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}

static int read_revision(struct store *store, uint32_t *ret_revision) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, IN_FORCE_REVISION, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    *ret_revision = (uint32_t)sqlite3_column_int64(query, 0);
    return 0;
}

int store_in_force_get(struct store *store, uint32_t *ret_masks, uint32_t *ret_revision) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, IN_FORCE_LIST, &query);
    memset(ret_masks, 0, (GROUP_NUMBER_MAX + 1) * sizeof(*ret_masks));
    while (r >= 0 && (r = store_step(store, query)) == 1) {
        int group = sqlite3_column_int(query, 0);
        int number = sqlite3_column_int(query, 1);
        if (group < 0 || group > GROUP_NUMBER_MAX || number < 1 || number > STORE_PERIOD_GROUPS) {
            return err_here(E_CORRUPT);
        }
        ret_masks[group] |= store_period_bit((uint8_t)number);
    }
    return r < 0 ? r : read_revision(store, ret_revision);
}

static int add_in_force(struct store *store, uint8_t group, uint8_t number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = periods_about(store, IN_FORCE_ADD, group, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 2, number);
    return store_run(store, query);
}

int store_in_force_put(struct store *store, uint8_t group, uint32_t mask) {
    int r = periods_run(store, IN_FORCE_CLEAR, group);
    for (uint8_t number = 1; r == 0 && number <= STORE_PERIOD_GROUPS; number++) {
        if ((mask & store_period_bit(number)) != 0) {
            r = add_in_force(store, group, number);
        }
    }
    return r;
}

int store_in_force_changed(struct store *store, uint32_t revision) {
    return periods_run(store, IN_FORCE_CHANGED, revision);
}
