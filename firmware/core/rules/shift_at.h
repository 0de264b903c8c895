/* The shift of a person on a day. Pure; docs/rules.md, "Which shift". */
#ifndef POSTERN_CORE_SHIFT_AT_H
#define POSTERN_CORE_SHIFT_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/rules/rules.h"
#include "values.h"

/* A day of the calendar. */
struct shift_day {
    int64_t number; /* since 1970-01-01 */
    uint32_t date; /* the same as yyyymmdd */
    uint8_t weekday; /* 0 Sunday */
    struct rules_day plan; /* evaluated with its holiday */
};

struct shift_list {
    const struct shift_assignment *rows; /* in any order */
    size_t count;
};

/* Shifts of a person. All pointers are borrowed. */
struct shift_holder {
    /* SHIFT_NUMBER_MAX entries, number n at index n - 1; an entry with number 0 is not defined */
    const struct shift *shifts;
    uint8_t usual; /* usual shift of the user; 0: none */
    struct shift_list own; /* including former usual shifts */
    struct shift_list of_group;
};

/* The shifts that apply on a day, by number. */
struct shift_answer {
    const struct shift *shifts[SHIFT_NUMBER_MAX];
    size_t count; /* 0: none */
    bool is_worked; /* on this day: all of them; otherwise there is one, of which it is a rest day */
};

/* Returns the minute at which a shift ends, counted from midnight of the day on which it starts: at most a day after
 * its start. */
unsigned shift_end(const struct shift *shift);

/* Whether its hours are flexible: a target, perhaps a core time, and a span in place of the duty. */
bool shift_is_flexible(const struct shift *shift);

/* Takes away what is without effect for flexible hours: overtime, its steps and what a missing punch counts. */
void shift_drop_unused(struct shift *shift);

/* Minutes that flexible hours ask of a day on which the shift is worked. */
uint32_t shift_target(const struct shift *shift, const struct shift_day *day);

/* Whether a shift is worked on a day. */
bool shift_is_worked(const struct shift *shift, const struct shift_day *day);

void shift_at(const struct shift_holder *holder, const struct shift_day *day, struct shift_answer *ret_answer);

#endif
