/* When the tasks run. Jobs run when the test says so. */
#include "app/upkeep.h"
#include "core/base/core.h"
#include "fake_hal.h"
#include "mock_workers.h"
#include "unity.h"
#include "util/err.h"

static struct fake_hal fake;
static struct core_shared shared;
static struct core core;
static struct upkeep upkeep;
static struct workers_job *submitted[UPKEEP_TASKS_MAX];
static size_t submissions;
static int submit_result;
static int64_t due_ms[2];
static unsigned runs[2];

static int on_submit(struct workers *workers, struct workers_job *job, int calls) {
    (void)workers;
    (void)calls;
    if (submit_result == 0) {
        submitted[submissions++] = job;
    }
    return submit_result;
}

static int64_t first_due(struct core *asked) {
    TEST_ASSERT_EQUAL_PTR(&core, asked);
    return due_ms[0];
}

static void first_run(struct core *worker_core) {
    TEST_ASSERT_EQUAL_PTR(&runs, worker_core);
    runs[0]++;
}

static int64_t second_due(struct core *asked) {
    (void)asked;
    return due_ms[1];
}

static void second_run(struct core *worker_core) {
    (void)worker_core;
    runs[1]++;
}

static const struct upkeep_task table[] = {{"first", first_due, first_run, QUEUE_QUICK},
                                           {"second", second_due, second_run, QUEUE_SLOW},
                                           {NULL, NULL, NULL, QUEUE_QUICK}};

void setUp(void) {
    fake_hal_init(&fake);
    shared = (struct core_shared){.hal = &fake.hal};
    core = (struct core){.shared = &shared};
    submissions = 0;
    submit_result = 0;
    runs[0] = runs[1] = 0;
    due_ms[0] = due_ms[1] = UPKEEP_NEVER;
    workers_submit_Stub(on_submit);
    upkeep_init(&upkeep, table, &core, NULL);
}

void tearDown(void) {
}

static int64_t now(void) {
    return core_mono_ms(&core);
}

/* Runs what was submitted, as a worker and then the loop would. */
static void finish_jobs(void) {
    for (size_t i = 0; i < submissions; i++) {
        submitted[i]->run(submitted[i], &runs);
        submitted[i]->done(submitted[i]);
    }
    submissions = 0;
}

void test_nothing_is_due(void) {
    TEST_ASSERT_EQUAL(1000, upkeep_look(&upkeep, 1000));
    TEST_ASSERT_EQUAL(0, submissions);
}

void test_the_loop_waits_until_the_next_task(void) {
    due_ms[0] = now() + 400;
    due_ms[1] = now() + 700;
    TEST_ASSERT_EQUAL(400, upkeep_look(&upkeep, 1000));
    TEST_ASSERT_EQUAL(0, submissions);
    fake_hal_advance(&fake, 400);
    TEST_ASSERT_EQUAL(300, upkeep_look(&upkeep, 1000));
    TEST_ASSERT_EQUAL(1, submissions);
    due_ms[0] = UPKEEP_NEVER;
    finish_jobs();
    TEST_ASSERT_EQUAL(1, runs[0]);
    TEST_ASSERT_EQUAL(0, runs[1]);
}

void test_a_task_runs_once_at_a_time(void) {
    due_ms[0] = 0;
    TEST_ASSERT_EQUAL(1000, upkeep_look(&upkeep, 1000));
    fake_hal_advance(&fake, 60000);
    (void)upkeep_look(&upkeep, 1000);
    TEST_ASSERT_EQUAL(1, submissions);
}

void test_a_task_that_stays_due_does_not_keep_the_loop_busy(void) {
    due_ms[0] = 0;
    (void)upkeep_look(&upkeep, 1000);
    finish_jobs();
    TEST_ASSERT_EQUAL(UPKEEP_PAUSE_MS, upkeep_look(&upkeep, 1000));
    TEST_ASSERT_EQUAL(0, submissions);
    fake_hal_advance(&fake, UPKEEP_PAUSE_MS);
    (void)upkeep_look(&upkeep, 1000);
    TEST_ASSERT_EQUAL(1, submissions);
}

void test_without_a_free_worker_it_is_tried_again(void) {
    due_ms[0] = 0;
    submit_result = E_BUSY;
    TEST_ASSERT_EQUAL(UPKEEP_BUSY_MS, upkeep_look(&upkeep, 5000));
    submit_result = 0;
    fake_hal_advance(&fake, UPKEEP_BUSY_MS);
    (void)upkeep_look(&upkeep, 5000);
    TEST_ASSERT_EQUAL(1, submissions);
}

void test_nothing_begins_after_the_end(void) {
    due_ms[0] = 0;
    upkeep_end(&upkeep);
    TEST_ASSERT_EQUAL(1000, upkeep_look(&upkeep, 1000));
    TEST_ASSERT_EQUAL(0, submissions);
}

/* Tasks do not wait for each other, and none is refused. */
void test_each_task_has_its_lane_and_a_source_of_its_own(void) {
    due_ms[0] = due_ms[1] = 0;
    (void)upkeep_look(&upkeep, 1000);
    TEST_ASSERT_EQUAL(2, submissions);
    TEST_ASSERT_EQUAL(QUEUE_QUICK, submitted[0]->queue.lane);
    TEST_ASSERT_EQUAL(QUEUE_SLOW, submitted[1]->queue.lane);
    TEST_ASSERT_TRUE(submitted[0]->queue.source != submitted[1]->queue.source);
    for (size_t i = 0; i < 2; i++) {
        TEST_ASSERT_TRUE(submitted[i]->queue.keeps);
        TEST_ASSERT_TRUE(submitted[i]->queue.source > UPKEEP_SOURCES); /* that of the last good copy */
    }
}
