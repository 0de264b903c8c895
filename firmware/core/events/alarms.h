/* Alarms: what somebody has to look at. They are read out of the log, by a reader of its own that notes how far it came
 * in the transaction of what it found: a line that is durable becomes an alarm whatever is cut off in between. One is open
 * for each kind, door and person and counts what happens again, so that nobody at the door can make them without end. It
 * stays until somebody acknowledges it. */
#ifndef POSTERN_CORE_ALARMS_H
#define POSTERN_CORE_ALARMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/events/alarms.h"
#include "util/err.h"

struct actor;
struct alarms;
struct arena;
struct core;
struct store;

#define ALARMS_LISTED_MAX 100 /* of one list */
#define ALARMS_BATCH 50 /* lines of the log read in one transaction */
#define ALARMS_AGAIN_MS 10000 /* after an error of the store */

/* For core/start: reads how far it came. */
_must_check_ int alarms_new(struct store *store, struct alarms **ret_alarms);
void alarms_free(struct alarms *alarms); /* takes NULL */

/* How many are open, and how often alarms have changed since the start. Any thread; memory alone. */
uint32_t alarms_open(const struct core *core);
uint32_t alarms_revision(const struct core *core);

/* The open ones, the newest first, then with `all` those that were acknowledged; without names if `by` may not
 * know people (core/base/rights.h). E_NOMEM or an error of the store. */
_must_check_ int alarms_list(struct core *core, const struct actor *by, bool all, struct arena *arena,
                             struct store_alarm ret_alarms[ALARMS_LISTED_MAX], size_t *ret_count);

/* Acknowledges one as it was seen: up to the line `last` of the log; with its audit row. E_NOTFOUND: it is not open;
 * E_ALARM_AGAIN: it happened again meanwhile; or an error of the store. */
_must_check_ int alarms_ack(struct core *core, const struct actor *by, int64_t seq, int64_t last);

/* Deletes all, inside a transaction of the caller; after its commit alarms_erased(). */
_must_check_ int alarms_erase(struct core *core);
void alarms_erased(struct core *core);

/* For app/upkeep: reads the log on when lines have come. */
int64_t alarms_due_ms(struct core *core);
void alarms_upkeep(struct core *core);

#endif
