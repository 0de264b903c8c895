/* What is asked for of a file that is here: check it, write it, end it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bulk_job.h"
#include "core/accounts/accounts.h"
#include "core/bulk/bulk_impl.h"
#include "core/users/credentials.h"
#include "core/users/users.h"
#include "folder_files.h"
#include "store/home_impl.h"
#include "store/upload.h"
#include "unity.h"

static struct bulk_job job;
static uint64_t free_octets;

/* In the place of the store's: the disk is as full as the test says. */
uint64_t store_home_free_octets(const struct store_home *home) {
    (void)home;
    return free_octets;
}

void setUp(void) {
    free_octets = UINT64_MAX;
    bulk_job_up(&job);
}

void tearDown(void) {
    bulk_job_down(&job);
}

static int check_columns(const uint8_t *columns, uint8_t count) {
    struct store_bulk_form form = {.delimiter = DELIMITER_COMMA, .column_count = count};
    memcpy(form.columns, columns, count);
    return bulk_check(job.t.core, &job.admin, &form);
}

static enum bulk_step step(void) {
    return bulk_job_state(&job, &job.admin)->step;
}

/* ---- check ---- */

void test_columns_have_the_id_and_each_field_once(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "1,Ann,2\n"));
    TEST_ASSERT_EQUAL_INT(E_COLUMN_MISSING, check_columns((const uint8_t[]){BULK_FIELD_USERID}, 0));
    TEST_ASSERT_EQUAL_INT(E_COLUMN_MISSING, check_columns((const uint8_t[]){BULK_FIELD_USERNAME, BULK_FIELD_NONE}, 2));
    TEST_ASSERT_EQUAL_INT(E_COLUMN_TWICE, check_columns((const uint8_t[]){BULK_FIELD_USERID, BULK_FIELD_USERID}, 2));
    TEST_ASSERT_EQUAL_INT(
        E_COLUMN_TWICE,
        check_columns((const uint8_t[]){BULK_FIELD_USERID, BULK_FIELD_VALID_TO, BULK_FIELD_VALID_TO}, 3));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, step());
    TEST_ASSERT_EQUAL_INT(0, check_columns((const uint8_t[]){BULK_FIELD_NONE, BULK_FIELD_USERID, BULK_FIELD_NONE}, 3));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKING, step());
}

void test_what_is_no_table_or_archive_is_refused_at_once(void) {
    static const char picture[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    struct store_bulk_form form = {.delimiter = DELIMITER_COMMA, .columns = {BULK_FIELD_USERID}, .column_count = 1};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_USERS, picture, sizeof(picture)));
    TEST_ASSERT_EQUAL_INT(E_TABLE_UNREADABLE, bulk_check(job.t.core, &job.admin, &form));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, step());
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_PHOTOS, picture, sizeof(picture)));
    TEST_ASSERT_EQUAL_INT(E_ARCHIVE_UNREADABLE, bulk_check(job.t.core, &job.admin, &form));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, step());
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "1\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &form));
}

/* The form that is asked for is the one that counts, also when it is checked again. */
void test_a_check_reads_the_file_as_it_is_told(void) {
    struct store_bulk_form form = {.encoding = TEXT_ENCODING_WINDOWS1252,
                                   .delimiter = DELIMITER_SEMICOLON,
                                   .heading = true,
                                   .columns = {BULK_FIELD_USERID, BULK_FIELD_USERNAME},
                                   .column_count = 2};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "201;M\xfcller\n202;Na\xefve\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &form));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(1, bulk_job_state(&job, &job.admin)->counts.added);
    form.heading = false;
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &form));
    TEST_ASSERT_EQUAL_UINT32(0, bulk_job_state(&job, &job.admin)->counts.added);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(2, bulk_job_state(&job, &job.admin)->counts.added);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, 8192);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_user(&job, 201, &arena, &user));
    TEST_ASSERT_EQUAL_STRING("Müller", user.username);
}

