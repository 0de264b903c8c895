/* Inside store/ only: the order of write transactions. SQLite has no queue: a connection that finds another writing
 * sleeps and retries, so a thread that writes one transaction after the other starves all others. Here threads get
 * their turn in order of arrival. */
#ifndef POSTERN_STORE_TURNS_H
#define POSTERN_STORE_TURNS_H

#include <pthread.h>
#include <stdbool.h>

#include "util/err.h"

struct turns_waiter {
    struct turns_waiter *next;
};

struct turns {
    pthread_mutex_t mutex; /* guards the fields below */
    pthread_cond_t changed;
    bool taken;
    struct turns_waiter *first; /* waiting threads, oldest first; each is on its thread's stack */
};

void turns_init(struct turns *turns);

/* Frees it. No thread may wait or have a turn. */
void turns_done(struct turns *turns);

/* Waits up to `wait_ms` by the system's monotonic clock for a turn, which turns_give() returns. E_BUSY: others are
 * still ahead. */
_must_check_ int turns_take(struct turns *turns, unsigned wait_ms);
void turns_give(struct turns *turns);

/* Returns whether any thread waits. */
bool turns_are_awaited(struct turns *turns);

#endif
