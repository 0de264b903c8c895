/* Photos out of an archive. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "bulk_job.h"
#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_work.h"
#include "core/users/photos.h"
#include "core/users/users.h"
#include "made_picture.h"
#include "picture/picture.h"
#include "tables/zip.h"
#include "unity.h"

static struct bulk_job job;
static struct audit_rows audit;
static struct zip *packer;
static struct buf archive;
static uint8_t *picture;
static size_t picture_len;

void setUp(void) {
    bulk_job_up(&job);
    for (uint32_t id = 20; id < 25; id++) {
        fixture_add_user(&job.t, id, "Ann", 0, 0, NULL);
    }
    buf_init(&archive);
    made_picture(&picture, &picture_len);
    TEST_ASSERT_EQUAL_INT(0, zip_new(ZIP_OCTETS_MAX, &packer));
}

void tearDown(void) {
    packer = zip_free(packer);
    buf_done(&archive);
    free(picture);
    bulk_job_down(&job);
}

static void pack_octets(const char *name, const void *octets, size_t len) {
    zip_begin(packer, name, &archive);
    zip_put(packer, octets, len, &archive);
    zip_end(packer, &archive);
}

static void pack(const char *name) {
    pack_octets(name, picture, picture_len);
}

static const struct store_bulk *state(void) {
    return bulk_job_state(&job, &job.admin);
}

static int begin_check(enum bulk_existing existing) {
    const struct store_bulk_form form = {.existing = existing};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.admin, BULK_KIND_PHOTOS, archive.data, archive.len));
    return bulk_check(job.t.core, &job.admin, &form);
}

/* Ends the archive and checks it; the next one begins. */
static void check(enum bulk_existing existing) {
    TEST_ASSERT_EQUAL_INT(0, zip_finish(packer, &archive));
    TEST_ASSERT_EQUAL_INT(0, begin_check(existing));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, state()->step);
    packer = zip_free(packer);
    buf_clear(&archive);
    TEST_ASSERT_EQUAL_INT(0, zip_new(ZIP_OCTETS_MAX, &packer));
}

static void write_all(bool whole) {
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, whole));
    bulk_job_work(&job);
}

static void assert_counts(uint32_t added, uint32_t changed, uint32_t skipped, uint32_t bad) {
    const struct store_bulk_counts *counts = &state()->counts;
    const uint32_t want[] = {added, changed, 0, skipped, bad};
    const uint32_t got[] = {counts->added, counts->changed, counts->same, counts->skipped, counts->bad};
    TEST_ASSERT_EQUAL_UINT32_ARRAY(want, got, 5);
}

static int read_photo(uint32_t userid, struct arena *arena, size_t *ret_len) {
    const uint8_t *jpeg = NULL;
    return photos_get(job.t.core, userid, arena, &jpeg, ret_len);
}

static bool has_photo(uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    size_t len = 0;
    arena_init(&arena, (size_t)1024 * 1024);
    return read_photo(userid, &arena, &len) == 0;
}

void test_each_user_gets_the_picture_that_has_their_id(void) {
    pack("20.jpg");
    pack("photos/0021.JPEG");
    pack("deep\\er/22.Jpg");
    check(BULK_EXISTING_REFUSE);
    assert_counts(3, 0, 0, 0);
    TEST_ASSERT_FALSE(has_photo(20));
    write_all(false);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_DONE, state()->step);
    assert_counts(3, 0, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(3, state()->counts.at);
    TEST_ASSERT_TRUE(has_photo(20));
    TEST_ASSERT_TRUE(has_photo(21));
    TEST_ASSERT_TRUE(has_photo(22));
    TEST_ASSERT_FALSE(has_photo(23));
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_EQUAL_STRING(
        "{\"kind\":\"photos\",\"end\":\"done\",\"file\":\"people.csv\",\"added\":3,\"changed\":0,\"same\":0,"
        "\"skipped\":0,\"bad\":0}",
        audit.rows[0].after);
    TEST_ASSERT_FALSE(bulk_job_has(&job, "file"));
}

