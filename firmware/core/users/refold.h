/* The search keys of the users after the folding of names has changed with an update. The start makes as many again as
 * there is time for, the rest is made while the terminal works: until then those users are found as before the update. */
#ifndef POSTERN_CORE_REFOLD_H
#define POSTERN_CORE_REFOLD_H

#include <stdint.h>

#include "util/err.h"

struct core;
struct core_shared;
struct refold;
struct store;

/* At each start: up to two seconds, so that a terminal with 100,000 users opens its door soon after an update. */
_must_check_ int refold_new(const struct core_shared *shared, struct store *store, struct refold **ret_refold);
void refold_free(struct refold *refold);

/* Upkeep: what the start left. */
int64_t refold_due_ms(struct core *core);
void refold_upkeep(struct core *core);

#endif
