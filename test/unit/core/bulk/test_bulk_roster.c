/* A roster of a file: shifts of users on days, by the rights of who imports it, once however often it is imported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "bulk_job.h"
#include "core/bulk/bulk_impl.h"
#include "core/rules/shifts.h"
#include "core/time/local_time.h"
#include "core/users/users.h"
#include "unity.h"

#define TICK 50 /* milliseconds: a run is one slice of as few rows as it has */

static struct bulk_job job;
static struct shift_assignment rows[STORE_ROWS_OF_USER_MAX];
static size_t row_count;

static void define(uint8_t number, const char *name) {
    struct rules_saved saved;
    const char *field = NULL;
    const struct shift_change change = {.values = {.number = number, .name = name, .more_days = ""},
                                        .given = VALUE_BIT(SHIFT_NAME)};
    TEST_ASSERT_EQUAL_INT(0, shifts_save(job.t.core, &job.admin, &change, &saved, &field));
}

void setUp(void) {
    bulk_job_up(&job);
    fixture_add_user(&job.t, 20, "Ann Ruiz", 0, 0, NULL);
    fixture_add_user(&job.t, 21, "Bob", 0, 0, NULL);
    fixture_add_user(&job.t, 22, "bob", 0, 0, NULL);
    define(1, "Early");
    define(2, "Late");
    define(3, "Night");
}

void tearDown(void) {
    bulk_job_down(&job);
}

static const struct store_bulk *state(void) {
    return bulk_job_state(&job, &job.admin);
}

/* Sends and checks a file of semicolons: user, first day, last day, shift. */
static void check_by(const struct actor *by, const char *text, enum bulk_field user) {
    const struct store_bulk_form form = {.delimiter = DELIMITER_SEMICOLON,
                                         .columns = {user, BULK_FIELD_FIRST_DAY, BULK_FIELD_LAST_DAY, BULK_FIELD_SHIFT},
                                         .column_count = 4};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, by, BULK_KIND_ROSTER, text, strlen(text)));
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, by, &form));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, state()->step);
}

static void check(const char *text) {
    check_by(&job.admin, text, BULK_FIELD_USERID);
}

static void import(const char *text, bool whole) {
    check(text);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, whole));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
}

static void assert_counts(uint32_t added, uint32_t changed, uint32_t same, uint32_t bad) {
    const struct store_bulk_counts *counts = &state()->counts;
    const uint32_t want[] = {added, changed, same, 0, bad};
    const uint32_t got[] = {counts->added, counts->changed, counts->same, counts->skipped, counts->bad};
    TEST_ASSERT_EQUAL_UINT32_ARRAY(want, got, 5);
}

/* The assignments of a user, each as `shift from to;`. */
static const char *assigned(uint32_t userid) {
    static char text[1024];
    text[0] = '\0';
    TEST_ASSERT_EQUAL_INT(0,
                          store_assignments_of(job.t.core->store, userid, 0, rows, STORE_ROWS_OF_USER_MAX, &row_count));
    for (size_t i = 0; i < row_count && strlen(text) < 900; i++) {
        (void)snprintf(text + strlen(text), 64, "%u %u %u;", (unsigned)rows[i].shift, (unsigned)rows[i].from,
                       (unsigned)rows[i].to);
    }
    return text;
}

static void assign(uint32_t userid, uint8_t shift, uint32_t from, uint32_t to) {
    uint32_t id = 0;
    const char *field = NULL;
    const struct shifts_wish wish = {.userid = userid, .shift = shift, .from = from, .to = to};
    TEST_ASSERT_EQUAL_INT(0, shifts_assign(job.t.core, &job.admin, &wish, &id, &field));
}

static const char *const two_rows = "20;2026-12-01;2026-12-24;Early\n21;2026-12-01;;late + 3\n";

void test_each_row_assigns_its_shifts(void) {
    check(two_rows);
    assert_counts(2, 0, 0, 0);
    TEST_ASSERT_EQUAL_STRING("", assigned(20));
    import(two_rows, false);
    assert_counts(2, 0, 0, 0);
    TEST_ASSERT_EQUAL_STRING("1 20261201 20261224;", assigned(20));
    TEST_ASSERT_EQUAL_STRING("2 20261201 20261201;3 20261201 20261201;", assigned(21));
}

void test_the_same_file_changes_nothing_the_second_time(void) {
    import(two_rows, false);
    import(two_rows, true);
    assert_counts(0, 0, 2, 0);
    TEST_ASSERT_EQUAL_STRING("1 20261201 20261224;", assigned(20));
}

