/* The terminal's own thread: credentials that are presented → who it is → display, and the
 * administrator's menu at the keypad. It never waits for the network. */
#ifndef POSTERN_APP_TERMINAL_H
#define POSTERN_APP_TERMINAL_H

#include <stdbool.h>

#include "util/err.h"

struct core;
struct hal;
struct terminal;

/* Starts the thread, with all signals blocked. `core` is this thread's own until terminal_stop(). E_NOMEM, E_SYSTEM. */
_must_check_ int terminal_start(struct core *core, const struct hal *hal, struct terminal **ret_terminal);

/* How the thread gets on, for the watchdog: writes a number that changes with each turn, and is never at rest, because poke()
 * makes it turn. `terminal` is a struct terminal. */
bool terminal_progress(void *terminal, unsigned *ret_count);
void terminal_poke(void *terminal);

/* Lets it finish the event at hand, ends it and frees. Takes NULL. Returns NULL. */
struct terminal *terminal_stop(struct terminal *terminal);

#endif
