/* When the watchdog is fed, and when no longer. */
#include "app/heart.h"

#include "hal/watchdog.h"
#include "unity.h"
#include "util/err.h"

static struct heart heart;
static struct hal_watchdog watchdog;
static int64_t now_ms;
static unsigned fed, released, poked;
static int feed_result;

static struct thread {
    unsigned count;
    bool works, answers;
} terminal, worker;

static int feed(void *ctx) {
    (void)ctx;
    fed++;
    return feed_result;
}

static void release(void *ctx) {
    (void)ctx;
    released++;
}

static int64_t clock_now(void *ctx) {
    return *(int64_t *)ctx;
}

static bool progress(void *ctx, unsigned *ret_count) {
    const struct thread *thread = ctx;
    *ret_count = thread->count;
    return thread->works;
}

static void poke(void *ctx) {
    struct thread *thread = ctx;
    poked++;
    thread->count += thread->answers ? 1 : 0;
}

void setUp(void) {
    fed = released = poked = 0;
    feed_result = 0;
    now_ms = 1000000;
    watchdog = (struct hal_watchdog){.is_fitted = true, .feed = feed, .release = release};
    terminal = (struct thread){.works = true, .answers = true};
    worker = (struct thread){.count = 7};
    heart_init(&heart, &watchdog, clock_now, &now_ms);
    heart_add(&heart, &(struct heart_part){
                          .name = "terminal", .ctx = &terminal, .progress = progress, .poke = poke, .limit_ms = 20000});
    heart_add(&heart, &(struct heart_part){.name = "worker", .ctx = &worker, .progress = progress, .limit_ms = 300000});
}

void tearDown(void) {
}

/* Looks every five seconds; returns how often it was fed. */
static unsigned feeds_in(int64_t ms) {
    unsigned before = fed;
    for (int64_t until_ms = now_ms + ms; now_ms < until_ms;) {
        now_ms += HEART_EVERY_MS;
        (void)heart_look(&heart, 1000);
    }
    return fed - before;
}

void test_it_feeds_at_once_and_then_every_five_seconds(void) {
    TEST_ASSERT_EQUAL(1000, heart_look(&heart, 1000));
    TEST_ASSERT_EQUAL(1, fed);
    now_ms += HEART_EVERY_MS - 1;
    TEST_ASSERT_EQUAL(1, heart_look(&heart, 1000));
    TEST_ASSERT_EQUAL(1, fed);
    now_ms += 1;
    TEST_ASSERT_EQUAL(1000, heart_look(&heart, 1000));
    TEST_ASSERT_EQUAL(2, fed);
    TEST_ASSERT_EQUAL(2, poked);
}

void test_a_terminal_that_shows_no_life_is_not_fed_for(void) {
    (void)heart_look(&heart, 1000);
    TEST_ASSERT_EQUAL(4, feeds_in(20000));
    terminal.answers = false; /* the last answer came with the last look; it is seen at the next one */
    TEST_ASSERT_EQUAL(5, feeds_in(25000));
    TEST_ASSERT_EQUAL(0, feeds_in(60000));
}

void test_who_goes_on_is_fed_for_again(void) {
    terminal.answers = false;
    TEST_ASSERT_EQUAL(4, feeds_in(90000));
    terminal.answers = true;
    TEST_ASSERT_EQUAL(3, feeds_in(20000));
}

void test_a_job_may_take_its_time_and_no_more(void) {
    TEST_ASSERT_EQUAL(200, feeds_in(1000000)); /* nothing to do */
    worker.works = true;
    TEST_ASSERT_EQUAL(60, feeds_in(300000));
    TEST_ASSERT_EQUAL(0, feeds_in(60000));
    worker.count++; /* the next one */
    TEST_ASSERT_EQUAL(61, feeds_in(310000));
    worker.works = false;
    TEST_ASSERT_EQUAL(2, feeds_in(10000));
}

void test_without_a_watchdog_nobody_is_asked(void) {
    watchdog = (struct hal_watchdog){.is_fitted = false};
    TEST_ASSERT_EQUAL(700, heart_look(&heart, 700));
    heart_end(&heart);
    TEST_ASSERT_EQUAL(0, poked);
}

void test_a_watchdog_that_does_not_answer_is_tried_again(void) {
    feed_result = E_OFFLINE;
    TEST_ASSERT_EQUAL(4, feeds_in(20000));
}

void test_an_end_in_order_ends_the_watch(void) {
    (void)heart_look(&heart, 1000);
    heart_end(&heart);
    TEST_ASSERT_EQUAL(1, released);
}
