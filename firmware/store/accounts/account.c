#include "store/accounts/account.h"

#include <string.h>

#include "store/store_impl.h"

enum { ACCOUNT_GET, ACCOUNT_ADD, ACCOUNT_UPDATE, ACCOUNT_COUNT };

static const char *const account_sql[ACCOUNT_COUNT] = {
    [ACCOUNT_GET] = "SELECT password_hash, must_change, initial_sealed, passphrase FROM account WHERE name = ?1",
    [ACCOUNT_ADD] = "INSERT INTO account (name, password_hash, must_change, initial_sealed, changed_ms, passphrase)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [ACCOUNT_UPDATE] = "UPDATE account SET password_hash = ?2, must_change = ?3, initial_sealed = ?4, changed_ms = ?5,"
                       " passphrase = ?6 WHERE name = ?1",
};

static const struct store_statements statements = {STORE_MODULE_ACCOUNT, ACCOUNT_COUNT, account_sql};

static int read_row(sqlite3_stmt *query, struct store_account *ret_account) {
    size_t hash_len = 0;
    const char *hash = store_column_text(query, 0, &hash_len);
    const void *sealed = sqlite3_column_blob(query, 2);
    size_t sealed_len = (size_t)sqlite3_column_bytes(query, 2);
    if (hash_len >= sizeof(ret_account->password_hash) || sealed_len > sizeof(ret_account->initial_sealed)) {
        return err_here(E_CORRUPT);
    }
    memcpy(ret_account->password_hash, hash, hash_len + 1);
    ret_account->must_change = sqlite3_column_int(query, 1) != 0;
    ret_account->passphrase = sqlite3_column_int(query, 3) != 0;
    if (sealed_len > 0) {
        memcpy(ret_account->initial_sealed, sealed, sealed_len);
    }
    ret_account->initial_sealed_len = sealed_len;
    return 0;
}

int store_account_get(struct store *store, const char *name, struct store_account *ret_account) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ACCOUNT_GET, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, name, -1, SQLITE_STATIC);
    r = store_step(store, query);
    if (r < 0) {
        return r;
    }
    if (r == 0) {
        return E_NOTFOUND;
    }
    r = read_row(query, ret_account);
    if (r == E_CORRUPT) {
        /* SQLite does not notice this damage: the row is intact, but not one that we wrote */
        store_home_note_damage(store->home);
    }
    return r;
}

static int write_row(struct store *store, unsigned index, const char *name, const struct store_account *account,
                     int64_t now_ms) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, index, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 2, account->password_hash, -1, SQLITE_STATIC);
    sqlite3_bind_int(query, 3, account->must_change ? 1 : 0);
    if (account->initial_sealed_len > 0) {
        sqlite3_bind_blob(query, 4, account->initial_sealed, (int)account->initial_sealed_len, SQLITE_STATIC);
    }
    sqlite3_bind_int64(query, 5, now_ms);
    sqlite3_bind_int(query, 6, account->passphrase ? 1 : 0);
    return store_run(store, query);
}

int store_account_add(struct store *store, const char *name, const struct store_account *account, int64_t now_ms) {
    return write_row(store, ACCOUNT_ADD, name, account, now_ms);
}

int store_account_update(struct store *store, const char *name, const struct store_account *account, int64_t now_ms) {
    int r = write_row(store, ACCOUNT_UPDATE, name, account, now_ms);
    if (r < 0) {
        return r;
    }
    return sqlite3_changes(store->db) > 0 ? 0 : E_NOTFOUND;
}
