/* The tables `backup_copies` and `backup_taken`: how the copies by plan stand, and when a backup was downloaded; one
 * row at most each. */
#ifndef POSTERN_STORE_COPIES_H
#define POSTERN_STORE_COPIES_H

#include <stdint.h>

#include "util/err.h"

struct store;

struct store_copies {
    int64_t day; /* of the plan that was seen to last, in days since 1970; 0: none */
    uint32_t tries; /* in a row that failed for the next one */
    int error; /* E_* of the last try; 0: it did not fail */
    int64_t last_s; /* when the last copy was made, seconds since 1970 UTC; 0: none */
    int64_t last_octets; /* its size */
};

/* Zero in all of it where nothing was ever kept. */
_must_check_ int store_copies_get(struct store *store, struct store_copies *ret_copies);

/* Keeps it, in a transaction of its own when none is open. E_NOSPC, E_IO, E_BUSY. */
_must_check_ int store_copies_put(struct store *store, const struct store_copies *copies);

/* When a backup was last downloaded whole, in seconds since 1970 UTC; 0: never. */
_must_check_ int store_taken_get(struct store *store, int64_t *ret_at_s);

/* Keeps it, as store_copies_put(). */
_must_check_ int store_taken_put(struct store *store, int64_t at_s);

#endif
