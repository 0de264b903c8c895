/* Inside core/rules/ only: what a snapshot of the rules holds, and what follows a change. */
#ifndef POSTERN_CORE_RULES_IMPL_H
#define POSTERN_CORE_RULES_IMPL_H

#include <stdatomic.h>

#include "core/rules/rules.h"
#include "util/arena.h"
#include "util/buf.h"

struct actor;

/* All of them, immutable once made. */
struct rules {
    atomic_int references;
    unsigned long long generation; /* of the changes it was read after */
    struct arena arena; /* names and intervals */
    struct store_rules set;
};

#define RULES_ARENA_MAX ((size_t)16384) /* room for one rule, or the names of all groups, on the way of a change */

/* The weekday whose hours begin on a day, 0 Sunday: that of its holiday where there is one; -1: none do. */
int rules_plan_of(const struct store_rules *rules, uint32_t date, int weekday);

/* Whether a date is a day of the holiday. */
bool rules_holiday_is_on(const struct holiday *holiday, uint32_t date);

/* E_OWN_HOURS: the shift is, was or will be that of a person behind `by` (users_check_own()), by themselves or by
 * their group; 0 for `shift`: they have any. An error of the store. */
_must_check_ int rules_check_own_shift(struct core *core, const struct actor *by, uint8_t shift);

/* Whether a change comes from who saw what is stored: the revision sent, if one was, is that of what there is, 0 where
 * there is nothing. 0 or E_CHANGED_MEANWHILE. */
_must_check_ int rules_check_revision(bool given, uint32_t sent, uint32_t stored);

/* Adds the audit row of a change of "<kind> <number>", without the number where that is 0. A buffer without text:
 * there was, or is, none. Inside the transaction. */
_must_check_ int rules_audit(struct core *core, const struct actor *by, const char *kind, unsigned number,
                             struct buf *before, struct buf *after);

/* Commits a change that went well so far (`r` is 0), and lets it take effect. Gives `r` back, or an error of the store. */
_must_check_ int rules_commit(struct core *core, int r);

#endif
