/* Keys of programs: 256 random bits behind `Authorization: Bearer`, with the rights of an admin level. Shown once, kept
 * as keyed hashes. The last use of each is noted in memory and written once a minute. ADR 0016. */
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
#define REST_KEYS_PREFIX "pst_" /* so that a key that was lost is recognised */
#define REST_KEYS_KEY_LEN 47 /* characters of a key: prefix, then 256 bits as base64url */
#define REST_KEYS_WRITE_MS 60000 /* longest time a use is known in memory alone */

/* For core/start: makes and frees the shared state. E_NOMEM. */
_must_check_ int rest_keys_new(struct rest_keys **ret_keys);
void rest_keys_free(struct rest_keys *keys);

/* Finds the key that came off the wire (any bytes, any length), notes its use from where *actor asks and makes it who
 * asks: account "key 7", no user's ID, the key's level. Returns 0, or E_TOKEN_FAILED when REST keys are switched off or
 * nobody has this one; or an error of the store. On the loop: about 10 µs. */
_must_check_ int rest_keys_check(struct core *core, const char *key, size_t len, struct actor *actor);

/* True while the key of `by` works: REST is on, the key is there, and so is the person who made it. */
bool rest_keys_is_valid(struct core *core, const struct actor *by);

/* All keys, oldest first, with their uses up to now. */
_must_check_ int rest_keys_list(struct core *core, struct store_rest_key ret_keys[REST_KEYS_MAX], size_t *ret_count);

/* Makes a key. E_FORBIDDEN: a key asks; E_ABOVE_LEVEL: `level` is above that of who asks; E_SESSION_ENDED: who asks is
 * gone by now; E_USER_NAME_EXISTS; E_CAPACITY; E_IO; an error of the store. */
_must_check_ int rest_keys_add(struct core *core, const struct actor *by, const char *name, unsigned level,
                               uint32_t *ret_id, char ret_key[REST_KEYS_KEY_LEN + 1]);

/* Deletes a key: it stops working at once. E_FORBIDDEN: a key asks; E_NOTFOUND; E_ABOVE_LEVEL: it may more than who
 * asks; E_SESSION_ENDED; an error of the store. */
_must_check_ int rest_keys_delete(struct core *core, const struct actor *by, uint32_t id);

/* For the upkeep: when uses are to be written, on the monotonic clock (INT64_MAX: there are none), and writes them. */
int64_t rest_keys_due_ms(struct core *core);
void rest_keys_write(struct core *core);

#endif
