/* The watchdog: a timer in the machine that restarts it unless it is fed. It starts with the first feed. */
#ifndef POSTERN_HAL_WATCHDOG_H
#define POSTERN_HAL_WATCHDOG_H

#include <stdbool.h>

#define HAL_WATCHDOG_MS 60000 /* timeout; shorter if the timer requires it, but at least 10 s */

struct hal_watchdog {
    void *ctx; /* of the backend; passed to every op */
    bool is_fitted; /* constant; if false, the ops are NULL */

    /* Feeds the watchdog. The first call starts the timer; a device that cannot be opened is retried each time. One
     * thread. Returns 0, E_OFFLINE, or E_NOT_ALLOWED. */
    int (*feed)(void *ctx);

    /* Stops the timer if the kernel permits it: for a clean end, after which another process supervises the machine.
     * Without it, the timer keeps running after the process ends. Only in the feeding thread. */
    void (*release)(void *ctx);
};

#endif
