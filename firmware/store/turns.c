#include "store/turns.h"

#include <errno.h>
#include <stddef.h>

#include "hal/clock_wait.h"

void turns_init(struct turns *turns) {
    clock_wait_init(&turns->changed);
    (void)pthread_mutex_init(&turns->mutex, NULL);
}

void turns_done(struct turns *turns) {
    (void)pthread_cond_destroy(&turns->changed);
    (void)pthread_mutex_destroy(&turns->mutex);
}

static void waiter_line_up(struct turns *turns, struct turns_waiter *waiter) {
    struct turns_waiter **last = &turns->first;

    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = waiter;
}

static void waiter_leave(struct turns *turns, const struct turns_waiter *waiter) {
    struct turns_waiter **at = &turns->first;

    while (*at != waiter) {
        at = &(*at)->next;
    }
    *at = waiter->next;
}

int turns_take(struct turns *turns, unsigned wait_ms) {
    const struct timespec until = clock_wait_until(wait_ms);
    struct turns_waiter waiter = {.next = NULL};
    int error = 0;

    (void)pthread_mutex_lock(&turns->mutex);
    waiter_line_up(turns, &waiter);
    while (error != ETIMEDOUT && (turns->taken || turns->first != &waiter)) {
        error = pthread_cond_timedwait(&turns->changed, &turns->mutex, &until);
    }
    const bool is_next = !turns->taken && turns->first == &waiter;
    waiter_leave(turns, &waiter);
    turns->taken = turns->taken || is_next;
    if (!is_next) { /* a later thread may be first now */
        (void)pthread_cond_broadcast(&turns->changed);
    }
    (void)pthread_mutex_unlock(&turns->mutex);
    return is_next ? 0 : E_BUSY;
}

void turns_give(struct turns *turns) {
    (void)pthread_mutex_lock(&turns->mutex);
    turns->taken = false;
    (void)pthread_cond_broadcast(&turns->changed);
    (void)pthread_mutex_unlock(&turns->mutex);
}

bool turns_are_awaited(struct turns *turns) {
    (void)pthread_mutex_lock(&turns->mutex);
    const bool is_awaited = turns->first != NULL;
    (void)pthread_mutex_unlock(&turns->mutex);
    return is_awaited;
}
