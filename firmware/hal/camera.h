/* The camera at the door; for now its light alone. Ops may be called from any thread and return at once. */
#ifndef POSTERN_HAL_CAMERA_H
#define POSTERN_HAL_CAMERA_H

enum hal_camera_light { HAL_CAMERA_LIGHT_AUTO, HAL_CAMERA_LIGHT_ON, HAL_CAMERA_LIGHT_OFF };

struct hal_camera {
    void *ctx; /* of the backend; handed to every op */

    /* Says when the light is on: when it is dark and somebody stands there (auto), whenever somebody stands there, or
     * never. Returns 0, or E_OFFLINE if the camera does not answer. */
    int (*set_light)(void *ctx, enum hal_camera_light light);
};

#endif
