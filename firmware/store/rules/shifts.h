/* The tables `shift` and `shift_assignment`. */
#ifndef POSTERN_STORE_SHIFTS_H
#define POSTERN_STORE_SHIFTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

/* Reads all; shift n is at index n - 1, and an undefined one has number 0; names go into the arena. `ret_shifts` has
 * room for SHIFT_NUMBER_MAX. E_NOMEM. */
_must_check_ int store_shifts_read(struct store *store, struct arena *arena, struct shift *ret_shifts);

/* Reads one. E_NOTFOUND. */
_must_check_ int store_shifts_get(struct store *store, uint8_t number, struct arena *arena, struct shift *ret_shift);

/* Writes one, new or known, with its revision. Inside a transaction. */
_must_check_ int store_shifts_put(struct store *store, const struct shift *shift);

/* Removes one with its assignments. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_shifts_delete(struct store *store, uint8_t number);

/* How a shift is used. */
struct store_shift_use {
    uint32_t users; /* users with this usual shift */
    uint32_t assigned; /* assignments, except those of former usual shifts */
};

_must_check_ int store_shifts_use(struct store *store, uint8_t number, struct store_shift_use *ret_use);

#define STORE_ASSIGNMENTS_MAX 64 /* of a group */
#define STORE_ASSIGNMENTS_OF_USER_MAX 400 /* a year of days and more */
#define STORE_ROWS_OF_USER_MAX ((size_t)464) /* with former usual shifts */

/* Lists the assignments of a user, including former usual shifts, or of a group if `userid` is 0, by first day; at most
 * `max`. */
_must_check_ int store_assignments_of(struct store *store, uint32_t userid, uint8_t group,
                                      struct shift_assignment *ret_rows, size_t max, size_t *ret_count);

/* Reads one. E_NOTFOUND. */
_must_check_ int store_assignments_get(struct store *store, uint32_t id, struct shift_assignment *ret_row);

/* Adds one under the next number, or writes a known one. Inside a transaction. */
_must_check_ int store_assignments_add(struct store *store, const struct shift_assignment *row, uint32_t *ret_id);
_must_check_ int store_assignments_put(struct store *store, const struct shift_assignment *row);

/* Removes one. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_assignments_delete(struct store *store, uint32_t id);

#endif
