/* What the admin levels may do, and its change by admin. Level 16 has everything and cannot be changed. A level has at
 * least the rights of those below it: who may change whom and who may make which REST key is decided by the number of
 * the level (core/users/users.h, core/accounts/rest_keys.h), so nobody above may miss what somebody below has. */
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
    struct rights_table rights; /* level 16 with everything */
    uint32_t accounts[RIGHTS_LEVEL_MAX + 1]; /* users of each level */
    uint32_t revision; /* counts the changes */
};

/* Which right a save would give to a level below and not to this one. */
struct roles_refusal {
    uint8_t level;
    enum function_group group;
};

/* New rights of one level, all groups of it. */
struct roles_change {
    uint8_t level; /* 1 to 15 */
    uint8_t right[FUNCTION_GROUP_COUNT]; /* enum right */
};

/* Reads it all. Returns 0 or an error of the store. */
_must_check_ int roles_read(struct core *core, struct roles *ret_roles);

/* True if the account may change them: admin. */
bool roles_may_edit(const struct actor *by);

/* Changes levels in one transaction, an audit row for each that is different, and ends the sessions of those. A level
 * that is named twice gets the later rights. `revision` NULL: whatever it is. Returns 0 with the new revision;
 * E_ADMIN_ONLY, E_CHANGED_MEANWHILE (another revision), E_RANGE (no level that can be changed: *reterr has level 0; or
 * a level would have less than one below it), E_BUSY, E_NOMEM or an error of the store. */
_must_check_ int roles_save(struct core *core, const struct actor *by, const uint32_t *revision,
                            const struct roles_change *changes, size_t count, uint32_t *ret_revision,
                            struct roles_refusal *reterr);

#endif
