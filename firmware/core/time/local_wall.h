/* From the time on the wall to the moment: what local_time.h does, the other way round. Pure. Times of the wall are seconds since
 * 1970 as the wall shows them, moments are seconds since 1970 UTC. */
#ifndef POSTERN_CORE_LOCAL_WALL_H
#define POSTERN_CORE_LOCAL_WALL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/time/local_time.h"

/* Moments from the first to before the second. */
struct local_span {
    int64_t from_s;
    int64_t to_s;
};

/* The first moment, not before `from_s`, at which the wall shows `wall_s` or, where the clock leaves that out, more. */
int64_t local_reaches(const struct local_rule *rule, int64_t wall_s, int64_t from_s);

/* Whether the wall shows exactly `wall_s` at a moment of the span; *ret_s is the first such moment. */
bool local_shows(const struct local_rule *rule, int64_t wall_s, const struct local_span *span, int64_t *ret_s);

/* The moment at which the wall shows `wall_s`: the first of two where it comes twice; where the clock leaves it out, when it would
 * have shown it unchanged. */
int64_t local_moment(const struct local_rule *rule, int64_t wall_s);

/* The first second at which the wall shows the day of that number (local_day_number()) or, where the clock leaves it out, the next. */
int64_t local_day_start(const struct local_rule *rule, int64_t number);

#endif
