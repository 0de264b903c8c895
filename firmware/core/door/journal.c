#include "core/door/journal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/door/areas.h"
#include "core/events/log.h"
#include "core/records/record_photos.h"
#include "hal/clock_lock.h"
#include "store/store.h"
#include "util/log.h"

struct journal_entry {
    struct record record; /* of a move: who and when alone */
    char name[ACTOR_NAME_MAX], detail[JOURNAL_DETAIL_MAX]; /* its texts */
    int64_t identity; /* of the person */
    bool is_move; /* and no line */
    enum passback_area area; /* where the person is from then on; PASSBACK_UNKNOWN: nothing of that */
};

struct journal {
    pthread_mutex_t writing; /* held while the oldest is written, store included; taken before `mutex` */
    pthread_mutex_t mutex; /* guards what follows; held for a few instructions */
    struct journal_entry entries[JOURNAL_MAX]; /* round */
    unsigned first, lost;
    bool is_held; /* the terminal's thread has waited once for what is there: the rest is the worker's */
    atomic_uint count; /* changed under the mutex */
};

int journal_new(struct journal **ret_journal) {
    struct journal *journal = calloc(1, sizeof(*journal));
    if (journal == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&journal->writing, NULL);
    (void)pthread_mutex_init(&journal->mutex, NULL);
    *ret_journal = journal;
    return 0;
}

void journal_free(struct journal *journal) {
    if (journal != NULL) {
        (void)pthread_mutex_destroy(&journal->mutex);
        (void)pthread_mutex_destroy(&journal->writing);
        free(journal);
    }
}

static struct journal_entry entry_of(const struct record *record) {
    struct journal_entry entry = {.record = *record};
    (void)snprintf(entry.name, sizeof(entry.name), "%s", record->username == NULL ? "" : record->username);
    (void)snprintf(entry.detail, sizeof(entry.detail), "%s", record->detail == NULL ? "" : record->detail);
    return entry;
}

/* Puts it behind all others. True if nobody waits for the worker, so that it can be written now. */
static bool journal_put(struct journal *journal, const struct journal_entry *entry, unsigned most) {
    pthread_mutex_lock(&journal->mutex);
    unsigned count = atomic_load(&journal->count);
    if (count < most) {
        journal->entries[(journal->first + count) % JOURNAL_MAX] = *entry;
        atomic_store(&journal->count, count + 1);
    } else {
        journal->lost++;
    }
    bool is_free = !journal->is_held;
    pthread_mutex_unlock(&journal->mutex);
    return is_free;
}

/* The oldest that waits. False: none. */
static bool journal_peek(struct journal *journal, struct journal_entry *ret_entry, unsigned *ret_lost) {
    pthread_mutex_lock(&journal->mutex);
    bool is_there = atomic_load(&journal->count) > 0;
    if (is_there) {
        *ret_entry = journal->entries[journal->first];
    } else {
        journal->is_held = false;
    }
    *ret_lost = journal->lost;
    journal->lost = 0;
    pthread_mutex_unlock(&journal->mutex);
    return is_there;
}

static void journal_drop(struct journal *journal) {
    pthread_mutex_lock(&journal->mutex);
    journal->first = (journal->first + 1) % JOURNAL_MAX;
    atomic_store(&journal->count, atomic_load(&journal->count) - 1);
    pthread_mutex_unlock(&journal->mutex);
}

static int put_area(struct core *core, const void *ctx) {
    const struct journal_entry *entry = ctx;
    return areas_put(core, entry->record.userid, entry->identity, entry->area, entry->record.time);
}

static void note_loss(const struct journal_entry *entry, const char *what, int r) {
    log_error("door", what, log_str("kind", record_kind_text_of(entry->record.kind)), log_errno(r));
}

static int write_move(struct core *core, const struct journal_entry *entry) {
    int r = areas_move(core, entry->record.userid, entry->identity, entry->area, entry->record.time);
    if (r < 0 && r != E_BUSY) {
        note_loss(entry, "where a person is cannot be kept", r);
        return 0;
    }
    return r;
}

