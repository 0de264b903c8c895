/* The table `audit`. */
#ifndef POSTERN_STORE_AUDIT_H
#define POSTERN_STORE_AUDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/chain.h"
#include "util/err.h"
#include "values.h"

struct arena;
struct store;

/* What rows of one importance may take; whichever ends first. */
struct store_audit_budget {
    int64_t count;  /* rows */
    int64_t octets; /* with their place in the index, about */
};

/* The budget of an importance. Above it a row that is added displaces others of the same importance, the oldest first,
 * and of none other: of whom it displaces them is said at STORE_AUDIT_SPONSOR_SHARE. */
const struct store_audit_budget *store_audit_budget(enum audit_importance importance);

/* Who has had a share of the budget displaces own rows from then on: a person and those for whose accounts the person
 * answers together (they are a group), and within the group each person. Who has had less displaces rows of the group
 * that has most, there those of the person who has most. */
#define STORE_AUDIT_SPONSOR_SHARE 16
#define STORE_AUDIT_PERSON_SHARE 64

/* One row. Texts are borrowed; `before` and `after` may be NULL. */
struct store_audit_row {
    int64_t id; /* number, counting up; given when it is added */
    int64_t time_ms;     /* calendar time, milliseconds since 1970 UTC */
    const char *account; /* who */
    const char *peer;    /* from where */
    const char *call;    /* which call */
    const char *object;  /* what it was done to */
    const char *before;  /* JSON text or NULL */
    const char *after;   /* JSON text or NULL */
    enum audit_importance importance; /* the budget it counts for */
    uint32_t person;     /* userid of the person behind `account`, or what stands for it in struct actor */
    uint32_t sponsor;    /* userid of who answers for that person; the same when nobody does */
};

/* Adds a row, inside the caller's transaction if there is one. Returns 0 or an error of the store (E_NOSPC, E_IO,
 * E_BUSY). */
_must_check_ int store_audit_add(struct store *store, const struct store_audit_row *row);

/* The place of a row in its chain. The rows of one importance and person are a chain, in the order of their numbers.
 * E_NOTFOUND. */
_must_check_ int store_audit_linked(struct store *store, int64_t id, struct store_linked *ret_linked);

/* What all rows come to: the SHA-256 of the links of the last row of each chain, in ascending order; rows from before
 * there were chains do not count. Takes a moment: for a worker. */
struct store_audit_head {
    int64_t count; /* rows */
    int64_t last; /* number of the newest; 0: none */
    struct chain_link link;
};
_must_check_ int store_audit_head(struct store *store, struct store_audit_head *ret_head);

/* Rows kept now, to *ret_count. Returns 0 or an error of the store. */
_must_check_ int store_audit_count(struct store *store, int64_t *ret_count);

/* Calls `each` for every row from the newest on, at most `limit`; the texts live during that call alone. A non-zero
 * return of `each` ends it and is returned. Returns 0 or an error of the store. */
_must_check_ int store_audit_read(struct store *store, unsigned limit,
                                  int (*each)(void *ctx, const struct store_audit_row *row), void *ctx);

#define STORE_AUDIT_TEXT_MAX 3072 /* bytes of what stood before, and after, that is read out */

/* Which rows are asked for. Texts may be NULL: any. */
struct store_audit_query {
    int64_t from_ms, to_ms; /* both included */
    const char *account, *call;
    const char *object; /* it, or what begins with it up to a blank or a point */
    int importance; /* enum audit_importance; -1: any */
    int64_t before, after; /* id between these; `after` above 0: the oldest of them, else the newest */
    const char *calls; /* JSON array of the calls whose rows may be seen; NULL: all rows may */
    int64_t person; /* whose rows may be seen whatever the call; -1: nobody's */
    unsigned limit;
};

/* A row that was found; texts in the arena. */
struct store_audit_found {
    struct store_audit_row row;
    bool cut; /* before and after are longer than STORE_AUDIT_TEXT_MAX and left out */
};

/* Finds rows, from the newest on with `before`, from the oldest on with `after`; *ret_count of at most `limit`. Returns
 * 0, E_NOMEM or an error of the store. */
_must_check_ int store_audit_find(struct store *store, const struct store_audit_query *query, struct arena *arena,
                                  struct store_audit_found *ret_rows, size_t *ret_count);

/* The newest rows about settings of a page ("MachineParam"), at most `limit`, otherwise as above. */
_must_check_ int store_audit_of_page(struct store *store, const char *page, unsigned limit, struct arena *arena,
                                     struct store_audit_found *ret_rows, size_t *ret_count);

#endif
