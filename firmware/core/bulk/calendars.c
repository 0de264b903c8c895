#include "core/bulk/calendars.h"

#include <stdbool.h>

#include "core/time/local_time.h"

#define MONTHS 12
#define DAY_MIN 20000101
#define DAY_MAX 20991231
#define PERSIAN_FIRST 19990321 /* 1378-01-01 */
#define HIJRI_FIRST 19990417 /* 1420-01-01 */
#define BUDDHIST_AHEAD 543 /* years */

/* Months of 30 days of each year from CALENDAR_HIJRI_MIN, bit 0 for the first; the others have 29. Umm al-Qura follows the moon over
 * Mecca and has no rule: as ICU 74 has it. */
static const uint16_t hijri_long_months[] = {
    0xbd2, 0xbc4, 0xb89, 0xa95, 0x52d, 0x5ad, 0xb6a, 0x6d4, 0xdc9, 0xd92, 0xaa6, 0x956, 0x2ae, 0x56d, 0x36a,
    0xb55, 0xaaa, 0x94d, 0x49d, 0x95d, 0x2ba, 0x5b5, 0x5aa, 0xd55, 0xa9a, 0x92e, 0x26e, 0x55d, 0xada, 0x6d4,
    0x6a5, 0xb27, 0xa4d, 0x4ad, 0x56d, 0xb5a, 0x754, 0xf49, 0xe92, 0xd26, 0xa56, 0x356, 0x6b5, 0xbaa, 0xb92,
    0xb25, 0x68b, 0xa9b, 0x55a, 0xada, 0x5b4, 0xda9, 0xb52, 0xa9a, 0x536, 0x276, 0x575, 0xaf2, 0x6d4, 0x6a9,
    0x555, 0x2ad, 0x4bd, 0x9ba, 0x574, 0xb69, 0xb52, 0xa95, 0x52d, 0xa5d, 0x4da, 0xad9, 0x6b2, 0xe95, 0xe2a,
    0xc96, 0x92e, 0xaad, 0x56a, 0xd65, 0xd4a, 0xd15, 0x62b, 0xc5b, 0x53a, 0x6b5, 0xdb2, 0xd64, 0xd29, 0xa55,
    0x4ad, 0x96d, 0xaea, 0x6e8, 0xed1, 0xda4, 0xd4a, 0xa6a, 0x2da, 0x5b9, 0xb72, 0xb68, 0x6d1, 0x655,
};

_Static_assert(sizeof(hijri_long_months) / sizeof(hijri_long_months[0]) == CALENDAR_HIJRI_MAX - CALENDAR_HIJRI_MIN + 1,
               "each year has its months");

/* Eight leap years in 33: right for all years that are asked for. */
static bool persian_is_leap(uint32_t year) {
    return (25 * year + 11) % 33 < 8;
}

static uint32_t persian_length(uint32_t year, uint32_t month) {
    if (month < MONTHS) {
        return month <= 6 ? 31 : 30;
    }
    return persian_is_leap(year) ? 30 : 29;
}

static uint32_t hijri_length(uint32_t year, uint32_t month) {
    return 29 + (hijri_long_months[year - CALENDAR_HIJRI_MIN] >> (month - 1) & 1U);
}

static uint32_t gregorian_length(uint32_t year, uint32_t month) {
    static const uint8_t days[MONTHS] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[month - 1];
}

/* Counts the months from a first day to a date. */
static uint32_t count_from(uint32_t first, uint32_t first_year, uint32_t (*length)(uint32_t year, uint32_t month),
                           uint32_t year, uint32_t month, uint32_t day) {
    int64_t number = local_day_number(first) + day - 1;
    for (uint32_t y = first_year; y <= year; y++) {
        for (uint32_t m = 1; m <= (y < year ? MONTHS : month - 1); m++) {
            number += length(y, m);
        }
    }
    return local_day_of(number);
}

struct rule {
    uint32_t min, max; /* years */
    uint32_t (*length)(uint32_t year, uint32_t month);
    uint32_t first; /* day on which the year `min` begins; 0: the calendar has Gregorian months */
    uint32_t ahead; /* years before the Gregorian ones */
};

static const struct rule rules[BULK_CALENDAR_COUNT] = {
    [BULK_CALENDAR_GREGORIAN] = {2000, 2099, gregorian_length, 0, 0},
    [BULK_CALENDAR_PERSIAN] = {CALENDAR_PERSIAN_MIN, CALENDAR_PERSIAN_MAX, persian_length, PERSIAN_FIRST, 0},
    [BULK_CALENDAR_HIJRI] = {CALENDAR_HIJRI_MIN, CALENDAR_HIJRI_MAX, hijri_length, HIJRI_FIRST, 0},
    [BULK_CALENDAR_BUDDHIST] = {CALENDAR_BUDDHIST_MIN, CALENDAR_BUDDHIST_MAX, gregorian_length, 0, BUDDHIST_AHEAD},
};

int calendar_day(enum bulk_calendar calendar, uint32_t year, uint32_t month, uint32_t day, uint32_t *ret_day) {
    const struct rule *rule = &rules[calendar];
    if (year < rule->min || year > rule->max) {
        return E_RANGE;
    }
    if (month < 1 || month > MONTHS || day < 1 || day > rule->length(year - rule->ahead, month)) {
        return E_FORMAT;
    }
    const uint32_t date = rule->first == 0 ? (year - rule->ahead) * 10000 + month * 100 + day
                                           : count_from(rule->first, rule->min, rule->length, year, month, day);
    if (date < DAY_MIN || date > DAY_MAX) {
        return E_RANGE;
    }
    *ret_day = date;
    return 0;
}
