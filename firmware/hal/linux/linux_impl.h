/* Inside of the Linux backends; nobody but hal/linux/ includes it. Each device has a file of its own, linux_<name>.c,
 * which puts its ops into `hal`. */
#ifndef POSTERN_HAL_LINUX_IMPL_H
#define POSTERN_HAL_LINUX_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "hal/hal.h"
#include "hal/linux/linux_board.h"
#include "hal/linux/linux_net.h"
#include "hal/linux/linux_notify.h"

/* What comes in at the terminal. */
struct linux_input {
    pthread_mutex_t mutex;
    pthread_cond_t came; /* on the monotonic clock */
    bool is_woken;
};

#define LINUX_DISPLAY_MAX 1024 /* bytes of the idle screen as text, with the NUL */

/* The idle screen as text. */
struct linux_display {
    pthread_mutex_t mutex;
    char text[LINUX_DISPLAY_MAX]; /* that was written last */
};

struct linux_hal {
    struct hal hal; /* first, so that a pointer to it is one to this */
    struct linux_board board; /* constant */
    struct linux_notify notify;
    struct linux_net *net; /* NULL: no interface is fitted */
    struct linux_input input;
    struct linux_display display;
    int watchdog_fd; /* -1 until it is fed, and where there is none */
    atomic_bool is_watchdog_silent; /* it was not there when it was to be fed */
    atomic_bool is_restarting; /* asked for, and the daemon's own to make */
};

/* Each puts the ops of one device into linux->hal; those with a counterpart take what they need and give it back there. */
void linux_clock_bind(struct linux_hal *linux_hal);
void linux_machine_bind(struct linux_hal *linux_hal);
void linux_input_bind(struct linux_hal *linux_hal);
void linux_display_bind(struct linux_hal *linux_hal);
void linux_display_end(struct linux_hal *linux_hal);
void linux_watchdog_bind(struct linux_hal *linux_hal);
void linux_watchdog_end(struct linux_hal *linux_hal);
void linux_input_end(struct linux_hal *linux_hal);

#endif
