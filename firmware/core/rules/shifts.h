/* Changes of shifts and of who has them, each in one transaction with its audit row. E_BULK_RUNNING from those of who has them, and from
 * deleting a shift, while a file is imported as a whole. */
#ifndef POSTERN_CORE_SHIFTS_H
#define POSTERN_CORE_SHIFTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/rules/hours.h"
#include "store/rules/shifts.h"
#include "util/err.h"

struct actor;
struct core;

/* Defines a shift, or changes what is given of it; nothing is written where nothing differs. On failure *ret_field is the field it is
 * about (static text), or NULL. 0; E_CHANGED_MEANWHILE; E_RANGE (the times do not go together, as docs/rules.md has it); E_MISSING
 * (the first day of a cycle); E_TEXT; an error of the store. */
_must_check_ int shifts_save(struct core *core, const struct actor *by, const struct shift_change *change,
                             struct rules_saved *ret_saved, const char **ret_field);

/* Deletes a shift. 0; E_NOTFOUND; E_SHIFT_IN_USE while it is somebody's usual shift or assigned and who asks is not `sure`, else its
 * assignments go with it; an error of the store. */
_must_check_ int shifts_delete(struct core *core, const struct actor *by, uint8_t number, bool sure);

/* What is to be assigned. */
struct shifts_wish {
    uint32_t id; /* assignment that is to be changed; 0: another one */
    uint32_t userid; /* 0: the group */
    uint8_t group;
    uint8_t shift;
    uint32_t from, to; /* 0: since ever, without end */
};

/* Assigns a shift. On failure *ret_field is the field it is about (static text), or NULL. 0; E_MISSING (the first day of a user's);
 * E_RANGE (it ends before it begins); E_NOTFOUND (no such assignment of whom it is to be); E_USER_UNKNOWN; E_SHIFT_UNDEFINED;
 * E_OWN_HOURS; E_CAPACITY (STORE_ASSIGNMENTS_MAX, STORE_ASSIGNMENTS_OF_USER_MAX); an error of the store. */
_must_check_ int shifts_assign(struct core *core, const struct actor *by, const struct shifts_wish *wish,
                               uint32_t *ret_id, const char **ret_field);

#define SHIFTS_MANY_MAX 200 /* users at once */

/* What became of many. */
struct shifts_many {
    uint32_t assigned; /* users who get it */
    uint32_t meeting; /* of these: with another assignment of their own on some of the days */
    uint32_t own, full, unknown; /* left out */
};

/* Assigns a shift to each of at most SHIFTS_MANY_MAX users, in one transaction, but for those of `ret_many` who are left out; without
 * `sure` they are only counted. `wish` is without a user and a group. On failure *ret_field is the field it is about (static text), or
 * NULL. E_MISSING; E_RANGE, also a user twice; E_SHIFT_UNDEFINED; an error of the store. */
_must_check_ int shifts_assign_many(struct core *core, const struct actor *by, const struct shifts_wish *wish,
                                    const uint32_t *userids, size_t count, bool sure, struct shifts_many *ret_many,
                                    const char **ret_field);

/* Deletes an assignment. 0; E_NOTFOUND, also of what was usual; E_OWN_HOURS; an error of the store. */
_must_check_ int shifts_unassign(struct core *core, const struct actor *by, uint32_t id);

#endif
