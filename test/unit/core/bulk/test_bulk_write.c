/* Writing what was checked: a slice a transaction, or all or none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit_rows.h"
#include "bulk_job.h"
#include "core/accounts/accounts.h"
#include "core/accounts/sessions.h"
#include "core/bulk/bulk_impl.h"
#include "core/time/clock.h"
#include "core/users/credentials.h"
#include "core/users/users.h"
#include "file_watch.h"
#include "folder_files.h"
#include "store/home_impl.h"
#include "store/users/users.h"
#include "unity.h"

#define TICK 50 /* milliseconds: a run is one slice of as few rows as it has */

static struct bulk_job job;
static struct audit_rows audit;
static char bulk_dir[80];

void setUp(void) {
    bulk_job_up(&job);
    (void)snprintf(bulk_dir, sizeof(bulk_dir), "%s/bulk", job.t.dir);
}

void tearDown(void) {
    (void)file_watch_stop();
    bulk_job_down(&job);
}

static const struct store_bulk *state(void) {
    return bulk_job_state(&job, &job.admin);
}

static void start(const struct actor *by, bool whole) {
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, by, whole));
}

static void assert_counts(uint32_t added, uint32_t changed, uint32_t same, uint32_t skipped, uint32_t bad) {
    const struct store_bulk_counts *counts = &state()->counts;
    const uint32_t want[] = {added, changed, same, skipped, bad};
    const uint32_t got[] = {counts->added, counts->changed, counts->same, counts->skipped, counts->bad};
    TEST_ASSERT_EQUAL_UINT32_ARRAY(want, got, 5);
}

static void checked_rows(uint32_t from, unsigned count) {
    char *rows = bulk_job_rows(from, count);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, rows));
    free(rows);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    bulk_job_work(&job);
}

/* Users with a level whose passwords nobody knows: to hash one takes its time. */
static void add_administrators(uint32_t from, unsigned count, uint8_t level) {
    const struct store_password password = {.hash = "x", .console = true};
    TEST_ASSERT_EQUAL_INT(0, store_begin(job.t.core->store));
    for (uint32_t id = from; id < from + count; id++) {
        const struct user user = {.userid = id, .username = "Chief", .level = level, .group = 1};
        TEST_ASSERT_EQUAL_INT(0, store_users_add(job.t.core->store, &user, &password));
    }
    TEST_ASSERT_EQUAL_INT(0, store_commit(job.t.core->store));
}

static void edit_user(struct user_change change) {
    struct users_saved saved;
    struct users_refusal refusal;
    TEST_ASSERT_EQUAL_INT(0, users_edit(job.t.core, &job.admin, &change, &saved, &refusal));
}

static void get(uint32_t userid, struct user *ret_user) {
    static struct arena arena;
    arena_done(&arena);
    arena_init(&arena, 8192);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_user(&job, userid, &arena, ret_user));
    ret_user->username = "";
    arena_done(&arena);
}

/* ---- rows ---- */

void test_what_is_given_is_written_and_nothing_else(void) {
    struct user user;
    fixture_add_user(&job.t, 20, "There", 0, 2000, NULL);
    bulk_job_checked(&job, &job.admin, "20,New,,,2\n21,Ann,2100,,3,4\n8,Officer,0,8,1,0\n");
    assert_counts(1, 1, 1, 0, 0);
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 21));
    start(&job.admin, false);
    bulk_job_work(&job);
    assert_counts(1, 1, 1, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(3, state()->counts.at);
    get(20, &user);
    TEST_ASSERT_EQUAL_UINT64(2000, user.cardno);
    TEST_ASSERT_EQUAL_UINT8(2, user.group);
    TEST_ASSERT_EQUAL_UINT32(2, user.revision);
    get(21, &user);
    TEST_ASSERT_EQUAL_UINT64(2100, user.cardno);
    TEST_ASSERT_EQUAL_UINT8(4, user.shift);
    get(8, &user);
    TEST_ASSERT_EQUAL_UINT32(1, user.revision);
}

