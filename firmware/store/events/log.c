#include "store/events/log.h"

#include "store/person.h"
#include "store/record_photo.h"
#include "store/store_impl.h"

#include "store_columns.h"

enum {
    LOG_ADD,
    LOG_LINKED,
    LOG_ANCHOR,
    LOG_SET_ANCHOR,
    LOG_FIRST,
    LOG_LAST,
    LOG_DROP,
    LOG_READ,
    LOG_LAST_PUNCH,
    LOG_SINCE,
    LOG_COUNT
};

#define TEXT(value) #value
#define NUMBER(name) TEXT(name)

static const char *const log_sql[LOG_COUNT] = {
    [LOG_ADD] =
        "INSERT INTO record (" RECORD_WRITTEN ", previous) VALUES (" RECORD_PARAMETERS ", " RECORD_NEXT_PARAMETER ")",
    [LOG_LINKED] = "SELECT " RECORD_COLUMNS ", r.previous FROM record AS r WHERE r.seq = ?1",
    [LOG_ANCHOR] = "SELECT link FROM record_anchor",
    [LOG_SET_ANCHOR] = "INSERT OR REPLACE INTO record_anchor VALUES (1, ?1)",
    [LOG_FIRST] = "SELECT min(seq) FROM record",
    [LOG_LAST] = "SELECT seq FROM sqlite_sequence WHERE name = 'record'",
    [LOG_DROP] = "DELETE FROM record WHERE seq <= ?1",
    [LOG_READ] = "SELECT " RECORD_COLUMNS " FROM record AS r WHERE r.seq > ?1 ORDER BY r.seq LIMIT ?2",
    /* 1 is RECORD_RESULT_GRANTED, 0 RECORD_KIND_ACCESS; a test checks this. */
    [LOG_LAST_PUNCH] =
        "SELECT time FROM (SELECT time, seq, kind, result FROM record WHERE userid = ?1 AND userid > 0"
        " ORDER BY time DESC, seq DESC LIMIT " NUMBER(
            STORE_LOG_LOOK) ")"
                            " WHERE kind = 0 AND result = 1 AND " STORE_PERSON_HAS " ORDER BY seq DESC LIMIT 1",
    [LOG_SINCE] = "SELECT count(*) FROM record WHERE time >= ?1",
};

static const struct store_statements statements = {STORE_MODULE_LOG, LOG_COUNT, log_sql};

/* Reads the number that a statement returns, or `otherwise` without a row. */
static int log_number(struct store *store, unsigned index, int64_t otherwise, int64_t *ret_number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, index, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r < 0) {
        return r;
    }
    bool is_given = r == 1 && sqlite3_column_type(query, 0) != SQLITE_NULL;
    *ret_number = is_given ? sqlite3_column_int64(query, 0) : otherwise;
    return 0;
}

/* One read transaction: a record added between the two reads would make the bounds inconsistent. */
int store_log_bounds(struct store *store, struct store_log_bounds *ret_bounds) {
    bool started = false;
    int r = store_read_begin(store, &started);
    if (r < 0) {
        return r;
    }
    r = log_number(store, LOG_LAST, 0, &ret_bounds->last);
    if (r == 0) {
        r = log_number(store, LOG_FIRST, ret_bounds->last + 1, &ret_bounds->first);
    }
    store_read_end(store, started);
    return r;
}

/* Computes the link of a record after `before`. The link does not cover the photo: it may be removed before the
 * record. */
static void link_record(const struct chain_link *before, const struct record *record, int64_t seq,
                        struct chain_link *ret_link) {
    struct chain chain;
    chain_begin(&chain, before, "record");
    for (int i = 0; i < RECORD_COLUMN_COUNT; i++) {
        const struct value_row *row = &record_rows[i];
        const void *at = value_in_const(row, record);
        if (row->type == VALUE_TEXT) {
            chain_text(&chain, value_text(row, at));
        } else if (i != RECORD_PHOTO) {
            chain_number(&chain, i == RECORD_SEQ ? seq : value_number(row, at));
        }
    }
    chain_end(&chain, ret_link);
}

