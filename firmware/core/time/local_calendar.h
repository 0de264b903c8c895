/* The Gregorian calendar: days by their number, 0 is 1970-01-01. Pure. */
#ifndef POSTERN_CORE_LOCAL_CALENDAR_H
#define POSTERN_CORE_LOCAL_CALENDAR_H

#include <stdint.h>

struct local_date {
    int32_t year;
    uint8_t month, day; /* 1 to 12, 1 to 31 */
};

/* The number of a day, and the day of a number. */
int64_t local_calendar_days(int32_t year, unsigned month, unsigned day);
struct local_date local_calendar_date(int64_t days);

/* 0 Sunday to 6. */
unsigned local_calendar_weekday(int64_t days);

/* The number of the day with a second, since 1970. */
int64_t local_calendar_day(int64_t s);

#endif
