/* The table `user_photo`: a picture of a user, sealed by who writes it. It goes with its user. */
#ifndef POSTERN_STORE_PHOTO_H
#define POSTERN_STORE_PHOTO_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct arena;
struct store;

#define STORE_PHOTO_MAX 65536 /* bytes of what is sealed */

/* What is sealed, in the arena. E_NOTFOUND, E_NOMEM. */
_must_check_ int store_photo_get(struct store *store, uint32_t userid, struct arena *arena, const uint8_t **ret_sealed,
                                 size_t *ret_len);

/* Writes it in the place of another; inside a transaction, with the user there. E_TOO_LARGE, E_NOSPC, E_IO. */
_must_check_ int store_photo_put(struct store *store, uint32_t userid, const void *sealed, size_t len);

/* Inside a transaction. E_NOTFOUND. */
_must_check_ int store_photo_delete(struct store *store, uint32_t userid);

#endif
