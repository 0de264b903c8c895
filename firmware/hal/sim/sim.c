/* The simulated devices: ops of every header in hal/ on one small world in memory. What plays that world is
 * sim_command.c. */
#include "hal/sim/sim.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#include "util/err.h"

static const struct hal_capacity_limits reference_board = {
    .users = 100000,
    .fingers = 10000,
    .records = 1000000,
    .has_finger = true,
};

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

static void capacity_read(void *ctx, struct hal_capacity_limits *ret_limits) {
    (void)ctx;
    *ret_limits = reference_board;
}

bool hal_has_bench(void) {
    return true;
}

static void bind_ops(struct sim *sim) {
    sim->hal.entropy = (struct hal_entropy){.ctx = sim, .fill = entropy_fill};
    sim->hal.capacity = (struct hal_capacity){.ctx = sim, .read = capacity_read};
    sim_input_bind(sim);
}

int hal_new(const struct hal_options *options, struct hal **ret_hal) {
    struct sim *sim = calloc(1, sizeof(*sim));
    if (sim == NULL) {
        return E_NOMEM;
    }
    sim->bench_path = options->bench;
    bind_ops(sim);
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&sim->input_came, &attr);
    pthread_condattr_destroy(&attr);
    pthread_mutex_init(&sim->mutex, NULL);
    int r = sim_start(sim);
    if (r < 0) {
        hal_free(&sim->hal);
        return r;
    }

    if (options->bench != NULL) {
        /* The bench's thread may greet a client before bench_start() returns: the mutex keeps it until `bench` is
         * set. */
        pthread_mutex_lock(&sim->mutex);
        r = bench_start(options->bench, &sim_bench_ops, sim, &sim->bench);
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
    if (hal == NULL) {
        return;
    }
    struct sim *sim = (struct sim *)hal;
    /* A thread of a device may still say that something changed. */
    pthread_mutex_lock(&sim->mutex);
    struct bench *bench = sim->bench;
    sim->bench = NULL;
    pthread_mutex_unlock(&sim->mutex);
    bench_stop(bench);
    sim_stop(sim);
    pthread_cond_destroy(&sim->input_came);
    pthread_mutex_destroy(&sim->mutex);
    free(sim);
}
