/* The terminal's display: its idle screen (name, serial, the attendance status in force, the initial password while it
 * holds) and its style (how the clock is written, power saving, keypad lock). Shared by all threads; one change at a
 * time. */
#ifndef POSTERN_CORE_DISPLAY_H
#define POSTERN_CORE_DISPLAY_H

#include <stdint.h>

#include "core/time/status_schedule.h"
#include "util/err.h"

struct core;
struct core_shared;
struct settings;
struct store;

/* Composes idle screen and style anew from the newest settings, the accounts and the time, and shows them. Returns 0; E_OFFLINE
 * when the display does not answer (it shows them as soon as it does); or an error of the store. */
_must_check_ int display_refresh(struct core_shared *shared, struct store *store);

/* The same with a restart of the display, as a change of the language needs. */
_must_check_ int display_restart(struct core_shared *shared, struct store *store);

/* The times at which each status begins, and the label of one. */
struct status_schedule display_schedule(const struct settings *settings);
const char *display_status_label(const struct settings *settings, unsigned status);

/* Label of the status that is in force at a moment, in milliseconds since 1970 UTC; valid as the settings of `core` are. */
const char *display_status_at(struct core *core, int64_t utc_ms);

/* For app/upkeep: when what is shown is out of date (another status begins, the clock is changed, somebody moved it), on
 * the monotonic clock; and showing it anew, on a worker. */
int64_t display_due_ms(struct core *core);
void display_upkeep(struct core *core);

#endif
