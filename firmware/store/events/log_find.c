#include "store/events/log_find.h"

#include <string.h>

#include "store/events/clock_errors.h"
#include "store/record_photo.h"
#include "store/store_impl.h"
#include "store_columns.h"
#include "util/text.h"

enum {
    FIND_DOWN,
    FIND_UP,
    FIND_DOWN_USER,
    FIND_UP_USER,
    FIND_DOWN_MEASURED,
    FIND_UP_MEASURED,
    FIND_ANY_MEASURED,
    FIND_HOURS,
    FIND_NEWEST,
    FIND_COUNT
};

#define SELECT_FROM "SELECT " RECORD_COLUMNS " FROM record AS r INDEXED BY "
#define OF_USER " r.userid = ?5 AND r.userid > 0 AND"
#define MEASURED " r.temperature > 0 AND"
#define DOWN " (r.time, r.seq) < (?1, ?2) AND r.time >= ?3 ORDER BY r.time DESC, r.seq DESC LIMIT ?4"
#define UP " (r.time, r.seq) > (?1, ?2) AND r.time <= ?3 ORDER BY r.time, r.seq LIMIT ?4"

/* Each reads along an index, so that its cost is that of the records it returns. */
static const char *const find_sql[FIND_COUNT] = {
    [FIND_DOWN] = SELECT_FROM "record_time WHERE" DOWN,
    [FIND_UP] = SELECT_FROM "record_time WHERE" UP,
    [FIND_DOWN_USER] = SELECT_FROM "record_of_user WHERE" OF_USER DOWN,
    [FIND_UP_USER] = SELECT_FROM "record_of_user WHERE" OF_USER UP,
    [FIND_DOWN_MEASURED] = SELECT_FROM "record_temperature WHERE" MEASURED DOWN,
    [FIND_UP_MEASURED] = SELECT_FROM "record_temperature WHERE" MEASURED UP,
    [FIND_ANY_MEASURED] = "SELECT EXISTS (SELECT 1 FROM record INDEXED BY record_temperature WHERE temperature > 0)",
    [FIND_HOURS] = "SELECT (time / 60000 + \"offset\") / 60 % 24 AS hour, count(*), sum(temperature > ?3),"
                   " CAST(round(avg(temperature)) AS INTEGER), max(temperature)"
                   " FROM (SELECT time, \"offset\", temperature FROM record INDEXED BY record_temperature"
                   " WHERE temperature > 0 AND time >= ?1 AND time <= ?2 ORDER BY time DESC, seq DESC LIMIT ?4)"
                   " GROUP BY hour ORDER BY hour",
    [FIND_NEWEST] =
        SELECT_FROM "record_of_user WHERE r.userid = ?1 AND r.userid > 0 ORDER BY r.time DESC, r.seq DESC LIMIT 1",
};

static const struct store_statements statements = {STORE_MODULE_LOG_FIND, FIND_COUNT, find_sql};

static bool is_asked(int asked, int64_t value) {
    return asked == STORE_LOG_ANY || asked == value;
}

/* A kind that no firmware writes is found when all kinds are requested, like one from a newer firmware. */
static bool is_kind_asked(uint32_t kinds, int kind) {
    return kind >= 0 && kind < 32 ? (kinds >> kind & 1U) != 0 : kinds == UINT32_MAX;
}

static bool has_name(const struct store_log_query *query, sqlite3_stmt *statement) {
    char folded[TEXT_FOLD_MAX];
    size_t len = 0;
    const char *name = store_column_text(statement, RECORD_USERNAME, &len);
    return query->needle == NULL ||
           (text_fold(name, len, folded, &len) == 0 && memmem(folded, len, query->needle, query->needle_len) != NULL);
}

static bool is_of_errors(const struct store_log_query *query, int64_t seq) {
    for (size_t i = 0; i < query->error_count; i++) {
        if (store_clock_error_has(&query->errors[i], seq)) {
            return true;
        }
    }
    return query->errors == NULL;
}

/* The most expensive test is last. */
static bool is_match(const struct store_log_query *query, sqlite3_stmt *statement) {
    int temperature = sqlite3_column_int(statement, RECORD_TEMPERATURE);
    uint32_t factors = (uint32_t)sqlite3_column_int(statement, RECORD_FACTORS);
    return is_kind_asked(query->kinds, sqlite3_column_int(statement, RECORD_KIND)) &&
           is_asked(query->result, sqlite3_column_int(statement, RECORD_RESULT)) &&
           is_asked(query->reason, sqlite3_column_int(statement, RECORD_REASON)) &&
           is_asked(query->status, sqlite3_column_int(statement, RECORD_STATUS)) &&
           (query->userid == STORE_LOG_ANY || query->userid == sqlite3_column_int64(statement, RECORD_USERID)) &&
           sqlite3_column_int64(statement, RECORD_SEQ) > query->since &&
           (query->factor == STORE_LOG_ANY || (factors >> query->factor & 1U) != 0) &&
           temperature >= query->temperature_min && temperature <= query->temperature_max &&
           is_of_errors(query, sqlite3_column_int64(statement, RECORD_SEQ)) && has_name(query, statement);
}

