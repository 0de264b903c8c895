/* The clock of a place: the changes that were made or are decided there one by one, and the rule after them. What
 * local_time.h says of a rule it says of a place through these. Pure. Valid from 2000 on; before, what held first. */
#ifndef POSTERN_CORE_LOCAL_PLACE_H
#define POSTERN_CORE_LOCAL_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/time/local_time.h"

/* From a moment on. */
struct local_place_change {
    uint32_t at_s;      /* the first second of it, since 1970 UTC */
    int16_t offset_min; /* local time minus UTC: -720 to 840 */
    bool dst;           /* it is daylight saving time: the clock is ahead */
};

struct local_place {
    const struct local_place_change *changes; /* in order of time, static; NULL if there are none */
    uint16_t count;
    struct local_place_change first; /* before the first of them */
    struct local_rule then;          /* from the last of them on, and always without one; its `place` is NULL */
};

/* As local_offset() and local_changes(). A change of the law that moves no clock is no change. */
int32_t local_place_offset(const struct local_place *place, int64_t utc_s, bool *ret_dst);
size_t local_place_changes(const struct local_place *place, int64_t after_s, struct local_change *ret_changes,
                           size_t max);

#endif
