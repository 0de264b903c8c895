/* Photos of users: who may change them, what the audit log has of it, and what of a row is believed. */
#include "core/users/photos.h"

#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "core/base/actor.h"
#include "core/base/secrets.h"
#include "core/users/credentials.h"
#include "made_picture.h"
#include "picture/picture.h"
#include "store/users/photo.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/buf.h"

static const struct actor admin = {.account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "setPhoto"};
static const struct actor operator= {.account = "8", .userid = 8, .level = 8, .peer = "-", .call = "setPhoto" };
static struct fixture t;
static struct arena arena;
static uint8_t *picture;
static size_t picture_len;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 262144);
    made_picture(&picture, &picture_len);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Grace", 8, 0, "402913");
    fixture_add_user(&t, 9, "Chief", 9, 0, "739158");
}

void tearDown(void) {
    free(picture);
    arena_done(&arena);
    fixture_down(&t);
}

static struct audit_rows audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows;
}

static int put(const struct actor *by, uint32_t userid) {
    return photos_put(t.core, by, userid, picture, picture_len);
}

static int get(uint32_t userid, size_t *ret_len) {
    const uint8_t *jpeg = NULL;
    *ret_len = 0;
    int r = photos_get(t.core, userid, &arena, &jpeg, ret_len);
    if (r == 0) {
        TEST_ASSERT_EQUAL_HEX8(0xff, jpeg[0]);
        TEST_ASSERT_EQUAL_HEX8(0xd8, jpeg[1]);
        TEST_ASSERT_EQUAL_HEX8(0xff, jpeg[*ret_len - 2]);
        TEST_ASSERT_EQUAL_HEX8(0xd9, jpeg[*ret_len - 1]);
    }
    return r;
}

void test_a_photo_is_kept_replaced_and_deleted_with_its_size_noted(void) {
    char size[64];
    size_t len = 0;
    TEST_ASSERT_EQUAL(E_NOTFOUND, get(7, &len));
    unsigned rows = audit().count;
    TEST_ASSERT_EQUAL(0, put(&operator, 7));
    TEST_ASSERT_EQUAL(0, get(7, &len));
    (void)snprintf(size, sizeof(size), "{\"photo\":%zu}", len);
    struct audit_rows after = audit();
    TEST_ASSERT_EQUAL_UINT(rows + 1, after.count);
    TEST_ASSERT_EQUAL_STRING("8", after.rows[0].account);
    TEST_ASSERT_EQUAL_STRING("setPhoto", after.rows[0].call);
    TEST_ASSERT_EQUAL_STRING("user 7", after.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("", after.rows[0].before);
    TEST_ASSERT_EQUAL_STRING(size, after.rows[0].after);
    TEST_ASSERT_EQUAL(0, put(&admin, 7));
    TEST_ASSERT_EQUAL_STRING(size, audit().rows[0].before);
    TEST_ASSERT_EQUAL_STRING(size, audit().rows[0].after);
    TEST_ASSERT_EQUAL(0, photos_delete(t.core, &operator, 7));
    TEST_ASSERT_EQUAL(E_NOTFOUND, get(7, &len));
    TEST_ASSERT_EQUAL_STRING("user 7", audit().rows[0].object);
    TEST_ASSERT_EQUAL_STRING(size, audit().rows[0].before);
    TEST_ASSERT_EQUAL_STRING("", audit().rows[0].after);
    TEST_ASSERT_EQUAL_UINT(rows + 3, audit().count);
    TEST_ASSERT_EQUAL(E_NOTFOUND, photos_delete(t.core, &operator, 7));
    TEST_ASSERT_EQUAL_UINT(rows + 3, audit().count);
    TEST_ASSERT_EQUAL(0, put(&operator, 7)); /* a second time after it was deleted */
    TEST_ASSERT_EQUAL_STRING("", audit().rows[0].before);
}

void test_who_may_not_changes_no_photo(void) {
    static const struct actor gone = {.account = "8", .userid = 8, .level = 7, .peer = "-", .call = "setPhoto"};
    static const struct {
        const struct actor *by;
        uint32_t userid;
        int err;
    } cases[] = {{&operator, 9, E_ABOVE_LEVEL}, {&gone, 7, E_SESSION_ENDED}, {&admin, 11, E_USER_UNKNOWN}};
    size_t len = 0;
    TEST_ASSERT_EQUAL(0, put(&admin, 7));
    TEST_ASSERT_EQUAL(0, put(&admin, 9));
    unsigned rows = audit().count;
    for (size_t i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(cases[i].err, put(cases[i].by, cases[i].userid));
        /* Before the picture is looked at. */
        TEST_ASSERT_EQUAL(cases[i].err, photos_put(t.core, cases[i].by, cases[i].userid, "none", 4));
        TEST_ASSERT_EQUAL(cases[i].err, photos_delete(t.core, cases[i].by, cases[i].userid));
    }
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, get(11, &len));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, photos_put(t.core, &admin, 7, "none", 4));
    t.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, put(&admin, 7));
    t.fake.entropy_fails = false;
    credentials_hold(t.shared, true);
    TEST_ASSERT_EQUAL(E_BULK_RUNNING, put(&admin, 7));
    TEST_ASSERT_EQUAL(E_BULK_RUNNING, photos_delete(t.core, &admin, 7));
    TEST_ASSERT_EQUAL_UINT(rows, audit().count);
    TEST_ASSERT_EQUAL(0, get(7, &len));
    TEST_ASSERT_EQUAL(0, get(9, &len));
}

