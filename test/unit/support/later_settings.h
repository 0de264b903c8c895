/* Settings with a value that this version refuses to save (setting_row.refused), in force nevertheless. For tests of the
 * code behind such a value, which is there before it can be switched on. */
#ifndef POSTERN_TEST_LATER_SETTINGS_H
#define POSTERN_TEST_LATER_SETTINGS_H

#include "setting_values.h"

struct core;

/* Puts a page into force as a save of a later version will: a new snapshot, then the effects of what differs. Checks, audits
 * and stores nothing, so a restart forgets it; a save that leaves the value as it is, or takes it back, goes on from it. */
void later_settings(struct core *core, enum setting_page page, const void *values);

#endif
