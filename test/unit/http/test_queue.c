/* Whose job is next. Pure: what runs is what the test says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/queue.h"
#include "unity.h"

#define JOBS 64
#define ROUNDS 4000

static struct queue queue;
static struct queue_job jobs[JOBS];
static unsigned used;

void setUp(void) {
    memset(jobs, 0, sizeof(jobs));
    used = 0;
    queue_init(&queue, 2, 16);
}

void tearDown(void) {
}

static struct queue_job *make(enum queue_lane lane, uint64_t source) {
    struct queue_job *job = &jobs[used++];
    *job = (struct queue_job){.lane = lane, .source = source};
    return job;
}

static struct queue_job *add(enum queue_lane lane, uint64_t source) {
    struct queue_job *job = make(lane, source);
    TEST_ASSERT_NULL(queue_add(&queue, job));
    return job;
}

/* Starts the next job, which must be `job`, and ends it. */
static void run(const struct queue_job *job) {
    TEST_ASSERT_EQUAL_PTR(job, queue_start(&queue));
    queue_end(&queue, job);
}

void test_an_empty_queue_has_no_job(void) {
    TEST_ASSERT_NULL(queue_start(&queue));
}

void test_jobs_of_one_source_keep_their_order(void) {
    struct queue_job *first = add(QUEUE_QUICK, 1), *second = add(QUEUE_QUICK, 1), *third = add(QUEUE_QUICK, 1);
    run(first);
    run(second);
    run(third);
    TEST_ASSERT_NULL(queue_start(&queue));
}

void test_sources_take_turns(void) {
    struct queue_job *a[3];
    for (unsigned i = 0; i < 3; i++) {
        a[i] = add(QUEUE_SLOW, 1);
    }
    struct queue_job *b1 = add(QUEUE_SLOW, 2), *b2 = add(QUEUE_SLOW, 2), *c = add(QUEUE_SLOW, 3);
    run(a[0]);
    run(b1);
    run(c);
    run(a[1]);
    run(b2);
    run(a[2]);
}

/* Someone who comes later waits for one job of each other at most, however many those have. */
void test_a_newcomer_waits_for_one_job_of_each(void) {
    for (unsigned i = 0; i < 6; i++) {
        (void)add(QUEUE_SLOW, 1);
    }
    run(&jobs[0]);
    run(&jobs[1]);
    struct queue_job *late = add(QUEUE_SLOW, 2);
    run(&jobs[2]);
    run(late);
    run(&jobs[3]);
}

/* Two that ask again as soon as they are answered keep nobody waiting who has two jobs. */
void test_who_asks_again_at_once_does_not_overtake(void) {
    struct queue_job *old = add(QUEUE_QUICK, 3), *second = add(QUEUE_QUICK, 3);
    (void)add(QUEUE_QUICK, 1);
    (void)add(QUEUE_QUICK, 2);
    unsigned started = 0;
    run(old);
    for (struct queue_job *job = queue_start(&queue); job != second; job = queue_start(&queue)) {
        TEST_ASSERT_LESS_THAN_UINT(4, ++started);
        queue_end(&queue, job);
        (void)add(QUEUE_QUICK, job->source);
    }
}

void test_one_job_of_a_source_runs_at_a_time(void) {
    queue_init(&queue, 4, 16);
    for (unsigned lane = 0; lane < QUEUE_LANES; lane++) {
        struct queue_job *first = add((enum queue_lane)lane, 1), *second = add((enum queue_lane)lane, 1);
        TEST_ASSERT_EQUAL_PTR(first, queue_start(&queue));
        TEST_ASSERT_NULL(queue_start(&queue));
        struct queue_job *other = add((enum queue_lane)lane, 2);
        TEST_ASSERT_EQUAL_PTR(other, queue_start(&queue));
        queue_end(&queue, first);
        TEST_ASSERT_EQUAL_PTR(second, queue_start(&queue));
        queue_end(&queue, other);
        queue_end(&queue, second);
    }
}

