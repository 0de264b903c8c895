/* The watchdog: a timer in the machine that restarts it unless it is fed. It runs from the first time it is fed. */
#ifndef POSTERN_HAL_WATCHDOG_H
#define POSTERN_HAL_WATCHDOG_H

#include <stdbool.h>

#define HAL_WATCHDOG_MS 60000 /* it waits so long, or less where the timer cannot: never less than 10 s */

struct hal_watchdog {
    void *ctx; /* of the backend; handed to every op */
    bool is_fitted; /* constant; without one the ops are NULL */

    /* Says that all is well. The first time it starts the timer; a device that cannot be opened is tried again each
     * time. One thread. Returns 0, E_OFFLINE, or E_NOT_ALLOWED. */
    int (*feed)(void *ctx);

    /* Ends the watch, where the kernel lets it: for an end in order, after which somebody else looks after the machine. A
     * process that ends without it leaves the timer running. The thread that feeds. */
    void (*release)(void *ctx);
};

#endif
