/* The simulated devices: ops of every header in hal/ on one small world in memory. What plays that world is
 * sim_command.c. */
#include "hal/sim/sim.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "util/err.h"

static const struct hal_capacity_limits reference_board = {
    .users = 100000,
    .records = 1000000,
};

static int64_t real_ms(clockid_t clock) {
    struct timespec ts = {0};
    (void)clock_gettime(clock, &ts);
    return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int64_t sim_real_ms(void) {
    return real_ms(CLOCK_MONOTONIC);
}

int64_t sim_utc_ms(const struct sim *sim) {
    return real_ms(CLOCK_REALTIME) + (int64_t)atomic_load(&sim->clock_offset_ms);
}

static int64_t clock_utc_ms(void *ctx) {
    return sim_utc_ms(ctx);
}

static int64_t clock_mono_ms(void *ctx) {
    const struct sim *sim = ctx;
    return sim_real_ms() + (int64_t)atomic_load(&sim->clock_offset_ms);
}

static bool has_fault(const struct sim *sim, enum sim_fault fault) {
    return (atomic_load(&sim->faults) & (unsigned)fault) != 0;
}

static int entropy_fill(void *ctx, void *buf, size_t len) {
    if (has_fault(ctx, SIM_FAULT_ENTROPY_FAILING)) {
        return E_IO;
    }
    char *at = buf;
    while (len > 0) {
        ssize_t n = getrandom(at, len, 0);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return E_IO;
        }
        at += n;
        len -= (size_t)n;
    }
    return 0;
}

/* Copies UTF-8 text and cuts it at a character if it is too long. */
static void copy_text(char *to, size_t size, const char *text) {
    size_t len = strlen(text);
    if (len >= size) {
        len = size - 1;
        while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80) {
            len--;
        }
    }
    memcpy(to, text, len);
    to[len] = '\0';
}

static int display_show(void *ctx, const struct hal_display_content *content) {
    struct sim *sim = ctx;
    struct sim_display *display = &sim->display;
    pthread_mutex_lock(&sim->mutex);
    display->ever_shown = true;
    display->line_count = content->line_count < HAL_DISPLAY_LINES_MAX ? content->line_count : HAL_DISPLAY_LINES_MAX;
    for (size_t i = 0; i < display->line_count; i++) {
        copy_text(display->lines[i], sizeof display->lines[i], content->lines[i]);
    }
    copy_text(display->language, sizeof display->language, content->language);
    display->has_initial_password = content->initial_password != NULL;
    copy_text(display->initial_password, sizeof display->initial_password,
              content->initial_password ? content->initial_password : "");
    sim_display_publish(sim);
    pthread_mutex_unlock(&sim->mutex);
    return has_fault(sim, SIM_FAULT_DISPLAY_OFFLINE) ? E_OFFLINE : 0;
}

static int display_show_result(void *ctx, const struct hal_display_result *result) {
    struct sim *sim = ctx;
    if (has_fault(sim, SIM_FAULT_DISPLAY_OFFLINE)) {
        return E_OFFLINE;
    }
    pthread_mutex_lock(&sim->mutex);
    sim_result_publish(sim, result);
    pthread_mutex_unlock(&sim->mutex);
    return 0;
}

static int display_restart(void *ctx) {
    struct sim *sim = ctx;
    if (has_fault(sim, SIM_FAULT_DISPLAY_OFFLINE)) {
        return E_OFFLINE;
    }
    pthread_mutex_lock(&sim->mutex);
    sim->display.dark_until_ms = sim_real_ms() + SIM_DISPLAY_RESTART_MS;
    sim_display_publish(sim);
    pthread_mutex_unlock(&sim->mutex);
    return 0;
}

static void capacity_read(void *ctx, struct hal_capacity_limits *ret_limits) {
    (void)ctx;
    *ret_limits = reference_board;
}

static int restart_request(void *ctx) {
    struct sim *sim = ctx;
    pthread_mutex_lock(&sim->mutex);
    sim_restart_publish(sim);
    pthread_mutex_unlock(&sim->mutex);
    return kill(getpid(), SIGTERM) == 0 ? 0 : E_IO;
}

int sim_input_push(struct sim *sim, const struct hal_input_event *event) {
    if (sim->queue_count == SIM_QUEUE_MAX) {
        return E_BUSY;
    }
    sim->queue[(sim->queue_start + sim->queue_count) % SIM_QUEUE_MAX] = *event;
    sim->queue_count++;
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

bool hal_has_bench(void) {
    return true;
}

static void bind_ops(struct sim *sim) {
    sim->hal.clock = (struct hal_clock){.ctx = sim, .utc_ms = clock_utc_ms, .mono_ms = clock_mono_ms};
    sim->hal.entropy = (struct hal_entropy){.ctx = sim, .fill = entropy_fill};
    sim->hal.display = (struct hal_display){
        .ctx = sim, .show = display_show, .show_result = display_show_result, .restart = display_restart};
    sim->hal.capacity = (struct hal_capacity){.ctx = sim, .read = capacity_read};
    sim->hal.restart = (struct hal_restart){.ctx = sim, .request = restart_request};
    sim->hal.input = (struct hal_input){.ctx = sim, .wait = input_wait, .wake = input_wake};
}

int hal_new(const struct hal_options *options, struct hal **ret_hal) {
    struct sim *sim = calloc(1, sizeof *sim);
    if (!sim) {
        return E_NOMEM;
    }
    bind_ops(sim);
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&sim->input_came, &attr);
    pthread_condattr_destroy(&attr);
    pthread_mutex_init(&sim->mutex, NULL);

    if (options->bench) {
        /* The bench's thread may greet a client before bench_start() returns: the mutex keeps it until `bench` is
         * set. */
        pthread_mutex_lock(&sim->mutex);
        int r = bench_start(options->bench, &sim_bench_ops, sim, &sim->bench);
        pthread_mutex_unlock(&sim->mutex);
        if (r < 0) {
            int saved = errno;
            hal_free(&sim->hal);
            errno = saved;
            return r;
        }
    }
    *ret_hal = &sim->hal;
    return 0;
}

void hal_free(struct hal *hal) {
    if (!hal) {
        return;
    }
    struct sim *sim = (struct sim *)hal;
    bench_stop(sim->bench);
    pthread_cond_destroy(&sim->input_came);
    pthread_mutex_destroy(&sim->mutex);
    free(sim);
}
