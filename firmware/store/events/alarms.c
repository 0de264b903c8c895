#include "store/events/alarms.h"

#include "store/store_impl.h"
#include "util/arena.h"

enum {
    ALARM_POSITION,
    ALARM_COUNT_OPEN,
    ALARM_HAS,
    ALARM_RAISE,
    ALARM_PUT_POSITION,
    ALARM_LIST,
    ALARM_GET,
    ALARM_ACK,
    ALARM_TRIM,
    ALARM_SQL_COUNT
};

#define COLUMNS \
    "SELECT seq, kind, door, userid, username, detail, first_ms, last_ms, last_seq, count, acked_ms, acked_by FROM alarm"

static const char *const alarm_sql[ALARM_SQL_COUNT] = {
    [ALARM_POSITION] = "SELECT seq FROM alarm_position",
    [ALARM_COUNT_OPEN] = "SELECT count(*) FROM alarm WHERE acked_ms = 0",
    [ALARM_HAS] = "SELECT 1 FROM alarm WHERE kind = ?1 LIMIT 1",
    /* The second conflict: an alarm of a record that was lost with the end of the log, whose number was assigned
     * again. */
    [ALARM_RAISE] =
        "INSERT INTO alarm (seq, kind, door, userid, username, detail, first_ms, last_ms, last_seq, count)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?1, 1)"
        " ON CONFLICT (kind, door, userid) WHERE acked_ms = 0 DO UPDATE SET username = excluded.username,"
        " detail = excluded.detail, last_ms = excluded.last_ms, last_seq = excluded.last_seq,"
        " count = count + 1"
        " ON CONFLICT (seq) DO UPDATE SET (kind, door, userid, username, detail, first_ms, last_ms, last_seq,"
        " count, acked_ms, acked_by) = (excluded.kind, excluded.door, excluded.userid, excluded.username,"
        " excluded.detail, excluded.first_ms, excluded.last_ms, excluded.last_seq, 1, 0, '')",
    [ALARM_PUT_POSITION] = "UPDATE alarm_position SET seq = ?1",
    [ALARM_LIST] = COLUMNS " WHERE acked_ms = 0 OR ?1 ORDER BY acked_ms > 0, last_seq DESC LIMIT ?2",
    [ALARM_GET] = COLUMNS " WHERE seq = ?1",
    [ALARM_ACK] = "UPDATE alarm SET acked_ms = max(?2, 1), acked_by = ?3 WHERE seq = ?1 AND acked_ms = 0",
    [ALARM_TRIM] = ("DELETE FROM alarm WHERE acked_ms > 0 AND seq NOT IN"
                    " (SELECT seq FROM alarm WHERE acked_ms > 0 ORDER BY last_seq DESC LIMIT ?1)"),
};

static const struct store_statements statements = {STORE_MODULE_ALARMS, ALARM_SQL_COUNT, alarm_sql};

static int read_one(struct store *store, unsigned index, int64_t *ret_number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, index, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1) {
        *ret_number = sqlite3_column_int64(query, 0);
    }
    return r == 0 ? err_here(E_CORRUPT) : r < 0 ? r : 0;
}

int store_alarms_state(struct store *store, int64_t *ret_position, uint32_t *ret_open) {
    int64_t open = 0;
    int r = read_one(store, ALARM_POSITION, ret_position);
    if (r == 0) {
        r = read_one(store, ALARM_COUNT_OPEN, &open);
    }
    *ret_open = (uint32_t)open;
    return r;
}

int store_alarm_has(struct store *store, enum record_kind kind, bool *ret_has) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ALARM_HAS, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 1, (int)kind);
    r = store_step(store, query);
    *ret_has = r == 1;
    return r < 0 ? r : 0;
}

int store_alarm_raise(struct store *store, const struct record *record) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ALARM_RAISE, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, record->seq);
    sqlite3_bind_int(query, 2, (int)record->kind);
    sqlite3_bind_int(query, 3, record->door);
    sqlite3_bind_int64(query, 4, record->userid);
    sqlite3_bind_text(query, 5, record->username, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 6, record->detail, -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, 7, record->time);
    return store_run(store, query);
}

int store_alarms_put_position(struct store *store, int64_t position) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ALARM_PUT_POSITION, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, position);
    return store_run_on_row(store, query);
}

static int keep_alarm(sqlite3_stmt *query, struct arena *arena, struct store_alarm *ret_alarm) {
    *ret_alarm = (struct store_alarm){
        .seq = sqlite3_column_int64(query, 0),
        .kind = (enum record_kind)sqlite3_column_int(query, 1),
        .door = (uint8_t)sqlite3_column_int(query, 2),
        .userid = (uint32_t)sqlite3_column_int64(query, 3),
        .username = store_column_keep(query, 4, arena),
        .detail = store_column_keep(query, 5, arena),
        .first_ms = sqlite3_column_int64(query, 6),
        .last_ms = sqlite3_column_int64(query, 7),
        .last_seq = sqlite3_column_int64(query, 8),
        .count = (uint32_t)sqlite3_column_int64(query, 9),
        .acked_ms = sqlite3_column_int64(query, 10),
        .acked_by = store_column_keep(query, 11, arena),
    };
    return ret_alarm->username != NULL && ret_alarm->detail != NULL && ret_alarm->acked_by != NULL ? 0 : E_NOMEM;
}

int store_alarms_list(struct store *store, bool all, struct arena *arena, struct store_alarm *ret_alarms, size_t max,
                      size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ALARM_LIST, &query);
    *ret_count = 0;
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 1, all);
    sqlite3_bind_int64(query, 2, (sqlite3_int64)max);
    while (*ret_count < max && (r = store_step(store, query)) == 1) {
        r = keep_alarm(query, arena, &ret_alarms[*ret_count]);
        if (r < 0) {
            return r;
        }
        (*ret_count)++;
    }
    return r < 0 ? r : 0;
}

int store_alarm_get(struct store *store, int64_t seq, struct arena *arena, struct store_alarm *ret_alarm) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ALARM_GET, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, seq);
    r = store_step(store, query);
    if (r == 1) {
        return keep_alarm(query, arena, ret_alarm);
    }
    return r < 0 ? r : E_NOTFOUND;
}

static int trim_alarms(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ALARM_TRIM, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int(query, 1, STORE_ALARMS_KEPT);
    return store_run(store, query);
}

int store_alarm_ack(struct store *store, int64_t seq, const char *account, int64_t now_ms) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, ALARM_ACK, &query);
    if (r < 0) {
        return r;
    }
    sqlite3_bind_int64(query, 1, seq);
    sqlite3_bind_int64(query, 2, now_ms);
    sqlite3_bind_text(query, 3, account, -1, SQLITE_STATIC);
    r = store_run_on_row(store, query);
    return r < 0 ? r : trim_alarms(store);
}

int store_alarms_erase(struct store *store) {
    return store_exec(store, "DELETE FROM alarm");
}
