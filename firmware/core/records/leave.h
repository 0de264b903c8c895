/* Leave of users, each change in one transaction with its audit row. */
#ifndef POSTERN_CORE_RECORDS_LEAVE_H
#define POSTERN_CORE_RECORDS_LEAVE_H

#include <stdint.h>

#include "store/records/leave.h"
#include "util/err.h"

struct actor;
struct core;

#define LEAVE_DAYS_MAX 366 /* of one */

/* Enters a leave; its `id` is given. On failure *ret_field is the field it is about (static text), or NULL. 0; E_MISSING (a day);
 * E_RANGE (it ends before it begins, or is longer than that); E_USER_UNKNOWN; E_OWN_HOURS; E_CAPACITY (STORE_LEAVES_MAX of the
 * user); an error of the store. */
_must_check_ int leave_add(struct core *core, const struct actor *by, const struct leave *leave, uint32_t *ret_id,
                           const char **ret_field);

/* Deletes one. 0; E_NOTFOUND; E_OWN_HOURS; an error of the store. */
_must_check_ int leave_delete(struct core *core, const struct actor *by, uint32_t id);

/* All of a user, the latest first day first; notes in the arena. `ret_leaves` has STORE_LEAVES_MAX places. E_USER_UNKNOWN. */
_must_check_ int leave_list(struct core *core, uint32_t userid, struct arena *arena, struct leave *ret_leaves,
                            size_t *ret_count);

#endif
