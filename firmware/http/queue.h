/* The order of work: which of the jobs that wait runs next, and which is refused when there is no room. Pure: no thread, no
 * lock, no clock; the caller holds a lock and says when a job has ended. docs/rooms/http.md has the rules as a table.
 *
 * - Each lane has places of its own. Of the lanes that have a job to run, the one that was served longest ago is next.
 * - Slow jobs leave one thread free, and so do sign-ins, so that neither takes all threads alone.
 * - Inside a lane the sources take turns: the second job of a source waits behind the first job of every other. One job
 *   of a source runs at a time in a lane.
 * - In a full lane the source with the longest row of jobs loses its last one, if the new job would be ahead of it. */
#ifndef POSTERN_HTTP_QUEUE_H
#define POSTERN_HTTP_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#define QUEUE_THREADS_MAX 4

enum queue_lane {
    QUEUE_KNOWN, /* sign-ins from a browser that has signed in before */
    QUEUE_SIGN_IN, /* other sign-ins, and passwords that are typed in a session */
    QUEUE_QUICK, /* some milliseconds */
    QUEUE_SLOW, /* tens of milliseconds and more */
    QUEUE_LANES
};

struct queue_job {
    enum queue_lane lane;
    uint64_t source; /* who asks */
    bool keeps; /* takes no place and is never refused: the terminal's own work, the next chunk of a file */
    bool is_refused; /* set by queue_add(): it lost its place to another and does not run */
    uint64_t turn; /* of queue.c */
    struct queue_job *next; /* of queue.c */
};

/* One lane. Of queue.c. */
struct queue_row {
    struct queue_job *first; /* that wait, in the order of their turns */
    unsigned places, waiting; /* `waiting`: that take a place */
    uint64_t turn; /* the latest that was started */
    uint64_t served; /* when a job was started, counted; 0: never */
    unsigned running;
    uint64_t sources[QUEUE_THREADS_MAX]; /* of those that run */
};

struct queue {
    unsigned most; /* threads that one kind of long jobs may take at a time */
    uint64_t started; /* jobs */
    struct queue_row rows[QUEUE_LANES];
};

/* Makes an empty queue for 1 to QUEUE_THREADS_MAX threads: `places` for quick jobs, half as many for slow ones and for
 * sign-ins each, an eighth for known browsers, at least one. */
void queue_init(struct queue *queue, unsigned threads, unsigned places);

/* Adds a job. Returns NULL, or the job that is refused: this one, or one that waited and is removed. */
struct queue_job *queue_add(struct queue *queue, struct queue_job *job);

/* Removes the next job and counts it as running until queue_end(). Returns NULL if none may run now. */
struct queue_job *queue_start(struct queue *queue);

/* A job has ended. */
void queue_end(struct queue *queue, const struct queue_job *job);

#endif