/* Everything that the check before it found is forgotten. */
void test_a_check_begins_at_nothing(void) {
    fixture_add_user(&job.t, 30, "Chief", 0, 0, "918273");
    bulk_job_checked(&job, &job.admin, "30,,,4\nx,Wrong,1\n");
    TEST_ASSERT_TRUE(job.view.state.raises);
    TEST_ASSERT_EQUAL_UINT32(2, job.view.state.counts.rows);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_SKIP));
    const struct store_bulk *state = bulk_job_state(&job, &job.admin);
    TEST_ASSERT_FALSE(state->raises);
    TEST_ASSERT_EACH_EQUAL_UINT32(0, (const uint32_t *)&state->counts, sizeof(state->counts) / sizeof(uint32_t));
    TEST_ASSERT_EQUAL_INT64(0, state->bad_octets);
    bulk_job_work(&job);
    TEST_ASSERT_FALSE(bulk_job_state(&job, &job.admin)->raises);
    TEST_ASSERT_EQUAL_UINT32(1, job.view.state.counts.skipped);
}

void test_a_failure_is_forgotten_by_the_next_check(void) {
    bulk_job_checked(&job, &job.officer, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.officer, BULK_EXISTING_REPLACE));
    job.t.core->shared->bulk->state.holder.level = 9; /* as if it had been another level */
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, step());
    TEST_ASSERT_EQUAL_UINT32(-E_SESSION_ENDED, job.view.state.code);
    job.t.core->shared->bulk->state.holder.level = 8;
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.officer, BULK_EXISTING_REPLACE));
    TEST_ASSERT_EQUAL_UINT32(0, bulk_job_state(&job, &job.admin)->code);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, step());
}

void test_nothing_is_checked_on_a_full_disk(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "101,Ann,1\n"));
    store_reserve_give_up(job.t.home);
    TEST_ASSERT_EQUAL_INT(E_NOSPC, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, step());
}

void test_a_file_that_is_not_whole_is_not_checked(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "101,Ann,1\n"));
    char folder[80];
    (void)snprintf(folder, sizeof(folder), "%s/bulk", job.t.dir);
    folder_write_text(folder, "file", "101,Ann,1\n102,Bob,2\n");
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_job_check(&job, &job.officer, BULK_EXISTING_REFUSE));
}

void test_an_edit_has_no_file_to_check(void) {
    const struct user_change change = {.values = {.username = "", .group = 2}, .given = GIVEN(GROUP)};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_edit(&job, &job.admin, (const uint32_t[]){8}, 1, &change));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, step());
}

/* ---- start ---- */

void test_only_who_began_it_starts_what_is_checked(void) {
    bulk_job_checked(&job, &job.officer, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_start(job.t.core, &job.admin, false));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, step());
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.officer, false));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_WRITING, step());
    TEST_ASSERT_FALSE(job.view.state.whole);
    TEST_ASSERT_EQUAL_INT(0, credentials_check_held(job.t.core)); /* others write between */
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, bulk_start(job.t.core, &job.officer, false));
}

void test_all_or_none_needs_that_no_row_is_wrong(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann,1\nx,Bob,2\n102,Cat,3\n");
    TEST_ASSERT_EQUAL_INT(E_BULK_BAD_ROWS, bulk_start(job.t.core, &job.admin, true));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, step());
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    const struct store_bulk *state = bulk_job_state(&job, &job.admin);
    TEST_ASSERT_EQUAL_UINT32(1, state->counts.at); /* the wrong one is done with */
    TEST_ASSERT_EQUAL_UINT32(3, state->counts.rows);
    TEST_ASSERT_EQUAL_UINT32(1, state->counts.bad);
    TEST_ASSERT_EQUAL_UINT32(0, state->counts.added);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(3, bulk_job_state(&job, &job.admin)->counts.at);
}

void test_all_or_none_needs_room_on_the_disk(void) {
    fixture_add_user(&job.t, 30, "There", 0, 0, NULL);
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n30,New,2\n");
    free_octets = 2 * 2048 + STORE_MARGIN_OCTETS - 1;
    TEST_ASSERT_EQUAL_INT(E_NOSPC, bulk_start(job.t.core, &job.admin, true));
    free_octets++;
    store_reserve_give_up(job.t.home);
    TEST_ASSERT_EQUAL_INT(E_NOSPC, bulk_start(job.t.core, &job.admin, true));
    TEST_ASSERT_EQUAL_INT(E_NOSPC, bulk_start(job.t.core, &job.admin, false)); /* nothing grows */
    free_octets = UINT64_MAX;
    TEST_ASSERT_EQUAL_INT(0, store_reserve_restore(job.t.core->store));
    free_octets = 2 * 2048 + STORE_MARGIN_OCTETS;
    TEST_ASSERT_EQUAL_INT(0, credentials_check_held(job.t.core));
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, true));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, credentials_check_held(job.t.core));
}

