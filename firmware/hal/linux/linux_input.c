/* What comes in at the terminal. No reader and no keypad is fitted yet: whoever waits is woken, and that is all. */
#include <errno.h>
#include <time.h>

#include "hal/linux/linux_impl.h"
#include "util/err.h"

static struct timespec moment_in(int ms) {
    struct timespec at = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += ms / 1000;
    at.tv_nsec += (long)(ms % 1000) * 1000000;
    if (at.tv_nsec >= 1000000000) {
        at.tv_sec++;
        at.tv_nsec -= 1000000000;
    }
    return at;
}

static int input_wait(void *ctx, int timeout_ms, struct hal_input_event *ret_event) {
    struct linux_input *input = ctx;
    const struct timespec until = moment_in(timeout_ms);
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
    pthread_condattr_t attr;
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&input->came, &attr);
    (void)pthread_condattr_destroy(&attr);
    (void)pthread_mutex_init(&input->mutex, NULL);
    linux_hal->hal.input = (struct hal_input){.ctx = input, .wait = input_wait, .wake = input_wake};
}

void linux_input_end(struct linux_hal *linux_hal) {
    (void)pthread_cond_destroy(&linux_hal->input.came);
    (void)pthread_mutex_destroy(&linux_hal->input.mutex);
}
