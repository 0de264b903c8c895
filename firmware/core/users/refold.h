/* Updates the search keys of the users after an update has changed the folding of names. The start updates as many as
 * time allows, the rest follows while the terminal works: until then those users are found as before the update. */
#ifndef POSTERN_CORE_REFOLD_H
#define POSTERN_CORE_REFOLD_H

#include <stdint.h>

#include "util/err.h"

struct core;
struct core_shared;
struct refold;
struct store;

/* At each start: takes at most two seconds, so that a terminal with 100,000 users opens its door soon after an
 * update. */
_must_check_ int refold_new(const struct core_shared *shared, struct store *store, struct refold **ret_refold);
void refold_free(struct refold *refold);

/* Upkeep: updates the rest. */
int64_t refold_due_ms(struct core *core);
void refold_upkeep(struct core *core);

#endif
