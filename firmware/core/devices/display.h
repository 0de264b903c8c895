/* The terminal's display: its idle screen (name, serial, current attendance status, initial password until it is
 * changed) and its style (clock format, power saving, keypad lock). Shared by all threads; one change at a time. */
#ifndef POSTERN_CORE_DISPLAY_H
#define POSTERN_CORE_DISPLAY_H

#include <stdint.h>

#include "hal/display.h"
#include "util/err.h"

struct actor;
struct core;
struct core_shared;
struct display;
struct settings;
struct store;

/* For core/start. E_NOMEM. */
_must_check_ int display_new(struct display **ret_display);
void display_free(struct display *display);

/* Returns the language of the terminal as a tag, "en". Static. */
const char *display_language(const struct settings *settings);

/* Sets it from the user menu, as a save of TimeParam.language. Returns 0, E_SWITCHED_OFF while the menu does not offer
 * it, E_INVAL (not a language of this build), or as settings_save(). */
_must_check_ int display_set_language(struct core *core, const struct actor *by, const char *language);

/* Reads its current state. */
void display_read(struct core *core, struct hal_display_state *ret_state);

/* Composes idle screen and style from the newest settings, the accounts and the time, and shows them. Returns 0;
 * E_OFFLINE when the display does not respond (it shows them as soon as it does); or an error of the store. */
_must_check_ int display_refresh(struct core_shared *shared, struct store *store);

/* The same with a restart of the display, as a change of the language requires. */
_must_check_ int display_restart(struct core_shared *shared, struct store *store);

/* For app/upkeep: when the content becomes outdated (next status, change of the UTC offset, a clock that was set), on
 * the monotonic clock; and updating it, on a worker. */
int64_t display_due_ms(struct core *core);
void display_upkeep(struct core *core);

#endif
