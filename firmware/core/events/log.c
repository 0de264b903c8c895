#include "core/events/log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/about.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/local_time.h"
#include "hal/clock_lock.h"
#include "store/events/alarms.h"
#include "store/events/log.h"
#include "store/store.h"
#include "util/log.h"

#define MINUTE_MS INT64_C(60000)
#define DOOR 1 /* the terminal's own */

/* Whether it was recorded that the log is nearly full. At the start it is not known, and what is below the threshold then
 * was recorded when it came there, if an alarm says so. */
enum log_alarmed { ALARMED_UNKNOWN, ALARMED_NO, ALARMED_YES };

struct event_log {
    _Atomic int64_t first; /* number of the oldest line; last + 1 when there is none */
    _Atomic int64_t last;
    pthread_mutex_t appending; /* held for an append: who waits here goes on at once, who waits for the store sleeps */
    enum log_alarmed alarmed; /* guarded by it */
    struct chain_link link; /* of the last line; guarded by it */
    bool is_full_told; /* guarded by it: an alarm says that lines are refused, and none was taken since */
    pthread_mutex_t telling; /* guards what follows */
    void (*appended)(void *ctx);
    void *appended_ctx;
};

int log_new(struct store *store, struct event_log **ret_log) {
    struct store_log_bounds bounds;
    struct chain_link link;
    int r = store_log_bounds(store, &bounds);
    if (r == 0) {
        r = store_log_head(store, &link);
    }
    if (r < 0) {
        return r;
    }
    struct event_log *log = calloc(1, sizeof(*log));
    if (log == NULL) {
        return E_NOMEM;
    }
    atomic_init(&log->first, bounds.first);
    atomic_init(&log->last, bounds.last);
    log->alarmed = ALARMED_UNKNOWN;
    log->link = link;
    (void)pthread_mutex_init(&log->appending, NULL);
    (void)pthread_mutex_init(&log->telling, NULL);
    *ret_log = log;
    return 0;
}

void log_free(struct event_log *log) {
    if (log != NULL) {
        (void)pthread_mutex_destroy(&log->telling);
        (void)pthread_mutex_destroy(&log->appending);
        free(log);
    }
}

void log_set_appended(struct core_shared *shared, void (*appended)(void *ctx), void *ctx) {
    struct event_log *log = shared->event_log;
    (void)pthread_mutex_lock(&log->telling);
    log->appended = appended;
    log->appended_ctx = ctx;
    (void)pthread_mutex_unlock(&log->telling);
}

static void log_tell(struct event_log *log) {
    (void)pthread_mutex_lock(&log->telling);
    if (log->appended != NULL) {
        log->appended(log->appended_ctx);
    }
    (void)pthread_mutex_unlock(&log->telling);
}

void log_tell_news(const struct core *core) {
    log_tell(core->shared->event_log);
}

int64_t log_last(const struct core *core) {
    return atomic_load(&core->shared->event_log->last);
}

int64_t log_first(const struct core *core) {
    return atomic_load(&core->shared->event_log->first);
}

static int64_t log_capacity(struct core *core) {
    struct hal_capacity_limits limits;
    about_capacity(core, &limits);
    return limits.records;
}

/* How many lines there may be now, of which there are `count`. On a full disk it is what is there, or what the reserve has room
 * for. */
static int64_t room_for(struct core *core, int64_t count) {
    int64_t capacity = log_capacity(core);
    if (!store_home_is_short(core->shared->home)) {
        return capacity;
    }
    int64_t now = count > LOG_SHORT_LINES ? count : LOG_SHORT_LINES;
    return now < capacity ? now : capacity;
}

/* Whether lines that are no alarms are refused while there is no room. */
static bool refuses_when_full(struct core *core) {
    return settings_get(core)->values.kaoqin_param.full_log == FULL_LOG_REFUSE;
}

bool log_is_closed(struct core *core) {
    int64_t count = log_last(core) - log_first(core) + 1;
    return refuses_when_full(core) && count >= room_for(core, count);
}

static bool is_nearly_full(struct core *core, int64_t count) {
    int64_t free = log_capacity(core) - count;
    int64_t threshold = settings_get(core)->values.kaoqin_param.log_alarm;
    return threshold > 0 && free < threshold;
}

bool log_is_nearly_full(struct core *core) {
    return is_nearly_full(core, log_last(core) - log_first(core) + 1);
}