void test_what_begins_on_the_days_gives_way(void) {
    assign(20, 1, 20260101, 0);
    assign(20, 2, 20261210, 20261212);
    assign(20, 3, 20261220, 20261231);
    check("20;2026-12-01;2026-12-24;Late\n");
    assert_counts(0, 1, 0, 0);
    import("20;2026-12-01;2026-12-24;Late\n", false);
    assert_counts(0, 1, 0, 0);
    TEST_ASSERT_EQUAL_STRING("1 20260101 0;2 20261201 20261224;3 20261225 20261231;", assigned(20));
    import("20;2026-12-01;2026-12-24;Late\n", false);
    assert_counts(0, 0, 1, 0);
}

void test_what_is_wrong_with_a_row(void) {
    check("23;2026-12-01;;1\n20;2026-12-05;2026-12-01;1\n20;soon;;1\n20;2026-12-01;;Morning\n20;2026-12-01;;9\n"
          "20;2026-12-01;;\n;2026-12-01;;1\n20;;;1\n20;2026-12-01;;65\n");
    TEST_ASSERT_EQUAL_STRING("1 23 userid E_USER_UNKNOWN;2 20 lastDay E_ROSTER_DAYS;3 20 firstDay E_FORMAT;"
                             "4 20 shift E_SHIFT_NAME;5 20 shift E_SHIFT_UNDEFINED;6 20 shift E_MISSING;"
                             "7 0 userid E_MISSING;8 20 firstDay E_MISSING;9 20 shift E_RANGE;",
                             bulk_job_wrong(&job, 0, 20));
}

void test_days_that_overlap_name_the_other_row(void) {
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 0;
    uint32_t total = 0;
    arena_init(&arena, 65536);
    check("20;2026-12-01;2026-12-24;1\n21;2026-12-01;2026-12-24;1\n20;2026-12-24;2026-12-31;2\n20;2026-12-25;;2\n");
    assert_counts(3, 0, 0, 1);
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_INT(E_ROSTER_OVERLAP, wrong[0].err);
    TEST_ASSERT_EQUAL_UINT32(3, wrong[0].line);
    TEST_ASSERT_EQUAL_STRING("firstDay", wrong[0].field);
    TEST_ASSERT_EQUAL_STRING("2026-12-24", wrong[0].text);
    TEST_ASSERT_EQUAL_UINT32(1, wrong[0].other_line);
    TEST_ASSERT_EQUAL_UINT8(1, wrong[0].column);
}

void test_a_user_is_found_by_a_name_that_one_has(void) {
    check_by(&job.admin, "ANN RUIZ;2026-12-01;;1\nBob;2026-12-01;;1\nAnn;2026-12-01;;1\n", BULK_FIELD_USERNAME);
    assert_counts(1, 0, 0, 2);
    TEST_ASSERT_EQUAL_STRING("2 0 username E_NAME_SEVERAL;3 0 username E_USER_UNKNOWN;", bulk_job_wrong(&job, 0, 9));
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_STRING("1 20261201 20261201;", assigned(20));
}

void test_the_days_of_both_columns_show_their_order(void) {
    check("20;01/12/2026;24/12/2026;1\n");
    assert_counts(1, 0, 0, 0);
    TEST_ASSERT_EQUAL_INT(BULK_DATE_ORDER_DAY_FIRST, state()->found.reading.date_order);
    check("20;01/12/2026 - 24/12/2026;;1\n");
    assert_counts(1, 0, 0, 0);
    check("20;01/12/2026;02/12/2026;1\n");
    assert_counts(0, 0, 0, 1);
    TEST_ASSERT_EQUAL_UINT32(1U << BULK_QUESTION_DATE_ORDER, state()->found.asks);
}

/* Columns of the wrong rows, one behind the other. */
static const char *wrong_columns(void) {
    static char text[128];
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 0;
    uint32_t total = 0;
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, 0, 20, &arena, &wrong, &count, &total));
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(text + strlen(text), sizeof(text) - strlen(text), "%u ", wrong[i].column);
    }
    return text;
}

static void mend(const struct bulk_mend *mends, size_t count) {
    TEST_ASSERT_EQUAL_INT(0, bulk_mend(job.t.core, &job.admin, mends, count, false));
    bulk_job_work(&job);
}

/* A correction may be in the way of another row: all of them are checked again. */
void test_wrong_rows_are_corrected_or_left_out(void) {
    const struct bulk_mend mends[] = {{.line = 1, .column = 0, .text = "20"},
                                      {.line = 2, .column = 1, .text = "2026-12-02"},
                                      {.line = 3, .column = 3, .text = "Late"},
                                      {.line = 4, .column = 2, .text = "2026-12-05"},
                                      {.line = 5, .leaves_out = true, .text = ""}};
    const struct bulk_mend apart = {.line = 2, .column = 1, .text = "2026-12-06"};
    check(
        "x;2026-12-01;2026-12-03;1\n20;soon;;1\n21;2026-12-01;;Morning\n21;2026-12-05;2026-12-01;2\n99;2026-12-01;;1\n");
    assert_counts(0, 0, 0, 5);
    TEST_ASSERT_EQUAL_STRING("0 1 3 2 0 ", wrong_columns());
    mend(mends, 5);
    assert_counts(3, 0, 0, 1);
    TEST_ASSERT_EQUAL_UINT32(1, state()->found.left_out);
    TEST_ASSERT_EQUAL_STRING("2 20 firstDay E_ROSTER_OVERLAP;", bulk_job_wrong(&job, 0, 9));
    mend(&apart, 1);
    assert_counts(4, 0, 0, 0);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, true));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_STRING("1 20261201 20261203;1 20261206 20261206;", assigned(20));
    TEST_ASSERT_EQUAL_STRING("2 20261201 20261201;2 20261205 20261205;", assigned(21));
}

