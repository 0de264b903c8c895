#include "store/rules/hours.h"

#include <string.h>

#include "store/store_impl.h"
#include "store_columns.h"

enum {
    HOURS_NEXT,
    HOURS_ZONES,
    HOURS_ZONE,
    HOURS_ZONE_PUT,
    HOURS_ZONE_DELETE,
    HOURS_GROUPS,
    HOURS_GROUP,
    HOURS_GROUP_PUT,
    HOURS_GROUP_DELETE,
    HOURS_USERS,
    HOURS_ANY_USER,
    HOURS_COUNT
};

static const char *const hours_sql[HOURS_COUNT] = {
    [HOURS_NEXT] = "UPDATE rules_count SET last = last + 1 RETURNING last",
    [HOURS_ZONES] = "SELECT " TIME_ZONE_COLUMNS " FROM time_zone AS t ORDER BY t.number LIMIT ?1",
    [HOURS_ZONE] = "SELECT " TIME_ZONE_COLUMNS " FROM time_zone AS t WHERE t.number = ?1",
    [HOURS_ZONE_PUT] = "INSERT INTO time_zone (" TIME_ZONE_WRITTEN ", revision) VALUES (" TIME_ZONE_PARAMETERS
                       ", " TIME_ZONE_NEXT_PARAMETER ") ON CONFLICT (number) DO UPDATE SET " TIME_ZONE_ASSIGNED
                       ", revision = " TIME_ZONE_NEXT_PARAMETER,
    [HOURS_ZONE_DELETE] = "DELETE FROM time_zone WHERE number = ?1",
    [HOURS_GROUPS] = "SELECT " GROUP_COLUMNS " FROM access_group AS g ORDER BY g.number LIMIT ?1",
    [HOURS_GROUP] = "SELECT " GROUP_COLUMNS " FROM access_group AS g WHERE g.number = ?1",
    [HOURS_GROUP_PUT] =
        "INSERT INTO access_group (" GROUP_WRITTEN ", revision) VALUES (" GROUP_PARAMETERS ", " GROUP_NEXT_PARAMETER
        ") ON CONFLICT (number) DO UPDATE SET " GROUP_ASSIGNED ", revision = " GROUP_NEXT_PARAMETER,
    [HOURS_GROUP_DELETE] = "DELETE FROM access_group WHERE number = ?1",
    [HOURS_USERS] = "SELECT \"group\", count(*) FROM user INDEXED BY user_group_id GROUP BY \"group\"",
    [HOURS_ANY_USER] = "SELECT EXISTS (SELECT 1 FROM user INDEXED BY user_group_id WHERE \"group\" = ?1)",
};

static const struct store_statements statements = {STORE_MODULE_HOURS, HOURS_COUNT, hours_sql};

static const char clear_sql[] =
    "DELETE FROM in_force; DELETE FROM period; DELETE FROM period_group; DELETE FROM holiday;"
    "DELETE FROM access_group; DELETE FROM time_zone; DELETE FROM shift; DELETE FROM shift_assignment WHERE userid = 0;"
    "UPDATE rules_count SET last = last + 1, in_force = last + 1";

int store_rules_next(struct store *store, uint32_t *ret_revision) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, HOURS_NEXT, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    *ret_revision = (uint32_t)sqlite3_column_int64(query, 0);
    r = store_step(store, query); /* run to the end: only then is the write done */
    return r == 1 ? err_here(E_CORRUPT) : r;
}

int store_rules_clear(struct store *store) {
    return store_exec(store, clear_sql);
}

/* Prepares a statement with one parameter. */
static int hours_about(struct store *store, unsigned index, int number, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        sqlite3_bind_int(*ret_query, 1, number);
    }
    return r;
}

int store_zones_list(struct store *store, struct arena *arena, struct time_zone *ret_zones, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = hours_about(store, HOURS_ZONES, TIME_ZONE_NUMBER_MAX, &query);
    while (r == 0 && (r = store_step(store, query)) == 1) {
        r = time_zone_read(query, arena, &ret_zones[count++]);
    }
    *ret_count = count;
    return r;
}

int store_groups_list(struct store *store, struct arena *arena, struct group *ret_groups, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = hours_about(store, HOURS_GROUPS, STORE_GROUPS, &query);
    while (r == 0 && (r = store_step(store, query)) == 1) {
        r = group_read(query, arena, &ret_groups[count++]);
    }
    *ret_count = count;
    return r;
}

int store_zones_get(struct store *store, uint8_t number, struct arena *arena, struct time_zone *ret_zone) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = hours_about(store, HOURS_ZONE, number, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    return r == 1 ? time_zone_read(query, arena, ret_zone) : r == 0 ? E_NOTFOUND : r;
}

int store_groups_get(struct store *store, uint8_t number, struct arena *arena, struct group *ret_group) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = hours_about(store, HOURS_GROUP, number, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    return r == 1 ? group_read(query, arena, ret_group) : r == 0 ? E_NOTFOUND : r;
}

int store_zones_put(struct store *store, const struct time_zone *zone) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, HOURS_ZONE_PUT, &query);
    if (r < 0) {
        return r;
    }
    time_zone_bind(query, zone);
    sqlite3_bind_int64(query, TIME_ZONE_FIELD_COUNT + 1, zone->revision);
    return store_run(store, query);
}

int store_groups_put(struct store *store, const struct group *group) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, HOURS_GROUP_PUT, &query);
    if (r < 0) {
        return r;
    }
    group_bind(query, group);
    sqlite3_bind_int64(query, GROUP_FIELD_COUNT + 1, group->revision);
    return store_run(store, query);
}

int store_zones_delete(struct store *store, uint8_t number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = hours_about(store, HOURS_ZONE_DELETE, number, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}

int store_groups_delete(struct store *store, uint8_t number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = hours_about(store, HOURS_GROUP_DELETE, number, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}

int store_groups_users(struct store *store, uint32_t ret_users[STORE_GROUPS]) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, HOURS_USERS, &query);
    memset(ret_users, 0, STORE_GROUPS * sizeof(*ret_users));
    while (r >= 0 && (r = store_step(store, query)) == 1) {
        int group = sqlite3_column_int(query, 0);
        if (group >= 0 && group < STORE_GROUPS) {
            ret_users[group] = (uint32_t)sqlite3_column_int64(query, 1);
        }
    }
    return r;
}

int store_groups_has_users(struct store *store, uint8_t number, bool *ret_any) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = hours_about(store, HOURS_ANY_USER, number, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    *ret_any = sqlite3_column_int(query, 0) != 0;
    return 0;
}
