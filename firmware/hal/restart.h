/* Restarting the machine. */
#ifndef POSTERN_HAL_RESTART_H
#define POSTERN_HAL_RESTART_H

struct hal_restart {
    void *ctx; /* of the backend; handed to every op */

    /* Asks the machine to restart. Returns 0 at once and the machine goes down by its own means, ending the daemon with
     * SIGTERM; or E_IO if it cannot. Any thread. */
    int (*request)(void *ctx);
};

#endif
