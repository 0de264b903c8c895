/* The handlers of users in bulk: what is passed on of a request, and what a reply has of the job. */
#include <dlfcn.h>
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

#include "api_world.h"
#include "bulk_job.h"
#include "contract.h"
#include "core/users/users.h"
#include "store/upload.h"
#include "unity.h"

static struct bulk_job job;
static struct api_world w;
static bool knows_no_encoding;

/* In the place of the C library's: it may know no encoding. */
iconv_t iconv_open(const char *to, const char *from) {
    if (knows_no_encoding) {
        errno = EINVAL;
        return (iconv_t)-1;
    }
    iconv_t (*real)(const char *, const char *) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "iconv_open");
    return real(to, from);
}

void setUp(void) {
    knows_no_encoding = false;
    bulk_job_up(&job);
    api_world_begin(&w, job.t.core);
}

void tearDown(void) {
    api_world_end(&w);
    bulk_job_down(&job);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

/* --- The file ------------------------------------------------------------------------------------------------------------ */

static int upload_piece(enum bulk_kind kind, int64_t offset, int64_t total, const char *text, int64_t *ret_received) {
    struct bulk_upload_req req = {.kind = kind, .offset = offset, .total = total, .name = "staff.csv"};
    struct bulk_upload_reply reply = {0};
    w.ctx.body = text;
    w.ctx.body_len = strlen(text);
    int code = api_bulk_upload(&w.ctx, &req, &reply);
    *ret_received = reply.received;
    return code;
}

static void upload(const char *text) {
    int64_t received = 0;
    refused(CAT_OK, NULL, upload_piece(BULK_KIND_USERS, 0, (int64_t)strlen(text), text, &received));
    TEST_ASSERT_EQUAL_INT64(strlen(text), received);
}

static struct bulk_state_reply state;

static int call_state(void) {
    return api_bulk_state(&w.ctx, &state);
}

static const struct bulk_state_reply *see(void) {
    TEST_ASSERT_EQUAL_INT(CAT_OK, call_state());
    return &state;
}

void test_nothing_is_begun(void) {
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, see()->step);
    TEST_ASSERT_EQUAL_STRING("", state.name);
    TEST_ASSERT_EQUAL_STRING("", state.holder);
    TEST_ASSERT_EQUAL_STRING("", state.holder_name);
    TEST_ASSERT_FALSE(state.own);
    TEST_ASSERT_FALSE(state.cancellable);
    TEST_ASSERT_EQUAL_UINT32(0, state.code);
    api_world_without_memory(&w, 512, call_state);
}

void test_a_file_comes_in_pieces(void) {
    int64_t received = 0;
    refused(CAT_OK, NULL, upload_piece(BULK_KIND_USERS, 0, 16, "101,Ann\n", &received));
    TEST_ASSERT_EQUAL_INT64(8, received);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADING, see()->step);
    TEST_ASSERT_EQUAL_INT64(8, state.received);
    TEST_ASSERT_EQUAL_INT64(16, state.total);
    TEST_ASSERT_EQUAL_STRING("staff.csv", state.name);
    refused(CAT_UPLOAD_GAP, NULL, upload_piece(BULK_KIND_USERS, 7, 16, "102,Bob\n", &received));
    refused(CAT_OK, NULL, upload_piece(BULK_KIND_USERS, 8, 16, "102,Bob\n", &received));
    TEST_ASSERT_EQUAL_INT64(16, received);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, see()->step);
    TEST_ASSERT_EQUAL_INT(BULK_KIND_USERS, state.kind);
    TEST_ASSERT_TRUE(state.own);
    TEST_ASSERT_EQUAL_STRING("admin", state.holder);
    refused(CAT_UPLOAD_FORMAT, "kind", upload_piece(BULK_KIND_EDIT, 0, 8, "102,Bob\n", &received));
    refused(CAT_UPLOAD_TOO_LARGE, "total",
            upload_piece(BULK_KIND_USERS, 0, BULK_TABLE_MAX + 1, "102,Bob\n", &received));
    refused(CAT_OK, NULL, upload_piece(BULK_KIND_PHOTOS, 0, 8, "102,Bob\n", &received));
    TEST_ASSERT_EQUAL_INT(BULK_KIND_PHOTOS, see()->kind);
}

