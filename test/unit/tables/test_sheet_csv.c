#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "made_file.h"
#include "sheet_said.h"
#include "tables/formula.h"
#include "tables/table.h"
#include "unity.h"

static struct sheet_form form;
static struct buf said;
static struct sheet *sheet;

void setUp(void) {
    form = (struct sheet_form){.kind = SHEET_CSV, .encoding = "UTF-8", .delimiter = ','};
    buf_init(&said);
}

void tearDown(void) {
    sheet = sheet_free(sheet);
    buf_done(&said);
    made_file_done();
}

static const char *read_octets(const char *octets, size_t len) {
    buf_clear(&said);
    TEST_ASSERT_EQUAL_INT(0, sheet_said(made_file(octets, len), &form, &said));
    return buf_text(&said);
}

static const char *read_text(const char *text) {
    return read_octets(text, strlen(text));
}

void test_cells_and_lines_are_cut(void) {
    TEST_ASSERT_EQUAL_STRING("1|a|b\n2|c|d\n", read_text("a,b\r\nc,d\r\n"));
    TEST_ASSERT_EQUAL_STRING("1|a|b\n2|c|d\n", read_text("a,b\nc,d"));
    TEST_ASSERT_EQUAL_STRING("1|a|b\n2|c|d\n", read_text("a,b\rc,d\r"));
    TEST_ASSERT_EQUAL_STRING("1|a||b\n", read_text("a,,b,,\n"));
    TEST_ASSERT_EQUAL_STRING("", read_text(""));
}

void test_each_delimiter_divides_and_the_others_do_not(void) {
    static const char delimiters[] = {',', ';', '\t', '|'};
    for (size_t i = 0; i < sizeof(delimiters); i++) {
        char wanted[] = "1|a,b;c|d\n";
        form.delimiter = delimiters[i];
        if (delimiters[i] == '|' || delimiters[i] == '\t') {
            continue; /* what divides is not to be told from what is shown; below */
        }
        wanted[delimiters[i] == ',' ? 3 : 5] = '|';
        TEST_ASSERT_EQUAL_STRING(wanted, read_text("a,b;c|d"));
    }
    form.delimiter = '\t';
    TEST_ASSERT_EQUAL_STRING("1|a,b;c|d||e\n", read_text("a,b;c\td\t\te"));
    form.delimiter = '|';
    TEST_ASSERT_EQUAL_STRING("1|a,b;c|d\n", read_text("a,b;c|d"));
}

void test_quotes_hold_delimiters_ends_of_lines_and_quotes(void) {
    TEST_ASSERT_EQUAL_STRING("1|a, \"b\"|c d e f|g\n5|next\n", read_text("\"a, \"\"b\"\"\",\"c\r\nd\ne\rf\",g\nnext"));
    TEST_ASSERT_EQUAL_STRING("1||x\n", read_text("\"\",x"));
    TEST_ASSERT_EQUAL_STRING("1|a\"b|\"\n", read_text("a\"b,\"\"\"\""));
}

void test_blanks_around_cells_and_quotes_are_none_of_the_text(void) {
    TEST_ASSERT_EQUAL_STRING("1|a|b, c|d e\n", read_text(" a\t, \"b, c\" ,\"  d e \"\n"));
    TEST_ASSERT_EQUAL_STRING("1|ab|c d\n", read_text("\"a\"b,\"c\" d\n"));
    TEST_ASSERT_EQUAL_STRING("1|a\xc2\xa0"
                             "b\n",
                             read_text("\xc2\xa0\xe3\x80\x80"
                                       "a\xc2\xa0"
                                       "b\xc2\xa0\xe2\x80\x89\n"));
}

void test_control_characters_are_blanks_or_nothing(void) {
    static const char text[] = "\"a\tb\xe2\x80\xa8"
                               "c\xc2\x85"
                               "d\v"
                               "e\0\x01\x7f"
                               "f\",\x1bg";
    TEST_ASSERT_EQUAL_STRING("1|a b c d ef|g\n", read_octets(text, sizeof(text) - 1));
}

