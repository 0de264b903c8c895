/* Inside of the simulated devices; nobody but hal/sim/ and its tests includes it. One mutex guards the whole
 * simulated world. */
#ifndef POSTERN_HAL_SIM_SIM_H
#define POSTERN_HAL_SIM_SIM_H

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"
#include "hal/sim/bench.h"

#define SIM_QUEUE_MAX 32 /* events kept while nobody waits */
#define SIM_ASKS_MAX (2 * HAL_INPUT_ASKS_MAX) /* of both links */
#define SIM_DISPLAY_RESTART_MS 400 /* how long the simulated display is dark when it restarts */
#define SIM_ADVANCE_MAX_MS 1e12 /* most that one command moves the clocks */

#define SIM_MODULES_MAX 24 /* devices in sim_modules.c */
#define SIM_FINGERS_MAX 50000 /* templates that the modules hold */
#define SIM_FACES_MAX 10000
#define SIM_IRISES_MAX 10000
#define SIM_NEVER INT64_MAX /* moment that does not come */

struct sim;

/* A simulated device in a file of its own, sim_<name>.c. It takes its time on the simulated monotonic clock: what it
 * does follows from the time that passed, so that moving the clock on is enough to see it happen. All functions but
 * the ops that start() puts into sim->hal are called with the mutex held; ops take it themselves (sim_enter()). */
struct sim_module {
    const char *name; /* of the device in commands ("do"), faults and state events */
    size_t size; /* of its state, which is zeroed before start() */
    const char *const *faults; /* kinds of its faults, NULL at the end, 32 at most; NULL for none. Bit i is kind i */

    /* Puts its ops into sim->hal and sets its first state; sets sim->out_of_memory when it cannot. */
    void (*start)(struct sim *sim);

    /* Ends what start() or an op began, threads above all; without the mutex. NULL: nothing to end. */
    void (*stop)(struct sim *sim);

    /* Carries out a command. Returns NULL, or the static text of the refusal. NULL: it takes none. */
    const char *(*command)(struct sim *sim, const cJSON *args);

    /* Brings the state to the simulated moment `now_ms` and returns the next moment at which it will change by itself,
     * or SIM_NEVER. Called after every command, fault, op that calls sim_changed(), and when the time has come. Steps
     * of a large leap are taken one after the other. NULL: nothing happens by itself. */
    int64_t (*step)(struct sim *sim, int64_t now_ms);

    /* The state as a new object, for the panel and for tests. NULL, also as its result: it has none to show. */
    cJSON *(*state)(struct sim *sim);
};

/* All modules in the order of their start; NULL at the end. One line a device in sim_modules.c. */
extern const struct sim_module *const sim_modules[];

/* What the frame keeps for each of them. */
struct sim_slot {
    void *state; /* of `size` bytes */
    atomic_uint faults; /* bits that are set */
    char *published; /* state as it was told last; NULL before */
};

/* Faults that can be set; each bit is one line of the table in sim_command.c. */
enum sim_fault {
    SIM_FAULT_READER_OFFLINE = 1 << 1,
    SIM_FAULT_KEYPAD_OFFLINE = 1 << 2,
    SIM_FAULT_ENTROPY_FAILING = 1 << 3,
};

struct sim {
    struct hal hal; /* first, so that a pointer to it is one to this */
    atomic_llong clock_offset_ms; /* by which both clocks are ahead of the real ones */
    atomic_llong clock_held_ms; /* the monotonic clock while both stand still; 0 while they run */
    atomic_uint faults; /* of enum sim_fault; changed with the mutex held */
    pthread_mutex_t mutex; /* guards everything below */
    pthread_cond_t input_came; /* with the mutex; on the monotonic clock */
    struct hal_input_event queue[SIM_QUEUE_MAX];
    unsigned queue_start, queue_count;
    struct hal_input_event asks[SIM_ASKS_MAX]; /* of devices on a link, the oldest first */
    unsigned ask_count;
    bool input_woken;
    bool contacts_came; /* to be told as HAL_INPUT_CONTACTS, behind what is in the queue */
    pthread_cond_t input_looked; /* somebody waits for more; with the mutex, on the monotonic clock */
    pthread_t input_taker; /* who waited last; nobody yet without `input_has_taker` */
    bool input_has_taker, input_waiting;
    const char *bench_path; /* of its socket; NULL without one; borrowed, constant */
    struct bench *bench; /* NULL without a socket, and when it ends */
    struct hal_capacity_limits limits; /* of the model; constant */
    struct sim_slot slots[SIM_MODULES_MAX]; /* of sim_modules[] */
    bool out_of_memory; /* start() of a module had too little */
    int64_t due_ms; /* next moment at which a module changes by itself, as the bench's thread knows it */
    void (*changed)(void *ctx); /* of hal/notify.h; NULL when nobody listens */
    void *changed_ctx;
};