/* --- What it seems to be --- */

static struct bulk_look_req asked;
static struct bulk_look_reply looked;

static int call_look(void) {
    memset(&looked, 0, sizeof(looked));
    return api_bulk_look(&w.ctx, &asked, &looked);
}

static void look(struct bulk_look_req req) {
    asked = req;
    refused(CAT_OK, NULL, call_look());
}

void test_a_table_is_looked_at(void) {
    upload("User ID;Remark\n7;M\xfcller\n8;Bob;9\n");
    look((struct bulk_look_req){.sheet = 0});
    TEST_ASSERT_EQUAL_INT(TABLE_FORMAT_CSV, looked.format);
    TEST_ASSERT_EQUAL_INT(TEXT_ENCODING_WINDOWS1252, looked.encoding);
    TEST_ASSERT_FALSE(looked.sure);
    TEST_ASSERT_EQUAL_INT(DELIMITER_SEMICOLON, looked.delimiter);
    TEST_ASSERT_TRUE(looked.heading);
    TEST_ASSERT_EQUAL_UINT8(0, looked.sheet);
    TEST_ASSERT_EQUAL_size_t(0, looked.sheets_count);
    TEST_ASSERT_EQUAL_size_t(3, looked.columns_count);
    TEST_ASSERT_EQUAL_STRING("User ID", looked.columns[0].heading);
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_USERID, looked.columns[0].field);
    TEST_ASSERT_EQUAL_STRING("Remark", looked.columns[1].heading);
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, looked.columns[1].field);
    TEST_ASSERT_EQUAL_STRING("", looked.columns[2].heading);
    TEST_ASSERT_EQUAL_size_t(2, looked.sample_count);
    TEST_ASSERT_EQUAL_UINT32(2, looked.sample[0].line);
    TEST_ASSERT_EQUAL_size_t(2, looked.sample[0].cells_count);
    TEST_ASSERT_EQUAL_STRING("Müller", looked.sample[0].cells[1]);
    TEST_ASSERT_EQUAL_UINT32(3, looked.sample[1].line);
    TEST_ASSERT_EQUAL_size_t(3, looked.sample[1].cells_count);
    TEST_ASSERT_EQUAL_STRING("9", looked.sample[1].cells[2]);
    api_world_without_memory(&w, 64, call_look);
    TEST_ASSERT_EQUAL(3, looked.columns_count);
}

void test_what_is_said_of_a_table_goes_before_the_guess(void) {
    upload("User ID;Name\n7;M\xfcller|x\n");
    look((struct bulk_look_req){.has_encoding = true, .encoding = TEXT_ENCODING_WINDOWS1251});
    TEST_ASSERT_EQUAL_INT(TEXT_ENCODING_WINDOWS1251, looked.encoding);
    TEST_ASSERT_EQUAL_INT(DELIMITER_SEMICOLON, looked.delimiter);
    look((struct bulk_look_req){.has_delimiter = true, .delimiter = DELIMITER_PIPE});
    TEST_ASSERT_EQUAL_INT(DELIMITER_PIPE, looked.delimiter);
    TEST_ASSERT_EQUAL_INT(TEXT_ENCODING_WINDOWS1252, looked.encoding);
    look((struct bulk_look_req){.has_heading = true, .heading = false});
    TEST_ASSERT_FALSE(looked.heading);
    look((struct bulk_look_req){.has_heading = true, .heading = true});
    TEST_ASSERT_TRUE(looked.heading);
    upload("1;2\n");
    look((struct bulk_look_req){.has_heading = true, .heading = true});
    TEST_ASSERT_TRUE(looked.heading);
    look((struct bulk_look_req){.has_heading = false, .heading = true});
    TEST_ASSERT_FALSE(looked.heading);
}

