/* Days of a user as a roster fills them. An entry counts on its days whatever the user's own assignments were; on all other days
 * these count as before. docs/rules.md, "Rosters from a file". */
#ifndef POSTERN_CORE_ROSTER_H
#define POSTERN_CORE_ROSTER_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct actor;
struct core;

/* Shifts that one user has on some days. */
struct roster_entry {
    uint32_t userid;
    uint32_t from, to; /* yyyymmdd, both included */
    uint64_t shifts; /* bit n - 1: shift n; at least one */
};

enum roster_outcome {
    ROSTER_ADDED, /* no assignment gives way */
    ROSTER_CHANGED, /* assignments that begin on its days are deleted, or begin later */
    ROSTER_SAME /* these days are like that already */
};

/* What an entry makes of the assignments of its user. */
struct roster_plan {
    enum roster_outcome outcome;
    uint64_t added; /* bit n - 1: an assignment of shift n is added */
    int32_t growth; /* assignments more than before */
};

/* Works out what becomes of the user's assignments `rows`, and of `first_days[i]`: the first day of rows[i] from then on; 0: it is
 * deleted. Pure. At most `count` squared steps. */
void roster_plan(const struct roster_entry *entry, const struct shift_assignment *rows, size_t count,
                 uint32_t *ret_first_days, struct roster_plan *ret_plan);

/* Judges an entry as roster_write() would, changing nothing. `others`: assignments that other entries of the same file add. On
 * failure *ret_field is the field of the user, static text, or NULL: shifts and days. E_OWN_HOURS, E_USER_UNKNOWN, with the field;
 * E_SHIFT_UNDEFINED, E_ROSTER_DAYS, E_ROSTER_FULL; an error of the store. */
_must_check_ int roster_judge(struct core *core, const struct actor *by, const struct roster_entry *entry,
                              int32_t others, struct roster_plan *ret_plan, const char **ret_field);

/* Judges an entry and writes it. In a transaction; without an audit entry. */
_must_check_ int roster_write(struct core *core, const struct actor *by, const struct roster_entry *entry,
                              enum roster_outcome *ret_outcome, const char **ret_field);

#endif
