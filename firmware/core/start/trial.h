/* A test start: the rooms that read the database are started from another one, and freed again. Uses no device, and
 * changes nothing of the running terminal. */
#ifndef POSTERN_CORE_TRIAL_H
#define POSTERN_CORE_TRIAL_H

#include "util/err.h"

struct core_shared;
struct identity;
struct store;

/* The database belongs to `identity`; clock, random source and facts are those of `live`. The start's writes to the
 * database happen. 0, or why the start would fail. */
_must_check_ int trial_start(const struct core_shared *live, const struct identity *identity, struct store *store);

#endif
