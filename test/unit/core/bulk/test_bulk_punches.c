/* Punches of a file: lines of the log at their own times, never twice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "bulk_job.h"
#include "core/base/about.h"
#include "core/bulk/bulk_impl.h"
#include "core/events/log.h"
#include "core/records/corrections.h"
#include "core/users/users.h"
#include "log_world.h"
#include "unity.h"

#define TICK 50 /* milliseconds: a run is one slice of as few rows as it has */

static struct bulk_job job;
static struct arena arena;

void setUp(void) {
    bulk_job_up(&job);
    arena_init(&arena, (size_t)1024 * 1024);
    log_world_zone(&job.t, 60);
    fixture_add_user(&job.t, 20, "Ann", 0, 0, NULL);
    fixture_add_user(&job.t, 21, "Bob", 0, 0, NULL);
}

void tearDown(void) {
    arena_done(&arena);
    bulk_job_down(&job);
}

static const struct store_bulk *state(void) {
    return bulk_job_state(&job, &job.admin);
}

/* Sends and checks a file of tabs: user, day and time, status. */
static void check(const struct actor *by, const char *rows) {
    const struct store_bulk_form form = {.delimiter = DELIMITER_TAB,
                                         .columns = {BULK_FIELD_USERID, BULK_FIELD_DATE_TIME, BULK_FIELD_STATUS},
                                         .column_count = 3};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, by, BULK_KIND_PUNCHES, rows, strlen(rows)));
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, by, &form));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, state()->step);
}

static void import(const struct actor *by, const char *rows, bool whole) {
    check(by, rows);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, by, whole));
    bulk_job_work(&job);
}

static void assert_counts(uint32_t added, uint32_t same, uint32_t bad) {
    const struct store_bulk_counts *counts = &state()->counts;
    const uint32_t want[] = {added, 0, same, 0, bad};
    const uint32_t got[] = {counts->added, counts->changed, counts->same, counts->skipped, counts->bad};
    TEST_ASSERT_EQUAL_UINT32_ARRAY(want, got, 5);
    TEST_ASSERT_EQUAL_UINT32(added + same + bad, counts->at);
}

/* The lines behind a number. */
static size_t lines(int64_t after, struct record *ret_lines, size_t max) {
    size_t count = 0;
    arena_done(&arena);
    arena_init(&arena, (size_t)1024 * 1024);
    TEST_ASSERT_EQUAL_INT(0, log_read(job.t.core, after, ret_lines, max, &arena, &count));
    return count;
}

void test_each_row_is_a_line_at_its_own_time(void) {
    struct record line[4];
    const int64_t before = log_last(job.t.core);
    import(&job.admin, "20\t2026-03-02 08:05:09\t0\n 21\t2026-03-02 17:00:00\t1\n", false);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    assert_counts(2, 0, 0);
    TEST_ASSERT_EQUAL_size_t(2, lines(before, line, 4));
    TEST_ASSERT_EQUAL_INT(RECORD_KIND_IMPORTED, line[0].kind);
    TEST_ASSERT_EQUAL_UINT32(20, line[0].userid);
    TEST_ASSERT_EQUAL_STRING("Ann", line[0].username);
    TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-03-02T07:05:09"), line[0].time);
    TEST_ASSERT_EQUAL_INT32(60, line[0].offset);
    TEST_ASSERT_EQUAL_INT(RECORD_STATUS_IN, line[0].status);
    TEST_ASSERT_EQUAL_STRING("admin: people.csv", line[0].detail);
    TEST_ASSERT_EQUAL_INT(RECORD_STATUS_OUT, line[1].status);
    TEST_ASSERT_EQUAL_INT(RECORD_RESULT_NONE, line[1].result);
}

void test_a_check_changes_nothing(void) {
    const int64_t before = log_last(job.t.core);
    check(&job.admin, "20\t2026-03-02 08:05:09\t0\n");
    assert_counts(1, 0, 0);
    TEST_ASSERT_EQUAL_INT64(before, log_last(job.t.core));
}

/* By the door, by an import, and earlier in the file; a second later is another punch. */
void test_no_punch_is_there_twice(void) {
    log_world_punch(&job.t, 20, log_world_ms("2026-03-02T07:05:09") + 321, RECORD_STATUS_IN);
    const int64_t before = log_last(job.t.core);
    const char *rows = "20\t2026-03-02 08:05:09\t0\n20\t2026-03-02 08:05:10\t0\n20\t2026-03-02 08:05:10\t1\n"
                       "21\t2026-03-02 08:05:10\t1\n";
    check(&job.admin, rows);
    assert_counts(2, 2, 0);
    import(&job.admin, rows, false);
    assert_counts(2, 2, 0);
    TEST_ASSERT_EQUAL_INT64(before + 2, log_last(job.t.core));
    import(&job.admin, rows, true);
    assert_counts(0, 4, 0);
    TEST_ASSERT_EQUAL_INT64(before + 2, log_last(job.t.core));
}

