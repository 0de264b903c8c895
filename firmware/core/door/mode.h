/* The person who has shown some of the factors asked for, and what counts of it. Pure; the clock is an argument. Factors
 * are bits, 1 << enum factor. */
#ifndef POSTERN_CORE_MODE_H
#define POSTERN_CORE_MODE_H

#include <stdint.h>

#define MODE_WAIT_MS 10000 /* time for the next factor */

/* Of one door; zeroed at first. */
struct mode_wait {
    uint32_t userid; /* 0: nobody */
    uint32_t have; /* factors that matched */
    uint32_t missing; /* factors that are asked for besides */
    int64_t until_ms; /* monotonic time at which it is forgotten */
};

/* What a user has shown when this factor matched: of another person, or after the time, it alone. */
uint32_t mode_have(const struct mode_wait *wait, uint32_t userid, uint32_t factor, int64_t now_ms);

/* Asks a user who has shown `have` for `missing`, for MODE_WAIT_MS from now on. */
void mode_ask(struct mode_wait *wait, uint32_t userid, uint32_t have, uint32_t missing, int64_t now_ms);

/* What was shown before counts no more. */
void mode_forget(struct mode_wait *wait);

#endif
