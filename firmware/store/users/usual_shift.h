/* Former usual shifts of a user: rows of `shift_assignment` marked `usual`. */
#ifndef POSTERN_STORE_USERS_USUAL_SHIFT_H
#define POSTERN_STORE_USERS_USUAL_SHIFT_H

#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_USUAL_SHIFTS_MAX 64 /* of a user */

/* Counts the rows of a user, and reads the last day of the newest (yyyymmdd); 0, 0: none. */
_must_check_ int store_usual_shift_last(struct store *store, uint32_t userid, uint32_t *ret_count, uint32_t *ret_to);

/* Adds one. Inside a transaction. */
_must_check_ int store_usual_shift_add(struct store *store, uint32_t userid, uint8_t shift, uint32_t from, uint32_t to);

/* Deletes the oldest row and extends the next one back to its start. Inside a transaction; there must be at least
 * two. */
_must_check_ int store_usual_shift_merge(struct store *store, uint32_t userid);

#endif
