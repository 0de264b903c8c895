/* How long the terminal takes from a credential to the command for the relay, and to the answer for the person: taken in
 * the process, between ops of the devices, so that no socket and no client counts. Nothing of it exists on a board. */
#ifndef POSTERN_HAL_SIM_SIM_STOPWATCH_H
#define POSTERN_HAL_SIM_SIM_STOPWATCH_H

#include "hal/sim/sim.h"

/* Real monotonic time in nanoseconds, which no command moves. With or without the mutex. */
int64_t sim_real_ns(void);

/* An event was put at this place of the queue; it was a credential and was taken from there; whoever took it waits for
 * the next, so that what the relay does from now on is not because of it. With the mutex held. */
void sim_stopwatch_came(struct sim *sim, unsigned place);
void sim_stopwatch_taken(struct sim *sim, unsigned place);
void sim_stopwatch_ends(struct sim *sim);

/* The terminal gave the relay the command to let in, or the display the answer, at `now_ns`. With the mutex held. */
void sim_stopwatch_relay(struct sim *sim, int64_t now_ns);
void sim_stopwatch_told(struct sim *sim, int64_t now_ns);

#endif