void test_long_jobs_leave_a_thread(void) {
    static const enum queue_lane lanes[][2] = {{QUEUE_SLOW, QUEUE_SLOW},
                                               {QUEUE_SIGN_IN, QUEUE_SIGN_IN},
                                               {QUEUE_SIGN_IN, QUEUE_KNOWN},
                                               {QUEUE_KNOWN, QUEUE_SIGN_IN}};
    for (unsigned i = 0; i < sizeof(lanes) / sizeof(lanes[0]); i++) {
        setUp();
        struct queue_job *first = add(lanes[i][0], 1);
        TEST_ASSERT_EQUAL_PTR(first, queue_start(&queue));
        struct queue_job *second = add(lanes[i][1], 2), *quick = add(QUEUE_QUICK, 3);
        TEST_ASSERT_EQUAL_PTR(quick, queue_start(&queue));
        queue_end(&queue, quick);
        TEST_ASSERT_NULL(queue_start(&queue));
        queue_end(&queue, first);
        TEST_ASSERT_EQUAL_PTR(second, queue_start(&queue));
    }
}

void test_quick_jobs_take_all_threads(void) {
    (void)add(QUEUE_QUICK, 1);
    (void)add(QUEUE_QUICK, 2);
    TEST_ASSERT_NOT_NULL(queue_start(&queue));
    TEST_ASSERT_NOT_NULL(queue_start(&queue));
}

void test_one_thread_runs_every_lane(void) {
    queue_init(&queue, 1, 16);
    for (unsigned lane = 0; lane < QUEUE_LANES; lane++) {
        run(add((enum queue_lane)lane, 1));
    }
}

void test_lanes_take_turns_and_sign_in_is_first(void) {
    struct queue_job *expected[2 * QUEUE_LANES];
    for (unsigned i = 0; i < 2 * QUEUE_LANES; i++) {
        enum queue_lane lane =
            (enum queue_lane)(QUEUE_LANES - 1 - i % QUEUE_LANES); /* they come in the opposite order */
        expected[i / QUEUE_LANES * QUEUE_LANES + lane] = add(lane, i + 1);
    }
    for (unsigned i = 0; i < 2 * QUEUE_LANES; i++) {
        run(expected[i]);
    }
}

/* A sign-in that comes while one account has heavy calls under way waits for none of those that wait. */
void test_sign_in_goes_before_heavy_calls_that_wait(void) {
    for (unsigned i = 0; i < 8; i++) {
        (void)add(QUEUE_SLOW, 1);
    }
    struct queue_job *running = queue_start(&queue);
    TEST_ASSERT_NOT_NULL(running);
    struct queue_job *sign_in = add(QUEUE_SIGN_IN, 2);
    TEST_ASSERT_EQUAL_PTR(sign_in, queue_start(&queue));
    queue_end(&queue, sign_in);
    queue_end(&queue, running);
    struct queue_job *again = add(QUEUE_KNOWN, 3);
    run(again);
}

void test_each_lane_has_its_own_places(void) {
    static const unsigned places[QUEUE_LANES] = {
        [QUEUE_KNOWN] = 2, [QUEUE_SIGN_IN] = 8, [QUEUE_QUICK] = 16, [QUEUE_SLOW] = 8};
    for (unsigned lane = 0; lane < QUEUE_LANES; lane++) {
        for (unsigned i = 0; i < places[lane]; i++) {
            (void)add((enum queue_lane)lane, 100 + i);
        }
        struct queue_job *more = make((enum queue_lane)lane, 200);
        TEST_ASSERT_EQUAL_PTR(more, queue_add(&queue, more));
        TEST_ASSERT_TRUE(more->is_refused);
    }
    setUp();
    queue_init(&queue, 1, 2); /* the fewest: one of each all the same */
    (void)add(QUEUE_KNOWN, 1);
    (void)add(QUEUE_SLOW, 1);
    (void)add(QUEUE_SIGN_IN, 1);
}

