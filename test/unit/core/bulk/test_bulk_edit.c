/* One change for many: whom it is about is written down when it begins. */
#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "bulk_job.h"
#include "core/bulk/bulk_impl.h"
#include "core/users/users.h"
#include "file_watch.h"
#include "store/home_impl.h"
#include "store/upload.h"
#include "unity.h"

static struct bulk_job job;
static struct audit_rows audit;
static const struct user_change group_five = {.values = {.username = "", .group = 5}, .given = GIVEN(GROUP)};

void setUp(void) {
    bulk_job_up(&job);
    for (uint32_t id = 20; id < 25; id++) {
        fixture_add_user(&job.t, id, id < 23 ? "Cleaner" : "Cook", 0, 0, NULL);
    }
}

void tearDown(void) {
    (void)file_watch_stop();
    bulk_job_down(&job);
}

static const struct store_bulk *state(void) {
    return bulk_job_state(&job, &job.admin);
}

static int edit_found(const char *search, const struct user_change *change) {
    const struct user_query query = {.search = search, .given = VALUE_BIT(USER_QUERY_SEARCH)};
    const struct bulk_edit_asked asked = {.query = &query, .change = change};
    job.field = NULL;
    return bulk_edit(job.t.core, &job.admin, &asked, &job.field);
}

static uint8_t group_of(uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, 8192);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_user(&job, userid, &arena, &user));
    return user.group;
}

static int edit_one(const struct user_change *change) {
    return bulk_job_edit(&job, &job.admin, (const uint32_t[]){20}, 1, change);
}

void test_a_change_has_to_be_one_and_to_fit_together(void) {
    struct user_change change = {.values = {.username = ""}};
    TEST_ASSERT_EQUAL_INT(E_MISSING, edit_one(&change));
    TEST_ASSERT_EQUAL_STRING("change", job.field);
    change.values.valid_from = 20260201;
    change.values.valid_to = 20260131;
    change.given = GIVEN(VALID_FROM) | GIVEN(VALID_TO);
    TEST_ASSERT_EQUAL_INT(E_RANGE, edit_one(&change));
    TEST_ASSERT_EQUAL_STRING("change.validTo", job.field);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, state()->step);
    change.given = GIVEN(VALID_FROM); /* each alone says nothing */
    TEST_ASSERT_EQUAL_INT(0, edit_one(&change));
    bulk_job_work(&job);
    change.given = GIVEN(VALID_TO);
    TEST_ASSERT_EQUAL_INT(0, edit_one(&change));
    bulk_job_work(&job);
    change.given = GIVEN(VALID_FROM) | GIVEN(VALID_TO);
    change.values.valid_to = 20260201;
    TEST_ASSERT_EQUAL_INT(0, edit_one(&change));
    bulk_job_work(&job);
    change.values.valid_to = 0;
    TEST_ASSERT_EQUAL_INT(0, edit_one(&change));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, state()->step);
}

void test_a_list_changes_each_once_and_nobody_else(void) {
    const uint32_t ids[] = {21, 99, 21, 20, 21, 20};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_edit(&job, &job.admin, ids, 6, &group_five));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKING, state()->step);
    TEST_ASSERT_EQUAL_INT(BULK_KIND_EDIT, state()->kind);
    TEST_ASSERT_EQUAL_STRING("", state()->name);
    TEST_ASSERT_EQUAL_UINT32(3, state()->counts.rows);
    TEST_ASSERT_EQUAL_UINT32(0, state()->counts.at);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(2, state()->counts.changed);
    TEST_ASSERT_EQUAL_UINT32(3, state()->counts.rows);
    TEST_ASSERT_EQUAL_STRING("0 99 userid E_USER_UNKNOWN;", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_EQUAL_UINT8(1, group_of(20));
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    TEST_ASSERT_EQUAL_UINT8(5, group_of(20));
    TEST_ASSERT_EQUAL_UINT8(5, group_of(21));
    TEST_ASSERT_EQUAL_UINT8(1, group_of(22));
    TEST_ASSERT_FALSE(bulk_job_has(&job, "ids"));
}

