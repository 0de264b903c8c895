/* Rows of a table that are corrected, or left out, after it was sent. */
#include "core/bulk/bulk_mends.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bulk_job.h"
#include "core/bulk/bulk_impl.h"
#include "folder_files.h"
#include "unity.h"

static struct bulk_job job;

void setUp(void) {
    bulk_job_up(&job);
}

void tearDown(void) {
    bulk_job_down(&job);
}

static struct bulk_mend cell(uint32_t line, uint8_t column, const char *text) {
    return (struct bulk_mend){.line = line, .column = column, .text = text};
}

static struct bulk_mend out(uint32_t line) {
    return (struct bulk_mend){.line = line, .leaves_out = true, .text = ""};
}

static void mend(const struct bulk_mend *mends, size_t count) {
    TEST_ASSERT_EQUAL_INT(0, bulk_mend(job.t.core, &job.admin, mends, count, false));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, bulk_job_state(&job, &job.admin)->step);
}

static void assert_counts(uint32_t added, uint32_t bad, uint32_t left_out, uint32_t mends) {
    const struct store_bulk *state = bulk_job_state(&job, &job.admin);
    uint32_t count = 0;
    TEST_ASSERT_EQUAL_UINT32(added, state->counts.added);
    TEST_ASSERT_EQUAL_UINT32(bad, state->counts.bad);
    TEST_ASSERT_EQUAL_UINT32(left_out, state->found.left_out);
    TEST_ASSERT_EQUAL_INT(0, bulk_mend_count(job.t.core, state, &count));
    TEST_ASSERT_EQUAL_UINT32(mends, count);
}

static void assert_named(uint32_t userid, const char *want) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, 8192);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_user(&job, userid, &arena, &user));
    TEST_ASSERT_EQUAL_STRING(want, user.username);
}

void test_corrected_rows_are_written_with_the_others(void) {
    bulk_job_checked(&job, &job.admin, "101,Ann\nx,Bob\ny,Cem\n101,Dan\n105,Eva,,,99\nz,Fay\n");
    assert_counts(1, 5, 0, 0);
    const struct bulk_mend first[] = {cell(2, 0, "102"), cell(4, 0, "104"), cell(5, 4, "1"), out(6)};
    mend(first, 4);
    assert_counts(4, 1, 1, 4);
    TEST_ASSERT_EQUAL_STRING("3 0 userid E_USER_ID_INVALID;", bulk_job_wrong(&job, 0, 10));
    const struct bulk_mend second[] = {cell(3, 0, "102")};
    mend(second, 1);
    assert_counts(4, 1, 1, 5);
    TEST_ASSERT_EQUAL_STRING("3 102 userid E_ROW_TWICE;", bulk_job_wrong(&job, 0, 10));
    const struct bulk_mend third[] = {cell(3, 0, "103"), cell(3, 1, "Cem the third")};
    mend(third, 2);
    assert_counts(5, 0, 1, 6);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, true));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, bulk_job_state(&job, &job.admin)->step);
    assert_named(101, "Ann");
    assert_named(103, "Cem the third");
    assert_named(105, "Eva");
    TEST_ASSERT_FALSE(bulk_job_has(&job, BULK_MENDS));
}

void test_a_row_that_was_left_out_comes_back_with_a_correction(void) {
    bulk_job_checked(&job, &job.admin, "x,Ann\n102,Bob\n");
    mend(&(struct bulk_mend){.line = 1, .leaves_out = true, .text = ""}, 1);
    assert_counts(1, 0, 1, 1);
    const struct bulk_mend back[] = {cell(1, 0, "101")};
    mend(back, 1);
    assert_counts(2, 0, 0, 1);
}

void test_a_short_row_becomes_as_wide_as_needed(void) {
    bulk_job_checked(&job, &job.admin, "101\n");
    const struct bulk_mend wide[] = {cell(1, 4, "99"), cell(1, 1, "Ann")};
    mend(wide, 2);
    TEST_ASSERT_EQUAL_STRING("1 101 group E_RANGE;", bulk_job_wrong(&job, 0, 10));
}

