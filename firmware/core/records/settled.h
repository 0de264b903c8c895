/* Days that an administrator left as they are: docs/rules.md, "To settle". Pure. */
#ifndef POSTERN_CORE_RECORDS_SETTLED_H
#define POSTERN_CORE_RECORDS_SETTLED_H

#include <stddef.h>
#include <stdint.h>

#include "core/records/duty.h"
#include "store/events/log_punches.h"

/* For each day of a calendar what the lines of a person say; all zero before the first line. */
struct settled_days {
    size_t at; /* day of the line before */
    int64_t mark_ms; /* time of the last line that left a day as it is */
    int64_t marks[DUTY_CALENDAR_MAX]; /* its number; 0: none */
    int64_t changes[DUTY_CALENDAR_MAX]; /* number of the last line that added or excluded a punch of the day */
};

/* The next line, by time and then number, of the days of the calendar. */
void settled_take(struct settled_days *settled, const struct duty_calendar *calendar, const struct store_punch *line);

/* Returns the number of the line that left a day as it is, 0: none, or the punches were corrected since. */
int64_t settled_line(const struct settled_days *settled, const struct duty_day *days, size_t at);

#endif