void test_a_picture_that_is_too_large_says_so(void) {
    uint8_t *large = calloc(1, PICTURE_FILE_MAX + 1);
    TEST_ASSERT_NOT_NULL(large);
    memcpy(large, picture, picture_len);
    TEST_ASSERT_EQUAL(E_UPLOAD_TOO_LARGE, photos_put(t.core, &admin, 7, large, PICTURE_FILE_MAX + 1));
    TEST_ASSERT_EQUAL(0, photos_put(t.core, &admin, 7, large, PICTURE_FILE_MAX));
    free(large);
}

/* Just when the picture was made and is sealed. */
static void raise_ada(size_t len) {
    struct user user = {.userid = 7, .username = "Ada", .level = 9, .group = 1};
    uint32_t revision = 0;
    (void)len;
    t.fake.on_fill = NULL;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_update(t.core->store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

void test_a_photo_of_who_rose_meanwhile_is_not_kept(void) {
    size_t len = 0;
    t.fake.on_fill = raise_ada;
    TEST_ASSERT_EQUAL(E_ABOVE_LEVEL, put(&operator, 7));
    TEST_ASSERT_EQUAL(E_NOTFOUND, get(7, &len));
    TEST_ASSERT_EQUAL(0, put(&admin, 7));
}

/* ---- the two halves ---- */

void test_many_are_written_with_and_without_a_row(void) {
    struct buf sealed = {0};
    size_t len = 0;
    buf_append(&sealed, "of the one before", 17);
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, photos_make(t.core, 7, "none", 4, &sealed));
    TEST_ASSERT_EQUAL(0, photos_make(t.core, 7, picture, picture_len, &sealed));
    unsigned rows = audit().count;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, photos_write(t.core, &admin, 7, &sealed, false));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, get(7, &len));
    TEST_ASSERT_EQUAL_size_t(sealed.len - 8 - CRYPTO_SEAL_EXTRA, len);
    TEST_ASSERT_EQUAL_UINT(rows, audit().count);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, photos_write(t.core, &admin, 7, &sealed, true));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL_UINT(rows + 1, audit().count);
    buf_done(&sealed);
}

/* ---- what is in the row ---- */

static void put_row(uint32_t userid, const void *sealed, size_t len) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_photo_put(t.core->store, userid, sealed, len));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static void put_plain(uint32_t userid, const void *plain, size_t len) {
    static const uint8_t nonce[CRYPTO_NONCE_LEN] = {1};
    uint8_t sealed[256];
    secrets_seal(t.shared, nonce, plain, len, sealed);
    put_row(userid, sealed, len + CRYPTO_SEAL_EXTRA);
}

void test_a_row_is_believed_by_the_whole_of_whose_it_is(void) {
    static const uint8_t own[] = {7, 0, 0, 0, 0xff, 0, 0, 0, 'x'};
    const uint8_t *jpeg = NULL;
    size_t len = 0;
    for (size_t i = 0; i < 8; i++) {
        uint8_t plain[sizeof(own)];
        memcpy(plain, own, sizeof(own));
        put_plain(7, plain, sizeof(plain));
        TEST_ASSERT_EQUAL(0, photos_get(t.core, 7, &arena, &jpeg, &len));
        TEST_ASSERT_EQUAL_size_t(1, len);
        TEST_ASSERT_EQUAL_HEX8('x', jpeg[0]);
        plain[i] ^= 1;
        put_plain(7, plain, sizeof(plain));
        TEST_ASSERT_EQUAL(E_CORRUPT, photos_get(t.core, 7, &arena, &jpeg, &len));
    }
    fixture_add_user(&t, 0x01020304, "Large", 0, 0, NULL);
    put_plain(0x01020304, (const uint8_t[]){4, 3, 2, 1, 0xff, 0, 0, 0, 'y'}, 9);
    TEST_ASSERT_EQUAL(0, photos_get(t.core, 0x01020304, &arena, &jpeg, &len));
}

void test_an_empty_or_damaged_row_is_no_photo_and_can_be_replaced(void) {
    static const uint8_t owner[] = {7, 0, 0, 0, 0xff, 0, 0, 0};
    const uint8_t *sealed = NULL;
    size_t len = 0;
    put_plain(7, owner, sizeof(owner));
    TEST_ASSERT_EQUAL(E_CORRUPT, get(7, &len));
    put_row(7, "x", 1);
    TEST_ASSERT_EQUAL(E_CORRUPT, get(7, &len));
    TEST_ASSERT_EQUAL(0, put(&admin, 7));
    TEST_ASSERT_EQUAL_STRING("", audit().rows[0].before); /* there was none that could be shown */
    TEST_ASSERT_EQUAL(0, store_photo_get(t.core->store, 7, &arena, &sealed, &len));
    uint8_t damaged[65536];
    memcpy(damaged, sealed, len);
    damaged[len - 1] ^= 1;
    put_row(7, damaged, len);
    size_t got = 0;
    TEST_ASSERT_EQUAL(E_CORRUPT, get(7, &got));
    put_row(7, "x", 1);
    TEST_ASSERT_EQUAL(0, photos_delete(t.core, &admin, 7));
}
