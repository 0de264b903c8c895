/* The table `throttle`: counters of failed attempts by key. */
#ifndef POSTERN_STORE_THROTTLE_H
#define POSTERN_STORE_THROTTLE_H

#include <stdint.h>

#include "util/err.h"

struct store;

struct store_throttle_row {
    const char *key;  /* what is counted: "a:admin", "s:192.0.2.7", "*" */
    uint32_t count;   /* above 0 */
    /* calendar time of the last attempt, milliseconds since 1970 UTC; used only to order the counters */
    int64_t time_ms;
};

/* Calls `each` for every counter; the key is valid during that call only. A non-zero return of `each` stops the loop
 * and is returned. */
_must_check_ int store_throttle_each(struct store *store, int (*each)(void *ctx, const struct store_throttle_row *row),
                                     void *ctx);

/* Adds or replaces a counter. Joins the open transaction or runs in its own. E_NOSPC, E_IO, E_BUSY. */
_must_check_ int store_throttle_put(struct store *store, const struct store_throttle_row *row);

/* Like store_throttle_put(), but never lowers a count. */
_must_check_ int store_throttle_raise(struct store *store, const struct store_throttle_row *row);

/* Removes a counter if it exists. Joins the open transaction or runs in its own. E_NOSPC, E_IO, E_BUSY. */
_must_check_ int store_throttle_remove(struct store *store, const char *key);

#endif
