/* The tables `clock_error` and `clock_right`: which records were made by a wrong clock. */
#ifndef POSTERN_STORE_CLOCK_ERRORS_H
#define POSTERN_STORE_CLOCK_ERRORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_CLOCK_ERRORS_MAX 64 /* the newest are kept */

/* Records made by a wrong clock. */
struct store_clock_error {
    int64_t first, last; /* their numbers, both included; last 0: the clock is still wrong */
    int64_t shift_s; /* what is to be added to their times; 0: unknown */
    bool is_unset; /* the clock had lost its time; otherwise it was wrong and was set right */
};

/* Whether the record with the number `seq` is one of them. */
bool store_clock_error_has(const struct store_clock_error *error, int64_t seq);

/* Reads them, oldest first. */
_must_check_ int store_clock_errors_read(struct store *store,
                                         struct store_clock_error ret_errors[STORE_CLOCK_ERRORS_MAX],
                                         size_t *ret_count);

/* Adds one, or replaces the one with the same first record; the oldest beyond STORE_CLOCK_ERRORS_MAX are deleted, as are those whose
 * records are all gone. Inside a transaction. */
_must_check_ int store_clock_errors_put(struct store *store, const struct store_clock_error *error);

/* Deletes the one with this first record, if there is one. Inside a transaction. */
_must_check_ int store_clock_errors_remove(struct store *store, int64_t first);

/* Deletes all that are over. Inside a transaction. */
_must_check_ int store_clock_errors_clear(struct store *store);

/* Reads and writes the number of the last record at the time when the clock was known to be right; 0: none was. */
_must_check_ int store_clock_right(struct store *store, int64_t *ret_seq);
_must_check_ int store_clock_set_right(struct store *store, int64_t seq);

#endif
