/* The hours of people as a table. */
#include "core/records/report_export.h"

#include <stdio.h>
#include <string.h>

#include "archive.h"
#include "core/base/actor.h"
#include "report_world.h"
#include "store/rules/shifts.h"
#include "store/store_impl.h"
#include "unity.h"

#define HEADING                                                                                              \
    "\xef\xbb\xbfUser ID,Name,Date,Day,Shift,First in,Last out,In time,Out time,Late,Early,Worked,Overtime," \
    "Night,Absence,Leave,Planned,Leave for,Notes\r\n"
#define SUMMARY_HEADING                                                                                           \
    "\xef\xbb\xbfUser ID;Name;Days due;Days present;Late days;Late;Early days;Early;Missing punches;Absent days;" \
    "Absence;Leave days;Leave;Worked;Overtime;Night;Planned;Notes\r\n"

static struct fixture t;
static struct buf out;
static struct report_export *export;
static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "DownloadReportForm"};
static const char *field;
static const struct report_export_form csv = {.format = TABLE_FORMAT_CSV, .view = REPORT_VIEW_DAYS};

void setUp(void) {
    fixture_up(&t);
    buf_init(&out);
    export = NULL;
}

void tearDown(void) {
    report_export_free(export);
    buf_done(&out);
    fixture_down(&t);
}

static struct report_query days(uint32_t from, uint32_t to) {
    return (struct report_query){.from_day = from, .to_day = to};
}

static int begin_form(const struct report_query *asked, const struct report_export_form *form) {
    report_export_free(export);
    export = NULL;
    buf_clear(&out);
    return report_export_new(t.core, &admin, asked, form, &export, &field);
}

static void begin(const struct report_query *asked, enum table_format format) {
    const struct report_export_form form = {.format = format, .view = REPORT_VIEW_DAYS};
    TEST_ASSERT_EQUAL(0, begin_form(asked, &form));
    TEST_ASSERT_NULL(field);
}

static const char *whole(void) {
    int r = 1;
    for (unsigned pieces = 0; r == 1; pieces++) {
        TEST_ASSERT_LESS_THAN_UINT(100, pieces);
        r = report_export_next(t.core, export, &out);
    }
    TEST_ASSERT_EQUAL(0, r);
    return buf_text(&out);
}

