/* The one job, on a whole terminal below the wire: whose it is, how it goes on and ends. */
#include "core/bulk/bulk_impl.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/accounts/accounts.h"
#include "core/users/credentials.h"
#include "core/users/users.h"
#include "store/upload.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/log.h"

static struct fixture t;
static struct actor admin, officer;
static struct bulk_view view;

void setUp(void) {
    fixture_up(&t);
    admin = (struct actor){.session = 1, .account = "admin", .level = 16, .fresh = true, .call = "bulkStart"};
    fixture_add_user(&t, 8, "Officer", 8, 0, "735846");
    officer = (struct actor){
        .session = 2, .account = "8", .userid = 8, .level = 8, .fresh = true, .call = "bulkStart", .name = "Officer"};
}

void tearDown(void) {
    fixture_down(&t);
}

static int upload(const struct actor *by, const char *text) {
    int64_t received = 0;
    const char *field = NULL;
    const struct bulk_piece piece = {.kind = BULK_KIND_USERS,
                                     .total = (int64_t)strlen(text),
                                     .name = "people.csv",
                                     .data = text,
                                     .len = strlen(text)};
    return bulk_upload(t.core, by, &piece, &received, &field);
}

static int check(const struct actor *by, enum bulk_existing existing) {
    const struct store_bulk_form form = {.delimiter = DELIMITER_COMMA,
                                         .existing = existing,
                                         .columns = {BULK_FIELD_USERID, BULK_FIELD_USERNAME, BULK_FIELD_CARDNO},
                                         .column_count = 3};
    return bulk_check(t.core, by, &form);
}

static const struct store_bulk *look(const struct actor *by) {
    bulk_view(t.core, by, &view);
    return &view.state;
}

/* Runs as the upkeep does, until nothing is to be done. */
static void work(void) {
    for (unsigned n = 0; n < 1000; n++) {
        const enum bulk_step step = look(&admin)->step;
        if (step != BULK_STEP_CHECKING && step != BULK_STEP_WRITING) {
            return;
        }
        TEST_ASSERT_LESS_OR_EQUAL_INT64(core_mono_ms(t.core), bulk_due_ms(t.core));
        bulk_upkeep(t.core);
    }
    TEST_FAIL_MESSAGE("it does not end");
}

static void make_checked(const struct actor *by, const char *text) {
    TEST_ASSERT_EQUAL_INT(0, upload(by, text));
    TEST_ASSERT_EQUAL_INT(0, check(by, BULK_EXISTING_REPLACE));
    work();
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, look(by)->step);
}

static int find(uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, 8192);
    return users_get(t.core, userid, &arena, &user);
}

static bool has_file(const char *name) {
    char path[STORE_UPLOAD_PATH_MAX];
    (void)snprintf(path, sizeof(path), "%s/bulk/%s", t.dir, name);
    return access(path, F_OK) == 0;
}

static void advance(int64_t ms) {
    atomic_fetch_add(&t.fake.mono_ms, ms);
}

void test_nothing_is_due_before_something_was_begun(void) {
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, bulk_due_ms(t.core));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, look(&admin)->step);
    TEST_ASSERT_FALSE(view.own);
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, check(&admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_start(t.core, &admin, false));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(t.core, &admin));
}

void test_each_step_waits_for_the_one_before(void) {
    TEST_ASSERT_EQUAL_INT(0, upload(&admin, "101,Ann,1\n102,Bob,2\n"));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_start(t.core, &admin, false));
    TEST_ASSERT_EQUAL_INT(0, check(&admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKING, look(&admin)->step);
    TEST_ASSERT_TRUE(view.cancellable);
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, check(&admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, upload(&admin, "x"));
    work();
    TEST_ASSERT_EQUAL_UINT32(2, look(&admin)->counts.added);
    TEST_ASSERT_EQUAL_INT(E_USER_UNKNOWN, find(101));
    TEST_ASSERT_EQUAL_INT(0, check(&admin, BULK_EXISTING_SKIP)); /* once more, with another answer */
    work();
    TEST_ASSERT_EQUAL_INT(0, bulk_start(t.core, &admin, false));
    work();
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, look(&admin)->step);
    TEST_ASSERT_EQUAL_INT(0, find(101));
    TEST_ASSERT_EQUAL_INT(0, find(102));
    TEST_ASSERT_FALSE(has_file("file"));
    TEST_ASSERT_FALSE(has_file("rows"));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_start(t.core, &admin, false));
}

