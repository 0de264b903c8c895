/* Punches out of the lines of a person's log, as they come by time. Pure; docs/rules.md, "Punches". */
#ifndef POSTERN_CORE_RECORDS_PUNCHES_H
#define POSTERN_CORE_RECORDS_PUNCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/records/punch.h"
#include "store/events/log_punches.h"

struct punches {
    struct punch *rows;
    size_t count, room;
    int64_t time_ms; /* of the line before */
    size_t same; /* place of the first punch of that time */
    bool is_voided; /* those of that time count no more */
    size_t lines; /* looked at */
    bool is_cut; /* there were more than there is room for, or than are looked at */
};

/* None yet; `rows` has `room` places. */
struct punches punches_into(struct punch *rows, size_t room);

#define PUNCHES_LINES_MAX 65536 /* of a person that are looked at, punches or not */

/* The next line, by time and then number; one that is no punch is passed over. False: no more are looked at. */
bool punches_take(struct punches *punches, const struct store_punch *line);

/* Whether a line of a person is a punch: let in, added by hand or imported, with a status. */
bool punches_is_one(enum record_kind kind, enum record_result result, enum record_status status);

/* The minute of a time, which may be before 1970. */
int64_t punches_minute(int64_t time_ms);

#endif
