/* Inside core/records/report*.c only: what a report holds. */
#ifndef POSTERN_CORE_RECORDS_REPORT_IMPL_H
#define POSTERN_CORE_RECORDS_REPORT_IMPL_H

#include "core/records/proposal.h"
#include "core/records/punches.h"
#include "core/records/report.h"
#include "core/records/report_day.h"
#include "core/records/settled.h"
#include "store/records/leave.h"
#include "store/rules/shifts.h"
#include "util/arena.h"

#define REPORT_GROUPS (SHIFT_ASSIGNMENT_GROUP_MAX + 1)
#define REPORT_OWN_MAX STORE_ROWS_OF_USER_MAX

struct report {
    struct duty_calendar calendar; /* with the days near the first and the last */
    int64_t now; /* minute since 1970 UTC */
    enum punch_reading reading;
    uint32_t userid; /* 0: all, or those of `group` */
    bool hides_people; /* names are empty */
    bool is_sorted; /* by `sort`; else by user ID and day */
    bool is_descending;
    bool has_flexible; /* one of `shifts` */
    enum report_sort sort;
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
    int32_t carried[DUTY_DAYS_MAX]; /* balances up to each day */
    struct punches punches;
    struct settled_days settled;
    struct punch rows[REPORT_PUNCHES_MAX];
    workday_owner owners[REPORT_PUNCHES_MAX];
};

/* The same of `first` and so many days of a user. */
_must_check_ int report_begin(struct core *core, const struct actor *by, int64_t first, size_t days,
                              struct report **ret_report);

/* One of its people. E_USER_UNKNOWN. */
_must_check_ int report_person(struct core *core, const struct report *report, uint32_t userid, struct arena *arena,
                               struct store_roll_user *ret_user);

/* Adds up a person; `ret_is_shown`: one of the days was asked for. */
_must_check_ int report_sum_person(struct core *core, struct report *report, const struct store_roll_user *user,
                                   struct report_sum *ret_sum, bool *ret_is_shown);

/* A line of a day with other figures: of one of its duties. */
struct report_line report_line_of(const struct report *report, const struct store_roll_user *user, size_t day,
                                  const struct workday *workday);

/* Whether a day is over and has something that an administrator has to look at. */
bool report_is_unsettled(const struct report_line *line);

/* A proposal by the terminal's clock. */
struct report_proposal report_wall_proposal(const struct report *report, const struct proposal *proposal);

/* One of its days, for workday_judge(). */
struct workday_asked report_ask(const struct report *report, size_t day);

/* What the wall showed at a punch, from midnight of the day, in minutes, by the offset that its line has. */
int32_t report_wall_minute(const struct report *report, size_t day, int64_t minute, int32_t offset_min);

#endif
