/* The clocks of the terminal. The rest of the firmware never reads the time from the operating system, so that tests
 * and the simulator can set it. All ops may be called from any thread and do not block. */
#ifndef POSTERN_HAL_CLOCK_H
#define POSTERN_HAL_CLOCK_H

#include <stdint.h>

/* Maximum rate of slew(): 500 µs per second, as adjtime() of Unix kernels. */
#define HAL_CLOCK_SLEW_PPM 500

#define HAL_TIME_SERVICE_MAX 32 /* bytes of what time_service() writes, with the NUL */

struct hal_clock {
    void *ctx; /* of the backend; passed to every op */

    /* Calendar time in milliseconds since 1970 UTC. May jump in both directions when the clock is set. Cannot fail. */
    int64_t (*utc_ms)(void *ctx);

    /* Milliseconds since an arbitrary moment before start. Never goes back and does not jump when the calendar is set:
     * all waits, ages and timeouts use it. Cannot fail. */
    int64_t (*mono_ms)(void *ctx);

    /* Sets the calendar, also in the real-time clock chip; ends a slew in progress. Returns 0, E_OFFLINE when the chip
     * does not respond, or E_NOT_ALLOWED when the process lacks the permission: then nothing changes. */
    int (*set)(void *ctx, int64_t utc_ms);

    /* Moves the calendar by `ms` (either sign) without a jump and without going back, at most at HAL_CLOCK_SLEW_PPM.
     * Replaces a slew in progress. Returns as set() does. */
    int (*slew)(void *ctx, int32_t ms);

    /* Formats the URL for querying the time server at an address (host order): "udp://192.0.2.7:123". Returns 0, or
     * E_OFFLINE without a route. */
    int (*time_service)(void *ctx, uint32_t address, char ret_url[HAL_TIME_SERVICE_MAX]);
};

#endif
