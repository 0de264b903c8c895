/* What a table seems to be. */
#include <iconv.h>
#include <stdio.h>
#include <string.h>

#include "bulk_job.h"
#include "core/bulk/bulk_files.h"
#include "core/bulk/bulk_impl.h"
#include "core/settings/settings.h"
#include "unity.h"

static struct bulk_job job;
static struct arena arena;
static struct bulk_looked looked;

void setUp(void) {
    bulk_job_up(&job);
    arena_init(&arena, (size_t)1024 * 1024);
}

void tearDown(void) {
    arena_done(&arena);
    bulk_job_down(&job);
}

static int look(const struct bulk_asked *asked) {
    arena_done(&arena);
    arena_init(&arena, (size_t)1024 * 1024);
    return bulk_look(job.t.core, &job.admin, asked, &arena, &looked);
}

static void look_at(const char *text) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, text));
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.sheet = 0}));
}

static void assert_fields(const enum bulk_field *want, size_t count) {
    TEST_ASSERT_EQUAL_size_t(count, looked.column_count);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_INT(want[i], looked.fields[i]);
    }
}

void test_a_heading_names_what_is_known(void) {
    look_at("User ID,Remark,Name,id,7\n1,x,Ann,2,3,more\n");
    TEST_ASSERT_EQUAL_INT(TABLE_FORMAT_CSV, looked.format);
    TEST_ASSERT_EQUAL_INT(TEXT_ENCODING_UTF8, looked.encoding);
    TEST_ASSERT_TRUE(looked.sure);
    TEST_ASSERT_EQUAL_INT(DELIMITER_COMMA, looked.delimiter);
    TEST_ASSERT_TRUE(looked.heading);
    TEST_ASSERT_EQUAL_size_t(0, looked.sheet_count);
    assert_fields((const enum bulk_field[]){BULK_FIELD_USERID, BULK_FIELD_NONE, BULK_FIELD_USERNAME, BULK_FIELD_NONE,
                                            BULK_FIELD_NONE, BULK_FIELD_NONE},
                  6);
    TEST_ASSERT_EQUAL_STRING("id", looked.headings[3]);
    TEST_ASSERT_EQUAL_STRING("", looked.headings[5]);
    TEST_ASSERT_EQUAL_size_t(1, looked.sample_count);
    TEST_ASSERT_EQUAL_UINT32(2, looked.sample[0].line);
    TEST_ASSERT_EQUAL_size_t(6, looked.sample[0].count);
    TEST_ASSERT_EQUAL_STRING("Ann", looked.sample[0].cells[2]);
    TEST_ASSERT_EQUAL_STRING("more", looked.sample[0].cells[5]);
}

void test_a_first_row_without_numbers_is_a_heading_and_with_one_is_none(void) {
    look_at("wer,was\nAnn,Bob\n");
    TEST_ASSERT_TRUE(looked.heading);
    TEST_ASSERT_EQUAL_size_t(1, looked.sample_count);
    look_at("Ann,12\nBob,13\n");
    TEST_ASSERT_FALSE(looked.heading);
    TEST_ASSERT_EQUAL_size_t(2, looked.sample_count);
    TEST_ASSERT_EQUAL_UINT32(1, looked.sample[0].line);
    TEST_ASSERT_EQUAL_STRING("", looked.headings[0]);
    look_at("A 1,1a\nAnn,1\n"); /* neither is a number, or a number with letters */
    TEST_ASSERT_TRUE(looked.heading);
    look_at("A-17,Ann\nA-18,Bob\n");
    TEST_ASSERT_FALSE(looked.heading);
    look_at("ann@example.org,Ann\nbob@example.org,Bob\n");
    TEST_ASSERT_FALSE(looked.heading);
    look_at("١٢,Ann\n١٣,Bob\n");
    TEST_ASSERT_FALSE(looked.heading);
    look_at("x,,y\n1,2,3\n"); /* nor is nothing */
    TEST_ASSERT_TRUE(looked.heading);
}

