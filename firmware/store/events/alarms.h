/* The table `alarm`, and the position up to which the log was searched for alarms. */
#ifndef POSTERN_STORE_ALARMS_H
#define POSTERN_STORE_ALARMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

#define STORE_ALARMS_KEPT 200 /* acknowledged alarms kept; new ones displace the oldest */

struct store_alarm {
    int64_t seq; /* number of the first log record of the alarm */
    enum record_kind kind;
    uint8_t door;
    uint32_t userid; /* 0: unknown person */
    const char *username, *detail; /* of the newest record */
    int64_t first_ms, last_ms; /* since 1970 UTC */
    int64_t last_seq; /* number of the newest record */
    uint32_t count; /* records */
    int64_t acked_ms; /* 0: it is open */
    const char *acked_by; /* account that acknowledged it */
};

/* Reads the position in the log and the number of open alarms. Microseconds. */
_must_check_ int store_alarms_state(struct store *store, int64_t *ret_position, uint32_t *ret_open);

/* Reads whether there is an alarm of a kind, open or acknowledged. */
_must_check_ int store_alarm_has(struct store *store, enum record_kind kind, bool *ret_has);

/* Adds a log record to the open alarm of its kind, door and person, or opens one. Inside a transaction. */
_must_check_ int store_alarm_raise(struct store *store, const struct record *record);

/* Stores that the log was searched up to `position`. Inside a transaction. */
_must_check_ int store_alarms_put_position(struct store *store, int64_t position);

/* Lists the open alarms, newest first, then the acknowledged ones if `all`; at most `max`, texts in the arena. */
_must_check_ int store_alarms_list(struct store *store, bool all, struct arena *arena, struct store_alarm *ret_alarms,
                                   size_t max, size_t *ret_count);

/* Reads one alarm; texts in the arena. E_NOTFOUND. */
_must_check_ int store_alarm_get(struct store *store, int64_t seq, struct arena *arena, struct store_alarm *ret_alarm);

/* Acknowledges an open alarm and deletes the oldest acknowledged ones above STORE_ALARMS_KEPT. E_NOTFOUND. Inside a
 * transaction. */
_must_check_ int store_alarm_ack(struct store *store, int64_t seq, const char *account, int64_t now_ms);

/* Deletes all alarms. Inside a transaction. */
_must_check_ int store_alarms_erase(struct store *store);

#endif
