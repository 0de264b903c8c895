/* Reports that a device changed: the backend of hal/notify.h. */
#ifndef POSTERN_HAL_LINUX_NOTIFY_H
#define POSTERN_HAL_LINUX_NOTIFY_H

#include <pthread.h>

#include "hal/notify.h"

struct linux_notify {
    pthread_mutex_t mutex;
    void (*changed)(void *ctx); /* NULL: no listener */
    void *changed_ctx;
};

void linux_notify_init(struct linux_notify *notify, struct hal_notify *ret_ops);
void linux_notify_done(struct linux_notify *notify);

/* Reports that a device changed. */
void linux_notify_tell(struct linux_notify *notify);

#endif
