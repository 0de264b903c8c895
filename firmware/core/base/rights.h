/* Which admin level may do what: a table level → function group → none, read or write. Pure. */
#ifndef POSTERN_CORE_RIGHTS_H
#define POSTERN_CORE_RIGHTS_H

#include <stdbool.h>
#include <stdint.h>

struct actor;

#define RIGHTS_LEVEL_MAX 16 /* levels 0 (no administrator) to 16 (all) */

/* Function groups of specification §6, in the order of the contract's enum function_group (api/session.c asserts
 * it). */
enum rights_group {
    RIGHTS_USER,
    RIGHTS_NETWORK,
    RIGHTS_BASIC_SETTING,
    RIGHTS_ACC_SETTING,
    RIGHTS_ADV_SETTING,
    RIGHTS_GROUP_COUNT
};

enum rights_right { RIGHTS_NONE, RIGHTS_READ, RIGHTS_WRITE };

/* Part of the settings snapshot (core/settings/settings.h). */
struct rights_table {
    uint8_t right[RIGHTS_LEVEL_MAX + 1][RIGHTS_GROUP_COUNT]; /* enum rights_right */
};

/* True if an account of `level` has at least `right` in `group`. Level 16 has all whatever the table says; a level
 * or group out of range has nothing. */
bool rights_level_may(const struct rights_table *table, unsigned level, int group, enum rights_right right);

/* The same for who asks; nobody has nothing. */
bool rights_may(const struct rights_table *table, const struct actor *by, int group, enum rights_right right);

/* Writes the groups that `level` may at least read to `ret_groups` and returns how many. */
unsigned rights_groups(const struct rights_table *table, unsigned level,
                       enum rights_group ret_groups[RIGHTS_GROUP_COUNT]);

#endif
