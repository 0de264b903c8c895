#include "core/bulk/bulk_days.h"

#include <string.h>

#include "core/bulk/calendars.h"
#include "core/time/local_time.h"
#include "util/plain.h"

#define MONTHS 12
#define YEAR_DIGITS 4
#define SHORT_DIGITS 2
#define COMPACT_DIGITS 8 /* of yyyymmdd */
#define SERIAL_DAY_0 25569 /* serial number of 1970-01-01 where 1899-12-30 is 0 */
#define SERIAL_MIN 36526 /* 2000-01-01 */
#define SERIAL_MAX 73050 /* 2099-12-31 */
#define YEAR_MIN 2000
#define YEAR_MAX 2099

/* A cell as it is written. */
struct written {
    bool is_day; /* `year` is yyyymmdd of the Gregorian calendar already */
    bool is_short; /* the year has two digits */
    bool has_order; /* what is first and second is certain: the year stands before them, or dots between them */
    uint32_t year, first, second; /* with `has_order`: month and day */
};

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " ");
}

/* Moves over digits, at least `least` and at most `most`. */
static bool skip_digits(const char **at, size_t least, size_t most) {
    const size_t count = strspn(*at, "0123456789");
    *at += count;
    return count >= least && count <= most;
}

/* An offset from UTC, or nothing. */
static bool skip_zone(const char **at) {
    *at = skip_blanks(*at);
    if (**at == 'Z' || **at == 'z') {
        (*at)++;
        return true;
    }
    if (strncmp(*at, "UTC", 3) == 0 || strncmp(*at, "GMT", 3) == 0) {
        *at += 3;
    }
    if (**at != '+' && **at != '-') {
        return true;
    }
    (*at)++;
    if (!skip_digits(at, 1, 4)) {
        return false;
    }
    if (**at == ':') {
        (*at)++;
        return skip_digits(at, 2, 2);
    }
    return true;
}

static void skip_half(const char **at) {
    *at = skip_blanks(*at);
    if (strchr("aApP", **at) != NULL && **at != '\0' && ((*at)[1] == 'm' || (*at)[1] == 'M')) {
        *at += 2;
    }
}

/* Behind a date: nothing, or a time of day with or without its zone. */
static bool is_rest(const char *at) {
    at += *at == ',' ? 1 : 0;
    const char *time = skip_blanks(at);
    time += *time == 'T' || *time == 't' ? 1 : 0;
    if (*time == '\0') {
        return *at != 'T' && *at != 't';
    }
    if (time == at || !skip_digits(&time, 1, 2)) {
        return false;
    }
    for (unsigned i = 0; i < 2 && *time == ':'; i++) {
        time++;
        if (!skip_digits(&time, 2, 2)) {
            return false;
        }
    }
    if (*time == '.' || *time == ',') {
        time++;
        if (!skip_digits(&time, 1, 9)) {
            return false;
        }
    }
    skip_half(&time);
    return skip_zone(&time) && *skip_blanks(time) == '\0';
}

/* A number alone: a serial number of a spreadsheet, with a time of day behind a point, or yyyymmdd. */
static int split_number(const char *text, struct written *written) {
    const char *at = text;
    uint32_t value = 0;
    const unsigned count = plain_digits(&at, &value);
    if (count == COMPACT_DIGITS && (*at == '\0' || *at == ' ' || *at == 'T') && is_rest(at)) {
        *written = (struct written){.has_order = true, .year = value / 10000, .first = value / 100 % 100};
        written->second = value % 100;
        return 0;
    }
    if (*at == '.' || *at == ',') {
        at++;
        if (!skip_digits(&at, 1, 20)) {
            return E_FORMAT;
        }
    }
    if (*at != '\0' || value < SERIAL_MIN || value > SERIAL_MAX) {
        return E_FORMAT;
    }
    *written = (struct written){.is_day = true, .year = local_day_of((int64_t)value - SERIAL_DAY_0)};
    return 0;
}

