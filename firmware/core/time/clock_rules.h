/* Which zone and rule for daylight saving held when (docs/rules.md, "The clock over the years"). The rules of the past are stored beside the
 * settings, published with them, and written by the save that changes the one in force. */
#ifndef POSTERN_CORE_CLOCK_RULES_H
#define POSTERN_CORE_CLOCK_RULES_H

#include <stdint.h>

#include "core/time/local_history.h"
#include "util/err.h"

struct core;
struct settings;

/* The rules of all times, as they are now. */
void clock_history(struct core *core, struct local_history *ret_history);

/* The rule at a moment, in seconds since 1970 UTC: of now and later the one in the settings. */
struct local_rule clock_rule_at(struct core *core, int64_t utc_s);

/* For the settings engine, inside the transaction that makes `after` of `before`: writes the rule that held so far as one of the past. With
 * `before` NULL (at a start) it compares what is stored with what is in force. Errors of the store. */
_must_check_ int clock_rules_save(struct core *core, const struct settings *before, struct settings *after);

#endif