/* Who is said by a name in parts is corrected in the first of them. */
void test_names_in_parts_are_corrected(void) {
    const struct store_bulk_form form = {
        .delimiter = DELIMITER_SEMICOLON,
        .columns = {BULK_FIELD_FIRST_DAY, BULK_FIELD_FIRST_NAME, BULK_FIELD_LAST_NAME, BULK_FIELD_SHIFT},
        .column_count = 4};
    const struct bulk_mend mends[] = {{.line = 1, .column = 1, .text = "Ann"}, {.line = 2, .column = 1, .text = "Ann"}};
    const char *text = "2026-12-01;Anna;Ruiz;1\n2026-12-02;;;1\n";
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_ROSTER, text, strlen(text)));
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &form));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_STRING("1 0 firstName E_USER_UNKNOWN;2 0 firstName E_MISSING;", bulk_job_wrong(&job, 0, 9));
    TEST_ASSERT_EQUAL_STRING("1 1 ", wrong_columns());
    mend(mends, 2);
    assert_counts(1, 0, 0, 1);
}

/* Whoever may only read users sees no shifts of them, and whoever may assign none corrects none. */
void test_rows_of_rosters_are_for_who_may_read_shifts(void) {
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 0;
    uint32_t total = 0;
    struct actor low = job.officer, lower = job.admin;
    low.level = lower.level = 0;
    arena_init(&arena, 65536);
    check("99;2026-12-01;;1\n");
    TEST_ASSERT_EQUAL_INT(E_FORBIDDEN, bulk_errors(job.t.core, &low, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.officer, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_INT(E_FORBIDDEN, bulk_mend(job.t.core, &lower, NULL, 0, false));
}

/* What one's own hours are measured by is changed by another administrator, whatever names the user. */
void test_own_shifts_are_imported_by_another(void) {
    struct actor chief = job.officer;
    fixture_add_user(&job.t, 9, "Chief", 15, 0, "735846");
    (void)snprintf(chief.account, sizeof(chief.account), "9");
    chief.userid = 9;
    chief.level = 15;
    check_by(&chief, "9;2026-12-01;;1\n20;2026-12-01;;1\n", BULK_FIELD_USERID);
    TEST_ASSERT_EQUAL_STRING("1 9 userid E_OWN_HOURS;", bulk_job_wrong(&job, 0, 9));
    check_by(&chief, "Chief;2026-12-01;;1\n", BULK_FIELD_USERNAME);
    TEST_ASSERT_EQUAL_STRING("1 9 username E_OWN_HOURS;", bulk_job_wrong(&job, 0, 9));
}

void test_which_columns_a_roster_has(void) {
    struct store_bulk_form form = {.columns = {BULK_FIELD_USERID, BULK_FIELD_SHIFT}, .column_count = 2};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_ROSTER, "20,x\n", 5));
    TEST_ASSERT_EQUAL_INT(E_ROSTER_DAY_MISSING, bulk_check(job.t.core, &job.admin, &form));
    form.columns[1] = BULK_FIELD_FIRST_DAY;
    TEST_ASSERT_EQUAL_INT(E_ROSTER_SHIFT_MISSING, bulk_check(job.t.core, &job.admin, &form));
    form.columns[0] = BULK_FIELD_SHIFT;
    TEST_ASSERT_EQUAL_INT(E_COLUMN_MISSING, bulk_check(job.t.core, &job.admin, &form));
    form.columns[2] = BULK_FIELD_STATUS;
    form.column_count = 3;
    TEST_ASSERT_EQUAL_INT(E_COLUMN_OTHER, bulk_check(job.t.core, &job.admin, &form));
    form.columns[2] = BULK_FIELD_USERNAME;
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &form));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "20,x\n"));
    form.columns[2] = BULK_FIELD_USERID;
    TEST_ASSERT_EQUAL_INT(E_COLUMN_OTHER, bulk_check(job.t.core, &job.admin, &form));
}