void test_each_row_that_becomes_wrong_is_told_behind_those_that_were(void) {
    bulk_job_checked(&job, &job.admin, "x,Wrong,1\n101,Ann,1\n102,Bob,2\n103,Cat,3\n");
    fixture_add_user(&job.t, 50, "Holder", 0, 2, NULL);
    start(&job.admin, false);
    bulk_job_work(&job);
    assert_counts(2, 0, 0, 0, 2);
    TEST_ASSERT_EQUAL_STRING("1 0 userid E_USER_ID_INVALID;3 102 cardno E_CARD_EXISTS;", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_TRUE(bulk_job_is_there(&job, 101));
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 102));
    TEST_ASSERT_TRUE(bulk_job_is_there(&job, 103));
    /* And it is still told after a restart. */
    fixture_restart(&job.t);
    TEST_ASSERT_EQUAL_STRING("3 102 cardno E_CARD_EXISTS;", bulk_job_wrong(&job, 1, 10));
}

/* A row that counts as wrong is on the disk before the transaction that counts it. */
void test_wrong_rows_are_synchronised_where_there_are_new_ones(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n102,Bob,2\n");
    start(&job.admin, false);
    fixture_add_user(&job.t, 50, "Holder", 0, 2, NULL);
    file_watch_start(bulk_dir);
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_STRING("write bad\nsync bad\nremove file\nremove rows\n", file_watch_stop());
    bulk_job_checked(&job, &job.admin, "x,Wrong,1\n103,Cat,3\n");
    start(&job.admin, false);
    file_watch_start(bulk_dir);
    bulk_job_run(&job);
    TEST_ASSERT_NULL(strstr(file_watch_stop(), "sync"));
}

void test_room_ends_during_the_check_and_during_the_writing(void) {
    checked_rows(1000, 500); /* user 8 has the first of 500 places */
    assert_counts(499, 0, 0, 0, 1);
    TEST_ASSERT_EQUAL_STRING("500 1499 userid E_CAPACITY;", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    checked_rows(1000, 499);
    assert_counts(499, 0, 0, 0, 0);
    fixture_add_user(&job.t, 50, "Other", 0, 0, NULL);
    TEST_ASSERT_EQUAL_INT(E_CAPACITY, bulk_start(job.t.core, &job.admin, true));
    start(&job.admin, false);
    bulk_job_work(&job);
    assert_counts(498, 0, 0, 0, 1);
    TEST_ASSERT_EQUAL_STRING("499 1498  E_CAPACITY;", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 1498));
}

void test_room_that_is_made_meanwhile_is_used(void) {
    job.tick_ms = TICK;
    fixture_add_user(&job.t, 50, "Other", 0, 0, NULL);
    checked_rows(1000, 498);
    assert_counts(498, 0, 0, 0, 0);
    fixture_add_user(&job.t, 51, "Other", 0, 0, NULL);
    start(&job.admin, false);
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_UINT32(100, state()->counts.added);
    TEST_ASSERT_EQUAL_INT(0, users_delete(job.t.core, &job.admin, 50));
    bulk_job_work(&job);
    assert_counts(498, 0, 0, 0, 0);
}

/* ---- slices ---- */

void test_a_slice_is_written_with_how_far_it_is_and_a_restart_repeats_nothing(void) {
    checked_rows(1000, 250);
    start(&job.admin, false);
    job.tick_ms = TICK;
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_UINT32(100, state()->counts.at);
    assert_counts(100, 0, 0, 0, 0);
    TEST_ASSERT_TRUE(bulk_job_is_there(&job, 1099));
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 1100));
    fixture_restart(&job.t);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_WRITING, state()->step);
    TEST_ASSERT_EQUAL_UINT32(100, state()->counts.at);
    bulk_job_work(&job);
    assert_counts(250, 0, 0, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(250, state()->counts.at);
    TEST_ASSERT_TRUE(bulk_job_is_there(&job, 1249));
}

