/* What counts for the decision about a person at a moment, from the store and the settings: the same for the door and for
 * "why?". What only the door itself knows (what was shown before, who waits) the caller adds. */
#ifndef POSTERN_CORE_FACTS_H
#define POSTERN_CORE_FACTS_H

#include <stdint.h>

#include "core/door/decide.h"
#include "core/door/identify.h"

struct core;

/* Fills what depends on the moment, the settings and the person; the rest is zero. With nobody as `person`,
 * what does not depend on one. The door is as its schedule has it then. */
void facts_read(struct core *core, const struct identify_person *person, int64_t utc_ms, enum punch_status status,
                struct decide_facts *ret_facts);

#endif
