/* The table `alarm`, and how far the log was looked through for it. */
#ifndef POSTERN_STORE_ALARMS_H
#define POSTERN_STORE_ALARMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct arena;
struct store;

#define STORE_ALARMS_KEPT 200 /* acknowledged ones; more displace the oldest */

struct store_alarm {
    int64_t seq; /* line of the log it began with: its number */
    enum record_kind kind;
    uint8_t door;
    uint32_t userid; /* 0: nobody */
    const char *username, *detail; /* of its newest line */
    int64_t first_ms, last_ms; /* since 1970 UTC */
    int64_t last_seq; /* its newest line */
    uint32_t count; /* lines */
    int64_t acked_ms; /* 0: it is open */
    const char *acked_by; /* account */
};

/* How far the log was looked through, and how many alarms are open. Microseconds. */
_must_check_ int store_alarms_state(struct store *store, int64_t *ret_position, uint32_t *ret_open);

/* Whether there is an alarm of a kind, open or acknowledged. */
_must_check_ int store_alarm_has(struct store *store, enum record_kind kind, bool *ret_has);

/* Counts a line of the log for the open alarm of its kind, door and person, or opens one. Inside a transaction. */
_must_check_ int store_alarm_raise(struct store *store, const struct record *record);

/* Notes that the log was looked through up to a line. Inside a transaction. */
_must_check_ int store_alarms_put_position(struct store *store, int64_t position);

/* The open alarms, newest first, then the acknowledged ones if `all`; at most `max`, texts in the arena. */
_must_check_ int store_alarms_list(struct store *store, bool all, struct arena *arena, struct store_alarm *ret_alarms,
                                   size_t max, size_t *ret_count);

/* One alarm; texts in the arena. E_NOTFOUND. */
_must_check_ int store_alarm_get(struct store *store, int64_t seq, struct arena *arena, struct store_alarm *ret_alarm);

/* Acknowledges one that is open, and drops the oldest of those that are acknowledged. E_NOTFOUND. Inside a transaction. */
_must_check_ int store_alarm_ack(struct store *store, int64_t seq, const char *account, int64_t now_ms);

/* Deletes all alarms. Inside a transaction. */
_must_check_ int store_alarms_erase(struct store *store);

#endif