void test_lines_without_a_cell_are_left_out_and_counted(void) {
    TEST_ASSERT_EQUAL_STRING("3|a\n6|b\n", read_text("\r\n,,\r\na\r\n  \r\n\"\"\r\nb\r\n\x1a"));
}

void test_a_row_begins_on_its_line(void) {
    TEST_ASSERT_EQUAL_STRING("1|a b\n3|c d\n5|e\n", read_text("\"a\nb\"\n\"c\r\nd\"\r\ne"));
}

void test_the_first_line_of_a_spreadsheet_says_the_delimiter(void) {
    TEST_ASSERT_EQUAL_STRING("2|a|b,c\n", read_text("sep=;\r\na;b,c\r\n"));
    TEST_ASSERT_EQUAL_STRING("2|a|b\n", read_text("\xef\xbb\xbf\"sep=;\"\na;b"));
    TEST_ASSERT_EQUAL_STRING("2|a|b\n", read_text("SEP=\t\ra\tb"));
    TEST_ASSERT_EQUAL_STRING("", read_text("sep=;"));
    TEST_ASSERT_EQUAL_STRING("1|sep=;;\n2|a;b\n", read_text("sep=;;\na;b"));
    TEST_ASSERT_EQUAL_STRING("1|a\n2|sep=;\n", read_text("a\nsep=;"));
    TEST_ASSERT_EQUAL_STRING("1|sep=\n2|a\n", read_text("sep=\na"));
}

void test_the_apostrophe_of_an_export_is_taken_away(void) {
    TEST_ASSERT_EQUAL_STRING("1|=Bob|-x|+1|@a|'x|''y|'=z|'\n", read_text("\"'=Bob\",'-x,'+1,\"'@a\",'x,''y,''=z,'\n"));
    TEST_ASSERT_EQUAL_STRING("1|=Bob|-1\n", read_text("=Bob,-1"));
    TEST_ASSERT_TRUE(formula_is_guarded("''=", 3));
    TEST_ASSERT_FALSE(formula_is_guarded("''a=", 4));
    TEST_ASSERT_FALSE(formula_is_guarded("'", 1));
}

void test_so_are_those_behind_a_separator_or_an_end_of_line(void) {
    TEST_ASSERT_EQUAL_STRING("1|a;=b|-c|a;'x|a'=b|\xef\xbc\x9d"
                             "1\n",
                             read_text("\"a;'=b|'-c\",a;'x,a'=b,'\xef\xbc\x9d"
                                       "1\n"));
    TEST_ASSERT_EQUAL_STRING("1|a;'=b\n", read_text("a;''=b"));
}

/* What is written and read comes back as what is read without any guard. */
void test_written_and_read_a_text_is_the_same(void) {
    static const char *const pieces[] = {";", "|", "\t", "\n", "=", "-", "+", "@", "\xef\xbc\xa0", "a", " ", ","};
    static const struct table_column one[] = {{"Text", 10}};
    const struct table_form columns = {.kind = TABLE_CSV, .title = "Lines", .columns = one, .count = 1};
    uint64_t seed = 11;
    for (unsigned round = 0; round < 2000; round++) {
        char plain[64] = "x", quoted[80], wanted[160];
        for (unsigned length = 0; length < 1 + round % 8; length++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            strcat(plain, pieces[(seed >> 33) % (sizeof(pieces) / sizeof(pieces[0]))]);
        }
        const char *text = plain + round % 2; /* with and without a letter before it */
        (void)snprintf(quoted, sizeof(quoted), "Text\r\n\"%s\"\r\n", text);
        (void)snprintf(wanted, sizeof(wanted), "%s", read_text(quoted));
        _cleanup_(buf_donep) struct buf written = {0};
        struct table *table = NULL;
        TEST_ASSERT_EQUAL_INT(0, table_new(&columns, &table));
        table_text(table, text);
        table_row(table, &written);
        TEST_ASSERT_EQUAL_INT(0, table_end(table, &written));
        table = table_free(table);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted, read_octets(written.data, written.len), text);
    }
}

