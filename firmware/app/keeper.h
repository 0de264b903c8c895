/* Makes the last good copy of the database: ten minutes after start, then once a day, on a worker; and at a clean end.
 * After a person was deleted it makes the next one within the hour, so that a stolen flash memory does not contain the
 * data for longer. */
#ifndef POSTERN_APP_KEEPER_H
#define POSTERN_APP_KEEPER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "http/workers.h"

struct store_home;

#define KEEPER_FIRST_MS (INT64_C(10) * 60 * 1000) /* after start */
#define KEEPER_EVERY_MS (INT64_C(24) * 60 * 60 * 1000) /* after the last copy */
#define KEEPER_AGAIN_MS (INT64_C(60) * 60 * 1000) /* after a failed copy */
#define KEEPER_DELETED_MS (INT64_C(60) * 60 * 1000) /* after a user, finger, face or photo was deleted */
#define KEEPER_BUSY_MS (INT64_C(10) * 1000) /* when no worker was free */

struct keeper {
    struct workers_job job; /* first, so that both have the same address */
    struct store_home *home;
    struct workers *workers;
    int64_t (*mono_ms)(void *ctx);
    void *clock_ctx;
    int64_t due_ms;
    unsigned deletions; /* last known count of deletions */
    bool running; /* belongs to the loop */
    int result; /* of the last copy */
    atomic_bool cancelled;
};

/* Schedules the first copy. All functions belong to the loop; times are of the monotonic clock. */
void keeper_init(struct keeper *keeper, struct store_home *home, struct workers *workers, int64_t (*mono_ms)(void *ctx),
                 void *clock_ctx);

/* Starts a copy if one is due. Call it about once a second. */
void keeper_look(struct keeper *keeper);

/* Cancels a running copy, and starts no more. */
void keeper_cancel(struct keeper *keeper);

/* Makes the copy of a clean end in this thread; call it after all workers have ended. */
void keeper_finish(struct keeper *keeper);

#endif
