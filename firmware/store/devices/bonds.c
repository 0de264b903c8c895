#include "store/devices/bonds.h"

#include <stdio.h>

#include "store/store_impl.h"

enum { BONDS_LIST, BONDS_GET, BONDS_HAS_ROOM, BONDS_PUT, BONDS_SET_GROUP, BONDS_DELETE, BONDS_COUNT };

static const char *const bonds_sql[BONDS_COUNT] = {
    [BONDS_LIST] = "SELECT mac, name, grp FROM bluetooth_bond ORDER BY name, mac LIMIT ?1",
    [BONDS_GET] = "SELECT mac, name, grp FROM bluetooth_bond WHERE mac = ?1",
    [BONDS_HAS_ROOM] = ("SELECT (SELECT count(*) FROM bluetooth_bond) < ?2"
                        " OR EXISTS (SELECT 1 FROM bluetooth_bond WHERE mac = ?1)"),
    [BONDS_PUT] = ("INSERT INTO bluetooth_bond (mac, name, grp) VALUES (?1, ?2, ?3)"
                   " ON CONFLICT (mac) DO UPDATE SET name = excluded.name"),
    [BONDS_SET_GROUP] = "UPDATE bluetooth_bond SET grp = ?2 WHERE mac = ?1",
    [BONDS_DELETE] = "DELETE FROM bluetooth_bond WHERE mac = ?1",
};

static const struct store_statements statements = {STORE_MODULE_BONDS, BONDS_COUNT, bonds_sql};

static void read_bond(sqlite3_stmt *query, struct store_bond *ret_bond) {
    size_t len = 0;
    (void)snprintf(ret_bond->mac, sizeof(ret_bond->mac), "%s", store_column_text(query, 0, &len));
    (void)snprintf(ret_bond->name, sizeof(ret_bond->name), "%s", store_column_text(query, 1, &len));
    ret_bond->group = (uint8_t)sqlite3_column_int(query, 2);
}

int store_bonds_list(struct store *store, struct store_bond *ret_bonds, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = store_statement(store, &statements, BONDS_LIST, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 1, STORE_BONDS_MAX);
    while ((r = store_step(store, query)) == 1 && count < STORE_BONDS_MAX) {
        read_bond(query, &ret_bonds[count++]);
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

/* Prepares a statement about one device. */
static int bonds_about(struct store *store, unsigned index, const char *mac, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r == 0) {
        sqlite3_bind_text(*ret_query, 1, mac, -1, SQLITE_STATIC);
    }
    return r;
}

int store_bonds_get(struct store *store, const char *mac, struct store_bond *ret_bond) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = bonds_about(store, BONDS_GET, mac, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1) {
        read_bond(query, ret_bond);
        return 0;
    }
    return r == 0 ? E_NOTFOUND : r;
}

static int check_room(struct store *store, const char *mac) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = bonds_about(store, BONDS_HAS_ROOM, mac, &query);
    if (r == 0) {
        sqlite3_bind_int(query, 2, STORE_BONDS_MAX);
        r = store_step(store, query);
    }
    if (r == 1) {
        return sqlite3_column_int(query, 0) != 0 ? 0 : E_CAPACITY;
    }
    return r == 0 ? err_here(E_CORRUPT) : r;
}

int store_bonds_put(struct store *store, const struct store_bond *bond) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = check_room(store, bond->mac);
    if (r == 0) {
        r = bonds_about(store, BONDS_PUT, bond->mac, &query);
    }
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 2, bond->name, -1, SQLITE_STATIC);
    sqlite3_bind_int(query, 3, bond->group);
    return store_run(store, query);
}

int store_bonds_set_group(struct store *store, const char *mac, uint8_t group) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = bonds_about(store, BONDS_SET_GROUP, mac, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 2, group);
    return store_run_on_row(store, query);
}

int store_bonds_delete(struct store *store, const char *mac) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = bonds_about(store, BONDS_DELETE, mac, &query);
    return r < 0 ? r : store_run_on_row(store, query);
}
