/* What people at the door see and hear of a decision, and the slip they get. A device that does not answer is logged and
 * changes nothing. */
#ifndef POSTERN_CORE_SHOW_H
#define POSTERN_CORE_SHOW_H

#include <stdint.h>

#include "core/door/decide.h"
#include "core/door/identify.h"
#include "hal/display.h"

struct core;

/* What the display says of a reason: the one table of it (docs/rules.md, "What the display says"). */
enum hal_display_word show_word(enum record_reason reason);

/* What becomes of a person who is let in in the log. */
enum show_record {
    SHOW_RECORDED, /* also of everybody else */
    SHOW_REPEATED, /* the same punch again: nothing */
    SHOW_NOT_RECORDED, /* the log takes no more (log_is_closed()) */
};

/* Shows it on the display, plays its sound and prints the slip of a punch that is recorded. Duress is neither seen nor
 * heard. */
void show_outcome(struct core *core, const struct identify_result *result, const struct decide_outcome *outcome,
                  const struct decide_facts *facts, enum show_record record);

/* Shows the attendance status that was chosen for the next punch, by its label; NULL: none any more. */
void show_status(struct core *core, const char *label);

#endif
