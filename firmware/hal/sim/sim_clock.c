/* The simulated clock chip: the calendar can differ from the host's own, which is never changed. Advancing the world
 * ({"do":"clock","advanceMs":…}) advances the calendar with it. It has a battery: after a restart of the terminal,
 * which is an exec of the daemon, it is unchanged. A daemon that is started again, or has no bench socket, has a new
 * chip. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "hal/sim/sim_devices.h"
#include "util/err.h"

#define BATTERY_SUFFIX ".clock" /* file beside the bench socket, exists only during a restart */
#define BATTERY_MAX 512 /* bytes of its path, with the NUL; the path of a socket is shorter */

enum fault { OFFLINE };

static const char *const faults[] = {"offline", NULL};

struct chip {
    pthread_mutex_t mutex; /* its own mutex: the time is read with and without the world's */
    int64_t calendar_ms; /* ahead of the world's time, without the slew in progress */
    int32_t slew_ms; /* total of the slew */
    int64_t slew_from_ms; /* its start, on the monotonic clock */
    unsigned sets; /* by clock_set() */
};

static int64_t laptop_ms(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t sim_world_ms(const struct sim *sim) {
    int64_t held_ms = (int64_t)atomic_load(&sim->clock_held_ms);
    int64_t ahead_ms = held_ms != 0 ? held_ms - sim_real_ms() : (int64_t)atomic_load(&sim->clock_offset_ms);
    return laptop_ms() + ahead_ms;
}

/* Returns the part of the slew already applied. The caller holds the chip's mutex. */
static int64_t slewed_ms(const struct sim *sim, const struct chip *chip) {
    int64_t most_ms = (sim_mono_ms(sim) - chip->slew_from_ms) * HAL_CLOCK_SLEW_PPM / 1000000;
    if (chip->slew_ms < 0) {
        return -most_ms > chip->slew_ms ? -most_ms : chip->slew_ms;
    }
    return most_ms < chip->slew_ms ? most_ms : chip->slew_ms;
}

int64_t sim_utc_ms(const struct sim *sim) {
    struct chip *chip = sim_state(sim, &sim_clock);
    pthread_mutex_lock(&chip->mutex);
    int64_t utc_ms = sim_world_ms(sim) + chip->calendar_ms + slewed_ms(sim, chip);
    pthread_mutex_unlock(&chip->mutex);
    return utc_ms;
}

unsigned sim_clock_sets(const struct sim *sim) {
    const struct chip *chip = sim_state(sim, &sim_clock);
    return chip->sets;
}

static int64_t clock_utc_ms(void *ctx) {
    return sim_utc_ms(ctx);
}

static int64_t clock_mono_ms(void *ctx) {
    return sim_mono_ms(ctx);
}

/* Sets the calendar `ahead_ms` ahead of the world's and starts a slew. */
static void clock_put(struct sim *sim, int64_t ahead_ms, int32_t slew_ms) {
    struct chip *chip = sim_state(sim, &sim_clock);
    pthread_mutex_lock(&chip->mutex);
    chip->calendar_ms = ahead_ms;
    chip->slew_ms = slew_ms;
    chip->slew_from_ms = sim_mono_ms(sim);
    pthread_mutex_unlock(&chip->mutex);
    sim_changed(sim);
}

static int clock_set(void *ctx, int64_t utc_ms) {
    struct sim *sim = sim_enter(ctx);
    bool offline = sim_has_fault(sim, &sim_clock, OFFLINE);
    if (!offline) {
        struct chip *chip = sim_state(sim, &sim_clock);
        chip->sets++;
        clock_put(sim, utc_ms - sim_world_ms(sim), 0);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static int clock_slew(void *ctx, int32_t ms) {
    struct sim *sim = sim_enter(ctx);
    bool offline = sim_has_fault(sim, &sim_clock, OFFLINE);
    if (!offline) {
        clock_put(sim, sim_utc_ms(sim) - sim_world_ms(sim), ms);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

/* Builds the path of the battery file; false without a bench socket. */
static bool battery_path(const struct sim *sim, char ret_path[BATTERY_MAX]) {
    return sim->bench_path != NULL &&
           snprintf(ret_path, BATTERY_MAX, "%s" BATTERY_SUFFIX, sim->bench_path) < BATTERY_MAX;
}

/* The file contains by how many milliseconds the calendar is ahead of the host's. */
static void take_from_battery(const struct sim *sim, struct chip *chip) {
    char path[BATTERY_MAX];
    FILE *file = battery_path(sim, path) ? fopen(path, "re") : NULL;
    int64_t ahead_ms = 0;
    if (file == NULL) {
        return;
    }
    if (fread(&ahead_ms, sizeof(ahead_ms), 1, file) == 1) {
        chip->calendar_ms = ahead_ms;
    }
    (void)fclose(file);
    (void)unlink(path);
}

static void put_into_battery(const struct sim *sim) {
    char path[BATTERY_MAX];
    FILE *file = battery_path(sim, path) ? fopen(path, "we") : NULL;
    int64_t ahead_ms = sim_utc_ms(sim) - laptop_ms();
    if (file != NULL) {
        (void)fwrite(&ahead_ms, sizeof(ahead_ms), 1, file);
        (void)fclose(file);
    }
}

static void clock_start(struct sim *sim) {
    struct chip *chip = sim_state(sim, &sim_clock);
    pthread_mutex_init(&chip->mutex, NULL);
    take_from_battery(sim, chip);
    sim->hal.clock.ctx = sim;
    sim->hal.clock.utc_ms = clock_utc_ms;
    sim->hal.clock.mono_ms = clock_mono_ms;
    sim->hal.clock.set = clock_set;
    sim->hal.clock.slew = clock_slew;
}

static void clock_stop(struct sim *sim) {
    if (sim->hal.restart.pending != NULL && sim->hal.restart.pending(sim)) {
        put_into_battery(sim);
    }
}

/* {"aheadMs":N,"slewMs":N}: offset of the calendar from the world's time, and the slew in progress. */
static cJSON *sim_clock_state(struct sim *sim) {
    struct chip *chip = sim_state(sim, &sim_clock);
    cJSON *json = cJSON_CreateObject();
    pthread_mutex_lock(&chip->mutex);
    cJSON_AddNumberToObject(json, "aheadMs", (double)chip->calendar_ms);
    cJSON_AddNumberToObject(json, "slewMs", chip->slew_ms);
    pthread_mutex_unlock(&chip->mutex);
    return json;
}

const struct sim_module sim_clock = {
    .name = "clock",
    .size = sizeof(struct chip),
    .faults = faults,
    .start = clock_start,
    .stop = clock_stop,
    .state = sim_clock_state,
};
