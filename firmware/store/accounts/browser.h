/* The table `browser`: trusted browsers by account. Only hashes of their tokens are stored. */
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
    uint32_t id; /* never reused */
    uint32_t userid; /* account that it signed in as; 0: admin */
    char name[STORE_BROWSER_NAME_MAX]; /* name the browser reports; UTF-8, may be "" */
    int64_t made_s; /* first sign-in, seconds since 1970 UTC */
    int64_t used_s; /* last sign-in */
    char peer[STORE_BROWSER_PEER_MAX]; /* source address of the last sign-in */
};

/* For `userid`: the browsers of all accounts. */
#define STORE_BROWSERS_OF_ALL UINT32_MAX

/* Reads up to `max` browsers of one account or of all, most recently used first; *ret_count is their number. */
_must_check_ int store_browsers(struct store *store, uint32_t userid, struct store_browser *ret_browsers, size_t max,
                                size_t *ret_count);

/* Finds a browser by the hash of its token, or by its ID. E_NOTFOUND. About 5 µs. */
_must_check_ int store_browser_find(struct store *store, const uint8_t hash[STORE_BROWSER_HASH_LEN],
                                    struct store_browser *ret_browser);
_must_check_ int store_browser_get(struct store *store, uint32_t id, struct store_browser *ret_browser);

/* The functions below run inside a transaction.
 *
 * Adds a browser; its id goes to *ret_id. Keeps the `most` most recently used browsers of the account and `most_of_all`
 * of all accounts, and deletes the others. */
_must_check_ int store_browser_add(struct store *store, const struct store_browser *browser,
                                   const uint8_t hash[STORE_BROWSER_HASH_LEN], unsigned most, unsigned most_of_all,
                                   uint32_t *ret_id);

/* Records a sign-in: time, source address and name of *browser. E_NOTFOUND. */
_must_check_ int store_browser_used(struct store *store, const struct store_browser *browser);

/* Deletes one browser (E_NOTFOUND); all of an account except `keep` (0: no exception); those last used before
 * `before_s`. */
_must_check_ int store_browser_delete(struct store *store, uint32_t id);
_must_check_ int store_browsers_end(struct store *store, uint32_t userid, uint32_t keep);
_must_check_ int store_browsers_expire(struct store *store, int64_t before_s);

#endif
