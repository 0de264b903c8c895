/* The stopwatch: distributions of times, of bounded size, in classes 2 % wide.
 *     {"do":"stopwatch","reset":true}                      starts again
 *     {"do":"stopwatch","read":true}                       the state shows them, until the next reset
 *     {"do":"stopwatch","sync":"/a/file","bytes":4096}    also measures a plain write and fdatasync, in this process,
 *                                                          in a file of 4 MB, overwritten like the database's log
 * State, after a read: for each of "relay", "told" (both since the credential), "kept" (access granted: from the relay
 * to the answer, i.e. the time to make the record durable) and "sync" {"count":N,"maxNs":T,
 * "classes":[[T,N],…]}, N times that took T nanoseconds at most. */
#include "hal/sim/sim_stopwatch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_link_device.h"

#define STEPS 32 /* classes between a number and its double */
#define SHORTEST_BITS 10 /* below 2^10 ns all are one class */
#define LONGEST_BITS 36 /* all times from 2^36 ns on, over a minute, too */
#define CLASSES ((LONGEST_BITS - SHORTEST_BITS) * STEPS)
#define SYNC_LAP ((off_t)4 * 1024 * 1024)
#define SYNC_MAX 65536 /* bytes of one write */

enum { TIMES_RELAY, TIMES_TOLD, TIMES_KEPT, TIMES_SYNC, TIMES_COUNT };

static const char *const times_name[] = {
    [TIMES_RELAY] = "relay", [TIMES_TOLD] = "told", [TIMES_KEPT] = "kept", [TIMES_SYNC] = "sync"};

struct times {
    uint32_t classes[CLASSES];
    uint32_t count;
    int64_t max_ns;
};

struct stopwatch {
    int64_t came_ns[SIM_QUEUE_MAX]; /* of the queued events, by index */
    int64_t began_ns; /* time of the credential in progress; 0: none */
    int64_t let_in_ns; /* time of its relay command; 0: not yet */
    bool is_shown; /* the state shows the times */
    struct times times[TIMES_COUNT];
    off_t sync_at;
};

