/* The table `user_photo`: a photo of a user, sealed by its writer. Deleted with its user. */
#ifndef POSTERN_STORE_PHOTO_H
#define POSTERN_STORE_PHOTO_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct arena;
struct store;

#define STORE_PHOTO_MAX 65536 /* bytes of the sealed photo */

/* Reads the sealed photo into the arena. E_NOTFOUND, E_NOMEM. */
_must_check_ int store_photo_get(struct store *store, uint32_t userid, struct arena *arena, const uint8_t **ret_sealed,
                                 size_t *ret_len);

/* Adds or replaces it; inside a transaction; the user must exist. E_TOO_LARGE, E_NOSPC, E_IO. */
_must_check_ int store_photo_put(struct store *store, uint32_t userid, const void *sealed, size_t len);

/* Deletes it. Inside a transaction. E_NOTFOUND. */
_must_check_ int store_photo_delete(struct store *store, uint32_t userid);

#endif
