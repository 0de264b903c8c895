/* Which admin level may do what: a table level → function group → none, read or write. Pure. */
#ifndef POSTERN_CORE_RIGHTS_H
#define POSTERN_CORE_RIGHTS_H

#include <stdbool.h>
#include <stdint.h>

#include "values.h"

struct actor;

#define RIGHTS_LEVEL_MAX 16 /* levels 0 (no administrator) to 16 (all) */

/* Part of the settings snapshot (core/settings/settings.h). */
struct rights_table {
    uint8_t right[RIGHTS_LEVEL_MAX + 1][FUNCTION_GROUP_COUNT]; /* enum right */
};

/* True if an account of `level` has at least `right` in `group`. Level 16 has all whatever the table says; a level
 * or group out of range has nothing. */
bool rights_level_may(const struct rights_table *table, unsigned level, int group, enum right right);

/* The same for who asks; nobody has nothing, the password of the keypad's menu all, which has no level: it reaches no
 * administrator (actor_reach()). */
bool rights_may(const struct rights_table *table, const struct actor *by, int group, enum right right);

/* True if `by` may know who people are: their names and photos, wherever they are kept. This takes read permission for
 * users. Without it the name is empty, `photo` is false, and the user ID stays. */
bool rights_may_know_people(const struct rights_table *table, const struct actor *by);

/* Writes the groups that `level` may at least read to `ret_groups` and returns how many. */
unsigned rights_groups(const struct rights_table *table, unsigned level,
                       enum function_group ret_groups[FUNCTION_GROUP_COUNT]);

#endif
