/* Signals: SIGTERM and SIGINT end the daemon, SIGHUP makes it reload its certificate, SIGPIPE is ignored. The handler
 * only notes the signal and wakes the loop, which handles it. */
#ifndef POSTERN_APP_SIGNALS_H
#define POSTERN_APP_SIGNALS_H

#include <stdbool.h>

struct net_loop;

/* Installs the handlers. Call once, before other threads run. */
void signals_catch(void);

/* Blocks or unblocks the three signals: they stay pending until all parts exist, and after the last check. */
void signals_hold(bool hold);

/* Sets the loop whose wait a signal ends; NULL: none. */
void signals_wake(struct net_loop *loop);

/* Returns true once the daemon should end. */
bool signals_stopped(void);

/* Returns true once per SIGHUP: reload the certificate. */
bool signals_take_reload(void);

#endif
