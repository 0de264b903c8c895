/* Moving many punches by a span, for a clock that was wrong: of each, a line takes it away and another adds it at its new time.
 * docs/rules.md, "Records of a wrong clock". */
#ifndef POSTERN_CORE_RECORDS_MOVES_H
#define POSTERN_CORE_RECORDS_MOVES_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct actor;
struct core;

#define MOVES_MAX 50 /* punches of one call */
#define MOVES_LOOK 5000 /* lines that one call looks at */

struct move_order {
    enum moved_punches what;
    int64_t first, last; /* numbers of lines, both included */
    uint32_t from_day, to_day; /* yyyymmdd by the clock of the terminal; 0: open */
    int64_t shift_s;
    const char *reason;
    bool is_dry; /* counts only */
};

struct move_refusal {
    int64_t seq;
    int error;
};

struct move_result {
    size_t moved, refused_count;
    struct move_refusal refused[MOVES_MAX]; /* E_RANGE: to come, or long ago; E_OWN_HOURS; E_USER_UNKNOWN; E_CAPACITY */
    int64_t next; /* `first` of the next call; 0: all lines were looked at */
    int64_t first_seq, last_seq; /* lines that were written; last_seq 0: none */
};

/* Moves the next punches in one transaction: all of them, or none. Punches that were taken away are passed over. On failure *ret_field is the
 * field that it is about (static text), or NULL. E_RANGE (no span; the days end before they begin); errors as of log_append_import(). */
_must_check_ int moves_run(struct core *core, const struct actor *by, const struct move_order *order,
                           struct move_result *ret_result, const char **ret_field);

#endif
