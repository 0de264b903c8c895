#include "http/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The loop answers within milliseconds while workers hash on every core; they get what it leaves. */
#define WORKER_NICE 5

struct list {
    struct workers_job *first;
    struct workers_job **end;
};

struct worker {
    struct workers *workers;
    void *context;
    pthread_t thread;
    unsigned begun; /* jobs; guarded by the mutex of all, as is what follows */
    bool is_busy;
};

struct workers {
    pthread_mutex_t mutex; /* guards what follows, up to the empty line */
    pthread_cond_t work;
    struct list quick, slow; /* waiting */
    struct list finished;
    unsigned waiting, slow_waiting; /* all; slow ones among them */
    unsigned slow_running;
    uint64_t numbered;
    bool stopping;

    unsigned capacity, slow_capacity, kept, slow_threads;
    unsigned pending; /* of the collecting thread alone */
    void (*wake)(void *ctx);
    void *wake_ctx;
    unsigned count;
    struct worker workers[WORKERS_MAX];
};

static void list_init(struct list *list) {
    list->first = NULL;
    list->end = &list->first;
}

static void list_add(struct list *list, struct workers_job *job) {
    job->next = NULL;
    *list->end = job;
    list->end = &job->next;
}

static struct workers_job *list_take(struct list *list) {
    struct workers_job *job = list->first;
    if (job != NULL) {
        list->first = job->next;
        if (list->first == NULL) {
            list->end = &list->first;
        }
    }
    return job;
}

/* The job that has waited longest of those that may run now; NULL for none. */
static struct workers_job *take_job(struct workers *workers) {
    const struct workers_job *quick = workers->quick.first, *slow = workers->slow.first;
    bool may = slow != NULL && workers->slow_running < workers->slow_threads;
    if (!may || (quick != NULL && quick->number < slow->number)) {
        struct workers_job *job = list_take(&workers->quick);
        workers->waiting -= job != NULL ? 1 : 0;
        return job;
    }
    workers->waiting--;
    workers->slow_waiting--;
    workers->slow_running++;
    return list_take(&workers->slow);
}

static void finish_job(struct workers *workers, struct workers_job *job) {
    bool was_empty = workers->finished.first == NULL;
    list_add(&workers->finished, job);
    if (job->slow) {
        workers->slow_running--;
    }
    /* One wake-up for all that is there to collect. */
    if (was_empty) {
        workers->wake(workers->wake_ctx);
    }
}

static void *worker_run(void *argument) {
    struct worker *worker = argument;
    struct workers *workers = worker->workers;

    /* Without the right to be nicer nothing is lost but a little latency. */
    (void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), WORKER_NICE);
    (void)pthread_mutex_lock(&workers->mutex);
    for (;;) {
        struct workers_job *job = take_job(workers);
        if (job != NULL) {
            worker->begun++;
            worker->is_busy = true;
            (void)pthread_mutex_unlock(&workers->mutex);
            cause_clear();
            job->run(job, worker->context);
            (void)pthread_mutex_lock(&workers->mutex);
            worker->is_busy = false;
            finish_job(workers, job);
        } else if (workers->stopping) {
            break; /* slow jobs that wait are left to the threads that run slow ones */
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
    if (options->count == 0 || options->count > WORKERS_MAX || options->capacity < 2) {
        return E_INVAL;
    }
    struct workers *workers = calloc(1, sizeof(*workers));
    if (workers == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&workers->mutex, NULL);
    (void)pthread_cond_init(&workers->work, NULL);
    list_init(&workers->quick);
    list_init(&workers->slow);
    list_init(&workers->finished);
    workers->capacity = options->capacity;
    workers->slow_capacity = options->capacity / 2;
    workers->kept = workers->slow_capacity > WORKERS_KEPT ? WORKERS_KEPT : 0;
    workers->slow_threads = options->count > 1 ? options->count - 1 : 1;
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

/* Whether a job finds a place in the queue. Call with the mutex held. */
static bool has_room(const struct workers *workers, const struct workers_job *job) {
    unsigned kept = job->kept ? 0 : workers->kept;
    bool has_slow_room = workers->slow_waiting + kept < workers->slow_capacity;
    return workers->waiting + kept < workers->capacity && (!job->slow || has_slow_room);
}

int workers_submit(struct workers *workers, struct workers_job *job) {
    int r = E_BUSY;
    (void)pthread_mutex_lock(&workers->mutex);
    if (has_room(workers, job) && !workers->stopping) {
        job->number = workers->numbered++;
        list_add(job->slow ? &workers->slow : &workers->quick, job);
        workers->waiting++;
        workers->slow_waiting += job->slow ? 1 : 0;
        (void)pthread_cond_signal(&workers->work);
        r = 0;
    }
    (void)pthread_mutex_unlock(&workers->mutex);
    if (r == 0) {
        workers->pending++;
    }
    return r;
}

void workers_collect(struct workers *workers) {
    (void)pthread_mutex_lock(&workers->mutex);
    struct workers_job *job = workers->finished.first;
    list_init(&workers->finished);
    (void)pthread_mutex_unlock(&workers->mutex);
    while (job != NULL) {
        struct workers_job *next = job->next;
        workers->pending--;
        job->done(job);
        job = next;
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
