/* Permissions of the admin levels: a table level → function group → none, read or write. Pure. */
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

/* Returns whether an account of `level` has at least `right` in `group`. Level 16 has all permissions whatever the
 * table says; a level or group out of range has none. */
bool rights_level_may(const struct rights_table *table, unsigned level, int group, enum right right);

/* The same for a caller; one who is not signed in has none, the password of the keypad's menu has all, but no level: it
 * reaches no administrator (actor_reach()). */
bool rights_may(const struct rights_table *table, const struct actor *by, int group, enum right right);

/* Returns whether `by` may see who people are: their names and photos, wherever they are stored, and the card numbers
 * in records. This takes read permission for users. Without it the name is empty, `photo` is false, and the user ID
 * stays. */
bool rights_may_know_people(const struct rights_table *table, const struct actor *by);

/* Writes the groups that `level` may at least read to `ret_groups` and returns their number. */
unsigned rights_groups(const struct rights_table *table, unsigned level,
                       enum function_group ret_groups[FUNCTION_GROUP_COUNT]);

#endif
