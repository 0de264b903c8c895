/* The hours of people: every day of a time, judged for one person after the other by one pass over the person's lines of the log. */
#ifndef POSTERN_CORE_RECORDS_REPORT_H
#define POSTERN_CORE_RECORDS_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/records/duty.h"
#include "core/records/workday.h"
#include "store/users/roll.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct arena;
struct core;
struct report;

#define REPORT_PUNCHES_MAX 8192 /* of a person that are looked at: 89 a day */
#define REPORT_PAGE_MAX 100 /* rows, or sums */
#define REPORT_DAYS_PEOPLE 200 /* that one report_days() looks at */
#define REPORT_PLACE_MAX 21 /* bytes of a place as text, with its NUL */

/* A person on a day. */
struct report_line {
    uint32_t userid;
    const char *username; /* borrowed of the roll */
    uint32_t date; /* yyyymmdd */
    enum day_kind kind;
    uint8_t shift, second_shift; /* 0 none */
    uint8_t holiday; /* 0 none */
    enum leave_kind leave_kind; /* where leave > 0 */
    uint32_t planned, leave; /* minutes */
    struct workday day;
    int32_t carried; /* balances from the first day of the report to this one, in minutes */
    int32_t in_minute, out_minute; /* what the wall showed, from midnight of the day; where there is one */
    bool is_cut; /* the person has more punches than are looked at */
    int64_t settled_seq; /* line by which an administrator left the day as it is; 0: none */
};

/* A person in all the days. */
struct report_sum {
    uint32_t userid;
    const char *username; /* borrowed of the roll */
    uint32_t due, present, absent_days, late_days, early_days, missing, leave_days; /* days */
    uint32_t planned, late, early, worked, overtime, night, absence, leave; /* minutes */
    int32_t balance; /* minutes */
    bool is_open, is_cut;
};

/* All the people on a day. */
struct report_count {
    uint32_t date;
    uint32_t due, present, late, absent, on_leave;
};

/* Begins a report. Names are empty if `by` may not know people (core/base/rights.h). On failure *ret_field is the
 * field it is about (static text), or NULL. E_MISSING (a day); E_RANGE (it ends before it begins, or has more than
 * DUTY_DAYS_MAX days); E_NOMEM; an error of the store. */
_must_check_ int report_new(struct core *core, const struct actor *by, const struct report_query *asked,
                            struct report **ret_report, const char **ret_field);
void report_free(struct report *report); /* takes NULL */

/* Sorts it, in one of its views. E_RANGE: the view has no such column; E_FORBIDDEN: by names that are not shown. */
_must_check_ int report_sort(struct report *report, enum report_view view, enum report_sort by, enum sort_order order);

/* Whether `night` of its lines has a meaning. */
bool report_has_nights(const struct report *report);

/* Whether a shift has flexible hours: `balance` of its lines has a meaning. */
bool report_has_flexible(const struct report *report);

/* Its days, and the first of them since 1970-01-01. */
size_t report_days_count(const struct report *report);
int64_t report_first_day(const struct report *report);

/* The shift of a number; NULL: not defined. Lives as long as it. */
const struct shift *report_shift(const struct report *report, uint8_t number);

/* People it is of with an ID above `after`, by ID, at most `max`. E_USER_UNKNOWN: the one that was asked for. */
_must_check_ int report_people(struct core *core, const struct report *report, uint32_t after, struct arena *arena,
                               struct store_roll_user *ret_users, size_t max, size_t *ret_count);

/* Judges all days of a person; report_line() gives them until the next one is judged. */
_must_check_ int report_judge(struct core *core, struct report *report, const struct store_roll_user *user);
struct report_line report_line(const struct report *report, const struct store_roll_user *user, size_t day);

/* Whether the person came on the day. */
bool report_came(const struct report_line *line);

/* Whether the day is one of those that were asked for. */
bool report_is_shown(const struct report *report, const struct report_line *line);

/* Adds a day to the sums of its person. */
void report_add(struct report_sum *sum, const struct report_line *line);

/* A page of lines behind `after` (NULL: the first), in the arena; `next` is "" when it was the last. E_FORMAT: not a place. */
struct report_page {
    struct report_line *lines;
    size_t count;
    char next[REPORT_PLACE_MAX];
};
_must_check_ int report_page(struct core *core, struct report *report, const char *after, size_t limit,
                             struct arena *arena, struct report_page *ret_page);

/* The sums of people with an ID above `after`, at most `limit` of them, in the arena; *ret_next is the `after` of the next, 0 of the
 * last. */
_must_check_ int report_sums(struct core *core, struct report *report, uint32_t after, size_t limit,
                             struct arena *arena, struct report_sum **ret_sums, size_t *ret_count, uint32_t *ret_next);

/* The days of at most REPORT_DAYS_PEOPLE people with an ID above `after`. `ret_counts` has report_days_count() places. */
_must_check_ int report_days(struct core *core, struct report *report, uint32_t after, struct arena *arena,
                             struct report_count *ret_counts, uint32_t *ret_people, uint32_t *ret_next);

#endif