/* Three numbers with the same sign between them. */
static int split_three(const char *text, struct written *written) {
    const char *at = text;
    uint32_t n[3];
    unsigned digits[3];
    const char sign = text[strspn(text, "0123456789")];
    if (sign == '\0' || strchr("-./", sign) == NULL) {
        return E_FORMAT;
    }
    for (unsigned i = 0; i < 3; i++) {
        digits[i] = plain_digits(&at, &n[i]);
        if (digits[i] == 0 || digits[i] == 3 || digits[i] > (i == 1 ? SHORT_DIGITS : YEAR_DIGITS) ||
            (i < 2 && *at != sign)) {
            return E_FORMAT;
        }
        at = i < 2 ? skip_blanks(at + 1) : at;
    }
    at += sign == '.' && *at == '.' ? 1 : 0;
    const bool year_first = digits[0] == YEAR_DIGITS;
    if (!is_rest(at) || (year_first && digits[2] == YEAR_DIGITS)) {
        return E_FORMAT;
    }
    *written =
        (struct written){.has_order = year_first || sign == '.', .is_short = !year_first && digits[2] != YEAR_DIGITS};
    written->year = year_first ? n[0] : n[2];
    written->first = year_first || sign == '.' ? n[1] : n[0];
    written->second = year_first ? n[2] : sign == '.' ? n[0] : n[1];
    return 0;
}

static int day_split(const char *text, struct written *written) {
    char plain[PLAIN_MAX];
    if (!plain_text(text, plain)) {
        return E_FORMAT;
    }
    const size_t digits = strspn(plain, "0123456789");
    if (digits == 0) {
        return E_FORMAT;
    }
    return digits > YEAR_DIGITS ? split_number(plain, written) : split_three(plain, written);
}

/* The order that a date alone shows; auto: none. */
static enum bulk_date_order order_of(const struct written *written) {
    if (written->is_day || written->is_short || written->has_order ||
        (written->first > MONTHS) == (written->second > MONTHS)) {
        return BULK_DATE_ORDER_AUTO;
    }
    return written->first > MONTHS ? BULK_DATE_ORDER_DAY_FIRST : BULK_DATE_ORDER_MONTH_FIRST;
}

void bulk_days_note(struct bulk_days_seen *seen, const char *text) {
    struct written written;
    if (day_split(text, &written) == 0) {
        const enum bulk_date_order order = order_of(&written);
        seen->day_first = seen->day_first || order == BULK_DATE_ORDER_DAY_FIRST;
        seen->month_first = seen->month_first || order == BULK_DATE_ORDER_MONTH_FIRST;
    }
}

enum bulk_date_order bulk_days_order(const struct bulk_days_seen *seen) {
    if (seen->day_first == seen->month_first) {
        return BULK_DATE_ORDER_AUTO;
    }
    return seen->day_first ? BULK_DATE_ORDER_DAY_FIRST : BULK_DATE_ORDER_MONTH_FIRST;
}

/* Month and day in the order of the column. */
static int put_in_order(struct written *written, enum bulk_date_order order) {
    const uint32_t first = written->first;
    if (written->has_order || written->first == written->second) {
        return 0;
    }
    if (order == BULK_DATE_ORDER_AUTO) {
        return E_DATE_ORDER;
    }
    if (order == BULK_DATE_ORDER_DAY_FIRST) {
        written->first = written->second;
        written->second = first;
    }
    return 0;
}

/* Which calendar explains a year. */
static int year_error(uint32_t year) {
    if (year >= CALENDAR_HIJRI_MIN && year <= CALENDAR_HIJRI_MAX) {
        return E_YEAR_HIJRI;
    }
    if (year >= CALENDAR_PERSIAN_MIN && year <= CALENDAR_PERSIAN_MAX) {
        return E_YEAR_PERSIAN;
    }
    return year >= CALENDAR_BUDDHIST_MIN && year <= CALENDAR_BUDDHIST_MAX ? E_YEAR_BUDDHIST : E_YEAR_RANGE;
}

int bulk_day_parse(const char *text, const struct bulk_reading *reading, uint32_t *ret_day) {
    struct written written;
    int r = day_split(text, &written);
    if (r < 0) {
        return r;
    }
    if (written.is_short) {
        return E_YEAR_SHORT;
    }
    if (written.is_day) {
        *ret_day = written.year;
        return 0;
    }
    r = put_in_order(&written, reading->as.date_order);
    if (r < 0) {
        return r;
    }
    const bool is_gregorian = written.year >= YEAR_MIN && written.year <= YEAR_MAX;
    const enum bulk_calendar calendar = is_gregorian ? BULK_CALENDAR_GREGORIAN : reading->as.calendar;
    if (!is_gregorian && calendar == BULK_CALENDAR_GREGORIAN) {
        return year_error(written.year);
    }
    r = calendar_day(calendar, written.year, written.first, written.second, ret_day);
    return r == E_RANGE ? year_error(written.year) : r;
}
