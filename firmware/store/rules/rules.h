/* All rules at once, as one consistent snapshot. */
#ifndef POSTERN_STORE_RULES_H
#define POSTERN_STORE_RULES_H

#include "store/rules/holidays.h"
#include "store/rules/hours.h"
#include "store/rules/periods.h"

/* Rule number n is at index n - 1, group n at index n; an entry with number 0 is not defined. */
struct store_rules {
    struct time_zone zones[TIME_ZONE_NUMBER_MAX];
    struct group groups[STORE_GROUPS];
    struct store_period_group periods[STORE_PERIOD_GROUPS];
    struct holiday holidays[HOLIDAY_NUMBER_MAX];
    uint32_t in_force[STORE_GROUPS]; /* masks of period groups; STORE_DOOR first */
    uint32_t in_force_revision;
};

/* Reads all rules; names and intervals go into the arena, at most about 40 kB. E_NOMEM, E_CORRUPT, E_IO. */
_must_check_ int store_rules_read(struct store *store, struct arena *arena, struct store_rules *ret_rules);

#endif
