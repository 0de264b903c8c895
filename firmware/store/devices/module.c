#include "store/devices/module.h"

#include <string.h>

#include "store/store_impl.h"

enum { MODULE_GET, MODULE_PUT, MODULE_FORGET, MODULE_COUNT };

static const char *const module_sql[MODULE_COUNT] = {
    [MODULE_GET] = "SELECT serial FROM module WHERE factor = ?1",
    [MODULE_PUT] = ("INSERT INTO module (factor, serial) VALUES (?1, ?2)"
                    " ON CONFLICT (factor) DO UPDATE SET serial = excluded.serial"),
    [MODULE_FORGET] = "DELETE FROM module",
};

static const struct store_statements statements = {STORE_MODULE_MODULES, MODULE_COUNT, module_sql};

int store_module_get(struct store *store, enum factor factor, uint8_t ret_serial[STORE_MODULE_SERIAL_LEN]) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, MODULE_GET, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int(query, 1, (int)factor);
    r = store_step(store, query);
    if (r != 1) {
        return r == 0 ? E_NOTFOUND : r;
    }
    if (sqlite3_column_bytes(query, 0) != STORE_MODULE_SERIAL_LEN) {
        return err_here(E_CORRUPT);
    }
    memcpy(ret_serial, sqlite3_column_blob(query, 0), STORE_MODULE_SERIAL_LEN);
    return 0;
}

int store_module_put(struct store *store, enum factor factor, const uint8_t serial[STORE_MODULE_SERIAL_LEN]) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, MODULE_PUT, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int(query, 1, (int)factor);
    (void)sqlite3_bind_blob(query, 2, serial, STORE_MODULE_SERIAL_LEN, SQLITE_STATIC);
    return store_run(store, query);
}

int store_module_forget(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, MODULE_FORGET, &query);
    return r < 0 ? r : store_run(store, query);
}