void test_in_a_full_lane_the_longest_row_loses_its_last(void) {
    for (unsigned i = 0; i < 6; i++) {
        (void)add(QUEUE_SLOW, 1);
    }
    (void)add(QUEUE_SLOW, 2);
    (void)add(QUEUE_SLOW, 3);
    struct queue_job *newcomer = make(QUEUE_SLOW, 4);
    TEST_ASSERT_EQUAL_PTR(&jobs[5], queue_add(&queue, newcomer));
    TEST_ASSERT_TRUE(jobs[5].is_refused);
    TEST_ASSERT_FALSE(newcomer->is_refused);
    struct queue_job *more = make(QUEUE_SLOW, 1); /* and gets no other's place */
    TEST_ASSERT_EQUAL_PTR(more, queue_add(&queue, more));
    run(&jobs[0]);
    run(&jobs[6]);
    run(&jobs[7]);
    run(newcomer);
    for (unsigned i = 1; i < 5; i++) {
        run(&jobs[i]);
    }
    TEST_ASSERT_NULL(queue_start(&queue));
}

void test_what_keeps_its_place_takes_none_and_is_never_refused(void) {
    for (unsigned i = 0; i < 8; i++) {
        struct queue_job *own = make(QUEUE_SLOW, 1);
        own->keeps = true;
        TEST_ASSERT_NULL(queue_add(&queue, own));
    }
    for (unsigned i = 0; i < 8; i++) {
        (void)add(QUEUE_SLOW, 2);
    }
    struct queue_job *own = make(QUEUE_SLOW, 1);
    own->keeps = true;
    TEST_ASSERT_NULL(queue_add(&queue, own));
    struct queue_job *newcomer = make(QUEUE_SLOW, 3);
    TEST_ASSERT_EQUAL_PTR(&jobs[15], queue_add(&queue, newcomer)); /* not the later one of the own jobs */
    TEST_ASSERT_FALSE(own->is_refused);
}

/* --- Against a naive model: sources that come at random; each job is started, none twice, none too late. --- */

static unsigned seed;

static unsigned dice(unsigned sides) {
    return (unsigned)rand_r(&seed) % sides;
}

/* Of one source: how many of its jobs wait and run in a lane, and how many others were started since its first waits. */
struct watched {
    unsigned waiting, running, passed;
};

void test_nobody_waits_for_ever(void) {
    static struct watched watched[QUEUE_LANES][5];
    struct queue_job *running[2] = {NULL, NULL};
    const char *given = getenv("SEED");
    seed = given != NULL ? (unsigned)strtoul(given, NULL, 10) : 1;
    (void)printf("SEED=%u\n", seed);
    memset(watched, 0, sizeof(watched));
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct queue_job *job = NULL;
        for (unsigned i = 0; i < JOBS && job == NULL; i++) {
            job = jobs[i].turn == 0 ? &jobs[i] : NULL;
        }
        if (job != NULL && dice(3) > 0) {
            /* Source 0 floods; the others come now and then. */
            *job = (struct queue_job){.lane = (enum queue_lane)dice(QUEUE_LANES), .source = dice(2) == 0 ? 0 : dice(5)};
            struct queue_job *refused = queue_add(&queue, job);
            watched[job->lane][job->source].waiting++;
            if (refused != NULL) {
                TEST_ASSERT_TRUE(refused->is_refused);
                watched[refused->lane][refused->source].waiting--;
                refused->turn = 0;
            }
        }
        unsigned thread = dice(2);
        if (running[thread] != NULL) {
            watched[running[thread]->lane][running[thread]->source].running--;
            queue_end(&queue, running[thread]);
            running[thread]->turn = 0;
            running[thread] = NULL;
        }
        job = running[thread] = queue_start(&queue);
        if (job == NULL) {
            continue;
        }
        struct watched *own = &watched[job->lane][job->source];
        own->waiting--;
        own->passed = 0;
        TEST_ASSERT_EQUAL_UINT(1, ++own->running);
        for (unsigned source = 0; source < 5; source++) {
            struct watched *other = &watched[job->lane][source];
            other->passed = other->waiting == 0 || other->running > 0 ? 0 : other->passed + (other != own ? 1 : 0);
            TEST_ASSERT_LESS_OR_EQUAL_UINT(8, other->passed); /* two jobs of each of the four others */
        }
    }
}
