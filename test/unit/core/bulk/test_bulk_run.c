/* The work of the job in the upkeep's runs: what is in its way, and its ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit_rows.h"
#include "bulk_job.h"
#include "core/base/core.h"
#include "core/bulk/bulk_impl.h"
#include "core/start/start.h"
#include "core/users/credentials.h"
#include "file_watch.h"
#include "folder_files.h"
#include "store/home_impl.h"
#include "store/upload.h"
#include "transitions.h"
#include "unity.h"

#define BUSY_MS 1000
#define TROUBLE_MS 10000

static struct bulk_job job;
static struct audit_rows audit;
static char bulk_dir[80];

static void (*at_close)(void);

/* In the place of the C library's: what happens when a job is told to be over, and its files are still there. */
int malloc_trim(size_t pad) {
    void (*act)(void) = at_close;
    (void)pad;
    at_close = NULL;
    if (act != NULL) {
        act();
    }
    return 0;
}

void setUp(void) {
    bulk_job_up(&job);
    (void)snprintf(bulk_dir, sizeof(bulk_dir), "%s/bulk", job.t.dir);
}

void tearDown(void) {
    transitions_end();
    (void)file_watch_stop();
    bulk_job_down(&job);
}

static const struct store_bulk *state(void) {
    return bulk_job_state(&job, &job.admin);
}

static void start(const char *rows, bool whole) {
    bulk_job_checked(&job, &job.admin, rows);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, whole));
}

static void advance(int64_t ms) {
    atomic_fetch_add(&job.t.fake.mono_ms, ms);
}

static void assert_waits(int64_t ms) {
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(job.t.core) + ms, bulk_due_ms(job.t.core));
}

/* Cuts a file of the job in the middle of what it has. */
static void damage(const char *name) {
    char octets[4096];
    size_t len = folder_read(bulk_dir, name, octets, sizeof(octets));
    TEST_ASSERT_GREATER_THAN_size_t(40, len);
    memset(octets, 0xff, 4);
    folder_write(bulk_dir, name, octets, len);
}

static void remove_file(const char *name) {
    TEST_ASSERT_EQUAL_INT(0, unlink(folder_path(bulk_dir, name)));
}

void test_it_waits_while_another_writes(void) {
    struct core *other = fixture_core(&job.t);
    start("101,Ann,1\n", false);
    store_wait_most(job.t.core->store, 0);
    TEST_ASSERT_EQUAL_INT(0, store_begin(other->store));
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_WRITING, state()->step);
    TEST_ASSERT_EQUAL_UINT32(0, state()->counts.at);
    TEST_ASSERT_NULL(job.t.core->shared->bulk->work);
    assert_waits(BUSY_MS);
    store_abort(other->store);
    advance(BUSY_MS);
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    TEST_ASSERT_TRUE(bulk_job_is_there(&job, 101));
    start_thread_end(other);
}

void test_its_end_waits_while_another_writes(void) {
    struct core *other = fixture_core(&job.t);
    start("101,Ann,1\n", false);
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    store_wait_most(job.t.core->store, 0);
    TEST_ASSERT_EQUAL_INT(0, store_begin(other->store));
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_WRITING, state()->step);
    TEST_ASSERT_TRUE(bulk_job_has(&job, "rows"));
    assert_waits(BUSY_MS);
    store_abort(other->store);
    advance(BUSY_MS);
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, state()->step);
    TEST_ASSERT_FALSE(bulk_job_has(&job, "rows"));
    start_thread_end(other);
}

/* What was decided ends some day; nobody else changes users until then. */
void test_all_or_none_waits_for_a_disk_that_is_full(void) {
    start("101,Ann,1\n102,Bob,2\n", true);
    file_watch_start(job.t.dir);
    file_watch_fill();
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_WRITING, state()->step);
    assert_waits(TROUBLE_MS);
    TEST_ASSERT_NULL(job.t.core->shared->bulk->work);
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, credentials_check_held(job.t.core));
    (void)file_watch_stop();
    advance(TROUBLE_MS);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    TEST_ASSERT_EQUAL_UINT32(2, state()->counts.added);
}

