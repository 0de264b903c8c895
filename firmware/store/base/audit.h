/* The table `audit`. */
#ifndef POSTERN_STORE_AUDIT_H
#define POSTERN_STORE_AUDIT_H

#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_AUDIT_ROWS_MAX 100000 /* the oldest rows beyond this are dropped */

/* One row. Texts are borrowed; `before` and `after` may be NULL. */
struct store_audit_row {
    int64_t time_ms;     /* calendar time, milliseconds since 1970 UTC */
    const char *account; /* who */
    const char *peer;    /* from where */
    const char *call;    /* which call */
    const char *object;  /* what it was done to */
    const char *before;  /* JSON text or NULL */
    const char *after;   /* JSON text or NULL */
};

/* Adds a row, inside the caller's transaction if there is one. Returns 0 or an error of the store (E_NOSPC, E_IO,
 * E_BUSY). */
_must_check_ int store_audit_add(struct store *store, const struct store_audit_row *row);

/* Rows kept now, to *ret_count. Returns 0 or an error of the store. */
_must_check_ int store_audit_count(struct store *store, int64_t *ret_count);

/* Calls `each` for every row from the newest on, at most `limit`; the texts live during that call alone. A non-zero
 * return of `each` ends it and is returned. Returns 0 or an error of the store. */
_must_check_ int store_audit_read(struct store *store, unsigned limit,
                                  int (*each)(void *ctx, const struct store_audit_row *row), void *ctx);

#endif
