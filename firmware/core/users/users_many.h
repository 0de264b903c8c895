/* Users who are changed many at a time (core/bulk): the same rules as one by one, in two steps, so that all of them can be
 * judged before the first is written. No password and nothing else that somebody is recognised by comes this way, but cards. */
#ifndef POSTERN_CORE_USERS_MANY_H
#define POSTERN_CORE_USERS_MANY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/users/users.h"
#include "util/arena.h"
#include "values.h"

struct actor;
struct core;

/* What becomes of one. */
enum users_outcome { USERS_ADDED, USERS_CHANGED, USERS_SAME, USERS_SKIPPED, USERS_OUTCOME_COUNT };

/* A change that was judged; users_many_done() frees it. */
struct users_many;

struct users_verdict {
    enum users_outcome outcome;
    bool raises; /* somebody becomes an administrator, or one of a higher level */
    bool moves_card; /* the user had a card and has it no more */
    bool is_admin; /* the user has a level, or had one */
    uint32_t holder; /* with E_CARD_EXISTS and E_VALUE_EXISTS: who has it */
    uint64_t gives_up; /* unique fields whose text the user has no more: bit n for enum user_field n */
};

/* What a value that does not fit its row is called: an ID, a name and a password have words of their own. */
int users_value_error(const struct value_row *row, int err);

/* Makes room for the judgement of one change at a time. E_NOMEM. */
_must_check_ int users_many_new(struct users_many **ret_many);
struct users_many *users_many_free(struct users_many *many); /* takes NULL; returns NULL */

/* Whether `by` may make this change, and what comes of it; `existing` says what becomes of a user who is there, `must_exist` that
 * nobody is added. Reads the store and writes nothing; who asks is not looked up (accounts_check_actor()), and how many users
 * there may be is not asked (users_many_room()). *reterr names the field of what is wrong with the change, else nothing is:
 * then an error is one of the store. As users_add(), with E_USER_UNKNOWN. */
_must_check_ int users_many_judge(struct core *core, const struct actor *by, const struct user_change *change,
                                  enum bulk_existing existing, bool must_exist, struct users_many *many,
                                  struct users_verdict *ret_verdict, struct users_refusal *reterr);

/* The text of a field that is unique; "" for other fields. */
static inline const char *users_unique_text(const struct user *user, enum user_field field) {
    const struct value_row *row = &user_rows[field];
    return (row->uses & VALUE_UNIQUE) != 0 ? value_text(row, value_in_const(row, user)) : "";
}

/* Finds who a change without a user ID is about, by a field that is a key: the user with its text, or a new one with the
 * next free ID. *next_id is the ID that is tried next, 0 at first. E_CAPACITY. */
_must_check_ int users_many_find(struct core *core, struct user_change *change, uint32_t *next_id);

/* Writes what was judged last, inside a transaction that it was judged in; with an audit row of its own where somebody has,
 * or had, a level. */
_must_check_ int users_many_write(struct core *core, const struct actor *by, struct users_many *many);

/* After the commit of a write: the sessions of whoever has, or had, a level. */
struct users_end {
    uint32_t userid, valid_from, valid_to;
    bool ends; /* the level is another one */
};

/* Whether sessions may have to follow what was judged last. */
bool users_many_follows(const struct users_many *many, struct users_end *ret_follow);
void users_many_follow(struct core *core, const struct users_end *follow);

/* How many users may be added. An error of the store. */
_must_check_ int users_many_room(struct core *core, uint32_t *ret_room);

#endif
