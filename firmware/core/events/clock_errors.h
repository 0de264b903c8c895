/* Which records were made by a wrong clock: one that had lost its time and was not set yet, or one that was later set right by
 * CLOCK_ERRORS_LEAST_S or more. docs/rules.md, "Records of a wrong clock". */
#ifndef POSTERN_CORE_CLOCK_ERRORS_H
#define POSTERN_CORE_CLOCK_ERRORS_H

#include <stddef.h>
#include <stdint.h>

#include "store/events/clock_errors.h"
#include "util/err.h"

struct core;

#define CLOCK_ERRORS_LEAST_S 120 /* a smaller correction makes no record wrong */

/* Stores what became known of the clock; on failure it is tried again. The loop's. */
int64_t clock_errors_due_ms(struct core *core);
void clock_errors_upkeep(struct core *core);

/* The errors, oldest first, and how many. */
struct clock_errors {
    struct store_clock_error rows[STORE_CLOCK_ERRORS_MAX];
    size_t count;
};

_must_check_ int clock_errors_read(struct core *core, struct clock_errors *ret_errors);

/* The records of an error. */
struct clock_errors_span {
    int64_t last; /* number of the last so far; below the first: there is none yet */
    /* Times of the oldest that is still stored and of the last, as recorded, and local time minus UTC then; 0: none is stored. */
    int64_t from_ms, to_ms;
    int32_t from_offset_min, to_offset_min;
};

_must_check_ int clock_errors_span(struct core *core, const struct store_clock_error *error,
                                   struct clock_errors_span *ret_span);

/* The error that a record belongs to; NULL: its time was right as far as is known. Pure. */
const struct store_clock_error *clock_errors_of(const struct clock_errors *errors, int64_t seq);

#endif