static void expect_rows(const struct report_query *asked, const char *expected) {
    begin(asked, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL_STRING(expected, whole());
}

void test_each_person_has_a_row_a_day(void) {
    const struct report_query asked = days(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    report_world_add(&t);
    expect_rows(&asked, HEADING
                "7,\"Ada\",2026-06-01,work,\"Day\",2026-06-01 08:10,2026-06-01 16:00,7:50,,0:10,,7:50,,,,,8:00,,\r\n"
                "7,\"Ada\",2026-06-02,work,\"Day\",,,,,,,,,,8:00,,8:00,,absent\r\n"
                "7,\"Ada\",2026-06-03,onLeave,\"Day\",,,,,,,,,,,8:00,,sick,\r\n"
                "8,\"Bob\",2026-06-01,work,\"Day\",2026-06-01 08:00,,,,,,,,,,,8:00,,no-check-out\r\n"
                "8,\"Bob\",2026-06-02,work,\"Day\",2026-06-02 07:00,2026-06-02 17:00,10:00,,,,8:00,,,,,8:00,,\r\n"
                "8,\"Bob\",2026-06-03,work,\"Day\",,,,,,,,,,8:00,,8:00,,absent\r\n"
                "9,\"Cy\",2026-06-01,none,,2026-06-01 09:00,2026-06-01 12:00,3:00,,,,3:00,,,,,,,\r\n"
                "9,\"Cy\",2026-06-02,none,,,,,,,,,,,,,,,\r\n"
                "9,\"Cy\",2026-06-03,none,,,,,,,,,,,,,,,\r\n");
}

/* Out of every span and note, one that the three days do not have. */
void test_the_other_columns(void) {
    struct report_query asked = days(20260606, 20260606);
    log_world_zone(&t, 0);
    report_world_shift(&t, 3, "");
    report_world_person(&t, 7, "Ada", 2, 3);
    (void)report_world_punch(&t, 7, "2026-06-06T09:00:00", RECORD_STATUS_IN); /* a Saturday */
    (void)report_world_punch(&t, 7, "2026-06-06T10:00:00", RECORD_STATUS_OUT);
    const struct record correction = {.time = log_world_ms("2026-06-06T10:30:00"),
                                      .kind = RECORD_KIND_CORRECTION,
                                      .userid = 7,
                                      .status = RECORD_STATUS_IN};
    (void)log_world_add(&t, &correction);
    (void)report_world_punch(&t, 7, "2026-06-06T12:10:00", RECORD_STATUS_OUT);
    expect_rows(
        &asked, HEADING
        "7,\"Ada\",2026-06-06,rest,3,2026-06-06 09:00,2026-06-06 12:10,2:40,0:30,,,2:30,2:30,,,,,,corrected\r\n");
    (void)report_world_punch(&t, 7, "2026-06-05T16:00:00", RECORD_STATUS_OUT);
    asked = days(20260605, 20260605);
    expect_rows(&asked, HEADING "7,\"Ada\",2026-06-05,work,3,,2026-06-05 16:00,,,,,,,,,,8:00,,no-check-in\r\n");
    asked = days(20260921, 20260921); /* today, at 14:13 */
    expect_rows(&asked, HEADING "7,\"Ada\",2026-09-21,work,3,,,,,,,,,,,,8:00,,open\r\n");
}

/* A night shift: the times of its end are those of the next day. */
void test_a_time_has_the_day_on_which_it_was(void) {
    const struct report_query asked = days(20260601, 20260601);
    struct shift night = shift_defaults;
    log_world_zone(&t, 120);
    night.number = 2;
    night.name = "Night";
    night.on_duty = 22 * 60;
    night.off_duty = 6 * 60;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_shifts_put(t.core->store, &night));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    report_world_person(&t, 7, "Ada", 2, 2);
    (void)report_world_punch(&t, 7, "2026-06-01T20:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 7, "2026-06-02T04:00:00", RECORD_STATUS_OUT);
    expect_rows(
        &asked, HEADING
        "7,\"Ada\",2026-06-01,work,\"Night\",2026-06-01 22:00,2026-06-02 06:00,8:00,,,,8:00,,8:00,,,8:00,,\r\n");
}

/* Both shifts of a split day, by name or number. */
void test_a_split_day_has_both_shifts(void) {
    const struct report_query asked = days(20260602, 20260602);
    log_world_zone(&t, 0);
    report_world_person(&t, 7, "Ada", 2, 0);
    report_world_shift(&t, 4, "Morning");
    report_world_shift(&t, 5, "");
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE shift SET off_duty = 720 WHERE number = 4;"
                                                   "UPDATE shift SET on_duty = 960, off_duty = 1200 WHERE number = 5;"
                                                   "UPDATE shift SET in_after = 60, out_before = 60, out_after = 60"));
    for (uint8_t shift = 4; shift <= 5; shift++) {
        report_world_assign(&t, &(struct shift_assignment){.userid = 7, .shift = shift, .from = 20260101});
    }
    (void)report_world_punch(&t, 7, "2026-06-02T08:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 7, "2026-06-02T12:00:00", RECORD_STATUS_OUT);
    (void)report_world_punch(&t, 7, "2026-06-02T16:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 7, "2026-06-02T20:00:00", RECORD_STATUS_OUT);
    expect_rows(
        &asked, HEADING
        "7,\"Ada\",2026-06-02,work,\"Morning + 5\",2026-06-02 08:00,2026-06-02 20:00,8:00,,,,8:00,,,,,8:00,,\r\n");
}

void test_only_days_of_a_kind(void) {
    struct report_query asked = days(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    report_world_add(&t);
    asked.only = REPORT_ONLY_ABSENT;
    asked.given = UINT64_C(1) << REPORT_QUERY_ONLY;
    expect_rows(&asked, HEADING "7,\"Ada\",2026-06-02,work,\"Day\",,,,,,,,,,8:00,,8:00,,absent\r\n"
                                "8,\"Bob\",2026-06-03,work,\"Day\",,,,,,,,,,8:00,,8:00,,absent\r\n");
}

void test_only_who_is_asked_for(void) {
    struct report_query asked = days(20260602, 20260602);
    report_world_add(&t);
    asked.userid = 8;
    asked.given = UINT64_C(1) << REPORT_QUERY_USERID;
    expect_rows(&asked, HEADING
                "8,\"Bob\",2026-06-02,work,\"Day\",2026-06-02 07:00,2026-06-02 17:00,10:00,,,,8:00,,,,,8:00,,\r\n");
    asked = days(20260602, 20260602);
    asked.group = 2;
    asked.given = UINT64_C(1) << REPORT_QUERY_GROUP;
    expect_rows(&asked, HEADING "7,\"Ada\",2026-06-02,work,\"Day\",,,,,,,,,,8:00,,8:00,,absent\r\n"
                                "9,\"Cy\",2026-06-02,none,,,,,,,,,,,,,,,\r\n");
}

void test_eight_people_are_a_piece(void) {
    const struct report_query asked = days(20260601, 20260601);
    log_world_zone(&t, 0);
    for (uint32_t id = 1; id <= 8; id++) {
        report_world_person(&t, id, "Ada", 2, 0);
    }
    begin(&asked, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL(1, report_export_next(t.core, export, &out)); /* it cannot know that they were the last */
    TEST_ASSERT_EQUAL(0, report_export_next(t.core, export, &out));
    report_world_person(&t, 9, "Bob", 2, 0);
    begin(&asked, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL(1, report_export_next(t.core, export, &out));
    TEST_ASSERT_NULL(strstr(buf_text(&out), "Bob"));
    TEST_ASSERT_EQUAL(0, report_export_next(t.core, export, &out));
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&out), "\r\n9,\"Bob\""));
}

/* It is 2026-09-21. */
void test_its_name_has_its_days(void) {
    static const struct {
        uint32_t from, to;
        int32_t zone;
        const char *name;
    } cases[] = {{20260601, 20260603, 0, "report-2026-06-01-2026-06-03.csv"},
                 {20260601, 20260601, 0, "report-2026-06-01.csv"},
                 {20260601, 20260601, 840, "report-2026-06-01.csv"},
                 {20260601, 20260603, -720, "report-2026-06-01-2026-06-03.csv"},
                 {20260920, 20260930, 0, "report-2026-09-20-2026-09-21.csv"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct report_query asked = days(cases[i].from, cases[i].to);
        log_world_zone(&t, cases[i].zone);
        begin(&asked, TABLE_FORMAT_CSV);
        TEST_ASSERT_EQUAL_STRING(cases[i].name, report_export_name(export));
    }
}

static void expect_form(const struct report_query *asked, const struct report_export_form *form, const char *expected) {
    TEST_ASSERT_EQUAL(0, begin_form(asked, form));
    TEST_ASSERT_EQUAL_STRING(expected, whole());
}

void test_people_with_their_sums_as_they_are_sorted(void) {
    const struct report_query asked = days(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    const struct report_export_form form = {.view = REPORT_VIEW_PEOPLE,
                                            .sort = REPORT_SORT_WORKED,
                                            .order = SORT_ORDER_ASC,
                                            .hours = HOURS_FORM_DECIMALS,
                                            .delimiter = FILE_DELIMITER_SEMICOLON,
                                            .decimal = DECIMAL_SIGN_COMMA};
    report_world_add(&t);
    expect_form(&asked, &form,
                SUMMARY_HEADING "9;\"Cy\";0;0;0;;0;;0;0;;0;;3,00;;;;\r\n"
                                "7;\"Ada\";2;1;1;0,17;0;;0;1;8,00;1;8,00;7,83;;;16,00;\r\n"
                                "8;\"Bob\";3;2;0;;0;;1;1;8,00;0;;8,00;;;24,00;\r\n");
}

void test_days_as_they_are_sorted(void) {
    const struct report_query asked = days(20260601, 20260602);
    struct report_export_form form = csv;
    report_world_add(&t);
    form.sort = REPORT_SORT_IN;
    form.order = SORT_ORDER_DESC;
    expect_form(&asked, &form,
                HEADING
                "9,\"Cy\",2026-06-01,none,,2026-06-01 09:00,2026-06-01 12:00,3:00,,,,3:00,,,,,,,\r\n"
                "7,\"Ada\",2026-06-01,work,\"Day\",2026-06-01 08:10,2026-06-01 16:00,7:50,,0:10,,7:50,,,,,8:00,,\r\n"
                "8,\"Bob\",2026-06-01,work,\"Day\",2026-06-01 08:00,,,,,,,,,,,8:00,,no-check-out\r\n"
                "8,\"Bob\",2026-06-02,work,\"Day\",2026-06-02 07:00,2026-06-02 17:00,10:00,,,,8:00,,,,,8:00,,\r\n"
                "7,\"Ada\",2026-06-02,work,\"Day\",,,,,,,,,,8:00,,8:00,,absent\r\n"
                "9,\"Cy\",2026-06-02,none,,,,,,,,,,,,,,,\r\n");
}

void test_without_nights_there_is_no_column(void) {
    const struct report_query asked = days(20260602, 20260602);
    report_world_add(&t);
    report_world_night(&t, 0, 0);
    begin(&asked, TABLE_FORMAT_CSV);
    TEST_ASSERT_NULL(strstr(whole(), "Night"));
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&out), "10:00,,,,8:00,,,,8:00,,\r\n"));
}

void test_a_workbook_has_the_sums_and_the_days(void) {
    struct buf sheet = {0};
    const struct report_query asked = days(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    const struct report_export_form form = {
        .format = TABLE_FORMAT_XLSX, .view = REPORT_VIEW_PEOPLE, .sort = REPORT_SORT_NAME, .order = SORT_ORDER_DESC};
    report_world_add(&t);
    TEST_ASSERT_EQUAL(0, begin_form(&asked, &form));
    TEST_ASSERT_EQUAL_STRING("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                             report_export_media_type(export));
    TEST_ASSERT_EQUAL_STRING("report-2026-06-01-2026-06-03.xlsx", report_export_name(export));
    (void)whole();
    archive_entry(&out, "xl/worksheets/sheet1.xml", &sheet);
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "<row r=\"2\"><c r=\"A2\"><v>9</v></c>"));
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "<c r=\"N4\" s=\"5\"><v>0.3263888889</v></c>"));
    buf_clear(&sheet);
    archive_entry(&out, "xl/worksheets/sheet2.xml", &sheet);
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "<row r=\"2\"><c r=\"A2\" s=\"8\"><v>9</v></c>")); /* shaded: no work */
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "<row r=\"8\"><c r=\"A8\"><v>7</v></c>"));
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "<c r=\"L8\" s=\"5\"><v>0.3263888889</v></c>"));
    buf_clear(&sheet);
    archive_entry(&out, "xl/workbook.xml", &sheet);
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "<sheet name=\"Summary\" sheetId=\"1\" r:id=\"rId1\"/>"
                                            "<sheet name=\"Days\" sheetId=\"2\" r:id=\"rId2\"/>"));
    buf_done(&sheet);
}

