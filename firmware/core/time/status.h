/* The attendance status in force, by the settings of this terminal: when each begins, and how it is called. */
#ifndef POSTERN_CORE_STATUS_H
#define POSTERN_CORE_STATUS_H

#include <stdint.h>

#include "core/time/local_time.h"
#include "core/time/status_schedule.h"

struct core;
struct settings;

/* The times at which each status begins, and the label of one. */
struct status_schedule status_schedule_of(const struct settings *settings);
const char *status_label_of(const struct settings *settings, unsigned status);

/* The status in force at a moment, in seconds since 1970 UTC, and that moment by the rule. */
struct status_now status_now_of(const struct settings *settings, const struct local_rule *rule, int64_t utc_s,
                                struct local_time *ret_local);

/* The status that a punch gets by the schedule at a moment, in milliseconds since 1970 UTC, by the clock of then; and its label, valid as
 * the settings of `core` are. */
enum punch_status status_of_time(struct core *core, int64_t utc_ms);
const char *status_label_at(struct core *core, int64_t utc_ms);

#endif