static struct turns_waiter waiter;

/* The clock that the slice reads once its transaction has begun: from then on somebody waits to write. */
static int64_t waited_for(void *ctx) {
    const struct fake_hal *fake = ctx;
    if (job.t.home->turns.taken) {
        job.t.home->turns.first = &waiter;
    }
    return (int64_t)fake->mono_ms;
}

void test_a_slice_ends_soon_while_somebody_waits_to_write(void) {
    checked_rows(1000, 250);
    start(&job.admin, false);
    store_wait_most(job.t.core->store, 0); /* the next slice of the run finds that it is not its turn */
    int64_t (*ticking)(void *) = job.t.fake.hal.clock.mono_ms;
    job.t.fake.hal.clock.mono_ms = waited_for;
    bulk_job_run(&job);
    job.t.fake.hal.clock.mono_ms = ticking;
    TEST_ASSERT_EQUAL_PTR(&waiter, job.t.home->turns.first);
    TEST_ASSERT_FALSE(job.t.home->turns.taken);
    job.t.home->turns.first = NULL;
    TEST_ASSERT_EQUAL_UINT32(10, state()->counts.at);
    (void)atomic_fetch_add(&job.t.fake.mono_ms, 1000); /* when it tries again */
    bulk_job_work(&job);
    assert_counts(250, 0, 0, 0, 0);
}

/* What a wrong row wrote behind the last commit does not count. */
void test_wrong_rows_of_a_slice_that_was_lost_are_not_told_twice(void) {
    char folder[80];
    bulk_job_checked(&job, &job.admin, "101,Ann,1\n102,Bob,2\n");
    fixture_add_user(&job.t, 50, "Holder", 0, 2, NULL);
    start(&job.admin, false);
    (void)snprintf(folder, sizeof(folder), "%s/bulk", job.t.dir);
    folder_write_text(folder, "bad", "what a power cut left");
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_STRING("2 102 cardno E_CARD_EXISTS;", bulk_job_wrong(&job, 0, 10));
}

void test_it_is_ended_between_two_slices_and_what_was_written_stays(void) {
    checked_rows(1000, 250);
    start(&job.admin, false);
    job.tick_ms = TICK;
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, state()->step);
    assert_counts(100, 0, 0, 0, 0);
    TEST_ASSERT_FALSE(bulk_job_has(&job, "file"));
    TEST_ASSERT_FALSE(bulk_job_has(&job, "rows"));
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_EQUAL_STRING(
        "{\"kind\":\"users\",\"end\":\"cancelled\",\"file\":\"people.csv\",\"added\":100,\"changed\":0,"
        "\"same\":0,\"skipped\":0,\"bad\":0}",
        audit.rows[0].after);
    /* The rest comes with the next one, which knows nothing of this one. */
    job.tick_ms = 0;
    checked_rows(1100, 150);
    start(&job.admin, true);
    bulk_job_work(&job);
    assert_counts(150, 0, 0, 0, 0);
}

/* ---- who may ---- */

void test_rights_are_asked_before_each_slice(void) {
    char *rows = bulk_job_rows(1000, 250);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.officer, rows));
    free(rows);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.officer, BULK_EXISTING_REFUSE));
    bulk_job_work(&job);
    start(&job.officer, false);
    job.tick_ms = TICK;
    bulk_job_run(&job);
    edit_user((struct user_change){.values = {.userid = 8, .level = 7}, .given = GIVEN(LEVEL)});
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(-E_SESSION_ENDED, state()->code);
    assert_counts(100, 0, 0, 0, 0);
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 1100));
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_NOT_NULL(strstr(audit.rows[0].after, "\"end\":\"failed\""));
}

void test_who_may_not_change_users_any_more_checks_and_writes_nothing(void) {
    bulk_job_checked(&job, &job.officer, "101,Ann,1\n");
    edit_user((struct user_change){.values = {.userid = 8, .level = 1}, .given = GIVEN(LEVEL)});
    struct actor low = job.officer;
    low.level = 1; /* the default rights of this level do not have the users */
    start(&low, false);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(-E_SESSION_ENDED, state()->code);
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 101));
}

