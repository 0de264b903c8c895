/* The handlers about the terminal itself. */
#include <stdio.h>
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
    TEST_ASSERT_EQUAL_STRING("ext4", reply.file_system_version);
    TEST_ASSERT_NOT_EQUAL(0, strlen(reply.database_version));
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

/* --- Health ----------------------------------------------------------------------------------------------------------------- */

static struct set_info_param_reply info;

static int call_info(void) {
    memset(&info, 0, sizeof(info));
    return api_set_info_param(&ctx, &info);
}

void test_info_tells_how_the_machine_is(void) {
    int64_t sum = 0;
    t.fake.wear = 3;
    t.fake.sound_offline = true;
    TEST_ASSERT_EQUAL(CAT_OK, call_info());
    TEST_ASSERT_EQUAL(3, info.drivers_count);
    TEST_ASSERT_EQUAL_STRING("display", info.drivers[0].name);
    TEST_ASSERT_TRUE(info.drivers[0].ok);
    TEST_ASSERT_EQUAL_STRING("sound", info.drivers[1].name);
    TEST_ASSERT_FALSE(info.drivers[1].ok);
    TEST_ASSERT_TRUE(info.has_temperature);
    TEST_ASSERT_EQUAL(365, info.temperature);
    TEST_ASSERT_TRUE(info.has_wear);
    TEST_ASSERT_EQUAL(3, info.wear);
    TEST_ASSERT_EQUAL(STORAGE_PART_COUNT, info.storage_uses_count);
    for (size_t i = 0; i < info.storage_uses_count; i++) {
        TEST_ASSERT_EQUAL(i, info.storage_uses[i].part);
        sum += info.storage_uses[i].octets;
    }
    TEST_ASSERT_GREATER_THAN_INT64(0, sum);
    TEST_ASSERT_EQUAL_INT64(sum, info.storage_used);
    TEST_ASSERT_GREATER_THAN_INT64(0, info.storage_free);
    TEST_ASSERT_FALSE(info.storage_short);
    TEST_ASSERT_EQUAL(0, info.storage_lost);
    TEST_ASSERT_EQUAL(0, info.records);
    t.fake.sensor_offline = true;
    TEST_ASSERT_EQUAL(CAT_OK, call_info());
    TEST_ASSERT_FALSE(info.has_temperature);
    TEST_ASSERT_EQUAL(0, info.temperature);
    TEST_ASSERT_FALSE(info.has_wear);
    TEST_ASSERT_EQUAL(0, info.wear);
    int code = CAT_SYSTEM_ERROR;
    for (size_t room = 0; code != CAT_OK && room < 65536; room += 64) {
        arena_done(&arena);
        arena.cap = room;
        code = call_info();
        TEST_ASSERT_TRUE(code == CAT_OK || code == CAT_SYSTEM_ERROR);
    }
    TEST_ASSERT_EQUAL(CAT_OK, code);
    TEST_ASSERT_EQUAL(3, info.drivers_count);
    TEST_ASSERT_EQUAL_STRING("build-1", info.build_id);
}

/* --- Initialisation and restart --------------------------------------------------------------------------------------------- */

static int initialise(struct init_machine_req req, struct init_machine_reply *reply) {
    const char *serial = about_serial(t.shared);
    if (req.serial[0] == '\0') {
        (void)snprintf(req.serial, sizeof(req.serial), "%s", serial + strlen(serial) - ABOUT_SERIAL_END);
    }
    ctx.reboot = false;
    ctx.error_field = NULL;
    return api_init_machine(&ctx, &req, reply);
}

void test_what_was_initialised(void) {
    struct init_machine_reply reply;
    TEST_ASSERT_EQUAL(CAT_MISSING_PARAMETER, initialise((struct init_machine_req){.users = false}, &reply));
    TEST_ASSERT_EQUAL_STRING("settings", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_SERIAL_WRONG, initialise((struct init_machine_req){.users = true, .serial = "0000"}, &reply));
    TEST_ASSERT_EQUAL_STRING("serial", ctx.error_field);
    TEST_ASSERT_FALSE(ctx.reboot);
    TEST_ASSERT_EQUAL(CAT_OK, initialise((struct init_machine_req){.records = true}, &reply));
    TEST_ASSERT_EQUAL(1U << INIT_PART_RECORDS, reply.parts);
    TEST_ASSERT_TRUE(ctx.reboot);
    TEST_ASSERT_EQUAL(CAT_OK, initialise((struct init_machine_req){.users = true}, &reply));
    TEST_ASSERT_EQUAL(1U << INIT_PART_USERS, reply.parts);
    TEST_ASSERT_EQUAL(CAT_OK, initialise((struct init_machine_req){.settings = true}, &reply));
    TEST_ASSERT_EQUAL(1U << INIT_PART_SETTINGS, reply.parts);
    TEST_ASSERT_EQUAL(CAT_OK, initialise((struct init_machine_req){.everything = true}, &reply));
    TEST_ASSERT_EQUAL(1U << INIT_PART_SETTINGS | 1U << INIT_PART_USERS | 1U << INIT_PART_RECORDS |
                          1U << INIT_PART_EVERYTHING,
                      reply.parts);
    TEST_ASSERT_EQUAL(4, t.fake.restarts);
}

void test_a_restart_is_told_with_the_build(void) {
    struct restart_machine_reply reply = {0};
    TEST_ASSERT_EQUAL(CAT_OK, api_restart_machine(&ctx, &reply));
    TEST_ASSERT_EQUAL_STRING("build-1", reply.build_id);
    TEST_ASSERT_TRUE(ctx.reboot);
    ctx.reboot = false;
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_restart_machine(&ctx, &reply));
    TEST_ASSERT_FALSE(ctx.reboot);
}

void test_the_passphrase_is_told_as_set_or_not(void) {
    struct api_sound_state state = {.passphrase_set = true};
    TEST_ASSERT_EQUAL(CAT_OK, api_machine_param_state(&ctx, &state));
    TEST_ASSERT_FALSE(state.passphrase_set);
}