/* Rows of one user, a day each, from 2026-01-01 on. */
static char *many_rows(unsigned count) {
    char *text = malloc((size_t)count * 40 + 1);
    size_t len = 0;
    TEST_ASSERT_NOT_NULL(text);
    for (unsigned i = 0; i < count; i++) {
        const uint32_t day = local_day_of(local_day_number(20260101) + i);
        len += (size_t)snprintf(text + len, 40, "20;%u;;%u\n", (unsigned)day, 1 + i % 2);
    }
    return text;
}

/* As many as fit, with what the rows before it add. */
void test_a_user_has_room_for_a_year_of_days(void) {
    char *text = many_rows(STORE_ASSIGNMENTS_OF_USER_MAX);
    assign(20, 3, 20250101, 0);
    check(text);
    assert_counts(STORE_ASSIGNMENTS_OF_USER_MAX - 1, 0, 0, 1);
    TEST_ASSERT_EQUAL_STRING("400 20 firstDay E_ROSTER_FULL;", bulk_job_wrong(&job, 0, 9));
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    (void)assigned(20);
    TEST_ASSERT_EQUAL_size_t(STORE_ASSIGNMENTS_OF_USER_MAX, row_count);
    import("20;2026-01-01;2026-12-31;3\n", false); /* takes the place of all of its days */
    assert_counts(0, 1, 0, 0);
    free(text);
}

static void interrupted(bool whole) {
    char *text = many_rows(200);
    check(text);
    job.tick_ms = TICK;
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, whole));
    for (unsigned i = 0; i < 1000 && (assigned(20), row_count == 0); i++) {
        bulk_job_run(&job);
    }
    TEST_ASSERT_LESS_THAN_size_t(200, row_count);
    fixture_restart(&job.t);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    assert_counts(200, 0, 0, 0);
    (void)assigned(20);
    TEST_ASSERT_EQUAL_size_t(200, row_count);
    job.tick_ms = 0;
    import(text, false);
    assert_counts(0, 0, 200, 0);
    free(text);
}

void test_a_restart_repeats_nothing_and_loses_nothing(void) {
    interrupted(false);
}

void test_a_restart_of_all_or_nothing_goes_on(void) {
    interrupted(true);
}

/* Nobody takes the room or the shift away while all or nothing is written. */
void test_all_or_nothing_holds_up_other_changes(void) {
    uint32_t id = 0;
    const char *field = NULL;
    const struct shifts_wish wish = {.userid = 21, .shift = 1, .from = 20260101};
    struct shifts_many many;
    check(two_rows);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, true));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, shifts_assign(job.t.core, &job.admin, &wish, &id, &field));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING,
                          shifts_assign_many(job.t.core, &job.admin, &wish, &wish.userid, 1, true, &many, &field));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, shifts_unassign(job.t.core, &job.admin, 1));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, shifts_delete(job.t.core, &job.admin, 1, true));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(0, shifts_assign(job.t.core, &job.admin, &wish, &id, &field));
}

void test_a_shift_that_is_gone_makes_its_rows_wrong(void) {
    check(two_rows);
    TEST_ASSERT_EQUAL_INT(0, shifts_delete(job.t.core, &job.admin, 1, true));
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    assert_counts(1, 0, 0, 1);
    TEST_ASSERT_EQUAL_STRING("1 20 shift E_SHIFT_UNDEFINED;", bulk_job_wrong(&job, 0, 9));
}

void test_it_takes_the_permission_of_shifts(void) {
    struct actor low = job.officer;
    low.level = 0;
    TEST_ASSERT_EQUAL_INT(E_FORBIDDEN, bulk_job_send(&job, &low, BULK_KIND_ROSTER, "x", 1));
    TEST_ASSERT_EQUAL_STRING("kind", job.field);
}

void test_the_audit_log_has_file_and_counts(void) {
    struct audit_rows audit;
    import(two_rows, false);
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_EQUAL_STRING("shifts", audit.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"kind\":\"roster\",\"end\":\"done\",\"file\":\"people.csv\",\"added\":2,\"changed\":0,"
                             "\"same\":0,\"skipped\":0,\"bad\":0}",
                             audit.rows[0].after);
}

/* An unknown name is said to be a shift, or its rows are left out. */
void test_unknown_names_are_said(void) {
    const struct bulk_name_use uses[] = {{.field = USER_SHIFT, .number = 3, .text = "Graveyard"},
                                         {.field = USER_SHIFT, .leaves_out = true, .text = "Off"}};
    check("20;2026-12-01;;graveyard\n20;2026-12-02;;off\n21;2026-12-01;;Early+Graveyard\n");
    assert_counts(0, 0, 0, 3);
    TEST_ASSERT_EQUAL_INT(0, bulk_use_names(job.t.core, &job.admin, uses, 2));
    bulk_job_work(&job);
    assert_counts(2, 0, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(1, state()->found.left_out);
}
