/* The log as a table: each column of a line, and all pages of a search one after the other. */
#include "core/records/export.h"

#include <stdio.h>
#include <string.h>

#include "archive.h"
#include "core/base/actor.h"
#include "core/events/log.h"
#include "core/records/search.h"
#include "log_world.h"
#include "store/events/clock_errors.h"
#include "store/store_impl.h"
#include "unity.h"

#define HEADING \
    "\xef\xbb\xbfNumber,Time,UTC offset in minutes,Event,Result,Reason,User ID,Name,Shown,Status,Duress,Door,Temperature,Details,Clock\r\n"
#define GIVES(field) (UINT64_C(1) << RECORD_QUERY_##field)

static struct fixture t;
static struct buf out;
static struct export *export;
static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "DownloadRecordForm"};
static const char *field;

void setUp(void) {
    fixture_up(&t);
    buf_init(&out);
    export = NULL;
    log_world_zone(&t, 120);
}

void tearDown(void) {
    export_free(export);
    buf_done(&out);
    fixture_down(&t);
}

static void begin(const struct record_query *asked, enum table_format format) {
    export_free(export);
    export = NULL;
    buf_clear(&out);
    TEST_ASSERT_EQUAL(0, export_new(t.core, &admin, asked, format, &export, &field));
}

static const char *whole(void) {
    int r = 1;
    for (unsigned pieces = 0; r == 1; pieces++) {
        TEST_ASSERT_LESS_THAN_UINT(100, pieces);
        r = export_next(t.core, export, &out);
    }
    TEST_ASSERT_EQUAL(0, r);
    return buf_text(&out);
}

#define LINK_CELLS 4 /* at the end of each line, without quotes */

/* The whole table without the cells of the chain. */
static const char *without_links(void) {
    static char text[4096];
    char *to = text;
    const char *at = whole();
    for (const char *end = strstr(at, "\r\n"); end != NULL; at = end + 2, end = strstr(at, "\r\n")) {
        const char *cut = end;
        for (int commas = 0; commas < LINK_CELLS; commas += *cut == ',') {
            cut--;
        }
        to += sprintf(to, "%.*s\r\n", (int)(cut - at), at);
    }
    return text;
}

/* The last cells of the line in the middle of three: its links; and in the first one the head. */
void test_the_cells_of_the_chain(void) {
    char cells[256];
    char previous[CHAIN_LINK_TEXT], link[CHAIN_LINK_TEXT], head_link[CHAIN_LINK_TEXT];
    struct store_linked linked;
    struct log_head head;
    for (int i = 1; i <= 3; i++) {
        (void)log_world_punch(&t, 7, 1000 * i + i, RECORD_STATUS_IN);
    }
    log_head(t.core, &head);
    begin(&(struct record_query){0}, TABLE_FORMAT_CSV);
    (void)log_world_punch(&t, 7, 9000, RECORD_STATUS_IN); /* after the head was taken */
    TEST_ASSERT_EQUAL(0, log_linked(t.core, 2, &linked));
    chain_link_text(&linked.previous, previous);
    chain_link_text(&linked.link, link);
    chain_link_text(&head.link, head_link);
    const char *text = whole();
    TEST_ASSERT_NOT_NULL(strstr(text, ",Details,Clock,Milliseconds,Link before,Link,Log head\r\n"));
    (void)snprintf(cells, sizeof(cells), ",\"\",,2,%s,%s,\r\n1,", previous, link);
    TEST_ASSERT_NOT_NULL(strstr(text, cells));
    (void)snprintf(cells, sizeof(cells), ",3 %s\r\n", head_link);
    TEST_ASSERT_EQUAL_PTR(strstr(text, cells), strstr(strstr(text, "\r\n") + 2, "\r\n") - strlen(cells) + 2);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE record SET previous = NULL"));
    begin(&(struct record_query){0}, TABLE_FORMAT_CSV);
    TEST_ASSERT_NOT_NULL(strstr(whole(), ",\"\",,2,,"));
}

