#include "app/keeper.h"

#include "app/upkeep.h"
#include "store/store.h"
#include "util/log.h"

static struct keeper *keeper_of(struct workers_job *job) {
    return (struct keeper *)job;
}

static bool is_cancelled(void *ctx) {
    struct keeper *keeper = ctx;
    return atomic_load(&keeper->cancelled);
}

static void keeper_report(int result) {
    if (result == 0) {
        log_info("keeper", "last good copy made");
    } else if (result != E_CANCELLED) {
        log_error("keeper", "last good copy failed", log_errno(result));
    }
}

/* Logs where the copy was made, because the cause is there. */
static void keeper_run(struct workers_job *job, void *context) {
    struct keeper *keeper = keeper_of(job);
    (void)context;
    keeper->result = store_backup(keeper->home, is_cancelled, keeper);
    keeper_report(keeper->result);
}

static void keeper_done(struct workers_job *job) {
    struct keeper *keeper = keeper_of(job);
    keeper->running = false;
    keeper->due_ms = keeper->mono_ms(keeper->clock_ctx) + (keeper->result == 0 ? KEEPER_EVERY_MS : KEEPER_AGAIN_MS);
}

void keeper_init(struct keeper *keeper, struct store_home *home, struct workers *workers, int64_t (*mono_ms)(void *ctx),
                 void *clock_ctx) {
    *keeper = (struct keeper){
        .job = {.queue = {.lane = QUEUE_SLOW, .source = UPKEEP_SOURCES, .keeps = true},
                .run = keeper_run,
                .done = keeper_done},
        .home = home,
        .workers = workers,
        .mono_ms = mono_ms,
        .clock_ctx = clock_ctx,
        .due_ms = mono_ms(clock_ctx) + KEEPER_FIRST_MS,
    };
}

/* A copy in progress may still contain what was deleted meanwhile: counts it for the next one. */
static void look_at_deletions(struct keeper *keeper, int64_t now) {
    unsigned deletions = store_home_deletions(keeper->home);
    if (!keeper->running && deletions != keeper->deletions) {
        keeper->deletions = deletions;
        keeper->due_ms = keeper->due_ms < now + KEEPER_DELETED_MS ? keeper->due_ms : now + KEEPER_DELETED_MS;
    }
}

void keeper_look(struct keeper *keeper) {
    int64_t now = keeper->mono_ms(keeper->clock_ctx);
    look_at_deletions(keeper, now);
    if (keeper->running || atomic_load(&keeper->cancelled) || now < keeper->due_ms) {
        return;
    }
    keeper->running = workers_submit(keeper->workers, &keeper->job) == 0;
    if (!keeper->running) {
        keeper->due_ms = now + KEEPER_BUSY_MS;
    }
}

void keeper_cancel(struct keeper *keeper) {
    atomic_store(&keeper->cancelled, true);
}

void keeper_finish(struct keeper *keeper) {
    keeper_report(store_backup(keeper->home, NULL, NULL));
}
