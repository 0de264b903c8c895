/* Threads for work that is too slow for the loop: password hashing, writes to the disk, backups. Jobs wait in a bounded
 * queue, in order; finished jobs are returned to the thread that collects. Independent of what a job does.
 *
 * Slow jobs never use the last thread nor more than half the queue, so that quick ones do not wait for them: password
 * attempts do not delay saving a user. The last places for either kind are reserved for jobs with `kept`, so that a flood
 * of calls does not block known clients. */
#ifndef POSTERN_HTTP_WORKERS_H
#define POSTERN_HTTP_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct workers;

#define WORKERS_MAX 4 /* threads */
#define WORKERS_KEPT 4 /* reserved places of the queue, if half of it has more */

/* A piece of work; part of a larger struct of its owner. */
struct workers_job {
    void (*run)(struct workers_job *job, void *context); /* on a worker, with that worker's context */
    void (*done)(struct workers_job *job); /* in workers_collect(); may free the job */
    bool slow; /* takes tens of milliseconds or more */
    bool kept; /* may use a reserved place */
    uint64_t number; /* of workers.c: order of arrival */
    struct workers_job *next; /* of workers.c */
};

struct workers_options {
    unsigned count; /* threads, 1 to WORKERS_MAX */
    void *const *contexts; /* `count` contexts, one for each thread, used only by it until workers_free() */
    unsigned capacity; /* jobs that may wait, at least 2 */
    void (*wake)(void *ctx); /* called by a worker when there is something to collect */
    void *wake_ctx;
};

/* Starts the threads, with all signals blocked and a lower priority than the caller's. E_NOMEM, E_INVAL, E_SYSTEM. */
_must_check_ int workers_new(const struct workers_options *options, struct workers **ret_workers);

/* Adds a job to the queue. Returns 0, or E_BUSY when it is full: the caller then keeps the job. */
_must_check_ int workers_submit(struct workers *workers, struct workers_job *job);

/* Calls `done` for every finished job, in the order of completion. Always on the same thread. */
void workers_collect(struct workers *workers);

/* Returns true while a job waits, runs, or is not collected. For the thread that collects. */
bool workers_pending(const struct workers *workers);

/* Writes the number of jobs that thread `worker` (0 to count - 1) has started. Returns false if it is idle. On any
 * thread. */
bool workers_progress(struct workers *workers, unsigned worker, unsigned *ret_begun);

/* Waits for all queued jobs, stops the threads, collects, and frees. Accepts NULL. Returns NULL. */
struct workers *workers_free(struct workers *workers);

#endif
