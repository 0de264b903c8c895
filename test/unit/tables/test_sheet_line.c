/* Cells as a reader gets them: what is left of a text, and where it stands in its row. */
#include <string.h>

#include "tables/sheet_impl.h"
#include "unity.h"

static struct sheet_line line;
static struct sheet_row row;

void setUp(void) {
    line = (struct sheet_line){.count = 0};
    sheet_line_begin(&line);
}

void tearDown(void) {
    sheet_line_done(&line);
}

static void check_clean(const char *expected, const char *text, bool is_whole) {
    _cleanup_(buf_donep) struct buf out = {0};

    buf_append_text(&out, "|");
    TEST_ASSERT_EQUAL_MESSAGE(is_whole, sheet_clean(text, strlen(text), &out), text);
    TEST_ASSERT_EQUAL_size_t(strlen(expected) + 1, out.len);
    TEST_ASSERT_EQUAL_INT(0, memcmp(expected, out.data + 1, strlen(expected)));
}

/* Both sides of each blank of Unicode. */
void test_blanks_at_the_ends(void) {
    static const struct {
        const char *text;
        bool is_blank;
    } cases[] = {
        {" ", true},
        {"\xc2\xa0", true},
        {"\xc2\xa1", false},
        {"\xe1\x9a\x80", true},
        {"\xe1\x99\xbf", false},
        {"\xe1\x9a\x81", false},
        {"\xe1\xbf\xbe", false},
        {"\xe2\x80\x80", true},
        {"\xe2\x80\x8a", true},
        {"\xe2\x80\x8b", false},
        {"\xe2\x80\xa7", false},
        {"\xe2\x80\xa8", true},
        {"\xe2\x80\xa9", true},
        {"\xe2\x80\xaf", true},
        {"\xe2\x80\xb0", false},
        {"\xe2\x81\x9e", false},
        {"\xe2\x81\x9f", true},
        {"\xe3\x80\x80", true},
        {"\xe3\x80\x81", false},
        {"\xef\xbb\xbf", true},
        {"\xef\xbb\xbe", false},
        {"!", false},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[16], inside[16];

        (void)snprintf(text, sizeof(text), "%sa%s", cases[i].text, cases[i].text);
        (void)snprintf(inside, sizeof(inside), "a%sb", cases[i].text);
        check_clean(cases[i].is_blank ? "a" : text, text, true);
        bool is_line_end =
            strncmp(cases[i].text, "\xe2\x80\xa8", 3) == 0 || strncmp(cases[i].text, "\xe2\x80\xa9", 3) == 0;
        check_clean(is_line_end ? "a b" : inside, inside,
                    true); /* an end of line is a blank, others stay as they are */
    }
}

/* A control is left out; one that is white space is a blank; both characters of an end of line are one. */
void test_controls(void) {
    check_clean("a b", "a\tb", true);
    check_clean("a b", "a\nb", true);
    check_clean("a b", "a\r\nb", true);
    check_clean("a b", "a\rb", true);
    check_clean("a  b", "a\r\rb", true);
    check_clean("a b",
                "a\x0b"
                "b",
                true);
    check_clean("a b",
                "a\x0c"
                "b",
                true);
    check_clean("a b",
                "a\xc2\x85"
                "b",
                true);
    check_clean("ab",
                "a\x08"
                "b",
                true);
    check_clean("ab",
                "a\x0e"
                "b",
                true);
    check_clean("ab",
                "a\x1f"
                "b",
                true);
    check_clean("ab",
                "a\x7f"
                "b",
                true);
    check_clean("ab",
                "a\xc2\x80"
                "b",
                true);
    check_clean("ab",
                "\x01"
                "ab\x02",
                true);
    check_clean("", " \t\r\n", true);
    check_clean("", "", true);
}

void test_what_is_no_text(void) {
    check_clean("a\xef\xbf\xbd"
                "b",
                "a\xff"
                "b",
                false);
    check_clean("a\xef\xbf\xbd", "a\xc3", false);
    check_clean("\xef\xbf\xbd\xef\xbf\xbd", "\xff\xff", false);
}

/* The longest cell, and one byte more; a blank behind it is none of it. */
void test_long_texts(void) {
    static char text[SHEET_CELL_MAX + 4], expected[SHEET_CELL_MAX + 1];

    memset(text, 'x', sizeof(text));
    memset(expected, 'x', SHEET_CELL_MAX);
    text[SHEET_CELL_MAX] = '\0';
    check_clean(expected, text, true);
    text[SHEET_CELL_MAX] = ' ';
    text[SHEET_CELL_MAX + 1] = '\0';
    check_clean(expected, text, true);
    text[SHEET_CELL_MAX] = 'x';
    check_clean(expected, text, false);
    memcpy(text + SHEET_CELL_MAX - 1, "\xc3\xa4", 3); /* a character is whole or not there */
    expected[SHEET_CELL_MAX - 1] = '\0';
    check_clean(expected, text, false);
}

static void put(size_t column, const char *text) {
    sheet_line_put(&line, column, text, strlen(text));
}

static void end_row(uint32_t number, size_t count, bool is_broken) {
    TEST_ASSERT_EQUAL_INT(0, sheet_line_end(&line, number, &row));
    TEST_ASSERT_EQUAL_UINT32(number, row.line);
    TEST_ASSERT_EQUAL_size_t(count, row.count);
    TEST_ASSERT_EQUAL(is_broken, row.is_broken);
}

static void check_cell(size_t column, const char *expected) {
    TEST_ASSERT_EQUAL_STRING(expected, row.cells[column].text);
    TEST_ASSERT_EQUAL_size_t(strlen(expected), row.cells[column].len);
}

/* In any order, with gaps; one that is empty is none. */
void test_cells_and_their_places(void) {
    put(2, "two");
    put(0, " zero ");
    put(3, " ");
    end_row(7, 3, false);
    check_cell(0, "zero");
    check_cell(1, "");
    check_cell(2, "two");
    sheet_line_begin(&line);
    end_row(8, 0, false);
    put(1, "b");
    end_row(9, 2, false);
    check_cell(0, "");
    check_cell(1, "b");
}

/* Two in one place, and one behind the last, have none. */
void test_cells_without_a_place(void) {
    put(1, "first");
    put(1, "second");
    put(2, "third");
    end_row(1, 3, true);
    check_cell(1, "first");
    check_cell(2, "third");
    sheet_line_begin(&line);
    put(SHEET_COLUMNS_MAX - 1, "last");
    end_row(2, SHEET_COLUMNS_MAX, false);
    check_cell(SHEET_COLUMNS_MAX - 1, "last");
    put(SHEET_COLUMNS_MAX, " "); /* nothing is in no place */
    end_row(2, SHEET_COLUMNS_MAX, false);
    put(SHEET_COLUMNS_MAX, "x");
    end_row(2, SHEET_COLUMNS_MAX, true);
    sheet_line_begin(&line);
    put(0, "\xff");
    end_row(3, 1, true);
    sheet_line_begin(&line);
    put(1, "");
    put(1, "x"); /* an empty one takes no place */
    end_row(4, 2, false);
    check_cell(1, "x");
}

void test_memory_that_is_out(void) {
    line.text.failed = true;
    TEST_ASSERT_EQUAL_INT(E_NOMEM, sheet_line_end(&line, 1, &row));
    line.text.failed = false;
}
