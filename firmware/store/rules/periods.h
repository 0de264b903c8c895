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
#define STORE_PERIODS_MAX 56 /* intervals of one */
#define STORE_DOOR 0 /* in the place of a group: what is in force for the door */

/* One interval; end before the start runs into the next day, end at the start never holds. */
struct store_period {
    uint8_t day; /* weekday on which it begins, 0 Sunday */
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

/* Reads all by number, with their intervals, into the arena. `ret_groups` has STORE_PERIOD_GROUPS places. E_NOMEM. */
_must_check_ int store_periods_list(struct store *store, struct arena *arena, struct store_period_group *ret_groups,
                                    size_t *ret_count);

/* Reads one. E_NOTFOUND, E_NOMEM. */
_must_check_ int store_periods_get(struct store *store, uint8_t number, struct arena *arena,
                                   struct store_period_group *ret_group);

/* Writes one, new or known, with its revision; its intervals replace those before. Inside a transaction. */
_must_check_ int store_periods_put(struct store *store, const struct store_period_group *group);

/* Removes one, its intervals, and it from what is in force. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_periods_delete(struct store *store, uint8_t number);

/* Reads what is in force: for each group and for the door a mask of period groups. `ret_masks` has GROUP_NUMBER_MAX + 1
 * places, STORE_DOOR first. */
_must_check_ int store_in_force_get(struct store *store, uint32_t *ret_masks, uint32_t *ret_revision);

/* Writes what is in force for one group or the door. Inside a transaction. */
_must_check_ int store_in_force_put(struct store *store, uint8_t group, uint32_t mask);

/* Says which change of the rules it was that changed what is in force. Inside a transaction. */
_must_check_ int store_in_force_changed(struct store *store, uint32_t revision);

#endif
