/* Internals of the simulated devices, for hal/sim/ and its tests only. One mutex guards the whole simulated world. */
#ifndef POSTERN_HAL_SIM_SIM_H
#define POSTERN_HAL_SIM_SIM_H

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"
#include "hal/sim/bench.h"

#define SIM_QUEUE_MAX 32 /* events queued while nothing waits */
#define SIM_ASKS_MAX (2 * HAL_INPUT_ASKS_MAX) /* of both links */
#define SIM_DISPLAY_RESTART_MS 400 /* how long the simulated display is dark during a restart */
#define SIM_ADVANCE_MAX_MS 1e12 /* most that one command advances the clocks */

#define SIM_MODULES_MAX 24 /* devices in sim_modules.c */
#define SIM_FINGERS_MAX 50000 /* capacity of the modules */
#define SIM_FACES_MAX 10000
#define SIM_IRISES_MAX 10000
#define SIM_NEVER INT64_MAX /* a time that never comes */

struct sim;

/* A simulated device in its own file, sim_<name>.c. It runs on the simulated monotonic clock: its state follows from
 * the elapsed time, so advancing the clock is enough. All functions are called with the mutex held, except the ops that
 * start() sets in sim->hal; ops lock it themselves (sim_enter()). */
struct sim_module {
    const char *name; /* of the device in commands ("do"), faults and state events */
    size_t size; /* of its state, which is zeroed before start() */
    const char *const *faults; /* names of its faults, NULL-terminated, at most 32; NULL: none. Bit i is fault i */

    /* Sets its ops in sim->hal and its initial state; sets sim->out_of_memory on failure. */
    void (*start)(struct sim *sim);

    /* Ends what start() or an op started, above all threads; called without the mutex. NULL: nothing to end. */
    void (*stop)(struct sim *sim);

    /* Executes a command. Returns NULL, or a static error text. NULL: no commands. */
    const char *(*command)(struct sim *sim, const cJSON *args);

    /* Advances the state to the simulated time `now_ms` and returns the next time at which it changes by itself, or
     * SIM_NEVER. Called after every command, fault and op that calls sim_changed(), and when that time comes. Performs
     * the steps of a large leap one by one. NULL: nothing changes by itself. */
    int64_t (*step)(struct sim *sim, int64_t now_ms);

    /* Returns the state as a new object, for the panel and for tests. NULL, also as its result: nothing to show. */
    cJSON *(*state)(struct sim *sim);
};

/* All modules in start order; NULL-terminated. One line per device in sim_modules.c. */
extern const struct sim_module *const sim_modules[];

/* Data that the framework keeps for each module. */
struct sim_slot {
    void *state; /* of `size` bytes */
    atomic_uint faults; /* bits of active faults */
    char *published; /* state as last published; NULL before */
};

/* Faults of the framework; each bit is one line of the table in sim_command.c. */
enum sim_fault {
    SIM_FAULT_READER_OFFLINE = 1 << 1,
    SIM_FAULT_KEYPAD_OFFLINE = 1 << 2,
    SIM_FAULT_ENTROPY_FAILING = 1 << 3,
};

struct sim {
    struct hal hal; /* first, so that both have the same address */
    atomic_llong clock_offset_ms; /* how far both clocks are ahead of the real ones */
    atomic_llong clock_held_ms; /* the monotonic clock while both are stopped; 0 while they run */
    atomic_uint faults; /* enum sim_fault; changed with the mutex held */
    pthread_mutex_t mutex; /* guards everything below */
    pthread_cond_t input_came; /* with the mutex; on the monotonic clock */
    struct hal_input_event queue[SIM_QUEUE_MAX];
    unsigned queue_start, queue_count;
    struct hal_input_event asks[SIM_ASKS_MAX]; /* of devices on a link, oldest first */
    unsigned ask_count;
    bool input_woken;
    bool contacts_came; /* send HAL_INPUT_CONTACTS after the queue */
    pthread_cond_t input_looked; /* a thread waits for more input; with the mutex, on the monotonic clock */
    pthread_t input_taker; /* thread that waited last; valid with `input_has_taker` */
    bool input_has_taker, input_waiting;
    const char *bench_path; /* of its socket; NULL: none; borrowed, constant */
    struct bench *bench; /* NULL without a socket, and while it is being ended */
    struct hal_capacity_limits limits; /* of the model; constant */
    struct sim_slot slots[SIM_MODULES_MAX]; /* of sim_modules[] */
    bool out_of_memory; /* start() of a module ran out of memory */
    int64_t due_ms; /* next time at which a module changes by itself, as the bench's thread knows it */
    void (*changed)(void *ctx); /* of hal/notify.h; NULL: no listener */
    void *changed_ctx;
};

