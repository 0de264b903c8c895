/* Checking: each row as writing would judge it, and against the rows before it. */
#include <stdio.h>
#include <string.h>

#include "bulk_job.h"
#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_work.h"
#include "core/users/users.h"
#include "unity.h"

static struct bulk_job job;

void setUp(void) {
    bulk_job_up(&job);
}

void tearDown(void) {
    bulk_job_down(&job);
}

static void check(enum bulk_existing existing, const char *rows) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, rows));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, existing));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, bulk_job_state(&job, &job.admin)->step);
}

static void assert_counts(uint32_t added, uint32_t changed, uint32_t same, uint32_t skipped, uint32_t bad) {
    const struct store_bulk_counts *counts = &bulk_job_state(&job, &job.admin)->counts;
    const uint32_t want[] = {added, changed, same, skipped, bad};
    const uint32_t got[] = {counts->added, counts->changed, counts->same, counts->skipped, counts->bad};
    TEST_ASSERT_EQUAL_UINT32_ARRAY(want, got, 5);
    TEST_ASSERT_EQUAL_UINT32(added + changed + same + skipped + bad, counts->rows);
    TEST_ASSERT_EQUAL_UINT32(counts->rows, counts->at);
}

/* The first wrong row. */
static void first_wrong(struct arena *arena, struct bulk_wrong *ret_wrong) {
    struct bulk_wrong *wrong = NULL;
    size_t count = 0;
    uint32_t total = 0;
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, 0, 1, arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_size_t(1, count);
    *ret_wrong = wrong[0];
}

/* "line: row or user in the way;" of all wrong rows. */
static const char *others(void) {
    static char text[512];
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 0, len = 0;
    uint32_t total = 0;
    arena_init(&arena, (size_t)256 * 1024);
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, 0, 20, &arena, &wrong, &count, &total));
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%u: line %u, user %u %s;", wrong[i].line,
                                wrong[i].other_line, wrong[i].other_userid, wrong[i].other_name);
    }
    return text;
}

void test_a_duplicate_names_the_other_row_or_the_user(void) {
    fixture_add_user(&job.t, 20, "There", 0, 2000, NULL);
    check(BULK_EXISTING_REFUSE, "101,Ann,1\n102,Bob,1\n101,Cem\n103,Dan,2000\n20,Eva\nx,Fay\n101,Gil\n");
    TEST_ASSERT_EQUAL_STRING("2: line 1, user 0 ;3: line 1, user 0 ;4: line 0, user 20 There;5: line 0, user 20 There;"
                             "6: line 0, user 0 ;7: line 1, user 0 ;",
                             others());
    TEST_ASSERT_EQUAL_INT(0, users_delete(job.t.core, &job.admin, 20));
    TEST_ASSERT_NOT_NULL(strstr(others(), "4: line 0, user 20 ;"));
}

void test_a_row_that_became_wrong_names_the_user(void) {
    check(BULK_EXISTING_REFUSE, "101,Ann,1\n102,Bob,2\n");
    fixture_add_user(&job.t, 101, "Late", 0, 0, NULL);
    fixture_add_user(&job.t, 21, "Card", 0, 2, NULL);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_STRING("1: line 0, user 101 Late;2: line 0, user 21 Card;", others());
}

void test_an_id_twice_is_wrong_whatever_the_first_was(void) {
    fixture_add_user(&job.t, 20, "There", 0, 2000, NULL);
    check(BULK_EXISTING_SKIP, "101,Ann,1\n101,Ann,2\n102,Bob,2000\n102,Bob,3\n20,There\n20,There\n");
    TEST_ASSERT_EQUAL_STRING(
        "2 101 userid E_ROW_TWICE;3 102 cardno E_CARD_EXISTS;4 102 userid E_ROW_TWICE;6 20 userid E_ROW_TWICE;",
        bulk_job_wrong(&job, 0, 10));
    assert_counts(1, 0, 0, 1, 4);
}

void test_a_card_twice_is_wrong_unless_there_is_none(void) {
    check(BULK_EXISTING_REPLACE,
          "101,,7\n102,,7\n103,,0\n104,,0\n105,,-\n106\n107\n108,,4294967295\n109,,4294967295\n");
    TEST_ASSERT_EQUAL_STRING("2 102 cardno E_CARD_TWICE;9 109 cardno E_CARD_TWICE;", bulk_job_wrong(&job, 0, 10));
    assert_counts(7, 0, 0, 0, 2);
}

/* Who stays as they are gives no card, nor takes one. */
void test_a_row_that_is_left_out_does_not_count_for_others(void) {
    fixture_add_user(&job.t, 20, "There", 0, 2000, NULL);
    check(BULK_EXISTING_SKIP, "20,,7\n101,,7\n102,,2000\n");
    TEST_ASSERT_EQUAL_STRING("3 102 cardno E_CARD_EXISTS;", bulk_job_wrong(&job, 0, 10));
    assert_counts(1, 0, 0, 1, 1);
}

