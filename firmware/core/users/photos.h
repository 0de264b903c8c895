/* Photos of users. They are made again when they come in (picture/picture.h) and kept encrypted, sealed together with whose
 * they are; they go with their user. */
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

/* Takes a photo in the place of another, with an audit row without it. Takes up to a second: for a worker.
 * E_USER_UNKNOWN, E_ABOVE_LEVEL, E_SESSION_ENDED; E_UPLOAD_FORMAT: no picture, or damaged; E_UPLOAD_TOO_LARGE; E_NOMEM,
 * E_NOSPC, E_BUSY. */
_must_check_ int photos_put(struct core *core, const struct actor *by, uint32_t userid, const void *picture,
                            size_t len);

/* The two halves of it, for who writes many (core/bulk): makes what is kept of a picture, in the place of what the buffer has;
 * E_UPLOAD_FORMAT, E_UPLOAD_TOO_LARGE, E_NOMEM, E_IO. And writes it, inside a transaction in which the user is there and `by` was
 * asked whether he may; with an audit row if it `notes`. An error of the store. */
_must_check_ int photos_make(struct core *core, uint32_t userid, const void *picture, size_t len,
                             struct buf *ret_sealed);
_must_check_ int photos_write(struct core *core, const struct actor *by, uint32_t userid, const struct buf *sealed,
                              bool notes);

/* The JPEG, in the arena. E_USER_UNKNOWN; E_NOTFOUND: there is none; E_CORRUPT: it was sealed for another user, or on
 * another terminal; E_NOMEM. */
_must_check_ int photos_get(struct core *core, uint32_t userid, struct arena *arena, const uint8_t **ret_jpeg,
                            size_t *ret_len);

/* Deletes it, with an audit row. E_USER_UNKNOWN, E_ABOVE_LEVEL, E_SESSION_ENDED, E_NOTFOUND, E_NOSPC, E_BUSY. */
_must_check_ int photos_delete(struct core *core, const struct actor *by, uint32_t userid);

#endif
