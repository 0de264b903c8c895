/* Punches that an administrator adds or takes away: lines of the log of their own, nothing that is there is changed. */
#ifndef POSTERN_CORE_RECORDS_CORRECTIONS_H
#define POSTERN_CORE_RECORDS_CORRECTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct actor;
struct core;

#define CORRECTIONS_DAYS_MAX 366 /* a punch is not added for an earlier day */

struct correction {
    uint32_t userid;
    uint32_t day; /* yyyymmdd by the terminal's clock */
    uint16_t minute; /* of it */
    enum punch_status status;
    const char *reason;
    int64_t
        known; /* last line of the log when the day was judged: one of the user that came later refuses it; 0: none does */
};

/* Adds a punch. On failure *ret_field is the field it is about (static text), or NULL. 0; E_RANGE (it is to come, or long ago);
 * E_USER_UNKNOWN; E_OWN_HOURS; E_CHANGED_MEANWHILE; errors as of log_append(). */
_must_check_ int corrections_add(struct core *core, const struct actor *by, const struct correction *correction,
                                 int64_t *ret_seq, const char **ret_field);

/* Leaves a day as it is: a line without a status at the start of the day, which corrections_void() takes away. `minute` and `status` are
 * not looked at. Errors as of corrections_add(). */
_must_check_ int corrections_leave(struct core *core, const struct actor *by, const struct correction *correction,
                                   int64_t *ret_seq, const char **ret_field);

/* Takes the punch of a line away from the hours; one that is taken away already stays so. 0; E_NOTFOUND (no such line, or it is no
 * punch); E_OWN_HOURS; errors as of log_append(). */
_must_check_ int corrections_void(struct core *core, const struct actor *by, int64_t seq, const char *reason);

/* Whether a line's punch was taken away: some line of the same moment does so. Also inside a transaction. */
_must_check_ int corrections_is_voided(struct core *core, const struct record *punch, bool *ret_is);

/* Finds a moment for a new line at `at_ms` or later within the same minute, at which the user has no line: one that was taken away takes all
 * of its moment along. E_CAPACITY: there is none. Also inside a transaction. */
_must_check_ int corrections_free_time(struct core *core, uint32_t userid, int64_t at_ms, int64_t *ret_ms);

#endif
