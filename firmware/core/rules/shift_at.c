#include "core/rules/shift_at.h"

#include "core/time/local_time.h"

#define DAY_MIN 1440U

unsigned shift_end(const struct shift *shift) {
    return shift->off_duty + (shift->off_duty <= shift->on_duty ? DAY_MIN : 0);
}

bool shift_is_worked(const struct shift *shift, const struct shift_day *day) {
    const bool is_holiday = day->plan.holiday != 0 && !shift->on_holidays;
    if (is_holiday && day->plan.weekday == RULES_NO_HOURS) {
        return false;
    }
    int64_t bit = is_holiday ? day->plan.weekday : day->weekday;
    if (shift->pattern == SHIFT_PATTERN_CYCLE) {
        const int64_t since = day->number - local_day_number(shift->cycle_first);
        bit = (since % shift->cycle_days + shift->cycle_days) % shift->cycle_days;
    }
    return (shift->days >> bit & 1U) != 0;
}

static bool assignment_holds(const struct shift_assignment *row, uint32_t date) {
    return row->from <= date && (row->to == 0 || date <= row->to);
}

static const struct shift *shift_defined(const struct shift_holder *holder, uint8_t number) {
    const bool can_be = number >= SHIFT_NUMBER_MIN && number <= SHIFT_NUMBER_MAX;
    return can_be && holder->shifts[number - 1].number != 0 ? &holder->shifts[number - 1] : NULL;
}

/* Of two that began on the same day: one that is worked, then the lower number. */
static bool goes_before(const struct shift_answer *one, const struct shift_answer *other) {
    return one->is_worked != other->is_worked ? one->is_worked : one->shift->number < other->shift->number;
}

/* By the assignments of a list that hold and began last. */
static struct shift_answer by_list(const struct shift_holder *holder, const struct shift_list *list,
                                   const struct shift_day *day) {
    struct shift_answer best = {.shift = NULL};
    uint32_t from = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct shift_assignment *row = &list->rows[i];
        struct shift_answer one = {.shift = row->usual ? NULL : shift_defined(holder, row->shift)};
        if (one.shift == NULL || !assignment_holds(row, day->date) || (best.shift != NULL && row->from < from)) {
            continue;
        }
        one.is_worked = shift_is_worked(one.shift, day);
        if (best.shift == NULL || row->from > from || goes_before(&one, &best)) {
            best = one;
            from = row->from;
        }
    }
    return best;
}

/* The usual shift as it was on that day. */
static uint8_t usual_at(const struct shift_holder *holder, uint32_t date) {
    for (size_t i = 0; i < holder->own.count; i++) {
        const struct shift_assignment *row = &holder->own.rows[i];
        if (row->usual && assignment_holds(row, date)) {
            return row->shift;
        }
    }
    return holder->usual;
}

struct shift_answer shift_at(const struct shift_holder *holder, const struct shift_day *day) {
    struct shift_answer answer = by_list(holder, &holder->own, day);
    if (answer.shift == NULL) {
        answer.shift = shift_defined(holder, usual_at(holder, day->date));
        answer.is_worked = answer.shift != NULL && shift_is_worked(answer.shift, day);
    }
    return answer.shift != NULL ? answer : by_list(holder, &holder->of_group, day);
}
