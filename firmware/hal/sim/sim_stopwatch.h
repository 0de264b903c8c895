/* Measures the time from a credential to the relay command, and to the answer on the display: within the process,
 * between ops of the devices, without the time of socket and client. Does not exist on a board. */
#ifndef POSTERN_HAL_SIM_SIM_STOPWATCH_H
#define POSTERN_HAL_SIM_SIM_STOPWATCH_H

#include "hal/sim/sim.h"

/* Returns the real monotonic time in nanoseconds, unaffected by commands. With or without the mutex. */
int64_t sim_real_ns(void);

/* An event was queued at `place`; the credential at `place` was taken; its reader waits for the next event, so that the
 * relay's further commands are not caused by it. The caller holds the mutex. */
void sim_stopwatch_came(struct sim *sim, unsigned place);
void sim_stopwatch_taken(struct sim *sim, unsigned place);
void sim_stopwatch_ends(struct sim *sim);

/* The terminal told the relay to open, or the display to show the answer, at `now_ns`. The caller holds the mutex. */
void sim_stopwatch_relay(struct sim *sim, int64_t now_ns);
void sim_stopwatch_told(struct sim *sim, int64_t now_ns);

#endif