void test_all_or_none_is_decided_when_it_begins(void) {
    bulk_job_checked(&job, &job.officer, "101,Ann,1\n102,Bob,2\n");
    start(&job.officer, true);
    job.t.core->shared->bulk->state.holder.level = 7; /* whatever becomes of who began it */
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    assert_counts(2, 0, 0, 0, 0);
    TEST_ASSERT_EQUAL_INT(0, credentials_check_held(job.t.core));
}

/* ---- all or none ---- */

void test_all_rows_are_judged_again_before_the_first_is_written(void) {
    checked_rows(1000, 300);
    fixture_add_user(&job.t, 1298, "Other", 0, 0, NULL);
    start(&job.admin, true);
    job.tick_ms = 1; /* several runs */
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(-E_BULK_BAD_ROWS, state()->code);
    assert_counts(0, 0, 0, 0, 1);
    TEST_ASSERT_EQUAL_STRING("299 1298 userid E_USER_ID_EXISTS;", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 1000));
    TEST_ASSERT_EQUAL_INT(0, credentials_check_held(job.t.core));
    TEST_ASSERT_FALSE(bulk_job_has(&job, "rows"));
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_NOT_NULL(strstr(audit.rows[0].after, "\"end\":\"failed\",\"file\":\"people.csv\",\"added\":0"));
    /* Told after a restart too: they were synchronised. */
    fixture_restart(&job.t);
    TEST_ASSERT_EQUAL_STRING("299 1298 userid E_USER_ID_EXISTS;", bulk_job_wrong(&job, 0, 10));
}

void test_a_card_is_given_on_in_both_ways(void) {
    struct user user;
    for (unsigned whole = 0; whole < 2; whole++) {
        const uint32_t first = whole == 0 ? 20 : 22;
        char rows[64];
        fixture_add_user(&job.t, first, "Had it", 0, first * 100, NULL);
        (void)snprintf(rows, sizeof(rows), "%u,,%u\n%u,Has it,%u\n", first, first * 100 + 1, first + 1, first * 100);
        bulk_job_checked(&job, &job.admin, rows);
        assert_counts(1, 1, 0, 0, 0);
        start(&job.admin, whole == 1);
        bulk_job_work(&job);
        assert_counts(1, 1, 0, 0, 0);
        get(first + 1, &user);
        TEST_ASSERT_EQUAL_UINT64(first * 100, user.cardno);
    }
}

void test_who_would_be_raised_only_since_the_check_stops_all(void) {
    add_administrators(30, 1, 4);
    bulk_job_checked(&job, &job.admin, "30,,,4\n31,Ann\n");
    TEST_ASSERT_FALSE(state()->raises);
    edit_user((struct user_change){.values = {.userid = 30, .level = 2}, .given = GIVEN(LEVEL)});
    start(&job.admin, true);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(-E_BULK_BAD_ROWS, state()->code);
    TEST_ASSERT_EQUAL_STRING("1 30 level E_PASSWORD_NEEDED;", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 31));
}

void test_who_was_asked_for_the_password_raises(void) {
    struct user user;
    add_administrators(30, 2, 2);
    for (unsigned whole = 0; whole < 2; whole++) {
        char rows[32];
        (void)snprintf(rows, sizeof(rows), "%u,,,4\n", 30 + whole);
        bulk_job_checked(&job, &job.admin, rows);
        TEST_ASSERT_TRUE(state()->raises);
        start(&job.admin, whole == 1);
        bulk_job_work(&job);
        assert_counts(0, 1, 0, 0, 0);
        get(30 + whole, &user);
        TEST_ASSERT_EQUAL_UINT8(4, user.level);
    }
}

