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

#define HEADING                                                                                                      \
    "\xef\xbb\xbfUser ID,Name,Date,Day,Shift,First in,Last out,In time (min),Out time (min),Late (min),Early (min)," \
    "Worked (min),Overtime (min),Absence (min),Leave (min),Planned (min),Leave for,Notes\r\n"

static struct fixture t;
static struct buf out;
static struct report_export *export;
static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "DownloadReportForm"};
static const char *field;

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

static void begin(const struct report_query *asked, enum table_format format) {
    report_export_free(export);
    export = NULL;
    buf_clear(&out);
    TEST_ASSERT_EQUAL(0, report_export_new(t.core, &admin, asked, format, &export, &field));
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
    expect_rows(&asked,
                HEADING "7,\"Ada\",2026-06-01,work,\"Day\",2026-06-01 08:10,2026-06-01 16:00,470,,10,,470,,,,480,,\r\n"
                        "7,\"Ada\",2026-06-02,work,\"Day\",,,,,,,,,480,,480,,absent\r\n"
                        "7,\"Ada\",2026-06-03,onLeave,\"Day\",,,,,,,,,,480,,sick,\r\n"
                        "8,\"Bob\",2026-06-01,work,\"Day\",2026-06-01 08:00,,,,,,,,,,480,,no-check-out\r\n"
                        "8,\"Bob\",2026-06-02,work,\"Day\",2026-06-02 07:00,2026-06-02 17:00,600,,,,480,,,,480,,\r\n"
                        "8,\"Bob\",2026-06-03,work,\"Day\",,,,,,,,,480,,480,,absent\r\n"
                        "9,\"Cy\",2026-06-01,none,,2026-06-01 09:00,2026-06-01 12:00,180,,,,180,,,,,,\r\n"
                        "9,\"Cy\",2026-06-02,none,,,,,,,,,,,,,,\r\n"
                        "9,\"Cy\",2026-06-03,none,,,,,,,,,,,,,,\r\n");
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
    expect_rows(&asked, HEADING
                "7,\"Ada\",2026-06-06,rest,3,2026-06-06 09:00,2026-06-06 12:10,160,30,,,150,150,,,,,corrected\r\n");
    (void)report_world_punch(&t, 7, "2026-06-05T16:00:00", RECORD_STATUS_OUT);
    asked = days(20260605, 20260605);
    expect_rows(&asked, HEADING "7,\"Ada\",2026-06-05,work,3,,2026-06-05 16:00,,,,,,,,,480,,no-check-in\r\n");
    asked = days(20260921, 20260921); /* today, at 14:13 */
    expect_rows(&asked, HEADING "7,\"Ada\",2026-09-21,work,3,,,,,,,,,,,480,,open\r\n");
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
    expect_rows(&asked, HEADING
                "7,\"Ada\",2026-06-01,work,\"Night\",2026-06-01 22:00,2026-06-02 06:00,480,,,,480,,,,480,,\r\n");
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
    expect_rows(&asked,
                HEADING "7,\"Ada\",2026-06-02,work,\"Morning + 5\",2026-06-02 08:00,2026-06-02 20:00,480,,,,480,,,,"
                        "480,,\r\n");
}

void test_only_days_of_a_kind(void) {
    struct report_query asked = days(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    report_world_add(&t);
    asked.only = REPORT_ONLY_ABSENT;
    asked.given = UINT64_C(1) << REPORT_QUERY_ONLY;
    expect_rows(&asked, HEADING "7,\"Ada\",2026-06-02,work,\"Day\",,,,,,,,,480,,480,,absent\r\n"
                                "8,\"Bob\",2026-06-03,work,\"Day\",,,,,,,,,480,,480,,absent\r\n");
}

void test_only_who_is_asked_for(void) {
    struct report_query asked = days(20260602, 20260602);
    report_world_add(&t);
    asked.userid = 8;
    asked.given = UINT64_C(1) << REPORT_QUERY_USERID;
    expect_rows(&asked,
                HEADING "8,\"Bob\",2026-06-02,work,\"Day\",2026-06-02 07:00,2026-06-02 17:00,600,,,,480,,,,480,,\r\n");
    asked = days(20260602, 20260602);
    asked.group = 2;
    asked.given = UINT64_C(1) << REPORT_QUERY_GROUP;
    expect_rows(&asked, HEADING "7,\"Ada\",2026-06-02,work,\"Day\",,,,,,,,,480,,480,,absent\r\n"
                                "9,\"Cy\",2026-06-02,none,,,,,,,,,,,,,,\r\n");
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

/* The cell as it is in the sheet: minutes as parts of a day. */
static void expect_sum(const char *sheet, char column, const char *value) {
    char cell[128];
    (void)snprintf(cell, sizeof(cell), "<c r=\"%c5\" s=\"19\"><f>SUM(%c2:%c4)</f><v>%s</v></c>", column, column, column,
                   value);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(sheet, cell), cell);
}

void test_a_workbook_has_the_sums_of_each_person(void) {
    static const struct {
        char column;
        const char *value;
    } sums[] = {{'H', "0.3263888889"}, {'I', "0.0000000000"}, {'J', "0.0069444444"},
                {'K', "0.0000000000"}, {'L', "0.3263888889"}, {'M', "0.0000000000"},
                {'N', "0.3333333333"}, {'O', "0.3333333333"}, {'P', "0.6666666667"}};
    static const char *const cells[] = {
        "<row r=\"5\"><c r=\"A5\" s=\"14\"><v>7</v></c>",
        ">Ada</t></is></c><c r=\"C5\" s=\"14\"/><c r=\"D5\" s=\"14\"/><c r=\"E5\" s=\"14\"/><c r=\"F5\" s=\"14\"/>"
        "<c r=\"G5\" s=\"14\"/><c r=\"H5\"",
        "</c><c r=\"Q5\" s=\"14\"/><c r=\"R5\" s=\"14\"/></row>",
        "<c r=\"B4\" s=\"7\"", /* a day that is no work is shaded, one at work is not */
        "<c r=\"B2\" t=\"inlineStr\">",
        "SUM(H6:H8)",
        "SUM(P10:P12)",
        ">In time<",
    };
    struct buf sheet = {0};
    const struct report_query asked = days(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    report_world_add(&t);
    begin(&asked, TABLE_FORMAT_XLSX);
    TEST_ASSERT_EQUAL_STRING("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                             report_export_media_type(export));
    TEST_ASSERT_EQUAL_STRING("report-2026-06-01-2026-06-03.xlsx", report_export_name(export));
    (void)whole();
    archive_entry(&out, "xl/worksheets/sheet1.xml", &sheet);
    for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++) {
        expect_sum(sheet.data, sums[i].column, sums[i].value);
    }
    for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(sheet.data, cells[i]), cells[i]);
    }
    buf_done(&sheet);
}

void test_errors_before_the_table_begins(void) {
    struct report_query asked = days(20260602, 20260601);
    TEST_ASSERT_EQUAL(E_RANGE, report_export_new(t.core, &admin, &asked, TABLE_FORMAT_CSV, &export, &field));
    TEST_ASSERT_EQUAL_STRING("toDay", field);
    asked = days(20260601, 20260601);
    asked.userid = 7;
    asked.given = UINT64_C(1) << REPORT_QUERY_USERID;
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, report_export_new(t.core, &admin, &asked, TABLE_FORMAT_CSV, &export, &field));
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
