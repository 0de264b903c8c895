/* What the simulated thermometer reads. */
#ifndef POSTERN_HAL_SIM_SIM_THERMOMETER_H
#define POSTERN_HAL_SIM_SIM_THERMOMETER_H

#include "hal/sim/sim.h"

/* Of the skin of whoever stands there, in tenths of a degree Celsius; 0: nothing. With the mutex held. */
int sim_thermometer_read(const struct sim *sim);

#endif
