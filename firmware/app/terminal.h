/* The terminal's own thread: presented credentials → identification → display, and the administrator's menu on the
 * keypad. It never waits for the network. */
#ifndef POSTERN_APP_TERMINAL_H
#define POSTERN_APP_TERMINAL_H

#include <stdbool.h>

#include "util/err.h"

struct core;
struct hal;
struct terminal;

/* Starts the thread, with all signals blocked. Only this thread may use `core` until terminal_stop(). E_NOMEM,
 * E_SYSTEM. */
_must_check_ int terminal_start(struct core *core, const struct hal *hal, struct terminal **ret_terminal);

/* Progress of the thread, for the watchdog: writes a number that changes with each turn; always returns true, because
 * poke() makes it turn. `terminal` is a struct terminal. */
bool terminal_progress(void *terminal, unsigned *ret_count);
void terminal_poke(void *terminal);

/* Lets it finish the current event, ends it and frees it. Accepts NULL. Returns NULL. */
struct terminal *terminal_stop(struct terminal *terminal);

#endif
