/* Which attendance status a punch gets: eight statuses, each with a start on each of the seven weekdays. The latest
 * start that has come applies, over midnight and over days without one. Pure. */
#ifndef POSTERN_CORE_STATUS_SCHEDULE_H
#define POSTERN_CORE_STATUS_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#define STATUS_COUNT 8 /* IN, OUT, status 1 to 6 */
#define STATUS_DAYS 7 /* Sunday first */
#define STATUS_NEVER 1440 /* instead of a minute: does not start on that day */

struct status_schedule {
    uint16_t start[STATUS_COUNT][STATUS_DAYS]; /* minute of the day, 0 to 1439, or STATUS_NEVER */
};

/* The status in force. */
struct status_now {
    bool scheduled; /* false: no start is set at all, and the status is the first one */
    uint8_t status; /* 0 to STATUS_COUNT - 1 */
    uint8_t weekday; /* it began on, 0 Sunday to 6 */
    uint16_t minute; /* of that day it began at */
};

/* The status in force at a minute of a weekday of local time. Of two that start in the same minute the later one of the
 * list applies. */
struct status_now status_at(const struct status_schedule *schedule, unsigned weekday, unsigned minute);

/* Minutes of local time from there until another start, 1 to 10080; 0 when there is none. */
unsigned status_next_in(const struct status_schedule *schedule, unsigned weekday, unsigned minute);

#endif
