/* Photos of users. They are re-encoded on upload (picture/picture.h) and stored encrypted, sealed together with their
 * user's ID; they are deleted with their user. */
#ifndef POSTERN_CORE_PHOTOS_H
#define POSTERN_CORE_PHOTOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct actor;
struct arena;
struct buf;
struct core;

/* Adds or replaces a photo, with an audit entry without it. Takes up to a second: for a worker. E_USER_UNKNOWN,
 * E_ABOVE_LEVEL, E_SESSION_ENDED; E_UPLOAD_FORMAT: not a picture, or damaged; E_UPLOAD_TOO_LARGE; E_NOMEM, E_NOSPC,
 * E_BUSY. */
_must_check_ int photos_put(struct core *core, const struct actor *by, uint32_t userid, const void *picture,
                            size_t len);

/* The two halves of it, for bulk changes (core/bulk): the first converts a picture to its stored form, replacing the
 * buffer's content; E_UPLOAD_FORMAT, E_UPLOAD_TOO_LARGE, E_NOMEM, E_IO. The second writes it, inside a transaction in
 * which the user exists and the permission of `by` was checked; `notes`: with an audit entry. An error of the store. */
_must_check_ int photos_make(struct core *core, uint32_t userid, const void *picture, size_t len,
                             struct buf *ret_sealed);
_must_check_ int photos_write(struct core *core, const struct actor *by, uint32_t userid, const struct buf *sealed,
                              bool notes);

/* Reads the JPEG into the arena. E_USER_UNKNOWN; E_NOTFOUND: there is none; E_CORRUPT: it was sealed for another user,
 * or on another terminal; E_NOMEM. */
_must_check_ int photos_get(struct core *core, uint32_t userid, struct arena *arena, const uint8_t **ret_jpeg,
                            size_t *ret_len);

/* Deletes it, with an audit entry. E_USER_UNKNOWN, E_ABOVE_LEVEL, E_SESSION_ENDED, E_NOTFOUND, E_NOSPC, E_BUSY. */
_must_check_ int photos_delete(struct core *core, const struct actor *by, uint32_t userid);

#endif
