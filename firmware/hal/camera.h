/* The camera at the door; for now its light alone. Ops may be called from any thread and return at once. */
#ifndef POSTERN_HAL_CAMERA_H
#define POSTERN_HAL_CAMERA_H

#include "values.h"

struct hal_camera {
    void *ctx; /* of the backend; handed to every op */

    /* Says when the light is on: when it is dark and somebody stands there (auto), whenever somebody stands there, or
     * never. Returns 0, or E_OFFLINE if the camera does not answer. */
    int (*set_light)(void *ctx, enum camera_light light);
};

#endif
