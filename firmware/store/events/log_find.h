/* Lines of the log that were asked for, by key: in the order of time, then number. */
#ifndef POSTERN_STORE_LOG_FIND_H
#define POSTERN_STORE_LOG_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

#define STORE_LOG_ANY (-1)

/* A place between lines: behind or before the line that it names. */
struct store_log_place {
    int64_t time; /* milliseconds since 1970 UTC */
    int64_t seq;
};

struct store_log_query {
    int64_t from_ms, to_ms; /* both included */
    int64_t userid; /* STORE_LOG_ANY, or whose */
    const char *needle; /* folded part of the name (util/text.h); NULL any */
    size_t needle_len;
    uint32_t kinds; /* bit n: enum record_kind n; UINT32_MAX: all, and what is in no enumeration */
    int result, reason, status, factor; /* STORE_LOG_ANY, or of the enumeration */
    int32_t temperature_min, temperature_max; /* tenths of a degree, both included; 0 is "not measured" */
    bool upwards; /* to newer lines; else to older ones */
    struct store_log_place place; /* where it begins, exclusive */
    size_t max; /* lines to be found */
    unsigned budget; /* lines to be looked at */
};

/* What came of it. */
struct store_log_found {
    size_t count;
    struct store_log_place place; /* of the last line that was looked at; where it began when none was */
    bool ended; /* there are no more */
};

/* Finds lines, texts in the arena. Looks at no more than `budget`. */
_must_check_ int store_log_find(struct store *store, const struct store_log_query *query, struct arena *arena,
                                struct record *ret_records, struct store_log_found *ret_found);

/* Whether there is a line with a skin temperature. */
_must_check_ int store_log_any_temperature(struct store *store, bool *ret_any);

#define STORE_LOG_HOURS 24

/* The skin temperatures of one hour of the wall. */
struct store_log_hour {
    uint8_t hour; /* 0 to 23 */
    uint32_t count, abnormal; /* measured; those above the limit */
    int32_t mean, highest; /* tenths of a degree */
};

struct store_log_span {
    int64_t from_ms, to_ms; /* both included, after 1970 */
    int32_t above; /* limit, tenths of a degree */
    unsigned budget; /* temperatures to be looked at, the newest */
};

/* The hours of a time in which a skin temperature was measured, in ascending order. */
_must_check_ int store_log_hours(struct store *store, const struct store_log_span *span,
                                 struct store_log_hour ret_hours[STORE_LOG_HOURS], size_t *ret_count);

#endif
