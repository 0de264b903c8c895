#include "core/events/clock_errors.h"

#include <stdlib.h>

#include "core/base/core.h"
#include "core/events/log.h"
#include "core/time/clock.h"
#include "store/store.h"
#include "util/arena.h"
#include "util/log.h"

#define MS_PER_S 1000
#define RECORD_ARENA_MAX ((size_t)4096)

int clock_errors_read(struct core *core, struct clock_errors *ret_errors) {
    return store_clock_errors_read(core->store, ret_errors->rows, &ret_errors->count);
}

const struct store_clock_error *clock_errors_of(const struct clock_errors *errors, int64_t seq) {
    for (size_t i = 0; i < errors->count; i++) {
        if (store_clock_error_has(&errors->rows[i], seq)) {
            return &errors->rows[i];
        }
    }
    return NULL;
}

/* The time of the first record that is stored from `seq` to `last`. */
static int read_time(struct core *core, int64_t seq, int64_t last, int64_t *ret_ms, int32_t *ret_offset_min) {
    _cleanup_(arena_done) struct arena arena;
    struct record record;
    size_t count = 0;
    arena_init(&arena, RECORD_ARENA_MAX);
    int r = log_read(core, seq - 1, &record, 1, &arena, &count);
    const bool is_found = r == 0 && count == 1 && record.seq <= last;
    *ret_ms = is_found ? record.time : 0;
    *ret_offset_min = is_found ? record.offset : 0;
    return r;
}

int clock_errors_span(struct core *core, const struct store_clock_error *error, struct clock_errors_span *ret_span) {
    *ret_span = (struct clock_errors_span){.last = error->last == 0 ? log_last(core) : error->last};
    int r = read_time(core, error->first, ret_span->last, &ret_span->from_ms, &ret_span->from_offset_min);
    return r < 0 ? r : read_time(core, ret_span->last, ret_span->last, &ret_span->to_ms, &ret_span->to_offset_min);
}

/* The error that lasts; only the newest can. */
static struct store_clock_error *lasting_error(struct clock_errors *errors) {
    struct store_clock_error *newest = errors->count > 0 ? &errors->rows[errors->count - 1] : NULL;
    return newest != NULL && newest->last == 0 ? newest : NULL;
}

/* It ends with record `last`; one without records is forgotten. */
static int end_lasting(struct core *core, struct store_clock_error *error, int64_t last, int64_t shift_s) {
    if (error == NULL) {
        return 0;
    }
    if (last < error->first) {
        return store_clock_errors_remove(core->store, error->first);
    }
    error->last = last;
    error->shift_s = shift_s;
    return store_clock_errors_put(core->store, error);
}

/* The clock lost its time once more: by how much the records before were wrong is not known any more. */
static int note_lost(struct core *core, struct clock_errors *errors, int64_t last) {
    int r = end_lasting(core, lasting_error(errors), last, 0);
    const struct store_clock_error error = {.first = last + 1, .is_unset = true};
    return r < 0 ? r : store_clock_errors_put(core->store, &error);
}

/* Records since it was known to be right. */
static int note_correction(struct core *core, int64_t right, int64_t last, int64_t shift_s) {
    const struct store_clock_error error = {.first = right + 1, .last = last, .shift_s = shift_s};
    return right >= last ? 0 : store_clock_errors_put(core->store, &error);
}

static int note_right(struct core *core, int64_t last, int64_t shift_s) {
    const bool is_small = llabs(shift_s) < CLOCK_ERRORS_LEAST_S;
    struct clock_errors errors;
    int64_t right = 0;
    int r = store_clock_right(core->store, &right);
    if (r == 0) {
        r = clock_errors_read(core, &errors);
    }
    if (r < 0) {
        return r;
    }
    struct store_clock_error *error = lasting_error(&errors);
    if (error != NULL && is_small) {
        r = store_clock_errors_remove(core->store, error->first);
    } else if (error != NULL) {
        r = end_lasting(core, error, last, shift_s);
    } else if (!is_small) {
        r = note_correction(core, right, last, shift_s);
    }
    return r < 0 || right == last ? r : store_clock_set_right(core->store, last);
}

static int note_news(struct core *core, const struct clock_news *news) {
    struct clock_errors errors;
    const int64_t last = log_last(core);
    int r = clock_errors_read(core, &errors);
    if (r == 0 && news->is_lost) {
        r = note_lost(core, &errors, last);
    }
    return r == 0 && news->is_right ? note_right(core, last, news->shift_ms / MS_PER_S) : r;
}

static int store_news(struct core *core, const struct clock_news *news) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = note_news(core, news);
    return r < 0 ? r : store_commit(txn);
}

int64_t clock_errors_due_ms(struct core *core) {
    return clock_news_due_ms(core);
}

void clock_errors_upkeep(struct core *core) {
    struct clock_news news;
    if (!clock_news_take(core, &news)) {
        return;
    }
    int r = store_news(core, &news);
    if (r < 0) {
        log_error("clock", "which records have a wrong time is not stored, it is tried again", log_errno(r));
        clock_news_again(core, &news);
    }
}
