/* The table `browser`: browsers that have signed in, by account. Only hashes of what they show are kept. */
#ifndef POSTERN_STORE_BROWSER_H
#define POSTERN_STORE_BROWSER_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_BROWSER_NAME_MAX 257 /* bytes of a name, with the NUL: 64 characters */
#define STORE_BROWSER_PEER_MAX 64 /* bytes of a source address, with the NUL */
#define STORE_BROWSER_HASH_LEN 32

struct store_browser {
    uint32_t id; /* never used twice */
    uint32_t userid; /* account that it signed in as; 0: admin */
    char name[STORE_BROWSER_NAME_MAX]; /* what it calls itself; UTF-8, may be "" */
    int64_t made_s; /* first sign-in, since 1970 UTC */
    int64_t used_s; /* last sign-in */
    char peer[STORE_BROWSER_PEER_MAX]; /* source address of that */
};

/* Which browsers: those of an account, or of all. */
#define STORE_BROWSERS_OF_ALL UINT32_MAX

/* Reads up to `max` browsers of an account or of all, last used first, and says how many. */
_must_check_ int store_browsers(struct store *store, uint32_t userid, struct store_browser *ret_browsers, size_t max,
                                size_t *ret_count);

/* Finds a browser by the hash of what it shows, or by its number. E_NOTFOUND. About 5 µs. */
_must_check_ int store_browser_find(struct store *store, const uint8_t hash[STORE_BROWSER_HASH_LEN],
                                    struct store_browser *ret_browser);
_must_check_ int store_browser_get(struct store *store, uint32_t id, struct store_browser *ret_browser);

/* The rest inside a transaction. Adds a browser, whose id is written to *ret_id; of its account the `most` used last
 * stay, and `most_of_all` of all. */
_must_check_ int store_browser_add(struct store *store, const struct store_browser *browser,
                                   const uint8_t hash[STORE_BROWSER_HASH_LEN], unsigned most, unsigned most_of_all,
                                   uint32_t *ret_id);

/* Notes a sign-in: time, source address and name of *browser. E_NOTFOUND. */
_must_check_ int store_browser_used(struct store *store, const struct store_browser *browser);

/* Forgets one (E_NOTFOUND); all of an account but `keep` (0: none); and those last used before a time. */
_must_check_ int store_browser_delete(struct store *store, uint32_t id);
_must_check_ int store_browsers_end(struct store *store, uint32_t userid, uint32_t keep);
_must_check_ int store_browsers_expire(struct store *store, int64_t before_s);

#endif
