/* Keeps a last good copy of the database: ten minutes after start, then once a day, on a worker; and at a clean end. Where
 * somebody was deleted it makes the next one within the hour: a thief of the flash finds nobody there for longer. */
#ifndef POSTERN_APP_KEEPER_H
#define POSTERN_APP_KEEPER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "http/workers.h"

struct store_home;

#define KEEPER_FIRST_MS (INT64_C(10) * 60 * 1000) /* after start */
#define KEEPER_EVERY_MS (INT64_C(24) * 60 * 60 * 1000) /* after the last one */
#define KEEPER_AGAIN_MS (INT64_C(60) * 60 * 1000) /* after one that failed */
#define KEEPER_DELETED_MS (INT64_C(60) * 60 * 1000) /* after somebody was deleted, or a finger, face or photo */
#define KEEPER_BUSY_MS (INT64_C(10) * 1000) /* when no worker was free */

struct keeper {
    struct workers_job job; /* first: a pointer to it is one to the keeper */
    struct store_home *home;
    struct workers *workers;
    int64_t (*mono_ms)(void *ctx);
    void *clock_ctx;
    int64_t due_ms;
    unsigned deletions; /* that were noticed */
    bool running; /* of the loop */
    int result; /* of the copy that ran last */
    atomic_bool cancelled;
};

/* Sets the first copy's time. All of it belongs to the loop; times are of the monotonic clock. */
void keeper_init(struct keeper *keeper, struct store_home *home, struct workers *workers, int64_t (*mono_ms)(void *ctx),
                 void *clock_ctx);

/* Starts a copy if one is due. Call it every second or so. */
void keeper_look(struct keeper *keeper);

/* Lets a copy that runs end early, and starts no more. */
void keeper_cancel(struct keeper *keeper);

/* Makes the copy of a clean end, here and now; after all workers are gone. */
void keeper_finish(struct keeper *keeper);

#endif
