/* Access log records about large steps of the clock, each an alarm. The clock is set on the loop, which does not write;
 * app/upkeep does. */
#ifndef POSTERN_CORE_CLOCK_STEPS_H
#define POSTERN_CORE_CLOCK_STEPS_H

#include <stdint.h>

struct core;

int64_t clock_steps_due_ms(struct core *core);
void clock_steps_upkeep(struct core *core);

#endif
