/* Changes of time zones and groups, each in one transaction with its audit entry. */
#ifndef POSTERN_CORE_HOURS_H
#define POSTERN_CORE_HOURS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/rules/hours.h"
#include "util/err.h"

struct actor;
struct core;

/* A rule after a change. */
struct rules_saved {
    uint8_t number;
    uint32_t revision;
};

/* Adds a time zone or a group, or changes its given fields; writes nothing if nothing differs. On failure *ret_field is
 * its field (static text), or NULL. 0; E_CHANGED_MEANWHILE (a revision is given, and it is not the stored one, 0 if
 * none exists); E_ZONE_UNDEFINED (the group refers to it); E_RANGE, E_TEXT; an error of the store. */
_must_check_ int hours_save_zone(struct core *core, const struct actor *by, const struct time_zone_change *change,
                                 struct rules_saved *ret_saved, const char **ret_field);
_must_check_ int hours_save_group(struct core *core, const struct actor *by, const struct group_change *change,
                                  struct rules_saved *ret_saved, const char **ret_field);

/* Deletes a time zone. 0; E_NOTFOUND; E_ZONE_IN_USE while groups use it and the caller is not `sure`; otherwise they
 * lose it, with an audit entry each; an error of the store. */
_must_check_ int hours_delete_zone(struct core *core, const struct actor *by, uint8_t number, bool sure);

/* Deletes a group, with what is in force for it. 0; E_NOTFOUND; E_GROUP_IN_USE while it has users and the caller is not
 * `sure`; otherwise they stay in it and never get access; E_OWN_HOURS for the caller's own group, whose shifts are
 * deleted, too; an error of the store. */
_must_check_ int hours_delete_group(struct core *core, const struct actor *by, uint8_t number, bool sure);

/* Counts the users of each group. */
_must_check_ int hours_group_users(struct core *core, uint32_t ret_users[STORE_GROUPS]);

#endif