/* Who was denied access did not punch. */
void test_a_denied_access_is_no_punch(void) {
    log_world_add(&job.t, &(struct record){.time = log_world_ms("2026-03-02T07:05:09"),
                                           .kind = RECORD_KIND_ACCESS,
                                           .result = RECORD_RESULT_REFUSED,
                                           .userid = 20,
                                           .status = RECORD_STATUS_IN});
    check(&job.admin, "20\t2026-03-02 08:05:09\t0\n");
    assert_counts(1, 0, 0);
}

/* A punch that was imported and excluded does not come back. */
void test_an_excluded_punch_stays_so(void) {
    import(&job.admin, "20\t2026-03-02 08:05:09\t0\n", false);
    TEST_ASSERT_EQUAL_INT(0, corrections_void(job.t.core, &job.admin, log_last(job.t.core), "wrong"));
    import(&job.admin, "20\t2026-03-02 08:05:09\t0\n", false);
    assert_counts(0, 1, 0);
}

void test_what_is_wrong_with_a_row(void) {
    check(&job.admin, "22\t2026-03-02 08:05:09\t0\n20\t2026-03-02\t0\n20\t1999-12-31 08:00:00\t0\n"
                      "20\t2099-03-02 08:05:09\t0\n20\t2026-03-02 08:05:09\t8\n\t2026-03-02 08:05:09\t0\n"
                      "x\t2026-03-02 08:05:09\t0\n20\t03/04/2026 08:05:09\t0\n");
    TEST_ASSERT_EQUAL_STRING("1 22 userid E_USER_UNKNOWN;2 20 dateTime E_TIME_OF_DAY;3 20 dateTime E_YEAR_RANGE;"
                             "4 20 dateTime E_PUNCH_TO_COME;5 20 status E_PUNCH_STATUS;6 0 userid E_MISSING;"
                             "7 0 userid E_USER_ID_INVALID;8 20 dateTime E_DATE_ORDER;",
                             bulk_job_wrong(&job, 0, 20));
    assert_counts(0, 0, 8);
}

void test_a_user_is_found_by_the_employee_number(void) {
    struct users_saved saved;
    struct users_refusal refusal;
    struct record line;
    struct user_change change = {.values = {.userid = 20, .username = "", .employee_no = "E-7", .department = ""},
                                 .given = VALUE_BIT(USER_USERID) | VALUE_BIT(USER_EMPLOYEE_NO)};
    const struct store_bulk_form form = {.delimiter = DELIMITER_COMMA,
                                         .columns = {BULK_FIELD_EMPLOYEE_NO, BULK_FIELD_DATE, BULK_FIELD_TIME},
                                         .column_count = 3};
    const char *rows = "e-7,2026-03-02,08:05\nE-8,2026-03-02,08:05\n";
    TEST_ASSERT_EQUAL_INT(0, users_edit(job.t.core, &job.admin, &change, &saved, &refusal));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_PUNCHES, rows, strlen(rows)));
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &form));
    bulk_job_work(&job);
    assert_counts(1, 0, 1);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_work(&job);
    assert_counts(1, 0, 1);
    TEST_ASSERT_EQUAL_size_t(1, lines(log_last(job.t.core) - 1, &line, 1));
    TEST_ASSERT_EQUAL_UINT32(20, line.userid);
    TEST_ASSERT_FALSE(bulk_job_is_there(&job, 22));
}

/* What one's own hours are measured by is changed by another administrator. */
void test_own_punches_are_imported_by_another(void) {
    struct actor chief = job.officer;
    fixture_add_user(&job.t, 9, "Chief", 15, 0, "735846");
    (void)snprintf(chief.account, sizeof(chief.account), "9");
    chief.userid = 9;
    chief.level = 15;
    check(&chief, "9\t2026-03-02 08:05:09\t0\n20\t2026-03-02 08:05:09\t0\n");
    TEST_ASSERT_EQUAL_STRING("1 9 userid E_OWN_HOURS;", bulk_job_wrong(&job, 0, 20));
}

