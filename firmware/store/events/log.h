/* The table `record`: the access log. */
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

/* Numbers of the stored records: all from `first` to `last`. `first` is `last` + 1 when the log is empty. */
struct store_log_bounds {
    int64_t first;
    int64_t last; /* last number assigned, even if that record was deleted; 0: none yet */
};

/* Reads them; microseconds. */
_must_check_ int store_log_bounds(struct store *store, struct store_log_bounds *ret_bounds);

/* Appends a record under the next number; a rollback frees the number again. Ignores `seq` of the record; texts are not
 * NULL. Inside a transaction. E_NOSPC, E_IO. */
_must_check_ int store_log_add(struct store *store, const struct record *record, int64_t *ret_seq);

/* Like store_log_add() when the caller knows the link of the previous record: *link, which becomes that of the new
 * record. */
_must_check_ int store_log_add_linked(struct store *store, const struct record *record, struct chain_link *link,
                                      int64_t *ret_seq);

/* Reads the link of the last record, even if it was deleted; zeros if there never was one. */
_must_check_ int store_log_head(struct store *store, struct chain_link *ret_link);

/* Reads the position of a record in its chain. E_NOTFOUND. */
_must_check_ int store_log_linked(struct store *store, int64_t seq, struct store_linked *ret_linked);

/* Deletes the records up to and including number `last`. Inside a transaction. */
_must_check_ int store_log_drop(struct store *store, int64_t last);

/* Reads records after number `after` in ascending order, at most `max`, texts in the arena. Here and in log_find.h
 * `photo` tells whether the photo folder has a photo now; the column is ignored. */
_must_check_ int store_log_read(struct store *store, int64_t after, struct record *ret_records, size_t max,
                                struct arena *arena, size_t *ret_count);

/* Reads when the user was last granted access, in milliseconds since 1970 UTC: the most recently written such record,
 * whatever its time, among the newest STORE_LOG_LOOK records by time that name the ID. E_NOTFOUND. */
#define STORE_LOG_LOOK 64
_must_check_ int store_log_last_punch(struct store *store, uint32_t userid, int64_t *ret_time);

/* Counts the records at or after `time_ms` (since 1970 UTC). Uses an index; about 50 ms for a million. */
_must_check_ int store_log_count_since(struct store *store, int64_t time_ms, uint32_t *ret_count);

/* Deletes all records; numbering continues. Inside a transaction. */
_must_check_ int store_log_erase(struct store *store);

#endif
