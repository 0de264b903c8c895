/* The rules about users: who may change whom, what a user may look like, and what a change brings with it (audit row in
 * the same transaction, sessions of the account ended after it). Passwords are hashed here: changes run on a worker. */
#ifndef POSTERN_CORE_USERS_H
#define POSTERN_CORE_USERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/users/users.h"
#include "util/err.h"

struct store_user;
struct arena;
struct core;
struct actor;

#define USERS_NAME_CHARS_MAX 64
#define USERS_LEVEL_MAX 16
#define USERS_GROUP_MAX 16
#define USERS_SHIFT_MAX 64
#define USERS_GROUP_DEFAULT 1
#define USERS_SLICE 50 /* users deleted in one transaction */

enum users_identify_mode { USERS_MODE_DEVICE, USERS_MODE_ANY, USERS_MODE_ALL };

/* Bits of the factors of mode «all», in the order of the contract. */
enum users_factor {
    USERS_FACTOR_CARD = 1 << 0,
    USERS_FACTOR_FINGER = 1 << 1,
    USERS_FACTOR_PASSWORD = 1 << 2,
    USERS_FACTOR_FACE = 1 << 3,
    USERS_FACTOR_IRIS = 1 << 4,
    USERS_FACTOR_ID = 1 << 5,
};
#define USERS_FACTORS_ALL 0x3fu

/* The field a refusal is about. */
enum users_field {
    USERS_FIELD_NONE,
    USERS_FIELD_ID,
    USERS_FIELD_NAME,
    USERS_FIELD_CARD,
    USERS_FIELD_PASSWORD,
    USERS_FIELD_LEVEL,
    USERS_FIELD_GROUP,
    USERS_FIELD_MODE,
    USERS_FIELD_FACTORS,
    USERS_FIELD_SHIFT,
    USERS_FIELD_VALID_FROM,
    USERS_FIELD_VALID_TO,
    USERS_FIELD_REVISION,
    USERS_FIELD_AFTER,
    USERS_FIELD_BEFORE,
};

/* Why something was refused; filled on failure only. */
struct users_refusal {
    enum users_field field;
    unsigned wait_s; /* with E_THROTTLED: seconds to wait */
};

/* A change: only what is marked is changed. Texts are borrowed. */
struct users_change {
    uint32_t id;
    const char *name; /* NULL: not sent */
    const char *password; /* NULL: not sent; "" takes it away; else 4 to 6 digits */
    bool has_card, has_level, has_group, has_mode, has_factors, has_shift, has_valid_from, has_valid_to, has_revision;
    uint64_t card; /* 0 none */
    uint8_t level, group, mode, shift;
    uint32_t factors;
    uint32_t valid_from, valid_to; /* yyyymmdd, 0 none */
    uint32_t revision; /* edit: E_CHANGED_MEANWHILE unless it is the stored one */
};

struct users_saved {
    uint32_t id;
    uint32_t revision;
};

/* One page; `query->today` is filled in here. E_FORMAT names after or before. */
_must_check_ int users_list(struct core *core, const struct store_users_query *query, struct arena *arena,
                            struct store_users_page *ret_page, struct users_refusal *reterr);

/* One user. E_USER_UNKNOWN. */
_must_check_ int users_get(struct core *core, uint32_t id, struct arena *arena, struct store_user *ret_user);

/* How many users and cards there are. An error of the store. */
_must_check_ int users_counts(struct core *core, struct store_users_counts *ret_counts);

/* The defaults of a new user with the ID to offer. E_CAPACITY. */
_must_check_ int users_defaults(struct core *core, struct store_user *ret_user);

/* Adds a user. `again`: if the ID exists, changes only what was sent, like users_edit(). E_USER_ID_EXISTS, E_CARD_EXISTS,
 * E_PASSWORD_EXISTS, E_PASSWORD_RULES, E_RANGE, E_MISSING, E_ABOVE_LEVEL, E_OWN_ACCOUNT, E_OWN_PASSWORD, E_CAPACITY, E_THROTTLED, E_NOSPC, E_BUSY. */
_must_check_ int users_add(struct core *core, const struct actor *by, const struct users_change *change, bool again,
                           struct users_saved *ret_saved, struct users_refusal *reterr);

/* Changes a user. E_USER_UNKNOWN, E_CHANGED_MEANWHILE and those of users_add(). */
_must_check_ int users_edit(struct core *core, const struct actor *by, const struct users_change *change,
                            struct users_saved *ret_saved, struct users_refusal *reterr);

/* Deletes a user. E_USER_UNKNOWN, E_ABOVE_LEVEL, E_OWN_ACCOUNT, E_NOSPC, E_BUSY. */
_must_check_ int users_delete(struct core *core, const struct actor *by, uint32_t id);

/* Deletes several, USERS_SLICE a transaction, each wholly or not at all. Writes to ret_results, which has `count` places, 0 or
 * why not for each ID; an ID given twice has the same result twice. Fails only when not a single one could be tried:
 * then nothing was deleted. */
_must_check_ int users_delete_many(struct core *core, const struct actor *by, const uint32_t *ids, size_t count,
                                   int *ret_results);

#endif
