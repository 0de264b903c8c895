/* Changes of holidays, each in one transaction with its audit row. */
#ifndef POSTERN_CORE_HOLIDAYS_H
#define POSTERN_CORE_HOLIDAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/rules/hours.h"
#include "util/err.h"

struct actor;
struct core;

#define HOLIDAYS_RECENT_DAYS 62 /* before today: holidays there are not for who has a shift to change */
#define HOLIDAYS_DAYS_MAX 62 /* days of one */

/* A holiday as it is to be. `holiday.number` 0: the next free one. */
struct holidays_change {
    struct holiday holiday; /* its revision is that which was read, if has_revision */
    bool has_revision;
};

/* Adds a holiday, or replaces the one of its number. 0; E_MISSING (a day); E_RANGE (it ends before it begins, or has
 * more days than that); E_CHANGED_MEANWHILE; E_CAPACITY (no number is free); an error of the store. *ret_field is what a
 * failure is about (static text), or NULL. */
_must_check_ int holidays_save(struct core *core, const struct actor *by, const struct holidays_change *change,
                               struct rules_saved *ret_saved, const char **ret_field);

/* Deletes those that are there; *ret_deleted says how many. Returns 0 or an error of the store. */
_must_check_ int holidays_delete(struct core *core, const struct actor *by, const uint8_t *numbers, size_t count,
                                 uint32_t *ret_deleted);

#endif
