/* Inside core/records/duty*.c only: which of several shifts of a day the punches fit (docs/rules.md, "Which shift"). */
#ifndef POSTERN_CORE_RECORDS_DUTY_IMPL_H
#define POSTERN_CORE_RECORDS_DUTY_IMPL_H

#include "core/records/duty.h"

/* The duties of a day by time, whole ones; of a day that is not worked the shift is in the first of them. One that fits has its pair,
 * and `has_pair` where there were several candidates. */
struct duty_choice {
    struct duty duties[DUTY_PARTS];
    bool fits[DUTY_PARTS];
    size_t count; /* 0: no shift */
    bool is_worked;
};

/* The duty of a shift that begins on the day at a place of the calendar, without leave. */
struct duty duty_whole(const struct duty_calendar *calendar, size_t at, const struct shift *shift);

/* Chooses. The pairs of the duties of `before` that fit do not count; NULL: none. */
struct duty_choice duty_choose(const struct duty_calendar *calendar, size_t at, const struct shift_answer *answer,
                               const struct punch_list *punches, const struct duty_choice *before);

#endif