/* An append under way, inside its transaction. */
struct append {
    int (*also)(struct core *core, const void *ctx); /* NULL: nothing else is written */
    const void *also_ctx;
    struct store_log_bounds bounds; /* as they will be */
    int64_t seq; /* of the line that was asked for */
    struct chain_link link; /* of the last line that was written */
    bool is_refused; /* KaoqinParam.fullLog keeps what is there */
    enum log_alarmed alarmed;
};

static int64_t append_count(const struct append *append) {
    return append->bounds.last - append->bounds.first + 1;
}

/* Makes room for one more line, as far as one append may. An alarm is read out of the log, so it has room there in any
 * case: who fills the log must not break in unseen. */
static int append_displace(struct core *core, struct append *append, int64_t room, enum record_kind kind) {
    int64_t excess = append_count(append) + 1 - room;
    int64_t most = append_count(append) < LOG_DROP_MAX ? append_count(append) : LOG_DROP_MAX;
    if (excess <= 0) {
        return 0;
    }
    if (refuses_when_full(core) && !record_kind_is_alarm(kind)) {
        append->is_refused = true;
        return store_home_is_short(core->shared->home) ? E_NOSPC : E_CAPACITY;
    }
    append->bounds.first += excess < most ? excess : most;
    return store_log_drop(core->store, append->bounds.first - 1);
}

/* Whether a line is about a punch. */
static bool has_status(enum record_kind kind) {
    return kind == RECORD_KIND_ACCESS || kind == RECORD_KIND_CORRECTION || kind == RECORD_KIND_VOIDED;
}

/* The line as it is stored. */
static struct record append_fill(struct core *core, const struct record *record) {
    struct record line = *record;
    struct local_rule rule = clock_rule(settings_get(core));
    line.time = record->time != 0 ? record->time : core_utc_ms(core);
    line.offset = local_offset(&rule, line.time / 1000, NULL);
    line.status = has_status(record->kind) ? record->status : RECORD_STATUS_NONE;
    line.door = record->door != 0 ? record->door : DOOR;
    line.username = record->username != NULL ? record->username : "";
    line.detail = record->detail != NULL ? record->detail : "";
    return line;
}

static int append_line(struct core *core, struct append *append, const struct record *record) {
    struct record line = append_fill(core, record);
    return store_log_add_linked(core->store, &line, &append->link, &append->bounds.last);
}

/* The line that the log is nearly full, when this append brought it there: it makes room for itself as any alarm does. */
static int append_alarm(struct core *core, struct append *append, int64_t room) {
    bool nearly = is_nearly_full(core, append_count(append));
    bool is_told = append->alarmed != ALARMED_NO;
    append->alarmed = nearly ? ALARMED_YES : ALARMED_NO;
    if (!nearly || is_told) {
        return 0;
    }
    int r = append_displace(core, append, room, RECORD_KIND_LOG_ALARM);
    return r < 0 ? r : append_line(core, append, &(struct record){.kind = RECORD_KIND_LOG_ALARM});
}

/* At the start: whether an alarm told already that the log is nearly full. One that grew so while no append looked, by a lower
 * capacity or a higher threshold, is told with the next line. */
static int read_alarmed(struct core *core, struct append *append) {
    bool is_told = false;
    int r =
        is_nearly_full(core, append_count(append)) ? store_alarm_has(core->store, RECORD_KIND_LOG_ALARM, &is_told) : 0;
    append->alarmed = is_told ? ALARMED_YES : ALARMED_NO;
    return r;
}

static int append_lines(struct core *core, const struct record *record, struct append *append) {
    int r = store_log_bounds(core->store, &append->bounds);
    if (r < 0) {
        return r;
    }
    int64_t room = room_for(core, append_count(append));
    r = append->alarmed == ALARMED_UNKNOWN ? read_alarmed(core, append) : 0;
    if (r < 0) {
        return r;
    }
    r = append_displace(core, append, room, record->kind);
    if (r == 0) {
        r = append_line(core, append, record);
        append->seq = append->bounds.last;
    }
    return r < 0 ? r : append_alarm(core, append, room);
}

static int append_write(struct core *core, const struct record *record, struct append *append) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = append_lines(core, record, append);
    if (r == 0 && append->also != NULL) {
        r = append->also(core, append->also_ctx);
    }
    return r < 0 ? r : store_commit(txn);
}