/* Nobody keeps others out for ever. */
void test_a_file_that_nobody_goes_on_with_gives_way(void) {
    TEST_ASSERT_EQUAL_INT(0, upload(&admin, "101,Ann,1\n"));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, upload(&officer, "201,Cat,1\n"));
    TEST_ASSERT_EQUAL_INT(E_ABOVE_LEVEL, bulk_cancel(t.core, &officer));
    advance(BULK_IDLE_MS - 1);
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, upload(&officer, "201,Cat,1\n"));
    TEST_ASSERT_EQUAL_INT(0, check(&admin, BULK_EXISTING_REFUSE)); /* goes on with it */
    work();
    advance(BULK_IDLE_MS - 1);
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, upload(&officer, "201,Cat,1\n"));
    advance(1);
    TEST_ASSERT_EQUAL_INT(0, upload(&officer, "201,Cat,1\n"));
    TEST_ASSERT_EQUAL_STRING("8", look(&officer)->holder.account);
    TEST_ASSERT_TRUE(view.own);
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, check(&admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(t.core, &admin)); /* has the level */
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, look(&admin)->step);
}

void test_what_is_left_is_deleted_after_a_day(void) {
    make_checked(&admin, "x,Ann,1\n102,Bob,2\n");
    TEST_ASSERT_TRUE(has_file("file"));
    TEST_ASSERT_TRUE(has_file("bad"));
    advance(BULK_KEEP_MS - 1);
    TEST_ASSERT_GREATER_THAN_INT64(core_mono_ms(t.core), bulk_due_ms(t.core));
    bulk_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, look(&admin)->step);
    advance(1);
    TEST_ASSERT_LESS_OR_EQUAL_INT64(core_mono_ms(t.core), bulk_due_ms(t.core));
    bulk_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, look(&admin)->step);
    TEST_ASSERT_FALSE(has_file("file"));
    TEST_ASSERT_FALSE(has_file("bad"));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, bulk_due_ms(t.core));
}

void test_all_or_none_holds_users_from_its_start_to_its_end_over_a_restart(void) {
    make_checked(&admin, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, credentials_check_held(t.core));
    TEST_ASSERT_EQUAL_INT(0, bulk_start(t.core, &admin, true));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, credentials_check_held(t.core));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, users_delete(t.core, &admin, 8));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, bulk_cancel(t.core, &admin));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, credentials_check_held(t.core));
    TEST_ASSERT_TRUE(look(&admin)->whole);
    work();
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, look(&admin)->step);
    TEST_ASSERT_EQUAL_INT(0, credentials_check_held(t.core));
    TEST_ASSERT_EQUAL_INT(0, find(101));
}

void test_all_or_none_writes_nothing_when_a_row_has_become_wrong(void) {
    make_checked(&admin, "101,Ann,1\n102,Bob,2\n");
    fixture_add_user(&t, 9, "Other", 0, 2, NULL);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(t.core, &admin, true));
    work();
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, look(&admin)->step);
    TEST_ASSERT_EQUAL_UINT32(-E_BULK_BAD_ROWS, view.state.code);
    TEST_ASSERT_EQUAL_UINT32(1, view.state.counts.bad);
    TEST_ASSERT_EQUAL_INT(E_USER_UNKNOWN, find(101));
    TEST_ASSERT_EQUAL_INT(0, credentials_check_held(t.core));
}

void test_good_rows_need_the_rights_of_who_began(void) {
    make_checked(&officer, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_start(t.core, &officer, false));
    TEST_ASSERT_EQUAL_INT(0, users_delete(t.core, &admin, 8));
    work();
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, look(&admin)->step);
    TEST_ASSERT_EQUAL_UINT32(-E_SESSION_ENDED, view.state.code);
    TEST_ASSERT_EQUAL_INT(E_USER_UNKNOWN, find(101));
}

void test_a_job_whose_row_is_gone_ends(void) {
    make_checked(&admin, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_start(t.core, &admin, true));
    TEST_ASSERT_EQUAL_INT(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL_INT(0, bulk_erase(t.core));
    TEST_ASSERT_EQUAL_INT(0, store_commit(t.core->store));
    work(); /* before it is told */
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, look(&admin)->step);
    TEST_ASSERT_EQUAL_INT(E_USER_UNKNOWN, find(101));
    TEST_ASSERT_EQUAL_INT(0, credentials_check_held(t.core));
    bulk_erased(t.core);
    TEST_ASSERT_FALSE(has_file("rows"));
}

void test_a_file_that_is_gone_is_no_job(void) {
    make_checked(&admin, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, store_upload_drop(t.home, STORE_UPLOAD_BULK));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, check(&admin, BULK_EXISTING_REFUSE));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, look(&admin)->step);
}

