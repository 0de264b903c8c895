/* Who stands before the simulated face module. */
#ifndef POSTERN_HAL_SIM_SIM_FACE_H
#define POSTERN_HAL_SIM_SIM_FACE_H

#include "hal/sim/sim.h"
#include "hal/sim/sim_picture.h"

/* The picture of him; NULL when nobody does. With the mutex held. */
const struct sim_picture *sim_face_seen(const struct sim *sim);

#endif
