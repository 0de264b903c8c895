/* Days of validity, judged in one place for the door and for signing in. Pure. */
#ifndef POSTERN_CORE_VALIDITY_H
#define POSTERN_CORE_VALIDITY_H

#include <stdbool.h>
#include <stdint.h>

/* True if `today` is one of the days from `from` to `to`, both included. Local days as yyyymmdd; 0: no first, no last
 * day. */
bool validity_holds(uint32_t from, uint32_t to, uint32_t today);

#endif
