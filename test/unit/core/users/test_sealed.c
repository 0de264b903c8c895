/* What people are recognised by, as the store keeps it: sealed together with whose it is, believed from the right module
 * alone, and given by nobody who may not any more. */
#include <string.h>

#include "core/base/core.h"
#include "core/devices/modules.h"
#include "core/settings/settings.h"
#include "core/users/credentials.h"
#include "core/users/init_card.h"
#include "core/users/photos.h"
#include "store/devices/module.h"
#include "store/home_impl.h"
#include "store/users/photo.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/err.h"

/* One white dot. */
static const uint8_t picture[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                  0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00,
                                  0x00, 0x1f, 0x15, 0xc4, 0x89, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78,
                                  0xda, 0x63, 0x64, 0xf8, 0xcf, 0x50, 0x0f, 0x00, 0x03, 0x86, 0x01, 0x80, 0x5a, 0x34,
                                  0x7d, 0x6b, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

static const struct actor admin = {.account = "admin", .level = 16, .peer = "-", .call = "test"};
static struct fixture t;
static struct arena arena;
static uint8_t module_serial[HAL_BIOMETRIC_SERIAL_LEN];

void setUp(void) {
    arena_init(&arena, 262144);
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Grace", 0, 0, NULL);
    memset(module_serial, 1, sizeof(module_serial));
}

void tearDown(void) {
    fixture_down(&t);
    arena_done(&arena);
}

static void module_info(void *ctx, struct hal_biometric_info *ret_info) {
    (void)ctx;
    *ret_info = (struct hal_biometric_info){.fitted = true, .online = true, .capacity = 40};
    memcpy(ret_info->serial, module_serial, sizeof(module_serial));
}

static struct credential keep_finger(uint32_t userid, uint32_t slot) {
    struct credential credential = {.userid = userid, .factor = FACTOR_FINGER, .index = 1, .slot = slot};
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, credentials_keep(t.core, &admin, &credential, false, "minutiae", 8));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    return credential;
}

/* The thief of the flash, who brings it back. */
void test_a_template_copied_to_the_row_of_another_user_is_none(void) {
    uint8_t sealed[STORE_SEALED_MAX], template[HAL_BIOMETRIC_TEMPLATE_MAX];
    size_t len = 0;
    struct credential own = keep_finger(7, 0), other = keep_finger(8, 1);
    TEST_ASSERT_EQUAL(0, credentials_template(t.core, &own, template, &len));
    TEST_ASSERT_EQUAL_MEMORY("minutiae", template, 8);
    TEST_ASSERT_EQUAL(0, store_credential_sealed(t.core->store, FACTOR_FINGER, 0, sealed, &len));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_credential_put(t.core->store, &other, sealed, len));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(E_CORRUPT, credentials_template(t.core, &other, template, &len));
}

void test_a_photo_copied_to_the_row_of_another_user_is_none(void) {
    const uint8_t *sealed = NULL, *jpeg = NULL;
    size_t len = 0, jpeg_len = 0;
    TEST_ASSERT_EQUAL(0, photos_put(t.core, &admin, 7, picture, sizeof(picture)));
    TEST_ASSERT_EQUAL(0, photos_get(t.core, 7, &arena, &jpeg, &jpeg_len));
    TEST_ASSERT_EQUAL(0, store_photo_get(t.core->store, 7, &arena, &sealed, &len));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_photo_put(t.core->store, 8, sealed, len));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(E_CORRUPT, photos_get(t.core, 8, &arena, &jpeg, &jpeg_len));
}

/* Just when the picture was made again and is sealed. */
static void delete_ada(size_t len) {
    (void)len;
    t.fake.on_fill = NULL;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

void test_a_photo_of_who_is_deleted_meanwhile_is_not_kept(void) {
    const uint8_t *sealed = NULL;
    size_t len = 0;
    t.fake.on_fill = delete_ada;
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, photos_put(t.core, &admin, 7, picture, sizeof(picture)));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_photo_get(t.core->store, 7, &arena, &sealed, &len));
}

/* Its slots are those of another terminal. */
void test_a_module_that_was_put_in_a_moment_ago_recognises_nobody(void) {
    struct credential found;
    (void)keep_finger(7, 3);
    t.fake.hal.finger.info = module_info;
    TEST_ASSERT_EQUAL(E_NOTFOUND, credentials_by_slot(t.core, FACTOR_FINGER, 3, &found));
    credentials_trust(t.core, FACTOR_FINGER, module_serial);
    TEST_ASSERT_EQUAL(0, credentials_by_slot(t.core, FACTOR_FINGER, 3, &found));
    TEST_ASSERT_EQUAL_UINT32(7, found.userid);
    module_serial[HAL_BIOMETRIC_SERIAL_LEN - 1] = 2;
    TEST_ASSERT_EQUAL(E_NOTFOUND, credentials_by_slot(t.core, FACTOR_FINGER, 3, &found));
}

/* A slot may have been given to somebody else since the copy was made. */
void test_modules_are_unknown_after_the_store_was_set_back(void) {
    struct modules *modules = NULL;
    uint8_t known[STORE_MODULE_SERIAL_LEN];
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_module_put(t.core->store, FACTOR_FINGER, module_serial));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, modules_new(t.shared, t.core->store, &modules));
    modules_free(modules);
    TEST_ASSERT_EQUAL(0, store_module_get(t.core->store, FACTOR_FINGER, known));
    t.home->status.state = STORAGE_STATE_RESTORED;
    TEST_ASSERT_EQUAL(0, modules_new(t.shared, t.core->store, &modules));
    modules_free(modules);
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_module_get(t.core->store, FACTOR_FINGER, known));
}

/* The right was taken away while the card was awaited. */
void test_an_initial_card_of_who_lost_the_right_is_not_kept(void) {
    struct actor by = {.account = "20", .userid = 20, .level = 1, .peer = "-", .call = "InitAdminCard"};
    struct init_card card;
    fixture_add_user(&t, 20, "Ida", 1, 0, "604713");
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, init_card_keep(t.core, &by, 4711));
    TEST_ASSERT_EQUAL(0, init_card_get(t.core, &card));
    TEST_ASSERT_FALSE(card.is_written);
    TEST_ASSERT_EQUAL(0, init_card_keep(t.core, &admin, 4711));
}
