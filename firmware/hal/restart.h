/* Restarting the machine. */
#ifndef POSTERN_HAL_RESTART_H
#define POSTERN_HAL_RESTART_H

#include <stdbool.h>

struct hal_restart {
    void *ctx; /* of the backend; handed to every op */

    /* Asks the machine to restart. Returns 0 at once, or E_IO if it cannot. What follows is the machine's own: either
     * it goes down and ends the daemon with SIGTERM, or there is no machine under the daemon (a simulated terminal) and
     * pending() says so. Any thread. */
    int (*request)(void *ctx);

    /* True once a restart was asked for that nobody but the daemon itself can make: it then ends in order and starts
     * itself again. Any thread, does not block. */
    bool (*pending)(void *ctx);
};

#endif
