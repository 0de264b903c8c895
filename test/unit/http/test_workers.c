#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "http/workers.h"
#include "unity.h"

#define JOBS 200
#define LESS_NICE 5 /* of a thread that is not urgent */

/* A gate that jobs wait at, so that a test decides when they go on. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool open_gate;
static unsigned at_gate, woken;

struct test_job {
    struct workers_job job; /* first, so that a pointer to it is one to this */
    bool waits;
    void *context;
    int cause; /* error of the cause that the thread had when it began */
    unsigned runs, dones;
};

static struct test_job jobs[JOBS];
static int contexts[WORKERS_MAX];
static void *const context_pointers[WORKERS_MAX] = {&contexts[0], &contexts[1], &contexts[2], &contexts[3]};
static struct workers *workers;

static void wake(void *ctx) {
    (void)pthread_mutex_lock(&mutex);
    (*(unsigned *)ctx)++;
    (void)pthread_cond_broadcast(&changed);
    (void)pthread_mutex_unlock(&mutex);
}

static void run(struct workers_job *job, void *context) {
    struct test_job *own = (struct test_job *)(void *)job;
    own->context = context;
    own->runs++;
    if (own->waits) {
        (void)pthread_mutex_lock(&mutex);
        at_gate++;
        (void)pthread_cond_broadcast(&changed);
        while (!open_gate) {
            (void)pthread_cond_wait(&changed, &mutex);
        }
        (void)pthread_mutex_unlock(&mutex);
    }
}

static void done(struct workers_job *job) {
    ((struct test_job *)(void *)job)->dones++;
}

static void start(unsigned count, unsigned places) {
    struct workers_options options = {
        .count = count, .contexts = context_pointers, .places = places, .wake = wake, .wake_ctx = &woken};
    TEST_ASSERT_EQUAL(0, workers_new(&options, &workers));
}

static void let_go(void) {
    (void)pthread_mutex_lock(&mutex);
    open_gate = true;
    (void)pthread_cond_broadcast(&changed);
    (void)pthread_mutex_unlock(&mutex);
}

static void wait_at_gate(unsigned count) {
    (void)pthread_mutex_lock(&mutex);
    while (at_gate < count) {
        (void)pthread_cond_wait(&changed, &mutex);
    }
    (void)pthread_mutex_unlock(&mutex);
}

static void wait_woken(unsigned count) {
    (void)pthread_mutex_lock(&mutex);
    while (woken < count) {
        (void)pthread_cond_wait(&changed, &mutex);
    }
    (void)pthread_mutex_unlock(&mutex);
}

void setUp(void) {
    memset(jobs, 0, sizeof(jobs));
    for (unsigned i = 0; i < JOBS; i++) {
        jobs[i].job = (struct workers_job){.queue = {.lane = QUEUE_QUICK, .source = i}, .run = run, .done = done};
    }
    open_gate = false;
    at_gate = woken = 0;
    workers = NULL;
}

void tearDown(void) {
    let_go();
    workers = workers_free(workers);
}

void test_job_is_run_and_handed_back(void) {
    start(1, 4);
    TEST_ASSERT_FALSE(workers_pending(workers));
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[0].job));
    TEST_ASSERT_TRUE(workers_pending(workers));
    wait_woken(1);
    TEST_ASSERT_EQUAL(0, jobs[0].dones);
    workers_collect(workers);
    TEST_ASSERT_EQUAL(1, jobs[0].runs);
    TEST_ASSERT_EQUAL(1, jobs[0].dones);
    TEST_ASSERT_EQUAL_PTR(&contexts[0], jobs[0].context);
    TEST_ASSERT_FALSE(workers_pending(workers));
}

static void run_and_fail(struct workers_job *job, void *context) {
    struct test_job *own = (struct test_job *)(void *)job;
    own->context = context;
    own->cause = cause_get()->error;
    (void)err_here(E_IO);
}

/* Else its lines would tell of a failure that was another's. */
void test_a_job_begins_without_the_cause_of_the_one_before(void) {
    start(1, 4);
    for (unsigned i = 0; i < 2; i++) {
        jobs[i] = (struct test_job){.job = {.queue = {.lane = QUEUE_QUICK}, .run = run_and_fail, .done = done},
                                    .cause = E_INTERNAL};
        TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[i].job));
    }
    workers = workers_free(workers);
    TEST_ASSERT_EQUAL_INT(0, jobs[0].cause);
    TEST_ASSERT_EQUAL_INT(0, jobs[1].cause);
}

void test_each_thread_has_its_own_context(void) {
    start(2, 4);
    for (unsigned i = 0; i < 2; i++) {
        jobs[i].waits = true;
        TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[i].job));
    }
    wait_at_gate(2); /* both run at the same time */
    let_go();
    workers = workers_free(workers);
    TEST_ASSERT_TRUE(jobs[0].context != jobs[1].context);
}

void test_how_a_thread_gets_on_is_told(void) {
    unsigned begun = 7;
    start(1, 4);
    TEST_ASSERT_FALSE(workers_progress(workers, 0, &begun));
    TEST_ASSERT_EQUAL(0, begun);
    jobs[0].waits = true;
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[0].job));
    wait_at_gate(1);
    TEST_ASSERT_TRUE(workers_progress(workers, 0, &begun));
    TEST_ASSERT_EQUAL(1, begun);
    let_go();
    wait_woken(1);
    TEST_ASSERT_FALSE(workers_progress(workers, 0, &begun));
    TEST_ASSERT_EQUAL(1, begun);
}

