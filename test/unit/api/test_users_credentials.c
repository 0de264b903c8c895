/* The handlers of credentials, photos of users and keys of programs: what a reply has of what is stored, and which field a
 * refusal is about. */
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/accounts/rest_keys.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "made_picture.h"
#include "store/users/credential.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/buf.h"

static struct fixture t;
static struct arena arena;
static struct actor view;
static struct api_ctx ctx;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 1024 * 1024);
    view = (struct actor){
        .session = 1, .fresh = true, .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "credentials"};
    ctx = (struct api_ctx){.core = t.core, .actor = &view, .arena = &arena};
    fixture_add_user(&t, 7, "Ann", 0, 0, NULL);
    fixture_add_user(&t, 8, "Bob", 0, 77, "4711");
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static void put(enum factor factor, uint8_t index, bool duress, uint8_t quality, int64_t enrolled_s, uint32_t slot) {
    struct credential one = {.userid = 7,
                             .factor = factor,
                             .index = index,
                             .duress = duress,
                             .quality = quality,
                             .enrolled_s = enrolled_s,
                             .slot = slot};

    TEST_ASSERT_EQUAL_INT(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL_INT(0, store_credential_put(t.core->store, &one, "sealed", 6));
    TEST_ASSERT_EQUAL_INT(0, store_commit(t.core->store));
}

static void check_refused(int expected, const char *field, int code) {
    TEST_ASSERT_EQUAL_INT(expected, code);
    if (field == NULL) {
        TEST_ASSERT_NULL(ctx.error_field);
    } else {
        TEST_ASSERT_EQUAL_STRING(field, ctx.error_field);
    }
    ctx.error_field = NULL;
}

static void check_credential(const struct api_credential *one, enum enrol_factor factor, uint8_t index, bool duress,
                             uint8_t quality, int64_t enrolled) {
    TEST_ASSERT_EQUAL_INT(factor, one->factor);
    TEST_ASSERT_EQUAL_UINT8(index, one->index);
    TEST_ASSERT_EQUAL(duress, one->duress);
    TEST_ASSERT_EQUAL_UINT8(quality, one->quality);
    TEST_ASSERT_EQUAL_INT64(enrolled, one->enrolled);
}

/* Each kind has its own word, and every member comes from its own row. */
void test_credentials_of_a_user(void) {
    struct credentials_req req = {.userid = 7};
    struct credentials_reply reply = {0};

    put(FACTOR_FINGER, 9, true, 50, 1000, 1);
    put(FACTOR_FACE, 0, false, 60, 2000, 2);
    put(FACTOR_IRIS, 1, false, 70, 3000, 3);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_credentials(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_size_t(3, reply.credentials_count);
    check_credential(&reply.credentials[0], ENROL_FACTOR_FINGER, 9, true, 50, 1000);
    check_credential(&reply.credentials[1], ENROL_FACTOR_FACE, 0, false, 60, 2000);
    check_credential(&reply.credentials[2], ENROL_FACTOR_IRIS, 1, false, 70, 3000);
    TEST_ASSERT_EQUAL_size_t(3, reply.modules_count);
    TEST_ASSERT_EQUAL_INT(ENROL_FACTOR_FINGER, reply.modules[0].factor);
    TEST_ASSERT_EQUAL_INT(ENROL_FACTOR_FACE, reply.modules[1].factor);
    TEST_ASSERT_EQUAL_INT(ENROL_FACTOR_IRIS, reply.modules[2].factor);
    req.userid = 8;
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_credentials(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_size_t(0, reply.credentials_count);
    req.userid = 9;
    check_refused(CAT_USER_UNKNOWN, "userid", api_credentials(&ctx, &req, &reply));
}

void test_modules(void) {
    struct modules_reply reply = {0};

    TEST_ASSERT_EQUAL_INT(CAT_OK, api_modules(&ctx, &reply));
    TEST_ASSERT_EQUAL_size_t(3, reply.modules_count);
}

/* Only what is asked for, and only where somebody lacks it. */
void test_who_lacks_what(void) {
    struct lacking_req req = {.factors = 1U << FACTOR_CARD | 1U << FACTOR_FINGER | 1U << FACTOR_FACE};
    struct lacking_reply reply = {0};

    put(FACTOR_FINGER, 0, false, 50, 1, 1);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_lacking(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_size_t(3, reply.lacking_count);
    TEST_ASSERT_EQUAL_INT(FACTOR_CARD, reply.lacking[0].factor);
    TEST_ASSERT_EQUAL_UINT32(1, reply.lacking[0].users);
    TEST_ASSERT_EQUAL_INT(FACTOR_FINGER, reply.lacking[1].factor);
    TEST_ASSERT_EQUAL_UINT32(1, reply.lacking[1].users);
    TEST_ASSERT_EQUAL_INT(FACTOR_FACE, reply.lacking[2].factor);
    TEST_ASSERT_EQUAL_UINT32(2, reply.lacking[2].users);
    reply = (struct lacking_reply){0};
    req.factors = 1U << FACTOR_ID; /* nobody lacks an ID */
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_lacking(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_size_t(0, reply.lacking_count);
    req.factors = 0;
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_lacking(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_size_t(0, reply.lacking_count);
}

static bool is_there(enum factor factor, unsigned index, struct credential *ret_one) {
    return store_credential_get(t.core->store, 7, factor, index, ret_one) == 0;
}

void test_one_is_deleted(void) {
    struct del_credential_req req = {.userid = 7, .factor = ENROL_FACTOR_IRIS, .index = 1};
    struct credential one;

    put(FACTOR_FINGER, 1, false, 50, 1, 1);
    put(FACTOR_IRIS, 1, false, 50, 1, 2);
    put(FACTOR_FACE, 0, false, 50, 1, 3);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_del_credential(&ctx, &req));
    TEST_ASSERT_FALSE(is_there(FACTOR_IRIS, 1, &one));
    TEST_ASSERT_TRUE(is_there(FACTOR_FINGER, 1, &one));
    check_refused(CAT_GONE, "index", api_del_credential(&ctx, &req));
    req.factor = ENROL_FACTOR_FACE;
    req.index = 0;
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_del_credential(&ctx, &req));
    TEST_ASSERT_FALSE(is_there(FACTOR_FACE, 0, &one));
    req.factor = ENROL_FACTOR_FINGER;
    req.index = 1;
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_del_credential(&ctx, &req));
    TEST_ASSERT_FALSE(is_there(FACTOR_FINGER, 1, &one));
    req.userid = 9;
    check_refused(CAT_USER_UNKNOWN, "userid", api_del_credential(&ctx, &req));
}

void test_duress(void) {
    struct set_duress_req req = {.userid = 7, .finger = 1, .duress = true};
    struct credential one;

    put(FACTOR_FINGER, 1, false, 50, 1, 1);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_set_duress(&ctx, &req));
    TEST_ASSERT_TRUE(is_there(FACTOR_FINGER, 1, &one) && one.duress);
    req.duress = false;
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_set_duress(&ctx, &req));
    TEST_ASSERT_TRUE(is_there(FACTOR_FINGER, 1, &one) && !one.duress);
    req.finger = 2;
    check_refused(CAT_GONE, "finger", api_set_duress(&ctx, &req));
    req.userid = 9;
    check_refused(CAT_USER_UNKNOWN, "userid", api_set_duress(&ctx, &req));
}

/* --- Photos --- */

void test_photos(void) {
    struct upload_photo_req upload = {.userid = 7};
    struct user_photo_req get = {.userid = 7};
    struct del_photo_req delete = {.userid = 7};
    struct api_file file;
    uint8_t *picture = NULL;
    struct buf out = {0};

    made_picture(&picture, &ctx.body_len);
    ctx.body = picture;
    check_refused(CAT_GONE, "userid", api_user_photo(&ctx, &get, &file));
    check_refused(CAT_GONE, "userid", api_del_photo(&ctx, &delete));
    check_refused(CAT_OK, NULL, api_upload_photo(&ctx, &upload));
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_user_photo(&ctx, &get, &file));
    TEST_ASSERT_EQUAL_STRING("image/jpeg", file.type);
    TEST_ASSERT_EQUAL_STRING("photo.jpg", file.name);
    TEST_ASSERT_EQUAL_INT(0, file.next(t.core, file.state, &out));
    TEST_ASSERT_GREATER_THAN_size_t(500, out.len);
    TEST_ASSERT_EQUAL_HEX8_ARRAY("\xff\xd8\xff", out.data, 3);
    TEST_ASSERT_EQUAL_HEX8_ARRAY("\xff\xd9", out.data + out.len - 2, 2);
    file.end(file.state);
    buf_done(&out);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_del_photo(&ctx, &delete));
    check_refused(CAT_GONE, "userid", api_user_photo(&ctx, &get, &file));
    upload.userid = get.userid = delete.userid = 9;
    check_refused(CAT_USER_UNKNOWN, "userid", api_upload_photo(&ctx, &upload));
    check_refused(CAT_USER_UNKNOWN, "userid", api_user_photo(&ctx, &get, &file));
    check_refused(CAT_USER_UNKNOWN, "userid", api_del_photo(&ctx, &delete));
    ctx.body = "no picture";
    ctx.body_len = 10;
    upload.userid = 7;
    check_refused(CAT_UPLOAD_FORMAT, NULL, api_upload_photo(&ctx, &upload));
    free(picture);
}