/* With where the person is. When the log takes nothing (it may be full), that is kept without its line. */
static int write_line(struct core *core, const struct journal_entry *entry) {
    struct record record = entry->record;
    record.username = entry->name;
    record.detail = entry->detail;
    int64_t seq = 0;
    int r = log_append_of(core, &record, entry->identity, put_area, entry, &seq);
    if (r == 0) {
        record_photos_ask(core, seq, &record);
    } else if (r != E_BUSY) {
        note_loss(entry, "a line of the log is lost", r);
        return write_move(core, entry);
    }
    return r;
}

/* With `writing` held. */
static int write_all(struct core *core, struct journal *journal) {
    struct journal_entry entry;
    unsigned lost = 0;
    while (journal_peek(journal, &entry, &lost)) {
        int r = entry.is_move ? write_move(core, &entry) : write_line(core, &entry);
        if (lost > 0) {
            log_error("door", "the store was held for too long: lines of the log are lost", log_uint("lost", lost));
        }
        if (r == E_BUSY) {
            return r;
        }
        journal_drop(journal);
    }
    return 0;
}

int journal_write(struct core *core, struct journal *journal) {
    if (!clock_lock(&journal->writing, store_wait_ms(core->store))) {
        return E_BUSY;
    }
    int r = write_all(core, journal);
    pthread_mutex_unlock(&journal->writing);
    return r;
}

/* The terminal's thread waits once; then what is there is the worker's until nothing is left. */
static void journal_take(struct core *core, struct journal *journal, const struct journal_entry *entry) {
    bool is_free = journal_put(journal, entry, JOURNAL_MAX);
    if (is_free && journal_write(core, journal) == E_BUSY) {
        pthread_mutex_lock(&journal->mutex);
        journal->is_held = atomic_load(&journal->count) > 0;
        pthread_mutex_unlock(&journal->mutex);
        log_warn("door", "another holds the store; the log follows");
    }
}

void journal_line(struct core *core, struct journal *journal, const struct record *record, int64_t identity,
                  enum passback_area area) {
    struct journal_entry entry = entry_of(record);
    entry.identity = identity;
    entry.area = area;
    journal_take(core, journal, &entry);
}

void journal_move(struct core *core, struct journal *journal, const struct journal_person *who, enum passback_area area,
                  int64_t time_ms) {
    struct journal_entry entry = {
        .record = {.userid = who->userid, .time = time_ms}, .identity = who->identity, .is_move = true, .area = area};
    journal_take(core, journal, &entry);
}

void journal_event(struct journal *journal, const struct record *record) {
    struct journal_entry entry = entry_of(record);
    (void)journal_put(journal, &entry, JOURNAL_EVENTS_MAX);
}

bool journal_waits(const struct journal *journal) {
    return atomic_load(&journal->count) > 0;
}

/* The newest entry about the person, a move or one of being let in. False: none. */
static bool journal_find(struct journal *journal, const struct journal_person *who, bool is_move,
                         struct journal_entry *ret_entry) {
    bool is_found = false;
    pthread_mutex_lock(&journal->mutex);
    for (unsigned i = atomic_load(&journal->count); i-- > 0 && !is_found;) {
        const struct journal_entry *entry = &journal->entries[(journal->first + i) % JOURNAL_MAX];
        const struct record *record = &entry->record;
        bool is_punch =
            !entry->is_move && record->kind == RECORD_KIND_ACCESS && record->result == RECORD_RESULT_GRANTED;
        bool is_theirs = record->userid == who->userid && entry->identity == who->identity;
        if (is_theirs && (is_move ? entry->area != PASSBACK_UNKNOWN : is_punch)) {
            *ret_entry = *entry;
            is_found = true;
        }
    }
    pthread_mutex_unlock(&journal->mutex);
    return is_found;
}

bool journal_area(struct journal *journal, const struct journal_person *who, enum passback_area *ret_area) {
    struct journal_entry entry;
    if (!journal_find(journal, who, true, &entry)) {
        return false;
    }
    *ret_area = entry.area;
    return true;
}

bool journal_punch(struct journal *journal, const struct journal_person *who, int64_t *ret_time_ms) {
    struct journal_entry entry;
    if (!journal_find(journal, who, false, &entry)) {
        return false;
    }
    *ret_time_ms = entry.record.time;
    return true;
}
