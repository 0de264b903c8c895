/* Local time over the years: which zone and which rule for daylight saving held from when on. Pure, as local_time.h, whose functions
 * answer for one rule. Moments are seconds since 1970 UTC. */
#ifndef POSTERN_CORE_LOCAL_HISTORY_H
#define POSTERN_CORE_LOCAL_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/time/local_time.h"

#define LOCAL_HISTORY_MAX 64 /* rules that are remembered; the oldest goes for a newer one */
#define LOCAL_HISTORY_TRIAL_S 3600 /* a rule that was in force for less has never held */

/* A rule, in force from a moment until the next one begins. */
struct local_era {
    int64_t from_s;
    struct local_rule rule;
};

/* Rules in the order in which they came; the first also holds before it began. Two may begin at one moment: the earlier has then
 * never held. `count` is at least 1 for all functions but local_history_change(). */
struct local_history {
    size_t count;
    struct local_era eras[LOCAL_HISTORY_MAX];
};

/* The only rule that there ever was. */
void local_history_make(struct local_history *ret_history, const struct local_rule *rule);

/* The rule in force at a moment; borrowed of the history. */
const struct local_rule *local_history_rule(const struct local_history *history, int64_t utc_s);

/* Local time minus UTC at a moment, in minutes. */
int32_t local_history_offset(const struct local_history *history, int64_t utc_s);

/* True if the offset is the same at all moments from `from_s` to `to_s` and just before, and no rule begins meanwhile. */
bool local_history_is_even(const struct local_history *history, int64_t from_s, int64_t to_s);

/* The first second at which the wall shows the day of that number (local_day_number()) or a later one: where the clock leaves a whole
 * day out, that day has no second. */
int64_t local_history_day_start(const struct local_history *history, int64_t number);

/* The moment at which the wall shows a time, given in seconds since 1970 on the wall: the first where it comes several times; where the
 * clock leaves it out, when it would have shown it unchanged. */
int64_t local_history_moment(const struct local_history *history, int64_t wall_s);

/* A change of the rule that is in force. */
struct local_history_change {
    struct local_rule rule;
    int64_t at_s;
    bool is_unused; /* nobody punched since the last rule began */
};

/* Puts a new rule behind the others, or in the place of the last one where that has never held: it is unused, or was in force for
 * less than LOCAL_HISTORY_TRIAL_S. A rule that comes back so goes on as if it had not been changed. Returns false if nothing
 * changes. */
bool local_history_change(struct local_history *history, const struct local_history_change *change);

/* Rules that would begin after `now_s` begin then: the clock was wrong when they were set. */
void local_history_bound(struct local_history *history, int64_t now_s);

#endif