void test_good_rows_end_where_the_disk_is_full(void) {
    start("101,Ann,1\n", false);
    store_reserve_give_up(job.t.home);
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(-E_NOSPC, state()->code);
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 101));
    TEST_ASSERT_FALSE(bulk_job_has(&job, "rows"));
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_NOT_NULL(strstr(audit.rows[0].after, "\"end\":\"failed\""));
}

/* The file stays then, so that it can be checked again. */
void test_a_check_ends_where_the_disk_is_full(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "101,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    store_reserve_give_up(job.t.home);
    audit_rows_read(job.t.core->store, &audit);
    const unsigned before = audit.count;
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(-E_NOSPC, state()->code);
    TEST_ASSERT_TRUE(bulk_job_has(&job, "file"));
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_EQUAL_UINT(before, audit.count); /* nothing was written */
    TEST_ASSERT_EQUAL_INT(0, store_reserve_restore(job.t.core->store));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(0, state()->code);
}

void test_a_check_without_its_file_fails(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "101,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    remove_file("file");
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(-E_BULK_NOT_READY, state()->code);
}

void test_a_file_that_changed_into_something_else_fails(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "101,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    folder_write(bulk_dir, "file", "\x89PNG\r\n\x1a\n\0\0", 10);
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(-E_TABLE_UNREADABLE, state()->code);
    TEST_ASSERT_EQUAL_INT64(bulk_due_ms(job.t.core), core_mono_ms(job.t.core) + BULK_KEEP_MS);
}

void test_all_or_none_fails_where_its_rows_are_gone_or_damaged(void) {
    static const int errors[] = {E_BULK_NOT_READY, E_CORRUPT};
    for (unsigned i = 0; i < 2; i++) {
        start("101,Ann,1\n", true);
        if (i == 0) {
            remove_file("rows");
        } else {
            damage("rows");
        }
        bulk_job_run(&job);
        TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
        TEST_ASSERT_EQUAL_UINT32(-errors[i], state()->code);
        TEST_ASSERT_EQUAL_INT(0, credentials_check_held(job.t.core));
        TEST_ASSERT_FALSE(bulk_job_is_there(&job, 101));
    }
}

void test_a_check_whose_job_is_gone_is_none(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "101,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(0, store_begin(job.t.core->store));
    TEST_ASSERT_EQUAL_INT(0, bulk_erase(job.t.core));
    TEST_ASSERT_EQUAL_INT(0, store_commit(job.t.core->store));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, state()->step);
    TEST_ASSERT_EQUAL_STRING("", state()->name);
}

/* In the memory of the process nothing of it stays. */
void test_what_was_open_is_closed_at_each_end(void) {
    struct bulk *bulk = job.t.core->shared->bulk;
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n");
    TEST_ASSERT_NULL(bulk->work);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    TEST_ASSERT_NULL(bulk->work);
    job.tick_ms = 50;
    char *rows = bulk_job_rows(1000, 250);
    job.tick_ms = 0;
    bulk_job_checked(&job, &job.admin, rows);
    free(rows);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    job.tick_ms = 50;
    bulk_job_run(&job);
    TEST_ASSERT_NOT_NULL(bulk->work);
    TEST_ASSERT_EQUAL_INT(0, store_begin(job.t.core->store));
    TEST_ASSERT_EQUAL_INT(0, bulk_erase(job.t.core));
    TEST_ASSERT_EQUAL_INT(0, store_commit(job.t.core->store));
    bulk_erased(job.t.core);
    bulk_upkeep(job.t.core);
    TEST_ASSERT_NULL(bulk->work);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, state()->step);
}

