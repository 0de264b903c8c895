/* The simulated world without its socket: commands as on the bench, given by a test at once. */
#ifndef POSTERN_TEST_SIM_WORLD_H
#define POSTERN_TEST_SIM_WORLD_H

#include "hal/hal.h"

/* Carries out a command of a device, {"do":…}. Returns NULL, or the text of the refusal. */
const char *sim_world_do(struct hal *hal, const char *command);

/* Moves the clocks on, and whatever follows happens. */
void sim_world_advance(struct hal *hal, int ms);

/* Sets or clears a fault of a device. */
void sim_world_fault(struct hal *hal, const char *device, const char *kind, bool on);

#endif
