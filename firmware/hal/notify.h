/* How the devices say that something happened, so that nobody has to ask them all the time: a cable was pulled, a lease
 * came, a search ended. What it was, is read from the device. */
#ifndef POSTERN_HAL_NOTIFY_H
#define POSTERN_HAL_NOTIFY_H

struct hal_notify {
    void *ctx; /* of the backend; handed to every op */

    /* Names who is told: `changed` is called with `changed_ctx` on any thread, with locks of the backend held: it only
     * wakes somebody and calls no op. NULL ends it; after that the one before is called no more. */
    void (*set)(void *ctx, void (*changed)(void *changed_ctx), void *changed_ctx);
};

#endif
