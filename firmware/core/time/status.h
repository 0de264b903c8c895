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

/* The status in force at a moment, in seconds since 1970 UTC, and that moment at the terminal. */
struct status_now status_now_of(const struct settings *settings, int64_t utc_s, struct local_time *ret_local);

/* Its label at a moment, in milliseconds since 1970 UTC; valid as the settings of `core` are. */
const char *status_label_at(struct core *core, int64_t utc_ms);

#endif
