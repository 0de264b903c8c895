#include "core/events/log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/about.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/time/clock_rules.h"
#include "core/time/local_time.h"
#include "hal/clock_lock.h"
#include "store/events/alarms.h"
#include "store/events/clock_errors.h"
#include "store/events/log.h"
#include "store/person.h"
#include "store/store.h"
#include "util/arena.h"
#include "util/log.h"

#define MINUTE_MS INT64_C(60000)
#define IMPORT_LEAVES 10 /* of so many lines an import leaves one free */
#define DOOR 1 /* the terminal's own */

/* Whether it was recorded that the log is nearly full. Unknown at start; a log above the threshold then was recorded
 * earlier if there is an alarm about it. */
enum log_alarmed { ALARMED_UNKNOWN, ALARMED_NO, ALARMED_YES };

struct event_log {
    _Atomic int64_t first; /* number of the oldest record; last + 1: none */
    _Atomic int64_t last;
    /* held for an append: a thread waiting here continues at once, one waiting for the store sleeps */
    pthread_mutex_t appending;
    enum log_alarmed alarmed; /* guarded by it */
    struct chain_link link; /* of the last record; guarded by `appending` */
    /* guarded by `appending`: an alarm has reported that records are rejected, and none was stored since */
    bool is_full_told;
    pthread_mutex_t telling; /* guards the members below */
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

/* Returns how many records are allowed now, with `count` stored. On a full disk it is the current number, or what the
 * reserve has room for. */
static int64_t room_for(struct core *core, int64_t count) {
    int64_t capacity = log_capacity(core);
    if (!store_home_is_short(core->shared->home)) {
        return capacity;
    }
    int64_t now = count > LOG_SHORT_LINES ? count : LOG_SHORT_LINES;
    return now < capacity ? now : capacity;
}

/* Returns whether records other than alarms are rejected while there is no room. */
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

/* An append in progress, inside its transaction. */
struct append {
    int64_t identity; /* of the person that the requested record is about */
    int (*also)(struct core *core, const void *ctx); /* NULL: nothing else is written */
    const void *also_ctx;
    struct store_log_bounds bounds; /* after the append */
    int64_t seq; /* of the requested record */
    struct chain_link link; /* of the last written record */
    bool is_refused; /* KaoqinParam.fullLog keeps old records */
    enum log_alarmed alarmed;
};

static int64_t append_count(const struct append *append) {
    return append->bounds.last - append->bounds.first + 1;
}

/* Makes room for one more record, within the limit of one append. An alarm is read from the log, so it always gets
 * room: filling the log must not hide a break-in. */
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

/* Returns whether a record is about a punch. */
static bool has_status(enum record_kind kind) {
    return kind == RECORD_KIND_ACCESS || kind == RECORD_KIND_CORRECTION || kind == RECORD_KIND_VOIDED ||
           kind == RECORD_KIND_IMPORTED;
}

/* Fills a record as it is stored. */
static struct record append_fill(struct core *core, const struct record *record) {
    struct record line = *record;
    line.time = record->time != 0 ? record->time : core_utc_ms(core);
    const struct local_rule rule = clock_rule_at(core, line.time / 1000);
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

/* The requested record. What waited for the store may be about somebody whose ID was given to another person meanwhile. */
static int append_requested(struct core *core, struct append *append, const struct record *record) {
    struct record line = *record;
    bool is_another = false;
    int r = store_person_is_another(core->store, line.userid, append->identity, &is_another);
    line.userid = is_another ? 0 : line.userid;
    r = r < 0 ? r : append_line(core, append, &line);
    append->seq = append->bounds.last;
    return r;
}

/* Adds the record that the log is nearly full, if this append reached that: like any alarm it makes room for itself. */
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

/* At start: reads whether an alarm already reported that the log is nearly full. If that happened without an append, by
 * a lower capacity or a higher threshold, the next record reports it. */
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
        r = append_requested(core, append, record);
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

/* What was committed is how the log stands. */
static void append_keep(struct event_log *log, const struct append *append) {
    log->alarmed = append->alarmed;
    log->link = append->link;
    atomic_store(&log->first, append->bounds.first);
    atomic_store(&log->last, append->bounds.last);
}

static int append_kept(struct core *core, const struct record *record, struct append *append) {
    struct event_log *log = core->shared->event_log;
    append->alarmed = log->alarmed;
    append->link = log->link;
    int r = append_write(core, record, append);
    if (r < 0) {
        return r;
    }
    append_keep(log, append);
    return 0;
}

/* Raises the alarm that records are rejected from now on: once, until a record is stored again. */
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

int log_append_of(struct core *core, const struct record *record, int64_t identity,
                  int (*also)(struct core *core, const void *ctx), const void *ctx, int64_t *ret_seq) {
    struct append append = {.identity = identity, .also = also, .also_ctx = ctx};
    int r = append_and_tell(core, record, &append);
    if (r == 0 && ret_seq != NULL) {
        *ret_seq = append.seq;
    }
    return r;
}

int log_append_with(struct core *core, const struct record *record, int (*also)(struct core *core, const void *ctx),
                    const void *ctx, int64_t *ret_seq) {
    return log_append_of(core, record, STORE_PERSON_ANY, also, ctx, ret_seq);
}

int log_append(struct core *core, const struct record *record, int64_t *ret_seq) {
    return log_append_with(core, record, NULL, NULL, ret_seq);
}

/* How many lines an import may add to `count`. */
static int64_t import_room(struct core *core, int64_t count) {
    const int64_t room = room_for(core, count);
    return room - room / IMPORT_LEAVES - count;
}

int64_t log_import_room(struct core *core) {
    const int64_t room = import_room(core, log_last(core) - log_first(core) + 1);
    return room > 0 ? room : 0;
}

static int import_lines(struct core *core, const struct log_import *import, struct append *append) {
    struct record line;
    int r = store_log_bounds(core->store, &append->bounds);
    if (r == 0 && append->alarmed == ALARMED_UNKNOWN) {
        r = read_alarmed(core, append);
    }
    while (r == 0 && (r = import->next(core, import->ctx, &line)) == 1) {
        r = import_room(core, append_count(append)) > 0 ? append_line(core, append, &line) : E_LOG_ROOM;
        r = r < 0 ? r : append_alarm(core, append, room_for(core, append_count(append)));
    }
    return r < 0 ? r : import->end(core, import->ctx);
}

static int import_write(struct core *core, const struct log_import *import, struct append *append) {
    int r = store_begin_growth(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = import_lines(core, import, append);
    return r < 0 ? r : store_commit(txn);
}

int log_append_import(struct core *core, const struct log_import *import) {
    struct event_log *log = core->shared->event_log;
    struct append append = {.also = NULL};
    if (!clock_lock(&log->appending, store_wait_ms(core->store))) {
        return E_BUSY;
    }
    append.alarmed = log->alarmed;
    append.link = log->link;
    int r = import_write(core, import, &append);
    if (r == 0) {
        append_keep(log, &append);
    }
    (void)pthread_mutex_unlock(&log->appending);
    if (r == 0) {
        log_tell(log);
    }
    return r;
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

/* Where in a detail the word with this beginning is; NULL: nowhere. */
static const char *find_word(const char *detail, const char *beginning) {
    const char *word = strstr(detail, beginning);
    return word != NULL && (word == detail || word[-1] == ' ') ? word : NULL;
}

/* A detail without the number of a card, or the bits of a frame. The word stays that it was one. */
static const char *without_card(const char *detail, struct arena *arena) {
    const char *card = find_word(detail, LOG_CARD);
    card = card != NULL ? card : find_word(detail, LOG_FRAME);
    if (card == NULL) {
        return detail;
    }
    const char *behind = card + strcspn(card, " ");
    const size_t size = strlen(detail) + 1;
    size_t len = (size_t)(card - detail);
    char *hidden = arena_alloc(arena, size);
    if (hidden == NULL) {
        return "";
    }
    len -= len > 0 && *behind == '\0' ? 1 : 0; /* the preceding blank */
    (void)snprintf(hidden, size, "%.*s%s", (int)len, detail, *behind == '\0' ? "" : behind + 1);
    return hidden;
}

void log_hide_person(struct record *record, struct arena *arena) {
    record->username = "";
    record->photo = false;
    if (record->kind == RECORD_KIND_ACCESS) {
        record->detail = without_card(record->detail, arena);
    }
}

bool log_is_repeat(struct core *core, uint32_t userid, int64_t time) {
    int64_t last = 0;
    bool counts = settings_get(core)->values.kaoqin_param.duplicate_punch > 0;
    return counts && store_log_last_punch(core->store, userid, &last) == 0 && log_repeats(core, last, time);
}

int log_erase(struct core *core) {
    int r = store_log_erase(core->store);
    return r < 0 ? r : store_clock_errors_clear(core->store);
}

void log_erased(struct core *core) {
    struct event_log *log = core->shared->event_log;
    (void)pthread_mutex_lock(&log->appending);
    struct store_log_bounds bounds;
    struct chain_link link;
    if (store_log_bounds(core->store, &bounds) == 0 && store_log_head(core->store, &link) == 0) {
        atomic_store(&log->first, bounds.first); /* a record may have been added since */
        atomic_store(&log->last, bounds.last);
        log->link = link;
    }
    log->alarmed = ALARMED_UNKNOWN;
    (void)pthread_mutex_unlock(&log->appending);
}
