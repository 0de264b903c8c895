/* A drawn finger as seen by the simulated sensor. The seed identifies the finger; no two presses are alike. Pure. */
#ifndef POSTERN_HAL_SIM_SIM_FINGERTIP_H
#define POSTERN_HAL_SIM_SIM_FINGERTIP_H

#include <stdint.h>

#include "hal/sim/sim_minutiae.h"

#define FINGERTIP_QUALITY_MAX 100

struct fingertip_press {
    struct minutiae seen;
    unsigned quality; /* as the sensor rates it: how clear the picture is, and how much of the finger it shows */
};

/* Draws press number `press` of finger `seed`. `quality`: 0 (wet, or only a corner) to 100 (dry and flat). */
void fingertip_press(uint64_t seed, uint64_t press, unsigned quality, struct fingertip_press *ret_press);

#endif
