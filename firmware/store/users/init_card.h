/* The table `init_card`: the initial administrator's card; at most one. */
#ifndef POSTERN_STORE_INIT_CARD_H
#define POSTERN_STORE_INIT_CARD_H

#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_INIT_CARD_HASH_LEN 32 /* bytes of the keyed hash of a card's number */

struct store_init_card {
    uint8_t hash[STORE_INIT_CARD_HASH_LEN];
    uint32_t userid; /* user ID it belongs to; 0: none */
    int64_t written_s; /* seconds since 1970 UTC */
};

/* Reads it. E_NOTFOUND: there is none. */
_must_check_ int store_init_card_get(struct store *store, struct store_init_card *ret_card);

/* Replaces or deletes it. Inside a transaction. E_NOSPC, E_IO. */
_must_check_ int store_init_card_put(struct store *store, const struct store_init_card *card);
_must_check_ int store_init_card_clear(struct store *store);

#endif
