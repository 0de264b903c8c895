/* Inside core/rules/ only: the content of a snapshot, and the steps after a change. */
#ifndef POSTERN_CORE_RULES_IMPL_H
#define POSTERN_CORE_RULES_IMPL_H

#include <stdatomic.h>

#include "core/rules/rules.h"
#include "util/arena.h"
#include "util/buf.h"

struct actor;

/* All rules, immutable once created. */
struct rules {
    atomic_int references;
    unsigned long long generation; /* of the changes before it was read */
    struct arena arena; /* names and intervals */
    struct store_rules set;
};

#define RULES_ARENA_MAX ((size_t)16384) /* for one rule, or the names of all groups, during a change */

/* Returns the weekday whose hours apply on a day, 0 Sunday: that of its holiday, if any; -1: none. */
int rules_plan_of(const struct store_rules *rules, uint32_t date, int weekday);

/* Returns whether a period group, 1 to STORE_PERIOD_GROUPS, is in `mask` (store_period_bit()), defined, and of the kind. */
bool rules_is_in_force(const struct store_rules *rules, uint32_t mask, uint8_t number, enum period_kind kind);

/* The hours of a group nearest to a moment that none of them contains, among those of the day and of the night before. Pure. */
struct rules_nearest rules_nearest_hours(const struct store_rules *rules, const struct group *group,
                                         const struct rules_moment *moment);

/* The day of the moment, and the previous one, whose hours may extend into it. */
struct rules_days {
    struct rules_day day;
    struct rules_day before;
    uint16_t minute; /* of the day */
};

/* What a group may on these days: by time zones in the order of the group, then by period groups by number. */
struct rules_answer rules_group_on(const struct store_rules *rules, const struct group *group,
                                   const struct rules_days *days);

/* Whether a group is 0, or not defined. */
bool rules_is_never(const struct store_rules *rules, uint8_t group);

/* The door on these days. */
struct rules_door_answer rules_door_on(const struct store_rules *rules, const struct rules_days *days);

/* Whether a date is a day of the holiday. */
bool rules_holiday_is_on(const struct holiday *holiday, uint32_t date);

/* E_OWN_HOURS: a person behind `by` (users_check_own()) has, had or will have the shift, directly or through a group;
 * `shift` 0: any shift. 0 otherwise; an error of the store. */
_must_check_ int rules_check_own_shift(struct core *core, const struct actor *by, uint8_t shift);

struct shifts_wish;

/* Checks that its days are consistent. E_MISSING, E_RANGE, with the field. */
_must_check_ int shifts_check_days(const struct shifts_wish *wish, bool needs_first, const char **ret_field);

/* Writes a checked assignment, with its audit entry. Inside the transaction. E_NOTFOUND, E_CAPACITY, an error of the
 * store. */
_must_check_ int shifts_assign_wish(struct core *core, const struct actor *by, const struct shifts_wish *wish,
                                    uint32_t *ret_id);

/* Checks that the caller knew the stored state: the sent revision, if any, is the stored one, 0 if nothing exists. 0 or
 * E_CHANGED_MEANWHILE. */
_must_check_ int rules_check_revision(bool given, uint32_t sent, uint32_t stored);

/* Adds the audit entry of a change of "<kind> <number>", without the number if that is 0. An empty buffer: it did not,
 * or does not, exist. Inside the transaction. */
_must_check_ int rules_audit(struct core *core, const struct actor *by, const char *kind, unsigned number,
                             struct buf *before, struct buf *after);

/* Commits a change that succeeded so far (`r` is 0), and activates it. Returns `r`, or an error of the store. */
_must_check_ int rules_commit(struct core *core, int r);

#endif
