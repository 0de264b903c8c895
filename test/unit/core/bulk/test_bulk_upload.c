/* The file of a job, piece by piece. */
#include <stdio.h>
#include <string.h>

#include "bulk_job.h"
#include "core/bulk/bulk_impl.h"
#include "file_watch.h"
#include "store/home_impl.h"
#include "store/upload.h"
#include "unity.h"

static struct bulk_job job;
static char bulk_dir[80];
static uint64_t free_octets;

/* In the place of the store's: the disk is as full as the test says. */
uint64_t store_home_free_octets(const struct store_home *home) {
    (void)home;
    return free_octets;
}

void setUp(void) {
    free_octets = UINT64_MAX;
    bulk_job_up(&job);
    (void)snprintf(bulk_dir, sizeof(bulk_dir), "%s/bulk", job.t.dir);
}

void tearDown(void) {
    (void)file_watch_stop();
    bulk_job_down(&job);
}

static int send_piece(const struct actor *by, enum bulk_kind kind, int64_t offset, int64_t total, const char *name,
                      const char *text) {
    const struct bulk_piece piece = {
        .kind = kind, .offset = offset, .total = total, .name = name, .data = text, .len = strlen(text)};
    job.field = NULL;
    return bulk_upload(job.t.core, by, &piece, &job.received, &job.field);
}

static int users_piece(int64_t offset, const char *text) {
    return send_piece(&job.admin, BULK_KIND_USERS, offset, 10, "a.csv", text);
}

void test_pieces_go_on_where_the_last_one_ended(void) {
    TEST_ASSERT_EQUAL_INT(0, users_piece(0, "101,"));
    TEST_ASSERT_EQUAL_INT64(4, job.received);
    const struct store_bulk *state = bulk_job_state(&job, &job.admin);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADING, state->step);
    TEST_ASSERT_EQUAL_INT64(4, job.view.received);
    TEST_ASSERT_EQUAL_INT64(10, state->total);
    TEST_ASSERT_EQUAL_STRING("a.csv", state->name);
    TEST_ASSERT_EQUAL_STRING("admin", state->holder.account);
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_GAP, users_piece(5, "Ann"));
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_GAP, users_piece(3, "Ann"));
    TEST_ASSERT_EQUAL_INT(0, users_piece(4, "Ann"));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADING, bulk_job_state(&job, &job.admin)->step);
    TEST_ASSERT_EQUAL_INT(0, users_piece(7, ",1\n"));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, bulk_job_state(&job, &job.admin)->step);
    TEST_ASSERT_EQUAL_INT64(10, job.view.received);
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_GAP, users_piece(7, ",1\n")); /* it is whole */
}

/* Each member alone makes it another file. */
void test_a_piece_of_another_file_does_not_go_on(void) {
    TEST_ASSERT_EQUAL_INT(0, users_piece(0, "101,"));
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_GAP, send_piece(&job.admin, BULK_KIND_PHOTOS, 4, 10, "a.csv", "x"));
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_GAP, send_piece(&job.admin, BULK_KIND_USERS, 4, 11, "a.csv", "x"));
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_GAP, send_piece(&job.admin, BULK_KIND_USERS, 4, 10, "b.csv", "x"));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, send_piece(&job.officer, BULK_KIND_USERS, 4, 10, "a.csv", "x"));
    atomic_fetch_add(&job.t.fake.mono_ms, BULK_IDLE_MS);
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_GAP, send_piece(&job.officer, BULK_KIND_USERS, 4, 10, "a.csv", "x"));
    TEST_ASSERT_EQUAL_INT(0, users_piece(4, "x"));
}

void test_the_first_piece_begins_again(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann,1\nx,Bob,2\n");
    TEST_ASSERT_TRUE(bulk_job_has(&job, "bad"));
    TEST_ASSERT_EQUAL_INT(0, users_piece(0, "102,"));
    const struct store_bulk *state = bulk_job_state(&job, &job.admin);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADING, state->step);
    TEST_ASSERT_EQUAL_UINT32(0, state->counts.bad);
    TEST_ASSERT_FALSE(bulk_job_has(&job, "bad"));
    TEST_ASSERT_FALSE(bulk_job_has(&job, "rows"));
    TEST_ASSERT_EQUAL_STRING("", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
}

