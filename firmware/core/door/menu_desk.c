#include "core/door/menu_desk.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/base/core.h"
#include "core/base/hooks.h"
#include "hal/hal.h"

struct menu_desk {
    pthread_mutex_t mutex; /* guards what follows; held for a few instructions */
    bool is_asked, is_running, is_done;
    bool is_wanted; /* somebody waits for what is running */
    bool is_left; /* what was begun, or is being begun, is to be ended */
    uint32_t marks; /* given up to now */
    struct menu_job job; /* that is asked for */
    struct menu_job begun; /* ENROL or SET_ADDRESS, until it is over; else NONE */
    struct menu_result result;
};

int menu_desk_new(struct menu_desk **ret_desk) {
    struct menu_desk *desk = calloc(1, sizeof(*desk));
    if (desk == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&desk->mutex, NULL);
    *ret_desk = desk;
    return 0;
}

void menu_desk_free(struct menu_desk *desk) {
    if (desk != NULL) {
        (void)pthread_mutex_destroy(&desk->mutex);
        free(desk);
    }
}

void menu_desk_ask(struct core *core, struct menu_desk *desk, const struct menu_job *job) {
    pthread_mutex_lock(&desk->mutex);
    desk->job = *job;
    desk->is_asked = true;
    desk->is_done = false;
    desk->is_wanted = false;
    pthread_mutex_unlock(&desk->mutex);
    hooks_wake(core);
}

bool menu_desk_take(struct menu_desk *desk, struct menu_result *ret_result) {
    pthread_mutex_lock(&desk->mutex);
    bool is_done = desk->is_done;
    if (is_done) {
        *ret_result = desk->result;
        desk->is_done = false;
    }
    pthread_mutex_unlock(&desk->mutex);
    return is_done;
}

void menu_desk_leave(struct core *core, struct menu_desk *desk) {
    pthread_mutex_lock(&desk->mutex);
    desk->is_asked = desk->is_done = desk->is_wanted = false;
    desk->is_left = desk->is_running || desk->begun.task != MENU_TASK_NONE;
    bool is_left = desk->is_left;
    pthread_mutex_unlock(&desk->mutex);
    if (is_left) {
        hooks_wake(core);
    }
}

void menu_desk_enrolled(struct menu_desk *desk) {
    pthread_mutex_lock(&desk->mutex);
    if (desk->begun.task == MENU_TASK_ENROL) {
        desk->begun.task = MENU_TASK_NONE;
    }
    pthread_mutex_unlock(&desk->mutex);
}

bool menu_desk_has(struct menu_desk *desk) {
    pthread_mutex_lock(&desk->mutex);
    bool has = !desk->is_running && (desk->is_asked || (desk->is_left && desk->begun.task != MENU_TASK_NONE));
    pthread_mutex_unlock(&desk->mutex);
    return has;
}

/* Whether a task ends what was begun, or keeps it. */
static bool ends_begun(enum menu_task task) {
    return task == MENU_TASK_CANCEL || task == MENU_TASK_KEEP_ADDRESS || task == MENU_TASK_UNDO_ADDRESS;
}

bool menu_desk_next(struct menu_desk *desk, struct menu_job *ret_job) {
    pthread_mutex_lock(&desk->mutex);
    if (desk->is_left && desk->begun.task != MENU_TASK_NONE) {
        *ret_job = desk->begun;
        ret_job->task = desk->begun.task == MENU_TASK_ENROL ? MENU_TASK_CANCEL : MENU_TASK_UNDO_ADDRESS;
        desk->is_running = true;
    } else if (desk->is_asked) {
        *ret_job = desk->job;
        ret_job->mark = ends_begun(desk->job.task) ? desk->begun.mark : ++desk->marks;
        desk->is_asked = false;
        desk->is_running = desk->is_wanted = true;
    }
    desk->is_left = false;
    bool is_running = desk->is_running;
    pthread_mutex_unlock(&desk->mutex);
    return is_running;
}

/* What is begun from now on. With the mutex held. */
static void note_begun(struct menu_desk *desk, const struct menu_job *job, const struct menu_result *result) {
    bool begins = job->task == MENU_TASK_ENROL || (job->task == MENU_TASK_SET_ADDRESS && result->wait_s > 0);
    bool is_over = result->r == 0 || result->r == E_CONFIRM_UNKNOWN;
    if (begins && result->r == 0) {
        desk->begun = *job;
    } else if (ends_begun(job->task) && is_over) { /* else it is ended when the menu closes */
        desk->begun.task = MENU_TASK_NONE;
    }
}

void menu_desk_done(struct core *core, struct menu_desk *desk, const struct menu_job *job,
                    const struct menu_result *result) {
    const struct hal_input *input = &core->shared->hal->input;
    pthread_mutex_lock(&desk->mutex);
    note_begun(desk, job, result);
    desk->is_left = desk->is_left && desk->begun.task != MENU_TASK_NONE;
    desk->is_running = false;
    desk->is_done = desk->is_wanted;
    desk->is_wanted = false;
    if (desk->is_done) {
        desk->result = *result;
    }
    pthread_mutex_unlock(&desk->mutex);
    input->wake(input->ctx);
}
