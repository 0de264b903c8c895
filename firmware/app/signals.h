/* Signals: SIGTERM and SIGINT end the daemon, SIGHUP makes it read its certificate again, SIGPIPE is no event. All are
 * looked at by the loop alone; what a handler does is to note it and to wake the loop. */
#ifndef POSTERN_APP_SIGNALS_H
#define POSTERN_APP_SIGNALS_H

#include <stdbool.h>

struct net_loop;

/* Installs the handlers. Once, before other threads run. */
void signals_catch(void);

/* Holds the three back, or lets them through: before all parts are there, and after the last look at them, they wait.
 * */
void signals_hold(bool hold);

/* The loop whose wait a signal ends; NULL for none. */
void signals_wake(struct net_loop *loop);

/* True once the daemon was told to end. */
bool signals_stopped(void);

/* True if the certificate is to be read again; says so once a signal. */
bool signals_take_reload(void);

#endif
