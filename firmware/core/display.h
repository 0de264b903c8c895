/* The idle screen of the terminal's display: name, serial, and the initial password while it is in force. Shared by
 * all threads; one change at a time. */
#ifndef POSTERN_CORE_DISPLAY_H
#define POSTERN_CORE_DISPLAY_H

#include "util/err.h"

struct core_shared;
struct settings;
struct store;

/* Composes the idle screen anew from the settings and the accounts, and shows it. Returns 0; E_OFFLINE when the
 * display does not answer (it shows the content as soon as it does); or an error of the store. */
_must_check_ int display_refresh(struct core_shared *shared, struct store *store, const struct settings *settings);

/* The same with a restart of the display, as a change of the language needs. */
_must_check_ int display_restart(struct core_shared *shared, struct store *store, const struct settings *settings);

#endif
