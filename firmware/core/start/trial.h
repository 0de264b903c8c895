/* A start on the side: the rooms that read the database are started from another one, and freed again. No device is
 * used, and nothing of the running terminal is changed. */
#ifndef POSTERN_CORE_TRIAL_H
#define POSTERN_CORE_TRIAL_H

#include "util/err.h"

struct core_shared;
struct identity;
struct store;

/* The database belongs to `identity`; `live` lends its clock, randomness and facts. What a start writes into the
 * database is written. 0, or why the start would fail. */
_must_check_ int trial_start(const struct core_shared *live, const struct identity *identity, struct store *store);

#endif