/* A table that is filled in from the terminal's own. */
void test_the_template_is_a_table(void) {
    struct download_bulk_template_req req = {.format = TABLE_FORMAT_XLSX};
    struct api_file file = {0};
    struct buf workbook = {0};
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_download_bulk_template(&w.ctx, &req, &file));
    TEST_ASSERT_NOT_NULL(strstr(file.type, "spreadsheetml"));
    TEST_ASSERT_NOT_NULL(strstr(file.name, "users"));
    TEST_ASSERT_NOT_NULL(strstr(file.name, ".xlsx"));
    while (file.next(job.t.core, file.state, &workbook) > 0) {
    }
    file.end(file.state);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &w.by, BULK_KIND_USERS, workbook.data, workbook.len));
    buf_done(&workbook);
    look((struct bulk_look_req){.sheet = 0});
    TEST_ASSERT_EQUAL_INT(TABLE_FORMAT_XLSX, looked.format);
    TEST_ASSERT_EQUAL_size_t(1, looked.sheets_count);
    TEST_ASSERT_EQUAL_STRING("Users", looked.sheets[0]);
    asked = (struct bulk_look_req){.has_sheet = true, .sheet = 1};
    refused(CAT_TABLE_UNREADABLE, NULL, call_look());
    req.format = TABLE_FORMAT_CSV;
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_download_bulk_template(&w.ctx, &req, &file));
    TEST_ASSERT_NOT_NULL(strstr(file.type, "text/csv"));
    TEST_ASSERT_NOT_NULL(strstr(file.name, ".csv"));
    TEST_ASSERT_NOT_NULL(strstr(api_world_file(&w, &file), "1001,\"Alex Example\",12345678,"));
}

void test_an_encoding_that_the_terminal_does_not_know(void) {
    struct bulk_check_req check = {.encoding = TEXT_ENCODING_BIG5, .columns = {BULK_FIELD_USERID}, .columns_count = 1};
    asked = (struct bulk_look_req){.sheet = 0};
    refused(CAT_BULK_NOT_READY, NULL, call_look());
    upload("7\n");
    knows_no_encoding = true;
    asked = (struct bulk_look_req){.has_encoding = true, .encoding = TEXT_ENCODING_BIG5};
    refused(CAT_NOT_FITTED, "encoding", call_look());
    refused(CAT_NOT_FITTED, "encoding", api_bulk_check(&w.ctx, &check));
}

/* --- The check --- */

/* A table of ID and name, as this is asked for. */
static int check(struct bulk_check_req req) {
    req.columns[0] = BULK_FIELD_USERID;
    req.columns[1] = BULK_FIELD_USERNAME;
    req.columns_count = 2;
    return api_bulk_check(&w.ctx, &req);
}

static void checked(struct bulk_check_req req) {
    refused(CAT_OK, NULL, check(req));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, see()->step);
}

static void assert_name(uint32_t userid, const char *name) {
    struct user user;
    TEST_ASSERT_EQUAL_INT(0, bulk_job_user(&job, userid, &w.arena, &user));
    TEST_ASSERT_EQUAL_STRING(name, user.username);
}

static void start(bool whole) {
    refused(CAT_OK, NULL, api_bulk_start(&w.ctx, &(struct bulk_start_req){.whole = whole}));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, see()->step);
}

void test_a_table_is_read_as_it_is_said(void) {
    upload("id;name\n101;M\xfcller,x\n");
    checked((struct bulk_check_req){
        .encoding = TEXT_ENCODING_WINDOWS1252, .delimiter = DELIMITER_SEMICOLON, .heading = true});
    TEST_ASSERT_EQUAL_UINT32(1, state.rows);
    TEST_ASSERT_EQUAL_UINT32(1, state.added);
    TEST_ASSERT_EQUAL_UINT32(0, state.bad);
    start(false);
    TEST_ASSERT_FALSE(state.whole);
    assert_name(101, "Müller,x");
}

void test_columns_that_cannot_be(void) {
    struct bulk_check_req req = {.columns = {BULK_FIELD_USERNAME}, .columns_count = 1};
    upload("7\n");
    refused(CAT_COLUMN_MISSING, "columns", api_bulk_check(&w.ctx, &req));
    req = (struct bulk_check_req){.columns = {BULK_FIELD_USERID, BULK_FIELD_USERID}, .columns_count = 2};
    refused(CAT_COLUMN_TWICE, "columns", api_bulk_check(&w.ctx, &req));
    upload("\x89PNG\r\n\x1a\n");
    refused(CAT_TABLE_UNREADABLE, NULL, check((struct bulk_check_req){.sheet = 0}));
}

