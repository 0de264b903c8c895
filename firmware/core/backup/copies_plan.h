/* The schedule of backups. Pure: uses neither clock nor settings.
 *
 * A backup belongs to a scheduled day, counted from 1970-01-01 in local time: every day, or each Sunday. A day is due
 * once local time reaches the scheduled hour, or a later one if daylight saving skips it; an hour that occurs twice
 * still is one day. The last handled day is stored, so that a terminal that was off makes one backup for all it missed,
 * and no second one when the clock goes back by up to a day (weekly: seven). If the clock goes back further, it was
 * wrong before: then the next scheduled day counts again. */
#ifndef POSTERN_CORE_COPIES_PLAN_H
#define POSTERN_CORE_COPIES_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/time/local_time.h"
#include "values.h"

struct copies_plan {
    enum backup_plan plan;
    uint8_t hour; /* local, 0 to 23 */
};

#define COPIES_NEVER_S INT64_MAX

/* Returns the last scheduled day that is due at a moment; 0: no schedule. */
int64_t copies_day(const struct local_rule *rule, const struct copies_plan *plan, int64_t utc_s);

/* Returns the day to store instead of `done` (0: none yet): the last one due when the schedule starts, or when the
 * clock was wrong before; else `done` itself. 0: no schedule. */
int64_t copies_done(const struct local_rule *rule, const struct copies_plan *plan, int64_t done, int64_t utc_s);

/* Returns when the next backup is due, in seconds since 1970 UTC, at `utc_s`, with `done` as the last handled day from
 * copies_done(). Not after `utc_s` if it is due now: then since when. COPIES_NEVER_S: no schedule. */
int64_t copies_next(const struct local_rule *rule, const struct copies_plan *plan, int64_t done, int64_t utc_s);

#endif
