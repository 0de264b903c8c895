/* Alarms: events that need attention. A reader of its own finds them in the log and stores its position in the
 * transaction of its findings: a durable record becomes an alarm whatever is interrupted. One alarm is open for each
 * kind, door and person, and counts repetitions, so that nobody at the door can create them without end. It stays open
 * until it is acknowledged. */
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

#define ALARMS_LISTED_MAX 100 /* most alarms of one list */
#define ALARMS_BATCH 50 /* records read in one transaction */
#define ALARMS_AGAIN_MS 10000 /* after an error of the store */

/* For core/start: reads the position. */
_must_check_ int alarms_new(struct store *store, struct alarms **ret_alarms);
void alarms_free(struct alarms *alarms); /* accepts NULL */

/* Return the number of open alarms, and of changes since the start. Any thread; only memory. */
uint32_t alarms_open(const struct core *core);
uint32_t alarms_revision(const struct core *core);

/* Lists the open ones, newest first, then with `all` the acknowledged ones; without names if `by` may not see people
 * (core/base/rights.h). E_NOMEM or an error of the store. */
_must_check_ int alarms_list(struct core *core, const struct actor *by, bool all, struct arena *arena,
                             struct store_alarm ret_alarms[ALARMS_LISTED_MAX], size_t *ret_count);

/* Acknowledges one as it was shown: up to the record `last`; with its audit entry. E_NOTFOUND: it is not open;
 * E_ALARM_AGAIN: it happened again meanwhile; or an error of the store. */
_must_check_ int alarms_ack(struct core *core, const struct actor *by, int64_t seq, int64_t last);

/* Deletes all, inside a transaction of the caller; after its commit call alarms_erased(). */
_must_check_ int alarms_erase(struct core *core);
void alarms_erased(struct core *core);

/* For app/upkeep: continues reading the log when there are new records. */
int64_t alarms_due_ms(struct core *core);
void alarms_upkeep(struct core *core);

#endif
