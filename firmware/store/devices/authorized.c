#include "store/devices/authorized.h"

#include <stdio.h>

#include "store/store_impl.h"

enum {
    AUTHORIZED_LIST,
    AUTHORIZED_GET,
    AUTHORIZED_HAS_ROOM,
    AUTHORIZED_PUT,
    AUTHORIZED_SET,
    AUTHORIZED_DELETE,
    AUTHORIZED_COUNT
};

#define COLUMNS "mac, model, machine, route1, route2, authorized"

static const char *const authorized_sql[AUTHORIZED_COUNT] = {
    [AUTHORIZED_LIST] = "SELECT " COLUMNS " FROM authorized_device WHERE link = ?1 ORDER BY mac LIMIT ?2",
    [AUTHORIZED_GET] = "SELECT " COLUMNS " FROM authorized_device WHERE link = ?1 AND mac = ?2",
    [AUTHORIZED_HAS_ROOM] = ("SELECT (SELECT count(*) FROM authorized_device WHERE link = ?1) < ?3"
                             " OR EXISTS (SELECT 1 FROM authorized_device WHERE link = ?1 AND mac = ?2)"),
    [AUTHORIZED_PUT] = ("INSERT INTO authorized_device (link, mac, model, machine, route1, route2, authorized)"
                        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0) ON CONFLICT (link, mac) DO UPDATE SET"
                        " model = excluded.model, machine = excluded.machine, route1 = excluded.route1,"
                        " route2 = excluded.route2 WHERE authorized = 0"),
    [AUTHORIZED_SET] = "UPDATE authorized_device SET authorized = ?3 WHERE link = ?1 AND mac = ?2",
    [AUTHORIZED_DELETE] = "DELETE FROM authorized_device WHERE link = ?1 AND mac = ?2",
};

static const struct store_statements statements = {STORE_MODULE_AUTHORIZED, AUTHORIZED_COUNT, authorized_sql};

static void read_device(sqlite3_stmt *query, struct store_authorized *ret_device) {
    size_t len = 0;
    (void)snprintf(ret_device->mac, sizeof(ret_device->mac), "%s", store_column_text(query, 0, &len));
    (void)snprintf(ret_device->model, sizeof(ret_device->model), "%s", store_column_text(query, 1, &len));
    ret_device->machine = (uint32_t)sqlite3_column_int64(query, 2);
    ret_device->route1 = (uint8_t)sqlite3_column_int(query, 3);
    ret_device->route2 = (uint8_t)sqlite3_column_int(query, 4);
    ret_device->authorized = sqlite3_column_int(query, 5) != 0;
}

int store_authorized_list(struct store *store, enum store_link link, struct store_authorized *ret_devices,
                          size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = store_statement(store, &statements, AUTHORIZED_LIST, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 1, (int)link);
    sqlite3_bind_int(query, 2, STORE_AUTHORIZED_MAX);
    while ((r = store_step(store, query)) == 1 && count < STORE_AUTHORIZED_MAX) {
        read_device(query, &ret_devices[count++]);
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

/* Prepares a statement about one device. */
static int authorized_about(struct store *store, unsigned index, enum store_link link, const char *mac,
                            sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        sqlite3_bind_int(*ret_query, 1, (int)link);
        sqlite3_bind_text(*ret_query, 2, mac, -1, SQLITE_STATIC);
    }
    return r;
}

int store_authorized_get(struct store *store, enum store_link link, const char *mac,
                         struct store_authorized *ret_device) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = authorized_about(store, AUTHORIZED_GET, link, mac, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1) {
        read_device(query, ret_device);
        return 0;
    }
    return r == 0 ? E_NOTFOUND : r;
}

static int check_room(struct store *store, enum store_link link, const char *mac) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = authorized_about(store, AUTHORIZED_HAS_ROOM, link, mac, &query);
    if (r == 0) {
        sqlite3_bind_int(query, 3, STORE_AUTHORIZED_MAX);
        r = store_step(store, query);
    }
    if (r == 1) {
        return sqlite3_column_int(query, 0) != 0 ? 0 : E_CAPACITY;
    }
    return r == 0 ? err_here(E_CORRUPT) : r;
}

int store_authorized_put(struct store *store, enum store_link link, const struct store_authorized *device) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = check_room(store, link, device->mac);
    if (r == 0) {
        r = authorized_about(store, AUTHORIZED_PUT, link, device->mac, &query);
    }
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 3, device->model, -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, 4, device->machine);
    sqlite3_bind_int(query, 5, device->route1);
    sqlite3_bind_int(query, 6, device->route2);
    return store_run(store, query);
}

int store_authorized_set(struct store *store, enum store_link link, const char *mac, bool authorized) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = authorized_about(store, AUTHORIZED_SET, link, mac, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 3, authorized);
    return store_run_on_row(store, query);
}

int store_authorized_delete(struct store *store, enum store_link link, const char *mac) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = authorized_about(store, AUTHORIZED_DELETE, link, mac, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}
