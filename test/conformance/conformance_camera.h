/* What hal/camera.h promises, tried on a driver. A back end passes when every function here does; docs/porting.md tells how a board's
 * driver is run through them. Unity's assertions are the result. */
#ifndef POSTERN_CONFORMANCE_CAMERA_H
#define POSTERN_CONFORMANCE_CAMERA_H

#include <stdbool.h>

#include "hal/camera.h"

struct conformance_camera {
    void *ctx;
    const struct hal_camera *camera;
    void (*connect)(void *ctx, bool on); /* takes the camera away, or brings it back */
};

void conformance_camera_takes_stills(const struct conformance_camera *world);
void conformance_camera_keeps_to_the_room(const struct conformance_camera *world);
void conformance_camera_serves_threads(const struct conformance_camera *world);
void conformance_camera_goes_away(const struct conformance_camera *world);

/* All of them, in this order. */
void conformance_camera(const struct conformance_camera *world);

#endif
