/* What is wrong: pages of it, and the file of it that is taken away. */
#include "core/bulk/bulk_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bulk_job.h"
#include "core/bulk/bulk_impl.h"
#include "folder_files.h"
#include "store/upload.h"
#include "unity.h"

static struct bulk_job job;
static struct bulk_file *file;
static struct buf out;

void setUp(void) {
    bulk_job_up(&job);
    file = NULL;
    buf_init(&out);
}

void tearDown(void) {
    bulk_file_free(file);
    buf_done(&out);
    bulk_job_down(&job);
}

static const char *words(int err) {
    return err == E_USER_ID_INVALID ? "no ID" : "wrong";
}

static void check(const char *rows, bool heading) {
    const struct store_bulk_form form = {
        .delimiter = DELIMITER_COMMA,
        .heading = heading,
        .columns = {BULK_FIELD_USERID, BULK_FIELD_NONE, BULK_FIELD_VALID_TO, BULK_FIELD_LEVEL},
        .column_count = 4};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(&job, &job.admin, rows));
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.admin, &form));
    bulk_job_work(&job);
}

/* The whole file; fetched piece by piece. */
static const char *fetched(void) {
    _cleanup_(buf_donep) struct buf piece = {0};
    int r = bulk_file_errors(job.t.core, &job.admin, LANGUAGE_EN, words, &file);
    TEST_ASSERT_EQUAL_INT(0, r);
    buf_clear(&out);
    do {
        buf_clear(&piece);
        r = bulk_file_next(job.t.core, file, &piece);
        buf_append(&out, piece.data, piece.len);
    } while (r == 1);
    TEST_ASSERT_EQUAL_INT(0, r);
    buf_append_char(&out, '\0');
    bulk_file_free(file);
    file = NULL;
    return (const char *)out.data + 3; /* behind the byte order mark */
}

void test_pages(void) {
    check("ID\na\n101\nb\nc\nd\n", true);
    TEST_ASSERT_EQUAL_STRING("2 0 userid E_USER_ID_INVALID;4 0 userid E_USER_ID_INVALID;", bulk_job_wrong(&job, 0, 2));
    TEST_ASSERT_EQUAL_STRING("5 0 userid E_USER_ID_INVALID;6 0 userid E_USER_ID_INVALID;",
                             bulk_job_wrong(&job, 2, 100));
    TEST_ASSERT_EQUAL_STRING("6 0 userid E_USER_ID_INVALID;", bulk_job_wrong(&job, 3, 1));
    TEST_ASSERT_EQUAL_STRING("", bulk_job_wrong(&job, 4, 1));
    TEST_ASSERT_EQUAL_STRING("", bulk_job_wrong(&job, 5, 1));
}

void test_a_page_needs_its_file(void) {
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 9;
    uint32_t total = 9;
    char folder[80];
    arena_init(&arena, (size_t)64 * 1024);
    (void)snprintf(folder, sizeof(folder), "%s/bulk", job.t.dir);
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_size_t(0, count);
    TEST_ASSERT_EQUAL_UINT32(0, total);
    check("a\nb\n", false);
    folder_write_text(folder, "bad", "another job took the file meanwhile, and wrote this into it, as it may be long");
    TEST_ASSERT_EQUAL_INT(E_BUSY, bulk_errors(job.t.core, &job.admin, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_INT(0, unlink(folder_path(folder, "bad")));
    count = 9;
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_size_t(0, count);
    TEST_ASSERT_EQUAL_UINT32(2, total);
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_file_errors(job.t.core, &job.admin, LANGUAGE_EN, words, &file));
}

void test_only_rows_that_count_are_told(void) {
    check("a\nb\nc\n", false);
    struct store_bulk state = *bulk_job_state(&job, &job.admin);
    state.bad_octets /= 3; /* as if the rest were behind the last commit */
    bulk_publish(job.t.core, &state, "test");
    TEST_ASSERT_EQUAL_STRING("1 0 userid E_USER_ID_INVALID;", bulk_job_wrong(&job, 0, 10));
    TEST_ASSERT_NOT_NULL(strstr(fetched(), "\"a\""));
    TEST_ASSERT_NULL(strstr(fetched(), "\"b\""));
}

void test_what_is_shown_is_cut_at_whole_characters(void) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, (size_t)64 * 1024);
    char text[200] = "";
    for (unsigned i = 0; i < 70; i++) {
        strcat(text, i == 0 ? "ñ" : "x");
    }
    const char *cut = bulk_keep_cut(&arena, text);
    TEST_ASSERT_EQUAL_size_t(65, strlen(cut));
    TEST_ASSERT_EQUAL_STRING_LEN(text, cut, 65);
    TEST_ASSERT_EQUAL_STRING("short", bulk_keep_cut(&arena, "short"));
    TEST_ASSERT_EQUAL_STRING("", bulk_keep_cut(&arena, ""));
    TEST_ASSERT_EQUAL_STRING("a", bulk_keep_cut(&arena, "a\xff z"));
}

/* ---- the file ---- */

