/* Inside core/start only: what a start and a start on the side have in common. */
#ifndef POSTERN_CORE_START_IMPL_H
#define POSTERN_CORE_START_IMPL_H

#include "util/err.h"

struct core_shared;
struct store;

/* Makes the rooms that read the database as they start, or need those that do: logs, accounts, rules, network, certificate.
 * Their errors; what was made is freed by start_free(). */
_must_check_ int start_stored(struct core_shared *shared, struct store *store);

#endif
