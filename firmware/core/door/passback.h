/* Anti-passback: who went in comes out before going in again. A person is inside or outside by the last punch that let
 * in: the status IN leads inside, OUT outside, every other one nowhere. Pure. docs/rules.md has each rule with its
 * example. */
#ifndef POSTERN_CORE_PASSBACK_H
#define POSTERN_CORE_PASSBACK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/time/local_time.h"
#include "values.h"

#define PASSBACK_NO_RESET 1440 /* minute of the day that never comes */

enum passback_area {
    PASSBACK_UNKNOWN, /* no punch since the last reset: either way is allowed once */
    PASSBACK_INSIDE,
    PASSBACK_OUTSIDE,
};

/* Where a punch of this status leads; PASSBACK_UNKNOWN: nowhere. */
enum passback_area passback_leads(enum punch_status status);

/* True if somebody in `area` is where a punch of this status would lead already. */
bool passback_violates(enum passback_area area, enum punch_status status);

/* The last time at or before `now_s` (seconds since 1970 UTC) at which the clock on the wall first showed this minute of a
 * day, 0 to 1439. A minute that a change of the clock leaves out came when the clock was changed, or up to an hour
 * before. */
int64_t passback_reset_before(const struct local_rule *rule, int64_t now_s, unsigned minute);

#endif
