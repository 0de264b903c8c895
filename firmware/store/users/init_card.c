#include "store/users/init_card.h"

#include <string.h>

#include "store/store_impl.h"

enum { INIT_CARD_GET, INIT_CARD_PUT, INIT_CARD_CLEAR, INIT_CARD_STATEMENTS };

static const char *const init_card_sql[INIT_CARD_STATEMENTS] = {
    [INIT_CARD_GET] = "SELECT hash, userid, written FROM init_card WHERE id = 1",
    [INIT_CARD_PUT] = "INSERT INTO init_card (id, hash, userid, written) VALUES (1, ?1, ?2, ?3)"
                      " ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, userid = excluded.userid,"
                      " written = excluded.written",
    [INIT_CARD_CLEAR] = "DELETE FROM init_card",
};

static const struct store_statements statements = {STORE_MODULE_INIT_CARD, INIT_CARD_STATEMENTS, init_card_sql};

int store_init_card_get(struct store *store, struct store_init_card *ret_card) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, INIT_CARD_GET, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r != 1) {
        return r == 0 ? E_NOTFOUND : r;
    }
    if (sqlite3_column_bytes(query, 0) != STORE_INIT_CARD_HASH_LEN) {
        return err_here(E_CORRUPT);
    }
    memcpy(ret_card->hash, sqlite3_column_blob(query, 0), STORE_INIT_CARD_HASH_LEN);
    ret_card->userid = (uint32_t)sqlite3_column_int64(query, 1);
    ret_card->written_s = sqlite3_column_int64(query, 2);
    return 0;
}

int store_init_card_put(struct store *store, const struct store_init_card *card) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, INIT_CARD_PUT, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_blob(query, 1, card->hash, STORE_INIT_CARD_HASH_LEN, SQLITE_STATIC);
    (void)sqlite3_bind_int64(query, 2, card->userid);
    (void)sqlite3_bind_int64(query, 3, card->written_s);
    return store_run(store, query);
}

int store_init_card_clear(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, INIT_CARD_CLEAR, &query);
    return r < 0 ? r : store_run(store, query);
}