void test_only_columns_of_the_view_sort(void) {
    const struct report_query asked = days(20260601, 20260601);
    struct report_export_form form = csv;
    form.sort = REPORT_SORT_PRESENT;
    TEST_ASSERT_EQUAL(E_RANGE, begin_form(&asked, &form));
    TEST_ASSERT_EQUAL_STRING("sort", field);
    form.view = REPORT_VIEW_PEOPLE;
    form.sort = REPORT_SORT_DATE;
    TEST_ASSERT_EQUAL(E_RANGE, begin_form(&asked, &form));
}

void test_errors_before_the_table_begins(void) {
    struct report_query asked = days(20260602, 20260601);
    TEST_ASSERT_EQUAL(E_RANGE, begin_form(&asked, &csv));
    TEST_ASSERT_EQUAL_STRING("toDay", field);
    asked = days(20260601, 20260601);
    asked.userid = 7;
    asked.given = UINT64_C(1) << REPORT_QUERY_USERID;
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, begin_form(&asked, &csv));
    TEST_ASSERT_NULL(field);
    TEST_ASSERT_NULL(export);
    report_export_free(NULL);
}

void test_a_store_that_fails_ends_it(void) {
    const struct report_query asked = days(20260601, 20260601);
    report_world_add(&t);
    begin(&asked, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE record"));
    TEST_ASSERT_LESS_THAN(0, report_export_next(t.core, export, &out));
}

/* Ada's hours are flexible; of Bob, whose hours are not, there is no balance. */
static void add_flexible(void) {
    report_world_add(&t);
    report_world_shift(&t, 2, "Flexible");
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE shift SET kind = 1, target = 450 WHERE number = 2;"
                                                   "UPDATE user SET shift = 2 WHERE userid = 7"));
}

