/* Log records that may be punches of one person, read by index. */
#ifndef POSTERN_STORE_LOG_PUNCHES_H
#define POSTERN_STORE_LOG_PUNCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct store;

struct store_punch {
    int64_t time_ms; /* since 1970 UTC */
    int64_t seq;
    int16_t offset_min; /* local time minus UTC, as stored in the record */
    enum record_kind kind;
    enum record_result result;
    enum record_status status;
};

/* Handles one record; returns false to stop. */
typedef bool store_punch_fn(void *ctx, const struct store_punch *line);

/* Calls `take` with `ctx` for each record of a user (store/person.h) with from_ms <= time < to_ms, by time, then number. */
_must_check_ int store_log_punches(struct store *store, uint32_t userid, int64_t from_ms, int64_t to_ms,
                                   store_punch_fn *take, void *ctx);

#endif
