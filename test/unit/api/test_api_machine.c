/* The handlers about the terminal itself. */
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/accounts/sessions.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static const struct actor view = {
    .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "GetLanguageSettingItem"};
static struct api_ctx ctx;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
    ctx = (struct api_ctx){.core = t.core, .actor = &view, .arena = &arena};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

void test_info_tells_versions_capacities_and_counts(void) {
    struct set_info_param_reply reply = {0};
    fixture_add_user(&t, 7, "Ada", 0, 4301, NULL);
    fixture_add_user(&t, 8, "Bob", 0, 0, NULL);
    fake_hal_advance(&t.fake, 90500);
    TEST_ASSERT_EQUAL(CAT_OK, api_set_info_param(&ctx, &reply));
    TEST_ASSERT_EQUAL_STRING("0.1.0", reply.build_version);
    TEST_ASSERT_EQUAL_STRING("0.1.0", reply.firmware_version);
    TEST_ASSERT_EQUAL_STRING("build-1", reply.build_id);
    TEST_ASSERT_EQUAL_STRING("Linux 6.1.0", reply.kernel_version);
    TEST_ASSERT_EQUAL_STRING("Front door", reply.device_name);
    TEST_ASSERT_TRUE(reply.hour24);
    TEST_ASSERT_EQUAL_STRING(about_serial(t.shared), reply.serial);
    TEST_ASSERT_EQUAL(500, reply.max_user);
    TEST_ASSERT_EQUAL(40, reply.max_fp);
    TEST_ASSERT_EQUAL(0, reply.max_face);
    TEST_ASSERT_EQUAL(0, reply.max_iris);
    TEST_ASSERT_EQUAL(9000, reply.max_record);
    TEST_ASSERT_EQUAL(1, reply.fun_option.fp);
    TEST_ASSERT_EQUAL(0, reply.fun_option.face);
    TEST_ASSERT_EQUAL(0, reply.fun_option.iris);
    TEST_ASSERT_EQUAL(2, reply.users);
    TEST_ASSERT_EQUAL(1, reply.cards);
    TEST_ASSERT_EQUAL(90, reply.uptime);
    TEST_ASSERT_EQUAL_INT64((FAKE_UTC_MS + 90500) / 1000, reply.time);
    TEST_ASSERT_EQUAL(STORAGE_STATE_GOOD, reply.storage);
    TEST_ASSERT_EQUAL_INT64(0, reply.storage_since);
    TEST_ASSERT_NOT_EQUAL(0, strlen(reply.file_system_version));
}

void test_language_is_read_and_set(void) {
    struct set_language_setting_item_reply now = {0};
    struct get_language_setting_item_req req = {.language = LANGUAGE_AR};
    struct get_language_setting_item_reply reply = {0};
    TEST_ASSERT_EQUAL(CAT_OK, api_set_language_setting_item(&ctx, &now));
    TEST_ASSERT_EQUAL(LANGUAGE_EN, now.language_setting_item);
    TEST_ASSERT_EQUAL(CAT_OK, api_get_language_setting_item(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL(LANGUAGE_AR, reply.language_setting);
    TEST_ASSERT_EQUAL(CAT_OK, api_set_language_setting_item(&ctx, &now));
    TEST_ASSERT_EQUAL(LANGUAGE_AR, now.language_setting_item);
    TEST_ASSERT_EQUAL_STRING("ar", t.fake.language);
}
