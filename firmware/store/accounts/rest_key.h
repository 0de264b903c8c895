/* The table `rest_key`: API keys of programs. Only their hashes are stored. */
#ifndef POSTERN_STORE_REST_KEY_H
#define POSTERN_STORE_REST_KEY_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_REST_KEY_NAME_MAX 129 /* bytes of a name, with the NUL: 32 characters */
#define STORE_REST_KEY_HINT_MAX 9 /* bytes of the visible characters, with the NUL */
#define STORE_REST_KEY_PEER_MAX 64  /* bytes of a source address, with the NUL */
#define STORE_REST_KEY_HASH_LEN 32

struct store_rest_key {
    uint32_t id; /* never reused */
    char name[STORE_REST_KEY_NAME_MAX];
    uint8_t level;
    uint32_t maker; /* user who created it; 0: admin */
    char hint[STORE_REST_KEY_HINT_MAX];
    int64_t created_s; /* since 1970 UTC */
    int64_t used_s;    /* 0: never */
    char used_peer[STORE_REST_KEY_PEER_MAX];
};

/* Reads up to `max` keys, oldest first; *ret_count is their number. */
_must_check_ int store_rest_keys(struct store *store, struct store_rest_key *ret_keys, size_t max, size_t *ret_count);

/* Finds a key by its hash, or by its ID. E_NOTFOUND. About 5 µs. */
_must_check_ int store_rest_key_find(struct store *store, const uint8_t hash[STORE_REST_KEY_HASH_LEN],
                                     struct store_rest_key *ret_key);
_must_check_ int store_rest_key_get(struct store *store, uint32_t id, struct store_rest_key *ret_key);

/* Adds a key; its id is written to *ret_id. Inside a transaction. E_EXISTS: the name is taken. */
_must_check_ int store_rest_key_add(struct store *store, const struct store_rest_key *key,
                                    const uint8_t hash[STORE_REST_KEY_HASH_LEN], uint32_t *ret_id);

/* Deletes it. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_rest_key_delete(struct store *store, uint32_t id);

/* Records a use. Inside a transaction. Does nothing when the key no longer exists. */
_must_check_ int store_rest_key_used(struct store *store, uint32_t id, int64_t used_s, const char *peer);

#endif