void test_limits(void) {
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_FORMAT, send_piece(&job.admin, BULK_KIND_EDIT, 0, 1, "a", "x"));
    TEST_ASSERT_EQUAL_STRING("kind", job.field);
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_TOO_LARGE, send_piece(&job.admin, BULK_KIND_USERS, 0, BULK_TABLE_MAX + 1, "a", "x"));
    TEST_ASSERT_EQUAL_STRING("total", job.field);
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_TOO_LARGE,
                          send_piece(&job.admin, BULK_KIND_PHOTOS, 0, BULK_ARCHIVE_MAX + 1, "a", "x"));
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_TOO_LARGE, send_piece(&job.admin, BULK_KIND_USERS, 0, 1, "a", "xx"));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, bulk_job_state(&job, &job.admin)->step);
    TEST_ASSERT_EQUAL_INT(0, send_piece(&job.admin, BULK_KIND_USERS, 0, BULK_TABLE_MAX, "a", "x"));
    TEST_ASSERT_EQUAL_INT(0, send_piece(&job.admin, BULK_KIND_USERS, 0, 2, "a", "xx"));
}

/* A restart finds a whole file as it was sent: it is durable before it is said to be whole. */
void test_a_whole_file_is_synchronised_and_a_piece_is_not(void) {
    TEST_ASSERT_EQUAL_INT(0, users_piece(0, "101,"));
    file_watch_start(bulk_dir);
    TEST_ASSERT_EQUAL_INT(0, users_piece(4, "Ann"));
    TEST_ASSERT_EQUAL_STRING("write file\n", file_watch_stop());
    file_watch_start(bulk_dir);
    TEST_ASSERT_EQUAL_INT(0, users_piece(7, ",1\n"));
    TEST_ASSERT_EQUAL_STRING("write file\nsync file\n", file_watch_stop());
    fixture_restart(&job.t);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, bulk_job_state(&job, &job.admin)->step);
    TEST_ASSERT_EQUAL_INT64(10, job.view.received);
}

void test_it_goes_on_after_a_restart(void) {
    TEST_ASSERT_EQUAL_INT(0, users_piece(0, "101,"));
    fixture_restart(&job.t);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADING, bulk_job_state(&job, &job.admin)->step);
    TEST_ASSERT_EQUAL_INT64(4, job.view.received);
    TEST_ASSERT_TRUE(job.view.own);
    TEST_ASSERT_EQUAL_INT(0, users_piece(4, "Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, bulk_job_state(&job, &job.admin)->step);
}

/* Nobody fills the disk with a file: the rows of a table, and what is wrong in them, are about as long each. */
void test_a_file_that_does_not_fit_is_not_begun(void) {
    free_octets = 30 + BULK_LEAVE_OCTETS;
    TEST_ASSERT_EQUAL_INT(0, users_piece(0, "101,Ann,1\n"));
    free_octets--;
    TEST_ASSERT_EQUAL_INT(E_NOSPC, users_piece(0, "101,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, bulk_job_state(&job, &job.admin)->step);
    TEST_ASSERT_EQUAL_INT64(0, job.view.received);
    free_octets = 10 + BULK_LEAVE_OCTETS;
    TEST_ASSERT_EQUAL_INT(0, send_piece(&job.admin, BULK_KIND_PHOTOS, 0, 10, "a.zip", "x"));
    free_octets--;
    TEST_ASSERT_EQUAL_INT(E_NOSPC, send_piece(&job.admin, BULK_KIND_PHOTOS, 0, 10, "a.zip", "x"));
}

/* The one before it is gone then, and none of it is here any more. */
void test_a_first_piece_that_is_not_taken_leaves_nothing(void) {
    TEST_ASSERT_EQUAL_INT(0, users_piece(0, "101,Ann,1\n"));
    store_reserve_give_up(job.t.home);
    TEST_ASSERT_EQUAL_INT(E_NOSPC, users_piece(0, "101,"));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADING, bulk_job_state(&job, &job.admin)->step);
    TEST_ASSERT_EQUAL_INT64(0, job.view.received);
    TEST_ASSERT_FALSE(bulk_job_has(&job, "file"));
}

void test_others_acts_wait_while_it_is_used(void) {
    TEST_ASSERT_EQUAL_INT(0, users_piece(0, "101,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, users_piece(0, "x"));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(0, users_piece(0, "x")); /* each of them unlocked what it locked */
}