void test_flexible_hours_have_a_balance_that_is_carried(void) {
    const struct report_query asked = days(20260601, 20260602);
    add_flexible();
    begin(&asked, TABLE_FORMAT_CSV);
    TEST_ASSERT_NOT_NULL(strstr(whole(), ",Overtime,Night,Balance,Balance carried,Absence,"));
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&out), ",7:50,,,0:20,0:20,,,7:30,,\r\n"));
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&out), ",-7:30,-7:10,7:30,,7:30,,absent\r\n"));
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&out), ",8:00,,,,,,,8:00,,\r\n"));
}

void test_sums_have_the_balance_of_their_days(void) {
    const struct report_query asked = days(20260601, 20260602);
    struct report_export_form form = csv;
    add_flexible();
    form.view = REPORT_VIEW_PEOPLE;
    form.sort = REPORT_SORT_BALANCE;
    TEST_ASSERT_EQUAL(0, begin_form(&asked, &form));
    TEST_ASSERT_NOT_NULL(strstr(whole(), ",Night,Balance,Planned,"));
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&out), "\r\n7,\"Ada\",")); /* the lowest first */
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&out), ",7:50,,,-7:10,15:00,\r\n8,\"Bob\","));
}

void test_a_workbook_has_the_balance_in_hours(void) {
    struct buf sheet = {0};
    const struct report_query asked = days(20260601, 20260602);
    const struct report_export_form form = {.format = TABLE_FORMAT_XLSX, .view = REPORT_VIEW_PEOPLE};
    add_flexible();
    TEST_ASSERT_EQUAL(0, begin_form(&asked, &form));
    (void)whole();
    archive_entry(&out, "xl/worksheets/sheet1.xml", &sheet);
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "Balance (h)"));
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "<v>-7.1666666667</v>"));
    buf_clear(&sheet);
    archive_entry(&out, "xl/worksheets/sheet2.xml", &sheet);
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "Balance carried (h)"));
    buf_done(&sheet);
}