void test_once_all_were_judged_a_restart_only_writes(void) {
    checked_rows(1000, 250);
    start(&job.admin, true);
    job.tick_ms = TICK;
    while (!state()->verified) {
        bulk_job_run(&job);
    }
    TEST_ASSERT_EQUAL_UINT32(0, state()->counts.at);
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_UINT32(100, state()->counts.at);
    fixture_restart(&job.t);
    TEST_ASSERT_TRUE(state()->verified);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    assert_counts(250, 0, 0, 0, 0);
}

/* ---- sessions and audit ---- */

void test_sessions_follow_each_slice_however_many_they_are(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = 0;
    uint32_t ids[120];
    struct actor view;
    const struct user_change change = {.values = {.username = "", .level = 1}, .given = GIVEN(LEVEL)};
    for (uint32_t i = 0; i < 120; i++) {
        ids[i] = 100 + i;
    }
    add_administrators(100, 120, 3);
    struct actor chief = {.account = "219", .userid = 219, .level = 3};
    TEST_ASSERT_EQUAL_INT(0, sessions_open(job.t.shared->sessions, &chief, token, &id));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_edit(&job, &job.admin, ids, 120, &change));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(0, accounts_recognise(job.t.core, token, strlen(token), &view));
    start(&job.admin, false);
    bulk_job_work(&job);
    assert_counts(0, 120, 0, 0, 0);
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, accounts_recognise(job.t.core, token, strlen(token), &view));
}

void test_sessions_get_their_days(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = 0;
    struct actor view;
    const uint32_t today = clock_today(job.t.core);
    const struct user_change change = {.values = {.username = "", .valid_to = today - 1}, .given = GIVEN(VALID_TO)};
    add_administrators(30, 1, 3);
    struct actor chief = {.account = "30", .userid = 30, .level = 3};
    TEST_ASSERT_EQUAL_INT(0, sessions_open(job.t.shared->sessions, &chief, token, &id));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_edit(&job, &job.admin, (const uint32_t[]){30}, 1, &change));
    bulk_job_work(&job);
    start(&job.admin, true);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, accounts_recognise(job.t.core, token, strlen(token), &view));
}

void test_the_audit_log_has_one_entry_and_one_for_each_administrator(void) {
    add_administrators(30, 1, 2);
    bulk_job_checked(&job, &job.officer, "30,New name\n31,Ann\nx,Bob\n8,Officer\n");
    audit_rows_read(job.t.core->store, &audit);
    const unsigned before = audit.count;
    start(&job.officer, false);
    bulk_job_work(&job);
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_EQUAL_UINT(before + 2, audit.count);
    TEST_ASSERT_EQUAL_STRING("users", audit.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("8", audit.rows[0].account);
    TEST_ASSERT_EQUAL_STRING("192.0.2.8", audit.rows[0].peer);
    TEST_ASSERT_EQUAL_STRING("bulkStart", audit.rows[0].call);
    TEST_ASSERT_EQUAL_STRING(
        "{\"kind\":\"users\",\"end\":\"done\",\"file\":\"people.csv\",\"added\":1,\"changed\":1,\"same\":1,"
        "\"skipped\":0,\"bad\":1}",
        audit.rows[0].after);
    TEST_ASSERT_EQUAL_STRING("user 30", audit.rows[1].object);
}

void test_an_edit_says_whom_it_was_about(void) {
    const struct user_change change = {.values = {.username = "", .group = 5, .shift = 2},
                                       .given = GIVEN(GROUP) | GIVEN(SHIFT)};
    fixture_add_user(&job.t, 20, "Ann", 0, 0, NULL);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_edit(&job, &job.admin, (const uint32_t[]){20, 99}, 2, &change));
    bulk_job_work(&job);
    start(&job.admin, false);
    bulk_job_work(&job);
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_EQUAL_STRING(
        "{\"kind\":\"edit\",\"end\":\"done\",\"filter\":{\"userids\":2},\"change\":{\"group\":5,\"shift\":2},"
        "\"added\":0,\"changed\":1,\"same\":0,\"skipped\":0,\"bad\":1}",
        audit.rows[0].after);
}
