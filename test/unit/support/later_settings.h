/* Settings with a value that this version refuses to save (setting_row.refused), but in force. For testing the code
 * behind such a value, which exists before it can be switched on. */
#ifndef POSTERN_TEST_LATER_SETTINGS_H
#define POSTERN_TEST_LATER_SETTINGS_H

#include "setting_values.h"

struct core;

/* Activates a page like a save of a later version: a new snapshot, then the effects of the differences. Checks, audits
 * and stores nothing, so a restart discards it; a save that keeps or resets the value is based on it. */
void later_settings(struct core *core, enum setting_page page, const void *values);

#endif
