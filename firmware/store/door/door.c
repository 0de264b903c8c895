#include "store/door/door.h"

#include "store/store_impl.h"

enum { DOOR_LOCKED_DOWN_GET, DOOR_LOCKED_DOWN_SET, DOOR_STATEMENTS };

static const char *const door_sql[DOOR_STATEMENTS] = {
    [DOOR_LOCKED_DOWN_GET] = "SELECT locked_down FROM door WHERE id = 1",
    [DOOR_LOCKED_DOWN_SET] = "INSERT INTO door (id, locked_down) VALUES (1, ?1)"
                             " ON CONFLICT (id) DO UPDATE SET locked_down = excluded.locked_down",
};

static const struct store_statements statements = {STORE_MODULE_DOOR, DOOR_STATEMENTS, door_sql};

int store_door_locked_down(struct store *store, bool *ret_locked_down) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, DOOR_LOCKED_DOWN_GET, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    *ret_locked_down = r == 1 && sqlite3_column_int(query, 0) != 0;
    return r < 0 ? r : 0;
}

int store_door_lock_down(struct store *store, bool locked_down) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, DOOR_LOCKED_DOWN_SET, &query);
    if (r == 0) {
        (void)sqlite3_bind_int(query, 1, locked_down);
        r = store_run(store, query);
    }
    return r;
}
