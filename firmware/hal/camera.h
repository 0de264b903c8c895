/* The camera at the door: its light, and stills. Ops may be called from any thread and return at once. */
#ifndef POSTERN_HAL_CAMERA_H
#define POSTERN_HAL_CAMERA_H

#include <stddef.h>

#include "values.h"

#define HAL_CAMERA_STILL_MAX ((size_t)1024 * 1024) /* bytes of a still */

struct hal_camera {
    void *ctx; /* of the backend; passed to every op */

    /* Sets when the light is on: in the dark when somebody is present (auto), whenever somebody is present, or never.
     * Returns 0, or E_OFFLINE if the camera does not respond. */
    int (*set_light)(void *ctx, enum camera_light light);

    /* Writes a still as JPEG to `buf`; HAL_CAMERA_STILL_MAX bytes always suffice. 0 with *ret_len; E_BUSY: still in
     * progress, call again; E_OFFLINE; E_NOMEM; E_TOO_LARGE: it needs more than `max`. The data may be anything: the
     * camera's line is not trusted. */
    int (*still)(void *ctx, void *buf, size_t max, size_t *ret_len);
};

#endif