int64_t sim_real_ns(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The class is the position of the highest bit and the bits after it. */
static unsigned class_of(int64_t ns) {
    unsigned bits = SHORTEST_BITS;
    if (ns < INT64_C(1) << SHORTEST_BITS) {
        return 0;
    }
    while (bits < LONGEST_BITS && ns >= INT64_C(2) << bits) {
        bits++;
    }
    if (bits == LONGEST_BITS) {
        return CLASSES - 1;
    }
    int64_t step = (ns - (INT64_C(1) << bits)) * STEPS / (INT64_C(1) << bits);
    return (bits - SHORTEST_BITS) * STEPS + (unsigned)step;
}

/* Returns the longest time of a class. */
static int64_t class_end(unsigned class) {
    unsigned bits = SHORTEST_BITS + class / STEPS;
    return (INT64_C(1) << bits) + (INT64_C(1) << bits) * (class % STEPS + 1) / STEPS - 1;
}

static void times_add(struct times *times, int64_t ns) {
    times->classes[class_of(ns)]++;
    times->count++;
    times->max_ns = ns > times->max_ns ? ns : times->max_ns;
}

void sim_stopwatch_came(struct sim *sim, unsigned place) {
    struct stopwatch *watch = sim_state(sim, &sim_stopwatch);
    watch->came_ns[place] = sim_real_ns();
}

void sim_stopwatch_taken(struct sim *sim, unsigned place) {
    struct stopwatch *watch = sim_state(sim, &sim_stopwatch);
    watch->began_ns = watch->came_ns[place];
    watch->let_in_ns = 0;
}

void sim_stopwatch_ends(struct sim *sim) {
    struct stopwatch *watch = sim_state(sim, &sim_stopwatch);
    watch->began_ns = 0;
}

void sim_stopwatch_relay(struct sim *sim, int64_t now_ns) {
    struct stopwatch *watch = sim_state(sim, &sim_stopwatch);
    if (watch->began_ns != 0 && watch->let_in_ns == 0) {
        times_add(&watch->times[TIMES_RELAY], now_ns - watch->began_ns);
        watch->let_in_ns = sim_real_ns(); /* excludes the time of the simulated relay */
    }
}

void sim_stopwatch_told(struct sim *sim, int64_t now_ns) {
    struct stopwatch *watch = sim_state(sim, &sim_stopwatch);
    if (watch->began_ns != 0) {
        times_add(&watch->times[TIMES_TOLD], now_ns - watch->began_ns);
        if (watch->let_in_ns != 0) {
            times_add(&watch->times[TIMES_KEPT], now_ns - watch->let_in_ns);
        }
        watch->began_ns = 0;
    }
}

static const char zeros[SYNC_MAX];

/* A growing file also writes its length: grows it before anything is measured. */
static bool sync_grow(int fd) {
    if (lseek(fd, 0, SEEK_END) >= SYNC_LAP) {
        return true;
    }
    for (off_t at = 0; at < SYNC_LAP; at += SYNC_MAX) {
        if (pwrite(fd, zeros, SYNC_MAX, at) != SYNC_MAX) {
            return false;
        }
    }
    return fsync(fd) == 0;
}

static const char *do_sync(struct stopwatch *watch, const char *path, size_t octets) {
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        return "the file cannot be opened";
    }
    watch->sync_at = watch->sync_at + (off_t)octets > SYNC_LAP ? 0 : watch->sync_at;
    bool is_grown = sync_grow(fd);
    int64_t before_ns = sim_real_ns();
    bool is_done = is_grown && pwrite(fd, zeros, octets, watch->sync_at) == (ssize_t)octets && fdatasync(fd) == 0;
    if (is_done) {
        times_add(&watch->times[TIMES_SYNC], sim_real_ns() - before_ns);
        watch->sync_at += (off_t)octets;
    }
    (void)close(fd);
    return is_done ? NULL : "the file cannot be written";
}

static const char *stopwatch_command(struct sim *sim, const cJSON *args) {
    struct stopwatch *watch = sim_state(sim, &sim_stopwatch);
    const char *path = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "sync"));
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "reset"))) {
        memset(watch->times, 0, sizeof(watch->times));
        watch->is_shown = false;
        return NULL;
    }
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "read"))) {
        watch->is_shown = true;
        return NULL;
    }
    long octets = 0;
    if (path == NULL || !sim_number(args, "octets", 1, SYNC_MAX, 0, &octets) || octets == 0) {
        return "the stopwatch takes reset, read, or sync with a file and 1 to 65536 octets";
    }
    return do_sync(watch, path, (size_t)octets);
}

static cJSON *times_json(const struct times *times) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "count", times->count);
    cJSON_AddNumberToObject(json, "maxNs", (double)times->max_ns);
    cJSON *classes = cJSON_AddArrayToObject(json, "classes");
    for (unsigned i = 0; i < CLASSES; i++) {
        if (times->classes[i] > 0) {
            const double pair[] = {(double)class_end(i), times->classes[i]};
            cJSON_AddItemToArray(classes, cJSON_CreateDoubleArray(pair, 2));
        }
    }
    return json;
}

static cJSON *stopwatch_state(struct sim *sim) {
    const struct stopwatch *watch = sim_state(sim, &sim_stopwatch);
    if (!watch->is_shown) {
        return NULL;
    }
    cJSON *json = cJSON_CreateObject();
    for (unsigned i = 0; i < TIMES_COUNT; i++) {
        cJSON_AddItemToObject(json, times_name[i], times_json(&watch->times[i]));
    }
    return json;
}

static void stopwatch_start(struct sim *sim) {
    (void)sim; /* no op of its own: it only observes */
}

const struct sim_module sim_stopwatch = {.name = "stopwatch",
                                         .size = sizeof(struct stopwatch),
                                         .start = stopwatch_start,
                                         .command = stopwatch_command,
                                         .state = stopwatch_state};
