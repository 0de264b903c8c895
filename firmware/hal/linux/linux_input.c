/* Input at the terminal. No reader and no keypad is supported yet: it only wakes the waiting thread. */
#include <errno.h>

#include "hal/clock_wait.h"
#include "hal/linux/linux_impl.h"
#include "util/err.h"

static int input_wait(void *ctx, int timeout_ms, struct hal_input_event *ret_event) {
    struct linux_input *input = ctx;
    const struct timespec until = clock_wait_until((unsigned)timeout_ms);
    (void)ret_event;
    int error = 0;
    pthread_mutex_lock(&input->mutex);
    while (!input->is_woken && error != ETIMEDOUT) {
        error = pthread_cond_timedwait(&input->came, &input->mutex, &until);
    }
    bool is_woken = input->is_woken;
    input->is_woken = false;
    pthread_mutex_unlock(&input->mutex);
    return is_woken ? E_CANCELLED : E_TIMEOUT;
}

static void input_wake(void *ctx) {
    struct linux_input *input = ctx;
    pthread_mutex_lock(&input->mutex);
    input->is_woken = true;
    (void)pthread_cond_broadcast(&input->came);
    pthread_mutex_unlock(&input->mutex);
}

void linux_input_bind(struct linux_hal *linux_hal) {
    struct linux_input *input = &linux_hal->input;
    clock_wait_init(&input->came);
    (void)pthread_mutex_init(&input->mutex, NULL);
    linux_hal->hal.input = (struct hal_input){.ctx = input, .wait = input_wait, .wake = input_wake};
}

void linux_input_end(struct linux_hal *linux_hal) {
    (void)pthread_cond_destroy(&linux_hal->input.came);
    (void)pthread_mutex_destroy(&linux_hal->input.mutex);
}