void test_the_file_has_the_rows_as_they_were_with_what_is_wrong(void) {
    check("Number,Remark,Until,Level\n101,Ann,2026-01-31\nx,\"Say \"\"no\"\"\",soon,1\n102,=1+1,31.2.2026\n103,,,3\n",
          true);
    TEST_ASSERT_EQUAL_STRING("Line,Problem,\"Number\",\"Remark\",\"Until\",\"Level\"\r\n"
                             "3,\"User ID: no ID\",\"x\",\"Say \"\"no\"\"\",\"soon\",\"1\"\r\n"
                             "4,\"Last day: wrong\",\"102\",\"'=1+1\",\"31.2.2026\"\r\n"
                             "5,\"password: wrong\",\"103\",\"\",\"\",\"3\"\r\n",
                             fetched());
}

void test_without_a_heading_the_file_has_that_of_its_columns(void) {
    check("101,Ann,2026-01-31\nx,Bob\n", false);
    TEST_ASSERT_EQUAL_STRING("Line,Problem,User ID,,Last day,Admin level\r\n2,\"User ID: no ID\",\"x\",\"Bob\"\r\n",
                             fetched());
}

void test_of_an_edit_the_file_has_whom_it_was_about(void) {
    const struct user_change change = {.values = {.username = "", .level = 3}, .given = GIVEN(LEVEL)};
    fixture_add_user(&job.t, 20, "Ann", 0, 0, NULL);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_edit(&job, &job.admin, (const uint32_t[]){20, 99}, 2, &change));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_STRING("Line,Problem,User ID,User name\r\n0,\"password: wrong\",20,\"Ann\"\r\n"
                             "0,\"User ID: wrong\",99,\"\"\r\n",
                             fetched());
}

void test_a_long_file_comes_in_pieces(void) {
    char rows[4000] = "";
    for (unsigned i = 0; i < 8; i++) {
        memset(rows + strlen(rows), 'x', 400);
        strcat(rows, "\n");
    }
    char *many = malloc(40 * strlen(rows) + 1);
    many[0] = '\0';
    for (unsigned i = 0; i < 40; i++) {
        strcat(many, rows);
    }
    check(many, false);
    free(many);
    TEST_ASSERT_EQUAL_INT(0, bulk_file_errors(job.t.core, &job.admin, LANGUAGE_EN, words, &file));
    TEST_ASSERT_EQUAL_INT(1, bulk_file_next(job.t.core, file, &out));
    TEST_ASSERT_LESS_THAN_size_t((size_t)50 * 1024, out.len);
    TEST_ASSERT_GREATER_THAN_size_t((size_t)47 * 1024, out.len);
    bulk_file_free(file);
    file = NULL;
    const char *all = fetched();
    unsigned lines = 0;
    for (const char *at = strstr(all, "\r\n"); at != NULL; at = strstr(at + 2, "\r\n")) {
        lines++;
    }
    TEST_ASSERT_EQUAL_UINT(321, lines);
}

void test_it_is_only_for_who_began_and_where_something_is_wrong(void) {
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_file_errors(job.t.core, &job.admin, LANGUAGE_EN, words, &file));
    check("101\n", false);
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_file_errors(job.t.core, &job.admin, LANGUAGE_EN, words, &file));
    check("x\n", false);
    TEST_ASSERT_EQUAL_INT(E_BULK_NOT_READY, bulk_file_errors(job.t.core, &job.officer, LANGUAGE_EN, words, &file));
    TEST_ASSERT_EQUAL_INT(0, bulk_file_errors(job.t.core, &job.admin, LANGUAGE_EN, words, &file));
    TEST_ASSERT_EQUAL_STRING("errors-2026-09-21.csv", bulk_file_name(file));
    TEST_ASSERT_EQUAL_STRING("text/csv; charset=utf-8", bulk_file_media_type(file));
}

void test_the_template_has_all_headings_and_an_example(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_file_template(job.t.core, LANGUAGE_EN, TABLE_FORMAT_CSV, &file));
    TEST_ASSERT_EQUAL_STRING("users-2026-09-21.csv", bulk_file_name(file));
    TEST_ASSERT_EQUAL_INT(0, bulk_file_next(job.t.core, file, &out));
    buf_append_char(&out, '\0');
    TEST_ASSERT_EQUAL_STRING(
        "User ID,User name,Card NO.,Admin level,Time zone group,Identify by,Factors,Shift,First day,Last day,"
        "Employee number,Department,Card NO. 2,Card NO. 3,Card NO. 4,Card NO. 5\r\n"
        "1001,\"Alex Example\",12345678,0,1,device,card finger,,2026-09-21,,,,,,,\r\n",
        (const char *)out.data + 3);
    bulk_file_free(file);
    TEST_ASSERT_EQUAL_INT(0, bulk_file_template(job.t.core, LANGUAGE_EN, TABLE_FORMAT_XLSX, &file));
    TEST_ASSERT_EQUAL_STRING("users-2026-09-21.xlsx", bulk_file_name(file));
    buf_clear(&out);
    TEST_ASSERT_EQUAL_INT(0, bulk_file_next(job.t.core, file, &out));
    TEST_ASSERT_EQUAL_STRING_LEN("PK", out.data, 2);
    TEST_ASSERT_NOT_NULL(strstr(bulk_file_media_type(file), "spreadsheet"));
}
