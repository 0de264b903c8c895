#include "core/time/status_schedule.h"

#include <stddef.h>

#define DAY_MIN 1440
#define WEEK_MIN (STATUS_DAYS * DAY_MIN)

/* Minutes from the start of a status on a day to the moment, 0 to WEEK_MIN - 1. */
static unsigned age_of(unsigned now, unsigned day, unsigned start) {
    return (now + WEEK_MIN - (day * DAY_MIN + start)) % WEEK_MIN;
}

struct status_now status_at(const struct status_schedule *schedule, unsigned weekday, unsigned minute) {
    struct status_now found = {.scheduled = false, .weekday = (uint8_t)weekday};
    unsigned youngest = WEEK_MIN;
    unsigned now = weekday * DAY_MIN + minute;
    for (unsigned status = 0; status < STATUS_COUNT; status++) {
        for (unsigned day = 0; day < STATUS_DAYS; day++) {
            unsigned start = schedule->start[status][day];
            if (start >= STATUS_NEVER || age_of(now, day, start) > youngest) {
                continue;
            }
            youngest = age_of(now, day, start);
            found = (struct status_now){
                .scheduled = true, .status = (uint8_t)status, .weekday = (uint8_t)day, .minute = (uint16_t)start};
        }
    }
    return found;
}

unsigned status_next_in(const struct status_schedule *schedule, unsigned weekday, unsigned minute) {
    unsigned soonest = 0;
    unsigned now = weekday * DAY_MIN + minute;
    for (unsigned status = 0; status < STATUS_COUNT; status++) {
        for (unsigned day = 0; day < STATUS_DAYS; day++) {
            unsigned start = schedule->start[status][day];
            if (start < STATUS_NEVER) {
                unsigned wait = WEEK_MIN - age_of(now, day, start); /* a start now comes again in a week */
                soonest = soonest == 0 || wait < soonest ? wait : soonest;
            }
        }
    }
    return soonest;
}
