/* Changes of time zones and groups, each in one transaction with its audit row. */
#ifndef POSTERN_CORE_HOURS_H
#define POSTERN_CORE_HOURS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/rules/hours.h"
#include "util/err.h"

struct actor;
struct core;

/* What a rule is after a change. */
struct rules_saved {
    uint8_t number;
    uint32_t revision;
};

/* Defines a time zone or a group, or changes what is given of it; nothing is written where nothing differs. On failure
 * *ret_field is the field it is about (static text), or NULL. 0; E_CHANGED_MEANWHILE (a revision is given, and it is not
 * the one stored, 0 where none is); E_ZONE_UNDEFINED (the group is to have it); E_RANGE, E_TEXT; an error of the store. */
_must_check_ int hours_save_zone(struct core *core, const struct actor *by, const struct time_zone_change *change,
                                 struct rules_saved *ret_saved, const char **ret_field);
_must_check_ int hours_save_group(struct core *core, const struct actor *by, const struct group_change *change,
                                  struct rules_saved *ret_saved, const char **ret_field);

/* Deletes a time zone. 0; E_NOTFOUND; E_ZONE_IN_USE while groups have it and who asks is not `sure`, else they lose it
 * and each leaves an audit row; an error of the store. */
_must_check_ int hours_delete_zone(struct core *core, const struct actor *by, uint8_t number, bool sure);

/* Deletes a group, with what is in force for it. 0; E_NOTFOUND; E_GROUP_IN_USE while users are in it and who asks is
 * not `sure`, else they stay in it and are never let in; E_OWN_HOURS for the own group, whose shifts go too; an error
 * of the store. */
_must_check_ int hours_delete_group(struct core *core, const struct actor *by, uint8_t number, bool sure);

/* Users of each group. */
_must_check_ int hours_group_users(struct core *core, uint32_t ret_users[STORE_GROUPS]);

#endif
