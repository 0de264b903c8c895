/* The clocks of the terminal. The rest of the firmware never asks the operating system for the time, so that tests and
 * the simulator can set it. Both ops may be called from any thread, do not block and cannot fail. */
#ifndef POSTERN_HAL_CLOCK_H
#define POSTERN_HAL_CLOCK_H

#include <stdint.h>

struct hal_clock {
    void *ctx; /* of the backend; handed to every op */

    /* Calendar time in milliseconds since 1970 UTC. May jump in both directions when somebody sets the clock. */
    int64_t (*utc_ms)(void *ctx);

    /* Milliseconds since some moment before start. Never goes back and does not jump when the calendar is set: waits,
     * ages and time-outs are measured with it and nothing else. */
    int64_t (*mono_ms)(void *ctx);
};

#endif
