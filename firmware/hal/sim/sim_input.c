/* What people present and type, on its way to whoever waits for it. */
#include <errno.h>
#include <time.h>

#include "hal/sim/sim.h"
#include "util/err.h"

int sim_input_push(struct sim *sim, const struct hal_input_event *event) {
    if (sim->queue_count == SIM_QUEUE_MAX) {
        return E_BUSY;
    }
    sim->queue[(sim->queue_start + sim->queue_count) % SIM_QUEUE_MAX] = *event;
    sim->queue_count++;
    sim_display_used(sim);
    pthread_cond_signal(&sim->input_came);
    return 0;
}

static int input_wait(void *ctx, int timeout_ms, struct hal_input_event *ret_event) {
    struct sim *sim = ctx;
    int64_t until_ms = sim_real_ms() + timeout_ms;
    struct timespec until = {.tv_sec = (time_t)(until_ms / 1000), .tv_nsec = (long)(until_ms % 1000) * 1000000};
    int r = 0;
    pthread_mutex_lock(&sim->mutex);
    while (sim->queue_count == 0 && !sim->input_woken && r != ETIMEDOUT) {
        r = pthread_cond_timedwait(&sim->input_came, &sim->mutex, &until);
    }
    if (sim->input_woken) {
        sim->input_woken = false;
        r = E_CANCELLED;
    } else if (sim->queue_count > 0) {
        *ret_event = sim->queue[sim->queue_start];
        sim->queue_start = (sim->queue_start + 1) % SIM_QUEUE_MAX;
        sim->queue_count--;
        r = 0;
    } else {
        r = E_TIMEOUT;
    }
    pthread_mutex_unlock(&sim->mutex);
    return r;
}

static void input_wake(void *ctx) {
    struct sim *sim = ctx;
    pthread_mutex_lock(&sim->mutex);
    sim->input_woken = true;
    pthread_cond_broadcast(&sim->input_came);
    pthread_mutex_unlock(&sim->mutex);
}

void sim_input_bind(struct sim *sim) {
    sim->hal.input = (struct hal_input){.ctx = sim, .wait = input_wait, .wake = input_wake};
}
