/* The table `leave`: days of absence. Deleted with its user. */
#ifndef POSTERN_STORE_LEAVE_H
#define POSTERN_STORE_LEAVE_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

#define STORE_LEAVES_MAX 256 /* of one user */

/* Lists the leaves of a user that overlap `first` to `last` (yyyymmdd), in order of entry, notes in the arena; at most
 * `max`. */
_must_check_ int store_leave_of(struct store *store, uint32_t userid, uint32_t first, uint32_t last,
                                struct arena *arena, struct leave *ret_leaves, size_t max, size_t *ret_count);

/* Counts the leaves of a user. */
_must_check_ int store_leave_count(struct store *store, uint32_t userid, uint32_t *ret_count);

/* Reads one. E_NOTFOUND. */
_must_check_ int store_leave_get(struct store *store, uint32_t id, struct arena *arena, struct leave *ret_leave);

/* Adds one under the next number. Inside a transaction. */
_must_check_ int store_leave_add(struct store *store, const struct leave *leave, uint32_t *ret_id);

/* Removes one. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_leave_delete(struct store *store, uint32_t id);

#endif
