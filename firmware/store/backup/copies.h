/* The tables `backup_copies` and `backup_taken`: state of the scheduled backups, and time of the last downloaded
 * backup; at most one row each. */
#ifndef POSTERN_STORE_COPIES_H
#define POSTERN_STORE_COPIES_H

#include <stdint.h>

#include "util/err.h"

struct store;

struct store_copies {
    int64_t day; /* last scheduled day that was handled, in days since 1970; 0: none */
    uint32_t tries; /* consecutive failed attempts at the next copy */
    int error; /* E_* of the last attempt; 0: it succeeded */
    int64_t last_s; /* time of the last copy, seconds since 1970 UTC; 0: none */
    int64_t last_octets; /* its size in bytes */
};

/* Reads the state; all zero when nothing was stored yet. */
_must_check_ int store_copies_get(struct store *store, struct store_copies *ret_copies);

/* Stores the state, in its own transaction when none is open. E_NOSPC, E_IO, E_BUSY. */
_must_check_ int store_copies_put(struct store *store, const struct store_copies *copies);

/* Time of the last complete download of a backup, in seconds since 1970 UTC; 0: never. */
_must_check_ int store_taken_get(struct store *store, int64_t *ret_at_s);

/* Stores that time, as store_copies_put() does. */
_must_check_ int store_taken_put(struct store *store, int64_t at_s);

#endif