/* The progress of a running check can be read. */
void test_a_check_tells_how_far_it_is(void) {
    char rows[2000] = "";
    for (unsigned i = 0; i < 100; i++) {
        strcat(rows, i % 2 == 0 ? "x,Wrong,1\n" : "7,Ann,1\n");
    }
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, rows));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    job.tick_ms = 50;
    /* All rows are read once before the first is checked. */
    for (unsigned runs = 0; runs < 100 && state()->counts.at == 0; runs++) {
        bulk_job_run(&job);
        TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKING, state()->step);
    }
    const uint32_t at = state()->counts.at, bad = state()->counts.bad;
    TEST_ASSERT_GREATER_THAN_UINT32(0, at);
    TEST_ASSERT_LESS_OR_EQUAL_UINT32(2, at); /* of 150 ms, and none behind them */
    TEST_ASSERT_EQUAL_UINT32(1, bad);
    TEST_ASSERT_EQUAL_UINT32(0, state()->counts.rows);
    TEST_ASSERT_EQUAL_STRING("1 0 userid E_USER_ID_INVALID;", bulk_job_wrong(&job, 0, 10));
    job.tick_ms = 0;
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(100, state()->counts.rows);
}

/* Both are on the disk before the state that counts them. */
void test_the_end_of_a_check_is_durable(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "x,Wrong,1\n101,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    file_watch_start(bulk_dir);
    bulk_job_run(&job);
    const char *noted = file_watch_stop();
    TEST_ASSERT_NOT_NULL(strstr(noted, "write rows\nsync rows\n"));
    TEST_ASSERT_NOT_NULL(strstr(noted, "write bad\nsync bad\n"));
    fixture_restart(&job.t);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(2, state()->counts.rows);
    TEST_ASSERT_EQUAL_STRING("1 0 userid E_USER_ID_INVALID;", bulk_job_wrong(&job, 0, 10));
}

void test_more_rows_than_are_looked_at_are_none(void) {
    const size_t len = ((size_t)BULK_ROWS_MAX + 1) * 2;
    char *rows = malloc(len);
    TEST_ASSERT_NOT_NULL(rows);
    for (size_t i = 0; i < len; i++) {
        rows[i] = i % 2 == 0 ? 'x' : '\n';
    }
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_USERS, rows, len));
    free(rows);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(-E_CAPACITY, state()->code);
}

/* A day counts from what was done last. */
void test_what_ends_by_itself_is_kept_for_a_day_from_then(void) {
    start("101,Ann,1\nx,Bob,2\n", false);
    advance(BULK_KEEP_MS - 1);
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    assert_waits(BULK_KEEP_MS);
    advance(BULK_KEEP_MS - 1);
    bulk_upkeep(job.t.core);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    TEST_ASSERT_TRUE(bulk_job_has(&job, "bad"));
    advance(1);
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, state()->step);
    TEST_ASSERT_FALSE(bulk_job_has(&job, "bad"));
    fixture_restart(&job.t);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, state()->step);
}

void test_an_old_file_that_cannot_be_forgotten_is_tried_again_a_day_later(void) {
    struct core *other = fixture_core(&job.t);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "101,Ann,1\n"));
    advance(BULK_KEEP_MS);
    store_wait_most(job.t.core->store, 0);
    TEST_ASSERT_EQUAL_INT(0, store_begin(other->store));
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, state()->step);
    TEST_ASSERT_TRUE(bulk_job_has(&job, "file"));
    assert_waits(BULK_KEEP_MS);
    store_abort(other->store);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE)); /* it is unlocked */
    bulk_job_work(&job);
    start_thread_end(other);
}

/* The flag of a job that ended does not end the next. */
void test_a_cancel_of_all_or_none_changes_nothing(void) {
    start("101,Ann,1\n", true);
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, bulk_cancel(job.t.core, &job.admin));
    TEST_ASSERT_FALSE(job.t.core->shared->bulk->cancel);
    job.t.core->shared->bulk->cancel = true; /* as if it came from before */
    job.tick_ms = 0;
    bulk_upkeep(job.t.core);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_WRITING, state()->step);
    job.t.core->shared->bulk->cancel = false;
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
}