void test_raising_somebody_asks_for_the_password(void) {
    fixture_add_user(&job.t, 30, "Chief", 0, 0, "918273");
    bulk_job_checked(&job, &job.admin, "30,,,4\n");
    struct actor stale = job.admin;
    stale.fresh = false;
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_NEEDED, bulk_start(job.t.core, &stale, false));
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_NEEDED, bulk_start(job.t.core, &stale, true));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, step());
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, true));
}

void test_who_is_gone_starts_nothing(void) {
    bulk_job_checked(&job, &job.officer, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, users_delete(job.t.core, &job.admin, 8));
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, bulk_start(job.t.core, &job.officer, true));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, step());
    TEST_ASSERT_EQUAL_INT(0, credentials_check_held(job.t.core));
    TEST_ASSERT_EQUAL_INT(0, store_begin(job.t.core->store)); /* no transaction is left open */
    store_abort(job.t.core->store);
}

void test_who_starts_it_is_who_it_is_of_from_then_on(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n");
    struct actor again = job.admin;
    (void)snprintf(again.peer, sizeof(again.peer), "198.51.100.7");
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &again, false));
    TEST_ASSERT_EQUAL_STRING("198.51.100.7", bulk_job_state(&job, &job.admin)->holder.peer);
}

/* ---- cancel ---- */

void test_what_waits_is_forgotten_with_its_file(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann,1\nx,Bob,2\n");
    TEST_ASSERT_TRUE(job.view.cancellable);
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    const struct store_bulk *state = bulk_job_state(&job, &job.admin);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, state->step);
    TEST_ASSERT_EQUAL_STRING("people.csv", state->name);
    TEST_ASSERT_EQUAL_UINT32(0, state->counts.bad);
    TEST_ASSERT_EQUAL_INT64(0, state->bad_octets);
    TEST_ASSERT_EQUAL_INT64(0, job.view.received);
    TEST_ASSERT_FALSE(job.view.cancellable);
    TEST_ASSERT_FALSE(bulk_job_has(&job, "file"));
    TEST_ASSERT_FALSE(bulk_job_has(&job, "bad"));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    fixture_restart(&job.t);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, step());
}

/* What is over is forgotten as a whole. */
void test_what_is_over_is_none_afterwards(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann,1\nx,Bob,2\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, step());
    TEST_ASSERT_FALSE(job.view.cancellable);
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, step());
    TEST_ASSERT_FALSE(bulk_job_has(&job, "bad"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "102,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, step());
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, step());
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.officer)); /* nothing of anybody's */
}

void test_a_check_that_is_cancelled_ends(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "101,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(E_ABOVE_LEVEL, bulk_cancel(job.t.core, &job.officer));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKING, step());
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, step());
    TEST_ASSERT_FALSE(bulk_job_has(&job, "file"));
    TEST_ASSERT_EQUAL_INT64(0, job.view.received);
    /* The next one is not cancelled with it. */
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, step());
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 101));
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, step());
}

void test_others_end_it_with_its_level_at_least(void) {
    fixture_add_user(&job.t, 9, "Other", 8, 0, "846257");
    struct actor other = job.officer;
    other.userid = 9;
    (void)snprintf(other.account, sizeof(other.account), "9");
    bulk_job_checked(&job, &job.officer, "101,Ann,1\n");
    bulk_view(job.t.core, &other, &job.view);
    TEST_ASSERT_TRUE(job.view.cancellable);
    TEST_ASSERT_FALSE(job.view.own);
    other.level = 7;
    bulk_view(job.t.core, &other, &job.view);
    TEST_ASSERT_FALSE(job.view.cancellable);
    TEST_ASSERT_EQUAL_INT(E_ABOVE_LEVEL, bulk_cancel(job.t.core, &other));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, step());
    other.level = 8;
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &other));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, step());
}