/* One of each: of whom is new, changed, the same, there, and wrong. */
void test_what_becomes_of_who_is_there(void) {
    fixture_add_user(&job.t, 20, "Old", 0, 0, NULL);
    fixture_add_user(&job.t, 21, "Same", 0, 0, NULL);
    upload("20,New\n21,Same\n101,Ann\nx,Bob\n102,Cy\n103,Di\n");
    checked((struct bulk_check_req){.existing = BULK_EXISTING_REPLACE});
    TEST_ASSERT_EQUAL_UINT32(6, state.rows);
    TEST_ASSERT_EQUAL_UINT32(6, state.at);
    TEST_ASSERT_EQUAL_UINT32(1, state.changed);
    TEST_ASSERT_EQUAL_UINT32(1, state.same);
    TEST_ASSERT_EQUAL_UINT32(3, state.added);
    TEST_ASSERT_EQUAL_UINT32(1, state.bad);
    TEST_ASSERT_EQUAL_UINT32(0, state.skipped);
    checked((struct bulk_check_req){.existing = BULK_EXISTING_SKIP});
    TEST_ASSERT_EQUAL_UINT32(2, state.skipped);
    TEST_ASSERT_EQUAL_UINT32(1, state.bad);
    checked((struct bulk_check_req){.existing = BULK_EXISTING_REFUSE});
    TEST_ASSERT_EQUAL_UINT32(3, state.bad);
    TEST_ASSERT_FALSE(state.raises);
}

/* --- What is wrong --- */

static struct bulk_errors_req page;
static struct bulk_errors_reply errors;

static int call_errors(void) {
    memset(&errors, 0, sizeof(errors));
    return api_bulk_errors(&w.ctx, &page, &errors);
}

void test_what_is_wrong(void) {
    struct api_file file = {0};
    refused(CAT_BULK_NOT_READY, NULL, api_download_bulk_errors(&w.ctx, &file));
    fixture_add_user(&job.t, 20, "Old", 0, 0, NULL);
    upload("x,Bob\n101,Ann\n20,New\n");
    checked((struct bulk_check_req){.existing = BULK_EXISTING_REFUSE});
    page = (struct bulk_errors_req){.limit = 5};
    TEST_ASSERT_EQUAL_INT(CAT_OK, call_errors());
    TEST_ASSERT_EQUAL_UINT32(2, errors.total);
    TEST_ASSERT_EQUAL_size_t(2, errors.errors_count);
    TEST_ASSERT_EQUAL_UINT32(1, errors.errors[0].line);
    TEST_ASSERT_EQUAL_UINT32(0, errors.errors[0].userid);
    TEST_ASSERT_EQUAL_STRING("userid", errors.errors[0].field);
    TEST_ASSERT_EQUAL_STRING("x", errors.errors[0].text);
    TEST_ASSERT_EQUAL_UINT32(CAT_USER_ID_INVALID, errors.errors[0].code);
    TEST_ASSERT_EQUAL_UINT32(3, errors.errors[1].line);
    TEST_ASSERT_EQUAL_UINT32(20, errors.errors[1].userid);
    TEST_ASSERT_EQUAL_STRING("New", errors.errors[1].name);
    TEST_ASSERT_EQUAL_UINT32(CAT_USER_ID_EXISTS, errors.errors[1].code);
    page.after = 1;
    TEST_ASSERT_EQUAL_INT(CAT_OK, call_errors());
    TEST_ASSERT_EQUAL_UINT32(2, errors.total);
    TEST_ASSERT_EQUAL_size_t(1, errors.errors_count);
    TEST_ASSERT_EQUAL_UINT32(3, errors.errors[0].line);
    page = (struct bulk_errors_req){.limit = 1};
    TEST_ASSERT_EQUAL_INT(CAT_OK, call_errors());
    TEST_ASSERT_EQUAL_size_t(1, errors.errors_count);
    TEST_ASSERT_EQUAL_UINT32(1, errors.errors[0].line);
    api_world_without_memory(&w, 256, call_errors);
    TEST_ASSERT_EQUAL(1, errors.errors_count);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_download_bulk_errors(&w.ctx, &file));
    TEST_ASSERT_NOT_NULL(strstr(file.type, "text/csv"));
    TEST_ASSERT_NOT_NULL(strstr(file.name, "errors"));
    const char *text = api_world_file(&w, &file);
    TEST_ASSERT_NOT_NULL(strstr(text, "3,\"User ID: User ID Already Exists (User ID 20)\",\"20\",\"New\""));
}

