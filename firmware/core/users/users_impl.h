/* Inside core/users*.c only. */
#ifndef POSTERN_CORE_USERS_IMPL_H
#define POSTERN_CORE_USERS_IMPL_H

#include "core/users/users.h"
#include "util/arena.h"

#define USERS_ARENA_MAX 8192 /* room for the names of two users */

/* What happened to the password, for the audit row. */
enum users_password_change { USERS_PASSWORD_SAME, USERS_PASSWORD_SET, USERS_PASSWORD_REMOVED };

#define USERS_CARD3_MAX UINT32_C(0xffffff) /* highest card of three bytes */

/* A change on its way: the user before and after it, and the password it sets. */
struct users_save {
    struct arena arena;
    bool exists;
    struct user before;
    struct user after;
    bool has_password; /* the password is sent */
    struct store_password password; /* hash "" takes it away */
};

/* Frees the texts and wipes the password. */
void users_save_done(struct users_save *save);

/* Gives `err`, with the field noted. */
int users_refuse(struct users_refusal *reterr, enum user_field field, int err);

/* How many users this model takes. */
uint32_t users_capacity(const struct core *core);

/* What can be said about a change without looking at the user: its limits. */
_must_check_ int users_check_change(const struct user_change *change, struct users_refusal *reterr);

/* Whether `by` may make `after` of `before`; whether `after` fits together; whether nobody else has its card, and it is not
 * too long. As users_add(). */
_must_check_ int users_check_rights(struct core *core, const struct actor *by, const struct user_change *change,
                                    const struct users_save *save, struct users_refusal *reterr);
_must_check_ int users_check_whole(const struct users_save *save, struct users_refusal *reterr);
_must_check_ int users_check_card(struct core *core, const struct users_save *save, struct users_refusal *reterr);

/* Whether nobody else has a text of `after` in a field that is unique. E_VALUE_EXISTS, with who has it. */
_must_check_ int users_check_unique(struct core *core, const struct users_save *save, struct users_refusal *reterr,
                                    uint32_t *ret_holder);

/* A password opens the console if it meets its rules; who may sign in must have such a one. */
_must_check_ int users_merge_password(const struct user_change *change, struct users_save *save,
                                      struct users_refusal *reterr);

/* Nothing would be written. */
bool users_is_same(const struct users_save *save);

/* Writes the row, inside the transaction, with what is kept of the usual shift; nothing when nothing differs. */
_must_check_ int users_write_row(struct core *core, const struct actor *by, const struct users_save *save,
                                 struct users_saved *ret_saved);

/* The same with its audit row. */
_must_check_ int users_write_save(struct core *core, const struct actor *by, const struct users_save *save,
                                  struct users_saved *ret_saved);

/* After the commit: the sessions of the account. */
void users_follow(struct core *core, const struct users_save *save);

/* E_USER_UNKNOWN for E_NOTFOUND of the store, else what it is given. */
_must_check_ int users_known(int r);

/* Adds the audit row of a change of one user: all fields of a new or deleted one, the changed fields of another.
 * `before` or `after` is NULL for a new or a deleted user. Inside the transaction. */
_must_check_ int users_audit(struct core *core, const struct actor *by, const struct user *before,
                             const struct user *after, enum users_password_change password);

/* The usual shift of a user is another one from today on: notes what it was up to yesterday. Inside the transaction. */
_must_check_ int users_shift_was(struct core *core, uint32_t userid, uint8_t shift);

#endif
