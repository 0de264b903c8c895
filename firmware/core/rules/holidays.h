/* Changes of holidays, each in one transaction with its audit entry. */
#ifndef POSTERN_CORE_HOLIDAYS_H
#define POSTERN_CORE_HOLIDAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/rules/hours.h"
#include "util/err.h"

struct actor;
struct core;

#define HOLIDAYS_RECENT_DAYS 62 /* up to today: a caller who works by a shift cannot change holidays on these days */
#define HOLIDAYS_DAYS_MAX 62 /* days of one holiday */

/* A new or changed holiday. `holiday.number` 0: the next free one. */
struct holidays_change {
    struct holiday holiday; /* with the revision that was read, if has_revision */
    bool has_revision;
};

/* Adds a holiday, or replaces the one with its number. 0; E_MISSING (a day); E_RANGE (it ends before it begins, or has
 * more than HOLIDAYS_DAYS_MAX days); E_CHANGED_MEANWHILE; E_CAPACITY (no number is free); an error of the store.
 * *ret_field is the field of a failure (static text), or NULL. */
_must_check_ int holidays_save(struct core *core, const struct actor *by, const struct holidays_change *change,
                               struct rules_saved *ret_saved, const char **ret_field);

/* Deletes those that exist; *ret_deleted is their number. Returns 0 or an error of the store. */
_must_check_ int holidays_delete(struct core *core, const struct actor *by, const uint8_t *numbers, size_t count,
                                 uint32_t *ret_deleted);

#endif