/* What is no picture of anybody is not looked at, and it is all done in the end. */
void test_what_systems_put_beside_them_is_left_out(void) {
    pack_octets("photos/", "", 0);
    pack_octets("__MACOSX/._20.jpg", "x", 1);
    pack_octets("a/.DS_Store", "x", 1);
    pack_octets("a/THUMBS.DB", "x", 1);
    pack_octets("a\\Desktop.ini", "x", 1);
    pack("20.jpg");
    check(BULK_EXISTING_REFUSE);
    assert_counts(1, 0, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(4, state()->found.ignored); /* the folder is none of them */
    TEST_ASSERT_EQUAL_UINT32(6, state()->counts.rows);
    write_all(true);
    assert_counts(1, 0, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(6, state()->counts.at);
    TEST_ASSERT_TRUE(has_photo(20));
}

void test_names_without_a_user_are_wrong(void) {
    static const char *const names[] = {"Ann.jpg", "20.gif",  "20",      "20.jpgx",        "0.jpg",
                                        ".jpg",    "20x.jpg", "x20.jpg", "1234567890.jpg", "MACOSX/20a.png"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        pack(names[i]);
    }
    pack("000000000020.jpg");
    pack("123456789.jpg");
    check(BULK_EXISTING_REFUSE);
    assert_counts(1, 0, 0, 11);
    TEST_ASSERT_EQUAL_STRING(
        "1 0  E_PHOTO_NAME;2 0  E_PHOTO_NAME;3 0  E_PHOTO_NAME;4 0  E_PHOTO_NAME;5 0  E_PHOTO_NAME;"
        "6 0  E_PHOTO_NAME;7 0  E_PHOTO_NAME;8 0  E_PHOTO_NAME;9 0  E_PHOTO_NAME;10 0  E_PHOTO_NAME;"
        "12 123456789  E_USER_UNKNOWN;",
        bulk_job_wrong(&job, 0, 20));
}

static void give_employee_no(uint32_t userid, const char *employee_no) {
    struct user_change change = {.values = {.userid = userid, .employee_no = employee_no},
                                 .given = VALUE_BIT(USER_USERID) | VALUE_BIT(USER_EMPLOYEE_NO)};
    struct users_saved saved;
    struct users_refusal refusal;
    TEST_ASSERT_EQUAL_INT(0, users_edit(job.t.core, &job.admin, &change, &saved, &refusal));
}

/* Position of the other picture of a wrong one. */
static uint32_t other_of_wrong(uint32_t at) {
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 0;
    uint32_t total = 0;
    arena_init(&arena, (size_t)64 * 1024);
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, at, 1, &arena, &wrong, &count, &total));
    return wrong[0].other_line;
}

static const char *text_of_wrong(uint32_t at) {
    static char text[BULK_TEXT_MAX];
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 0;
    uint32_t total = 0;
    arena_init(&arena, (size_t)64 * 1024);
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, at, 1, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_size_t(1, count);
    (void)snprintf(text, sizeof(text), "%s|%s", wrong[0].name, wrong[0].text);
    return text;
}

void test_people_are_found_by_their_employee_number(void) {
    give_employee_no(20, "A-7");
    give_employee_no(21, "0022");
    pack("Ann A-7_1.jpg");
    pack("Bea (0022).jpg"); /* the ID of one, the employee number of another */
    pack("0023 Cem.jpg");
    check(BULK_EXISTING_REFUSE);
    assert_counts(2, 0, 0, 1);
    TEST_ASSERT_EQUAL_STRING("2 0  E_PHOTO_AMBIGUOUS;", bulk_job_wrong(&job, 0, 20));
    TEST_ASSERT_EQUAL_STRING("Bea (0022).jpg|22, 21", text_of_wrong(0));
    give_employee_no(20, "");
    write_all(false);
    TEST_ASSERT_EQUAL_STRING("2 0  E_PHOTO_AMBIGUOUS;1 20  E_USER_UNKNOWN;", bulk_job_wrong(&job, 0, 20));
    TEST_ASSERT_FALSE(has_photo(20));
    TEST_ASSERT_TRUE(has_photo(23));
}

/* A number is looked for again when it is written: it may be somebody else's by then. */
void test_an_employee_number_that_moves(void) {
    give_employee_no(20, "A-7");
    pack("A-7.jpg");
    pack("22.jpg");
    check(BULK_EXISTING_REFUSE);
    give_employee_no(20, "");
    give_employee_no(21, "A-7");
    write_all(true);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_STRING("1 20  E_USER_UNKNOWN;", bulk_job_wrong(&job, 0, 20));
    TEST_ASSERT_FALSE(has_photo(21));
    TEST_ASSERT_FALSE(has_photo(22));
}

