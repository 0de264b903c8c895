#include "core/rules/shift_at.h"

#include <string.h>

#include "core/time/local_time.h"

#define DAY_MIN 1440U
#define WEEKDAYS 7
#define MONDAY 1
#define BIT_DAYS 31 /* days of a pattern that are bits; the others are text */

unsigned shift_end(const struct shift *shift) {
    return shift->off_duty + (shift->off_duty <= shift->on_duty ? DAY_MIN : 0);
}

bool shift_is_flexible(const struct shift *shift) {
    return shift->kind != SHIFT_KIND_FIXED;
}

void shift_drop_unused(struct shift *shift) {
    if (shift_is_flexible(shift)) {
        shift->missing_in = shift->missing_out = 0;
        shift->overtime_before = shift->overtime_after = 0;
        shift->overtime_step = 1;
    }
}

static bool ignores_holiday(const struct shift *shift, const struct shift_day *day) {
    return day->plan.holiday == 0 || shift->on_holidays;
}

/* The weekday whose hours a day has. */
static int64_t weekday_of(const struct shift *shift, const struct shift_day *day) {
    return ignores_holiday(shift, day) ? day->weekday : day->plan.weekday;
}

static int64_t cycle_day_of(const struct shift *shift, int64_t number) {
    const int64_t since = number - local_day_number(shift->cycle_first);
    return (since % shift->cycle_days + shift->cycle_days) % shift->cycle_days;
}

static bool has_day(const struct shift *shift, int64_t day) {
    if (day < BIT_DAYS) {
        return (shift->days >> day & 1U) != 0;
    }
    const size_t place = (size_t)(day - BIT_DAYS);
    return shift->more_days != NULL && strnlen(shift->more_days, place + 1) > place && shift->more_days[place] == '1';
}

bool shift_is_worked(const struct shift *shift, const struct shift_day *day) {
    if (!ignores_holiday(shift, day) && day->plan.weekday == RULES_NO_HOURS) {
        return false;
    }
    const bool is_cycle = shift->pattern == SHIFT_PATTERN_CYCLE;
    return has_day(shift, is_cycle ? cycle_day_of(shift, day->number) : weekday_of(shift, day));
}

/* Days from Monday to a weekday. */
static int64_t since_monday(int64_t weekday) {
    return (weekday + WEEKDAYS - MONDAY) % WEEKDAYS;
}

/* The share of a day in the week from Monday on; which minutes are left over depends on its place among the days. */
static uint32_t share_of_week(const struct shift *shift, const struct shift_day *day) {
    const bool is_cycle = shift->pattern == SHIFT_PATTERN_CYCLE;
    const int64_t own = since_monday(is_cycle ? day->weekday : weekday_of(shift, day));
    const int64_t monday = day->number - own;
    uint32_t count = 0;
    uint32_t before = 0;
    for (int64_t at = 0; at < WEEKDAYS; at++) {
        const int64_t bit = is_cycle ? cycle_day_of(shift, monday + at) : (at + MONDAY) % WEEKDAYS;
        before += at < own && has_day(shift, bit);
        count += has_day(shift, bit);
    }
    return count == 0 ? 0 : shift->target * (before + 1) / count - shift->target * before / count;
}

uint32_t shift_target(const struct shift *shift, const struct shift_day *day) {
    return shift->kind == SHIFT_KIND_WEEK_TARGET ? share_of_week(shift, day) : shift->target;
}

static bool assignment_holds(const struct shift_assignment *row, uint32_t date) {
    return row->from <= date && (row->to == 0 || date <= row->to);
}

static const struct shift *shift_defined(const struct shift_holder *holder, uint8_t number) {
    const bool can_be = number >= SHIFT_NUMBER_MIN && number <= SHIFT_NUMBER_MAX;
    return can_be && holder->shifts[number - 1].number != 0 ? &holder->shifts[number - 1] : NULL;
}

/* Adds a shift, ordered by number, once. A worked shift replaces those that are not worked. */
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

/* Uses the active assignments of a list that started last. Returns whether one of them has a last day. */
static bool by_list(const struct shift_holder *holder, const struct shift_list *list, const struct shift_day *day,
                    struct shift_answer *answer) {
    uint32_t from = 0;
    bool is_dated = false;
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
            is_dated = false;
            from = row->from;
        }
        is_dated = is_dated || row->to != 0;
        answer_add(answer, shift, shift_is_worked(shift, day));
    }
    answer->count = answer->count > 1 && !answer->is_worked ? 1 : answer->count;
    return is_dated;
}

/* Returns the usual shift on that day. */
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
    struct shift_answer grouped = {.count = 0};
    if (by_list(holder, &holder->own, day, ret_answer)) {
        return;
    }
    const bool is_dated = by_list(holder, &holder->of_group, day, &grouped);
    const bool has_own = ret_answer->count > 0 && !is_dated;
    const struct shift *usual = has_own || is_dated ? NULL : shift_defined(holder, usual_at(holder, day->date));
    if (usual != NULL) {
        answer_add(ret_answer, usual, shift_is_worked(usual, day));
    } else if (!has_own) {
        *ret_answer = grouped;
    }
}
