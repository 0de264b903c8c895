/* The access log: one record for each person at the door and each event, append-only, numbered without gaps. It is also
 * the queue for clients that follow the terminal: they read from their last number. A record is durable before anybody
 * can read it. docs/rules.md says what happens when the log or the disk is full. */
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

#define LOG_DROP_MAX 8 /* most records that one append displaces: a log that is far too long shrinks over days */
#define LOG_DETAIL_FULL "full" /* detail of the alarm that the log is full; without it: nearly full */
#define LOG_SHORT_LINES 5000 /* least number of records on a full disk before new ones displace old ones */

/* For core/start: reads the number range. */
_must_check_ int log_new(struct store *store, struct event_log **ret_log);
void log_free(struct event_log *log); /* accepts NULL */

/* Appends a record; `seq` is assigned, `offset` is filled from the clock, `time` 0 means now, `door` 0 means 1, a NULL
 * text means "". Returns 0 when it is durable, with *ret_seq (may be NULL); E_CAPACITY when the log is full and
 * KaoqinParam.fullLog keeps old records, except for an alarm; the first time also adds an alarm about it; E_NOSPC,
 * E_IO, E_BUSY (others wrote longer than store_wait_ms()). A decision never depends on it. Not inside a transaction. */
_must_check_ int log_append(struct core *core, const struct record *record, int64_t *ret_seq);

/* The same, and calls `also` (may be NULL) in the same transaction, after the record: both are durable or neither is.
 * Returns its result if that is below 0. */
_must_check_ int log_append_with(struct core *core, const struct record *record,
                                 int (*also)(struct core *core, const void *ctx), const void *ctx, int64_t *ret_seq);

/* The same for a record about the person with this identity (store/person.h; STORE_PERSON_ANY: about the user who has the ID): if
 * another user has the ID by now, the record is written without it, under its name. */
_must_check_ int log_append_of(struct core *core, const struct record *record, int64_t identity,
                               int (*also)(struct core *core, const void *ctx), const void *ctx, int64_t *ret_seq);

/* Appends records from a file, and what `end` writes with them, in one transaction: all of it becomes durable, or nothing. Displaces no
 * record. E_LOG_ROOM: no room (log_import_room()); errors of `next` and `end`; those of log_append(). Not inside a transaction. */
struct log_import {
    int (*next)(struct core *core, void *ctx,
                struct record *ret_line); /* 1: a record, borrowed until the next call; 0: none */
    int (*end)(struct core *core, void *ctx);
    void *ctx;
};
_must_check_ int log_append_import(struct core *core, const struct log_import *import);

/* Returns how many records an import may add: it leaves one tenth of the log to the door. Any thread; only memory. */
int64_t log_import_room(struct core *core);

/* Appends a record to the log of a database that is not in use yet, inside its transaction. An error of the store. */
_must_check_ int log_append_staged(struct core *core, struct store *staged, const struct record *record);

/* Returns the number of the last durable record; 0: none. Any thread; only memory. */
int64_t log_last(const struct core *core);

/* Returns the number of the oldest stored record; log_last() + 1: none. Any thread; only memory. */
int64_t log_first(const struct core *core);

/* Returns whether a record that is not an alarm would be rejected now: the log is full and KaoqinParam.fullLog keeps
 * old records. Any thread; only memory. */
bool log_is_closed(struct core *core);

/* Returns whether fewer records are free than KaoqinParam.logAlarm. */
bool log_is_nearly_full(struct core *core);

/* Reads records after `after` in ascending order, at most `max`, texts in the arena. Returns 0 with *ret_count; fewer
 * than `max` when there are no more. Displaced records are missing. */
_must_check_ int log_read(struct core *core, int64_t after, struct record *ret_records, size_t max, struct arena *arena,
                          size_t *ret_count);

/* The end of the hash chain: the last record and its link (store/chain.h). For a worker: may wait for a record being
 * written. */
struct log_head {
    int64_t seq;
    struct chain_link link;
};
void log_head(struct core *core, struct log_head *ret_head);

/* Reads the position of a record in the chain. E_NOTFOUND; an error of the store. */
_must_check_ int log_linked(struct core *core, int64_t seq, struct store_linked *ret_linked);

/* Precedes an unassigned card number in the detail of a record about a person; followed by a blank or the end. */
#define LOG_CARD "card:"
#define LOG_FRAME "frame:" /* precedes the bits of a frame of the Wiegand input that fits no format, likewise */
#define LOG_CARD_RANDOM "random" /* the word after it: the card has a random number */

/* Precedes the hours of the group that a refused person was outside of, "hours:08:00-17:00", and by how many minutes,
 * "early:3" or "late:3". */
#define LOG_HOURS "hours:"

/* Removes what says who a person is from a record: the name, the photo, the number of a card that nobody has and
 * the bits of a frame. The user ID stays.
 * For callers that rights_may_know_people() denies. A detail that is changed is in the arena; without room it is "". */
void log_hide_person(struct record *record, struct arena *arena);

/* Returns whether a punch of the user at `time` (milliseconds since 1970 UTC) is a repetition that is not recorded: the
 * last recorded one, of any status, was less than KaoqinParam.duplicatePunch before. It reads the log, so this also
 * works after a restart; access is granted all the same. When the log cannot be read the punch is recorded. */
bool log_is_repeat(struct core *core, uint32_t userid, int64_t time);

/* The same when the last one is known to have been at `last`. */
bool log_repeats(struct core *core, int64_t last, int64_t time);

/* Sets the callback for new records: `appended` is called with `ctx` on the appending thread, with a lock held, so it
 * must only wake another thread. NULL removes it; on return the previous one is not called any more. */
void log_set_appended(struct core_shared *shared, void (*appended)(void *ctx), void *ctx);

/* Wakes that callback: there is news of a record, or work about one. Any thread. */
void log_tell_news(const struct core *core);

/* Deletes all records, inside a transaction of the caller; numbering continues. After its commit call log_erased(). */
_must_check_ int log_erase(struct core *core);
void log_erased(struct core *core);

#endif
