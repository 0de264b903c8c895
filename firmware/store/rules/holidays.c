#include "store/rules/holidays.h"

#include "store/store_impl.h"
#include "store_columns.h"

enum { HOLIDAYS_LIST, HOLIDAYS_GET, HOLIDAYS_PUT, HOLIDAYS_DELETE, HOLIDAYS_COUNT };

static const char *const holidays_sql[HOLIDAYS_COUNT] = {
    [HOLIDAYS_LIST] = "SELECT " HOLIDAY_COLUMNS " FROM holiday AS h ORDER BY h.number LIMIT ?1",
    [HOLIDAYS_GET] = "SELECT " HOLIDAY_COLUMNS " FROM holiday AS h WHERE h.number = ?1",
    [HOLIDAYS_PUT] =
        "INSERT INTO holiday (" HOLIDAY_WRITTEN ", revision) VALUES (" HOLIDAY_PARAMETERS ", " HOLIDAY_NEXT_PARAMETER
        ") ON CONFLICT (number) DO UPDATE SET " HOLIDAY_ASSIGNED ", revision = " HOLIDAY_NEXT_PARAMETER,
    [HOLIDAYS_DELETE] = "DELETE FROM holiday WHERE number = ?1",
};

static const struct store_statements statements = {STORE_MODULE_HOLIDAYS, HOLIDAYS_COUNT, holidays_sql};

/* Prepares a statement with one parameter. */
static int holidays_about(struct store *store, unsigned index, int number, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        sqlite3_bind_int(*ret_query, 1, number);
    }
    return r;
}

int store_holidays_list(struct store *store, struct arena *arena, struct holiday *ret_holidays, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = holidays_about(store, HOLIDAYS_LIST, HOLIDAY_NUMBER_MAX, &query);
    while (r == 0 && (r = store_step(store, query)) == 1) {
        r = holiday_read(query, arena, &ret_holidays[count++]);
    }
    *ret_count = count;
    return r;
}

int store_holidays_get(struct store *store, uint8_t number, struct arena *arena, struct holiday *ret_holiday) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = holidays_about(store, HOLIDAYS_GET, number, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    return r == 1 ? holiday_read(query, arena, ret_holiday) : r == 0 ? E_NOTFOUND : r;
}

int store_holidays_put(struct store *store, const struct holiday *holiday) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, HOLIDAYS_PUT, &query);
    if (r < 0) {
        return r;
    }
    holiday_bind(query, holiday);
    sqlite3_bind_int64(query, HOLIDAY_FIELD_COUNT + 1, holiday->revision);
    return store_run(store, query);
}

int store_holidays_delete(struct store *store, uint8_t number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = holidays_about(store, HOLIDAYS_DELETE, number, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}
