/* Punches that an administrator adds or takes away: lines of the log of their own, nothing that is there is changed. */
#ifndef POSTERN_CORE_RECORDS_CORRECTIONS_H
#define POSTERN_CORE_RECORDS_CORRECTIONS_H

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
};

/* Adds a punch. On failure *ret_field is the field it is about (static text), or NULL. 0; E_RANGE (it is to come, or long ago);
 * E_USER_UNKNOWN; E_OWN_HOURS; errors as of log_append(). */
_must_check_ int corrections_add(struct core *core, const struct actor *by, const struct correction *correction,
                                 int64_t *ret_seq, const char **ret_field);

/* Takes the punch of a line away from the hours; one that is taken away already stays so. 0; E_NOTFOUND (no such line, or it is no
 * punch); E_OWN_HOURS; errors as of log_append(). */
_must_check_ int corrections_void(struct core *core, const struct actor *by, int64_t seq, const char *reason);

#endif
