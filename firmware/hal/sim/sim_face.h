/* The person in front of the simulated face module. */
#ifndef POSTERN_HAL_SIM_SIM_FACE_H
#define POSTERN_HAL_SIM_SIM_FACE_H

#include "hal/sim/sim.h"
#include "hal/sim/sim_picture.h"

/* Returns the picture; NULL when nobody is there. The caller holds the mutex. */
const struct sim_picture *sim_face_seen(const struct sim *sim);

#endif