/* True if the model has the device. */
bool sim_has_device(const struct sim *sim, enum device device);

/* The ops of the bench socket on a `struct sim`. */
extern const struct bench_ops sim_bench_ops;

/* Real monotonic time in milliseconds, which no command moves. */
int64_t sim_real_ms(void);

/* Monotonic time of the simulated clock. */
int64_t sim_mono_ms(const struct sim *sim);

/* The state of a module, of its `size` bytes. */
void *sim_state(const struct sim *sim, const struct sim_module *module);

/* True while the fault of bit `fault` is set. */
bool sim_has_fault(const struct sim *sim, const struct sim_module *module, unsigned fault);

/* Begins an op: takes the mutex and brings all modules to now. sim_leave() ends it. */
struct sim *sim_enter(void *ctx);
void sim_leave(struct sim *sim);

/* Says that an op changed something: the state is told to the clients and the loop is woken, soon. */
void sim_changed(struct sim *sim);

/* Brings all modules to now. Returns the next moment at which one changes by itself. With the mutex held. */
int64_t sim_step(struct sim *sim);

/* The same, and tells the clients what is different (`client` -1), or all of it to one of them. */
int64_t sim_tell(struct sim *sim, int client);

/* Sets or clears a fault of a module. Returns false when there is none of this name. With the mutex held. */
bool sim_set_fault(struct sim *sim, const char *device, const char *kind, bool on);

/* Carries out a command of a module; NULL with *ret_found false when no module has this name. With the mutex held. */
const char *sim_command(struct sim *sim, const char *name, const cJSON *args, bool *ret_found);

/* Makes the states, starts all modules, and ends them. For hal_new() and hal_free(). Returns 0 or E_NOMEM. */
int sim_start(struct sim *sim);
void sim_stop(struct sim *sim);

/* Calendar time of the simulated clock, and the true one of the world around it, which setting the clock does not move.
 * With or without the mutex. */
int64_t sim_utc_ms(const struct sim *sim);
int64_t sim_world_ms(const struct sim *sim);

/* How often the calendar was set; what shows the time looks whether it is more than it was. With the mutex held. */
unsigned sim_clock_sets(const struct sim *sim);

/* Puts the ops of hal/input.h into sim->hal. */
void sim_input_bind(struct sim *sim);

/* Hands an event to whoever waits. Call with the mutex held. Returns 0 or E_BUSY when the queue is full. */
int sim_input_push(struct sim *sim, const struct hal_input_event *event);

/* Hands over what a device of a link shows: the card of `number`. `is_garbled`: it was damaged on its way, and the driver drops it.
 * With the mutex held. Returns NULL, or the static text of the refusal. */
const char *sim_input_ask(struct sim *sim, enum credential_from from, const struct hal_link_device *device,
                          const char *number, bool is_garbled);

/* Says that a contact of the door changed; however often, it is told once. Call with the mutex held. */
void sim_input_contacts(struct sim *sim);

/* Ends the wait of whoever waits by the clock, which was moved. Call with the mutex held. */
void sim_input_clock(struct sim *sim);

/* Before the clock is moved: waits until the thread that takes the input has looked at what came and waits for more, for
 * a fifth of a second at most: it may be held up itself. At once when nobody takes it, or the caller does. With the mutex held. */
void sim_input_settle(struct sim *sim);

/* Tells all clients, or one that is new, what the display shows, if it ever showed anything. Call with the mutex held.
 * */
void sim_display_publish(struct sim *sim);
void sim_display_greet(struct sim *sim, int client);

/* Somebody uses the terminal: the display wakes up. Call with the mutex held. */
void sim_display_used(struct sim *sim);

/* Ends a restart of the display whose time is over. Returns the milliseconds until then, or -1. With the mutex held. */
int sim_display_tick(struct sim *sim);

#endif
