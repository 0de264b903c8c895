/* Notification that a device changed, instead of polling: a cable was pulled, a lease arrived, a search ended. Read the
 * device to find out what changed. */
#ifndef POSTERN_HAL_NOTIFY_H
#define POSTERN_HAL_NOTIFY_H

struct hal_notify {
    void *ctx; /* of the backend; passed to every op */

    /* Sets the callback: `changed` is called with `changed_ctx` on any thread, with locks of the backend held, so it
     * must only wake another thread and call no op. NULL removes it; on return the previous one is not called any
     * more. */
    void (*set)(void *ctx, void (*changed)(void *changed_ctx), void *changed_ctx);
};

#endif
