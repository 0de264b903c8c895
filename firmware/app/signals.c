#include "app/signals.h"

#include <signal.h>
#include <stddef.h>

#include "net/loop.h"

/* Variables that a signal handler may change. */
static volatile sig_atomic_t stop_requested;
static volatile sig_atomic_t reload_requested;
static struct net_loop *volatile signalled_loop;

static void signal_wake(void) {
    struct net_loop *loop = signalled_loop;
    if (loop != NULL) {
        net_loop_wake(loop);
    }
}

static void on_stop(int number) {
    (void)number;
    stop_requested = 1;
    signal_wake();
}

static void on_reload(int number) {
    (void)number;
    reload_requested = 1;
    signal_wake();
}

void signals_hold(bool hold) {
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGHUP);
    (void)pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void signals_catch(void) {
    struct sigaction stop = {.sa_handler = on_stop}, ignore = {.sa_handler = SIG_IGN};
    struct sigaction reload = {.sa_handler = on_reload};
    (void)sigaction(SIGTERM, &stop, NULL);
    (void)sigaction(SIGINT, &stop, NULL);
    (void)sigaction(SIGPIPE, &ignore, NULL); /* a closed connection is not an error */
    (void)sigaction(SIGHUP, &reload, NULL);
}

void signals_wake(struct net_loop *loop) {
    signalled_loop = loop;
}

bool signals_stopped(void) {
    return stop_requested != 0;
}

bool signals_take_reload(void) {
    bool requested = reload_requested != 0;
    reload_requested = 0;
    return requested;
}
