/* The correction that a day to settle most likely needs. Pure; docs/rules.md, "To settle". Moments are minutes since 1970 UTC. */
#ifndef POSTERN_CORE_RECORDS_PROPOSAL_H
#define POSTERN_CORE_RECORDS_PROPOSAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/records/workday.h"
#include "values.h"

/* A punch to add. */
struct proposal {
    int64_t minute;
    enum punch_status status; /* IN or OUT */
};

/* Finds the punches that the duties of a day miss, by time; `duties` are those of workday_judge(). Returns how many there are, at most one
 * for each duty: 0 where the punches do not tell what is missing. */
size_t proposals_make(const struct workday_asked *asked, const struct workday duties[DUTY_PARTS],
                      struct proposal ret_proposals[DUTY_PARTS]);

/* Whether a punch, by its place, belongs to one of the duties of the day or lies in its calendar day. */
bool proposals_is_of_day(const struct workday_asked *asked, size_t i);

/* A number from 1 to 2^53 - 1 for what there is to settle: the punches of the day, its marks and the proposals. It changes with any of
 * them. */
int64_t proposals_fingerprint(const struct workday_asked *asked, const struct workday *day,
                              const struct proposal *proposals, size_t count);

#endif
