/* The simulated world without its socket: executes commands of the bench directly. */
#ifndef POSTERN_TEST_SIM_WORLD_H
#define POSTERN_TEST_SIM_WORLD_H

#include "hal/hal.h"

/* Executes a command of a device, {"do":…}. Returns NULL, or an error text. */
const char *sim_world_do(struct hal *hal, const char *command);

/* Advances the clocks, with all consequences. */
void sim_world_advance(struct hal *hal, int ms);

/* Sets or clears a fault of a device. */
void sim_world_fault(struct hal *hal, const char *device, const char *kind, bool on);

#endif
