#include "store/users/credential.h"

#include <string.h>

#include "store/home_impl.h"
#include "store/store_impl.h"

enum {
    CREDENTIAL_BY_SLOT,
    CREDENTIAL_GET,
    CREDENTIAL_LIST,
    CREDENTIAL_PUT,
    CREDENTIAL_SEALED,
    CREDENTIAL_DELETE,
    CREDENTIAL_DURESS,
    CREDENTIAL_SLOTS,
    CREDENTIAL_FREE,
    CREDENTIAL_LACKING,
    CREDENTIAL_COUNT
};

#define COLUMNS "userid, factor, idx, duress, quality, enrolled_s, slot"
#define IS_THE_ONE "userid = ?1 AND factor = ?2 AND idx = ?3"

static const char *const credential_sql[CREDENTIAL_COUNT] = {
    [CREDENTIAL_BY_SLOT] = "SELECT " COLUMNS " FROM user_credential WHERE factor = ?1 AND slot = ?2",
    [CREDENTIAL_GET] = "SELECT " COLUMNS " FROM user_credential WHERE " IS_THE_ONE,
    [CREDENTIAL_LIST] = "SELECT " COLUMNS " FROM user_credential WHERE userid = ?1 ORDER BY factor, idx",
    [CREDENTIAL_PUT] = "INSERT INTO user_credential (" COLUMNS ", template) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [CREDENTIAL_SEALED] = "SELECT template FROM user_credential WHERE factor = ?1 AND slot = ?2",
    [CREDENTIAL_DELETE] = "DELETE FROM user_credential WHERE " IS_THE_ONE,
    [CREDENTIAL_DURESS] = "UPDATE user_credential SET duress = ?4 WHERE " IS_THE_ONE,
    [CREDENTIAL_SLOTS] = "SELECT slot FROM user_credential WHERE factor = ?1 AND slot >= ?2 ORDER BY slot LIMIT ?3",
    /* Either the slot itself is free, or the first one after a used slot. */
    [CREDENTIAL_FREE] = "SELECT ?2 WHERE NOT EXISTS (SELECT 1 FROM user_credential WHERE factor = ?1 AND slot = ?2)"
                        " UNION ALL SELECT * FROM (SELECT c.slot + 1 FROM user_credential AS c"
                        " WHERE c.factor = ?1 AND c.slot >= ?2 AND NOT EXISTS (SELECT 1 FROM user_credential AS d"
                        " WHERE d.factor = ?1 AND d.slot = c.slot + 1) ORDER BY c.slot LIMIT 1) LIMIT 1",
    [CREDENTIAL_LACKING] = "SELECT count(*) FROM user AS u WHERE u.identify_mode = ?2 AND CASE ?1"
                           " WHEN 0 THEN u.cardno IS NULL WHEN 1 THEN (u.enrolled & 1023) = 0"
                           " WHEN 2 THEN u.password_hash IS NULL WHEN 3 THEN (u.enrolled & 1024) = 0"
                           " WHEN 4 THEN (u.enrolled & 6144) = 0 ELSE 0 END",
};

static const struct store_statements statements = {STORE_MODULE_CREDENTIAL, CREDENTIAL_COUNT, credential_sql};

/* Prepares a statement with up to three parameters; ignores those it does not have. */
static int query_of(struct store *store, unsigned index, int64_t one, int64_t two, int64_t three,
                    sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);
    if (r < 0) {
        return r;
    }
    const int64_t numbers[] = {one, two, three};
    int count = sqlite3_bind_parameter_count(*ret_query);
    for (int i = 0; i < 3 && i < count; i++) {
        (void)sqlite3_bind_int64(*ret_query, i + 1, numbers[i]);
    }
    return 0;
}

static int only_row(struct store *store, sqlite3_stmt *query) {
    int r = store_step(store, query);
    if (r == 0) {
        return E_NOTFOUND;
    }
    return r == 1 ? 0 : r;
}

static void read_row(sqlite3_stmt *query, struct credential *ret_credential) {
    *ret_credential = (struct credential){
        .userid = (uint32_t)sqlite3_column_int64(query, 0),
        .factor = (enum factor)sqlite3_column_int(query, 1),
        .index = (uint8_t)sqlite3_column_int(query, 2),
        .duress = sqlite3_column_int(query, 3) != 0,
        .quality = (uint8_t)sqlite3_column_int(query, 4),
        .enrolled_s = sqlite3_column_int64(query, 5),
        .slot = (uint32_t)sqlite3_column_int64(query, 6),
    };
}

