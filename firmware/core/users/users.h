/* The rules about users: who may change whom, which values are valid, and the consequences of a change (audit entry in
 * the same transaction, sessions of the account ended after it). Passwords are hashed here: changes run on a worker. */
#ifndef POSTERN_CORE_USERS_H
#define POSTERN_CORE_USERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/users/users.h"
#include "util/err.h"

struct arena;
struct core;
struct actor;

#define USERS_SLICE 50 /* users deleted in one transaction */

/* Details of a refusal; filled on failure only. */
struct users_refusal {
    const char *field; /* name of the field in the API, static; NULL: none */
    unsigned wait_s; /* with E_THROTTLED: seconds to wait */
};

struct users_saved {
    uint32_t userid;
    uint32_t revision;
};

/* Reads one page. E_FORMAT names after or before. */
_must_check_ int users_list(struct core *core, const struct user_query *query, struct arena *arena,
                            struct store_users_page *ret_page, struct users_refusal *reterr);

/* Reads one user. E_USER_UNKNOWN. */
_must_check_ int users_get(struct core *core, uint32_t id, struct arena *arena, struct user *ret_user);

/* Counts users and cards. An error of the store. */
_must_check_ int users_counts(struct core *core, struct store_users_counts *ret_counts);

#define USERS_CARDS_MAX 5 /* of one user */

/* Fields of the cards, the first card first. A user has no card behind a field without one. */
extern const enum user_field users_card_fields[USERS_CARDS_MAX];

/* Returns whether a field has a card number. */
bool users_is_card(enum user_field field);

/* Reads the cards of a user, 0 where there is none, and returns their number. */
size_t users_cards(const struct user *user, uint64_t ret_cards[USERS_CARDS_MAX]);

/* Returns the largest card number of so many bytes: 3, 4 or 7. */
uint64_t users_card_max(unsigned card_length);

/* Counts the users with a card of more bytes. An error of the store. */
_must_check_ int users_long_cards(struct core *core, unsigned card_length, uint32_t *ret_count);

/* Returns the defaults of a new user with the ID to offer. E_CAPACITY. */
_must_check_ int users_defaults(struct core *core, struct user *ret_user);

/* Adds a user. Every value is checked against the limits of its field, for every caller. `again`: if the ID exists,
 * changes only what was sent, like users_edit(). E_USER_ID_EXISTS, E_CARD_EXISTS, E_CARD_OWN, E_CARD_TOO_LONG,
 * E_PASSWORD_EXISTS, E_PASSWORD_RULES, E_RANGE, E_MISSING, E_ABOVE_LEVEL, E_OWN_ACCOUNT, E_OWN_PASSWORD, E_CAPACITY, E_THROTTLED, E_NOSPC, E_BUSY. */
_must_check_ int users_add(struct core *core, const struct actor *by, const struct user_change *change, bool again,
                           struct users_saved *ret_saved, struct users_refusal *reterr);

/* Changes a user. E_USER_UNKNOWN, E_CHANGED_MEANWHILE and those of users_add(). */
_must_check_ int users_edit(struct core *core, const struct actor *by, const struct user_change *change,
                            struct users_saved *ret_saved, struct users_refusal *reterr);

/* Deletes a user. E_USER_UNKNOWN, E_ABOVE_LEVEL, E_OWN_ACCOUNT, E_OWN_HOURS, E_NOSPC, E_BUSY. */
_must_check_ int users_delete(struct core *core, const struct actor *by, uint32_t id);

/* Deletes several, USERS_SLICE per transaction, each completely or not at all. Writes to ret_results, which has `count`
 * places, 0 or the error for each ID; a duplicate ID gets the same result. Fails only if not a single one could be
 * tried: then nothing was deleted. */
_must_check_ int users_delete_many(struct core *core, const struct actor *by, const uint32_t *ids, size_t count,
                                   int *ret_results);

/* Finds the user with a card, whichever of the user's it is. E_NOTFOUND. */
_must_check_ int users_by_card(struct core *core, uint64_t card, uint32_t *ret_userid);

/* Checks that `by` may change what a user's hours are computed from (shift, punches, leave, group, validity).
 * E_OWN_HOURS: the user is the caller, or gave the caller's account its password, directly or through other accounts;
 * not checked at level 16, of which there may be only one. 0 for others, and for `userid` 0; an error of the store. */
_must_check_ int users_check_own_hours(struct core *core, const struct actor *by, uint32_t userid);

/* The same for all users of a group: E_OWN_HOURS if one of those persons is in it. */
_must_check_ int users_check_own_group(struct core *core, const struct actor *by, uint8_t group);

/* The same for a test of another room: E_OWN_HOURS if `is_it` returns 1 for one of those persons; 0 if 0 for all; its
 * error. */
typedef int (*users_person_test)(struct core *core, uint32_t userid, const void *ctx);
_must_check_ int users_check_own(struct core *core, const struct actor *by, users_person_test is_it, const void *ctx);

/* Lists the values of a field in order, without "", at most `max`; *ret_more: there are more. E_NOMEM. */
_must_check_ int users_values(struct core *core, enum user_field field, struct arena *arena,
                              struct store_users_value *ret_values, size_t max, size_t *ret_count, bool *ret_more);

#endif
