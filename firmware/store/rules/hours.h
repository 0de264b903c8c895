/* The tables `time_zone` and `access_group`, and `rules_count`, which counts the changes of all rules. */
#ifndef POSTERN_STORE_HOURS_H
#define POSTERN_STORE_HOURS_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

#define STORE_GROUPS (GROUP_NUMBER_MAX + 1) /* groups 0 to 16 */

/* Counts a change and returns its number, which becomes the revision of the changed row. Inside a transaction. */
_must_check_ int store_rules_next(struct store *store, uint32_t *ret_revision);

/* Deletes all rules, but keeps the count of changes. Inside a transaction. */
_must_check_ int store_rules_clear(struct store *store);

/* Reads all, ordered by number; texts go into the arena. `ret_zones` has room for TIME_ZONE_NUMBER_MAX, `ret_groups`
 * for STORE_GROUPS. E_NOMEM, E_CORRUPT. */
_must_check_ int store_zones_list(struct store *store, struct arena *arena, struct time_zone *ret_zones,
                                  size_t *ret_count);
_must_check_ int store_groups_list(struct store *store, struct arena *arena, struct group *ret_groups,
                                   size_t *ret_count);

/* Reads one. E_NOTFOUND. */
_must_check_ int store_zones_get(struct store *store, uint8_t number, struct arena *arena, struct time_zone *ret_zone);
_must_check_ int store_groups_get(struct store *store, uint8_t number, struct arena *arena, struct group *ret_group);

/* Writes one, new or known, with its revision. Inside a transaction. */
_must_check_ int store_zones_put(struct store *store, const struct time_zone *zone);
_must_check_ int store_groups_put(struct store *store, const struct group *group);

/* Removes one; removing a group also removes what is in force for it. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_zones_delete(struct store *store, uint8_t number);
_must_check_ int store_groups_delete(struct store *store, uint8_t number);

/* Counts the users of each group. About 1 ms for 100,000 users. */
_must_check_ int store_groups_users(struct store *store, uint32_t ret_users[STORE_GROUPS]);

/* Sets *ret_any to whether the group has any user. */
_must_check_ int store_groups_has_users(struct store *store, uint8_t number, bool *ret_any);

#endif