/* Returns the index with the fewest records to examine. */
static unsigned find_index(const struct store_log_query *query) {
    if (query->userid > 0) {
        return query->upwards ? FIND_UP_USER : FIND_DOWN_USER;
    }
    if (query->temperature_min > 0) {
        return query->upwards ? FIND_UP_MEASURED : FIND_DOWN_MEASURED;
    }
    return query->upwards ? FIND_UP : FIND_DOWN;
}

static int find_statement(struct store *store, const struct store_log_query *query, sqlite3_stmt **ret_statement) {
    bool of_user = query->userid > 0;
    int r = store_statement(store, &statements, find_index(query), ret_statement);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(*ret_statement, 1, query->place.time);
    (void)sqlite3_bind_int64(*ret_statement, 2, query->place.seq);
    (void)sqlite3_bind_int64(*ret_statement, 3, query->upwards ? query->to_ms : query->from_ms);
    (void)sqlite3_bind_int64(*ret_statement, 4, query->budget);
    if (of_user) {
        (void)sqlite3_bind_int64(*ret_statement, 5, query->userid);
    }
    return 0;
}

static int find_take(const struct store *store, sqlite3_stmt *statement, struct arena *arena,
                     struct record *ret_record) {
    int r = record_read(statement, arena, ret_record);
    ret_record->photo = r == 0 && store_record_photo_has(store, ret_record->seq);
    return r;
}

int store_log_find(struct store *store, const struct store_log_query *query, struct arena *arena,
                   struct record *ret_records, struct store_log_found *ret_found) {
    _cleanup_(store_resetp) sqlite3_stmt *statement = NULL;
    unsigned looked = 0;
    int r = find_statement(store, query, &statement);
    *ret_found = (struct store_log_found){.place = query->place};
    while (r == 0 && ret_found->count < query->max) {
        r = store_step(store, statement);
        if (r != 1) {
            break;
        }
        looked++;
        ret_found->place.time = sqlite3_column_int64(statement, RECORD_TIME);
        ret_found->place.seq = sqlite3_column_int64(statement, RECORD_SEQ);
        r = is_match(query, statement) ? find_take(store, statement, arena, &ret_records[ret_found->count++]) : 0;
    }
    ret_found->ended = r == 0 && ret_found->count < query->max && looked < query->budget;
    return r < 0 ? r : 0;
}

int store_log_newest(struct store *store, uint32_t userid, struct arena *arena, struct record *ret_record) {
    _cleanup_(store_resetp) sqlite3_stmt *statement = NULL;
    int r = store_statement(store, &statements, FIND_NEWEST, &statement);
    if (r == 0) {
        (void)sqlite3_bind_int64(statement, 1, userid);
        r = store_step(store, statement);
    }
    return r == 1 ? find_take(store, statement, arena, ret_record) : r < 0 ? r : E_NOTFOUND;
}

int store_log_any_temperature(struct store *store, bool *ret_any) {
    _cleanup_(store_resetp) sqlite3_stmt *statement = NULL;
    int r = store_statement(store, &statements, FIND_ANY_MEASURED, &statement);
    if (r == 0) {
        r = store_step(store, statement);
    }
    if (r == 1) {
        *ret_any = sqlite3_column_int(statement, 0) != 0;
        return 0;
    }
    return r < 0 ? r : err_here(E_CORRUPT);
}

int store_log_hours(struct store *store, const struct store_log_span *span,
                    struct store_log_hour ret_hours[STORE_LOG_HOURS], size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *statement = NULL;
    size_t count = 0;
    int r = store_statement(store, &statements, FIND_HOURS, &statement);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(statement, 1, span->from_ms);
    (void)sqlite3_bind_int64(statement, 2, span->to_ms);
    (void)sqlite3_bind_int(statement, 3, span->above);
    (void)sqlite3_bind_int64(statement, 4, span->budget);
    while (count < STORE_LOG_HOURS && (r = store_step(store, statement)) == 1) {
        ret_hours[count] = (struct store_log_hour){
            .hour = (uint8_t)sqlite3_column_int(statement, 0),
            .count = (uint32_t)sqlite3_column_int64(statement, 1),
            .abnormal = (uint32_t)sqlite3_column_int64(statement, 2),
            .mean = sqlite3_column_int(statement, 3),
            .highest = sqlite3_column_int(statement, 4),
        };
        count++;
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}
