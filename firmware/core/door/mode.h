/* Which credentials let a person in: one of them, or a set of factors that must all match within a time. Pure; the
 * clock is an argument. Factors are bits, 1 << enum factor. */
#ifndef POSTERN_CORE_MODE_H
#define POSTERN_CORE_MODE_H

#include <stdint.h>

#define MODE_WAIT_MS 10000 /* time for the next factor */

/* The person who has shown some of the factors asked for. Of one door; zeroed at first. */
struct mode_wait {
    uint32_t userid; /* 0: nobody */
    uint32_t have; /* factors that matched */
    int64_t until_ms; /* monotonic time at which it is forgotten */
};

/* Takes a factor of a user who needs all of `needed` (0: any one is enough) and returns those that still miss, 0 when
 * the person is let in. Another person, or a time that has passed, begins anew. */
uint32_t mode_take(struct mode_wait *wait, uint32_t userid, uint32_t factor, uint32_t needed, int64_t now_ms);

/* The same person or somebody unknown was refused: what was shown before counts no more. */
void mode_forget(struct mode_wait *wait);

#endif