void test_what_is_asked_for_goes_before_what_is_guessed(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "User ID;Name\n1;M\xfcller|x\n"));
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.sheet = 0}));
    TEST_ASSERT_EQUAL_INT(TEXT_ENCODING_WINDOWS1252, looked.encoding);
    TEST_ASSERT_FALSE(looked.sure);
    TEST_ASSERT_EQUAL_INT(DELIMITER_SEMICOLON, looked.delimiter);
    TEST_ASSERT_EQUAL_STRING("Müller|x", looked.sample[0].cells[1]);
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.has_encoding = true, .encoding = TEXT_ENCODING_WINDOWS1251}));
    TEST_ASSERT_EQUAL_INT(TEXT_ENCODING_WINDOWS1251, looked.encoding);
    TEST_ASSERT_EQUAL_STRING("Mьller|x", looked.sample[0].cells[1]);
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.has_delimiter = true, .delimiter = DELIMITER_PIPE}));
    TEST_ASSERT_EQUAL_INT(DELIMITER_PIPE, looked.delimiter);
    TEST_ASSERT_EQUAL_STRING("1;Müller", looked.sample[0].cells[0]);
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.has_heading = true, .heading = false}));
    TEST_ASSERT_FALSE(looked.heading);
    TEST_ASSERT_EQUAL_size_t(2, looked.sample_count);
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, looked.fields[0]);
}

/* Letters that say nothing: any language may have a word of one of them. */
void test_where_letters_do_not_decide_the_language_does(void) {
    struct setting_time_param time = settings_get(job.t.core)->values.time_param;
    time.language = LANGUAGE_AR;
    TEST_ASSERT_EQUAL_INT(0, fixture_save(job.t.core, &job.admin, SETTING_PAGE_TIME_PARAM, &time));
    look_at("id,name\n1,Zo\xe9\n");
    TEST_ASSERT_EQUAL_INT(TEXT_ENCODING_WINDOWS1256, looked.encoding);
    TEST_ASSERT_EQUAL_STRING("Zoé", looked.sample[0].cells[1]);
    time.language = LANGUAGE_ES;
    TEST_ASSERT_EQUAL_INT(0, fixture_save(job.t.core, &job.admin, SETTING_PAGE_TIME_PARAM, &time));
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.sheet = 0}));
    TEST_ASSERT_EQUAL_INT(TEXT_ENCODING_WINDOWS1252, looked.encoding);
}

void test_so_many_rows_are_shown_with_and_without_a_heading(void) {
    char text[400] = "id,x\n";
    for (unsigned i = 0; i < 19; i++) {
        strcat(text, "1,a\n");
    }
    look_at(text);
    TEST_ASSERT_EQUAL_size_t(19, looked.sample_count);
    strcat(text, "2,b\n");
    look_at(text);
    TEST_ASSERT_EQUAL_size_t(BULK_SAMPLE_ROWS, looked.sample_count);
    TEST_ASSERT_EQUAL_STRING("b", looked.sample[19].cells[1]);
    strcat(text, "3,c,wider\n");
    look_at(text);
    TEST_ASSERT_EQUAL_size_t(BULK_SAMPLE_ROWS, looked.sample_count);
    TEST_ASSERT_EQUAL_size_t(2, looked.column_count);
    look_at(text + strlen("id,x\n"));
    TEST_ASSERT_EQUAL_size_t(BULK_SAMPLE_ROWS, looked.sample_count);
    TEST_ASSERT_EQUAL_STRING("2", looked.sample[19].cells[0]);
    look_at(" \n");
    TEST_ASSERT_EQUAL_size_t(0, looked.sample_count);
    TEST_ASSERT_EQUAL_size_t(0, looked.column_count);
    TEST_ASSERT_FALSE(looked.heading);
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.has_heading = true, .heading = true}));
    TEST_ASSERT_EQUAL_size_t(0, looked.sample_count);
}

/* Appends rows 1 to `count`; row `odd` and those that follow it have a letter of Windows-1252. */
static void append_rows(char *text, unsigned count, unsigned odd) {
    for (unsigned i = 1; i <= count; i++) {
        sprintf(text + strlen(text), "%u,%s\n", i, i >= odd ? "M\xfcller" : "Ann");
    }
}

/* Rows that are not ASCII are shown with their own lines, however late they come, behind the first ten rows. */
void test_late_rows_that_are_not_ascii_take_the_place_of_plain_ones(void) {
    static char text[8192];
    strcpy(text, "id,name\n");
    append_rows(text, 502, 501);
    look_at(text);
    TEST_ASSERT_EQUAL_size_t(BULK_SAMPLE_ROWS, looked.sample_count);
    TEST_ASSERT_EQUAL_UINT32(2, looked.sample[0].line);
    TEST_ASSERT_EQUAL_UINT32(19, looked.sample[17].line);
    TEST_ASSERT_EQUAL_UINT32(502, looked.sample[18].line);
    TEST_ASSERT_EQUAL_UINT32(503, looked.sample[19].line);
    TEST_ASSERT_EQUAL_STRING("Müller", looked.sample[19].cells[1]);
    text[0] = '\0';
    append_rows(text, 200, 101);
    look_at(text);
    TEST_ASSERT_EQUAL_size_t(BULK_SAMPLE_ROWS, looked.sample_count);
    TEST_ASSERT_EQUAL_UINT32(BULK_SAMPLE_FIRST, looked.sample[BULK_SAMPLE_FIRST - 1].line);
    TEST_ASSERT_EQUAL_UINT32(101, looked.sample[BULK_SAMPLE_FIRST].line);
    TEST_ASSERT_EQUAL_UINT32(110, looked.sample[19].line);
}

