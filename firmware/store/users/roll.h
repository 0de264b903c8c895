/* A roll of users by ID: of each what a report needs. */
#ifndef POSTERN_STORE_USERS_ROLL_H
#define POSTERN_STORE_USERS_ROLL_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct arena;
struct store;

#define STORE_ROLL_ANY (-1)

struct store_roll_user {
    uint32_t userid;
    const char *username; /* in the arena */
    uint8_t group;
    uint8_t shift;
    uint32_t valid_from, valid_to; /* 0: none */
};

/* Users with an ID above `after`, of a group or STORE_ROLL_ANY, at most `max`. */
_must_check_ int store_users_roll(struct store *store, uint32_t after, int group, struct arena *arena,
                                  struct store_roll_user *ret_users, size_t max, size_t *ret_count);

#endif
