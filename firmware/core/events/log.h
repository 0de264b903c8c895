/* The log: one line for each person at the door and each thing that happened to it, append-only, numbered without a gap.
 * It is at the same time the queue that whoever follows the terminal reads: from the number it had last. A line is
 * durable before anybody can read it. What happens when the log or the disk is full is in docs/rules.md. */
#ifndef POSTERN_CORE_LOG_H
#define POSTERN_CORE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/chain.h"
#include "util/err.h"
#include "values.h"

struct arena;
struct core;
struct core_shared;
struct event_log;
struct store;

#define LOG_DROP_MAX 8 /* lines that one append displaces at most: a log that is far too long shrinks with the days */
#define LOG_DETAIL_FULL "full" /* detail of the alarm of the log that takes no more; without it: it is nearly full */
#define LOG_SHORT_LINES 5000 /* that are kept on a full disk before new ones displace old ones */

/* For core/start: reads where the numbers are. */
_must_check_ int log_new(struct store *store, struct event_log **ret_log);
void log_free(struct event_log *log); /* takes NULL */

/* Appends a line; `seq` is given, `offset` is filled from the clock, `time` 0 means now, `door` 0 means 1, a text
 * that is NULL means "". Returns 0 when it is durable, with *ret_seq (may be NULL); E_CAPACITY when the log is full
 * and KaoqinParam.fullLog keeps what is there, but of an alarm, and the first time an alarm tells that; E_NOSPC,
 * E_IO, E_BUSY (others wrote for as long as store_wait_ms()). A decision never depends on it. Not inside a
 * transaction. */
_must_check_ int log_append(struct core *core, const struct record *record, int64_t *ret_seq);

/* The same, and `also` (may be NULL) with it in the same transaction, behind the line: both are durable or neither is. What it returns
 * below 0 is returned. */
_must_check_ int log_append_with(struct core *core, const struct record *record,
                                 int (*also)(struct core *core, const void *ctx), const void *ctx, int64_t *ret_seq);

/* Appends a line to the log of a database that is not in use yet, inside its transaction. An error of the store. */
_must_check_ int log_append_staged(struct core *core, struct store *staged, const struct record *record);

/* Number of the last line that is durable; 0: none. Any thread; memory alone. */
int64_t log_last(const struct core *core);

/* Number of the oldest line that is kept; log_last() + 1 when none is. Any thread; memory alone. */
int64_t log_first(const struct core *core);

/* A line that is no alarm would be refused now: the log is full and KaoqinParam.fullLog keeps what is there. Any thread; memory
 * alone. */
bool log_is_closed(struct core *core);

/* Fewer lines are free than KaoqinParam.logAlarm. */
bool log_is_nearly_full(struct core *core);

/* Reads lines behind `after` in ascending order, at most `max`, texts in the arena. Returns 0 with *ret_count; fewer than
 * asked for when there are no more. Lines that were displaced because the log was full are simply not there. */
_must_check_ int log_read(struct core *core, int64_t after, struct record *ret_records, size_t max, struct arena *arena,
                          size_t *ret_count);

/* The end of the hash chain: the last line and its link (store/chain.h). For a worker: it may wait for a line that is
 * being written. */
struct log_head {
    int64_t seq;
    struct chain_link link;
};
void log_head(struct core *core, struct log_head *ret_head);

/* The place of a line in the chain. E_NOTFOUND; an error of the store. */
_must_check_ int log_linked(struct core *core, int64_t seq, struct store_linked *ret_linked);

/* Removes what says who a person is from a record: the name and the photo. The user ID stays. For callers that
 * rights_may_know_people() denies. */
void log_hide_person(struct record *record);

/* True if a punch of the user at `time` (milliseconds since 1970 UTC) is not to be recorded: the last recorded one, of
 * whatever status, was less than KaoqinParam.duplicatePunch before. It reads the log, so it knows after a restart too;
 * the user is let in all the same. When the log cannot be read the punch is recorded. */
bool log_is_repeat(struct core *core, uint32_t userid, int64_t time);

/* The same when the last one is known to have been at `last`. */
bool log_repeats(struct core *core, int64_t last, int64_t time);

/* Names who is told that lines came: `appended` is called with `ctx` on the thread that appended, with a lock held, so it
 * only wakes somebody. NULL ends it; after that the one before is called no more. */
void log_set_appended(struct core_shared *shared, void (*appended)(void *ctx), void *ctx);

/* Wakes who is told that lines came: there is news of one, or work about one. Any thread. */
void log_tell_news(const struct core *core);

/* Deletes all lines, inside a transaction of the caller; numbers go on. After its commit log_erased() says so. */
_must_check_ int log_erase(struct core *core);
void log_erased(struct core *core);

#endif
