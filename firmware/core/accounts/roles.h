/* Permissions of the admin levels, which admin can change. Level 16 has all and cannot be changed. A level has at least
 * the permissions of those below it: the number of the level decides who may change whom and who may create which REST
 * key (core/users/users.h, core/accounts/rest_keys.h), so no higher level may lack a permission of a lower one. */
#ifndef POSTERN_CORE_ROLES_H
#define POSTERN_CORE_ROLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/rights.h"
#include "util/err.h"

struct core;
struct actor;

struct roles {
    struct rights_table rights; /* level 16 with all permissions */
    uint32_t accounts[RIGHTS_LEVEL_MAX + 1]; /* users of each level */
    uint32_t revision; /* number of changes */
};

/* The permission that a save would give to a lower level but not to this one. */
struct roles_refusal {
    uint8_t level;
    enum function_group group;
};

/* New permissions of one level, for all groups. */
struct roles_change {
    uint8_t level; /* 1 to 15 */
    uint8_t right[FUNCTION_GROUP_COUNT]; /* enum right */
};

/* Reads everything. Returns 0 or an error of the store. */
_must_check_ int roles_read(struct core *core, struct roles *ret_roles);

/* Returns whether the account may change them: admin. */
bool roles_may_edit(const struct actor *by);

/* Changes levels in one transaction, with an audit entry for each that differs, and ends their sessions. If a level
 * occurs twice, the later permissions apply. `revision` NULL: any. Returns 0 with the new revision; E_ADMIN_ONLY,
 * E_CHANGED_MEANWHILE (another revision), E_RANGE (a level that cannot be changed: *reterr has level 0; or a level
 * would have fewer permissions than one below it), E_BUSY, E_NOMEM or an error of the store. */
_must_check_ int roles_save(struct core *core, const struct actor *by, const uint32_t *revision,
                            const struct roles_change *changes, size_t count, uint32_t *ret_revision,
                            struct roles_refusal *reterr);

#endif
