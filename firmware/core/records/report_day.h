/* One day of a person with its punches, and what each of them is for it. */
#ifndef POSTERN_CORE_RECORDS_REPORT_DAY_H
#define POSTERN_CORE_RECORDS_REPORT_DAY_H

#include <stddef.h>
#include <stdint.h>

#include "core/records/report.h"
#include "util/err.h"
#include "values.h"

#define REPORT_DAY_PUNCHES 100 /* that are told */
#define REPORT_DAY_LEAVES 8

struct report_day_punch {
    int64_t seq; /* of its line */
    int64_t time_ms;
    int32_t minute; /* what the wall showed, from midnight of the day */
    enum record_status status;
    bool is_added;
    enum punch_role role;
    const char *detail; /* of one that was added, imported or taken away; else "" */
};

/* A punch to add, by the terminal's clock. */
struct report_proposal {
    uint32_t day; /* yyyymmdd */
    uint16_t minute; /* of it */
    enum punch_status status;
};

/* Texts and rows in the arena. */
struct report_day {
    struct store_roll_user user;
    struct report_line line;
    const struct shift *shifts; /* of the day: none, one, or those of its two duties */
    size_t shift_count;
    struct report_line duties[DUTY_PARTS]; /* of a day with two: each by itself */
    size_t duty_count;
    struct report_day_punch *punches; /* by time: those of the day, and others that are near */
    size_t punch_count;
    struct leave *leaves; /* on this day */
    size_t leave_count;
    struct report_proposal proposals[DUTY_PARTS]; /* by time */
    size_t proposal_count;
};

/* E_USER_UNKNOWN; E_NOMEM; an error of the store. */
_must_check_ int report_day_read(struct core *core, const struct actor *by, uint32_t userid, uint32_t date,
                                 struct arena *arena, struct report_day *ret_day);

#endif
