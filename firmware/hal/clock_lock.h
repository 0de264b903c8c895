/* Locking a mutex with a timeout that does not depend on the calendar. */
#ifndef POSTERN_HAL_CLOCK_LOCK_H
#define POSTERN_HAL_CLOCK_LOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#define CLOCK_LOCK_STEP_NS 500000L /* polling interval: half a millisecond */

/* Returns whether the mutex was locked within `most_ms`. Polls, because ThreadSanitizer of GCC 12 does not know
 * pthread_mutex_clocklock(), and pthread_mutex_timedlock() uses the calendar. */
static inline bool clock_lock(pthread_mutex_t *mutex, unsigned most_ms) {
    const struct timespec step = {.tv_nsec = CLOCK_LOCK_STEP_NS};
    unsigned long steps = most_ms * 1000000UL / CLOCK_LOCK_STEP_NS;
    int r = pthread_mutex_trylock(mutex);
    for (unsigned long i = 0; r != 0 && i < steps; i++) {
        (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &step, NULL);
        r = pthread_mutex_trylock(mutex);
    }
    return r == 0;
}

#endif
