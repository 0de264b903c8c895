/* The table `record`: the log of the terminal. */
#ifndef POSTERN_STORE_LOG_H
#define POSTERN_STORE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/chain.h"
#include "util/err.h"
#include "values.h"

struct arena;
struct store;

/* Which numbers are there: all from `first` to `last`. `first` is `last` + 1 when none is. */
struct store_log_bounds {
    int64_t first;
    int64_t last; /* given most recently, kept or not; 0 none yet */
};

/* Reads them; microseconds. */
_must_check_ int store_log_bounds(struct store *store, struct store_log_bounds *ret_bounds);

/* Appends a line under the next number, which only a commit uses up. `seq` of the record is not looked at; texts are not
 * NULL. Inside a transaction. E_NOSPC, E_IO. */
_must_check_ int store_log_add(struct store *store, const struct record *record, int64_t *ret_seq);

/* The same where the link of the line before is known: *link, which becomes that of the new line. */
_must_check_ int store_log_add_linked(struct store *store, const struct record *record, struct chain_link *link,
                                      int64_t *ret_seq);

/* The link of the last line, kept or erased; zeros where there never was one. */
_must_check_ int store_log_head(struct store *store, struct chain_link *ret_link);

/* The place of a line in its chain. E_NOTFOUND. */
_must_check_ int store_log_linked(struct store *store, int64_t seq, struct store_linked *ret_linked);

/* Deletes the lines up to the number `last`. Inside a transaction. */
_must_check_ int store_log_drop(struct store *store, int64_t last);

/* Lines behind `after` in ascending order, at most `max`, texts in the arena. Here and in log_find.h `photo` says what the
 * folder of photos has now; what the column says is not looked at. */
_must_check_ int store_log_read(struct store *store, int64_t after, struct record *ret_records, size_t max,
                                struct arena *arena, size_t *ret_count);

/* When the user was let in last, in milliseconds since 1970 UTC: by the last such line that was written, whatever its time,
 * among the user's newest STORE_LOG_LOOK lines by time. E_NOTFOUND. */
#define STORE_LOG_LOOK 64
_must_check_ int store_log_last_punch(struct store *store, uint32_t userid, int64_t *ret_time);

/* How many lines are of `time_ms` (since 1970 UTC) or later. Along an index; a million take some 50 ms. */
_must_check_ int store_log_count_since(struct store *store, int64_t time_ms, uint32_t *ret_count);

/* Deletes all lines; numbers go on where they were. Inside a transaction. */
_must_check_ int store_log_erase(struct store *store);

#endif
