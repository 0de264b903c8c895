/* List of users by ID for reports, with only the fields that a report needs. */
#ifndef POSTERN_STORE_USERS_ROLL_H
#define POSTERN_STORE_USERS_ROLL_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

struct store_roll_user {
    uint32_t userid;
    const char *username; /* in the arena */
    uint8_t group;
    uint8_t shift;
    uint32_t valid_from, valid_to; /* 0: none */
};

/* Lists users with an ID above `after`, at most `max`: those that match the field values of `asked`; NULL: all. */
_must_check_ int store_users_roll(struct store *store, uint32_t after, const struct report_query *asked,
                                  struct arena *arena, struct store_roll_user *ret_users, size_t max,
                                  size_t *ret_count);

/* Lists the IDs of the same users by name, then by ID, at most `max`. */
_must_check_ int store_users_roll_by_name(struct store *store, const struct report_query *asked, uint32_t *ret_ids,
                                          size_t max, size_t *ret_count);

#endif
