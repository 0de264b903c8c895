/* API keys of programs: 256 random bits after `Authorization: Bearer`, with the permissions of an admin level. Shown
 * once, stored as keyed hashes. The last use of each is noted in memory and written once a minute. ADR 0016. */
#ifndef POSTERN_CORE_REST_KEYS_H
#define POSTERN_CORE_REST_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/accounts/rest_key.h"
#include "util/err.h"

struct core;
struct rest_keys;
struct actor;

#define REST_KEYS_MAX 32
#define REST_KEYS_PREFIX "pst_" /* so that a leaked key is recognized */
#define REST_KEYS_KEY_LEN 47 /* characters of a key: prefix, then 256 bits as base64url */
#define REST_KEYS_WRITE_MS 60000 /* longest time that a use is only in memory */

/* For core/start: creates and frees the shared state. E_NOMEM. */
_must_check_ int rest_keys_new(struct rest_keys **ret_keys);
void rest_keys_free(struct rest_keys *keys);

/* Finds a key as received (any bytes, any length), notes its use from the address of *actor and fills *actor: account
 * "key 7", no user ID, the key's level. Returns 0, or E_TOKEN_FAILED when REST keys are switched off or the key is
 * unknown; or an error of the store. On the loop: about 10 µs. */
_must_check_ int rest_keys_check(struct core *core, const char *key, size_t len, struct actor *actor);

/* Returns whether the key of `by` is valid: REST is on, the key exists, and so does the person who created it. */
bool rest_keys_is_valid(struct core *core, const struct actor *by);

/* Lists all keys, oldest first, with their uses so far. */
_must_check_ int rest_keys_list(struct core *core, struct store_rest_key ret_keys[REST_KEYS_MAX], size_t *ret_count);

/* Creates a key. E_FORBIDDEN: the caller is a key; E_ABOVE_LEVEL: `level` exceeds that of the caller; E_SESSION_ENDED:
 * the caller no longer exists; E_USER_NAME_EXISTS; E_CAPACITY; E_IO; an error of the store. */
_must_check_ int rest_keys_add(struct core *core, const struct actor *by, const char *name, unsigned level,
                               uint32_t *ret_id, char ret_key[REST_KEYS_KEY_LEN + 1]);

/* Deletes a key: it becomes invalid at once. E_FORBIDDEN: the caller is a key; E_NOTFOUND; E_ABOVE_LEVEL: its level
 * exceeds the caller's; E_SESSION_ENDED; an error of the store. */
_must_check_ int rest_keys_delete(struct core *core, const struct actor *by, uint32_t id);

/* For the upkeep: when uses must be written, on the monotonic clock (INT64_MAX: none), and writes them. */
int64_t rest_keys_due_ms(struct core *core);
void rest_keys_write(struct core *core);

#endif