void test_each_column_of_a_line(void) {
    const struct record full = {.time = log_world_ms("2026-06-01T21:59:59") + 999,
                                .kind = RECORD_KIND_ACCESS,
                                .result = RECORD_RESULT_GRANTED,
                                .reason = RECORD_REASON_ANY_TIME,
                                .userid = 7,
                                .username = "=Ada",
                                .factors = 1U << FACTOR_CARD | 1U << FACTOR_FACE | 1U << FACTOR_ID,
                                .status = RECORD_STATUS_OUT,
                                .duress = true,
                                .door = 3,
                                .temperature = 374,
                                .detail = "a \"guest\""};
    const struct record empty = {.time = log_world_ms("2026-06-01T22:00:00"),
                                 .kind = RECORD_KIND_ACCESS,
                                 .result = RECORD_RESULT_REFUSED,
                                 .reason = RECORD_REASON_UNKNOWN,
                                 .status = RECORD_STATUS_NONE};
    (void)log_world_add(&t, &full);
    (void)log_world_add(&t, &empty);
    begin(&(struct record_query){0}, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL_STRING(HEADING
                             "2,2026-06-02 00:00:00,120,access,refused,unknown,,\"\",,,,1,,\"\",\r\n"
                             "1,2026-06-01 23:59:59,120,access,granted,anyTime,7,\"'=Ada\",card face id,out,yes,3,"
                             "37.4,\"a \"\"guest\"\"\",\r\n",
                             without_links());
}

/* Neither the name nor what it could be guessed by. */
void test_who_may_not_know_people_gets_no_names_and_no_links(void) {
    static const struct actor stranger = {.account = "9", .userid = 9, .peer = "-", .call = "DownloadRecordForm"};
    (void)log_world_add(
        &t, &(struct record){.time = 1000, .kind = RECORD_KIND_ACCESS, .userid = 7, .username = "Ada", .door = 1});
    buf_clear(&out);
    TEST_ASSERT_EQUAL(0, export_new(t.core, &stranger, &(struct record_query){0}, TABLE_FORMAT_CSV, &export, &field));
    const char *line = strchr(whole(), '\n') + 1;
    TEST_ASSERT_EQUAL_STRING("1,1970-01-01 02:00:01,120,access,none,none,7,\"\",,in,,1,,\"\",,0,,,\r\n", line);
}

/* A crafted database has values that no firmware writes. */
void test_what_is_in_no_enumeration_is_unknown(void) {
    (void)log_world_punch(&t, 7, 1000, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(
        0,
        store_exec(
            t.core->store,
            "PRAGMA ignore_check_constraints = 1; UPDATE record SET kind = 99, result = 99, reason = 99, status = 2000000"));
    begin(&(struct record_query){.all = true}, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL_STRING(HEADING "1,1970-01-01 02:00:01,120,unknown,unknown,unknown,7,\"\",,unknown,,1,,\"\",\r\n",
                             without_links());
}

void test_a_line_of_a_wrong_clock_says_so(void) {
    const struct store_clock_error corrected = {.first = 1, .last = 1, .shift_s = -7203};
    const struct store_clock_error unset = {.first = 2, .last = 2, .shift_s = 86400, .is_unset = true};
    const struct store_clock_error lasts = {.first = 3, .is_unset = true};
    for (int i = 1; i <= 3; i++) {
        (void)log_world_punch(&t, 7, 1000 * i, RECORD_STATUS_IN);
    }
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_clock_errors_put(t.core->store, &corrected));
    TEST_ASSERT_EQUAL(0, store_clock_errors_put(t.core->store, &unset));
    TEST_ASSERT_EQUAL(0, store_clock_errors_put(t.core->store, &lasts));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    begin(&(struct record_query){0}, TABLE_FORMAT_CSV);
    const char *text = without_links();
    TEST_ASSERT_NOT_NULL(strstr(text, ",\"\",not set\r\n2,"));
    TEST_ASSERT_NOT_NULL(strstr(text, "not set; corrected by +86400 s"));
    TEST_ASSERT_NOT_NULL(strstr(text, "corrected by -7203 s"));
}

void test_a_table_without_lines_has_its_heading(void) {
    begin(&(struct record_query){0}, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL_STRING(HEADING, without_links());
}

void test_only_what_is_asked_for(void) {
    (void)log_world_punch(&t, 7, 1000, RECORD_STATUS_IN);
    (void)log_world_punch(&t, 8, 2000, RECORD_STATUS_IN);
    begin(&(struct record_query){.userid = 7, .given = GIVES(USERID)}, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL_STRING(HEADING "1,1970-01-01 02:00:01,120,access,granted,anyTime,7,\"\",,in,,1,,\"\",\r\n",
                             without_links());
}

static void add_lines(unsigned count) {
    char sql[384];
    (void)snprintf(
        sql, sizeof(sql),
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u)"
        " INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status, duress, door,"
        " temperature, photo, detail) SELECT i, 0, 0, 1, 1, 7, '', 0, 8, 0, 1, 0, 0, '' FROM n",
        count);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, sql));
}

static unsigned rows(void) {
    unsigned count = 0;
    for (const char *at = buf_text(&out); (at = strstr(at, "\r\n")) != NULL; at += 2) {
        count++;
    }
    return count - 1; /* without the heading */
}

/* Pages of SEARCH_PAGE_MAX, five of them a piece. */
void test_all_lines_come_once_piece_by_piece(void) {
    add_lines(501);
    begin(&(struct record_query){0}, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL(1, export_next(t.core, export, &out));
    TEST_ASSERT_EQUAL_UINT(500, rows());
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&out), "\r\n2,"));
    TEST_ASSERT_NULL(strstr(buf_text(&out), "\r\n1,"));
    TEST_ASSERT_EQUAL(0, export_next(t.core, export, &out));
    TEST_ASSERT_EQUAL_UINT(501, rows());
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&out), "\r\n1,"));
}

