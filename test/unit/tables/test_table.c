#include "tables/table.h"

#include <stdbool.h>
#include <string.h>

#include "archive.h"
#include "unity.h"

#define SHEET(n) "xl/worksheets/sheet" #n ".xml"
#define CELL_TEXT(ref, text) "<c r=\"" ref "\" t=\"inlineStr\"><is><t xml:space=\"preserve\">" text "</t></is></c>"

static const struct table_column two[] = {{"One", 10}, {"Two", 20}};
static struct table_form form;
static struct table *table;
static struct buf out, text;

void setUp(void) {
    form = (struct table_form){.kind = TABLE_CSV, .title = "Lines", .columns = two, .count = 2};
    table = NULL;
    buf_init(&out);
    buf_init(&text);
}

void tearDown(void) {
    table = table_free(table);
    buf_done(&out);
    buf_done(&text);
}

static void table_begin(enum table_kind kind, unsigned sheet_rows) {
    form.kind = kind;
    form.sheet_rows = sheet_rows;
    TEST_ASSERT_EQUAL_INT(0, table_new(&form, &table));
}

/* One row with a text and a number. */
static void add_row(const char *first, int64_t second) {
    table_text(table, first);
    table_number(table, second);
    table_row(table, &out);
}

static const char *csv(void) {
    TEST_ASSERT_EQUAL_INT(0, table_end(table, &out));
    return buf_text(&out);
}

/* A part of the workbook. */
static const char *part(const char *name) {
    if (out.len == 0 || table != NULL) {
        TEST_ASSERT_EQUAL_INT(0, table_end(table, &out));
        table = table_free(table);
    }
    buf_clear(&text);
    archive_entry(&out, name, &text);
    return text.data;
}

static void assert_has(const char *whole, const char *wanted) {
    if (strstr(whole, wanted) == NULL) {
        TEST_FAIL_MESSAGE(wanted);
    }
}

void test_values_with_commas_say_their_encoding_and_their_columns(void) {
    table_begin(TABLE_CSV, 0);
    TEST_ASSERT_EQUAL_STRING("\xef\xbb\xbfOne,Two\r\n", csv());
}

void test_values_with_commas_hold_every_cell(void) {
    static const struct table_column eight[] = {{"A", 1}, {"B", 1}, {"C", 1}, {"D", 1},
                                                {"E", 1}, {"F", 1}, {"G", 1}, {"H", 1}};
    static const char *const words[] = {"none", "card", "finger"};
    form.columns = eight;
    form.count = 8;
    table_begin(TABLE_CSV, 0);
    table_text(table, "a \"b\", c\nd");
    table_word(table, "word");
    table_number(table, -5);
    table_tenths(table, -7);
    table_moment(table, 86399);
    table_day(table, 20779);
    table_set(table, 6, words, 3);
    table_nothing(table);
    table_row(table, &out);
    TEST_ASSERT_EQUAL_STRING("\xef\xbb\xbf"
                             "A,B,C,D,E,F,G,H\r\n\"a \"\"b\"\", c\nd\",word,-5,-0.7,1970-01-01 23:59:59,"
                             "2026-11-22,card finger,\r\n",
                             csv());
}

void test_no_text_of_values_with_commas_is_a_formula(void) {
    static const char *const begin[] = {
        "=", "+", "-", "@", "\t", "\r", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};
    for (size_t i = 0; i < sizeof(begin) / sizeof(begin[0]); i++) {
        table_begin(TABLE_CSV, 0);
        add_row(begin[i], 1);
        char wanted[16] = "\"'";
        strcat(strcat(wanted, begin[i]), "\",1");
        assert_has(csv(), wanted);
        buf_clear(&out);
        table = table_free(table);
    }
    table_begin(TABLE_CSV, 0);
    add_row("a=b", 1);
    assert_has(csv(), "\"a=b\",1");
}

