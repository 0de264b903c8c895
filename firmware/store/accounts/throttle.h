/* The table `throttle`: counters of wrong tries by key. */
#ifndef POSTERN_STORE_THROTTLE_H
#define POSTERN_STORE_THROTTLE_H

#include <stdint.h>

#include "util/err.h"

struct store;

struct store_throttle_row {
    const char *key;  /* what is counted: "a:admin", "s:192.0.2.7", "*" */
    uint32_t count;   /* above 0 */
    int64_t time_ms;  /* calendar time of the last try, milliseconds since 1970 UTC; for their order alone */
};

/* Calls `each` for every counter; the key lives during that call alone. A non-zero return of `each` ends it and is
 * returned. */
_must_check_ int store_throttle_each(struct store *store, int (*each)(void *ctx, const struct store_throttle_row *row),
                                     void *ctx);

/* Writes a counter, new or known. Inside a transaction or as one of its own. E_NOSPC, E_IO, E_BUSY. */
_must_check_ int store_throttle_put(struct store *store, const struct store_throttle_row *row);

/* The same, but a count that is higher stays. */
_must_check_ int store_throttle_raise(struct store *store, const struct store_throttle_row *row);

/* Removes a counter if it is there. Inside a transaction or as one of its own. E_NOSPC, E_IO, E_BUSY. */
_must_check_ int store_throttle_remove(struct store *store, const char *key);

#endif