void test_queue_is_bounded(void) {
    start(1, 2);
    for (unsigned i = 0; i < 4; i++) {
        jobs[i].waits = true;
    }
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[0].job));
    wait_at_gate(1); /* it waits no more, it runs */
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[1].job));
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[2].job));
    TEST_ASSERT_EQUAL(E_BUSY, workers_submit(workers, &jobs[3].job));
    let_go();
    workers = workers_free(workers);
    TEST_ASSERT_EQUAL(1, jobs[2].dones);
    TEST_ASSERT_EQUAL(0, jobs[3].runs);
}

void test_end_finishes_what_is_queued(void) {
    start(2, 2 * JOBS);
    for (unsigned i = 0; i < JOBS; i++) {
        TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[i].job));
    }
    workers = workers_free(workers);
    for (unsigned i = 0; i < JOBS; i++) {
        TEST_ASSERT_EQUAL(1, jobs[i].runs);
        TEST_ASSERT_EQUAL(1, jobs[i].dones);
    }
}

void test_one_thread_keeps_the_order(void) {
    start(1, 4);
    jobs[0].waits = true;
    for (unsigned i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[i].job));
    }
    wait_at_gate(1);
    TEST_ASSERT_EQUAL(0, jobs[1].runs);
    let_go();
    workers = workers_free(workers);
    TEST_ASSERT_EQUAL(1, jobs[2].dones);
}

void test_slow_jobs_leave_a_thread_for_quick_ones(void) {
    start(2, 8);
    for (unsigned i = 0; i < 3; i++) {
        jobs[i].waits = true;
        jobs[i].job.queue.lane = QUEUE_SLOW;
        TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[i].job));
    }
    wait_at_gate(1); /* one slow job runs and stays; the other two may not */
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[3].job));
    wait_woken(1);
    workers_collect(workers);
    TEST_ASSERT_EQUAL(1, jobs[3].dones);
    TEST_ASSERT_EQUAL(1, at_gate);
    let_go();
    workers = workers_free(workers);
    TEST_ASSERT_EQUAL(3, jobs[0].dones + jobs[1].dones + jobs[2].dones);
}

/* Who loses a place to another is told by the thread that collects. */
void test_a_job_that_lost_its_place_is_handed_back_unrun(void) {
    start(1, 2);
    for (unsigned i = 0; i < 4; i++) {
        jobs[i].job.queue.source = 1;
    }
    jobs[0].waits = true;
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[0].job));
    wait_at_gate(1);
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[1].job));
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[2].job));
    TEST_ASSERT_EQUAL(E_BUSY, workers_submit(workers, &jobs[3].job));
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[4].job)); /* of another source */
    TEST_ASSERT_EQUAL(1, woken);
    workers_collect(workers);
    TEST_ASSERT_EQUAL(1, jobs[2].dones);
    TEST_ASSERT_TRUE(jobs[2].job.queue.is_refused);
    TEST_ASSERT_TRUE(workers_pending(workers));
    let_go();
    workers = workers_free(workers);
    TEST_ASSERT_EQUAL(0, jobs[2].runs + jobs[3].runs);
    TEST_ASSERT_EQUAL(1, jobs[2].dones);
    TEST_ASSERT_EQUAL(1, jobs[1].runs);
    TEST_ASSERT_EQUAL(1, jobs[4].runs);
    TEST_ASSERT_FALSE(jobs[4].job.queue.is_refused);
}

/* The priority of the threads: that of the caller for the urgent ones alone. */
static int niceness;

static void run_nice(struct workers_job *job, void *context) {
    (void)job;
    (void)context;
    niceness = getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid));
}

void test_urgent_threads_keep_the_priority(void) {
    const int own = getpriority(PRIO_PROCESS, 0);
    for (unsigned urgent = 0; urgent < 2; urgent++) {
        struct workers_options options = {.count = 1,
                                          .contexts = context_pointers,
                                          .places = 2,
                                          .is_urgent = urgent == 1,
                                          .wake = wake,
                                          .wake_ctx = &woken};
        TEST_ASSERT_EQUAL(0, workers_new(&options, &workers));
        jobs[0].job.run = run_nice;
        TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[0].job));
        workers = workers_free(workers);
        TEST_ASSERT_EQUAL(urgent == 1 || own > LESS_NICE ? own : LESS_NICE, niceness);
    }
}

void test_one_thread_takes_slow_jobs_too(void) {
    start(1, 4);
    jobs[0].job.queue.lane = QUEUE_SLOW;
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[0].job));
    TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[1].job));
    workers = workers_free(workers);
    TEST_ASSERT_EQUAL(1, jobs[0].dones);
    TEST_ASSERT_EQUAL(1, jobs[1].dones);
}

void test_end_finishes_slow_jobs_as_well(void) {
    start(3, 2 * JOBS);
    for (unsigned i = 0; i < JOBS / 2; i++) {
        jobs[i].job.queue.lane = QUEUE_SLOW;
        TEST_ASSERT_EQUAL(0, workers_submit(workers, &jobs[i].job));
    }
    workers = workers_free(workers);
    for (unsigned i = 0; i < JOBS / 2; i++) {
        TEST_ASSERT_EQUAL(1, jobs[i].dones);
    }
}

void test_impossible_numbers_are_refused(void) {
    struct workers_options options = {
        .count = 0, .contexts = context_pointers, .places = 2, .wake = wake, .wake_ctx = &woken};
    TEST_ASSERT_EQUAL(E_INVAL, workers_new(&options, &workers));
    options.count = WORKERS_MAX + 1;
    TEST_ASSERT_EQUAL(E_INVAL, workers_new(&options, &workers));
    options.count = 1;
    options.places = 1;
    TEST_ASSERT_EQUAL(E_INVAL, workers_new(&options, &workers));
    TEST_ASSERT_NULL(workers_free(NULL));
}
