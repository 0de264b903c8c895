#include "store/events/log_punches.h"

#include "store/person.h"
#include "store/store_impl.h"

enum { PUNCHES_OF, PUNCHES_COUNT };

static const char *const punches_sql[PUNCHES_COUNT] = {
    [PUNCHES_OF] =
        "SELECT time, seq, kind, result, status, \"offset\" FROM record INDEXED BY record_of_user"
        " WHERE userid = ?1 AND userid > 0 AND time >= ?2 AND time < ?3 AND " STORE_PERSON_HAS " ORDER BY time, seq",
};

static const struct store_statements statements = {STORE_MODULE_LOG_PUNCHES, PUNCHES_COUNT, punches_sql};

int store_log_punches(struct store *store, uint32_t userid, int64_t from_ms, int64_t to_ms, store_punch_fn *take,
                      void *ctx) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, PUNCHES_OF, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, userid);
    (void)sqlite3_bind_int64(query, 2, from_ms);
    (void)sqlite3_bind_int64(query, 3, to_ms);
    while ((r = store_step(store, query)) == 1) {
        const struct store_punch line = {
            .time_ms = sqlite3_column_int64(query, 0),
            .seq = sqlite3_column_int64(query, 1),
            .kind = (enum record_kind)sqlite3_column_int(query, 2),
            .result = (enum record_result)sqlite3_column_int(query, 3),
            .status = (enum record_status)sqlite3_column_int(query, 4),
            .offset_min = (int16_t)sqlite3_column_int(query, 5),
        };
        if (!take(ctx, &line)) {
            return 0;
        }
    }
    return r;
}
