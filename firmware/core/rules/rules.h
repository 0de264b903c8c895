/* When whom: groups, time zones, period groups and holidays, and what they say at a moment. docs/rules.md has each rule
 * with its example. What is asked here is pure; the rules themselves are a snapshot that a thread holds. */
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

/* A minute on the terminal's wall. */
struct rules_moment {
    uint32_t date; /* yyyymmdd */
    uint32_t date_before; /* of the day before */
    uint8_t weekday; /* 0 Sunday */
    uint16_t minute; /* of the day, 0 to 1439 */
};

#define RULES_NO_HOURS (-1)

/* A day of the calendar: whose hours begin on it, and the holiday that says so. */
struct rules_day {
    int weekday; /* 0 Sunday; RULES_NO_HOURS: none */
    uint8_t holiday; /* its number; 0: an ordinary day */
};

/* Why a group is let in or not. */
enum rules_why {
    RULES_NEVER, /* group 0, or one that is not defined */
    RULES_ANY_TIME, /* group 1 */
    RULES_TIME_ZONE, /* let in by the time zone `zone` */
    RULES_PERIOD, /* let in by the working period group `period` */
    RULES_OUTSIDE, /* none of its hours contains the moment */
    RULES_HOLIDAY, /* the same, and on an ordinary day one would: the holiday `holiday` is why */
};

struct rules_answer {
    bool allowed;
    enum rules_why why;
    uint8_t zone; /* 1 to 32; 0 none */
    uint8_t period; /* number of a period group; 0 none */
    uint8_t holiday; /* number of the holiday whose plan let in, or which is why nobody is; 0 none */
};

/* What the schedule says about the door itself. Always closed beats always open. */
enum rules_door { RULES_DOOR_NORMAL, RULES_DOOR_OPEN, RULES_DOOR_CLOSED };

struct rules_door_answer {
    enum rules_door door;
    uint8_t period; /* number of the period group that says so; 0 none */
    uint8_t holiday; /* number of the holiday whose plan says so; 0 none */
};

/* A change of what the schedule says about the door. */
struct rules_door_change {
    int64_t at_ms; /* since 1970 UTC */
    int32_t offset_min; /* local time minus UTC then */
    enum rules_door door; /* from then on */
};

/* For core/start: reads the rules. E_NOMEM or an error of the store. */
_must_check_ int rules_new(struct store *store, struct rules_room **ret_room);
void rules_free(struct rules_room *room); /* takes NULL */

/* Gives back what a thread holds; takes NULL. */
void rules_unref(struct rules *rules);

/* The rules as they are now: valid until this thread asks again. Reads the store only after a change. Without memory
 * or store the ones before stay, and the next who asks tries again. Not inside a transaction. */
const struct rules *rules_get(struct core *core);

/* After the commit of a change: from now on rules_get() of every thread gives what is stored. */
void rules_changed(struct core *core);

/* All of them, for who shows them; valid as long as the rules. */
const struct store_rules *rules_all(const struct rules *rules);

/* The moment on the wall at a calendar time, in milliseconds since 1970 UTC. */
struct rules_moment rules_moment_at(struct core *core, int64_t utc_ms);

/* The same by a zone and a rule for daylight saving. Pure. */
struct rules_moment rules_moment_of(const struct local_rule *rule, int64_t utc_ms);

/* What the rules say of group 0 to 16 at a moment. Pure. */
struct rules_answer rules_group_at(const struct rules *snapshot, uint8_t group, const struct rules_moment *moment);

/* A day, as yyyymmdd with its weekday, 0 Sunday, by its holiday. Pure. */
struct rules_day rules_day_on(const struct rules *snapshot, uint32_t date, int weekday);

/* What the schedule says of the door at a moment. Pure. */
struct rules_door_answer rules_door_at(const struct rules *snapshot, const struct rules_moment *moment);

/* The next changes of what rules_door_at() says after a moment, by a zone and a rule for daylight saving: those of the next 14
 * days, at most `max`, the soonest first. Returns how many. Pure; a fraction of a millisecond. */
size_t rules_door_changes(const struct rules *snapshot, const struct local_rule *rule, int64_t utc_ms,
                          struct rules_door_change *ret_changes, size_t max);

#endif