int store_credential_by_slot(struct store *store, enum factor factor, uint32_t slot,
                             struct credential *ret_credential) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, CREDENTIAL_BY_SLOT, factor, slot, 0, &query);
    if (r == 0) {
        r = only_row(store, query);
    }
    if (r == 0) {
        read_row(query, ret_credential);
    }
    return r;
}

int store_credential_get(struct store *store, uint32_t userid, enum factor factor, unsigned index,
                         struct credential *ret_credential) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, CREDENTIAL_GET, userid, factor, index, &query);
    if (r == 0) {
        r = only_row(store, query);
    }
    if (r == 0) {
        read_row(query, ret_credential);
    }
    return r;
}

int store_credential_list(struct store *store, uint32_t userid,
                          struct credential ret_credentials[STORE_CREDENTIALS_OF_ONE], size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = query_of(store, CREDENTIAL_LIST, userid, 0, 0, &query);
    if (r < 0) {
        return r;
    }
    while ((r = store_step(store, query)) == 1 && count < STORE_CREDENTIALS_OF_ONE) {
        read_row(query, &ret_credentials[count++]);
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

static bool is_possible(const struct credential *one) {
    switch (one->factor) {
        case FACTOR_FINGER: return one->index < 10;
        case FACTOR_FACE: return one->index == 0 && !one->duress;
        case FACTOR_IRIS: return one->index < 2 && !one->duress;
        case FACTOR_CARD:
        case FACTOR_PASSWORD:
        case FACTOR_ID: break;
    }
    return false;
}

int store_credential_put(struct store *store, const struct credential *credential, const void *sealed, size_t len) {
    if (!is_possible(credential) || len > STORE_SEALED_MAX) {
        return E_RANGE;
    }
    int r = store_credential_delete(store, credential->userid, credential->factor, credential->index);
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    r = query_of(store, CREDENTIAL_PUT, credential->userid, credential->factor, credential->index, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int(query, 4, credential->duress);
    (void)sqlite3_bind_int(query, 5, credential->quality);
    (void)sqlite3_bind_int64(query, 6, credential->enrolled_s);
    (void)sqlite3_bind_int64(query, 7, credential->slot);
    (void)sqlite3_bind_blob(query, 8, sealed, (int)len, SQLITE_STATIC);
    return store_run(store, query);
}

int store_credential_sealed(struct store *store, enum factor factor, uint32_t slot, uint8_t *ret_sealed,
                            size_t *ret_len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, CREDENTIAL_SEALED, factor, slot, 0, &query);
    if (r == 0) {
        r = only_row(store, query);
    }
    if (r < 0) {
        return r;
    }
    size_t len = (size_t)sqlite3_column_bytes(query, 0);
    if (len > STORE_SEALED_MAX) {
        return err_here(E_CORRUPT);
    }
    memcpy(ret_sealed, sqlite3_column_blob(query, 0), len);
    *ret_len = len;
    return 0;
}

int store_credential_delete(struct store *store, uint32_t userid, enum factor factor, unsigned index) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, CREDENTIAL_DELETE, userid, factor, index, &query);
    store_note_deletion(store);
    return r < 0 ? r : store_run_on_row(store, query);
}

int store_credential_set_duress(struct store *store, uint32_t userid, unsigned finger, bool duress) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, CREDENTIAL_DURESS, userid, FACTOR_FINGER, finger, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int(query, 4, duress);
    return store_run_on_row(store, query);
}

int store_credential_slots(struct store *store, enum factor factor, uint32_t from, uint32_t *ret_slots, size_t max,
                           size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = query_of(store, CREDENTIAL_SLOTS, factor, from, (int64_t)max, &query);
    if (r < 0) {
        return r;
    }
    while ((r = store_step(store, query)) == 1 && count < max) {
        ret_slots[count++] = (uint32_t)sqlite3_column_int64(query, 0);
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

static int read_count(struct store *store, unsigned index, int64_t one, int64_t two, uint32_t *ret_number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, index, one, two, 0, &query);
    if (r == 0) {
        r = only_row(store, query);
    }
    if (r == 0) {
        *ret_number = (uint32_t)sqlite3_column_int64(query, 0);
    }
    return r == E_NOTFOUND ? err_here(E_CORRUPT) : r;
}

int store_credential_free_slot(struct store *store, enum factor factor, uint32_t from, uint32_t *ret_slot) {
    return read_count(store, CREDENTIAL_FREE, factor, from, ret_slot);
}

int store_credential_lacking(struct store *store, enum factor factor, uint32_t *ret_count) {
    return read_count(store, CREDENTIAL_LACKING, factor, IDENTIFY_MODE_DEVICE, ret_count);
}
