/* Internals of the Linux backends, for hal/linux/ only. Each device has its own file, linux_<name>.c, which sets its
 * ops in `hal`. */
#ifndef POSTERN_HAL_LINUX_IMPL_H
#define POSTERN_HAL_LINUX_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "hal/hal.h"
#include "hal/linux/linux_board.h"
#include "hal/linux/linux_net.h"
#include "hal/linux/linux_notify.h"

/* Input at the terminal. */
struct linux_input {
    pthread_mutex_t mutex;
    pthread_cond_t came; /* on the monotonic clock */
    bool is_woken;
};

#define LINUX_DISPLAY_MAX 1024 /* bytes of the idle screen as text, with the NUL */

/* The idle screen as text. */
struct linux_display {
    pthread_mutex_t mutex;
    char text[LINUX_DISPLAY_MAX]; /* last text written */
};

struct linux_hal {
    struct hal hal; /* first, so that both have the same address */
    struct linux_board board; /* constant */
    struct linux_notify notify;
    struct linux_net *net; /* NULL: no interface */
    struct linux_input input;
    struct linux_display display;
    int watchdog_fd; /* -1 before the first feed, and without a watchdog */
    atomic_bool is_watchdog_silent; /* it was missing when it should be fed */
    atomic_bool is_restarting; /* requested; the daemon restarts itself */
};

/* Each sets the ops of one device in linux->hal; where there is an end function, it releases what bind acquired. */
void linux_clock_bind(struct linux_hal *linux_hal);
void linux_machine_bind(struct linux_hal *linux_hal);
void linux_input_bind(struct linux_hal *linux_hal);
void linux_display_bind(struct linux_hal *linux_hal);
void linux_display_end(struct linux_hal *linux_hal);
void linux_watchdog_bind(struct linux_hal *linux_hal);
void linux_watchdog_end(struct linux_hal *linux_hal);
void linux_input_end(struct linux_hal *linux_hal);

#endif
