/* Reading the audit log. */
#include "store/base/audit.h"

#include "store/store_impl.h"
#include "util/arena.h"

enum { AUDIT_FIND_OLDER, AUDIT_FIND_NEWER, AUDIT_FIND_OF_PAGE, AUDIT_FIND_COUNT };

#define COLUMNS                                                                                    \
    "SELECT id, time_ms, account, peer, call, object, before, after, importance, sponsor, person," \
    " coalesce(length(CAST(before AS BLOB)), 0), coalesce(length(CAST(after AS BLOB)), 0) FROM audit"

/* The first two conditions are true for any row without that filter, so one statement serves all combinations. */
#define FIND                                                                                                  \
    COLUMNS " WHERE id < ?1 AND id > ?2 AND time_ms BETWEEN ?3 AND ?4"                                        \
            " AND (?5 IS NULL OR account = ?5) AND (?6 IS NULL OR call = ?6)"                                 \
            " AND (?7 IS NULL OR object = ?7 OR substr(object, 1, length(?7) + 1) IN (?7 || ' ', ?7 || '.'))" \
            " AND (?8 < 0 OR importance = ?8)"                                                                \
            " AND (?9 IS NULL OR person = ?10 OR call IN (SELECT value FROM json_each(?9)))"

static const char *const audit_find_sql[AUDIT_FIND_COUNT] = {
    [AUDIT_FIND_OLDER] = FIND " ORDER BY id DESC LIMIT ?11",
    [AUDIT_FIND_NEWER] = FIND " ORDER BY id LIMIT ?11",
    /* the GLOB term is the condition of the partial index */
    [AUDIT_FIND_OF_PAGE] = COLUMNS " WHERE object GLOB 'setting *' AND object > 'setting ' || ?1 || '.'"
                                   " AND object < 'setting ' || ?1 || '/' ORDER BY id DESC LIMIT ?2",
};

static const struct store_statements statements = {STORE_MODULE_AUDIT_FIND, AUDIT_FIND_COUNT, audit_find_sql};

/* Reads one side of a change: NULL if it is NULL or too long. */
static int keep_side(sqlite3_stmt *query, int column, bool cut, struct arena *arena, const char **ret_text) {
    *ret_text = NULL;
    if (cut || sqlite3_column_type(query, column) == SQLITE_NULL) {
        return 0;
    }
    *ret_text = store_column_keep(query, column, arena);
    return *ret_text == NULL ? E_NOMEM : 0;
}

static int keep_row(sqlite3_stmt *query, struct arena *arena, struct store_audit_found *ret_found) {
    bool cut =
        sqlite3_column_int(query, 11) > STORE_AUDIT_TEXT_MAX || sqlite3_column_int(query, 12) > STORE_AUDIT_TEXT_MAX;
    struct store_audit_row *row = &ret_found->row;
    *row = (struct store_audit_row){
        .id = sqlite3_column_int64(query, 0),
        .time_ms = sqlite3_column_int64(query, 1),
        .account = store_column_keep(query, 2, arena),
        .peer = store_column_keep(query, 3, arena),
        .call = store_column_keep(query, 4, arena),
        .object = store_column_keep(query, 5, arena),
        .importance = (enum audit_importance)sqlite3_column_int(query, 8),
        .sponsor = (uint32_t)sqlite3_column_int64(query, 9),
        .person = (uint32_t)sqlite3_column_int64(query, 10),
    };
    ret_found->cut = cut;
    if (row->account == NULL || row->peer == NULL || row->call == NULL || row->object == NULL) {
        return E_NOMEM;
    }
    int r = keep_side(query, 6, cut, arena, &row->before);
    return r < 0 ? r : keep_side(query, 7, cut, arena, &row->after);
}

static int keep_rows(struct store *store, sqlite3_stmt *query, struct arena *arena, struct store_audit_found *ret_rows,
                     size_t *ret_count) {
    int r = 0;
    *ret_count = 0;
    while ((r = store_step(store, query)) == 1) {
        r = keep_row(query, arena, &ret_rows[*ret_count]);
        if (r < 0) {
            return r;
        }
        (*ret_count)++;
    }
    return r;
}

int store_audit_find(struct store *store, const struct store_audit_query *asked, struct arena *arena,
                     struct store_audit_found *ret_rows, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, asked->after > 0 ? AUDIT_FIND_NEWER : AUDIT_FIND_OLDER, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, asked->before);
    sqlite3_bind_int64(query, 2, asked->after);
    sqlite3_bind_int64(query, 3, asked->from_ms);
    sqlite3_bind_int64(query, 4, asked->to_ms);
    sqlite3_bind_text(query, 5, asked->account, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 6, asked->call, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 7, asked->object, -1, SQLITE_STATIC);
    sqlite3_bind_int(query, 8, asked->importance);
    sqlite3_bind_text(query, 9, asked->calls, -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, 10, asked->person);
    sqlite3_bind_int64(query, 11, asked->limit);
    return keep_rows(store, query, arena, ret_rows, ret_count);
}

int store_audit_of_page(struct store *store, const char *page, unsigned limit, struct arena *arena,
                        struct store_audit_found *ret_rows, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, AUDIT_FIND_OF_PAGE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_text(query, 1, page, -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, 2, limit);
    return keep_rows(store, query, arena, ret_rows, ret_count);
}
