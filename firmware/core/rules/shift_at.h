/* Which shift a person has on a day. Pure; docs/rules.md, "Which shift". */
#ifndef POSTERN_CORE_SHIFT_AT_H
#define POSTERN_CORE_SHIFT_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/rules/rules.h"
#include "values.h"

/* A day of the calendar, as everybody has it. */
struct shift_day {
    int64_t number; /* since 1970-01-01 */
    uint32_t date; /* the same as yyyymmdd */
    uint8_t weekday; /* 0 Sunday */
    struct rules_day plan; /* by its holiday */
};

struct shift_list {
    const struct shift_assignment *rows; /* in whatever order */
    size_t count;
};

/* What a person has. All is borrowed. */
struct shift_holder {
    const struct shift *shifts; /* SHIFT_NUMBER_MAX places, number n in n - 1; one whose number is 0 is not defined */
    uint8_t usual; /* shift of the user; 0 none */
    struct shift_list own; /* with what was usual before it was changed */
    struct shift_list of_group;
};

/* The shifts that a day may ask for, by number. */
struct shift_answer {
    const struct shift *shifts[SHIFT_NUMBER_MAX];
    size_t count; /* 0: none */
    bool is_worked; /* on this day: all of them; otherwise there is one, whose rest day it is */
};

/* The minute at which a shift ends, counted from midnight of the day on which it begins: up to a day behind its begin. */
unsigned shift_end(const struct shift *shift);

/* Whether a shift is worked on a day. */
bool shift_is_worked(const struct shift *shift, const struct shift_day *day);

void shift_at(const struct shift_holder *holder, const struct shift_day *day, struct shift_answer *ret_answer);

#endif
