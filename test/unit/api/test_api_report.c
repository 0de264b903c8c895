/* The handlers of the hours that punches make: report, sums, days, punches by hand and leave. */
#include <stdio.h>
#include <string.h>

#include "api_world.h"
#include "contract.h"
#include "core/records/report.h"
#include "report_world.h"
#include "store/store_impl.h"
#include "unity.h"

#define ALL_DAYS {.from_day = REPORT_WORLD_FIRST, .to_day = REPORT_WORLD_LAST}
#define GIVES(field) VALUE_BIT(REPORT_QUERY_##field)
#define SAME(expected, found, member) TEST_ASSERT_EQUAL_INT64((expected)->member, (found)->member)

static struct api_world w;

void setUp(void) {
    api_world_up(&w);
    report_world_add(&w.t);
}

void tearDown(void) {
    api_world_down(&w);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

/* --- Rows --- */

static struct get_report_form_info_req asked;
static struct get_report_form_info_reply form;

static int call_form(void) {
    memset(&form, 0, sizeof(form));
    return api_get_report_form_info(&w.ctx, &asked, &form);
}

static int64_t seconds(int64_t minute) {
    return minute == WORKDAY_NO_PUNCH ? 0 : minute * 60;
}

static void expect_row(const struct report_line *line, const struct api_report_row *row) {
    const struct workday *day = &line->day;
    SAME(line, row, userid);
    TEST_ASSERT_EQUAL_STRING(line->username, row->name);
    SAME(line, row, date);
    TEST_ASSERT_EQUAL_INT64(seconds(day->first_in), row->first_in);
    TEST_ASSERT_EQUAL_INT64(seconds(day->last_out), row->last_out);
    TEST_ASSERT_EQUAL(line->in_minute, row->first_in_minute);
    TEST_ASSERT_EQUAL(line->out_minute, row->last_out_minute);
    SAME(day, row, in_time);
    SAME(day, row, out_time);
    SAME(day, row, late);
    SAME(day, row, early);
    SAME(day, row, worked);
    SAME(day, row, overtime);
    SAME(day, row, absence);
    SAME(line, row, leave);
    SAME(line, row, planned);
    SAME(line, row, kind);
    SAME(line, row, leave_kind);
    SAME(line, row, shift);
    SAME(line, row, second_shift);
    SAME(line, row, holiday);
    TEST_ASSERT_EQUAL(day->is_open, row->open);
    TEST_ASSERT_EQUAL(day->is_missing_in, row->missing_in);
    TEST_ASSERT_EQUAL(day->is_missing_out, row->missing_out);
    TEST_ASSERT_EQUAL(day->is_absent, row->absent);
    TEST_ASSERT_EQUAL(day->is_in_outside, row->in_outside);
    TEST_ASSERT_EQUAL(day->is_out_outside, row->out_outside);
    TEST_ASSERT_EQUAL(day->is_odd, row->odd);
    TEST_ASSERT_EQUAL(day->is_corrected, row->corrected);
    TEST_ASSERT_EQUAL(line->is_cut, row->cut);
}

/* Nine rows: of three people on three days. */
void test_rows_are_those_of_the_report(void) {
    struct report *report = NULL;
    struct report_page page = {0};
    const char *field = NULL;
    asked = (struct get_report_form_info_req){.report_query = ALL_DAYS, .limit = 100};
    TEST_ASSERT_EQUAL(0, report_new(w.t.core, &w.by, &asked.report_query, &report, &field));
    TEST_ASSERT_EQUAL(0, report_page(w.t.core, report, NULL, 100, &w.arena, &page));
    TEST_ASSERT_EQUAL(CAT_OK, call_form());
    TEST_ASSERT_EQUAL(9, form.rows_count);
    TEST_ASSERT_EQUAL(9, page.count);
    for (size_t i = 0; i < page.count; i++) {
        expect_row(&page.lines[i], &form.rows[i]);
    }
    report_free(report);
    TEST_ASSERT_EQUAL_STRING("", form.next);
    TEST_ASSERT_EQUAL_UINT32(20260921, form.today);
    TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-06-01T08:10:00") / 1000, form.rows[0].first_in);
    TEST_ASSERT_EQUAL_INT64(0, form.rows[1].first_in);
    TEST_ASSERT_EQUAL_INT64(0, form.rows[1].last_out);
}

void test_pages_of_rows(void) {
    asked = (struct get_report_form_info_req){.report_query = ALL_DAYS, .limit = 4};
    TEST_ASSERT_EQUAL(CAT_OK, call_form());
    TEST_ASSERT_EQUAL(4, form.rows_count);
    TEST_ASSERT_EQUAL(7, form.rows[0].userid);
    (void)snprintf(asked.after, sizeof(asked.after), "%s", form.next);
    TEST_ASSERT_NOT_EQUAL(0, strlen(asked.after));
    TEST_ASSERT_EQUAL(CAT_OK, call_form()); /* a place that is not given says nothing */
    TEST_ASSERT_EQUAL(7, form.rows[0].userid);
    asked.has_after = true;
    TEST_ASSERT_EQUAL(CAT_OK, call_form());
    TEST_ASSERT_EQUAL(8, form.rows[0].userid);
    TEST_ASSERT_EQUAL(20260602, form.rows[0].date);
    api_world_interrupted(&w, call_form);
    api_world_without_memory(&w, 512, call_form);
    TEST_ASSERT_EQUAL(4, form.rows_count);
    (void)snprintf(asked.after, sizeof(asked.after), "nonsense");
    refused(CAT_BAD_FORMAT, "after", call_form());
}

void test_whose_rows(void) {
    asked = (struct get_report_form_info_req){
        .report_query = {.from_day = 20260601, .to_day = 20260601, .group = 2, .given = GIVES(GROUP)}, .limit = 100};
    TEST_ASSERT_EQUAL(CAT_OK, call_form());
    TEST_ASSERT_EQUAL(2, form.rows_count);
    TEST_ASSERT_EQUAL(9, form.rows[1].userid);
    asked.report_query.given = GIVES(USERID);
    asked.report_query.userid = 99;
    refused(CAT_USER_UNKNOWN, "userid", call_form());
    asked.report_query = (struct report_query){.from_day = 20260602, .to_day = 20260601};
    refused(CAT_OUT_OF_RANGE, "toDay", call_form());
}

/* --- Sums --- */

static struct report_sums_req wanted;
static struct report_sums_reply sums;

static int call_sums(void) {
    memset(&sums, 0, sizeof(sums));
    return api_report_sums(&w.ctx, &wanted, &sums);
}

static void expect_sum(const struct report_sum *expected, const struct api_report_sum *sum) {
    SAME(expected, sum, userid);
    TEST_ASSERT_EQUAL_STRING(expected->username, sum->name);
    SAME(expected, sum, due);
    SAME(expected, sum, present);
    SAME(expected, sum, absent_days);
    SAME(expected, sum, late_days);
    SAME(expected, sum, early_days);
    SAME(expected, sum, missing);
    SAME(expected, sum, leave_days);
    SAME(expected, sum, planned);
    SAME(expected, sum, late);
    SAME(expected, sum, early);
    SAME(expected, sum, worked);
    SAME(expected, sum, overtime);
    SAME(expected, sum, absence);
    SAME(expected, sum, leave);
    TEST_ASSERT_EQUAL(expected->is_open, sum->open);
    TEST_ASSERT_EQUAL(expected->is_cut, sum->cut);
}

void test_sums_are_those_of_the_report(void) {
    struct report *report = NULL;
    struct report_sum *expected = NULL;
    size_t count = 0;
    uint32_t next = 0;
    const char *field = NULL;
    wanted = (struct report_sums_req){.report_query = ALL_DAYS, .limit = 2};
    TEST_ASSERT_EQUAL(0, report_new(w.t.core, &w.by, &wanted.report_query, &report, &field));
    TEST_ASSERT_EQUAL(0, report_sums(w.t.core, report, 0, 2, &w.arena, &expected, &count, &next));
    TEST_ASSERT_EQUAL(CAT_OK, call_sums());
    TEST_ASSERT_EQUAL(2, sums.sums_count);
    expect_sum(&expected[0], &sums.sums[0]);
    expect_sum(&expected[1], &sums.sums[1]);
    report_free(report);
    TEST_ASSERT_EQUAL(8, sums.next);
    TEST_ASSERT_EQUAL_UINT32(20260921, sums.today);
    wanted.after = 8;
    TEST_ASSERT_EQUAL(CAT_OK, call_sums()); /* it is not given */
    TEST_ASSERT_EQUAL(7, sums.sums[0].userid);
    wanted.has_after = true;
    TEST_ASSERT_EQUAL(CAT_OK, call_sums());
    TEST_ASSERT_EQUAL(1, sums.sums_count);
    TEST_ASSERT_EQUAL(9, sums.sums[0].userid);
    TEST_ASSERT_EQUAL(0, sums.next);
    api_world_interrupted(&w, call_sums);
    api_world_without_memory(&w, 128, call_sums);
    TEST_ASSERT_EQUAL(1, sums.sums_count);
    wanted.report_query = (struct report_query){.from_day = 20260602, .to_day = 20260601};
    refused(CAT_OUT_OF_RANGE, "toDay", call_sums());
}

/* --- Days of all --- */

static struct report_days_req of;
static struct report_days_reply days;

static int call_days(void) {
    memset(&days, 0, sizeof(days));
    return api_report_days(&w.ctx, &of, &days);
}

static void expect_day(size_t at, struct api_report_day_count expected) {
    const struct api_report_day_count *found = &days.days[at];
    SAME(&expected, found, date);
    SAME(&expected, found, due);
    SAME(&expected, found, present);
    SAME(&expected, found, late);
    SAME(&expected, found, absent);
    SAME(&expected, found, on_leave);
}

void test_days_of_all(void) {
    of = (struct report_days_req){.report_query = ALL_DAYS};
    TEST_ASSERT_EQUAL(CAT_OK, call_days());
    TEST_ASSERT_EQUAL(3, days.days_count);
    TEST_ASSERT_EQUAL(3, days.people);
    TEST_ASSERT_EQUAL(0, days.next);
    expect_day(0, (struct api_report_day_count){.date = 20260601, .due = 2, .present = 3, .late = 1});
    expect_day(1, (struct api_report_day_count){.date = 20260602, .due = 2, .present = 1, .absent = 1});
    expect_day(2, (struct api_report_day_count){.date = 20260603, .due = 1, .absent = 1, .on_leave = 1});
    of.after = 7;
    TEST_ASSERT_EQUAL(CAT_OK, call_days()); /* it is not given */
    TEST_ASSERT_EQUAL(3, days.people);
    of.has_after = true;
    TEST_ASSERT_EQUAL(CAT_OK, call_days());
    TEST_ASSERT_EQUAL(2, days.people);
    api_world_interrupted(&w, call_days);
    api_world_without_memory(&w, 128, call_days);
    TEST_ASSERT_EQUAL(3, days.days_count);
    of.report_query = (struct report_query){.from_day = 20260602, .to_day = 20260601};
    refused(CAT_OUT_OF_RANGE, "toDay", call_days());
}

/* --- One day --- */

static struct report_day_req one;
static struct report_day_reply day;

static int call_day(void) {
    memset(&day, 0, sizeof(day));
    return api_report_day(&w.ctx, &one, &day);
}

void test_one_day_of_a_person(void) {
    one = (struct report_day_req){.userid = 7, .day = 20260601};
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_EQUAL(7, day.row.userid);
    TEST_ASSERT_EQUAL(20260601, day.row.date);
    TEST_ASSERT_EQUAL(10, day.row.late);
    TEST_ASSERT_EQUAL(1, day.shifts_count);
    TEST_ASSERT_EQUAL_STRING("Day", day.shifts[0].name);
    TEST_ASSERT_EQUAL(0, day.leaves_count);
    TEST_ASSERT_EQUAL(2, day.punches_count);
    TEST_ASSERT_EQUAL_INT64(1, day.punches[0].seq);
    TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-06-01T08:10:00"), day.punches[0].time);
    TEST_ASSERT_EQUAL(490, day.punches[0].minute);
    TEST_ASSERT_EQUAL(RECORD_STATUS_IN, day.punches[0].status);
    TEST_ASSERT_EQUAL(PUNCH_ROLE_FIRST_IN, day.punches[0].role);
    TEST_ASSERT_FALSE(day.punches[0].added);
    TEST_ASSERT_EQUAL_STRING("", day.punches[0].detail);
    TEST_ASSERT_EQUAL_INT64(2, day.punches[1].seq);
    TEST_ASSERT_EQUAL(PUNCH_ROLE_LAST_OUT, day.punches[1].role);
    api_world_interrupted(&w, call_day);
    api_world_without_memory(&w, 512, call_day);
    TEST_ASSERT_EQUAL(2, day.punches_count);
    one.day = 20260603;
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_EQUAL(1, day.leaves_count);
    TEST_ASSERT_EQUAL_STRING("flu", day.leaves[0].note);
    TEST_ASSERT_EQUAL(0, day.punches_count);
    one.userid = 9;
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_EQUAL(0, day.shifts_count);
    one.userid = 99;
    refused(CAT_USER_UNKNOWN, "userid", call_day());
}

/* Ada works in the morning and in the evening. */
void test_a_split_day_has_both_of_its_duties(void) {
    report_world_shift(&w.t, 4, "Morning");
    report_world_shift(&w.t, 5, "Evening");
    TEST_ASSERT_EQUAL(0, store_exec(w.t.core->store,
                                    "UPDATE shift SET in_after = 60, out_before = 60, out_after = 60 WHERE number > 3;"
                                    "UPDATE shift SET off_duty = 720 WHERE number = 4;"
                                    "UPDATE shift SET on_duty = 960, off_duty = 1200 WHERE number = 5"));
    for (uint8_t shift = 4; shift <= 5; shift++) {
        report_world_assign(&w.t, &(struct shift_assignment){.userid = 7, .shift = shift, .from = 20260101});
    }
    (void)report_world_punch(&w.t, 7, "2026-06-02T08:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&w.t, 7, "2026-06-02T12:00:00", RECORD_STATUS_OUT);
    (void)report_world_punch(&w.t, 7, "2026-06-02T16:10:00", RECORD_STATUS_IN);
    (void)report_world_punch(&w.t, 7, "2026-06-02T20:00:00", RECORD_STATUS_OUT);
    one = (struct report_day_req){.userid = 7, .day = 20260602};
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_EQUAL(2, day.duties_count);
    TEST_ASSERT_EQUAL(2, day.shifts_count);
    TEST_ASSERT_EQUAL(4, day.row.shift);
    TEST_ASSERT_EQUAL(5, day.row.second_shift);
    TEST_ASSERT_EQUAL(470, day.row.worked);
    for (size_t i = 0; i < 2; i++) {
        TEST_ASSERT_EQUAL(4 + i, day.duties[i].shift);
        TEST_ASSERT_EQUAL(4 + i, day.shifts[i].number);
        TEST_ASSERT_EQUAL(0, day.duties[i].second_shift);
        TEST_ASSERT_EQUAL(240, day.duties[i].planned);
        TEST_ASSERT_EQUAL(240 - i * 10, day.duties[i].worked);
    }
    TEST_ASSERT_EQUAL(970, day.duties[1].first_in_minute);
    one.day = 20260603;
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_EQUAL(0, day.duties_count);
}

/* --- Punches by hand --- */

void test_a_punch_is_added_and_taken_away(void) {
    struct add_punch_req add = {
        .userid = 8, .day = 20260601, .minute = 961, .status = PUNCH_STATUS_OUT, .reason = "forgot it"};
    struct add_punch_reply added = {0};
    struct void_punch_req without = {.reason = "was not there"};
    refused(CAT_OK, NULL, api_add_punch(&w.ctx, &add, &added));
    TEST_ASSERT_EQUAL_INT64(8, added.seq);
    one = (struct report_day_req){.userid = 8, .day = 20260601};
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_TRUE(day.row.corrected);
    TEST_ASSERT_EQUAL(961, day.punches[1].minute);
    TEST_ASSERT_TRUE(day.punches[1].added);
    TEST_ASSERT_EQUAL(RECORD_STATUS_OUT, day.punches[1].status);
    TEST_ASSERT_NOT_NULL(strstr(day.punches[1].detail, "forgot it"));
    without.seq = added.seq;
    refused(CAT_OK, NULL, api_void_punch(&w.ctx, &without));
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_FALSE(day.row.corrected);
    TEST_ASSERT_NOT_NULL(strstr(day.punches[1].detail, "was not there"));
    without.seq = 99;
    refused(CAT_GONE, "seq", api_void_punch(&w.ctx, &without));
    add.userid = 99;
    refused(CAT_USER_UNKNOWN, "userid", api_add_punch(&w.ctx, &add, &added));
    add.day = 20260922;
    refused(CAT_OUT_OF_RANGE, "day", api_add_punch(&w.ctx, &add, &added));
}

void test_own_hours_are_not_corrected(void) {
    struct add_punch_req add = {.userid = 8, .day = 20260601, .minute = 961, .status = PUNCH_STATUS_OUT, .reason = "x"};
    struct add_punch_reply added = {0};
    struct add_leave_req leave = {.userid = 8, .kind = LEAVE_KIND_SICK, .from = 20260601, .to = 20260601};
    struct add_leave_reply entered = {0}, other = {0};
    refused(CAT_OK, NULL, api_add_leave(&w.ctx, &leave, &entered));
    w.by = (struct actor){
        .session = 1, .fresh = true, .account = "8", .userid = 8, .level = 15, .peer = "192.0.2.1", .call = "addPunch"};
    refused(CAT_OWN_HOURS, "userid", api_add_punch(&w.ctx, &add, &added));
    refused(CAT_OWN_HOURS, "seq", api_void_punch(&w.ctx, &(struct void_punch_req){.seq = 3, .reason = "x"}));
    refused(CAT_OWN_HOURS, "userid", api_add_leave(&w.ctx, &leave, &other));
    refused(CAT_OWN_HOURS, "id", api_del_leave(&w.ctx, &(struct del_leave_req){.id = entered.id}));
}

/* --- Leave --- */

static struct leaves_of_req whose;
static struct leaves_of_reply leaves;

static int call_leaves(void) {
    memset(&leaves, 0, sizeof(leaves));
    return api_leaves_of(&w.ctx, &whose, &leaves);
}

void test_leave_is_entered_and_deleted(void) {
    struct add_leave_req add = {.userid = 8,
                                .kind = LEAVE_KIND_SICK,
                                .from = 20260602,
                                .to = 20260604,
                                .half = LEAVE_HALF_FIRST,
                                .note = "dentist"};
    struct add_leave_reply added = {0};
    whose.userid = 8;
    TEST_ASSERT_EQUAL(CAT_OK, call_leaves());
    TEST_ASSERT_EQUAL(0, leaves.leaves_count);
    TEST_ASSERT_EQUAL_UINT32(20260921, leaves.today);
    refused(CAT_OK, NULL, api_add_leave(&w.ctx, &add, &added));
    TEST_ASSERT_EQUAL(CAT_OK, call_leaves());
    TEST_ASSERT_EQUAL(1, leaves.leaves_count);
    TEST_ASSERT_EQUAL(added.id, leaves.leaves[0].id);
    TEST_ASSERT_EQUAL(8, leaves.leaves[0].userid);
    TEST_ASSERT_EQUAL(LEAVE_KIND_SICK, leaves.leaves[0].kind);
    TEST_ASSERT_EQUAL_UINT32(20260602, leaves.leaves[0].from);
    TEST_ASSERT_EQUAL_UINT32(20260604, leaves.leaves[0].to);
    TEST_ASSERT_EQUAL(LEAVE_HALF_FIRST, leaves.leaves[0].half);
    TEST_ASSERT_EQUAL_STRING("dentist", leaves.leaves[0].note);
    api_world_interrupted(&w, call_leaves);
    api_world_without_memory(&w, 512, call_leaves);
    TEST_ASSERT_EQUAL(1, leaves.leaves_count);
    refused(CAT_OK, NULL, api_del_leave(&w.ctx, &(struct del_leave_req){.id = added.id}));
    refused(CAT_GONE, "id", api_del_leave(&w.ctx, &(struct del_leave_req){.id = added.id}));
    TEST_ASSERT_EQUAL(CAT_OK, call_leaves());
    TEST_ASSERT_EQUAL(0, leaves.leaves_count);
    add.to = 20260601;
    refused(CAT_OUT_OF_RANGE, "to", api_add_leave(&w.ctx, &add, &added));
    whose.userid = 99;
    refused(CAT_USER_UNKNOWN, "userid", call_leaves());
}

/* What the store cannot do is about no field. */
void test_changes_that_cannot_be_stored(void) {
    struct add_leave_req add = {.userid = 8, .kind = LEAVE_KIND_SICK, .from = 20260602, .to = 20260602};
    struct add_leave_reply added = {0};
    struct void_punch_req without = {.seq = 1, .reason = "was not there"};
    refused(CAT_OK, NULL, api_add_leave(&w.ctx, &add, &added));
    TEST_ASSERT_EQUAL(0, store_exec(w.t.core->store, "CREATE TRIGGER no_audit BEFORE INSERT ON audit BEGIN"
                                                     " SELECT raise(ABORT, 'no room'); END"));
    TEST_ASSERT_NOT_EQUAL(CAT_OK, api_del_leave(&w.ctx, &(struct del_leave_req){.id = added.id}));
    TEST_ASSERT_NULL(w.ctx.error_field);
    TEST_ASSERT_NOT_EQUAL(CAT_OK, api_void_punch(&w.ctx, &without));
    TEST_ASSERT_NULL(w.ctx.error_field);
    whose.userid = 8;
    TEST_ASSERT_EQUAL(CAT_OK, call_leaves());
    TEST_ASSERT_EQUAL(1, leaves.leaves_count);
}

/* --- As a table --- */

void test_the_report_as_a_table(void) {
    struct download_report_form_req req = {
        .report_query = {.from_day = 20260601, .to_day = 20260602, .userid = 7, .given = GIVES(USERID)},
        .format = TABLE_FORMAT_CSV};
    struct api_file file = {0};
    refused(CAT_OK, NULL, api_download_report_form(&w.ctx, &req, &file));
    TEST_ASSERT_NOT_NULL(strstr(file.type, "text/csv"));
    TEST_ASSERT_NOT_NULL(strstr(file.name, ".csv"));
    const char *text = api_world_file(&w, &file);
    TEST_ASSERT_NOT_NULL(strstr(text, "Ada"));
    TEST_ASSERT_NULL(strstr(text, "Bob"));
    req.format = TABLE_FORMAT_XLSX;
    refused(CAT_OK, NULL, api_download_report_form(&w.ctx, &req, &file));
    TEST_ASSERT_NOT_NULL(strstr(file.type, "spreadsheetml"));
    (void)api_world_file(&w, &file);
    req.report_query.userid = 99;
    refused(CAT_USER_UNKNOWN, "userid", api_download_report_form(&w.ctx, &req, &file));
    req.report_query.to_day = 20260531;
    refused(CAT_OUT_OF_RANGE, "toDay", api_download_report_form(&w.ctx, &req, &file));
}