/* Bytes that are no character of the encoding that was asked for show it, too. */
void test_a_row_that_cannot_be_read_is_shown(void) {
    static char text[8192];
    text[0] = '\0';
    append_rows(text, 100, 100);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, text));
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.has_encoding = true, .encoding = TEXT_ENCODING_UTF8}));
    TEST_ASSERT_EQUAL_UINT32(100, looked.sample[19].line);
    TEST_ASSERT_EQUAL_STRING("M�ller", looked.sample[19].cells[1]);
}

void test_who_may_look_and_at_what(void) {
    static const char picture[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, look(&(struct bulk_asked){.sheet = 0}));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.officer, BULK_KIND_USERS, "1,2\n", 4));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, look(&(struct bulk_asked){.sheet = 0}));
    TEST_ASSERT_EQUAL_INT(0, bulk_cancel(job.t.core, &job.admin));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_PHOTOS, "1,2\n", 4));
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, look(&(struct bulk_asked){.sheet = 0}));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_USERS, picture, sizeof(picture)));
    TEST_ASSERT_EQUAL_INT(E_TABLE_UNREADABLE, look(&(struct bulk_asked){.sheet = 0}));
    look_at("1,2\n"); /* each of them unlocked what it locked */
    TEST_ASSERT_EQUAL_INT(E_TABLE_UNREADABLE, (bulk_job_send(&job, &job.admin, BULK_KIND_USERS, "PK\3\4", 4),
                                               look(&(struct bulk_asked){.sheet = 0})));
    look_at("1,2\n");
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(&job, &job.admin, BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(E_BULK_RUNNING, look(&(struct bulk_asked){.sheet = 0}));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.sheet = 0}));
}

/* The template of the terminal is a workbook. */
void test_a_workbook_is_looked_at_sheet_by_sheet(void) {
    struct buf workbook = {0};
    struct bulk_file *file = NULL;
    TEST_ASSERT_EQUAL_INT(0, bulk_file_template(job.t.core, LANGUAGE_EN, TABLE_FORMAT_XLSX, &file));
    TEST_ASSERT_EQUAL_INT(0, bulk_file_next(job.t.core, file, &workbook));
    bulk_file_free(file);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_USERS, workbook.data, workbook.len));
    buf_done(&workbook);
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.sheet = 0}));
    TEST_ASSERT_EQUAL_INT(TABLE_FORMAT_XLSX, looked.format);
    TEST_ASSERT_EQUAL_size_t(1, looked.sheet_count);
    TEST_ASSERT_EQUAL_STRING("Users", looked.sheets[0]);
    TEST_ASSERT_EQUAL_UINT8(0, looked.sheet);
    TEST_ASSERT_EQUAL_size_t(16, looked.column_count);
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_VALID_TO, looked.fields[9]);
    TEST_ASSERT_EQUAL_STRING("1001", looked.sample[0].cells[0]);
    TEST_ASSERT_EQUAL_INT(E_TABLE_UNREADABLE, look(&(struct bulk_asked){.has_sheet = true, .sheet = 1}));
}

