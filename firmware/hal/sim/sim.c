/* The simulated devices: ops of every header in hal/ on one small world in memory. sim_command.c controls that
 * world. */
#include "hal/sim/sim.h"

#include <stdlib.h>
#include <string.h>

#include "hal/clock_wait.h"
#include "hal/none.h"
#include "util/err.h"
#include "values/value.h"

static const struct hal_capacity_limits reference_board = {
    .users = 100000,
    .fingers = SIM_FINGERS_MAX,
    .faces = SIM_FACES_MAX,
    .irises = SIM_IRISES_MAX,
    .records = 1000000,
    .devices = HAL_DEVICES_ALL,
};

static bool has_fault(const struct sim *sim, enum sim_fault fault) {
    return (atomic_load(&sim->faults) & (unsigned)fault) != 0;
}

static int entropy_fill(void *ctx, void *buf, size_t len) {
    return has_fault(ctx, SIM_FAULT_ENTROPY_FAILING) ? E_IO : entropy_fill_system(buf, len);
}

static void capacity_read(void *ctx, struct hal_capacity_limits *ret_limits) {
    const struct sim *sim = ctx;
    *ret_limits = sim->limits;
}

/* Removes one device from the model. False: unknown name. */
static bool limits_without(struct hal_capacity_limits *limits, const char *name, size_t len) {
    int device = value_find_word(&device_words, name, len);
    if (device < 0) {
        return false;
    }
    limits->devices &= ~(1U << (unsigned)device);
    limits->fingers = device == DEVICE_FINGER ? 0 : limits->fingers;
    limits->faces = device == DEVICE_FACE ? 0 : limits->faces;
    limits->irises = device == DEVICE_IRIS ? 0 : limits->irises;
    return true;
}

/* Reads the model without the devices in `without`, separated by commas; NULL and "" for all devices. 0 or E_INVAL. */
static int limits_read(const char *without, struct hal_capacity_limits *ret_limits) {
    *ret_limits = reference_board;
    while (without != NULL && *without != '\0') {
        size_t len = strcspn(without, ",");
        if (!limits_without(ret_limits, without, len)) {
            return E_INVAL;
        }
        without += len;
        without += *without == ',' ? 1 : 0;
    }
    return 0;
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
    struct hal_capacity_limits limits;
    int r = limits_read(options->without, &limits);
    if (r < 0) {
        return r;
    }
    struct sim *sim = calloc(1, sizeof(*sim));
    if (sim == NULL) {
        return E_NOMEM;
    }
    sim->limits = limits;
    sim->bench_path = options->bench;
    bind_ops(sim);
    clock_wait_init(&sim->input_came);
    clock_wait_init(&sim->input_looked);
    /* All devices share one mutex, which real ones do not, so it uses priority inheritance. */
    pthread_mutexattr_t lends;
    pthread_mutexattr_init(&lends);
    pthread_mutexattr_setprotocol(&lends, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&sim->mutex, &lends);
    pthread_mutexattr_destroy(&lends);
    /* A module's thread may be called before the others have started. */
    pthread_mutex_lock(&sim->mutex);
    r = sim_start(sim);
    if (r == 0) {
        hal_none_bind(&sim->hal, HAL_DEVICES_ALL & ~limits.devices);
    }
    pthread_mutex_unlock(&sim->mutex);
    if (r < 0) {
        hal_free(&sim->hal);
        return r;
    }

    if (options->bench != NULL) {
        /* The bench's thread may greet a client before bench_start() returns: the mutex delays it until `bench` is
         * set. */
        pthread_mutex_lock(&sim->mutex);
        r = bench_start(options->bench, &sim_bench_ops, sim, &sim->bench);
        pthread_mutex_unlock(&sim->mutex);
        if (r < 0) {
            hal_free(&sim->hal);
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
    /* A device's thread may still report a change. */
    pthread_mutex_lock(&sim->mutex);
    struct bench *bench = sim->bench;
    sim->bench = NULL;
    pthread_mutex_unlock(&sim->mutex);
    bench_stop(bench);
    sim_stop(sim);
    pthread_cond_destroy(&sim->input_came);
    pthread_cond_destroy(&sim->input_looked);
    pthread_mutex_destroy(&sim->mutex);
    free(sim);
}
