/* Whether a person can enter at all, and if not, why: the decision of the door (decide.h) at the best moment that a week has for
 * the person's group. Pure but for the snapshots of rules and settings. docs/rules.md ("Who cannot enter") has each reason. */
#ifndef POSTERN_CORE_ENTRY_H
#define POSTERN_CORE_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/rules/rules.h"
#include "setting_values.h"
#include "store/rules/hours.h"
#include "values.h"

struct core;

/* What the rules and settings say to everybody; read once for many people. */
struct entry_rules {
    struct rules_best groups[STORE_GROUPS];
    struct setting_identify_param identify;
    uint32_t today; /* yyyymmdd, in local time */
};

/* Reads the rules and settings of now. */
void entry_read(struct core *core, struct entry_rules *ret_rules);

/* Returns whether a user cannot enter, with the first of the reasons; those that time removes come last. */
bool entry_is_barred(const struct entry_rules *rules, const struct user *user, enum entry_obstacle *ret_obstacle);

/* Returns whether a reason is about the user's group. */
bool entry_is_of_group(enum entry_obstacle obstacle);

#endif
