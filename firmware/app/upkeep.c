#include "app/upkeep.h"

#include "core/base/core.h"
#include "util/log.h"

static struct upkeep_slot *slot_of(struct workers_job *job) {
    return (struct upkeep_slot *)job;
}

static void upkeep_run(struct workers_job *job, void *context) {
    slot_of(job)->task->run(context);
}

static void upkeep_done(struct workers_job *job) {
    slot_of(job)->running = false;
}

void upkeep_init(struct upkeep *upkeep, const struct upkeep_task *table, struct core *core, struct workers *workers) {
    *upkeep = (struct upkeep){.core = core, .workers = workers};
    for (const struct upkeep_task *task = table; task->name != NULL && upkeep->count < UPKEEP_TASKS_MAX; task++) {
        upkeep->slots[upkeep->count] = (struct upkeep_slot){
            .job = {.queue = {.lane = task->lane, .source = UPKEEP_SOURCES + 1 + upkeep->count, .keeps = true},
                    .run = upkeep_run,
                    .done = upkeep_done},
            .task = task,
            .not_before_ms = INT64_MIN,
        };
        upkeep->count++;
    }
}

/* Returns when to start the task; UPKEEP_NEVER while it runs: its end wakes the loop. */
static int64_t due_of(const struct upkeep_slot *slot, struct core *core) {
    if (slot->running) {
        return UPKEEP_NEVER;
    }
    int64_t due = slot->task->due_ms(core);
    return due < slot->not_before_ms ? slot->not_before_ms : due;
}

static void upkeep_start(struct upkeep *upkeep, struct upkeep_slot *slot, int64_t now) {
    slot->running = workers_submit(upkeep->workers, &slot->job) == 0;
    slot->not_before_ms = now + (slot->running ? UPKEEP_PAUSE_MS : UPKEEP_BUSY_MS);
    if (!slot->running) {
        log_warn("upkeep", "no worker is free", log_str("task", slot->task->name));
    }
}

int upkeep_look(struct upkeep *upkeep, int most) {
    int64_t now = core_mono_ms(upkeep->core);
    int64_t wait = most;
    for (size_t i = 0; i < upkeep->count && !upkeep->ended; i++) {
        struct upkeep_slot *slot = &upkeep->slots[i];
        int64_t due = due_of(slot, upkeep->core);
        if (due <= now) {
            upkeep_start(upkeep, slot, now);
            due = due_of(slot, upkeep->core);
        }
        if (due != UPKEEP_NEVER && due - now < wait) {
            wait = due - now;
        }
    }
    return wait > 0 ? (int)wait : 0;
}

void upkeep_end(struct upkeep *upkeep) {
    upkeep->ended = true;
}
