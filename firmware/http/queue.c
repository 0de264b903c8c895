#include "http/queue.h"

#include <stddef.h>

#define KNOWN_SHARE 8 /* one place in so many is for known browsers */

void queue_init(struct queue *queue, unsigned threads, unsigned places) {
    const unsigned half = places / 2, known = places / KNOWN_SHARE;
    *queue = (struct queue){.most = threads > 1 ? threads - 1 : 1};
    queue->rows[QUEUE_KNOWN].places = known > 0 ? known : 1;
    queue->rows[QUEUE_SIGN_IN].places = half > 0 ? half : 1;
    queue->rows[QUEUE_QUICK].places = places;
    queue->rows[QUEUE_SLOW].places = half > 0 ? half : 1;
}

/* Returns the turn of a new job: the one after what runs, and after the source's own jobs that wait. */
static uint64_t next_turn(const struct queue_row *row, uint64_t source) {
    uint64_t turn = row->turn;
    for (const struct queue_job *one = row->first; one != NULL; one = one->next) {
        turn = one->source == source && one->turn > turn ? one->turn : turn;
    }
    return turn + 1;
}

/* Returns the place of the last job that may be refused; NULL without one. */
static struct queue_job **find_last(struct queue_row *row) {
    struct queue_job **last = NULL;
    for (struct queue_job **at = &row->first; *at != NULL; at = &(*at)->next) {
        last = (*at)->keeps ? last : at;
    }
    return last;
}

static void row_insert(struct queue_row *row, struct queue_job *job) {
    struct queue_job **at = &row->first;
    while (*at != NULL && (*at)->turn <= job->turn) {
        at = &(*at)->next;
    }
    job->next = *at;
    *at = job;
    row->waiting += job->keeps ? 0 : 1;
}

static struct queue_job *row_remove(struct queue_row *row, struct queue_job **at) {
    struct queue_job *job = *at;
    *at = job->next;
    job->next = NULL;
    row->waiting -= job->keeps ? 0 : 1;
    return job;
}

struct queue_job *queue_add(struct queue *queue, struct queue_job *job) {
    struct queue_row *row = &queue->rows[job->lane];
    struct queue_job *refused = NULL;
    job->is_refused = false;
    job->turn = next_turn(row, job->source);
    if (!job->keeps && row->waiting >= row->places) {
        struct queue_job **last = find_last(row);
        refused = last == NULL || (*last)->turn <= job->turn ? job : row_remove(row, last);
        refused->is_refused = true;
    }
    if (refused != job) {
        row_insert(row, job);
    }
    return refused;
}

static bool is_source_running(const struct queue_row *row, uint64_t source) {
    for (unsigned i = 0; i < row->running; i++) {
        if (row->sources[i] == source) {
            return true;
        }
    }
    return false;
}

/* Returns the place of the job that is next in a lane; NULL if none may run. */
static struct queue_job **find_next(struct queue_row *row) {
    for (struct queue_job **at = &row->first; *at != NULL; at = &(*at)->next) {
        if (!is_source_running(row, (*at)->source)) {
            return at;
        }
    }
    return NULL;
}

static bool has_thread(const struct queue *queue, enum queue_lane lane) {
    const struct queue_row *rows = queue->rows;
    switch (lane) {
        case QUEUE_KNOWN:
        case QUEUE_SIGN_IN: return rows[QUEUE_KNOWN].running + rows[QUEUE_SIGN_IN].running < queue->most;
        case QUEUE_SLOW: return rows[QUEUE_SLOW].running < queue->most;
        case QUEUE_QUICK:
        case QUEUE_LANES: break;
    }
    return rows[lane].running < QUEUE_THREADS_MAX;
}

struct queue_job *queue_start(struct queue *queue) {
    struct queue_row *row = NULL;
    struct queue_job **place = NULL;
    for (unsigned lane = 0; lane < QUEUE_LANES; lane++) {
        struct queue_row *one = &queue->rows[lane];
        struct queue_job **at = has_thread(queue, (enum queue_lane)lane) ? find_next(one) : NULL;
        if (at != NULL && (row == NULL || one->served < row->served)) {
            row = one;
            place = at;
        }
    }
    if (row == NULL) {
        return NULL;
    }
    struct queue_job *job = row_remove(row, place);
    row->turn = job->turn > row->turn ? job->turn : row->turn;
    row->served = ++queue->started;
    row->sources[row->running++] = job->source;
    return job;
}

void queue_end(struct queue *queue, const struct queue_job *job) {
    struct queue_row *row = &queue->rows[job->lane];
    unsigned i = 0;
    while (i + 1 < row->running && row->sources[i] != job->source) {
        i++;
    }
    row->running--;
    row->sources[i] = row->sources[row->running];
}