void test_several_pictures_of_one_are_all_wrong(void) {
    pack("20.jpg");
    pack("20_1.jpg");
    pack("old/Ann (20).png");
    pack("21.jpg");
    pack("21.gif");
    pack("21 22.jpg");
    check(BULK_EXISTING_REFUSE);
    assert_counts(1, 0, 0, 5);
    TEST_ASSERT_EQUAL_STRING("1 20  E_PHOTO_TWICE;2 20  E_PHOTO_TWICE;3 20  E_PHOTO_TWICE;5 0  E_PHOTO_NAME;"
                             "6 0  E_PHOTO_AMBIGUOUS;",
                             bulk_job_wrong(&job, 0, 20));
    TEST_ASSERT_EQUAL_UINT32(2, other_of_wrong(0));
    TEST_ASSERT_EQUAL_UINT32(1, other_of_wrong(1));
    TEST_ASSERT_EQUAL_UINT32(1, other_of_wrong(2));
    TEST_ASSERT_EQUAL_UINT32(0, other_of_wrong(3));
}

void test_what_is_wrong_with_a_picture_or_whose_it_is(void) {
    fixture_add_user(&job.t, 30, "Chief", 9, 0, NULL);
    char *large = calloc(1, PICTURE_FILE_MAX + 1);
    TEST_ASSERT_NOT_NULL(large);
    for (size_t i = 0; i < PICTURE_FILE_MAX + 1; i++) {
        large[i] = (char)(i * 2654435761U >> 13);
    }
    pack("20.jpg");
    pack("other/20.png");
    pack("99.jpg");
    pack_octets("21.jpg", "no picture at all", 17);
    pack_octets("22.jpg", picture, picture_len / 4);
    pack_octets("23.jpg", large, PICTURE_FILE_MAX + 1);
    pack("30.jpg");
    free(large);
    TEST_ASSERT_EQUAL_INT(0, zip_finish(packer, &archive));
    const struct store_bulk_form form = {.existing = BULK_EXISTING_REFUSE};
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send(&job, &job.officer, BULK_KIND_PHOTOS, archive.data, archive.len));
    TEST_ASSERT_EQUAL_INT(0, bulk_check(job.t.core, &job.officer, &form));
    bulk_job_work(&job);
    assert_counts(0, 0, 0, 7);
    TEST_ASSERT_EQUAL_STRING(
        "1 20  E_PHOTO_TWICE;2 20  E_PHOTO_TWICE;3 99  E_USER_UNKNOWN;4 21  E_UPLOAD_FORMAT;5 22  E_PICTURE_CUT;"
        "6 23  E_UPLOAD_TOO_LARGE;7 30  E_ABOVE_LEVEL;",
        bulk_job_wrong(&job, 0, 20));
}

void test_names_are_shown_as_text(void) {
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 0;
    uint32_t total = 0;
    char name[400];
    arena_init(&arena, (size_t)64 * 1024);
    memset(name, 'n', sizeof(name));
    (void)snprintf(name + 390, 10, ".jpg");
    pack("a\x01~\x1f .jpg");
    pack(name);
    check(BULK_EXISTING_REFUSE);
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job.t.core, &job.admin, 0, 10, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_STRING("a?~? .jpg", wrong[0].name);
    TEST_ASSERT_EQUAL_size_t(64, strlen(wrong[1].name));
}

void test_a_photo_that_is_there_is_wrong_or_replaced_or_stays(void) {
    pack("20.jpg");
    check(BULK_EXISTING_REFUSE);
    write_all(false);
    TEST_ASSERT_TRUE(has_photo(20));
    pack("20.jpg");
    pack("21.jpg");
    check(BULK_EXISTING_REFUSE);
    assert_counts(1, 0, 0, 1);
    TEST_ASSERT_EQUAL_STRING("1 20  E_PHOTO_EXISTS;", bulk_job_wrong(&job, 0, 20));
    pack_octets("20.jpg", "never looked at", 15);
    pack("21.jpg");
    check(BULK_EXISTING_SKIP);
    assert_counts(1, 0, 1, 0);
    pack("20.jpg");
    pack("21.jpg");
    check(BULK_EXISTING_REPLACE);
    assert_counts(1, 1, 0, 0);
    write_all(true);
    assert_counts(1, 1, 0, 0);
    pack_octets("20.jpg", "never looked at", 15);
    pack("22.jpg");
    check(BULK_EXISTING_SKIP);
    write_all(false);
    assert_counts(1, 0, 1, 0);
    TEST_ASSERT_TRUE(has_photo(22));
}

