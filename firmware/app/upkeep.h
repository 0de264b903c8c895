/* Scheduled tasks: a table that the loop checks in each iteration; a task runs on a worker, never twice at the same
 * time. Add tasks to app/upkeep_table.c. */
#ifndef POSTERN_APP_UPKEEP_H
#define POSTERN_APP_UPKEEP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/workers.h"

struct core;

#define UPKEEP_TASKS_MAX 32
#define UPKEEP_NEVER INT64_MAX /* result of due_ms() when there is nothing to do */
#define UPKEEP_PAUSE_MS 200 /* least time between two runs of a task */
#define UPKEEP_BUSY_MS 1000 /* retry interval when the workers are stopping */
#define UPKEEP_SOURCES (UINT64_C(1) << 40) /* first queue source number of the terminal's own jobs */

struct upkeep_task {
    const char *name; /* for the log; static */

    /* Returns when it is due, in milliseconds of the monotonic clock; a past time means now. Called in every iteration
     * with the loop's core: must only read memory, never wait. */
    int64_t (*due_ms)(struct core *core);

    /* Runs the task with the worker's core. Afterwards due_ms() must return another time, or it is called again after
     * UPKEEP_PAUSE_MS. */
    void (*run)(struct core *core);

    enum queue_lane lane; /* QUEUE_QUICK, or QUEUE_SLOW if it takes tens of milliseconds or more */
};

/* The tasks of this firmware; the last row has no name. Those of the second table may hang when a server does not
 * respond: they have their own thread, so that nothing else waits. */
extern const struct upkeep_task upkeep_table[];
extern const struct upkeep_task upkeep_apart[];

/* Tasks of recovery mode (app/recovery.h). */
extern const struct upkeep_task upkeep_recovery[];

/* State of one task. */
struct upkeep_slot {
    struct workers_job job; /* first, so that both have the same address */
    const struct upkeep_task *task;
    bool running; /* belongs to the loop */
    int64_t not_before_ms; /* belongs to the loop */
};

struct upkeep {
    struct core *core; /* the loop's */
    struct workers *workers;
    struct upkeep_slot slots[UPKEEP_TASKS_MAX];
    size_t count;
    bool ended;
};

/* Uses the rows of `table` up to the one without a name, at most UPKEEP_TASKS_MAX. `core` is the loop's; it, the
 * workers and the table must outlive it. All functions belong to the loop. */
void upkeep_init(struct upkeep *upkeep, const struct upkeep_task *table, struct core *core, struct workers *workers);

/* Submits due tasks to the workers. Returns the milliseconds that the loop may wait, 0 to `most`. */
int upkeep_look(struct upkeep *upkeep, int most);

/* Starts no more tasks; running ones finish. */
void upkeep_end(struct upkeep *upkeep);

#endif
