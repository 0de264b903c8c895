/* Who has access when: groups, time zones, period groups and holidays, and their result at a moment. docs/rules.md has
 * each rule with an example. Queries are pure; the rules are a snapshot held by a thread. */
#ifndef POSTERN_CORE_RULES_H
#define POSTERN_CORE_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "store/rules/rules.h"
#include "util/err.h"

struct core;
struct local_rule;
struct rules;
struct rules_room;
struct store;

/* A minute in local time. */
struct rules_moment {
    uint32_t date; /* yyyymmdd */
    uint32_t date_before; /* of the day before */
    uint8_t weekday; /* 0 Sunday */
    uint16_t minute; /* of the day, 0 to 1439 */
};

#define RULES_NO_HOURS (-1)

/* A day of the calendar: the weekday whose hours apply, and the holiday that decides it. */
struct rules_day {
    int weekday; /* 0 Sunday; RULES_NO_HOURS: none */
    uint8_t holiday; /* number of the holiday; 0: an ordinary day */
};

/* The hours of a day that are nearest to a moment outside them. Minutes since midnight on the wall, both included; hours that end
 * before they start cross midnight. */
struct rules_nearest {
    uint16_t start, end; /* 0 to 1439 */
    int16_t late_min; /* minutes since their end; negative: until their start; 0: the day has no hours */
};

/* Why a group is let in or not. */
enum rules_why {
    RULES_NEVER, /* group 0, or an undefined one */
    RULES_ANY_TIME, /* group 1 */
    RULES_TIME_ZONE, /* granted by the time zone `zone` */
    RULES_PERIOD, /* granted by the working period group `period` */
    RULES_OUTSIDE, /* none of its hours contain the moment */
    RULES_HOLIDAY, /* the same, but an ordinary day would grant it: because of the holiday `holiday` */
};

struct rules_answer {
    bool allowed;
    enum rules_why why;
    struct rules_nearest nearest; /* with RULES_OUTSIDE */
    uint8_t zone; /* 1 to 32; 0 none */
    uint8_t period; /* number of a period group; 0 none */
    uint8_t holiday; /* number of the holiday whose plan let in, or which is why nobody is; 0 none */
};

/* State of the door according to the schedule. Always closed takes precedence over always open. */
enum rules_door { RULES_DOOR_NORMAL, RULES_DOOR_OPEN, RULES_DOOR_CLOSED };

struct rules_door_answer {
    enum rules_door door;
    uint8_t period; /* number of the period group that decides it; 0: none */
    uint8_t holiday; /* number of the holiday that decides it; 0: none */
};

/* A change of the door's state in the schedule. */
struct rules_door_change {
    int64_t at_ms; /* since 1970 UTC */
    int32_t offset_min; /* local time minus UTC then */
    enum rules_door door; /* state from then on */
};

/* The best that a week has for a group, holidays left aside. */
struct rules_best {
    struct rules_answer group; /* not allowed: the group has no hours at all */
    struct rules_door_answer door; /* at the same moment; closed: it is closed in all of its hours */
};

/* For core/start: reads the rules. E_NOMEM or an error of the store. */
_must_check_ int rules_new(struct store *store, struct rules_room **ret_room);
void rules_free(struct rules_room *room); /* accepts NULL */

/* Releases a thread's snapshot; accepts NULL. */
void rules_unref(struct rules *rules);

/* Returns the current rules: valid until this thread's next call. Reads the store only after a change. On failure the
 * previous ones stay, and the next call tries again. Not inside a transaction. */
const struct rules *rules_get(struct core *core);

/* Call it after the commit of a change: rules_get() of every thread then returns the stored rules. */
void rules_changed(struct core *core);

/* Returns all rules, for display; valid as long as the snapshot. */
const struct store_rules *rules_all(const struct rules *rules);

/* Returns the local time of a calendar time, in milliseconds since 1970 UTC. */
struct rules_moment rules_moment_at(struct core *core, int64_t utc_ms);

/* The same with a given zone and daylight saving rule. Pure. */
struct rules_moment rules_moment_of(const struct local_rule *rule, int64_t utc_ms);

/* Evaluates the rules for group 0 to 16 at a moment. Pure. */
struct rules_answer rules_group_at(const struct rules *snapshot, uint8_t group, const struct rules_moment *moment);

/* Evaluates the holidays for a day, as yyyymmdd with its weekday, 0 Sunday. Pure. */
struct rules_day rules_day_on(const struct rules *snapshot, uint32_t date, int weekday);

/* Evaluates the schedule of the door at a moment. Pure. */
struct rules_door_answer rules_door_at(const struct rules *snapshot, const struct rules_moment *moment);

/* Evaluates the week for group 0 to 16: a moment at which the group has access and the door is open by schedule, otherwise one at
 * which it is not closed. Pure; some milliseconds at most. */
struct rules_best rules_best_of_week(const struct rules *snapshot, uint8_t group);

/* Finds the next changes of rules_door_at() after a moment, with a given zone and daylight saving rule: those of the
 * next 14 days, at most `max`, soonest first. Returns their number. Pure; less than a millisecond. */
size_t rules_door_changes(const struct rules *snapshot, const struct local_rule *rule, int64_t utc_ms,
                          struct rules_door_change *ret_changes, size_t max);

#endif