/* Between check and start. */
void test_a_photo_that_becomes_wrong_is_told(void) {
    pack("20.jpg");
    pack("21.jpg");
    pack("22.jpg");
    check(BULK_EXISTING_REFUSE);
    TEST_ASSERT_EQUAL_INT(0, users_delete(job.t.core, &job.admin, 20));
    TEST_ASSERT_EQUAL_INT(0, photos_put(job.t.core, &job.admin, 21, picture, picture_len));
    write_all(false);
    assert_counts(1, 0, 0, 2);
    TEST_ASSERT_EQUAL_UINT32(3, state()->counts.at);
    TEST_ASSERT_EQUAL_STRING("1 20  E_USER_UNKNOWN;2 21  E_PHOTO_EXISTS;", bulk_job_wrong(&job, 0, 20));
    TEST_ASSERT_TRUE(has_photo(22));
    pack("23.jpg");
    pack("24.jpg");
    check(BULK_EXISTING_REFUSE);
    TEST_ASSERT_EQUAL_INT(0, users_delete(job.t.core, &job.admin, 24));
    write_all(true);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_FAILED, state()->step);
    TEST_ASSERT_EQUAL_UINT32(-E_BULK_BAD_ROWS, state()->code);
    TEST_ASSERT_EQUAL_STRING("2 24  E_USER_UNKNOWN;", bulk_job_wrong(&job, 0, 20));
    TEST_ASSERT_FALSE(has_photo(23));
}

void test_one_photo_a_transaction_and_a_restart_goes_on(void) {
    pack("20.jpg");
    pack("21.jpg");
    pack("22.jpg");
    check(BULK_EXISTING_REFUSE);
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    job.tick_ms = 100;
    bulk_job_run(&job);
    TEST_ASSERT_EQUAL_UINT32(1, state()->counts.added);
    TEST_ASSERT_TRUE(has_photo(20));
    TEST_ASSERT_FALSE(has_photo(21));
    fixture_restart(&job.t);
    bulk_job_work(&job);
    assert_counts(3, 0, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(3, state()->counts.at);
    TEST_ASSERT_TRUE(has_photo(22));
}

void test_of_an_administrator_there_is_an_audit_entry(void) {
    pack("8.jpg");
    pack("20.jpg");
    check(BULK_EXISTING_REFUSE);
    audit_rows_read(job.t.core->store, &audit);
    const unsigned before = audit.count;
    write_all(false);
    audit_rows_read(job.t.core->store, &audit);
    TEST_ASSERT_EQUAL_UINT(before + 2, audit.count);
    TEST_ASSERT_EQUAL_STRING("user 8", audit.rows[1].object);
}

void test_all_or_none_needs_room_for_the_photos_alone(void) {
    for (uint32_t id = 1000; id < 1494; id++) {
        fixture_add_user(&job.t, id, "", 0, 0, NULL);
    }
    pack("20.jpg"); /* no user more fits */
    check(BULK_EXISTING_REFUSE);
    write_all(true);
    assert_counts(1, 0, 0, 0);
}

void test_an_archive_that_is_damaged_is_none(void) {
    pack("20.jpg");
    TEST_ASSERT_EQUAL_INT(0, zip_finish(packer, &archive));
    archive.len -= 30;
    TEST_ASSERT_EQUAL_INT(E_ARCHIVE_UNREADABLE, begin_check(BULK_EXISTING_REFUSE));
    TEST_ASSERT_EQUAL_INT(BULK_STEP_UPLOADED, state()->step);
}

void test_which_errors_are_of_a_photo(void) {
    static const int wrong[] = {E_USER_UNKNOWN,    E_ABOVE_LEVEL,   E_PHOTO_EXISTS,     E_PHOTO_NAME,   E_PHOTO_TWICE,
                                E_PHOTO_AMBIGUOUS, E_UPLOAD_FORMAT, E_UPLOAD_TOO_LARGE, E_PICTURE_KIND, E_PICTURE_CUT};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        TEST_ASSERT_TRUE(bulk_photo_is_wrong(wrong[i]));
    }
    TEST_ASSERT_FALSE(bulk_photo_is_wrong(0));
    TEST_ASSERT_FALSE(bulk_photo_is_wrong(E_IO));
    TEST_ASSERT_FALSE(bulk_photo_is_wrong(E_NOSPC));
}
