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

/* Adds a shift, by number, once. One that is worked goes before those that are not. */
static void answer_add(struct shift_answer *answer, const struct shift *shift, bool is_worked) {
    if (answer->count > 0 && answer->is_worked != is_worked) {
        if (answer->is_worked) {
            return;
        }
        answer->count = 0;
    }
    size_t place = answer->count;
    while (place > 0 && answer->shifts[place - 1]->number > shift->number) {
        place--;
    }
    if (place > 0 && answer->shifts[place - 1] == shift) {
        return;
    }
    for (size_t i = answer->count; i > place; i--) {
        answer->shifts[i] = answer->shifts[i - 1];
    }
    answer->shifts[place] = shift;
    answer->is_worked = is_worked;
    answer->count++;
}

/* By the assignments of a list that hold and began last. */
static void by_list(const struct shift_holder *holder, const struct shift_list *list, const struct shift_day *day,
                    struct shift_answer *answer) {
    uint32_t from = 0;
    answer->count = 0;
    answer->is_worked = false;
    for (size_t i = 0; i < list->count; i++) {
        const struct shift_assignment *row = &list->rows[i];
        const struct shift *shift = row->usual ? NULL : shift_defined(holder, row->shift);
        if (shift == NULL || !assignment_holds(row, day->date) || (answer->count > 0 && row->from < from)) {
            continue;
        }
        if (row->from > from) {
            answer->count = 0;
            from = row->from;
        }
        answer_add(answer, shift, shift_is_worked(shift, day));
    }
    answer->count = answer->count > 1 && !answer->is_worked ? 1 : answer->count;
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

void shift_at(const struct shift_holder *holder, const struct shift_day *day, struct shift_answer *ret_answer) {
    by_list(holder, &holder->own, day, ret_answer);
    const struct shift *usual = ret_answer->count == 0 ? shift_defined(holder, usual_at(holder, day->date)) : NULL;
    if (usual != NULL) {
        answer_add(ret_answer, usual, shift_is_worked(usual, day));
    } else if (ret_answer->count == 0) {
        by_list(holder, &holder->of_group, day, ret_answer);
    }
}
