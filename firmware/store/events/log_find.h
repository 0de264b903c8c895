/* Filtered search of the log by key, ordered by time, then number. */
#ifndef POSTERN_STORE_LOG_FIND_H
#define POSTERN_STORE_LOG_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;
struct store_clock_error;

#define STORE_LOG_ANY (-1)

/* A position between records, right before or after the record that it names. */
struct store_log_place {
    int64_t time; /* milliseconds since 1970 UTC */
    int64_t seq;
};

struct store_log_query {
    int64_t from_ms, to_ms; /* both inclusive */
    int64_t userid; /* that name this ID, or STORE_LOG_ANY */
    int64_t since; /* with a number above this one (store/person.h) */
    const char *needle; /* folded part of the name (util/text.h); NULL: any */
    size_t needle_len;
    uint32_t kinds; /* bit n: enum record_kind n; UINT32_MAX: all, including unknown kinds */
    int result, reason, status, factor; /* value of the enumeration, or STORE_LOG_ANY */
    int32_t temperature_min, temperature_max; /* tenths of a degree, both inclusive; 0 means "not measured" */
    const struct store_clock_error *errors; /* only records of these; NULL: any */
    size_t error_count;
    bool upwards; /* towards newer records; else older */
    struct store_log_place place; /* starting position, exclusive */
    size_t max; /* most records to return */
    unsigned budget; /* most records to examine */
};

/* Result of a search. */
struct store_log_found {
    size_t count;
    struct store_log_place place; /* of the last record examined; the starting position if none was */
    bool ended; /* no more records */
};

/* Finds records, texts in the arena. Examines no more than `budget` records. */
_must_check_ int store_log_find(struct store *store, const struct store_log_query *query, struct arena *arena,
                                struct record *ret_records, struct store_log_found *ret_found);

/* Reads the newest record by time that names an ID, of all users who had it; texts in the arena. E_NOTFOUND. */
_must_check_ int store_log_newest(struct store *store, uint32_t userid, struct arena *arena, struct record *ret_record);

/* Reads whether any record has a skin temperature. */
_must_check_ int store_log_any_temperature(struct store *store, bool *ret_any);

#define STORE_LOG_HOURS 24

/* Skin temperatures of one hour of the day, local time. */
struct store_log_hour {
    uint8_t hour; /* 0 to 23 */
    uint32_t count, abnormal; /* measurements; those above the limit */
    int32_t mean, highest; /* tenths of a degree */
};

struct store_log_span {
    int64_t from_ms, to_ms; /* both inclusive, after 1970 */
    int32_t above; /* limit, tenths of a degree */
    unsigned budget; /* most measurements to examine, the newest */
};

/* Reads the hours of a time span in which a skin temperature was measured, ascending. */
_must_check_ int store_log_hours(struct store *store, const struct store_log_span *span,
                                 struct store_log_hour ret_hours[STORE_LOG_HOURS], size_t *ret_count);

#endif
