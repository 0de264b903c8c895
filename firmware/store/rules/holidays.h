/* The table `holiday`. */
#ifndef POSTERN_STORE_HOLIDAYS_H
#define POSTERN_STORE_HOLIDAYS_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

/* Reads all, ordered by number; texts go into the arena. `ret_holidays` has room for HOLIDAY_NUMBER_MAX. E_NOMEM. */
_must_check_ int store_holidays_list(struct store *store, struct arena *arena, struct holiday *ret_holidays,
                                     size_t *ret_count);

/* Reads one. E_NOTFOUND. */
_must_check_ int store_holidays_get(struct store *store, uint8_t number, struct arena *arena,
                                    struct holiday *ret_holiday);

/* Writes one, new or known, with its revision. Inside a transaction. */
_must_check_ int store_holidays_put(struct store *store, const struct holiday *holiday);

/* Removes one. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_holidays_delete(struct store *store, uint8_t number);

#endif
