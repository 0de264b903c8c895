#include "core/time/local_calendar.h"

#define DAY_S 86400

/* Days since 1970-01-01. From the count of days before the first of March of each year of a 400-year cycle: see
 * H. Hinnant, "chrono-Compatible Low-Level Date Algorithms". */
int64_t local_calendar_days(int32_t year, unsigned month, unsigned day) {
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t of_era = y - era * 400;
    int64_t of_year = (153 * (int64_t)(month > 2 ? month - 3 : month + 9) + 2) / 5 + (int64_t)day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

struct local_date local_calendar_date(int64_t days) {
    struct local_date date;
    int64_t shifted = days + 719468;
    int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    int64_t of_era = shifted - era * 146097;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t shifted_month = (5 * of_year + 2) / 153;
    date.day = (uint8_t)(of_year - (153 * shifted_month + 2) / 5 + 1);
    date.month = (uint8_t)(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
    date.year = (int32_t)(year_of_era + era * 400 + (date.month <= 2 ? 1 : 0));
    return date;
}

unsigned local_calendar_weekday(int64_t days) {
    return (unsigned)(((days + 4) % 7 + 7) % 7); /* 1970-01-01 was a Thursday */
}

int64_t local_calendar_day(int64_t s) {
    return (s >= 0 ? s : s - (DAY_S - 1)) / DAY_S;
}
