/* What a day asks of a person: from when to when, and which punches count for it. Pure; docs/rules.md, "Days of attendance".
 * Moments are minutes since 1970 UTC. */
#ifndef POSTERN_CORE_RECORDS_DUTY_H
#define POSTERN_CORE_RECORDS_DUTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/rules/shift_at.h"
#include "core/time/local_time.h"
#include "values.h"

#define DUTY_NEAR 2 /* days before and after one whose duties may claim its punches */
#define DUTY_DAYS_MAX 92 /* of a report */
#define DUTY_CALENDAR_MAX (DUTY_DAYS_MAX + 2 * DUTY_NEAR)
#define DUTY_BREAKS (sizeof(((struct shift *)NULL)->break_start) / sizeof(uint16_t))

/* The days of a report with those near them, made once for all people. */
struct duty_calendar {
    struct local_rule rule;
    size_t count;
    struct duty_date {
        struct shift_day day;
        int64_t start, end; /* of the calendar day; the end is no part of it */
        bool is_even; /* the clock does not change around it: `offset_min` holds */
        int32_t offset_min;
    } dates[DUTY_CALENDAR_MAX];
};

/* Days from a first one on. `count` is at most DUTY_CALENDAR_MAX. */
void duty_calendar_make(struct duty_calendar *calendar, const struct rules *rules, const struct local_rule *rule,
                        int64_t first, size_t count);

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

struct duty_span {
    int64_t from, to; /* `to` is no part of it */
};

struct duty {
    enum day_kind kind;
    const struct shift *shift; /* NULL: none */
    uint8_t holiday; /* that is on, whether it matters or not; 0 none */
    int64_t day_start, day_end; /* of the calendar day */
    /* A day at work: */
    int64_t on, off; /* behind leave of half a day */
    int64_t whole_on, whole_off; /* without */
    int64_t in_first, in_last, out_first, out_last; /* minutes that are check-in and check-out, all included */
    struct duty_span breaks[DUTY_BREAKS]; /* in order, none touches another */
    size_t break_count;
    uint32_t planned; /* minutes that are due */
    uint32_t leave; /* minutes that would have been */
    enum leave_kind leave_kind; /* where is_leave */
    bool is_leave;
};

/* What the day at a place of the calendar asks of a person. */
void duty_make(struct duty *duty, const struct duty_calendar *calendar, size_t at, const struct duty_person *person);

/* Minutes of a span that are in no break. */
int64_t duty_paid(const struct duty *duty, int64_t from, int64_t to);

#endif