void test_who_is_raised_since_the_check_is_a_wrong_row(void) {
    fixture_add_user(&t, 30, "Chief", 4, 0, "918273");
    const uint32_t ids[] = {30};
    struct user_change change = {.values = {.username = "", .level = 4}, .given = GIVEN(LEVEL)};
    const struct user_query query = {.given = 0};
    const char *field = NULL;
    struct users_saved saved;
    struct users_refusal refusal;
    const struct bulk_edit_asked asked = {.query = &query, .ids = ids, .id_count = 1, .change = &change};
    TEST_ASSERT_EQUAL_INT(0, bulk_edit(t.core, &admin, &asked, &field));
    work();
    TEST_ASSERT_FALSE(look(&admin)->raises);
    TEST_ASSERT_EQUAL_INT(0,
                          users_edit(t.core, &admin,
                                     &(struct user_change){.values = {.userid = 30, .level = 2}, .given = GIVEN(LEVEL)},
                                     &saved, &refusal));
    struct actor stale = admin;
    stale.fresh = false;
    TEST_ASSERT_EQUAL_INT(0, bulk_start(t.core, &stale, false));
    work();
    TEST_ASSERT_EQUAL_UINT32(0, look(&admin)->counts.changed);
    TEST_ASSERT_EQUAL_UINT32(1, look(&admin)->counts.bad);
}

/* No call waits in a worker for another that is at the job. */
void test_a_held_job_is_busy_at_once(void) {
    struct store_bulk state;
    struct bulk_looked looked;
    struct bulk_asked asked = {.sheet = 0};
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, (size_t)512 * 1024);
    make_checked(&admin, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_act(t.core, &state));
    TEST_ASSERT_EQUAL_INT(E_BUSY, bulk_look(t.core, &admin, &asked, &arena, &looked));
    TEST_ASSERT_EQUAL_INT(E_BUSY, check(&admin, BULK_EXISTING_REPLACE));
    TEST_ASSERT_EQUAL_INT(E_BUSY, upload(&admin, "x"));
    TEST_ASSERT_EQUAL_INT(E_BUSY, bulk_start(t.core, &admin, false));
    TEST_ASSERT_EQUAL_INT(E_BUSY, bulk_cancel(t.core, &admin));
    bulk_act_end(t.core);
    TEST_ASSERT_EQUAL_INT(0, bulk_look(t.core, &admin, &asked, &arena, &looked));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(t.core, &admin));
}

/* The upkeep needs no lock for it, so that no call is refused because of it. */
void test_files_of_a_job_that_is_over_go_while_a_call_is_at_it(void) {
    make_checked(&admin, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_start(t.core, &admin, false));
    (void)pthread_mutex_lock(&t.core->shared->bulk->acting);
    work();
    TEST_ASSERT_FALSE(has_file("rows"));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, look(&admin)->step);
    bulk_act_end(t.core);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + BULK_KEEP_MS, bulk_due_ms(t.core));
}

static enum bulk_step step_at_line;

/* The time of a line of the log: what is shown while it is written. */
static int64_t note_step(void *ctx) {
    (void)ctx;
    step_at_line = look(&admin)->step;
    return -1;
}

/* Works until the job is over. A file that cannot be removed is logged, and the job is still shown as running then. */
static void assert_removed_before_the_end_is_shown(enum bulk_step running, enum bulk_step end) {
    char path[STORE_UPLOAD_PATH_MAX];
    (void)snprintf(path, sizeof(path), "%s/bulk/ids", t.dir);
    TEST_ASSERT_EQUAL_INT(0, mkdir(path, 0700));
    step_at_line = BULK_STEP_NONE;
    log_init(&(struct log_options){.fd = STDERR_FILENO, .level = LOG_LEVEL_WARN, .utc_ms = note_step});
    work();
    log_init(&(struct log_options){.fd = STDERR_FILENO, .level = LOG_LEVEL_INFO});
    TEST_ASSERT_EQUAL_INT(0, rmdir(path));
    TEST_ASSERT_EQUAL_INT(running, step_at_line);
    TEST_ASSERT_EQUAL_INT(end, look(&admin)->step);
}

/* Once the end is shown, another job may begin, and its files are not the ones to remove. */
void test_files_go_before_the_end_is_shown(void) {
    make_checked(&admin, "101,Ann,1\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_start(t.core, &admin, false));
    assert_removed_before_the_end_is_shown(BULK_STEP_WRITING, BULK_STEP_DONE);
    TEST_ASSERT_EQUAL_INT(0, upload(&admin, "102,Bob,2\n"));
    TEST_ASSERT_EQUAL_INT(0, check(&admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(t.core, &admin));
    assert_removed_before_the_end_is_shown(BULK_STEP_CHECKING, BULK_STEP_CANCELLED);
}
