/* What a day asks of a person: from when to when. Pure; docs/rules.md, "Days of attendance". Moments are minutes since 1970 UTC. */
#ifndef POSTERN_CORE_RECORDS_DUTY_H
#define POSTERN_CORE_RECORDS_DUTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/records/punch.h"
#include "core/rules/shift_at.h"
#include "core/time/local_history.h"
#include "values.h"

#define DUTY_NEAR 3 /* days before and after one that decide with it whose its punches are */
#define DUTY_DAYS_MAX 92 /* of a report */
#define DUTY_CALENDAR_MAX (DUTY_DAYS_MAX + 2 * DUTY_NEAR)
#define DUTY_PARTS 2 /* duties of a day at most: a split shift */
#define DUTY_REACH_MIN 480 /* a punch belongs to a duty up to so many minutes before and after it */
#define DUTY_BREAKS (sizeof(((struct shift *)NULL)->break_start) / sizeof(uint16_t))

struct duty_span {
    int64_t from, to; /* `to` is no part of it */
};

/* Minutes of the day between which it is night; the end is on the next day if it is not after the beginning. The same twice: never. */
struct duty_night {
    uint16_t from, to;
};

/* The days of a report with those near them, made once for all people. */
struct duty_calendar {
    struct local_history clock;
    size_t count;
    bool has_nights;
    struct duty_span nights[DUTY_CALENDAR_MAX]; /* that begin on each day, where has_nights */
    struct duty_date {
        struct shift_day day;
        int64_t start, end; /* of the calendar day; the end is no part of it */
        bool is_even; /* the clock does not change around it: `offset_min` holds */
        int32_t offset_min;
    } dates[DUTY_CALENDAR_MAX];
};

/* Days from a first one on, by `calendar->clock`, which is set before. `count` is at most DUTY_CALENDAR_MAX. */
void duty_calendar_make(struct duty_calendar *calendar, const struct rules *rules, int64_t first, size_t count);

/* Says when it is night on the days of the calendar; until then it never is. */
void duty_calendar_set_night(struct duty_calendar *calendar, struct duty_night night);

/* Leaves in the order in which they were entered. */
struct leave_list {
    const struct leave *rows;
    size_t count;
};

struct duty_person {
    struct shift_holder holder;
    uint32_t valid_from, valid_to; /* 0: none */
    struct leave_list leaves;
};

/* Breaks in order; none touches another. */
struct duty_breaks {
    struct duty_span spans[DUTY_BREAKS];
    size_t count;
};

/* One duty of a day. */
struct duty {
    const struct shift *shift;
    int64_t on, off; /* after leave of half a day */
    int64_t whole_on, whole_off; /* without */
    int64_t core_on,
        core_off; /* late and early go by these: on and off, or the core time of flexible hours; the same twice: none */
    int64_t in_first, in_last, out_first, out_last; /* check-in time and check-out time, all included */
    struct duty_breaks breaks;
    uint32_t planned; /* minutes that are due */
    bool has_pair; /* of several shifts this one fits the punches at these two minutes, which belong to it */
    int64_t pair_in, pair_out;
};

struct duty_day {
    enum day_kind kind;
    const struct shift *shift; /* of the first duty, or whose rest day it is; NULL: none */
    const struct shift *second_shift; /* of the second duty; NULL: none */
    uint8_t holiday; /* that is on, whether it matters or not; 0 none */
    int64_t start, end; /* of the calendar day; the end is no part of it */
    struct duty duties[DUTY_PARTS]; /* by time */
    size_t duty_count; /* 0 but on a day at work */
    struct duty_breaks rest_breaks; /* without a duty: those that are taken off */
    uint32_t planned; /* minutes that are due */
    uint32_t leave; /* minutes that would have been */
    enum leave_kind leave_kind; /* where is_leave */
    bool is_leave;
};

/* What each day of the calendar asks of a person who punched so. `ret_days` has a place for each. */
void duty_days_make(const struct duty_calendar *calendar, const struct duty_person *person,
                    const struct punch_list *punches, struct duty_day *ret_days);

#endif