/* Returns whether the model has the device. */
bool sim_has_device(const struct sim *sim, enum device device);

/* The ops of the bench socket on a `struct sim`. */
extern const struct bench_ops sim_bench_ops;

/* Returns the real monotonic time in milliseconds, unaffected by commands. */
int64_t sim_real_ms(void);

/* Returns the simulated monotonic time. */
int64_t sim_mono_ms(const struct sim *sim);

/* Returns the state of a module, `size` bytes. */
void *sim_state(const struct sim *sim, const struct sim_module *module);

/* Returns whether fault bit `fault` is set. */
bool sim_has_fault(const struct sim *sim, const struct sim_module *module, unsigned fault);

/* Begins an op: locks the mutex and advances all modules to now. sim_leave() ends it. */
struct sim *sim_enter(void *ctx);
void sim_leave(struct sim *sim);

/* Reports that an op changed something: soon publishes the state to the clients and wakes the loop. */
void sim_changed(struct sim *sim);

/* Advances all modules to now. Returns the next time at which one changes by itself. The caller holds the mutex. */
int64_t sim_step(struct sim *sim);

/* The same, and sends the changes to all clients (`client` -1), or the whole state to one client. */
int64_t sim_tell(struct sim *sim, int client);

/* Sets or clears a fault of a module. Returns false for an unknown name. The caller holds the mutex. */
bool sim_set_fault(struct sim *sim, const char *device, const char *kind, bool on);

/* Executes a command of a module; NULL with *ret_found false for an unknown module. The caller holds the mutex. */
const char *sim_command(struct sim *sim, const char *name, const cJSON *args, bool *ret_found);

/* Allocates the states and starts all modules; ends them. For hal_new() and hal_free(). Returns 0 or E_NOMEM. */
int sim_start(struct sim *sim);
void sim_stop(struct sim *sim);

/* Calendar time of the simulated clock, and true time of the world around it, which setting the clock does not change.
 * With or without the mutex. */
int64_t sim_utc_ms(const struct sim *sim);
int64_t sim_world_ms(const struct sim *sim);

/* How often the calendar was set; lets a display of the time notice it. The caller holds the mutex. */
unsigned sim_clock_sets(const struct sim *sim);

/* Sets the ops of hal/input.h in sim->hal. */
void sim_input_bind(struct sim *sim);

/* Queues an event. The caller holds the mutex. Returns 0 or E_BUSY when the queue is full. */
int sim_input_push(struct sim *sim, const struct hal_input_event *event);

/* Queues what a device of a link presents: the card `number`. `is_garbled`: damaged in transit, so the driver drops it.
 * The caller holds the mutex. Returns NULL, or a static error text. */
const char *sim_input_ask(struct sim *sim, enum credential_from from, const struct hal_link_device *device,
                          const char *number, bool is_garbled);

/* Reports that a door contact changed; repeated calls are merged. The caller holds the mutex. */
void sim_input_contacts(struct sim *sim);

/* Ends a timed wait for input because the clock was moved. The caller holds the mutex. */
void sim_input_clock(struct sim *sim);

/* Before the clock is moved: waits until the thread that reads input has handled all events and waits again, at most
 * 200 ms, since it may be blocked. Returns at once if no thread reads, or the caller does. The caller holds the
 * mutex. */
void sim_input_settle(struct sim *sim);

/* Publishes what the display shows, to all clients or to a new one, if it ever showed anything. The caller holds the
 * mutex. */
void sim_display_publish(struct sim *sim);
void sim_display_greet(struct sim *sim, int client);

/* Wakes the display because the terminal is in use. The caller holds the mutex. */
void sim_display_used(struct sim *sim);

/* Ends a restart of the display that is due. Returns the milliseconds until then, or -1. The caller holds the mutex. */
int sim_display_tick(struct sim *sim);

#endif