void test_a_last_page_that_is_full_is_the_last(void) {
    add_lines(500);
    begin(&(struct record_query){0}, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL(0, export_next(t.core, export, &out));
    TEST_ASSERT_EQUAL_UINT(500, rows());
}

static void expect_name(const struct record_query *asked, enum table_format format, const char *name) {
    begin(asked, format);
    TEST_ASSERT_EQUAL_STRING(name, export_name(export));
}

/* It is 2026-09-21. */
void test_its_name_has_its_days(void) {
    struct record_query week = {.from_day = 20260601, .to_day = 20260607, .given = GIVES(FROM_DAY) | GIVES(TO_DAY)};
    expect_name(&week, TABLE_FORMAT_CSV, "records-2026-06-01-2026-06-07.csv");
    week.to_day = 20260601;
    expect_name(&week, TABLE_FORMAT_XLSX, "records-2026-06-01.xlsx");
    week.to_day = 21990101;
    expect_name(&week, TABLE_FORMAT_CSV, "records-2026-06-01-2026-09-21.csv");
    expect_name(&(struct record_query){0}, TABLE_FORMAT_CSV, "records-until-2026-09-21.csv");
    expect_name(&(struct record_query){.days = 1, .given = GIVES(DAYS)}, TABLE_FORMAT_CSV, "records-2026-09-21.csv");
}

void test_it_has_the_media_type_of_its_form(void) {
    begin(&(struct record_query){0}, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL_STRING("text/csv; charset=utf-8", export_media_type(export));
    begin(&(struct record_query){0}, TABLE_FORMAT_XLSX);
    TEST_ASSERT_EQUAL_STRING("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                             export_media_type(export));
}

void test_a_workbook_has_the_same_lines(void) {
    struct buf sheet = {0};
    const struct record line = {.time = 1000, .username = "Ada", .temperature = 374};
    (void)log_world_add(&t, &line);
    begin(&(struct record_query){0}, TABLE_FORMAT_XLSX);
    (void)whole();
    archive_entry(&out, "xl/worksheets/sheet1.xml", &sheet);
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, ">Ada<"));
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "<v>37.4</v>"));
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, ">UTC offset in minutes<"));
    buf_clear(&sheet);
    archive_entry(&out, "xl/workbook.xml", &sheet);
    TEST_ASSERT_NOT_NULL(strstr(sheet.data, "\"Records\""));
    buf_done(&sheet);
}

void test_a_question_that_makes_no_sense_begins_no_table(void) {
    const struct record_query wrong = {.from = 2, .to = 1, .given = GIVES(FROM) | GIVES(TO)};
    TEST_ASSERT_EQUAL(E_RANGE, export_new(t.core, &admin, &wrong, TABLE_FORMAT_CSV, &export, &field));
    TEST_ASSERT_EQUAL_STRING("to", field);
    TEST_ASSERT_NULL(export);
    export_free(NULL);
}

void test_a_store_that_fails_ends_it(void) {
    begin(&(struct record_query){0}, TABLE_FORMAT_CSV);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE record"));
    TEST_ASSERT_LESS_THAN(0, export_next(t.core, export, &out));
}
