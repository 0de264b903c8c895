/* What the places of the clock's rules did stays as it was, whatever a newer firmware says of them (docs/rules.md, "The clock over the
 * years"). What this firmware says is noted in the store, some years ahead; a start with another one compares. */
#ifndef POSTERN_CORE_PLACE_PAST_H
#define POSTERN_CORE_PLACE_PAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/time/local_history.h"
#include "util/err.h"

struct core;

/* Where the place of the era at `at` did otherwise, until `now_s`, than this firmware says: fixed offsets take its place from there
 * on, and the place goes on now. Sets *ret_changed if so, and leaves it otherwise. Errors of the store. */
_must_check_ int place_past_freeze(struct core *core, struct local_history *history, size_t at, int64_t now_s,
                                   bool *ret_changed);

/* Whether all that place_past_write() would note is noted. */
_must_check_ int place_past_is_noted(struct core *core, const struct local_history *history, bool *ret_noted);

/* Notes what the places of the history do. Inside a transaction. */
_must_check_ int place_past_write(struct core *core, const struct local_history *history);

#endif
