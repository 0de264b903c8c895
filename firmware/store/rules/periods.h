/* The tables `period_group` with its intervals in `period`, and `in_force`. */
#ifndef POSTERN_STORE_PERIODS_H
#define POSTERN_STORE_PERIODS_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

#define STORE_PERIOD_GROUPS 32 /* numbers 1 to 32 */
#define STORE_PERIODS_MAX 56 /* intervals of one group */
#define STORE_DOOR 0 /* takes the place of a group number: what is in force for the door */

/* One interval. An end before the start is on the next day; an interval whose end equals its start is never active. */
struct store_period {
    uint8_t day; /* weekday of its start, 0 Sunday */
    uint16_t start; /* minute of the day */
    uint16_t end; /* its last minute */
};

struct store_period_group {
    uint8_t number;
    const char *name;
    enum period_kind kind;
    const struct store_period *periods; /* by day and start */
    size_t period_count; /* at most STORE_PERIODS_MAX */
    uint32_t revision;
};

/* The bit of a period group in a mask. */
static inline uint32_t store_period_bit(uint8_t number) {
    return UINT32_C(1) << (number - 1);
}

/* Reads all, ordered by number, with their intervals, into the arena. `ret_groups` has room for STORE_PERIOD_GROUPS.
 * E_NOMEM. */
_must_check_ int store_periods_list(struct store *store, struct arena *arena, struct store_period_group *ret_groups,
                                    size_t *ret_count);

/* Reads one. E_NOTFOUND, E_NOMEM. */
_must_check_ int store_periods_get(struct store *store, uint8_t number, struct arena *arena,
                                   struct store_period_group *ret_group);

/* Writes one, new or known, with its revision; replaces its intervals. Inside a transaction. */
_must_check_ int store_periods_put(struct store *store, const struct store_period_group *group);

/* Removes one with its intervals, also from what is in force. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_periods_delete(struct store *store, uint8_t number);

/* Reads what is in force: a mask of period groups for each group and for the door. `ret_masks` has room for
 * GROUP_NUMBER_MAX + 1, STORE_DOOR first. */
_must_check_ int store_in_force_get(struct store *store, uint32_t *ret_masks, uint32_t *ret_revision);

/* Writes what is in force for one group or the door. Inside a transaction. */
_must_check_ int store_in_force_put(struct store *store, uint8_t group, uint32_t mask);

/* Stores the revision of the last change to what is in force. Inside a transaction. */
_must_check_ int store_in_force_changed(struct store *store, uint32_t revision);

#endif