/* The heading that was found: its line, how many rows it has, and the fields of its columns as their words. */
static void assert_heading(const char *text, uint32_t line, unsigned rows, const char *fields) {
    char said[256] = "";
    look_at(text);
    for (size_t i = 0; i < looked.column_count; i++) {
        (void)snprintf(said + strlen(said), sizeof(said) - strlen(said), "%s%s", i > 0 ? " " : "",
                       bulk_field_text[looked.fields[i]]);
    }
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(line, looked.heading_line, text);
    TEST_ASSERT_EQUAL_UINT8_MESSAGE(rows, looked.heading_rows, text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(fields, said, text);
}

void test_titles_above_the_headings_are_passed_over(void) {
    assert_heading("ACME S.A.\n\nEmployees\nPrinted,28/11/2026\n\nUser ID,Name,Card\n1,Ann,5\n2,Bob,6\n", 6, 1,
                   "userid username cardno");
    TEST_ASSERT_EQUAL_UINT32(7, looked.sample[0].line);
    TEST_ASSERT_EQUAL_size_t(6, looked.first_count);
    assert_heading("Department: Sales\nFrom,01/01/2026,To,31/12/2026\nID,Remark,Name\n1,x,Ann\n2,y,Bob\n", 3, 1,
                   "userid none username");
    /* in words that are not known: by the shape of the rows */
    assert_heading("Verein e.V.\nStand,Mai\nwer,was,wo,wann\nAnn,12,x,y\nBob,13,x,y\nCem,14,x,y\n", 3, 1,
                   "none none none none");
    assert_heading("Verein e.V.\n1,Ann,x,y\n2,Bob,x,y\n", 0, 1, "none none none none");
}

void test_a_word_that_repeats_is_no_heading(void) {
    assert_heading("Ann,Sales,No\nBob,Sales,Yes\nCem,Sales,No\n", 0, 1, "none none none");
    assert_heading("17,Ann,No\n18,Bob,No\n", 0, 1, "none none none");
}

void test_headings_of_two_rows_are_put_together(void) {
    assert_heading("Employee,,Card,,Valid,\nNo,Name,Number,Type,From,To\n1,Ann,5,x,,\n", 2, 2,
                   "employeeNo username cardno none validFrom validTo");
    TEST_ASSERT_EQUAL_STRING("Card Number", looked.headings[2]);
    TEST_ASSERT_EQUAL_UINT32(3, looked.sample[0].line);
    /* merged from above */
    assert_heading("User ID,Full name,Card,\n,,Number,Kind\n1,Ann,5,x\n2,Bob,6,x\n", 2, 2,
                   "userid username cardno none");
    /* a title is no group */
    assert_heading("Employee\nNo,Name,Card\n1,Ann,5\n2,Bob,6\n", 2, 1, "userid username cardno");
    TEST_ASSERT_EQUAL_STRING("No", looked.headings[0]);
    /* nor is the row of a person below the headings */
    assert_heading("ID,Name\nx,Card\n", 1, 1, "userid username");
}

void test_a_heading_may_have_a_line_break(void) {
    assert_heading("ID,\"Card\nNumber\",\"Name\nNombre\"\n1,5,Ann\n", 1, 1, "userid cardno username");
    TEST_ASSERT_EQUAL_UINT32(4, looked.sample[0].line);
}

void test_the_headings_can_be_chosen(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, "Name,ID\n\nwer,was\nAnn,1\n"));
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.has_heading = true, .heading = true, .heading_line = 3}));
    TEST_ASSERT_EQUAL_UINT32(3, looked.heading_line);
    TEST_ASSERT_EQUAL_STRING("wer", looked.headings[0]);
    TEST_ASSERT_EQUAL_size_t(1, looked.sample_count);
    TEST_ASSERT_EQUAL_size_t(3, looked.first_count);
    TEST_ASSERT_EQUAL_INT(E_RANGE, look(&(struct bulk_asked){.has_heading = true, .heading = true, .heading_line = 2}));
    TEST_ASSERT_EQUAL_INT(0, look(&(struct bulk_asked){.has_heading = true, .heading = false}));
    TEST_ASSERT_EQUAL_size_t(3, looked.sample_count);
}

/* Each encoding and delimiter has a word, and the word is the same on the way back. */
void test_words_of_encodings_and_delimiters(void) {
    static const char *const names[TEXT_ENCODING_COUNT] = {"UTF-8",  "UTF-16", "CP1250", "CP1251", "CP1252",   "CP1253",
                                                           "CP1255", "CP1256", "CP874",  "GBK",    "BIG5",     "CP932",
                                                           "CP949",  "CP1254", "CP1257", "CP1258", "MACINTOSH"};
    for (unsigned i = 0; i < TEXT_ENCODING_COUNT; i++) {
        enum text_encoding encoding = TEXT_ENCODING_COUNT;
        TEST_ASSERT_EQUAL_STRING(names[i], bulk_encoding_name((enum text_encoding)i));
        TEST_ASSERT_TRUE(bulk_encoding_of(names[i], &encoding));
        TEST_ASSERT_EQUAL_INT(i, encoding);
        iconv_t decoder = iconv_open("UTF-8", names[i]); /* the system has it without more packages */
        TEST_ASSERT_TRUE_MESSAGE(decoder != (iconv_t)-1, names[i]);
        iconv_close(decoder);
    }
    enum text_encoding encoding = TEXT_ENCODING_GBK;
    TEST_ASSERT_FALSE(bulk_encoding_of("EBCDIC", &encoding));
    TEST_ASSERT_EQUAL_INT(TEXT_ENCODING_GBK, encoding);
    for (unsigned i = 0; i < DELIMITER_COUNT; i++) {
        TEST_ASSERT_EQUAL_INT(",;\t| "[i], bulk_delimiter_of((enum delimiter)i));
    }
}