void test_which_columns_a_table_of_punches_has(void) {
    struct store_bulk_form form = {.columns = {BULK_FIELD_USERID, BULK_FIELD_DATE}, .column_count = 2};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_PUNCHES, "20,x\n", 5));
    TEST_ASSERT_EQUAL_INT(E_PUNCH_TIME_MISSING, bulk_check(job.t.core, &job.admin, &form));
    form.columns[1] = BULK_FIELD_TIME;
    TEST_ASSERT_EQUAL_INT(E_PUNCH_TIME_MISSING, bulk_check(job.t.core, &job.admin, &form));
    form.columns[0] = BULK_FIELD_DATE_TIME;
    TEST_ASSERT_EQUAL_INT(E_COLUMN_MISSING, bulk_check(job.t.core, &job.admin, &form));
    form.columns[2] = BULK_FIELD_USERID;
    form.column_count = 3;
    TEST_ASSERT_EQUAL_INT(E_COLUMN_TWICE, bulk_check(job.t.core, &job.admin, &form));
    form.columns[1] = BULK_FIELD_CARDNO;
    TEST_ASSERT_EQUAL_INT(E_COLUMN_OTHER, bulk_check(job.t.core, &job.admin, &form));
    form.columns[1] = BULK_FIELD_STATUS;
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &form));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "20,x\n"));
    TEST_ASSERT_EQUAL_INT(E_COLUMN_OTHER, bulk_check(job.t.core, &job.admin, &form));
}

void test_the_schedule_gives_a_status_where_the_row_has_none(void) {
    struct record line;
    import(&job.admin, "20\t2026-03-02 08:05:09\t255\n", false);
    TEST_ASSERT_EQUAL_size_t(1, lines(log_last(job.t.core) - 1, &line, 1));
    TEST_ASSERT_NOT_EQUAL(RECORD_STATUS_NONE, line.status);
}

/* ---- the end of power ---- */

static char *many_rows(unsigned count) {
    char *text = malloc((size_t)count * 40 + 1);
    size_t len = 0;
    TEST_ASSERT_NOT_NULL(text);
    for (unsigned i = 0; i < count; i++) {
        len +=
            (size_t)snprintf(text + len, 40, "20\t2026-03-02 %02u:%02u:%02u\t0\n", 8 + i / 3600, i / 60 % 60, i % 60);
    }
    return text;
}

static void interrupted(bool whole) {
    struct record line[300];
    char *rows = many_rows(200);
    const int64_t before = log_last(job.t.core);
    check(&job.admin, rows);
    job.tick_ms = TICK;
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, whole));
    for (unsigned i = 0; i < 1000 && log_last(job.t.core) == before; i++) {
        bulk_job_run(&job);
    }
    TEST_ASSERT_LESS_THAN_INT64(before + 200, log_last(job.t.core));
    fixture_restart(&job.t);
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    assert_counts(200, 0, 0);
    TEST_ASSERT_EQUAL_size_t(200, lines(before, line, 300));
    for (unsigned i = 0; i < 200; i++) {
        TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-03-02T07:00:00") + (int64_t)i * 1000, line[i].time);
    }
    job.tick_ms = 0;
    import(&job.admin, rows, false);
    assert_counts(0, 200, 0);
    free(rows);
}

void test_a_restart_repeats_nothing_and_loses_nothing(void) {
    interrupted(false);
}

void test_a_restart_of_all_or_nothing_goes_on(void) {
    interrupted(true);
}

void test_it_can_be_cancelled_in_the_middle(void) {
    char *rows = many_rows(200);
    const int64_t before = log_last(job.t.core);
    check(&job.admin, rows);
    job.tick_ms = TICK;
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, state()->step);
    TEST_ASSERT_EQUAL_INT64(before + state()->counts.added, log_last(job.t.core));
    TEST_ASSERT_LESS_THAN_UINT32(200, state()->counts.added);
    free(rows);
}

/* ---- rights and room ---- */

