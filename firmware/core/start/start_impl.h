/* Inside core/start only: shared by a start and a test start. */
#ifndef POSTERN_CORE_START_IMPL_H
#define POSTERN_CORE_START_IMPL_H

#include "util/err.h"

struct core_shared;
struct store;

/* Creates the rooms that read the database at start, or depend on those: logs, accounts, rules, network, certificate.
 * Returns their errors; start_free() frees what was created. */
_must_check_ int start_stored(struct core_shared *shared, struct store *store);

#endif
