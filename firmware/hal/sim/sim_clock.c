/* The simulated clock chip: the calendar can be moved against the laptop's own, which is never touched. Moving the world
 * on ({"do":"clock","advanceMs":…}) moves the calendar with it. It has a battery: a restart of the terminal, which is an
 * exec of the daemon, finds it as it was. A daemon that is started anew has a new chip. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hal/sim/sim_devices.h"
#include "util/err.h"

/* What the battery keeps, in the environment that an exec hands on: milliseconds ahead of the laptop's calendar. */
#define BATTERY "POSTERND_SIM_CLOCK_AHEAD_MS"

enum fault { OFFLINE };

static const char *const faults[] = {"offline", NULL};

struct chip {
    pthread_mutex_t mutex; /* of its own: the time is asked for with and without the world's */
    int64_t calendar_ms; /* ahead of the world's time, without the slew under way */
    int32_t slew_ms; /* to be made up for */
    int64_t slew_from_ms; /* since then, on the monotonic clock */
};

static int64_t laptop_ms(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t sim_world_ms(const struct sim *sim) {
    return laptop_ms() + (int64_t)atomic_load(&sim->clock_offset_ms);
}

/* What of the slew is made up for. With the chip's mutex held. */
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

static int64_t clock_utc_ms(void *ctx) {
    return sim_utc_ms(ctx);
}

static int64_t clock_mono_ms(void *ctx) {
    return sim_mono_ms(ctx);
}

/* Puts the calendar `ahead_ms` before the world's and begins a slew. */
static void put(struct sim *sim, int64_t ahead_ms, int32_t slew_ms) {
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
        put(sim, utc_ms - sim_world_ms(sim), 0);
        sim_display_publish(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static int clock_slew(void *ctx, int32_t ms) {
    struct sim *sim = sim_enter(ctx);
    bool offline = sim_has_fault(sim, &sim_clock, OFFLINE);
    if (!offline) {
        put(sim, sim_utc_ms(sim) - sim_world_ms(sim), ms);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static void start(struct sim *sim) {
    struct chip *chip = sim_state(sim, &sim_clock);
    pthread_mutex_init(&chip->mutex, NULL);
    const char *kept = getenv(BATTERY);
    if (kept) {
        chip->calendar_ms = strtoll(kept, NULL, 10);
    }
    sim->hal.clock.ctx = sim;
    sim->hal.clock.utc_ms = clock_utc_ms;
    sim->hal.clock.mono_ms = clock_mono_ms;
    sim->hal.clock.set = clock_set;
    sim->hal.clock.slew = clock_slew;
}

/* The other threads have ended: nobody reads the environment meanwhile. */
static void stop(struct sim *sim) {
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRId64, sim_utc_ms(sim) - laptop_ms());
    (void)setenv(BATTERY, text, 1);
}

/* {"aheadMs":N,"slewMs":N}: how the calendar was set against the world's time, and what is made up for. */
static cJSON *state(struct sim *sim) {
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
    .start = start,
    .stop = stop,
    .state = state,
};