void test_they_stay_with_the_table_and_go_with_it(void) {
    bulk_job_checked(&job, &job.admin, "x,Ann\n");
    const struct bulk_mend mends[] = {cell(1, 0, "101")};
    mend(mends, 1);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_SKIP));
    bulk_job_work(&job);
    assert_counts(1, 0, 0, 1);
    TEST_ASSERT_EQUAL_INT(0, bulk_mend(job.t.core, &job.admin, NULL, 0, false)); /* only checked again */
    bulk_job_work(&job);
    assert_counts(1, 0, 0, 1);
    const struct store_bulk_form other = {
        .delimiter = DELIMITER_SEMICOLON, .columns = {BULK_FIELD_USERID}, .column_count = 1};
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &other));
    bulk_job_work(&job);
    assert_counts(0, 1, 0, 0); /* lines and columns are others */
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_SKIP));
    bulk_job_work(&job);
    assert_counts(1, 0, 0, 1);
    TEST_ASSERT_EQUAL_INT(0, bulk_mend(job.t.core, &job.admin, NULL, 0, true));
    bulk_job_work(&job);
    assert_counts(0, 1, 0, 0);
    mend(mends, 1);
    bulk_job_checked(&job, &job.admin, "x,Ann\n");
    assert_counts(0, 1, 0, 0);
}

void test_only_who_began_corrects_and_only_what_is_checked(void) {
    const struct bulk_mend mends[] = {cell(1, 0, "101")};
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_mend(job.t.core, &job.admin, mends, 1, false));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "x\n"));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_mend(job.t.core, &job.admin, mends, 1, false));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_SKIP));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, bulk_mend(job.t.core, &job.admin, mends, 1, false));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_mend(job.t.core, &job.officer, mends, 1, false));
    const struct bulk_mend beside[] = {cell(1, 6, "101")};
    TEST_ASSERT_EQUAL_INT(E_RANGE, bulk_mend(job.t.core, &job.admin, beside, 1, false));
    assert_counts(0, 1, 0, 0);
}

void test_there_are_at_most_as_many_as_said(void) {
    bulk_job_checked(&job, &job.admin, "x\n");
    struct bulk_mend *mends = calloc(BULK_MENDS_MAX + 1, sizeof(*mends));
    for (uint32_t i = 0; i <= BULK_MENDS_MAX; i++) {
        mends[i] = cell(1 + i, 0, "7");
    }
    TEST_ASSERT_EQUAL_INT(E_BULK_MENDS_FULL, bulk_mend(job.t.core, &job.admin, mends, BULK_MENDS_MAX + 1, false));
    assert_counts(0, 1, 0, 0);
    mend(mends, BULK_MENDS_MAX);
    assert_counts(1, 0, 0, BULK_MENDS_MAX);
    TEST_ASSERT_EQUAL_INT(E_BULK_MENDS_FULL, bulk_mend(job.t.core, &job.admin, mends + BULK_MENDS_MAX, 1, false));
    mend(mends, 1); /* in the place of one that is there */
    assert_counts(1, 0, 0, BULK_MENDS_MAX);
    free(mends);
}

void test_a_wrong_cell_has_its_column(void) {
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 0;
    uint32_t total = 0;
    arena_init(&arena, (size_t)64 * 1024);
    const struct store_bulk_form form = {
        .delimiter = DELIMITER_COMMA,
        .columns = {BULK_FIELD_NONE, BULK_FIELD_LAST_NAME, BULK_FIELD_EMPLOYEE_NO, BULK_FIELD_LEVEL},
        .column_count = 4};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "-,Ann,\n-,Bob,7,99\n-,Cem,8,3\n"));
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &form));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_size_t(3, count);
    TEST_ASSERT_EQUAL_UINT8(2, wrong[0].column); /* nothing names the user: what could */
    TEST_ASSERT_EQUAL_UINT8(3, wrong[1].column);
    TEST_ASSERT_EQUAL_STRING("password", wrong[2].field);
    TEST_ASSERT_EQUAL_UINT8(BULK_NO_COLUMN, wrong[2].column);
}
