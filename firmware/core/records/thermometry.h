/* The skin temperatures of the log. */
#ifndef POSTERN_CORE_THERMOMETRY_H
#define POSTERN_CORE_THERMOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/events/log_find.h"
#include "util/err.h"

struct core;

/* The temperatures of a day. */
struct thermometry_day {
    uint32_t day; /* yyyymmdd */
    struct store_log_hour hours[STORE_LOG_HOURS]; /* in which one was measured */
    size_t count;
    bool partial; /* there may be more: SEARCH_BUDGET were looked at, the newest */
};

/* The limit: a temperature above it is abnormal; tenths of a degree. */
int32_t thermometry_above(struct core *core);

/* Whether the log has one. */
_must_check_ int thermometry_any(struct core *core, bool *ret_any);

/* Reads a day of the terminal's clock, yyyymmdd, or with 0 today. */
_must_check_ int thermometry_read_day(struct core *core, uint32_t day, struct thermometry_day *ret_day);

#endif