void test_a_quote_that_is_open_at_the_end_breaks_its_row(void) {
    TEST_ASSERT_EQUAL_STRING("1|a\n2!|b|c,d e,f\n", read_text("a\nb,\"c,d\ne,f"));
    TEST_ASSERT_EQUAL_STRING("1!\n", read_text("\""));
}

void test_octets_that_are_no_text_break_their_row_alone(void) {
    TEST_ASSERT_EQUAL_STRING("1|a\n2!|b\xef\xbf\xbd"
                             "c\n3|d\n",
                             read_text("a\nb\xff"
                                       "c\nd"));
    TEST_ASSERT_EQUAL_STRING("1!|\xef\xbf\xbd\xef\xbf\xbd\n", read_text("\xe2\x82"));
}

static const char *read_long(char c, size_t len) {
    static char text[3 * SHEET_CELL_MAX + 16];
    memset(text, c, len);
    (void)strcpy(text + len, ",x\nnext");
    return read_text(text);
}

void test_a_cell_has_so_many_octets_and_no_more(void) {
    TEST_ASSERT_EQUAL_CHAR('|', read_long('a', SHEET_CELL_MAX)[1]);
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&said), "a|x\n2|next\n"));
    for (size_t more = 1; more <= 2 * SHEET_CELL_MAX; more += 2 * SHEET_CELL_MAX - 1) {
        TEST_ASSERT_EQUAL_CHAR('!', read_long('a', SHEET_CELL_MAX + more)[1]);
        TEST_ASSERT_EQUAL_size_t(strlen("1!|") + SHEET_CELL_MAX + strlen("|x\n2|next\n"), said.len);
    }
}

void test_a_cell_is_cut_between_characters(void) {
    char text[SHEET_CELL_MAX + 8];
    memset(text, 'a', sizeof(text));
    (void)strcpy(text + SHEET_CELL_MAX - 1, "\xe2\x82\xac");
    TEST_ASSERT_EQUAL_CHAR('!', read_text(text)[1]);
    TEST_ASSERT_EQUAL_size_t(strlen("1!|\n") + SHEET_CELL_MAX - 1, said.len);
    (void)strcpy(text + SHEET_CELL_MAX - 3, "  \xe2\x82\xac");
    TEST_ASSERT_EQUAL_CHAR('!', read_text(text)[1]);
    TEST_ASSERT_EQUAL_size_t(strlen("1!|\n") + SHEET_CELL_MAX - 3, said.len); /* and not behind blanks */
}

void test_a_row_has_so_many_cells_and_no_more(void) {
    char text[2 * SHEET_COLUMNS_MAX + 8] = "";
    for (size_t i = 0; i < SHEET_COLUMNS_MAX - 1; i++) {
        (void)strcat(text, "a,");
    }
    (void)strcat(text, "b");
    TEST_ASSERT_EQUAL_CHAR('|', read_text(text)[1]);
    TEST_ASSERT_EQUAL_size_t(strlen("1\n") + 2 * SHEET_COLUMNS_MAX, said.len);
    (void)strcat(text, ",");
    TEST_ASSERT_EQUAL_CHAR('|', read_text(text)[1]); /* empty ones do no harm */
    (void)strcat(text, ",c");
    TEST_ASSERT_EQUAL_CHAR('!', read_text(text)[1]);
    TEST_ASSERT_EQUAL_size_t(strlen("1!\n") + 2 * SHEET_COLUMNS_MAX, said.len);
}

static const char *read_as(const char *encoding, const char *octets, size_t len) {
    form.encoding = encoding;
    return read_octets(octets, len);
}

