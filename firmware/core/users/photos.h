/* Photos of users. They are made anew when they come in (util/picture.h) and kept encrypted, sealed together with whose
 * they are; they go with their user. */
#ifndef POSTERN_CORE_PHOTOS_H
#define POSTERN_CORE_PHOTOS_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct actor;
struct arena;
struct core;

/* Takes a photo in the place of another, with an audit row without it. Takes up to a second: for a worker.
 * E_USER_UNKNOWN, E_ABOVE_LEVEL, E_SESSION_ENDED; E_UPLOAD_FORMAT: no picture, or damaged; E_UPLOAD_TOO_LARGE; E_NOMEM,
 * E_NOSPC, E_BUSY. */
_must_check_ int photos_put(struct core *core, const struct actor *by, uint32_t userid, const void *picture,
                            size_t len);

/* The JPEG, in the arena. E_USER_UNKNOWN; E_NOTFOUND: there is none; E_CORRUPT: it was sealed for another user, or on
 * another terminal; E_NOMEM. */
_must_check_ int photos_get(struct core *core, uint32_t userid, struct arena *arena, const uint8_t **ret_jpeg,
                            size_t *ret_len);

/* Deletes it, with an audit row. E_USER_UNKNOWN, E_ABOVE_LEVEL, E_SESSION_ENDED, E_NOTFOUND, E_NOSPC, E_BUSY. */
_must_check_ int photos_delete(struct core *core, const struct actor *by, uint32_t userid);

#endif
