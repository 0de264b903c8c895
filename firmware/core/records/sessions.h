/* Work outside any duty: docs/rules.md, "Other days". Pure. Inside core/records only. */
#ifndef POSTERN_CORE_RECORDS_SESSIONS_H
#define POSTERN_CORE_RECORDS_SESSIONS_H

#include "core/records/stay.h"
#include "core/records/workday.h"

/* Places of its punches among those that were given; all between belong to it. */
struct session {
    size_t first, last;
    bool is_ended; /* by an OUT */
};

/* The next session at or after a place, whatever day it begins on. Returns false when there is none. */
bool session_next(const struct workday_asked *asked, size_t from, struct session *ret_session);

/* Whether its punches are one. */
bool session_is_single(const struct workday_asked *asked, const struct session *session);

/* Whether it began on the day and may still go on. */
bool session_is_open(const struct workday_asked *asked, const struct session *session);

/* Whether it began on the day that is judged. */
bool session_is_of_day(const struct workday_asked *asked, const struct session *session);

#endif