#define AS(encoding, octets) read_as(encoding, octets, sizeof(octets) - 1)

void test_every_encoding_is_decoded(void) {
    TEST_ASSERT_EQUAL_STRING("1|\xc5\x82|x\n", AS("CP1250", "\xb3,x"));
    TEST_ASSERT_EQUAL_STRING("1|\xd0\x9c\xd0\xb8\xd1\x80\n", AS("CP1251", "\xcc\xe8\xf0"));
    TEST_ASSERT_EQUAL_STRING("1|\xc3\xa9\xe2\x82\xac\n", AS("CP1252", "\xe9\x80"));
    TEST_ASSERT_EQUAL_STRING("1|\xce\xb1\n", AS("CP1253", "\xe1"));
    TEST_ASSERT_EQUAL_STRING("1|\xd7\x90\xef\xac\xaa\n", AS("CP1255", "\xe0\xf9\xd1"));
    TEST_ASSERT_EQUAL_STRING("1|\xd7\xa9\n", AS("CP1255", "\xf9")); /* waits for a mark, and none comes */
    TEST_ASSERT_EQUAL_STRING("1|\xd8\xa7\xd9\x84\n", AS("CP1256", "\xc7\xe1"));
    TEST_ASSERT_EQUAL_STRING("1|\xe0\xb8\x81\n", AS("CP874", "\xa1"));
    TEST_ASSERT_EQUAL_STRING("1|\xe4\xb8\xad|x\n", AS("GBK", "\xd6\xd0,x"));
    TEST_ASSERT_EQUAL_STRING("1|\xe4\xb8\xad|x\n", AS("BIG5", "\xa4\xa4,x"));
    TEST_ASSERT_EQUAL_STRING("1|\xe8\xa8\xb1|x\n", AS("BIG5", "\xb3\x5c,x"));
    TEST_ASSERT_EQUAL_STRING("1|\xe4\xb8\xad|a\n", AS("UTF-16", "\x2d\x4e,\0a\0\n\0"));
    TEST_ASSERT_EQUAL_STRING("1|\xe4\xb8\xad|a\n", AS("UTF-16", "\x4e\x2d\0,\0a\0\n"));
    TEST_ASSERT_EQUAL_STRING("1|\xf0\x9f\x98\x80|a\n", AS("UTF-16", "\xff\xfe\x3d\xd8\x00\xde,\0a\0"));
}

void test_a_byte_order_mark_counts_over_the_encoding(void) {
    TEST_ASSERT_EQUAL_STRING("1|\xc3\xa9\n", AS("CP1252", "\xef\xbb\xbf\xc3\xa9"));
    TEST_ASSERT_EQUAL_STRING("1|a\n", AS("UTF-8", "\xff\xfe"
                                                  "a\0"));
    TEST_ASSERT_EQUAL_STRING("1|a\n", AS("CP1252", "\xfe\xff\0a"));
}

void test_what_is_no_character_of_the_encoding_breaks_its_row(void) {
    TEST_ASSERT_EQUAL_STRING("1|a\n2!|\xef\xbf\xbd"
                             "b\n3|c\n",
                             AS("CP1253", "a\n\xd2"
                                          "b\nc"));
    TEST_ASSERT_EQUAL_STRING("1!|\xef\xbf\xbd\n", AS("GBK", "\xd6"));
    TEST_ASSERT_EQUAL_STRING("1!|\xef\xbf\xbd"
                             "a\n2|b\n",
                             AS("UTF-16", "\xff\xfe\x3d\xd8"
                                          "a\0\n\0b\0"));
    TEST_ASSERT_EQUAL_STRING("1!|a\xef\xbf\xbd\n", AS("UTF-16", "\xff\xfe"
                                                                "a\0b"));
}