static void begin_too_early(void) {
    TEST_ASSERT_EQUAL_INT(BULK_STEP_WRITING, state()->step);
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, bulk_job_send_text(&job, &job.admin, "102,Bob,2\n"));
}

void test_another_job_begins_once_the_files_of_the_last_are_closed_and_removed(void) {
    start("101,Ann,1\n", false);
    at_close = begin_too_early;
    bulk_job_run(&job);
    TEST_ASSERT_NULL(at_close);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    TEST_ASSERT_FALSE(bulk_job_has(&job, "file"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "102,Bob,2\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, state()->step);
}

/* --- The log ------------------------------------------------------------------------------------------------------------ */

void test_a_job_is_in_the_log_step_by_step(void) {
    transitions_follow("bulk", "bulk");
    start("101,Ann,1\n102,Bob,2\n", false);
    bulk_job_work(&job);
    assert_transitions("from=none to=uploading by=\"first piece\"\n"
                       "from=uploading to=uploaded by=\"last piece\"\n"
                       "from=uploaded to=checking by=check\n"
                       "from=checking to=checked by=\"last row\"\n"
                       "from=checked to=writing by=start\n"
                       "from=writing to=done by=\"last row\"\n");
    fixture_restart(&job.t);
    assert_transitions("from=none to=done by=restart\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    assert_transitions("from=done to=none by=cancel\n");
}

void test_a_job_that_fails_or_ends_early_is_in_the_log(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n");
    transitions_follow("bulk", "bulk");
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    bulk_job_run(&job);
    assert_transitions("from=checked to=writing by=start\n"
                       "from=writing to=cancelled by=cancel\n");
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n");
    assert_transitions("from=cancelled to=uploading by=\"first piece\"\n"
                       "from=uploading to=uploaded by=\"last piece\"\n"
                       "from=uploaded to=checking by=check\n"
                       "from=checking to=checked by=\"last row\"\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    start("101,Ann,1\n", false);
    store_reserve_give_up(job.t.home);
    bulk_job_run(&job);
    assert_transitions("from=checked to=cancelled by=cancel\n"
                       "from=cancelled to=uploading by=\"first piece\"\n"
                       "from=uploading to=uploaded by=\"last piece\"\n"
                       "from=uploaded to=checking by=check\n"
                       "from=checking to=checked by=\"last row\"\n"
                       "from=checked to=writing by=start\n"
                       "from=writing to=failed by=E_NOSPC\n");
    advance(BULK_KEEP_MS);
    bulk_upkeep(job.t.core);
    assert_transitions("from=failed to=none by=time\n");
}

void test_a_job_without_its_file_is_gone_at_the_start(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n");
    remove_file("file");
    transitions_follow("bulk", "bulk");
    fixture_restart(&job.t);
    assert_transitions("from=none to=checked by=restart\n"
                       "from=checked to=none by=\"file gone\"\n");
}

void test_a_job_that_is_erased_is_in_the_log(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n");
    transitions_follow("bulk", "bulk");
    bulk_erased(job.t.core);
    assert_transitions("from=checked to=none by=initialisation\n");
}

void test_a_job_whose_row_is_gone_is_in_the_log(void) {
    start("101,Ann,1\n", false);
    transitions_follow("bulk", "bulk");
    TEST_ASSERT_EQUAL_INT(0, store_begin(job.t.core->store));
    TEST_ASSERT_EQUAL_INT(0, store_bulk_clear(job.t.core->store));
    TEST_ASSERT_EQUAL_INT(0, store_commit(job.t.core->store));
    bulk_job_run(&job);
    assert_transitions("from=writing to=none by=\"row gone\"\n");
}