void test_who_comes_into_the_filter_later_is_not_changed(void) {
    TEST_ASSERT_EQUAL_INT(0, edit_found("cleaner", &group_five));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(3, state()->counts.changed);
    fixture_add_user(&job.t, 30, "Cleaner later", 0, 0, NULL);
    TEST_ASSERT_EQUAL_INT(0, users_delete(job.t.core, &job.admin, 21));
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(2, state()->counts.changed);
    TEST_ASSERT_EQUAL_STRING("0 21 userid E_USER_UNKNOWN;", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_EQUAL_UINT8(5, group_of(22));
    TEST_ASSERT_EQUAL_UINT8(1, group_of(23));
    TEST_ASSERT_EQUAL_UINT8(1, group_of(30));
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_NOT_NULL(strstr(audit.rows[0].after, "\"filter\":{\"search\":\"cleaner\"},\"change\":{\"group\":5},"));
}

/* Whatever page of the list was asked for: all of them, page by page. */
void test_a_filter_finds_all_whatever_the_page_is(void) {
    for (uint32_t id = 1000; id < 1250; id++) {
        fixture_add_user(&job.t, id, "Guest", 0, 0, NULL);
    }
    const struct user_query query = {.search = "guest",
                                     .sort = USER_SORT_NAME,
                                     .order = SORT_ORDER_DESC,
                                     .limit = 3,
                                     .last = true,
                                     .given = VALUE_BIT(USER_QUERY_SEARCH) | VALUE_BIT(USER_QUERY_LAST)};
    const struct bulk_edit_asked asked = {.query = &query, .change = &group_five};
    TEST_ASSERT_EQUAL_INT(0, bulk_edit(job.t.core, &job.admin, &asked, &job.field));
    TEST_ASSERT_EQUAL_UINT32(250, state()->counts.rows);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(250, state()->counts.changed);
    TEST_ASSERT_EQUAL_UINT32(250, state()->counts.rows);
}

void test_a_filter_that_finds_nobody_changes_nobody(void) {
    TEST_ASSERT_EQUAL_INT(0, edit_found("nobody", &group_five));
    TEST_ASSERT_EQUAL_UINT32(0, state()->counts.rows);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, state()->step);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, true));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
}

void test_it_takes_the_place_of_a_file_and_its_remains(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "x,Wrong,1\n101,Ann,2\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, edit_one(&group_five));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, bulk_job_edit(&job, &job.officer, (const uint32_t[]){20}, 1, &group_five));
    TEST_ASSERT_EQUAL_INT(0, edit_one(&group_five));
    TEST_ASSERT_FALSE(bulk_job_has(&job, "file"));
    TEST_ASSERT_EQUAL_INT64(0, (state(), job.view.received));
    TEST_ASSERT_EQUAL_UINT32(0, state()->counts.bad);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(1, state()->counts.changed);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 101));
}

/* Whom it is about is on the disk before the state that says so, and so it goes on after a restart. */
void test_whom_it_is_about_is_durable(void) {
    char bulk_dir[80], path[STORE_UPLOAD_PATH_MAX];
    (void)snprintf(bulk_dir, sizeof(bulk_dir), "%s/bulk", job.t.dir);
    TEST_ASSERT_EQUAL_INT(0, bulk_path(job.t.core, "ids", path)); /* makes the folder */
    file_watch_start(bulk_dir);
    TEST_ASSERT_EQUAL_INT(0, edit_found("cleaner", &group_five));
    TEST_ASSERT_EQUAL_STRING("write ids\nsync ids\n", file_watch_stop());
    fixture_restart(&job.t);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKING, state()->step);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(3, state()->counts.changed);
}

void test_nothing_is_begun_on_a_full_disk(void) {
    store_reserve_give_up(job.t.home);
    TEST_ASSERT_EQUAL_INT(E_NOSPC, edit_one(&group_five));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, state()->step);
    TEST_ASSERT_EQUAL_INT(0, store_reserve_restore(job.t.core->store));
    TEST_ASSERT_EQUAL_INT(0, edit_one(&group_five));
    TEST_ASSERT_EQUAL_STRING("admin", state()->holder.account);
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, edit_one(&group_five));
}
