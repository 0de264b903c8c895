/* Threads for work that is too slow for the loop: password hashing, writes to the disk, backups. Jobs wait in a bounded
 * queue (http/queue.h), which decides whose job is next; finished jobs are returned to the thread that collects.
 * Independent of what a job does. */
#ifndef POSTERN_HTTP_WORKERS_H
#define POSTERN_HTTP_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "http/queue.h"
#include "util/err.h"

struct workers;

#define WORKERS_MAX QUEUE_THREADS_MAX

/* A piece of work; part of a larger struct of its owner. */
struct workers_job {
    struct queue_job
        queue; /* first member, so that a pointer to it points to the job; lane, source and `keeps` are the owner's */
    void (*run)(struct workers_job *job, void *context); /* on a worker, with that worker's context */
    void (*done)(
        struct workers_job *job); /* in workers_collect(); may free the job; run() was not called if is_refused */
};

struct workers_options {
    unsigned count; /* threads, 1 to WORKERS_MAX */
    void *const *contexts; /* `count` contexts, one for each thread, used only by it until workers_free() */
    unsigned places; /* of the queue, at least 2; see queue_init() */
    bool is_urgent; /* the threads keep the caller's priority */
    void (*wake)(void *ctx); /* called by a worker when there is something to collect */
    void *wake_ctx;
};

/* Starts the threads, with all signals blocked and, unless they are urgent, a lower priority than the caller's.
 * E_NOMEM, E_INVAL, E_SYSTEM. */
_must_check_ int workers_new(const struct workers_options *options, struct workers **ret_workers);

/* Adds a job to the queue. Returns 0, or E_BUSY when there is no room: the caller then keeps the job. A job that loses
 * its place to this one is returned to the thread that collects, with is_refused. */
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