/* Opened where the separator is a semicolon, a second cell in quotes is text with a quote before it, and divides. */
void test_nor_is_one_behind_what_other_programs_split_at(void) {
    table_begin(TABLE_CSV, 0);
    add_row("a;=b|-c\t@d\n+e\r=f", 1);
    add_row("\r=g", 2);
    add_row("a;b, c=d; =e;'f", 3);
    add_row("a;'=b", 4);
    assert_has(csv(), "\"a;'=b|'-c\t'@d\n'+e\r'=f\",1\r\n\"'\r'=g\",2\r\n"
                      "\"a;b, c=d; =e;'f\",3\r\n\"a;''=b\",4\r\n");
}

void test_what_begins_like_a_wide_sign_is_none(void) {
    table_begin(TABLE_CSV, 0);
    add_row("\xef\xbc\x9e", 1); /* a wide > */
    add_row("\xef\xbc", 2);
    assert_has(csv(), "\"\xef\xbc\x9e\",1\r\n\"\xef\xbc\",2\r\n");
}

void test_a_workbook_has_its_parts(void) {
    table_begin(TABLE_WORKBOOK, 0);
    add_row("x", 7);
    assert_has(part("xl/workbook.xml"), "<sheet name=\"Lines\" sheetId=\"1\" r:id=\"rId1\"/></sheets>");
    assert_has(part("xl/workbook.xml"), "hidden=\"1\">'Lines'!$A$1:$B$2</definedName>");
    assert_has(part("xl/_rels/workbook.xml.rels"), "Target=\"worksheets/sheet1.xml\"");
    assert_has(part("[Content_Types].xml"), "/xl/worksheets/sheet1.xml");
    assert_has(part("_rels/.rels"), "xl/workbook.xml");
    assert_has(part("xl/styles.xml"), "cellXfs count=\"24\"");
}

