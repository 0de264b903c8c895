/* When copies are due by the plan. Pure: knows neither clock nor settings.
 *
 * A copy belongs to a day of the plan, counted from 1970-01-01 as the terminal's wall has them: every day, or each
 * Sunday. A day has come once the wall shows the hour of the plan, or a later one where the clock leaves that out; where
 * the hour comes twice it is still one day. What is remembered is the day that was seen to last, so that a terminal that
 * was off makes one copy for all it missed, and none again when the clock goes back by up to a day (weekly: seven). A
 * clock that goes back further was wrong before: then the next day of the plan counts again. */
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

/* The last day of the plan that has come at a moment; 0 with no plan. */
int64_t copies_day(const struct local_rule *rule, const struct copies_plan *plan, int64_t utc_s);

/* The day to remember instead of `done`, which is 0 where no day was ever seen to: the last one that has come for a plan
 * that begins, and for a clock that was wrong before; else `done` itself. 0 with no plan. */
int64_t copies_done(const struct local_rule *rule, const struct copies_plan *plan, int64_t done, int64_t utc_s);

/* When the next copy is due by the plan, in seconds since 1970 UTC, seen from `utc_s` with `done` the day that was seen
 * to last, as copies_done() gives it. Not after `utc_s` when it is due now: then the moment since when. COPIES_NEVER_S with no plan. */
int64_t copies_next(const struct local_rule *rule, const struct copies_plan *plan, int64_t done, int64_t utc_s);

#endif
