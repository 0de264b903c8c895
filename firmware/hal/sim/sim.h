/* Inside of the simulated devices; nobody but hal/sim/ and its tests includes it. One mutex guards the whole
 * simulated world. */
#ifndef POSTERN_HAL_SIM_SIM_H
#define POSTERN_HAL_SIM_SIM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"
#include "hal/sim/bench.h"

#define SIM_QUEUE_MAX 32 /* events kept while nobody waits */
#define SIM_DISPLAY_RESTART_MS 400 /* how long the simulated display is dark when it restarts */
#define SIM_ADVANCE_MAX_MS 1e12 /* most that one command moves the clocks */
#define SIM_LANGUAGE_MAX 32 /* octets of a language tag, with the NUL */
#define SIM_INITIAL_PASSWORD_MAX 32 /* octets, with the NUL */

/* Faults that can be set; each bit is one line of the table in sim_command.c. */
enum sim_fault {
    SIM_FAULT_DISPLAY_OFFLINE = 1 << 0,
    SIM_FAULT_READER_OFFLINE = 1 << 1,
    SIM_FAULT_KEYPAD_OFFLINE = 1 << 2,
    SIM_FAULT_ENTROPY_FAILING = 1 << 3,
};

struct sim_display {
    bool ever_shown; /* somebody has given it a content */
    char lines[HAL_DISPLAY_LINES_MAX][HAL_DISPLAY_LINE_MAX];
    size_t line_count;
    char language[SIM_LANGUAGE_MAX];
    bool has_initial_password;
    char initial_password[SIM_INITIAL_PASSWORD_MAX];
    int64_t dark_until_ms; /* real monotonic time a restart ends at; 0 when none is under way */
};

struct sim {
    struct hal hal; /* first, so that a pointer to it is one to this */
    atomic_llong clock_offset_ms; /* by which both clocks are ahead of the real ones */
    atomic_uint faults; /* of enum sim_fault; changed with the mutex held */
    pthread_mutex_t mutex; /* guards everything below */
    pthread_cond_t input_came; /* with the mutex; on the monotonic clock */
    struct hal_input_event queue[SIM_QUEUE_MAX];
    unsigned queue_start, queue_count;
    bool input_woken;
    struct sim_display display;
    struct bench *bench; /* NULL without a socket; constant after hal_new() */
};

/* The ops of the bench socket on a `struct sim`. */
extern const struct bench_ops sim_bench_ops;

/* Real monotonic time in milliseconds, which no command moves. */
int64_t sim_real_ms(void);

/* Calendar time of the simulated clock. */
int64_t sim_utc_ms(const struct sim *sim);

/* Hands an event to whoever waits. Call with the mutex held. Returns 0 or E_BUSY when the queue is full. */
int sim_input_push(struct sim *sim, const struct hal_input_event *event);

/* Tells all clients what the display shows, if it ever showed anything. Call with the mutex held. */
void sim_display_publish(struct sim *sim);

/* Tells all clients of a result on the display, or of a restart of the machine. */
void sim_result_publish(struct sim *sim, const struct hal_display_result *result);
void sim_restart_publish(struct sim *sim);

#endif
