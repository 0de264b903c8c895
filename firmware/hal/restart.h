/* Restarting the machine. */
#ifndef POSTERN_HAL_RESTART_H
#define POSTERN_HAL_RESTART_H

#include <stdbool.h>

struct hal_restart {
    void *ctx; /* of the backend; passed to every op */

    /* Requests a restart of the machine. Returns 0 at once, or E_IO if that is not possible. Then either the machine
     * goes down and ends the daemon with SIGTERM, or there is no machine under the daemon (a simulated terminal) and
     * pending() says so. Any thread. */
    int (*request)(void *ctx);

    /* Returns true once a restart was requested that the daemon has to perform: it then shuts down cleanly and starts
     * itself again. Any thread, does not block. */
    bool (*pending)(void *ctx);
};

#endif
