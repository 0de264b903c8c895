/* What the punches of a day make of it. Pure; docs/rules.md, "Days of attendance". Moments are minutes since 1970 UTC. */
#ifndef POSTERN_CORE_RECORDS_WORKDAY_H
#define POSTERN_CORE_RECORDS_WORKDAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/records/duty.h"
#include "values.h"

#define WORKDAY_DUTIES (2 * DUTY_NEAR + 1) /* that are asked for one day, which is the middle one */
#define WORKDAY_NO_PUNCH INT64_MIN

/* A punch that counts. */
struct punch {
    int64_t minute;
    enum record_status status;
    bool is_added; /* by hand */
};

/* Punches by time, those of one minute in the order in which they came. */
struct punch_list {
    const struct punch *rows;
    size_t count;
};

/* Minutes are 0 where there are none. */
struct workday {
    bool is_open; /* not over */
    bool is_missing_in, is_missing_out;
    bool is_absent;
    bool is_corrected; /* a punch that was added by hand is among those of the day */
    int64_t first_in, last_out; /* WORKDAY_NO_PUNCH: none */
    uint32_t in_time, out_time;
    uint32_t late, early;
    uint32_t worked, overtime; /* worked: with the overtime */
    uint32_t absence;
};

/* Judges a day. `duties` are WORKDAY_DUTIES, its own in the middle; the punches are all from the start of the first of these
 * days to the end of the last. `ret_roles` may be NULL, else it has a place for each punch: what it is for the day. */
void workday_judge(const struct duty *duties, const struct punch_list *punches, int64_t now, struct workday *ret_day,
                   enum punch_role *ret_roles);

#endif
