#include "hal/linux/linux_notify.h"

#include <stddef.h>

static void notify_set(void *ctx, void (*changed)(void *changed_ctx), void *changed_ctx) {
    struct linux_notify *notify = ctx;
    pthread_mutex_lock(&notify->mutex);
    notify->changed = changed;
    notify->changed_ctx = changed_ctx;
    pthread_mutex_unlock(&notify->mutex);
}

void linux_notify_init(struct linux_notify *notify, struct hal_notify *ret_ops) {
    *notify = (struct linux_notify){.changed = NULL};
    (void)pthread_mutex_init(&notify->mutex, NULL);
    *ret_ops = (struct hal_notify){.ctx = notify, .set = notify_set};
}

void linux_notify_done(struct linux_notify *notify) {
    (void)pthread_mutex_destroy(&notify->mutex);
}

void linux_notify_tell(struct linux_notify *notify) {
    pthread_mutex_lock(&notify->mutex);
    if (notify->changed != NULL) {
        notify->changed(notify->changed_ctx);
    }
    pthread_mutex_unlock(&notify->mutex);
}
