/* Local time: a zone and a rule for daylight saving, or a place → the offset from UTC, its changes, and civil time.
 * The other direction is local_wall.h. Pure: knows neither clock nor settings. The calendar is the Gregorian one.
 *
 * Rule (protocols of such terminals, and POSIX.1 TZ): the clock goes forward by `change_min` when standard time reaches
 * the start, and back when daylight saving time reaches the end. Start after end within a year is the southern
 * hemisphere. Valid for the years 1970 to 2400. */
#ifndef POSTERN_CORE_LOCAL_TIME_H
#define POSTERN_CORE_LOCAL_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

/* Moment of a year at which the clock is changed. */
struct local_point {
    uint8_t month;      /* 1 to 12 */
    uint8_t day;        /* by date: 1 to 31; the month's last day if it has fewer */
    enum dst_week week; /* by week */
    uint8_t weekday;    /* by week: 0 Sunday to 6 */
    int16_t hour;       /* on the clock in force before the change, 0 to 23; of a place -167 to 167, on another day */
    uint8_t minute;     /* behind the hour, 0 to 59; of the settings always 0 */
};

struct place; /* core/time/local_places.h */

struct local_rule {
    int32_t zone_min; /* standard time minus UTC, in minutes: -720 to 840 */
    enum dst_mode dst;
    uint16_t change_min;      /* by how much the clock goes forward, in minutes: 0 to 180; 0 changes nothing */
    struct local_point start; /* in standard time */
    struct local_point end;   /* in daylight saving time */
    const struct place *place; /* decides alone, static; NULL: what is above decides */
};

/* A change of the clock. */
struct local_change {
    int64_t at_s;       /* the first second with the new offset, since 1970 UTC */
    int32_t before_min; /* local time minus UTC before it */
    int32_t after_min;  /* and after it */
};

/* A moment as a clock and a calendar on the wall show it. */
struct local_time {
    int32_t year;
    uint8_t month, day;           /* 1 to 12, 1 to 31 */
    uint8_t weekday;              /* 0 Sunday to 6 */
    uint8_t hour, minute, second; /* 0 to 23, 59, 59 */
    int32_t offset_min;           /* local time minus UTC */
    bool dst;                     /* daylight saving is in force */
};

/* Local time minus UTC, in minutes, at a moment; *ret_dst (may be NULL) says whether daylight saving is in force. */
int32_t local_offset(const struct local_rule *rule, int64_t utc_s, bool *ret_dst);

/* Civil time of a moment. */
struct local_time local_of(const struct local_rule *rule, int64_t utc_s);

/* The next changes after a moment, oldest first, at most `max` of them. Returns how many: 0 without daylight saving. */
size_t local_changes(const struct local_rule *rule, int64_t after_s, struct local_change *ret_changes, size_t max);

/* Whether both say the same of every moment because they are told alike. */
bool local_rules_equal(const struct local_rule *a, const struct local_rule *b);

/* Day of a civil time as the number 20261121. */
uint32_t local_day(const struct local_time *civil);

/* Days from 1970-01-01 to such a day, and the day of such a number. */
int64_t local_day_number(uint32_t day);
uint32_t local_day_of(int64_t number);

#endif