static int append_kept(struct core *core, const struct record *record, struct append *append) {
    struct event_log *log = core->shared->event_log;
    append->alarmed = log->alarmed;
    append->link = log->link;
    int r = append_write(core, record, append);
    if (r < 0) {
        return r;
    }
    log->alarmed = append->alarmed;
    log->link = append->link;
    atomic_store(&log->first, append->bounds.first);
    atomic_store(&log->last, append->bounds.last);
    return 0;
}

/* The alarm that lines are refused from now on: once, until a line is taken again. */
static void tell_full(struct core *core) {
    struct event_log *log = core->shared->event_log;
    struct append append = {.also = NULL};
    const struct record record = {.kind = RECORD_KIND_LOG_ALARM, .detail = LOG_DETAIL_FULL};
    if (log->is_full_told) {
        return;
    }
    int r = append_kept(core, &record, &append);
    log->is_full_told = r == 0;
    if (r < 0) {
        log_warn("events", "the alarm of a full log cannot be recorded", log_errno(r));
    }
}

static int append_locked(struct core *core, const struct record *record, struct append *append) {
    int r = append_kept(core, record, append);
    if (append->is_refused) {
        tell_full(core);
    } else if (r == 0 && !record_kind_is_alarm(record->kind)) {
        core->shared->event_log->is_full_told = false;
    }
    return r;
}

static int append_and_tell(struct core *core, const struct record *record, struct append *append) {
    struct event_log *log = core->shared->event_log;
    if (!clock_lock(&log->appending, store_wait_ms(core->store))) {
        return E_BUSY;
    }
    int r = append_locked(core, record, append);
    (void)pthread_mutex_unlock(&log->appending);
    if (r == 0 || append->is_refused) {
        log_tell(log);
    }
    return r;
}

int log_append_with(struct core *core, const struct record *record, int (*also)(struct core *core, const void *ctx),
                    const void *ctx, int64_t *ret_seq) {
    struct append append = {.also = also, .also_ctx = ctx};
    int r = append_and_tell(core, record, &append);
    if (r == 0 && ret_seq != NULL) {
        *ret_seq = append.seq;
    }
    return r;
}

int log_append(struct core *core, const struct record *record, int64_t *ret_seq) {
    return log_append_with(core, record, NULL, NULL, ret_seq);
}

int log_append_staged(struct core *core, struct store *staged, const struct record *record) {
    const struct record line = append_fill(core, record);
    int64_t seq = 0;
    return store_log_add(staged, &line, &seq);
}

int log_read(struct core *core, int64_t after, struct record *ret_records, size_t max, struct arena *arena,
             size_t *ret_count) {
    return store_log_read(core->store, after, ret_records, max, arena, ret_count);
}

void log_head(struct core *core, struct log_head *ret_head) {
    struct event_log *log = core->shared->event_log;
    (void)pthread_mutex_lock(&log->appending);
    *ret_head = (struct log_head){.seq = atomic_load(&log->last), .link = log->link};
    (void)pthread_mutex_unlock(&log->appending);
}

int log_linked(struct core *core, int64_t seq, struct store_linked *ret_linked) {
    return store_log_linked(core->store, seq, ret_linked);
}

bool log_repeats(struct core *core, int64_t last, int64_t time) {
    int64_t window_ms = settings_get(core)->values.kaoqin_param.duplicate_punch * MINUTE_MS;
    return time >= last && time - last < window_ms;
}

void log_hide_person(struct record *record) {
    record->username = "";
    record->photo = false;
}

bool log_is_repeat(struct core *core, uint32_t userid, int64_t time) {
    int64_t last = 0;
    bool counts = settings_get(core)->values.kaoqin_param.duplicate_punch > 0;
    return counts && store_log_last_punch(core->store, userid, &last) == 0 && log_repeats(core, last, time);
}

int log_erase(struct core *core) {
    return store_log_erase(core->store);
}

void log_erased(struct core *core) {
    struct event_log *log = core->shared->event_log;
    (void)pthread_mutex_lock(&log->appending);
    struct store_log_bounds bounds;
    struct chain_link link;
    if (store_log_bounds(core->store, &bounds) == 0 && store_log_head(core->store, &link) == 0) {
        atomic_store(&log->first, bounds.first); /* a line may have come since */
        atomic_store(&log->last, bounds.last);
        log->link = link;
    }
    log->alarmed = ALARMED_UNKNOWN;
    (void)pthread_mutex_unlock(&log->appending);
}
