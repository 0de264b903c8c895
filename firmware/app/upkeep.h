/* What is to be done at a time and not at a request: a table of tasks, looked at by the loop in each round, run on a
 * worker, each one at most once at a time. Who has such work adds a line to app/upkeep_table.c. */
#ifndef POSTERN_APP_UPKEEP_H
#define POSTERN_APP_UPKEEP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/workers.h"

struct core;

#define UPKEEP_TASKS_MAX 32
#define UPKEEP_NEVER INT64_MAX /* what due_ms() says when there is nothing to do */
#define UPKEEP_PAUSE_MS 200    /* least time between two runs of a task, whatever it says */
#define UPKEEP_BUSY_MS 1000    /* when no worker took it: they end */
#define UPKEEP_SOURCES (UINT64_C(1) << 40) /* sources of the terminal's own jobs in the queue, from here on */

struct upkeep_task {
    const char *name; /* for the log; static */

    /* When it is due, in milliseconds of the monotonic clock; a time that has passed means now. Asked in every round
     * with the loop's core: a look at memory, no storage, no waiting. */
    int64_t (*due_ms)(struct core *core);

    /* Does it, with that worker's core. After it due_ms() must say another time, or it is called again after
     * UPKEEP_PAUSE_MS. */
    void (*run)(struct core *core);

    enum queue_lane lane; /* QUEUE_QUICK, or QUEUE_SLOW if it takes tens of milliseconds or more at a time */
};

/* The tasks of this firmware; the last row has no name. Those of the second table may hang, where a server does not
 * answer: they have a thread of their own, so that nobody waits with them. */
extern const struct upkeep_task upkeep_table[];
extern const struct upkeep_task upkeep_apart[];

/* Those of the recovery (app/recovery.h). */
extern const struct upkeep_task upkeep_recovery[];

/* One task at work. */
struct upkeep_slot {
    struct workers_job job; /* first: a pointer to it is one to the slot */
    const struct upkeep_task *task;
    bool running; /* of the loop */
    int64_t not_before_ms; /* of the loop */
};

struct upkeep {
    struct core *core; /* the loop's */
    struct workers *workers;
    struct upkeep_slot slots[UPKEEP_TASKS_MAX];
    size_t count;
    bool ended;
};

/* Takes the rows of `table` up to the one without a name, at most UPKEEP_TASKS_MAX. `core` is the loop's; it, the
 * workers and the table outlive the upkeep. All of it belongs to the loop. */
void upkeep_init(struct upkeep *upkeep, const struct upkeep_task *table, struct core *core, struct workers *workers);

/* Hands to the workers what is due. Returns the milliseconds until something is due, 0 to `most`: so long the loop may
 * wait. */
int upkeep_look(struct upkeep *upkeep, int most);

/* Starts nothing any more; what runs ends by itself. */
void upkeep_end(struct upkeep *upkeep);

#endif
