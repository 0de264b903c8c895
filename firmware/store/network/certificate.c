#include "store/network/certificate.h"

#include "store/store_impl.h"

enum { CERTIFICATE_GET, CERTIFICATE_PUT, CERTIFICATE_DELETE, CERTIFICATE_COUNT };

static const char *const certificate_sql[CERTIFICATE_COUNT] = {
    [CERTIFICATE_GET] = "SELECT chain, key_sealed, own FROM certificate WHERE slot = ?1",
    [CERTIFICATE_PUT] = "INSERT OR REPLACE INTO certificate (slot, chain, key_sealed, own) VALUES (?1, ?2, ?3, ?4)",
    [CERTIFICATE_DELETE] = "DELETE FROM certificate WHERE slot = ?1",
};

static const struct store_statements statements = {STORE_MODULE_CERTIFICATE, CERTIFICATE_COUNT, certificate_sql};

int store_certificate_get(struct store *store, enum store_certificate_slot slot,
                          struct store_certificate *ret_certificate) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_statement(store, &statements, CERTIFICATE_GET, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 1, (int)slot);
    r = store_step(store, query);
    if (r != 1) {
        return r < 0 ? r : E_NOTFOUND;
    }
    const char *chain = store_column_text(query, 0, &len);
    buf_append(&ret_certificate->chain, chain, len);
    const void *sealed = sqlite3_column_blob(query, 1);
    buf_append(&ret_certificate->key_sealed, sealed, (size_t)sqlite3_column_bytes(query, 1));
    ret_certificate->own = sqlite3_column_int(query, 2) != 0;
    return buf_failed(&ret_certificate->chain) || buf_failed(&ret_certificate->key_sealed) ? E_NOMEM : 0;
}

int store_certificate_put(struct store *store, enum store_certificate_slot slot, const char *chain,
                          const void *key_sealed, size_t key_sealed_len, bool own) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, CERTIFICATE_PUT, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 1, (int)slot);
    sqlite3_bind_text(query, 2, chain, -1, SQLITE_STATIC);
    sqlite3_bind_blob(query, 3, key_sealed, (int)key_sealed_len, SQLITE_STATIC);
    sqlite3_bind_int(query, 4, own ? 1 : 0);
    return store_run(store, query);
}

int store_certificate_delete(struct store *store, enum store_certificate_slot slot) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, CERTIFICATE_DELETE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 1, (int)slot);
    return store_run(store, query);
}
