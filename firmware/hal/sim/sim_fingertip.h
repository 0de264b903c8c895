/* A drawn finger and what the simulated sensor sees of it. The seed is the finger; no two presses are alike. Pure. */
#ifndef POSTERN_HAL_SIM_SIM_FINGERTIP_H
#define POSTERN_HAL_SIM_SIM_FINGERTIP_H

#include <stdint.h>

#include "hal/sim/sim_minutiae.h"

#define FINGERTIP_QUALITY_MAX 100

struct fingertip_press {
    struct minutiae seen;
    unsigned quality; /* that the sensor makes out: how clear the picture is, and how much of the finger it shows */
};

/* What press number `press` of finger `seed` looks like. `quality`: 0 (wet, or a corner of it) to 100 (dry and flat). */
void fingertip_press(uint64_t seed, uint64_t press, unsigned quality, struct fingertip_press *ret_press);

#endif
