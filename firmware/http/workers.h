/* Threads for what takes longer than the loop may: password hashing, writes to the disk, backups. A bounded queue takes
 * jobs in order; what is finished is handed back to the thread that collects. Knows nothing of what a job does.
 *
 * Slow jobs never take the last thread nor more than half the queue, so that quick ones do not wait for them: somebody
 * who tries passwords holds up nobody who saves a user. Of both the last places are kept for jobs that say so: a flood
 * of calls does not turn away whoever the caller knows. */
#ifndef POSTERN_HTTP_WORKERS_H
#define POSTERN_HTTP_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct workers;

#define WORKERS_MAX 4 /* threads */
#define WORKERS_KEPT 4 /* places of the queue that are kept, if it has as many twice over */

/* A piece of work; part of a larger struct of its owner. */
struct workers_job {
    void (*run)(struct workers_job *job, void *context); /* on a worker, with that worker's context */
    void (*done)(struct workers_job *job); /* in workers_collect(); may free the job */
    bool slow; /* takes tens of milliseconds or more */
    bool kept; /* may take a place that is kept for such jobs */
    uint64_t number; /* of workers.c: order of arrival */
    struct workers_job *next; /* of workers.c */
};

struct workers_options {
    unsigned count; /* threads, 1 to WORKERS_MAX */
    void *const *contexts; /* `count` of them, one a thread; each used by its thread alone until workers_free() */
    unsigned capacity; /* jobs that may wait, at least 2 */
    void (*wake)(void *ctx); /* called by a worker when there is something to collect */
    void *wake_ctx;
};

/* Starts the threads, with all signals blocked and a lower priority than the caller's. E_NOMEM, E_INVAL, E_SYSTEM. */
_must_check_ int workers_new(const struct workers_options *options, struct workers **ret_workers);

/* Puts a job into the queue. Returns 0, or E_BUSY when it is full: the job then stays the caller's. */
_must_check_ int workers_submit(struct workers *workers, struct workers_job *job);

/* Calls `done` for every job that is finished, in the order they finished. Always the same thread. */
void workers_collect(struct workers *workers);

/* True while a job waits, runs, or is not collected. For the thread that collects. */
bool workers_pending(const struct workers *workers);

/* How thread `worker` (0 to count - 1) gets on: writes the number of jobs it has begun. False: it waits for the next one.
 * Any thread. */
bool workers_progress(struct workers *workers, unsigned worker, unsigned *ret_begun);

/* Lets the threads finish what is queued, ends them, collects, and frees. Takes NULL. Returns NULL. */
struct workers *workers_free(struct workers *workers);

#endif