void test_the_heading_stays_in_sight_and_filters(void) {
    table_begin(TABLE_WORKBOOK, 0);
    add_row("x", 7);
    const char *sheet = part(SHEET(1));
    assert_has(sheet, "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>");
    assert_has(sheet, "<col min=\"2\" max=\"2\" width=\"20\" customWidth=\"1\"/></cols>");
    assert_has(sheet,
               "<row r=\"1\"><c r=\"A1\" s=\"1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">One</t></is></c>");
    assert_has(sheet, "<row r=\"2\">" CELL_TEXT("A2", "x") "<c r=\"B2\"><v>7</v></c></row></sheetData>");
    assert_has(sheet, "<autoFilter ref=\"A1:B2\"/><pageSetup");
}

void test_a_cell_has_the_type_of_its_value(void) {
    static const struct table_column five[] = {{"A", 1}, {"B", 1}, {"C", 1}, {"D", 1}, {"E", 1}};
    form.columns = five;
    form.count = 5;
    table_begin(TABLE_WORKBOOK, 0);
    table_moment(table, INT64_C(1780322400)); /* 2026-06-01 14:00:00 */
    table_tenths(table, 368);
    table_nothing(table);
    table_word(table, "=1+1");
    table_day(table, 20779); /* 2026-11-22 */
    table_row(table, &out);
    const char *sheet = part(SHEET(1));
    assert_has(sheet,
               "<c r=\"A2\" s=\"2\"><v>46174.5833333333</v></c><c r=\"B2\" s=\"3\"><v>36.8</v></c><c r=\"C2\"/>");
    assert_has(sheet, CELL_TEXT("D2", "=1+1") "<c r=\"E2\" s=\"4\"><v>46348</v></c>");
    TEST_ASSERT_NULL(strstr(sheet, "<f>"));
}

void test_a_text_is_what_it_was(void) {
    table_begin(TABLE_WORKBOOK, 0);
    add_row("<a> & \"b\"\n\xd8\xb9\xf0\x9f\x98\x80", 1);
    add_row("\x01\r_x0041_ _x00_\xff\xef\xbf\xbf", 2);
    const char *sheet = part(SHEET(1));
    assert_has(sheet, CELL_TEXT("A2", "&lt;a&gt; &amp; \"b\"\n\xd8\xb9\xf0\x9f\x98\x80"));
    assert_has(sheet, CELL_TEXT("A3", "_x0001__x000D__x005F_x0041_ _x00_\xef\xbf\xbd_xFFFF_"));
}

void test_a_full_sheet_is_followed_by_another(void) {
    table_begin(TABLE_WORKBOOK, 3);
    for (int64_t i = 1; i <= 5; i++) {
        add_row("x", i);
    }
    assert_has(part(SHEET(1)), "<c r=\"B3\"><v>2</v></c></row></sheetData><autoFilter ref=\"A1:B3\"/>");
    assert_has(part(SHEET(2)), "<c r=\"B3\"><v>4</v></c></row></sheetData><autoFilter ref=\"A1:B3\"/>");
    assert_has(part(SHEET(3)), "<row r=\"1\"><c r=\"A1\" s=\"1\"");
    assert_has(part(SHEET(3)), "<c r=\"B2\"><v>5</v></c></row></sheetData><autoFilter ref=\"A1:B2\"/>");
    assert_has(part("xl/workbook.xml"), "<sheet name=\"Lines 3\" sheetId=\"3\" r:id=\"rId3\"/>");
    assert_has(part("xl/workbook.xml"), "'Lines 2'!$A$1:$B$3</definedName>");
    assert_has(part("xl/workbook.xml"), "'Lines 3'!$A$1:$B$2</definedName>");
    TEST_ASSERT_EQUAL_size_t(8, archive_count(&out));
}

void test_a_full_sheet_is_not_followed_by_an_empty_one(void) {
    table_begin(TABLE_WORKBOOK, 3);
    add_row("x", 1);
    add_row("x", 2);
    (void)part(SHEET(1));
    TEST_ASSERT_EQUAL_size_t(6, archive_count(&out));
}

void test_a_table_without_rows_has_its_heading(void) {
    table_begin(TABLE_WORKBOOK, 0);
    assert_has(part(SHEET(1)), "<autoFilter ref=\"A1:B1\"/><pageSetup");
}

/* What is kept does not grow with the rows. */
void test_rows_are_handed_on_and_not_kept(void) {
    size_t most = 0, sent = 0;
    table_begin(TABLE_WORKBOOK, 0);
    for (int64_t i = 0; i < 20000; i++) {
        add_row("somebody", i * 7919 % 10007);
        most = out.len > most ? out.len : most;
        sent += out.len;
        buf_clear(&out);
    }
    TEST_ASSERT_GREATER_THAN_size_t(100000, sent);
    TEST_ASSERT_LESS_THAN_size_t(70000, most);
}

void test_lost_memory_is_told_of_both(void) {
    for (unsigned kind = 0; kind < 2; kind++) {
        table_begin((enum table_kind)kind, 0);
        out.failed = true;
        add_row("x", 1);
        TEST_ASSERT_EQUAL_INT(E_NOMEM, table_end(table, &out));
        buf_clear(&out);
        table = table_free(table);
    }
}

void test_times_and_spans_are_such(void) {
    table_begin(TABLE_CSV, 0);
    table_time(table, 1780387500); /* 2026-06-02 08:05 */
    table_span(table, 488);
    table_row(table, &out);
    TEST_ASSERT_EQUAL_STRING("\xef\xbb\xbfOne,Two\r\n2026-06-02 08:05,8:08\r\n", csv());
}

void test_a_balance_has_its_sign(void) {
    static const struct {
        enum table_spans spans;
        int32_t minutes;
        const char *text;
    } cases[] = {{TABLE_TIMES, 90, "1:30"},      {TABLE_TIMES, -90, "-1:30"},   {TABLE_TIMES, -5, "-0:05"},
                 {TABLE_DECIMALS, -90, "-1.50"}, {TABLE_DECIMALS, -1, "-0.02"}, {TABLE_DECIMALS, 20, "0.33"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char expected[64];
        form.spans = cases[i].spans;
        table_begin(TABLE_CSV, 0);
        table_text(table, "a");
        table_balance(table, cases[i].minutes);
        table_row(table, &out);
        (void)snprintf(expected, sizeof(expected), "\xef\xbb\xbfOne,Two\r\n\"a\",%s\r\n", cases[i].text);
        TEST_ASSERT_EQUAL_STRING(expected, csv());
        buf_clear(&out);
        table = table_free(table);
    }
}

/* Spreadsheets show a time below zero as an error. */
void test_a_balance_in_a_workbook_is_in_hours(void) {
    table_begin(TABLE_WORKBOOK, 0);
    table_text(table, "a");
    table_balance(table, -90);
    table_row(table, &out);
    assert_has(part(SHEET(1)), "<c r=\"B2\" s=\"7\"><v>-1.5000000000</v></c>");
}

void test_values_may_be_apart_by_another_sign_and_have_another_decimal_sign(void) {
    form.spans = TABLE_DECIMALS;
    form.delimiter = ';';
    form.decimal = ',';
    table_begin(TABLE_CSV, 0);
    table_text(table, "a;b");
    table_span(table, 485);
    table_row(table, &out);
    table_tenths(table, -5);
    table_span(table, 0);
    table_row(table, &out);
    TEST_ASSERT_EQUAL_STRING("\xef\xbb\xbfOne;Two\r\n\"a;b\";8,08\r\n-0,5;0,00\r\n", csv());
}

void test_a_number_does_not_end_at_its_decimal_sign(void) {
    form.spans = TABLE_DECIMALS;
    form.decimal = ',';
    table_begin(TABLE_CSV, 0);
    table_span(table, 90);
    table_row(table, &out);
    TEST_ASSERT_EQUAL_STRING("\xef\xbb\xbfOne,Two\r\n\"1,50\"\r\n", csv());
}

void test_a_workbook_has_spans_in_days_or_hours(void) {
    table_begin(TABLE_WORKBOOK, 0);
    table_look(table, TABLE_SHADED);
    table_text(table, "a");
    table_span(table, 720);
    table_row(table, &out);
    table_text(table, "b");
    form.spans = TABLE_DECIMALS;
    table_span(table, 485);
    table_row(table, &out);
    assert_has(part(SHEET(1)), "<c r=\"A2\" s=\"8\" t=\"inlineStr\">");
    assert_has(part(SHEET(1)), "<c r=\"B2\" s=\"13\"><v>0.5000000000</v></c>");
    assert_has(part(SHEET(1)), CELL_TEXT("A3", "b"));
    assert_has(part(SHEET(1)), "<c r=\"B3\" s=\"7\"><v>8.0833333333</v></c>");
}

void test_a_workbook_has_sheets_of_several_forms(void) {
    static const struct table_column one[] = {{"Only", 10}};
    const struct table_form other = {
        .kind = TABLE_WORKBOOK, .title = "Others", .columns = one, .count = 1, .sheet_rows = 2};
    table_begin(TABLE_WORKBOOK, 0);
    table_sheet(table, &other, &out); /* the first has no rows */
    table_number(table, 1);
    table_row(table, &out);
    table_number(table, 2);
    table_row(table, &out);
    assert_has(part(SHEET(1)), ">Two</t>");
    assert_has(part(SHEET(3)), "<c r=\"A2\"><v>2</v></c>");
    assert_has(part("xl/workbook.xml"), "<sheet name=\"Lines\" sheetId=\"1\" r:id=\"rId1\"/>"
                                        "<sheet name=\"Others\" sheetId=\"2\" r:id=\"rId2\"/>"
                                        "<sheet name=\"Others 2\" sheetId=\"3\" r:id=\"rId3\"/>");
    assert_has(part("xl/workbook.xml"), "'Lines'!$A$1:$B$1<");
    assert_has(part("xl/workbook.xml"), "'Others 2'!$A$1:$A$2<");
}

/* Removing an apostrophe before a formula restores the text. */
void test_a_text_with_an_apostrophe_of_its_own_gets_another_where_one_would_be_taken_away(void) {
    table_begin(TABLE_CSV, 0);
    add_row("'=a", 1);
    add_row("''-a", 2);
    add_row("'a=", 3);
    add_row("'", 4);
    assert_has(csv(), "\"''=a\",1\r\n\"'''-a\",2\r\n\"'a=\",3\r\n\"'\",4\r\n");
}
