/* Inside core/users*.c only. */
#ifndef POSTERN_CORE_USERS_IMPL_H
#define POSTERN_CORE_USERS_IMPL_H

#include "core/users/users.h"

#define USERS_ARENA_MAX 8192 /* room for the names of two users */

/* What happened to the password, for the audit row. */
enum users_password_change { USERS_PASSWORD_SAME, USERS_PASSWORD_SET, USERS_PASSWORD_REMOVED };

/* E_USER_UNKNOWN for E_NOTFOUND of the store, else what it is given. */
_must_check_ int users_known(int r);

/* Adds the audit row of a change of one user: all fields of a new or deleted one, the changed fields of another.
 * `before` or `after` is NULL for a new or a deleted user. Inside the transaction. */
_must_check_ int users_audit(struct core *core, const struct actor *by, const struct user *before,
                             const struct user *after, enum users_password_change password);

/* The usual shift of a user is another one from today on: notes what it was up to yesterday. Inside the transaction. */
_must_check_ int users_shift_was(struct core *core, uint32_t userid, uint8_t shift);

#endif
