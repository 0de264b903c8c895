#include "http/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The loop must answer within milliseconds while workers hash on every core; they get the remaining time. */
#define WORKER_NICE 5

struct list {
    struct queue_job *first;
    struct queue_job **end;
};

struct worker {
    struct workers *workers;
    void *context;
    pthread_t thread;
    unsigned begun; /* number of jobs; guarded by the mutex of all, as are the members below */
    bool is_busy;
};

struct workers {
    pthread_mutex_t mutex; /* guards the members up to the empty line */
    pthread_cond_t work;
    struct queue queue;
    struct list finished; /* and refused */
    bool stopping;

    bool is_urgent;
    unsigned pending; /* only for the collecting thread */
    void (*wake)(void *ctx);
    void *wake_ctx;
    unsigned count;
    struct worker workers[WORKERS_MAX];
};

static void list_init(struct list *list) {
    list->first = NULL;
    list->end = &list->first;
}

/* Returns a job to the thread that collects. The caller holds the mutex. */
static void give_back(struct workers *workers, struct queue_job *job) {
    bool was_empty = workers->finished.first == NULL;
    job->next = NULL;
    *workers->finished.end = job;
    workers->finished.end = &job->next;
    /* One wake-up for all that is ready. */
    if (was_empty) {
        workers->wake(workers->wake_ctx);
    }
}

static void *worker_run(void *argument) {
    struct worker *worker = argument;
    struct workers *workers = worker->workers;

    const id_t thread = (id_t)syscall(SYS_gettid);
    if (!workers->is_urgent && getpriority(PRIO_PROCESS, thread) < WORKER_NICE) {
        /* Without the permission to lower the priority only some latency is lost. */
        (void)setpriority(PRIO_PROCESS, thread, WORKER_NICE);
    }
    (void)pthread_mutex_lock(&workers->mutex);
    for (;;) {
        struct queue_job *next = queue_start(&workers->queue);
        if (next != NULL) {
            struct workers_job *job = (struct workers_job *)next;
            worker->begun++;
            worker->is_busy = true;
            (void)pthread_mutex_unlock(&workers->mutex);
            cause_clear();
            job->run(job, worker->context);
            (void)pthread_mutex_lock(&workers->mutex);
            worker->is_busy = false;
            queue_end(&workers->queue, next);
            give_back(workers, next);
        } else if (workers->stopping) {
            break; /* the remaining jobs are left to the threads whose jobs they wait for */
        } else {
            (void)pthread_cond_wait(&workers->work, &workers->mutex);
        }
    }
    (void)pthread_mutex_unlock(&workers->mutex);
    return NULL;
}

static int start_threads(struct workers *workers, const struct workers_options *options) {
    sigset_t all, before;
    int r = 0;

    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    for (unsigned i = 0; i < options->count && r == 0; i++) {
        struct worker *worker = &workers->workers[i];
        *worker = (struct worker){.workers = workers, .context = options->contexts[i]};
        int error = pthread_create(&worker->thread, NULL, worker_run, worker);
        if (error != 0) {
            r = err_with_errno(E_SYSTEM, error);
        } else {
            workers->count++;
        }
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return r;
}

int workers_new(const struct workers_options *options, struct workers **ret_workers) {
    if (options->count == 0 || options->count > WORKERS_MAX || options->places < 2) {
        return E_INVAL;
    }
    struct workers *workers = calloc(1, sizeof(*workers));
    if (workers == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&workers->mutex, NULL);
    (void)pthread_cond_init(&workers->work, NULL);
    list_init(&workers->finished);
    queue_init(&workers->queue, options->count, options->places);
    workers->is_urgent = options->is_urgent;
    workers->wake = options->wake;
    workers->wake_ctx = options->wake_ctx;
    int r = start_threads(workers, options);
    if (r < 0) {
        (void)workers_free(workers);
        return r;
    }
    *ret_workers = workers;
    return 0;
}

int workers_submit(struct workers *workers, struct workers_job *job) {
    struct queue_job *refused = &job->queue;
    (void)pthread_mutex_lock(&workers->mutex);
    if (!workers->stopping) {
        refused = queue_add(&workers->queue, &job->queue);
        (void)pthread_cond_signal(&workers->work);
    }
    if (refused != NULL && refused != &job->queue) {
        give_back(workers, refused);
    }
    (void)pthread_mutex_unlock(&workers->mutex);
    if (refused == &job->queue) {
        return E_BUSY;
    }
    workers->pending++;
    return 0;
}

void workers_collect(struct workers *workers) {
    (void)pthread_mutex_lock(&workers->mutex);
    struct queue_job *next = workers->finished.first;
    list_init(&workers->finished);
    (void)pthread_mutex_unlock(&workers->mutex);
    while (next != NULL) {
        struct workers_job *job = (struct workers_job *)next;
        next = next->next;
        workers->pending--;
        job->done(job);
    }
}

bool workers_pending(const struct workers *workers) {
    return workers->pending > 0;
}

bool workers_progress(struct workers *workers, unsigned worker, unsigned *ret_begun) {
    (void)pthread_mutex_lock(&workers->mutex);
    *ret_begun = workers->workers[worker].begun;
    bool is_busy = workers->workers[worker].is_busy;
    (void)pthread_mutex_unlock(&workers->mutex);
    return is_busy;
}

struct workers *workers_free(struct workers *workers) {
    if (workers == NULL) {
        return NULL;
    }
    (void)pthread_mutex_lock(&workers->mutex);
    workers->stopping = true;
    (void)pthread_cond_broadcast(&workers->work);
    (void)pthread_mutex_unlock(&workers->mutex);
    for (unsigned i = 0; i < workers->count; i++) {
        (void)pthread_join(workers->workers[i].thread, NULL);
    }
    workers_collect(workers);
    (void)pthread_cond_destroy(&workers->work);
    (void)pthread_mutex_destroy(&workers->mutex);
    free(workers);
    return NULL;
}
