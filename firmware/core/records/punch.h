/* A punch that counts, as core/records/punches.h reads them from the log. */
#ifndef POSTERN_CORE_RECORDS_PUNCH_H
#define POSTERN_CORE_RECORDS_PUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

struct punch {
    int64_t minute; /* since 1970 UTC */
    int16_t offset_min; /* local time minus UTC then, as the line of the log has it */
    enum record_status status;
    bool is_added; /* by hand */
};

/* Punches by time, those of one minute in the order in which they came. */
struct punch_list {
    const struct punch *rows;
    size_t count;
};

#endif