/* --- Keys of programs --- */

void test_keys(void) {
    struct add_rest_key_req add = {.name = "door", .level = 3};
    struct add_rest_key_reply added = {0}, other = {0};
    struct rest_keys_reply list = {0};
    struct delete_rest_key_req delete = {.id = 0};

    TEST_ASSERT_EQUAL_INT(CAT_OK, api_add_rest_key(&ctx, &add, &added));
    TEST_ASSERT_EQUAL_size_t(REST_KEYS_KEY_LEN, strlen(added.key));
    TEST_ASSERT_EQUAL_INT(0, strncmp(added.key, REST_KEYS_PREFIX, strlen(REST_KEYS_PREFIX)));
    check_refused(CAT_USER_NAME_EXISTS, "name", api_add_rest_key(&ctx, &add, &other));
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_rest_keys(&ctx, &list));
    TEST_ASSERT_EQUAL_size_t(1, list.keys_count);
    TEST_ASSERT_EQUAL_UINT32(added.id, list.keys[0].id);
    TEST_ASSERT_EQUAL_STRING("door", list.keys[0].name);
    TEST_ASSERT_EQUAL_UINT8(3, list.keys[0].level);
    TEST_ASSERT_EQUAL_INT(0, strncmp(added.key, list.keys[0].hint, strlen(list.keys[0].hint)));
    TEST_ASSERT_GREATER_THAN_size_t(4, strlen(list.keys[0].hint));
    TEST_ASSERT_TRUE(list.keys[0].created > 0);
    TEST_ASSERT_EQUAL_INT64(0, list.keys[0].last_used);
    TEST_ASSERT_EQUAL_STRING("", list.keys[0].last_peer);
    delete.id = added.id + 1;
    check_refused(CAT_GONE, "id", api_delete_rest_key(&ctx, &delete));
    delete.id = added.id;
    check_refused(CAT_OK, NULL, api_delete_rest_key(&ctx, &delete));
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_rest_keys(&ctx, &list));
    TEST_ASSERT_EQUAL_size_t(0, list.keys_count);
}