/* What the catalogue says, not what the rule calls it. */
void test_what_is_wrong_in_the_words_of_the_catalogue(void) {
    struct bulk_check_req req = {.columns = {BULK_FIELD_USERID, BULK_FIELD_GROUP}, .columns_count = 2};
    struct api_file file = {0};
    upload("101,99\n");
    refused(CAT_OK, NULL, api_bulk_check(&w.ctx, &req));
    bulk_job_work(&job);
    page = (struct bulk_errors_req){.limit = 5};
    TEST_ASSERT_EQUAL_INT(CAT_OK, call_errors());
    TEST_ASSERT_EQUAL_UINT32(CAT_OUT_OF_RANGE, errors.errors[0].code);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_download_bulk_errors(&w.ctx, &file));
    TEST_ASSERT_NOT_NULL(strstr(api_world_file(&w, &file), err_text(-(int)CAT_OUT_OF_RANGE)));
}

/* --- One change for many --- */

static struct bulk_edit_req edit;

static int call_edit(void) {
    return api_bulk_edit(&w.ctx, &edit);
}

static void edit_these(uint32_t first, uint32_t second) {
    memset(&edit, 0, sizeof(edit));
    edit.user_query.limit = 50;
    edit.has_userids = true;
    edit.userids[0] = first;
    edit.userids[1] = second;
    edit.userids_count = 2;
}

static void write_edit(void) {
    refused(CAT_OK, NULL, call_edit());
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, see()->step);
    start(true);
    TEST_ASSERT_TRUE(state.whole);
}

static void user(uint32_t userid, struct user *ret_user) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_user(&job, userid, &w.arena, ret_user));
}

/* Each member alone, so that none is taken for another. */
void test_each_member_of_a_change(void) {
    struct user before, after;
    fixture_add_user(&job.t, 20, "Ann", 0, 7, NULL);
    fixture_add_user(&job.t, 21, "Bob", 0, 8, NULL);
    for (unsigned member = 0; member < 7; member++) {
        edit_these(20, 20);
        edit.change = (struct api_bulk_change_in){
            .group = 5,
            .has_group = member == 0,
            .shift = 6,
            .has_shift = member == 1,
            .level = 0,
            .has_level = member == 2,
            .identify_mode = IDENTIFY_MODE_ALL,
            .has_identify_mode = member == 3,
            .identify_factors = 1U << FACTOR_CARD,
            .has_identify_factors = member == 4 || member == 3,
            .valid_from = 20260201,
            .has_valid_from = member == 5,
            .valid_to = 20260301,
            .has_valid_to = member == 6,
        };
        user(20, &before);
        write_edit();
        user(20, &after);
        TEST_ASSERT_EQUAL_UINT8(member == 0 ? 5 : before.group, after.group);
        TEST_ASSERT_EQUAL_UINT8(member == 1 ? 6 : before.shift, after.shift);
        TEST_ASSERT_EQUAL_UINT8(0, after.level);
        TEST_ASSERT_EQUAL_INT(member == 3 ? IDENTIFY_MODE_ALL : before.identify_mode, after.identify_mode);
        TEST_ASSERT_EQUAL_UINT32(member == 5 ? 20260201 : before.valid_from, after.valid_from);
        TEST_ASSERT_EQUAL_UINT32(member == 6 ? 20260301 : before.valid_to, after.valid_to);
        TEST_ASSERT_EQUAL_STRING("Ann", after.username);
    }
    user(20, &after);
    TEST_ASSERT_EQUAL_UINT32(1U << FACTOR_CARD, after.identify_factors);
    user(21, &after);
    TEST_ASSERT_EQUAL_UINT8(1, after.group); /* is not in the list */
}

