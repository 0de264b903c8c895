/* The simulated thermometer. */
#ifndef POSTERN_HAL_SIM_SIM_THERMOMETER_H
#define POSTERN_HAL_SIM_SIM_THERMOMETER_H

#include "hal/sim/sim.h"

/* Returns the skin temperature of the person present, in tenths of a degree Celsius; 0: nobody. The caller holds the
 * mutex. */
int sim_thermometer_read(const struct sim *sim);

#endif
