/* Days of other calendars as days of the Gregorian one. Pure. */
#ifndef POSTERN_CORE_BULK_CALENDARS_H
#define POSTERN_CORE_BULK_CALENDARS_H

#include <stdint.h>

#include "util/err.h"
#include "values.h"

/* Years in which a day of 2000 to 2099 lies. */
#define CALENDAR_PERSIAN_MIN 1378
#define CALENDAR_PERSIAN_MAX 1478
#define CALENDAR_HIJRI_MIN 1420
#define CALENDAR_HIJRI_MAX 1523
#define CALENDAR_BUDDHIST_MIN 2543
#define CALENDAR_BUDDHIST_MAX 2642

/* The day as yyyymmdd. Persian: the solar calendar of Iran; Hijri: Umm al-Qura, the civil calendar of Saudi Arabia. E_FORMAT: the
 * calendar has no such day; E_RANGE: it is not from 2000-01-01 to 2099-12-31. */
_must_check_ int calendar_day(enum bulk_calendar calendar, uint32_t year, uint32_t month, uint32_t day,
                              uint32_t *ret_day);

#endif
