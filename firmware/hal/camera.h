/* The camera at the door: its light, and stills. Ops may be called from any thread and return at once. */
#ifndef POSTERN_HAL_CAMERA_H
#define POSTERN_HAL_CAMERA_H

#include <stddef.h>

#include "values.h"

#define HAL_CAMERA_STILL_MAX ((size_t)1024 * 1024) /* bytes of a still */

struct hal_camera {
    void *ctx; /* of the backend; handed to every op */

    /* Says when the light is on: when it is dark and somebody stands there (auto), whenever somebody stands there, or
     * never. Returns 0, or E_OFFLINE if the camera does not answer. */
    int (*set_light)(void *ctx, enum camera_light light);

    /* Writes what it sees now to `buf` as a JPEG; HAL_CAMERA_STILL_MAX bytes always suffice. 0 with *ret_len,
     * E_BUSY: it is being taken, ask again; E_OFFLINE, E_NOMEM, or E_TOO_LARGE: it needs more than `max`. What comes may
     * be anything: the camera's line is not trusted. */
    int (*still)(void *ctx, void *buf, size_t max, size_t *ret_len);
};

#endif
