/* Rules written as in the tables of docs/rules.md, "Hours, groups and holidays". */
#ifndef POSTERN_TEST_RULES_PLAN_H
#define POSTERN_TEST_RULES_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "core/rules/rules_impl.h"
#include "core/time/local_time.h"

#define RULES_PLAN_CELLS 3

struct rules_plan {
    struct rules rules;
    struct local_rule clock;
    struct store_period periods[STORE_PERIOD_GROUPS][STORE_PERIODS_MAX];
};

/* Parses a cell "given". Ends the test if it is invalid. */
void rules_plan_read(const char *given, struct rules_plan *ret_plan);

/* Parses intervals, "Mon 08:00-12:00, Tue 22:00-06:00"; `ret_periods` has room for STORE_PERIODS_MAX. Returns their
 * number. */
size_t rules_plan_intervals(const char *text, struct store_period *ret_periods);

/* Returns the milliseconds since 1970 UTC of "2026-11-23 12:00". */
int64_t rules_plan_ms(const char *utc);

/* Calls `each` with the trimmed cells of each row of the tables of docs/rules.md with this heading; a missing cell is
 * "". Returns the number of rows. */
size_t rules_plan_rows(const char *heading, void (*each)(char *cells[RULES_PLAN_CELLS]));

#endif