void test_a_card_is_free_once_its_user_gave_it_up(void) {
    fixture_add_user(&job.t, 20, "Gives up", 0, 2000, NULL);
    fixture_add_user(&job.t, 21, "Keeps", 0, 2100, NULL);
    fixture_add_user(&job.t, 22, "Is wrong", 0, 2200, NULL);
    check(BULK_EXISTING_REPLACE, "101,,2000\n20,,-\n102,,2000\n103,,2000\n21,Same card,2100\n104,,2100\n22,,99,4\n"
                                 "105,,2200\n");
    TEST_ASSERT_EQUAL_STRING("1 101 cardno E_CARD_EXISTS;4 103 cardno E_CARD_TWICE;6 104 cardno E_CARD_EXISTS;"
                             "7 22 password E_PASSWORD_RULES;8 105 cardno E_CARD_EXISTS;",
                             bulk_job_wrong(&job, 0, 10));
    assert_counts(1, 2, 0, 0, 5);
}

/* A card that moves on twice within one file. */
void test_a_card_may_change_hands_in_a_row(void) {
    fixture_add_user(&job.t, 20, "One", 0, 1, NULL);
    fixture_add_user(&job.t, 21, "Two", 0, 2, NULL);
    fixture_add_user(&job.t, 22, "Three", 0, 3, NULL);
    check(BULK_EXISTING_REPLACE, "20,,4\n21,,1\n22,,2\n101,,3\n");
    assert_counts(1, 3, 0, 0, 0);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, true));
    bulk_job_work(&job);
    assert_counts(1, 3, 0, 0, 0);
}

void test_what_a_row_says_is_shown_with_it(void) {
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong wrong;
    arena_init(&arena, (size_t)64 * 1024);
    check(BULK_EXISTING_REFUSE, "101,Ann,4294967296\n");
    first_wrong(&arena, &wrong);
    TEST_ASSERT_EQUAL_STRING("Ann", wrong.name);
    TEST_ASSERT_EQUAL_STRING("4294967296", wrong.text);
    TEST_ASSERT_EQUAL_STRING("cardno", wrong.field);
    check(BULK_EXISTING_REFUSE, "8,,77\n"); /* judged, and the user's own name */
    first_wrong(&arena, &wrong);
    TEST_ASSERT_EQUAL_STRING("Officer", wrong.name);
    TEST_ASSERT_EQUAL_STRING("8", wrong.text);
    TEST_ASSERT_EQUAL_INT(E_USER_ID_EXISTS, wrong.err);
    check(BULK_EXISTING_REPLACE, "8,,x\n"); /* it could not even be read */
    first_wrong(&arena, &wrong);
    TEST_ASSERT_EQUAL_STRING("Officer", wrong.name);
    TEST_ASSERT_EQUAL_STRING("x", wrong.text);
    check(BULK_EXISTING_REPLACE, "101,Ann,,3\n"); /* of no column */
    first_wrong(&arena, &wrong);
    TEST_ASSERT_EQUAL_STRING("password", wrong.field);
    TEST_ASSERT_EQUAL_STRING("", wrong.text);
    check(BULK_EXISTING_REFUSE, ",,\n,Ann\n");
    first_wrong(&arena, &wrong);
    TEST_ASSERT_EQUAL_INT(E_MISSING, wrong.err);
    TEST_ASSERT_EQUAL_UINT32(2, wrong.line);
    TEST_ASSERT_EQUAL_UINT32(0, wrong.userid);
}

void test_a_row_with_too_many_cells_is_about_no_field(void) {
    char row[400] = "101,Ann";
    for (unsigned i = 0; i < 70; i++) {
        strcat(row, ",");
    }
    strcat(row, "x\n");
    check(BULK_EXISTING_REFUSE, row);
    TEST_ASSERT_EQUAL_STRING("1 101  E_CELLS_TOO_MANY;", bulk_job_wrong(&job, 0, 10));
}

void test_raising_is_told_of_rows_that_would_be_written(void) {
    fixture_add_user(&job.t, 30, "Chief", 0, 0, "918273");
    check(BULK_EXISTING_SKIP, "30,,,4\n");
    TEST_ASSERT_FALSE(bulk_job_state(&job, &job.admin)->raises);
    check(BULK_EXISTING_REPLACE, "30,,,4\n101,Ann\n");
    TEST_ASSERT_TRUE(bulk_job_state(&job, &job.admin)->raises);
    check(BULK_EXISTING_REPLACE, "8,,,7\n");
    TEST_ASSERT_FALSE(bulk_job_state(&job, &job.admin)->raises);
}

/* Nothing is left of the file before it, nor of its wrong rows. */
void test_a_second_file_knows_nothing_of_the_first(void) {
    check(BULK_EXISTING_REFUSE, "101,Ann,7\nx,Bob,8\n");
    check(BULK_EXISTING_REFUSE, "101,Ann,7\n102,Cat,8\n");
    assert_counts(2, 0, 0, 0, 0);
    TEST_ASSERT_EQUAL_STRING("", bulk_job_wrong(&job, 0, 10));
    check(BULK_EXISTING_REFUSE, "x\n");
    TEST_ASSERT_EQUAL_STRING("1 0 userid E_USER_ID_INVALID;", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 101));
}

void test_which_errors_are_of_a_row(void) {
    struct users_refusal refusal = {0};
    TEST_ASSERT_FALSE(bulk_is_of_row(E_IO, &refusal));
    TEST_ASSERT_TRUE(bulk_is_of_row(E_CAPACITY, &refusal));
    TEST_ASSERT_TRUE(bulk_is_of_row(E_ROW_TWICE, &refusal));
    refusal.field = "group";
    TEST_ASSERT_TRUE(bulk_is_of_row(E_RANGE, &refusal));
}
