/* The table `user`: rows, look-ups, pages. Enforces only what keeps the table consistent: unique IDs, cards and PIN
 * keys, the folded name beside the name, the index of name parts. */
#ifndef POSTERN_STORE_USERS_H
#define POSTERN_STORE_USERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

#define STORE_PIN_KEY_LEN 32 /* bytes of the keyed hash of a PIN */
#define STORE_PASSWORD_HASH_MAX 160 /* bytes of a password hash as text, with its NUL */
#define STORE_COUNT_MAX 10000 /* counting and row numbering stop here */

/* A password as it is stored. Empty hash: none. */
struct store_password {
    char hash[STORE_PASSWORD_HASH_MAX]; /* argon2id text */
    bool identifies; /* the PIN alone identifies the user; only with level 0 */
    uint8_t pin_key[STORE_PIN_KEY_LEN]; /* keyed hash of that PIN, for uniqueness and the keypad */
    bool console; /* meets the password rules of the console */
};

/* Reads one user. Texts go into the arena. E_NOTFOUND. */
_must_check_ int store_users_get(struct store *store, uint32_t id, struct arena *arena, struct user *ret_user);

/* Reads the user's password hash (not the PIN key), "" if there is none; and whether the PIN alone identifies the user.
 * E_NOTFOUND. */
_must_check_ int store_users_password(struct store *store, uint32_t id, char ret_hash[STORE_PASSWORD_HASH_MAX],
                                      bool *ret_identifies);

/* Reads the ID of the user who sponsors this account, and of the one who set its password; 0: none. E_NOTFOUND. */
_must_check_ int store_users_sponsor(struct store *store, uint32_t id, uint32_t *ret_sponsor);
_must_check_ int store_users_maker(struct store *store, uint32_t id, uint32_t *ret_maker);

/* Sets both. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_users_set_sponsor(struct store *store, uint32_t id, uint32_t sponsor, uint32_t maker);

/* Finds the user with this card (not 0; any of the user's) or PIN key. E_NOTFOUND. */
_must_check_ int store_users_by_card(struct store *store, uint64_t card, uint32_t *ret_id);
_must_check_ int store_users_by_pin(struct store *store, const uint8_t pin_key[STORE_PIN_KEY_LEN], uint32_t *ret_id);

/* Finds the user with this text, not "", in a unique field. E_NOTFOUND. */
_must_check_ int store_users_by_text(struct store *store, enum user_field field, const char *text, uint32_t *ret_id);

/* Lists users whose folded name is this, not "", at most `max`. */
_must_check_ int store_users_by_name(struct store *store, const char *folded, uint32_t *ret_ids, size_t max,
                                     size_t *ret_count);

/* A value of a field, and the number of users with it. */
struct store_users_value {
    const char *value; /* in the arena */
    uint32_t users;
};

/* Lists the values of a field in order, without "", at most `max`; *ret_more: there are more. E_NOMEM. */
_must_check_ int store_users_values(struct store *store, enum user_field field, struct arena *arena,
                                    struct store_users_value *ret_values, size_t max, size_t *ret_count,
                                    bool *ret_more);

/* Inside a transaction. `password` NULL: add stores none, update keeps the present one. Ignores `user->has_password`,
 * `password_console` and (for add) `revision`. Update writes all columns, increments the revision and returns the new
 * one. A level above 0 deletes the PIN key, which does not come back with level 0. E_USER_ID_EXISTS, E_CARD_EXISTS,
 * E_VALUE_EXISTS, E_PASSWORD_EXISTS, E_NOTFOUND, E_NOSPC; the caller must then abort the transaction. */
_must_check_ int store_users_add(struct store *store, const struct user *user, const struct store_password *password);
_must_check_ int store_users_update(struct store *store, const struct user *user, const struct store_password *password,
                                    uint32_t *ret_revision);

/* Replaces only the password (EditPwd); `password->hash` "" deletes it. Increments the revision. Inside a
 * transaction. */
_must_check_ int store_users_set_password(struct store *store, uint32_t id, const struct store_password *password);

/* Deletes a user. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_users_delete(struct store *store, uint32_t id);

/* Bits of User.enrolled. */
#define USERS_FINGER_BITS 0x3ffU
#define USERS_FACE_BIT 0x400U
#define USERS_IRIS_BITS 0x1800U
#define USERS_PHOTO_BIT 0x2000U

/* Counts kept by triggers: one look-up. */
struct store_users_counts {
    uint32_t users, cards, passwords, admins; /* all; with a card; with a password; with level 1 to 16 */
    uint32_t fingers, faces, irises; /* templates of all users together */
    uint64_t generation; /* changes with every change of the table */
};
_must_check_ int store_users_counts(struct store *store, struct store_users_counts *ret_counts);

/* Counts the users with a card number above `card`. */
_must_check_ int store_users_cards_above(struct store *store, uint64_t card, uint32_t *ret_count);

/* Finds the ID to offer for a new user: one more than the highest that a user has or a record names. When that is taken, and
 * for `from` above 0, the lowest one from `from` on that nobody has; one that records name only when there is no other.
 * E_CAPACITY: all are taken. */
_must_check_ int store_users_next_id(struct store *store, uint32_t from, uint32_t *ret_id);

struct store_users_page {
    struct user *users; /* in the arena, in list order */
    size_t count;
    uint32_t total; /* matching users, at most STORE_COUNT_MAX while any filter or search is set */
    bool total_is_more; /* more than `total` match */
    uint32_t position; /* number of the first row, from 1; 0 when the page is empty or beyond the counting limit */
    const char *next; /* cursor for `after` of the next page, "" on the last; in the arena */
    const char *previous; /* cursor for `before` of the previous page, "" on the first; in the arena */
};

/* Reads a page. `query->expiry` is compared with `today` (yyyymmdd, local). A blank search is none; digits match the
 * prefix of an ID, a whole card, or part of a name; anything else is words, each of which is part of the name, in any
 * order (from the eighth on, the rest is one phrase). Sorting by name is by the folded name, then by the ID. At most
 * one of `after`, `before`, `from` and `last` is given. Never reads the whole table: rows come from an index in list
 * order, from a bounded set that is sorted, or from the index of name parts. One read transaction, so the counts match
 * the rows. E_FORMAT: a cursor that is not ours or of another sort, or `from` is no ID in a list by ID. E_NOMEM. */
_must_check_ int store_users_page(struct store *store, const struct user_query *query, uint32_t today,
                                  struct arena *arena, struct store_users_page *ret_page);

#endif
