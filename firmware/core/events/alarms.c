#include "core/events/alarms.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "store/events/log.h"
#include "store/store.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/json_out.h"
#include "util/log.h"

#define ARENA_MAX ((size_t)256 * 1024) /* texts of a batch */
#define OBJECT_MAX 32

#define UNNOTED_MAX 1000 /* records without an alarm that may be read again after a start */

struct alarms {
    _Atomic int64_t position; /* record up to which the log was read */
    _Atomic int64_t noted; /* the same on the disk: not after each record, which would be a write for every punch */
    atomic_uint open;
    atomic_uint revision;
    _Atomic int64_t not_before_ms; /* monotonic */
    pthread_mutex_t counting; /* held while the stored count is read and put into memory */
};

int alarms_new(struct store *store, struct alarms **ret_alarms) {
    int64_t position = 0;
    uint32_t open = 0;
    int r = store_alarms_state(store, &position, &open);
    if (r < 0) {
        return r;
    }
    struct alarms *alarms = calloc(1, sizeof(*alarms));
    if (alarms == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&alarms->counting, NULL);
    atomic_init(&alarms->position, position);
    atomic_init(&alarms->noted, position);
    atomic_init(&alarms->open, open);
    *ret_alarms = alarms;
    return 0;
}

void alarms_free(struct alarms *alarms) {
    if (alarms != NULL) {
        (void)pthread_mutex_destroy(&alarms->counting);
        free(alarms);
    }
}

uint32_t alarms_open(const struct core *core) {
    return atomic_load(&core->shared->alarms->open);
}

uint32_t alarms_revision(const struct core *core) {
    return atomic_load(&core->shared->alarms->revision);
}

/* After a commit: recounts the open alarms. Two threads must do so one after the other, or the older count could be the
 * last. */
static void count_anew(struct core *core) {
    struct alarms *alarms = core->shared->alarms;
    int64_t position = 0;
    uint32_t open = 0;
    (void)pthread_mutex_lock(&alarms->counting);
    if (store_alarms_state(core->store, &position, &open) == 0) {
        atomic_store(&alarms->open, open);
        atomic_store(&alarms->position, position);
        atomic_store(&alarms->noted, position);
    }
    (void)pthread_mutex_unlock(&alarms->counting);
    atomic_fetch_add(&alarms->revision, 1);
}

int alarms_list(struct core *core, const struct actor *by, bool all, struct arena *arena,
                struct store_alarm ret_alarms[ALARMS_LISTED_MAX], size_t *ret_count) {
    int r = store_alarms_list(core->store, all, arena, ret_alarms, ALARMS_LISTED_MAX, ret_count);
    const bool hides_people = !rights_may_know_people(&settings_get(core)->rights, by);
    for (size_t i = 0; r == 0 && hides_people && i < *ret_count; i++) {
        ret_alarms[i].username = "";
    }
    return r;
}

/* Describes the acknowledged alarm for the audit entry. */
static int ack_audit(struct core *core, const struct actor *by, const struct store_alarm *alarm) {
    _cleanup_(buf_donep) struct buf before = {0};
    char object[OBJECT_MAX];
    (void)snprintf(object, sizeof(object), "alarm %" PRId64, alarm->seq);
    json_out_object_begin(&before);
    json_out_key(&before, record_rows[RECORD_KIND].name);
    value_print_json(&record_rows[RECORD_KIND], &alarm->kind, &before);
    json_out_key(&before, "count");
    json_out_uint(&before, alarm->count);
    json_out_object_end(&before);
    return buf_failed(&before)
               ? E_NOMEM
               : audit_add(core, by, &(struct audit_change){.object = object, .before = buf_text(&before)});
}

int alarms_ack(struct core *core, const struct actor *by, int64_t seq, int64_t last) {
    struct arena arena;
    struct store_alarm alarm;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    arena_init(&arena, ARENA_MAX);
    r = store_alarm_get(txn, seq, &arena, &alarm);
    if (r == 0 && alarm.last_seq > last) {
        r = alarm.acked_ms > 0 ? E_NOTFOUND : E_ALARM_AGAIN;
    }
    if (r == 0) {
        r = store_alarm_ack(txn, seq, by->account, core_utc_ms(core));
    }
    if (r == 0) {
        r = ack_audit(core, by, &alarm);
    }
    arena_done(&arena);
    if (r == 0) {
        r = store_commit(txn);
        txn = NULL;
    }
    if (r == 0) {
        count_anew(core);
    }
    return r;
}

int alarms_erase(struct core *core) {
    struct store_log_bounds bounds;
    int r = store_log_bounds(core->store, &bounds);
    if (r == 0) {
        r = store_alarms_put_position(core->store, bounds.last);
    }
    return r < 0 ? r : store_alarms_erase(core->store);
}

void alarms_erased(struct core *core) {
    count_anew(core);
}

int64_t alarms_due_ms(struct core *core) {
    const struct alarms *alarms = core->shared->alarms;
    return log_last(core) > atomic_load(&alarms->position) ? atomic_load(&alarms->not_before_ms) : INT64_MAX;
}

/* The next unread records of the log. */
struct lines {
    struct record records[ALARMS_BATCH];
    size_t count;
    int64_t to; /* position after reading them */
    bool has_alarms;
};

static int read_lines(struct core *core, struct arena *arena, struct lines *ret_lines) {
    int64_t last = log_last(core);
    int r = log_read(core, atomic_load(&core->shared->alarms->position), ret_lines->records, ALARMS_BATCH, arena,
                     &ret_lines->count);
    if (r < 0) {
        return r;
    }
    ret_lines->to = ret_lines->count > 0 ? ret_lines->records[ret_lines->count - 1].seq : last;
    ret_lines->has_alarms = false;
    for (size_t i = 0; i < ret_lines->count; i++) {
        ret_lines->has_alarms = ret_lines->has_alarms || record_kind_is_alarm(ret_lines->records[i].kind);
    }
    return 0;
}

/* Raises the alarms of the records, and stores the position; one transaction. The stored position is decisive: memory
 * may have an older one, and another thread may have deleted the log meanwhile. */
static int raise_all(struct core *core, const struct lines *lines) {
    int64_t position = 0;
    uint32_t open = 0;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_alarms_state(txn, &position, &open);
    for (size_t i = 0; r == 0 && i < lines->count; i++) {
        if (lines->records[i].seq > position && record_kind_is_alarm(lines->records[i].kind)) {
            r = store_alarm_raise(txn, &lines->records[i]);
        }
    }
    if (r == 0 && lines->to > position) {
        r = store_alarms_put_position(txn, lines->to);
    }
    if (r == 0) {
        r = store_commit(txn);
        txn = NULL;
    }
    return r;
}

static int look_on(struct core *core, struct arena *arena) {
    struct alarms *alarms = core->shared->alarms;
    struct lines lines;
    int r = read_lines(core, arena, &lines);
    if (r == 0 && !lines.has_alarms && lines.to - atomic_load(&alarms->noted) < UNNOTED_MAX) {
        atomic_store(&alarms->position, lines.to);
        return 0;
    }
    if (r == 0) {
        r = raise_all(core, &lines);
    }
    if (r == 0) {
        count_anew(core);
    }
    return r;
}

void alarms_upkeep(struct core *core) {
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    int r = look_on(core, &arena);
    arena_done(&arena);
    if (r < 0) {
        log_error("alarms", "the log cannot be looked through, it is tried again", log_errno(r));
        atomic_store(&core->shared->alarms->not_before_ms, core_mono_ms(core) + ALARMS_AGAIN_MS);
    }
}
