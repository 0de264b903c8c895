/* Waiting for a condition variable with a timeout that does not depend on the calendar. */
#ifndef POSTERN_HAL_CLOCK_WAIT_H
#define POSTERN_HAL_CLOCK_WAIT_H

#include <pthread.h>
#include <time.h>

/* Initializes the condition variable; pthread_cond_destroy() ends it. */
static inline void clock_wait_init(pthread_cond_t *condition) {
    pthread_condattr_t attr;
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(condition, &attr);
    (void)pthread_condattr_destroy(&attr);
}

/* Returns the deadline for pthread_cond_timedwait() on such a condition variable, `ms` milliseconds from now. */
static inline struct timespec clock_wait_until(unsigned ms) {
    struct timespec at = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += ms / 1000;
    at.tv_nsec += (long)(ms % 1000) * 1000000;
    if (at.tv_nsec >= 1000000000) {
        at.tv_sec++;
        at.tv_nsec -= 1000000000;
    }
    return at;
}

#endif