void test_a_change_of_the_level_raises(void) {
    fixture_add_user(&job.t, 20, "Ann", 0, 0, "918273");
    edit_these(20, 20);
    edit.change = (struct api_bulk_change_in){.level = 3, .has_level = true};
    refused(CAT_OK, NULL, call_edit());
    bulk_job_work(&job);
    TEST_ASSERT_TRUE(see()->raises);
    TEST_ASSERT_EQUAL_INT(BULK_KIND_EDIT, state.kind);
    w.by.fresh = false;
    refused(CAT_PASSWORD_NEEDED, NULL, api_bulk_start(&w.ctx, &(struct bulk_start_req){.whole = false}));
    w.by.fresh = true;
    start(false);
    struct user after;
    user(20, &after);
    TEST_ASSERT_EQUAL_UINT8(3, after.level);
}

void test_who_is_changed_is_a_list_or_what_is_found(void) {
    fixture_add_user(&job.t, 20, "Ann", 0, 0, NULL);
    fixture_add_user(&job.t, 21, "Bob", 0, 0, NULL);
    fixture_add_user(&job.t, 22, "Cy", 0, 0, NULL);
    edit_these(20, 99);
    edit.change = (struct api_bulk_change_in){.group = 5, .has_group = true};
    refused(CAT_OK, NULL, call_edit());
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_UINT32(2, see()->rows);
    TEST_ASSERT_EQUAL_UINT32(1, state.changed);
    TEST_ASSERT_EQUAL_UINT32(1, state.bad);
    refused(CAT_BULK_BAD_ROWS, NULL, api_bulk_start(&w.ctx, &(struct bulk_start_req){.whole = true}));
    edit.has_userids = false; /* the list says nothing then */
    edit.user_query.search = "bob";
    edit.user_query.given = VALUE_BIT(USER_QUERY_SEARCH);
    write_edit();
    TEST_ASSERT_EQUAL_UINT32(1, state.changed);
    struct user found;
    user(21, &found);
    TEST_ASSERT_EQUAL_UINT8(5, found.group);
    user(20, &found);
    TEST_ASSERT_EQUAL_UINT8(1, found.group);
}

void test_a_change_that_is_none(void) {
    edit_these(8, 8);
    refused(CAT_MISSING_PARAMETER, "change", call_edit());
    edit.change = (struct api_bulk_change_in){
        .valid_from = 20260201, .has_valid_from = true, .valid_to = 20260131, .has_valid_to = true};
    refused(CAT_OUT_OF_RANGE, "change.validTo", call_edit());
    TEST_ASSERT_EQUAL_INT(BULK_STEP_NONE, see()->step);
}

/* --- Whose it is, and its end --- */

void test_another_account_sees_whose_it_is(void) {
    upload("101,Ann\n");
    w.ctx.actor = &job.officer;
    TEST_ASSERT_FALSE(see()->own);
    TEST_ASSERT_EQUAL_STRING("admin", state.holder);
    refused(CAT_ABOVE_LEVEL, NULL, api_bulk_cancel(&w.ctx));
    refused(CAT_BULK_NOT_READY, NULL, api_bulk_start(&w.ctx, &(struct bulk_start_req){.whole = false}));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, see()->step);
    w.ctx.actor = &w.by;
    refused(CAT_OK, NULL, api_bulk_cancel(&w.ctx));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CANCELLED, see()->step);
    w.ctx.actor = &job.officer;
    upload("101,Ann\n");
    TEST_ASSERT_TRUE(see()->own);
    TEST_ASSERT_EQUAL_STRING("8", state.holder);
    TEST_ASSERT_EQUAL_STRING("Officer", state.holder_name);
    w.ctx.actor = &w.by;
    TEST_ASSERT_EQUAL_STRING("Officer", see()->holder_name);
    TEST_ASSERT_EQUAL_STRING("8", state.holder);
}

void test_why_it_failed(void) {
    w.ctx.actor = &job.officer;
    upload("101,Ann\n");
    checked((struct bulk_check_req){.existing = BULK_EXISTING_REFUSE});
    TEST_ASSERT_TRUE(state.cancellable);
    TEST_ASSERT_EQUAL_UINT32(0, state.code);
    refused(CAT_OK, NULL, api_bulk_start(&w.ctx, &(struct bulk_start_req){.whole = false}));
    TEST_ASSERT_EQUAL_INT(0, users_delete(job.t.core, &w.by, 8));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, see()->step);
    TEST_ASSERT_EQUAL_UINT32(CAT_SESSION_ENDED, state.code);
}