/* The same for the current row of a statement, as stored, even if its values are invalid. */
static void link_row(const struct chain_link *before, sqlite3_stmt *query, struct chain_link *ret_link) {
    struct chain chain;
    size_t len = 0;
    chain_begin(&chain, before, "record");
    for (int i = 0; i < RECORD_COLUMN_COUNT; i++) {
        if (record_rows[i].type == VALUE_TEXT) {
            chain_text(&chain, store_column_text(query, i, &len));
        } else if (i != RECORD_PHOTO) {
            chain_number(&chain, sqlite3_column_int64(query, i));
        }
    }
    chain_end(&chain, ret_link);
}

int store_log_linked(struct store *store, int64_t seq, struct store_linked *ret_linked) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, LOG_LINKED, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, seq);
    r = store_step(store, query);
    if (r != 1) {
        return r < 0 ? r : E_NOTFOUND;
    }
    ret_linked->has_previous = store_column_link(query, RECORD_COLUMN_COUNT, &ret_linked->previous);
    link_row(&ret_linked->previous, query, &ret_linked->link);
    return 0;
}

static int read_anchor(struct store *store, struct chain_link *ret_link) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    *ret_link = (struct chain_link){{0}};
    int r = store_statement(store, &statements, LOG_ANCHOR, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1) {
        (void)store_column_link(query, 0, ret_link);
    }
    return r < 0 ? r : 0;
}

int store_log_head(struct store *store, struct chain_link *ret_link) {
    struct store_linked linked;
    struct store_log_bounds bounds;
    int r = store_log_bounds(store, &bounds);
    if (r == 0) {
        r = store_log_linked(store, bounds.last, &linked);
    }
    if (r == 0) {
        *ret_link = linked.link;
    }
    return r == E_NOTFOUND ? read_anchor(store, ret_link) : r;
}

/* Without a number, the table assigns the one after the last committed number, which it stores in the same
 * transaction. */
int store_log_add_linked(struct store *store, const struct record *record, struct chain_link *link, int64_t *ret_seq) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, LOG_ADD, &query);
    if (r < 0) {
        return r;
    }
    record_bind(query, record);
    (void)sqlite3_bind_null(query, (int)RECORD_SEQ + 1);
    (void)sqlite3_bind_blob(query, RECORD_COLUMN_COUNT + 1, link->bytes, sizeof(link->bytes), SQLITE_STATIC);
    r = store_run(store, query);
    if (r == 0) {
        *ret_seq = sqlite3_last_insert_rowid(store->db);
        link_record(link, record, *ret_seq, link);
    }
    return r;
}

int store_log_add(struct store *store, const struct record *record, int64_t *ret_seq) {
    struct chain_link link;
    int r = store_log_head(store, &link);
    return r < 0 ? r : store_log_add_linked(store, record, &link, ret_seq);
}

int store_log_drop(struct store *store, int64_t last) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, LOG_DROP, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, last);
    return store_run(store, query);
}

int store_log_read(struct store *store, int64_t after, struct record *ret_records, size_t max, struct arena *arena,
                   size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    int r = store_statement(store, &statements, LOG_READ, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, after);
    (void)sqlite3_bind_int64(query, 2, (sqlite3_int64)max);
    while (count < max && (r = store_step(store, query)) == 1) {
        r = record_read(query, arena, &ret_records[count]);
        if (r < 0) {
            return r;
        }
        ret_records[count].photo = store_record_photo_has(store, ret_records[count].seq);
        count++;
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}

int store_log_last_punch(struct store *store, uint32_t userid, int64_t *ret_time) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, LOG_LAST_PUNCH, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, userid);
    r = store_step(store, query);
    if (r == 1) {
        *ret_time = sqlite3_column_int64(query, 0);
        return 0;
    }
    return r < 0 ? r : E_NOTFOUND;
}

int store_log_erase(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    struct chain_link link;
    int r = store_log_head(store, &link);
    if (r == 0) {
        r = store_statement(store, &statements, LOG_SET_ANCHOR, &query);
    }
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_blob(query, 1, link.bytes, sizeof(link.bytes), SQLITE_STATIC);
    r = store_run(store, query);
    return r < 0 ? r : store_exec(store, "DELETE FROM record");
}

int store_log_count_since(struct store *store, int64_t time_ms, uint32_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, LOG_SINCE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, time_ms);
    r = store_step(store, query);
    if (r == 1) {
        *ret_count = (uint32_t)sqlite3_column_int64(query, 0);
        r = 0;
    }
    return r;
}
