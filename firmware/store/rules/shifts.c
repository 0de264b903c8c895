#include "store/rules/shifts.h"

#include <string.h>

#include "store/store_impl.h"
#include "store_columns.h"

enum {
    SHIFTS_LIST,
    SHIFTS_GET,
    SHIFTS_PUT,
    SHIFTS_DELETE,
    SHIFTS_USE,
    ASSIGNMENTS_OF,
    ASSIGNMENTS_GET,
    ASSIGNMENTS_ADD,
    ASSIGNMENTS_PUT,
    ASSIGNMENTS_DELETE,
    SHIFTS_COUNT
};

#define ASSIGNMENT_FROM "SELECT " SHIFT_ASSIGNMENT_COLUMNS " FROM shift_assignment AS s "

static const char *const shifts_sql[SHIFTS_COUNT] = {
    [SHIFTS_LIST] = "SELECT " SHIFT_COLUMNS " FROM shift AS s ORDER BY s.number",
    [SHIFTS_GET] = "SELECT " SHIFT_COLUMNS " FROM shift AS s WHERE s.number = ?1",
    [SHIFTS_PUT] = "INSERT INTO shift (" SHIFT_WRITTEN ", revision) VALUES (" SHIFT_PARAMETERS ", " SHIFT_NEXT_PARAMETER
                   ") ON CONFLICT (number) DO UPDATE SET " SHIFT_ASSIGNED ", revision = " SHIFT_NEXT_PARAMETER,
    [SHIFTS_DELETE] = "DELETE FROM shift WHERE number = ?1",
    [SHIFTS_USE] = "SELECT (SELECT count(*) FROM user INDEXED BY user_shift_id WHERE shift = ?1),"
                   " (SELECT count(*) FROM shift_assignment INDEXED BY shift_assignment_shift"
                   " WHERE shift = ?1 AND usual = 0)",
    [ASSIGNMENTS_OF] = ASSIGNMENT_FROM "INDEXED BY shift_assignment_of WHERE s.userid = ?1 AND s.\"group\" = ?2"
                                       " ORDER BY s.\"from\", s.id LIMIT ?3",
    [ASSIGNMENTS_GET] = ASSIGNMENT_FROM "WHERE s.id = ?1",
    [ASSIGNMENTS_ADD] =
        "INSERT INTO shift_assignment (" SHIFT_ASSIGNMENT_WRITTEN ") VALUES (" SHIFT_ASSIGNMENT_PARAMETERS ")",
    [ASSIGNMENTS_PUT] = "UPDATE shift_assignment SET " SHIFT_ASSIGNMENT_ASSIGNED " WHERE " SHIFT_ASSIGNMENT_KEY_IS,
    [ASSIGNMENTS_DELETE] = "DELETE FROM shift_assignment WHERE id = ?1",
};

static const struct store_statements statements = {STORE_MODULE_SHIFTS, SHIFTS_COUNT, shifts_sql};

/* Prepares a statement with one parameter. */
static int shifts_about(struct store *store, unsigned index, int64_t number, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        sqlite3_bind_int64(*ret_query, 1, number);
    }
    return r;
}

int store_shifts_read(struct store *store, struct arena *arena, struct shift *ret_shifts) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    memset(ret_shifts, 0, SHIFT_NUMBER_MAX * sizeof(*ret_shifts));
    int r = store_statement(store, &statements, SHIFTS_LIST, &query);
    while (r == 0 && (r = store_step(store, query)) == 1) {
        struct shift shift;
        r = shift_read(query, arena, &shift);
        if (r == 0 && shift.number >= SHIFT_NUMBER_MIN && shift.number <= SHIFT_NUMBER_MAX) {
            ret_shifts[shift.number - 1] = shift;
        }
        r = r == E_CORRUPT ? 0 : r; /* as if it were not defined; the others are read */
    }
    return r;
}

int store_shifts_get(struct store *store, uint8_t number, struct arena *arena, struct shift *ret_shift) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = shifts_about(store, SHIFTS_GET, number, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    return r == 1 ? shift_read(query, arena, ret_shift) : r == 0 ? E_NOTFOUND : r;
}

int store_shifts_put(struct store *store, const struct shift *shift) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, SHIFTS_PUT, &query);
    if (r < 0) {
        return r;
    }
    shift_bind(query, shift);
    sqlite3_bind_int64(query, SHIFT_FIELD_COUNT + 1, shift->revision);
    return store_run(store, query);
}

int store_shifts_delete(struct store *store, uint8_t number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = shifts_about(store, SHIFTS_DELETE, number, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}

int store_shifts_use(struct store *store, uint8_t number, struct store_shift_use *ret_use) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = shifts_about(store, SHIFTS_USE, number, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    *ret_use = (struct store_shift_use){.users = (uint32_t)sqlite3_column_int64(query, 0),
                                        .assigned = (uint32_t)sqlite3_column_int64(query, 1)};
    return 0;
}

int store_assignments_of(struct store *store, uint32_t userid, uint8_t group, struct shift_assignment *ret_rows,
                         size_t max, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = shifts_about(store, ASSIGNMENTS_OF, userid, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 2, group);
    sqlite3_bind_int64(query, 3, (sqlite3_int64)max);
    while (count < max && (r = store_step(store, query)) == 1) {
        r = shift_assignment_read(query, &ret_rows[count++]);
        if (r < 0) {
            return r;
        }
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

int store_assignments_get(struct store *store, uint32_t id, struct shift_assignment *ret_row) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = shifts_about(store, ASSIGNMENTS_GET, id, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    return r == 1 ? shift_assignment_read(query, ret_row) : r == 0 ? E_NOTFOUND : r;
}

int store_assignments_add(struct store *store, const struct shift_assignment *row, uint32_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ASSIGNMENTS_ADD, &query);
    if (r < 0) {
        return r;
    }
    shift_assignment_bind(query, row);
    sqlite3_bind_null(query, (int)SHIFT_ASSIGNMENT_ID + 1); /* assigns the next number */
    r = store_run(store, query);
    *ret_id = (uint32_t)sqlite3_last_insert_rowid(store->db);
    return r;
}

int store_assignments_put(struct store *store, const struct shift_assignment *row) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ASSIGNMENTS_PUT, &query);
    if (r < 0) {
        return r;
    }
    shift_assignment_bind(query, row);
    return store_run_on_row(store, query);
}

int store_assignments_delete(struct store *store, uint32_t id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = shifts_about(store, ASSIGNMENTS_DELETE, id, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}
