/* Inside core/users*.c only. */
#ifndef POSTERN_CORE_USERS_IMPL_H
#define POSTERN_CORE_USERS_IMPL_H

#include "core/users/users.h"
#include "util/arena.h"

#define USERS_ARENA_MAX 8192 /* room for the names of two users */

/* Change of the password, for the audit entry. */
enum users_password_change { USERS_PASSWORD_SAME, USERS_PASSWORD_SET, USERS_PASSWORD_REMOVED };

/* A change in progress: the user before and after it, and the password it sets. */
struct users_save {
    struct arena arena;
    bool exists;
    struct user before;
    struct user after;
    bool has_password; /* the password is sent */
    struct store_password password; /* hash "" removes it */
};

/* Frees the texts and wipes the password. */
void users_save_done(struct users_save *save);

/* Returns `err`, with the field noted. */
int users_refuse(struct users_refusal *reterr, enum user_field field, int err);

/* Returns how many users this model supports. */
uint32_t users_capacity(const struct core *core);

/* Checks a change as far as possible without reading the user: its limits. */
_must_check_ int users_check_change(const struct user_change *change, struct users_refusal *reterr);

/* Check that `by` may change `before` to `after`; that `after` is consistent. As users_add(). */
_must_check_ int users_check_rights(struct core *core, const struct actor *by, const struct user_change *change,
                                    const struct users_save *save, struct users_refusal *reterr);
_must_check_ int users_check_whole(const struct users_save *save, struct users_refusal *reterr);

/* Checks that the cards of a user are unique and not too long, with the field of the first that is not: E_CARD_TOO_LONG, E_CARD_OWN:
 * the user has it twice; E_CARD_EXISTS, with the users who have them in the places of the cards, otherwise 0. */
_must_check_ int users_check_cards(struct core *core, const struct user *user, uint32_t ret_holders[USERS_CARDS_MAX],
                                   struct users_refusal *reterr);

/* Moves cards up into empty fields, so that a user with any card has a first one. */
void users_close_card_gaps(struct user *user);

/* Lists the cards that a user no longer has, and returns their number. */
size_t users_cards_given_up(const struct user *before, const struct user *after, uint64_t ret_cards[USERS_CARDS_MAX]);

/* Checks that the unique fields of `after` are unique. E_VALUE_EXISTS, with the user who has the text. */
_must_check_ int users_check_unique(struct core *core, const struct users_save *save, struct users_refusal *reterr,
                                    uint32_t *ret_holder);

/* Merges the password: it is for the console if it meets the rules; a user with a level must have such a password. */
_must_check_ int users_merge_password(const struct user_change *change, struct users_save *save,
                                      struct users_refusal *reterr);

/* Returns whether nothing would be written. */
bool users_is_same(const struct users_save *save);

/* Writes the row, inside the transaction, with the former usual shift; does nothing if nothing differs. */
_must_check_ int users_write_row(struct core *core, const struct actor *by, const struct users_save *save,
                                 struct users_saved *ret_saved);

/* The same with its audit entry. */
_must_check_ int users_write_save(struct core *core, const struct actor *by, const struct users_save *save,
                                  struct users_saved *ret_saved);

/* After the commit: updates the sessions of the account. */
void users_follow(struct core *core, const struct users_save *save);

/* Returns E_USER_UNKNOWN for E_NOTFOUND of the store, else its argument. */
_must_check_ int users_known(int r);

/* Adds the audit entry of a change of one user: all fields of a new or deleted one, otherwise the changed fields.
 * `before` or `after` is NULL for a new or a deleted user. Inside the transaction. */
_must_check_ int users_audit(struct core *core, const struct actor *by, const struct user *before,
                             const struct user *after, enum users_password_change password);

/* The usual shift of a user changes today: stores what it was up to yesterday. Inside the transaction. */
_must_check_ int users_shift_was(struct core *core, uint32_t userid, uint8_t shift);

#endif