/* Characters lie over the pieces in which a file is read. */
void test_long_files_are_decoded_whole(void) {
    static char octets[100001];
    struct sheet_row row;
    static const char *const encodings[] = {"GBK", "UTF-8"};
    static const char *const rows[] = {"\xd6\xd0\xd6\xd0\xd6\xd0,\n", "\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad,\n"};
    for (size_t i = 0; i < 2; i++) {
        const size_t len = strlen(rows[i]);
        unsigned count = 0;
        octets[0] = ' ';
        for (size_t at = 1; at + len <= sizeof(octets); at += len, count++) {
            memcpy(octets + at, rows[i], len);
        }
        form.encoding = encodings[i];
        TEST_ASSERT_EQUAL_INT(0, sheet_open(made_file(octets, 1 + count * len), &form, &sheet));
        for (unsigned line = 1; line <= count; line++) {
            TEST_ASSERT_EQUAL_INT(1, sheet_next(sheet, &row));
            TEST_ASSERT_EQUAL_UINT32(line, row.line);
            TEST_ASSERT_FALSE(row.is_broken);
            TEST_ASSERT_EQUAL_STRING("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", row.cells[0].text);
        }
        TEST_ASSERT_EQUAL_INT(0, sheet_next(sheet, &row));
        TEST_ASSERT_EQUAL_UINT(1000, sheet_done(sheet));
        sheet = sheet_free(sheet);
    }
}

void test_it_says_how_much_was_read(void) {
    static char text[400000];
    struct sheet_row row;
    for (size_t i = 0; i < sizeof(text); i += 4) {
        memcpy(text + i, "abc\n", 4);
    }
    TEST_ASSERT_EQUAL_INT(0, sheet_open(made_file(text, sizeof(text)), &form, &sheet));
    for (unsigned i = 0; i < 50000; i++) {
        TEST_ASSERT_EQUAL_INT(1, sheet_next(sheet, &row));
    }
    TEST_ASSERT_EQUAL_UINT(500, sheet_done(sheet));
    sheet = sheet_free(sheet);
}

void test_what_cannot_be_read_is_told(void) {
    form.encoding = "no such table";
    TEST_ASSERT_EQUAL_INT(E_NOTSUP, sheet_said(made_file("a", 1), &form, &said));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, sheet_said("/nowhere/file", &form, &said));
    form.encoding = "UTF-8";
    TEST_ASSERT_EQUAL_INT(E_FORMAT, sheet_said(made_file("PK\x03\x04 and more", 14), &form, &said));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, sheet_said(made_file("\x89PNG\r\n", 6), &form, &said));
    TEST_ASSERT_EQUAL_INT(E_IO, sheet_said("/proc/self", &form, &said));
    TEST_ASSERT_EQUAL_size_t(0, said.len);
}

/* A look at the first rows of a file of line ends does not go to its end. */
void test_a_look_reads_no_more_than_the_head(void) {
    _cleanup_(buf_donep) struct buf file = {0};
    struct sheet_row row;
    while (file.len < SHEET_LOOK_MAX - 2) {
        buf_append_char(&file, '\n');
    }
    buf_append_text(&file, "a\nb\n");
    const char *path = made_file(file.data, file.len);
    TEST_ASSERT_EQUAL_INT(0, sheet_open_head(path, &form, &sheet));
    TEST_ASSERT_EQUAL_INT(1, sheet_next(sheet, &row));
    TEST_ASSERT_EQUAL_STRING("a", row.cells[0].text);
    TEST_ASSERT_EQUAL_INT(0, sheet_next(sheet, &row));
    sheet = sheet_free(sheet);
    TEST_ASSERT_EQUAL_INT(0, sheet_open(path, &form, &sheet));
    TEST_ASSERT_EQUAL_INT(1, sheet_next(sheet, &row));
    TEST_ASSERT_EQUAL_INT(1, sheet_next(sheet, &row));
    TEST_ASSERT_EQUAL_STRING("b", row.cells[0].text);
}
