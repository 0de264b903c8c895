/* Photos of lines of the log: the camera's still of who was let in or refused, taken by a worker right after the line is
 * durable, made again (picture/picture.h) and kept sealed together with whose line it is (store/record_photo.h). Nobody
 * at the door waits for any of it: what comes too fast, too late or not at all is left out and counted. */
#ifndef POSTERN_CORE_RECORD_PHOTOS_H
#define POSTERN_CORE_RECORD_PHOTOS_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct actor;
struct arena;
struct core;
struct core_shared;
struct record_photos;
struct store;

#define RECORD_PHOTOS_WAIT_MAX 16 /* lines that wait for their photo at most */
#define RECORD_PHOTOS_LATE_MS 2000 /* after which somebody else may stand there: none is taken then */
#define RECORD_PHOTOS_AGAIN_MS 50 /* how often a camera that takes its time is asked again */
#define RECORD_PHOTOS_NEWS_MAX 64 /* photos made last that can be told */

/* For core/start, before anything is appended to the log. A folder that cannot be read has none. E_NOMEM,
 * or an error of the store. */
_must_check_ int record_photos_new(struct store *store, struct record_photos **ret_photos);
void record_photos_free(struct record_photos *photos); /* takes NULL */

/* Asks for the photo of a line that is durable under the number `seq`, if it is about a person at the door just now. Any
 * thread; memory alone. */
void record_photos_ask(struct core *core, int64_t seq, const struct record *line);

/* When to look for the upkeep, and its work, on a worker: takes what was asked for, and removes photos of lines that the
 * log has no more. */
int64_t record_photos_due_ms(struct core *core);
void record_photos_upkeep(struct core *core);

/* The JPEG, in the arena. E_FORBIDDEN: `by` may not know people (core/base/rights.h); E_NOTFOUND: the log has no such
 * line, or the line no photo (any more); E_NOMEM, E_IO. */
_must_check_ int record_photos_get(struct core *core, const struct actor *by, int64_t seq, struct arena *arena,
                                   const uint8_t **ret_jpeg, size_t *ret_len);

/* How many were made since the start. Any thread, without a lock. */
uint64_t record_photos_made(const struct core *core);

/* The numbers of the lines whose photos were made behind the first *at, oldest first, as far as they are remembered;
 * *at is then how many were made. Any thread. */
size_t record_photos_news(const struct core *core, uint64_t *at, int64_t ret_seqs[RECORD_PHOTOS_NEWS_MAX]);

/* All lines were deleted; their photos go. After log_erased(). */
void record_photos_erased(struct core *core);

#endif
