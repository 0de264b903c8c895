/* What tables/table writes tables/sheet reads again. */
#include <string.h>

#include "made_file.h"
#include "tables/sheet.h"
#include "tables/table.h"
#include "unity.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const names[] = {
    "Bob",        "=Bob",
    "-x",         "+49 1",
    "@home",      "'x",
    "'=x",        "''-x",
    "'",          "a \"b\", c",
    "a;b|c",      "\xd8\xb9\xd9\x84",
    "_x0041_ _",  "<&> ]]>",
    "4294967295", "007",
    "1E5",        "2024-02-29",
    "TRUE",       "sep=;",
    "#N/A",       "\xf0\x9f\x98\x80",
    "'\"'",       "a\xc2\xa0z",
};
static const struct {
    int64_t day;
    const char *text;
} days[] = {
    {-25508, "1900-03-01"}, {11016, "2000-02-29"}, {0, "1970-01-01"}, {20781, "2026-11-24"}, {2932896, "9999-12-31"}};
static const struct {
    uint32_t bits;
    const char *text;
} sets[] = {{0, ""}, {1, "card"}, {6, "finger face"}, {7, "card finger face"}};

static struct buf out;
static struct sheet *sheet;

void setUp(void) {
    buf_init(&out);
}

void tearDown(void) {
    sheet = sheet_free(sheet);
    buf_done(&out);
    made_file_done();
}

static int64_t number_of(size_t row) {
    return row % 2 == 0 ? INT64_C(4294967295) - (int64_t)row : -(int64_t)row;
}

static void write_table(enum table_kind kind, unsigned sheet_rows) {
    static const struct table_column columns[] = {{"Name", 1}, {"ID", 1}, {"Day", 1}, {"Set", 1}, {"Word", 1}};
    static const char *const words[] = {"card", "finger", "face"};
    const struct table_form form = {
        .kind = kind, .title = "People", .columns = columns, .count = COUNT(columns), .sheet_rows = sheet_rows};
    struct table *table = NULL;
    TEST_ASSERT_EQUAL_INT(0, table_new(&form, &table));
    for (size_t i = 0; i < COUNT(names); i++) {
        table_text(table, names[i]);
        table_number(table, number_of(i));
        table_day(table, days[i % COUNT(days)].day);
        table_set(table, sets[i % COUNT(sets)].bits, words, COUNT(words));
        table_word(table, "word");
        table_row(table, &out);
    }
    TEST_ASSERT_EQUAL_INT(0, table_end(table, &out));
    table = table_free(table);
}

static void assert_row(const struct sheet_row *row, size_t i) {
    char number[32];
    (void)snprintf(number, sizeof(number), "%lld", (long long)number_of(i));
    TEST_ASSERT_EQUAL_size_t(5, row->count);
    TEST_ASSERT_FALSE(row->is_broken);
    TEST_ASSERT_EQUAL_STRING(names[i], row->cells[0].text);
    TEST_ASSERT_EQUAL_STRING(number, row->cells[1].text);
    TEST_ASSERT_EQUAL_STRING(days[i % COUNT(days)].text, row->cells[2].text);
    TEST_ASSERT_EQUAL_STRING(sets[i % COUNT(sets)].text, row->cells[3].text);
    TEST_ASSERT_EQUAL_STRING("word", row->cells[4].text);
}

/* Guesses what was written, and reads it. */
static void assert_whole(enum sheet_kind kind, unsigned sheets) {
    struct sheet_row row;
    struct sheet_guess guess;
    const char *path = made_file(out.data, out.len);
    TEST_ASSERT_EQUAL_INT(0, sheet_guess(path, "CP1252", &guess));
    TEST_ASSERT_EQUAL_INT(kind, guess.form.kind);
    TEST_ASSERT_TRUE(guess.is_sure);
    TEST_ASSERT_EQUAL_UINT(sheets, guess.sheet_count);
    size_t i = 0;
    for (guess.form.sheet = 0; guess.form.sheet == 0 || guess.form.sheet < sheets; guess.form.sheet++) {
        TEST_ASSERT_EQUAL_INT(0, sheet_open(path, &guess.form, &sheet));
        TEST_ASSERT_EQUAL_INT(1, sheet_next(sheet, &row));
        TEST_ASSERT_EQUAL_STRING("Name", row.cells[0].text);
        int r = sheet_next(sheet, &row);
        for (uint32_t line = 2; r > 0; r = sheet_next(sheet, &row), line++) {
            TEST_ASSERT_EQUAL_UINT32(line, row.line);
            assert_row(&row, i++);
        }
        TEST_ASSERT_EQUAL_INT(0, r);
        TEST_ASSERT_EQUAL_UINT(1000, sheet_done(sheet));
        sheet = sheet_free(sheet);
    }
    TEST_ASSERT_EQUAL_size_t(COUNT(names), i);
}

void test_values_with_commas_come_back(void) {
    write_table(TABLE_CSV, 0);
    assert_whole(SHEET_CSV, 0);
}

void test_a_workbook_comes_back(void) {
    write_table(TABLE_WORKBOOK, 0);
    assert_whole(SHEET_WORKBOOK, 1);
}

void test_a_workbook_of_several_sheets_comes_back(void) {
    write_table(TABLE_WORKBOOK, 10);
    assert_whole(SHEET_WORKBOOK, 3);
}

static const struct table_column one[] = {{"A", 1}};

/* Reads the only cell below the heading. */
static void assert_cell(struct table *table, enum sheet_kind kind, const char *wanted) {
    struct sheet_row row;
    const struct sheet_form form = {.kind = kind, .encoding = "UTF-8", .delimiter = ','};
    table_row(table, &out);
    TEST_ASSERT_EQUAL_INT(0, table_end(table, &out));
    table = table_free(table);
    TEST_ASSERT_EQUAL_INT(0, sheet_open(made_file(out.data, out.len), &form, &sheet));
    TEST_ASSERT_EQUAL_INT(1, sheet_next(sheet, &row));
    TEST_ASSERT_EQUAL_INT(1, sheet_next(sheet, &row));
    TEST_ASSERT_EQUAL_STRING(wanted, row.cells[0].text);
    sheet = sheet_free(sheet);
    buf_clear(&out);
}

static struct table *begin(enum table_kind kind) {
    static struct table_form form;
    struct table *table = NULL;
    form = (struct table_form){.kind = kind, .title = "One", .columns = one, .count = 1};
    TEST_ASSERT_EQUAL_INT(0, table_new(&form, &table));
    return table;
}

/* Values of other tables than that of users. */
void test_moments_and_tenths_are_read_as_they_are_shown(void) {
    struct table *table = begin(TABLE_WORKBOOK);
    table_moment(table, INT64_C(1780322400));
    assert_cell(table, SHEET_WORKBOOK, "2026-06-01 14:00:00");
    table = begin(TABLE_CSV);
    table_moment(table, INT64_C(1780322400));
    assert_cell(table, SHEET_CSV, "2026-06-01 14:00:00");
    table = begin(TABLE_WORKBOOK);
    table_tenths(table, -368);
    assert_cell(table, SHEET_WORKBOOK, "-36.8");
    table = begin(TABLE_WORKBOOK);
    table_span(table, 720);
    assert_cell(table, SHEET_WORKBOOK, "0.5");
    table = begin(TABLE_CSV);
    table_text(table, " a\tb\r\nc ");
    assert_cell(table, SHEET_CSV, "a b c");
    table = begin(TABLE_WORKBOOK);
    table_text(table, " a\tb\r\nc ");
    assert_cell(table, SHEET_WORKBOOK, "a b c");
}
