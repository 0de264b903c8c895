/* What the punches of a day make of it. Pure; docs/rules.md, "Days of attendance". Moments are minutes since 1970 UTC. */
#ifndef POSTERN_CORE_RECORDS_WORKDAY_H
#define POSTERN_CORE_RECORDS_WORKDAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/records/duty.h"
#include "core/records/punch.h"
#include "values.h"

#define WORKDAY_DAYS (2 * DUTY_NEAR + 1) /* that are needed for one day, which is the middle one */
#define WORKDAY_NO_PUNCH INT64_MIN

/* Minutes are 0 where there are none. */
struct workday {
    bool is_open; /* not over */
    bool is_missing_in, is_missing_out;
    bool is_absent;
    bool is_in_outside, is_out_outside; /* first or last punch outside the check-in or check-out time */
    bool is_odd; /* an odd number of punches, read by turns */
    bool is_corrected; /* a punch that was added by hand is among those of the day */
    int64_t first_in, last_out; /* WORKDAY_NO_PUNCH: none */
    uint32_t in_time, out_time;
    uint32_t late, early;
    uint32_t worked, overtime; /* worked: with the overtime */
    uint32_t night; /* of what was worked */
    uint32_t absence;
    int32_t balance; /* of flexible hours, once they are over and no punch is missing */
};

/* The duty that a punch belongs to; 0: none. */
typedef uint8_t workday_owner;
_Static_assert(DUTY_CALENDAR_MAX *DUTY_PARTS + 1 <= UINT8_MAX, "every duty of a calendar has a number");

/* Returns the number of a duty, by the place of its day among those given and its place in the day. */
static inline workday_owner workday_owner_of(size_t at, size_t part) {
    return (workday_owner)(at * DUTY_PARTS + part + 1);
}

/* Finds whose each punch is. `ret_owners` has a place for each. */
void workday_find_owners(const struct duty_day *days, size_t count, const struct punch_list *punches,
                         workday_owner *ret_owners);

/* A day among those whose owners were found. */
struct workday_asked {
    const struct duty_day *days;
    size_t at; /* the day, with DUTY_NEAR days before and after it */
    struct punch_list punches; /* from the start of the first of these days to the end of the last */
    const workday_owner *owners; /* of these punches */
    const struct duty_span *nights; /* as of struct duty_calendar, in the places of `days`; NULL: there are none */
    enum punch_reading reading;
    int64_t now;
};

#define WORKDAY_REPEAT_MIN 1 /* a punch so soon after another is the same one */

/* Judges a day. `ret_duties` may be NULL, else it has DUTY_PARTS places: each duty of the day by itself. `ret_roles` may be NULL, else it
 * has a place for each punch: what it is for the day. */
void workday_judge(const struct workday_asked *asked, struct workday *ret_day, struct workday *ret_duties,
                   enum punch_role *ret_roles);

#endif
