/* When the last good copy is made. The store's part is mocked; jobs run when the test says so. */
#include "app/keeper.h"
#include "mock_store.h"
#include "mock_workers.h"
#include "unity.h"

static struct keeper keeper;
static int64_t now_ms;
static struct workers_job *submitted;
static unsigned copies;
static int copy_result, submit_result;
static unsigned deletions;

static unsigned count_deletions(const struct store_home *home, int calls) {
    (void)home;
    (void)calls;
    return deletions;
}

static int64_t clock_now(void *ctx) {
    return *(int64_t *)ctx;
}

static int on_submit(struct workers *workers, struct workers_job *job, int calls) {
    (void)workers;
    (void)calls;
    if (submit_result == 0) {
        submitted = job;
    }
    return submit_result;
}

static int on_backup(struct store_home *home, bool (*cancelled)(void *ctx), void *ctx, int calls) {
    (void)home;
    (void)calls;
    copies++;
    return cancelled != NULL && cancelled(ctx) ? E_CANCELLED : copy_result;
}

void setUp(void) {
    submitted = NULL;
    copies = 0;
    copy_result = submit_result = 0;
    now_ms = 1000000;
    workers_submit_Stub(on_submit);
    store_backup_Stub(on_backup);
    store_home_deletions_Stub(count_deletions);
    deletions = 0;
    keeper_init(&keeper, NULL, NULL, clock_now, &now_ms);
}

void tearDown(void) {
}

/* Moves the clock on and looks. */
static void look_after(int64_t ms) {
    now_ms += ms;
    keeper_look(&keeper);
}

static void finish_job(void) {
    TEST_ASSERT_NOT_NULL(submitted);
    struct workers_job *job = submitted;
    submitted = NULL;
    job->run(job, NULL);
    job->done(job);
}

void test_first_copy_is_made_ten_minutes_after_start(void) {
    look_after(KEEPER_FIRST_MS - 1);
    TEST_ASSERT_NULL(submitted);
    look_after(1);
    finish_job();
    TEST_ASSERT_EQUAL(1, copies);
}

void test_next_one_is_made_a_day_later(void) {
    look_after(KEEPER_FIRST_MS);
    finish_job();
    look_after(KEEPER_EVERY_MS - 1);
    TEST_ASSERT_NULL(submitted);
    look_after(1);
    finish_job();
    TEST_ASSERT_EQUAL(2, copies);
}

void test_who_was_deleted_is_out_of_the_copy_within_the_hour(void) {
    look_after(KEEPER_FIRST_MS);
    finish_job();
    look_after(60000);
    deletions = 1;
    look_after(60000);
    look_after(KEEPER_DELETED_MS / 2);
    deletions = 2; /* another one puts it off no further */
    look_after(KEEPER_DELETED_MS / 2 - 1);
    TEST_ASSERT_NULL(submitted);
    look_after(1);
    TEST_ASSERT_NOT_NULL(submitted);
    deletions = 3; /* perhaps after it was read: the next copy has to be without */
    look_after(1000);
    finish_job();
    look_after(1000);
    look_after(KEEPER_DELETED_MS - 1);
    TEST_ASSERT_NULL(submitted);
    look_after(1);
    finish_job();
    look_after(KEEPER_EVERY_MS - 1);
    TEST_ASSERT_NULL(submitted);
}

void test_only_one_runs_at_a_time(void) {
    look_after(KEEPER_FIRST_MS);
    TEST_ASSERT_NOT_NULL(submitted);
    submitted = NULL;
    look_after(KEEPER_EVERY_MS * 2);
    TEST_ASSERT_NULL(submitted);
}

void test_failed_one_is_tried_again_in_an_hour(void) {
    copy_result = E_NOSPC;
    look_after(KEEPER_FIRST_MS);
    finish_job();
    look_after(KEEPER_AGAIN_MS - 1);
    TEST_ASSERT_NULL(submitted);
    look_after(1);
    TEST_ASSERT_NOT_NULL(submitted);
}

void test_busy_workers_are_asked_again_soon(void) {
    submit_result = E_BUSY;
    look_after(KEEPER_FIRST_MS);
    submit_result = 0;
    look_after(KEEPER_BUSY_MS - 1);
    TEST_ASSERT_NULL(submitted);
    look_after(1);
    finish_job();
    TEST_ASSERT_EQUAL(1, copies);
}

void test_cancelled_one_ends_early_and_no_other_starts(void) {
    look_after(KEEPER_FIRST_MS);
    keeper_cancel(&keeper);
    finish_job();
    TEST_ASSERT_EQUAL(E_CANCELLED, keeper.result);
    look_after(KEEPER_EVERY_MS * 2);
    TEST_ASSERT_NULL(submitted);
}

void test_clean_end_makes_one_whatever_was_cancelled(void) {
    keeper_cancel(&keeper);
    keeper_finish(&keeper);
    TEST_ASSERT_EQUAL(1, copies);
}
