/* Bulk changes of users (core/bulk): the same rules as for single ones, in two steps, so that all can be checked before
 * the first is written. Of passwords and credentials only cards can be changed this way. */
#ifndef POSTERN_CORE_USERS_MANY_H
#define POSTERN_CORE_USERS_MANY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/users/users.h"
#include "util/arena.h"
#include "values.h"

struct actor;
struct core;

/* Result of one change. */
enum users_outcome { USERS_ADDED, USERS_CHANGED, USERS_SAME, USERS_SKIPPED, USERS_OUTCOME_COUNT };

/* A checked change; users_many_free() frees it. */
struct users_many;

struct users_verdict {
    enum users_outcome outcome;
    bool raises; /* a user becomes an administrator, or one of a higher level */
    bool is_admin; /* the user has a level, or had one */
    uint32_t
        holder; /* with E_USER_ID_EXISTS, E_VALUE_EXISTS and E_CARD_EXISTS: the user who has it, or the first card */
    /* With E_CARD_EXISTS: the cards that others have, and who they are, in the places of the fields; else 0. */
    uint64_t taken[USERS_CARDS_MAX];
    uint32_t takers[USERS_CARDS_MAX];
    uint64_t freed[USERS_CARDS_MAX]; /* cards that the user no longer has */
    size_t freed_count;
    uint64_t gives_up; /* unique fields whose text the user no longer has: bit n for enum user_field n */
};

/* Maps the error of an invalid value: an ID, a name and a password have their own errors. */
int users_value_error(const struct value_row *row, int err);

/* Allocates the state for checking one change at a time. E_NOMEM. */
_must_check_ int users_many_new(struct users_many **ret_many);
struct users_many *users_many_free(struct users_many *many); /* accepts NULL; returns NULL */

/* Checks that `by` may make this change, and what results; `existing` says what to do with an existing user,
 * `must_exist` that none is added. Reads the store and writes nothing; does not check the caller
 * (accounts_check_actor()) nor the capacity (users_many_room()). *reterr names the invalid field of the change, if any:
 * otherwise an error is one of the store. As users_add(), with E_USER_UNKNOWN. */
_must_check_ int users_many_judge(struct core *core, const struct actor *by, const struct user_change *change,
                                  enum bulk_existing existing, bool must_exist, struct users_many *many,
                                  struct users_verdict *ret_verdict, struct users_refusal *reterr);

/* Returns the text of a unique field; "" for other fields. */
static inline const char *users_unique_text(const struct user *user, enum user_field field) {
    const struct value_row *row = &user_rows[field];
    return (row->uses & VALUE_UNIQUE) != 0 ? value_text(row, value_in_const(row, user)) : "";
}

/* Finds the user of a change without a user ID, by a key field: the user with its text, or a new one with the next free
 * ID. *next_id is the next ID to try, initially 0. E_CAPACITY. */
_must_check_ int users_many_find(struct core *core, struct user_change *change, uint32_t *next_id);

/* Like users_many_find(), but adds nobody: E_NOTFOUND. */
_must_check_ int users_many_find_there(struct core *core, struct user_change *change);

/* Finds the one user with the name of a change, in any case and with or without marks; the ID then stands in the change. E_NOTFOUND;
 * E_NAME_SEVERAL. */
_must_check_ int users_many_by_name(struct core *core, struct user_change *change);

/* Lists the users with this text in a key field, at most `max`, once per matching field; and reads whether there is a
 * user with this ID. An error of the store. */
_must_check_ int users_many_by_key(struct core *core, const char *text, uint32_t *ret_ids, size_t max,
                                   size_t *ret_count);
_must_check_ int users_many_exists(struct core *core, uint32_t userid, bool *ret_exists);

/* Writes the last checked change, inside the transaction in which it was checked; with its own audit entry if the user
 * has, or had, a level. */
_must_check_ int users_many_write(struct core *core, const struct actor *by, struct users_many *many);

/* After the commit of a write: data for the sessions of a user who has, or had, a level. */
struct users_end {
    uint32_t userid, valid_from, valid_to;
    bool ends; /* the level changed */
};

/* Returns whether sessions may be affected by the last checked change; updates them. */
bool users_many_follows(const struct users_many *many, struct users_end *ret_follow);
void users_many_follow(struct core *core, const struct users_end *follow);

/* Returns the user as the last checked change would leave it; valid until the next one. */
const struct user *users_many_after(const struct users_many *many);

/* Reads how many users may be added. An error of the store. */
_must_check_ int users_many_room(struct core *core, uint32_t *ret_room);

#endif
