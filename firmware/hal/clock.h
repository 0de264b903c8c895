/* The clocks of the terminal. The rest of the firmware never asks the operating system for the time, so that tests and
 * the simulator can set it. All ops may be called from any thread and do not block. */
#ifndef POSTERN_HAL_CLOCK_H
#define POSTERN_HAL_CLOCK_H

#include <stdint.h>

/* Fastest that slew() moves the calendar: 500 µs in each second, as the adjtime() of Unix kernels does. */
#define HAL_CLOCK_SLEW_PPM 500

#define HAL_TIME_SERVICE_MAX 32 /* bytes of what time_service() writes, with the NUL */

struct hal_clock {
    void *ctx; /* of the backend; handed to every op */

    /* Calendar time in milliseconds since 1970 UTC. May jump in both directions when somebody sets the clock. Cannot
     * fail. */
    int64_t (*utc_ms)(void *ctx);

    /* Milliseconds since some moment before start. Never goes back and does not jump when the calendar is set: waits,
     * ages and time-outs are measured with it and nothing else. Cannot fail. */
    int64_t (*mono_ms)(void *ctx);

    /* Sets the calendar, also in the chip that keeps it without power; ends a slew under way. Returns 0, E_OFFLINE
     * when the chip does not answer, or E_NOT_ALLOWED when the process may not set it: nothing is changed then. */
    int (*set)(void *ctx, int64_t utc_ms);

    /* Moves the calendar by `ms` (either sign) without a jump and without ever going back, no faster than
     * HAL_CLOCK_SLEW_PPM. Takes the place of a slew under way. Returns as set() does. */
    int (*slew)(void *ctx, int32_t ms);

    /* Where the time service of an address (host order) is asked: writes "udp://192.0.2.7:123". Returns 0, or E_OFFLINE
     * when there is no way out. */
    int (*time_service)(void *ctx, uint32_t address, char ret_url[HAL_TIME_SERVICE_MAX]);
};

#endif