/* Without memory for the reply nothing is done. */
void test_memory_that_is_out(void) {
    struct add_rest_key_req add = {.name = "door", .level = 3};
    struct add_rest_key_reply added = {0};
    struct rest_keys_reply list = {0};
    struct credentials_req of = {.userid = 7};
    struct credentials_reply credentials = {0};
    struct modules_reply modules = {0};
    struct lacking_req wanted = {.factors = 1};
    struct lacking_reply lacking = {0};
    struct user_photo_req get = {.userid = 7};
    struct api_file file;
    struct arena none;

    arena_init(&none, 0);
    ctx.arena = &none;
    check_refused(CAT_SYSTEM_ERROR, NULL, api_add_rest_key(&ctx, &add, &added));
    check_refused(CAT_SYSTEM_ERROR, NULL, api_rest_keys(&ctx, &list));
    TEST_ASSERT_EQUAL_size_t(0, list.keys_count);
    check_refused(CAT_SYSTEM_ERROR, NULL, api_credentials(&ctx, &of, &credentials));
    check_refused(CAT_SYSTEM_ERROR, NULL, api_modules(&ctx, &modules));
    check_refused(CAT_SYSTEM_ERROR, NULL, api_lacking(&ctx, &wanted, &lacking));
    check_refused(CAT_SYSTEM_ERROR, NULL, api_user_photo(&ctx, &get, &file));
    ctx.arena = &arena;
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_rest_keys(&ctx, &list));
    TEST_ASSERT_EQUAL_size_t(0, list.keys_count);
}