void test_rows_of_punches_are_not_for_all_who_read_users(void) {
    struct bulk_wrong *wrong = NULL;
    size_t count = 0;
    uint32_t total = 0;
    struct actor low = job.officer;
    low.level = 0;
    check(&job.admin, "99\t2026-09-01 08:00\t0\n");
    TEST_ASSERT_EQUAL_INT(E_FORBIDDEN, bulk_errors(job.t.core, &low, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.officer, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_size_t(1, count);
}

void test_punches_take_the_permission_of_corrections(void) {
    struct actor low = job.officer;
    low.level = 0;
    TEST_ASSERT_EQUAL_INT(E_FORBIDDEN, bulk_job_send(&job, &low, BULK_KIND_PUNCHES, "x", 1));
    TEST_ASSERT_EQUAL_STRING("kind", job.field);
}

void test_an_import_leaves_room_in_the_log(void) {
    struct hal_capacity_limits limits;
    about_capacity(job.t.core, &limits);
    TEST_ASSERT_EQUAL_INT64(limits.records - limits.records / 10 - (log_last(job.t.core) - log_first(job.t.core) + 1),
                            log_import_room(job.t.core));
}

/* Nothing is written of a file that does not fit. */
void test_an_import_that_does_not_fit_is_refused(void) {
    const int64_t before = log_last(job.t.core);
    char *rows = many_rows((unsigned)log_import_room(job.t.core) + 1);
    check(&job.admin, rows);
    free(rows);
    TEST_ASSERT_EQUAL_INT(E_LOG_ROOM, bulk_start(job.t.core, &job.admin, false));
    TEST_ASSERT_EQUAL_INT(E_LOG_ROOM, bulk_start(job.t.core, &job.admin, true));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, state()->step);
    TEST_ASSERT_EQUAL_INT64(before, log_last(job.t.core));
}

void test_the_audit_log_has_file_and_counts(void) {
    struct audit_rows audit;
    import(&job.admin, "20\t2026-03-02 08:05:09\t0\n20\t2026-03-02 08:05:09\t0\n", false);
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_EQUAL_STRING("punches", audit.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"kind\":\"punches\",\"end\":\"done\",\"file\":\"people.csv\",\"added\":1,\"changed\":0,"
                             "\"same\":1,\"skipped\":0,\"bad\":0}",
                             audit.rows[0].after);
}

/* ---- what the file is ---- */

static void look(const char *text, struct bulk_looked *ret_looked) {
    const struct bulk_asked asked = {.has_heading = false};
    arena_done(&arena);
    arena_init(&arena, (size_t)4 * 1024 * 1024);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_PUNCHES, text, strlen(text)));
    TEST_ASSERT_EQUAL_INT(0, bulk_look(job.t.core, &job.admin, &asked, &arena, ret_looked));
}

static void assert_fields(const struct bulk_looked *looked, const enum bulk_field *fields, size_t count) {
    TEST_ASSERT_EQUAL_size_t(count, looked->column_count);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_INT(fields[i], looked->fields[i]);
    }
}

/* With the number of the terminal before the status, as from a USB drive. */
void test_attlog_with_tabs_is_recognized(void) {
    static const enum bulk_field fields[] = {BULK_FIELD_USERID, BULK_FIELD_DATE_TIME, BULK_FIELD_NONE,
                                             BULK_FIELD_STATUS, BULK_FIELD_NONE,      BULK_FIELD_NONE};
    struct bulk_looked looked;
    look("       20\t2026-03-02 08:05:09\t1\t0\t1\t0\r\n       21\t2026-03-02 17:00:00\t1\t1\t15\t0\r\n", &looked);
    TEST_ASSERT_EQUAL_INT(DELIMITER_TAB, looked.delimiter);
    TEST_ASSERT_FALSE(looked.heading);
    TEST_ASSERT_EQUAL_UINT32(0, looked.heading_line);
    assert_fields(&looked, fields, 6);
}

/* As terminals send it to a server: the status is behind the time. */
void test_attlog_with_blanks_is_recognized(void) {
    static const enum bulk_field fields[] = {BULK_FIELD_USERID, BULK_FIELD_DATE, BULK_FIELD_TIME,
                                             BULK_FIELD_STATUS, BULK_FIELD_NONE, BULK_FIELD_NONE};
    struct bulk_looked looked;
    look("    20  2026-03-02 08:05:09  0 1  0\n    21 2026-03-02 17:00:00  1 15  0\n", &looked);
    TEST_ASSERT_EQUAL_INT(DELIMITER_SPACE, looked.delimiter);
    TEST_ASSERT_FALSE(looked.heading);
    assert_fields(&looked, fields, 6);
}

void test_a_table_with_headings_is_read_by_them(void) {
    static const enum bulk_field fields[] = {BULK_FIELD_NONE, BULK_FIELD_EMPLOYEE_NO, BULK_FIELD_DATE, BULK_FIELD_TIME,
                                             BULK_FIELD_STATUS};
    struct bulk_looked looked;
    look("Name,Employee number,Date,Time,Status\nAnn,E-1,2026-03-02,08:05,In\n", &looked);
    TEST_ASSERT_TRUE(looked.heading);
    assert_fields(&looked, fields, 5);
}
