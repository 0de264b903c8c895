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

/* Quota for the entries of one importance; the limit reached first applies. */
struct store_audit_budget {
    int64_t count;  /* rows */
    int64_t octets; /* approximate bytes, including the index */
};

/* Returns the quota of an importance. Above it, a new entry displaces old ones of the same importance only, oldest
 * first; STORE_AUDIT_SPONSOR_SHARE says whose. */
const struct store_audit_budget *store_audit_budget(enum audit_importance importance);

/* Fair shares: a group is a person and the persons whose accounts that person sponsors. A group above 1/16 of the quota
 * displaces its own entries; within the group, a person above 1/64 displaces own entries, otherwise the person with the
 * most loses the oldest. A group below its share displaces entries of the largest group, there those of the person with
 * the most. */
#define STORE_AUDIT_SPONSOR_SHARE 16
#define STORE_AUDIT_PERSON_SHARE 64

/* One row. Texts are borrowed; `before` and `after` may be NULL. */
struct store_audit_row {
    int64_t id; /* ascending; assigned when it is added */
    int64_t time_ms; /* calendar time, milliseconds since 1970 UTC */
    const char *account; /* who made the change */
    const char *peer; /* source address */
    const char *call; /* name of the call */
    const char *object; /* the changed object */
    const char *before; /* JSON text or NULL */
    const char *after; /* JSON text or NULL */
    enum audit_importance importance; /* the quota it counts against */
    uint32_t person; /* userid of the person behind `account`, or its substitute in struct actor */
    uint32_t sponsor; /* userid of the sponsor of that person; the same as `person` without one */
};

/* Adds an entry, inside the caller's transaction if one is open. E_NOSPC, E_IO, E_BUSY. */
_must_check_ int store_audit_add(struct store *store, const struct store_audit_row *row);

/* Reads the position of an entry in its chain. The entries of one importance and person form a chain, in order of id.
 * E_NOTFOUND. */
_must_check_ int store_audit_linked(struct store *store, int64_t id, struct store_linked *ret_linked);

/* Summary of the whole log: SHA-256 of the links of the last entry of each chain, in ascending order. Entries older
 * than the chains do not count. Takes noticeable time: for a worker. */
struct store_audit_head {
    int64_t count; /* entries */
    int64_t last; /* id of the newest entry; 0: none */
    struct chain_link link;
};
_must_check_ int store_audit_head(struct store *store, struct store_audit_head *ret_head);

/* Counts the stored entries. */
_must_check_ int store_audit_count(struct store *store, int64_t *ret_count);

/* Calls `each` for every entry, newest first, at most `limit`; the texts are valid during that call only. A non-zero
 * return of `each` stops the loop and is returned. */
_must_check_ int store_audit_read(struct store *store, unsigned limit,
                                  int (*each)(void *ctx, const struct store_audit_row *row), void *ctx);

#define STORE_AUDIT_TEXT_MAX 3072 /* bytes of `before` and of `after` that are read */

/* Filter of store_audit_find(). A text that is NULL matches all. */
struct store_audit_query {
    int64_t from_ms, to_ms; /* both inclusive */
    const char *account, *call;
    const char *object; /* this object, or one that begins with it followed by a blank or a full stop */
    int importance; /* enum audit_importance; -1: any */
    int64_t before, after; /* ids between these, exclusive; `after` above 0: the oldest of them, else the newest */
    const char *calls; /* JSON array of the calls whose entries may be read; NULL: all */
    int64_t person; /* userid whose entries may be read for any call; -1: none */
    unsigned limit;
};

/* An entry that was found; texts in the arena. */
struct store_audit_found {
    struct store_audit_row row;
    bool cut; /* before and after exceed STORE_AUDIT_TEXT_MAX and are left out */
};

/* Finds entries, newest first with `before`, oldest first with `after`; *ret_count of at most `limit`. E_NOMEM. */
_must_check_ int store_audit_find(struct store *store, const struct store_audit_query *query, struct arena *arena,
                                  struct store_audit_found *ret_rows, size_t *ret_count);

/* Finds the newest entries about the settings of a page ("MachineParam"), at most `limit`; otherwise like
 * store_audit_find(). */
_must_check_ int store_audit_of_page(struct store *store, const char *page, unsigned limit, struct arena *arena,
                                     struct store_audit_found *ret_rows, size_t *ret_count);

#endif
