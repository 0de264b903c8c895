/* Inside core/records/report*.c only: what a report holds. */
#ifndef POSTERN_CORE_RECORDS_REPORT_IMPL_H
#define POSTERN_CORE_RECORDS_REPORT_IMPL_H

#include "core/records/punches.h"
#include "core/records/report.h"
#include "store/records/leave.h"
#include "store/rules/shifts.h"
#include "util/arena.h"

#define REPORT_GROUPS (SHIFT_ASSIGNMENT_GROUP_MAX + 1)
#define REPORT_OWN_MAX ((size_t)2 * STORE_ASSIGNMENTS_MAX)

struct report {
    struct duty_calendar calendar; /* with the days near the first and the last */
    int64_t now; /* minute since 1970 UTC */
    enum punch_reading reading;
    uint32_t userid; /* 0: all, or those of `group` */
    bool hides_people; /* names are empty */
    struct report_query asked; /* its values of fields: whom it is about */
    char texts[REPORT_QUERY_TEXTS_MAX]; /* that it borrows */
    struct arena arena; /* names of shifts */
    struct shift shifts[SHIFT_NUMBER_MAX];
    struct report_group {
        bool is_read;
        size_t count;
        struct shift_assignment rows[STORE_ASSIGNMENTS_MAX];
    } groups[REPORT_GROUPS];
    /* The person that was judged last: */
    struct shift_assignment own[REPORT_OWN_MAX];
    struct leave leaves[STORE_LEAVES_MAX];
    struct duty_day days[DUTY_CALENDAR_MAX];
    struct workday workdays[DUTY_DAYS_MAX];
    struct punches punches;
    struct punch rows[REPORT_PUNCHES_MAX];
    workday_owner owners[REPORT_PUNCHES_MAX];
};

/* The same of `first` and so many days of a user. */
_must_check_ int report_begin(struct core *core, const struct actor *by, int64_t first, size_t days,
                              struct report **ret_report);

/* A line of a day with other figures: of one of its duties. */
struct report_line report_line_of(const struct report *report, const struct store_roll_user *user, size_t day,
                                  const struct workday *workday);

/* One of its days, for workday_judge(). */
struct workday_asked report_ask(const struct report *report, size_t day);

/* What the wall showed at a punch, from midnight of the day, in minutes; 0 without one. */
int32_t report_wall_minute(const struct report *report, size_t day, int64_t minute);

#endif
