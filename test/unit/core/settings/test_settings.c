#include "core/accounts/roles.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/devices/display.h"
#include "core/settings/settings.h"
#include "core/start/start.h"

#include <pthread.h>
#include <string.h>

#include "core/base/audit.h"
#include "store/base/audit.h"
#include "store/settings/settings.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"
#include "util/log.h"

static struct fixture t;
static const struct actor by = {
    .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "GetMachineParam"};
static const struct actor choosing = {.account = "admin", .peer = "192.0.2.1", .call = "GetLanguageSettingItem"};

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

void test_new_terminal_has_the_defaults(void) {
    const struct settings *settings = settings_get(t.core);
    TEST_ASSERT_EQUAL_STRING("en", display_language(settings));
    TEST_ASSERT_EQUAL_STRING("Front door", settings->values.machine_param.device_name);
    TEST_ASSERT_EQUAL_PTR(settings, settings_get(t.core));
    TEST_ASSERT_EQUAL_STRING("en", t.fake.language);
    TEST_ASSERT_EQUAL_STRING("Front door", t.fake.line);
    TEST_ASSERT_EQUAL_STRING(about_serial(t.shared), t.fake.serial);
}

void test_rights_are_as_decided(void) {
    /* By level: rights in user, network, basicSetting, AccSetting, advSetting. */
    static const struct {
        unsigned level;
        const char *rights;
    } expected[] = {{1, "r----"},  {3, "r----"},  {4, "w---r"},  {7, "w---r"}, {8, "wrrwr"},
                    {11, "wrrwr"}, {12, "wrwww"}, {15, "wrwww"}, {16, "wwwww"}};
    const struct rights_table *table = &settings_get(t.core)->rights;
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        char got[FUNCTION_GROUP_COUNT + 1] = {0};
        for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
            bool may_read = rights_level_may(table, expected[i].level, group, RIGHT_READ);
            bool may_write = rights_level_may(table, expected[i].level, group, RIGHT_WRITE);
            got[group] = may_write ? 'w' : '-';
            if (may_read && !may_write) {
                got[group] = 'r';
            }
        }
        TEST_ASSERT_EQUAL_STRING(expected[i].rights, got);
    }
}

void test_language_is_kept_published_and_shown(void) {
    struct core *other = fixture_core(&t);
    TEST_ASSERT_EQUAL_STRING("en", display_language(settings_get(other)));
    TEST_ASSERT_EQUAL(0, display_set_language(t.core, &choosing, "ar"));
    TEST_ASSERT_EQUAL_STRING("ar", display_language(settings_get(t.core)));
    TEST_ASSERT_EQUAL_STRING("ar", display_language(settings_get(other)));
    TEST_ASSERT_EQUAL(1, t.fake.restarted);
    TEST_ASSERT_EQUAL_STRING("ar", t.fake.language);
    start_thread_end(other);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING("ar", display_language(settings_get(t.core)));
    TEST_ASSERT_EQUAL_STRING("ar", t.fake.language);
}

static int compare_row(void *ctx, const struct store_audit_row *row) {
    (void)ctx;
    TEST_ASSERT_EQUAL_STRING("GetLanguageSettingItem", row->call);
    TEST_ASSERT_EQUAL_STRING("setting TimeParam.language", row->object);
    TEST_ASSERT_EQUAL_STRING("{\"language\":\"en\"}", row->before);
    TEST_ASSERT_EQUAL_STRING("{\"language\":\"es\"}", row->after);
    TEST_ASSERT_EQUAL_STRING("admin", row->account);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, row->time_ms);
    return 0;
}

void test_change_leaves_an_audit_row_and_no_change_leaves_nothing(void) {
    int64_t count = 0;
    TEST_ASSERT_EQUAL(0, display_set_language(t.core, &choosing, "en"));
    TEST_ASSERT_EQUAL(0, store_audit_count(t.core->store, &count));
    TEST_ASSERT_EQUAL_INT64(0, count);
    TEST_ASSERT_EQUAL(0, t.fake.restarted);
    TEST_ASSERT_EQUAL(0, display_set_language(t.core, &choosing, "es"));
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 1, compare_row, NULL));
}

void test_what_is_no_language_tag_is_refused(void) {
    static const char *const bad[] = {"", "e", "e n", "-en", "en-", "1n", "english-language", "e\"n"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_INVAL, display_set_language(t.core, &choosing, bad[i]), bad[i]);
    }
}

void test_display_that_does_not_answer_does_not_undo_the_change(void) {
    t.fake.display_offline = true;
    TEST_ASSERT_EQUAL(0, display_set_language(t.core, &choosing, "es"));
    TEST_ASSERT_EQUAL_STRING("es", display_language(settings_get(t.core)));
}

void test_snapshot_in_use_stays_as_it_was(void) {
    struct core *other = fixture_core(&t);
    const struct settings *held = settings_get(other);
    TEST_ASSERT_EQUAL(0, display_set_language(t.core, &choosing, "es"));
    TEST_ASSERT_EQUAL(0, display_set_language(t.core, &choosing, "ar"));
    TEST_ASSERT_EQUAL_STRING("en", display_language(held));
    start_thread_end(other);
}

void test_stored_value_that_is_not_valid_or_not_known_is_passed_over(void) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    static const struct store_setting stored[] = {
        {.key = "TimeParam.language", .value = "xx"},
        {.key = "MachineParam.volume", .value = "99"},
        {.key = "MachineParam.keypadPassword", .value = "123456"}, /* not sealed */
        {.key = "CloudParam.password",
         .sealed = "nothing sealed, but long enough to be taken for it",
         .sealed_len = 50},
        {.key = "MachineParam.deviceNumber", .sealed = "x", .sealed_len = 1},
        {.key = "ofAnotherFirmware.x", .value = "1"},
    };
    for (size_t i = 0; i < sizeof(stored) / sizeof(stored[0]); i++) {
        TEST_ASSERT_EQUAL(0, store_settings_put(t.core->store, &stored[i]));
    }
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    log_set_level(LOG_LEVEL_ERROR);
    fixture_restart(&t);
    log_set_level(LOG_LEVEL_INFO);
    const struct settings *settings = settings_get(t.core);
    TEST_ASSERT_EQUAL_STRING("en", display_language(settings));
    TEST_ASSERT_EQUAL(3, settings->values.machine_param.volume);
    TEST_ASSERT_EQUAL_STRING("", settings->values.machine_param.keypad_password);
    TEST_ASSERT_EQUAL_STRING("", settings->values.cloud_param.password);
    TEST_ASSERT_EQUAL(1, settings->values.machine_param.device_number);
}

/* A save of MachineParam. */
static int save(struct setting_machine_param values, uint64_t given, struct settings_result *result) {
    struct settings_change change = {.page = SETTING_PAGE_MACHINE_PARAM, .values = &values, .given = given};
    return settings_save(t.core, &by, &change, result);
}

static const struct setting_machine_param *machine(void) {
    return &settings_get(t.core)->values.machine_param;
}

void test_save_takes_what_is_given_and_nothing_else(void) {
    struct settings_result result;
    struct setting_machine_param values = {.volume = 5, .device_number = 77, .device_name = "Back door"};
    TEST_ASSERT_EQUAL(0, save(values, SETTING_MACHINE_PARAM_VOLUME | SETTING_MACHINE_PARAM_DEVICE_NAME, &result));
    TEST_ASSERT_EQUAL(1, result.revision);
    TEST_ASSERT_EQUAL_HEX64(SETTING_MACHINE_PARAM_VOLUME | SETTING_MACHINE_PARAM_DEVICE_NAME, result.changed);
    TEST_ASSERT_EQUAL(0, result.confirm_seconds);
    TEST_ASSERT_EQUAL(5, machine()->volume);
    TEST_ASSERT_EQUAL(1, machine()->device_number);
    TEST_ASSERT_EQUAL(5, t.fake.volume);
    TEST_ASSERT_EQUAL_STRING("Back door", t.fake.line);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(5, machine()->volume);
    TEST_ASSERT_EQUAL_STRING("Back door", machine()->device_name);
    TEST_ASSERT_EQUAL(1, settings_get(t.core)->revision[SETTING_PAGE_MACHINE_PARAM]);
}

void test_save_of_the_same_values_is_no_change(void) {
    struct settings_result result;
    int64_t rows = 0;
    TEST_ASSERT_EQUAL(0, save(*machine(), SETTINGS_ALL, &result));
    TEST_ASSERT_EQUAL(0, result.revision);
    TEST_ASSERT_EQUAL_HEX64(0, result.changed);
    TEST_ASSERT_EQUAL(0, store_audit_count(t.core->store, &rows));
    TEST_ASSERT_EQUAL_INT64(0, rows);
}

void test_second_of_two_is_told(void) {
    struct settings_result result;
    struct setting_machine_param values = {.volume = 1};
    struct settings_change change = {.page = SETTING_PAGE_MACHINE_PARAM,
                                     .values = &values,
                                     .given = SETTING_MACHINE_PARAM_VOLUME,
                                     .has_revision = true,
                                     .revision = 0};
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &result));
    values.volume = 2;
    TEST_ASSERT_EQUAL(E_CHANGED_MEANWHILE, settings_save(t.core, &by, &change, &result));
    TEST_ASSERT_EQUAL(1, result.revision);
    TEST_ASSERT_EQUAL(1, machine()->volume);
    change.revision = 1;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &result));
    TEST_ASSERT_EQUAL(2, machine()->volume);
}

static int compare_undo(void *ctx, const struct store_audit_row *row) {
    int *n = ctx;
    TEST_ASSERT_EQUAL_STRING("setting MachineParam.volume", row->object);
    TEST_ASSERT_EQUAL_STRING(*n == 0 ? "undo" : "GetMachineParam", row->call);
    TEST_ASSERT_EQUAL_STRING(*n == 0 ? "{\"volume\":0}" : "{\"volume\":3}", row->before);
    TEST_ASSERT_EQUAL_STRING(*n == 0 ? "{\"volume\":3}" : "{\"volume\":0}", row->after);
    ++*n;
    return 0;
}

void test_effect_that_fails_takes_everything_back(void) {
    struct settings_result result;
    int rows = 0;
    t.fake.sound_offline = true;
    log_set_level(LOG_LEVEL_ERROR);
    TEST_ASSERT_EQUAL(E_OFFLINE,
                      save((struct setting_machine_param){.volume = 0}, SETTING_MACHINE_PARAM_VOLUME, &result));
    log_set_level(LOG_LEVEL_INFO);
    TEST_ASSERT_TRUE(result.undone);
    TEST_ASSERT_EQUAL_STRING("volume", result.field);
    TEST_ASSERT_EQUAL(0, result.revision);
    TEST_ASSERT_EQUAL(3, machine()->volume);
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 10, compare_undo, &rows));
    TEST_ASSERT_EQUAL(2, rows);

    /* A form that was read before goes on being valid, and the number that was taken back is not given again. */
    t.fake.sound_offline = false;
    TEST_ASSERT_EQUAL(0, save((struct setting_machine_param){.volume = 0}, SETTING_MACHINE_PARAM_VOLUME, &result));
    TEST_ASSERT_EQUAL(2, result.revision);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(0, machine()->volume);
}

static int refuse(void *ctx) {
    ++*(int *)ctx;
    TEST_ASSERT_EQUAL(5, machine()->volume);
    return E_INVAL;
}

void test_act_is_the_last_effect(void) {
    struct settings_result result;
    int acted = 0;
    struct setting_machine_param values = {.volume = 5};
    struct settings_change change = {.page = SETTING_PAGE_MACHINE_PARAM,
                                     .values = &values,
                                     .given = SETTING_MACHINE_PARAM_VOLUME,
                                     .act = refuse,
                                     .act_ctx = &acted};
    TEST_ASSERT_EQUAL(E_INVAL, settings_save(t.core, &by, &change, &result));
    TEST_ASSERT_TRUE(result.undone);
    TEST_ASSERT_EQUAL(1, acted);
    TEST_ASSERT_EQUAL(3, machine()->volume);
    TEST_ASSERT_EQUAL(3, t.fake.volume);
}

void test_language_is_not_set_from_a_menu_that_does_not_offer_it(void) {
    struct setting_time_param off = {.language_menu = false};
    struct settings_change change = {
        .page = SETTING_PAGE_TIME_PARAM, .values = &off, .given = SETTING_TIME_PARAM_LANGUAGE_MENU};
    struct settings_result result;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &choosing, &change, &result));
    TEST_ASSERT_EQUAL(E_SWITCHED_OFF, display_set_language(t.core, &choosing, "es"));
    TEST_ASSERT_EQUAL_STRING("en", display_language(settings_get(t.core)));
    off.language_menu = true;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &choosing, &change, &result));
    TEST_ASSERT_EQUAL(0, display_set_language(t.core, &choosing, "es"));
}

struct secret {
    unsigned rows;
    bool sealed;
};

static int look_for_secret(void *ctx, const struct store_setting *stored) {
    struct secret *secret = ctx;
    if (strcmp(stored->key, "MachineParam.keypadPassword") == 0) {
        secret->rows++;
        secret->sealed =
            !stored->value && stored->sealed_len > 6 && !memmem(stored->sealed, stored->sealed_len, "407231", 6);
    }
    return 0;
}

static int no_secret(void *ctx, const struct store_audit_row *row) {
    const char *const *expected = ctx;
    TEST_ASSERT_EQUAL_STRING(expected[0], row->before);
    TEST_ASSERT_EQUAL_STRING(expected[1], row->after);
    return 0;
}

void test_secret_is_sealed_and_never_in_the_audit(void) {
    struct settings_result result;
    struct secret secret = {0};
    TEST_ASSERT_EQUAL(0, save((struct setting_machine_param){.keypad_password = "407231"},
                              SETTING_MACHINE_PARAM_KEYPAD_PASSWORD, &result));
    TEST_ASSERT_EQUAL(0, store_settings_each(t.core->store, look_for_secret, &secret));
    TEST_ASSERT_EQUAL(1, secret.rows);
    TEST_ASSERT_TRUE(secret.sealed);
    const char *set[] = {"{\"keypadPassword\":\"none\"}", "{\"keypadPassword\":\"set\"}"};
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 1, no_secret, set));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING("407231", machine()->keypad_password);

    TEST_ASSERT_EQUAL(0, save((struct setting_machine_param){0}, SETTING_MACHINE_PARAM_KEYPAD_PASSWORD, &result));
    const char *cleared[] = {"{\"keypadPassword\":\"set\"}", "{\"keypadPassword\":\"cleared\"}"};
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 1, no_secret, cleared));
    secret.rows = 0;
    TEST_ASSERT_EQUAL(0, store_settings_each(t.core->store, look_for_secret, &secret));
    TEST_ASSERT_EQUAL(0, secret.rows);
}

/* The password of the terminal's menu, and the volume beside it where `and_volume`. */
static int save_menu_password(const struct actor *who, const char *password, bool and_volume,
                              struct settings_result *ret_result) {
    struct setting_machine_param values = {.volume = 5};
    (void)snprintf(values.keypad_password, sizeof(values.keypad_password), "%s", password);
    struct settings_change change = {.page = SETTING_PAGE_MACHINE_PARAM,
                                     .values = &values,
                                     .given = SETTING_MACHINE_PARAM_KEYPAD_PASSWORD |
                                              (and_volume ? SETTING_MACHINE_PARAM_VOLUME : 0)};
    return settings_save(t.core, who, &change, ret_result);
}

void test_what_is_worth_more_than_its_page_asks_for_all_that_and_for_the_password(void) {
    struct roles_refusal refusal;
    uint32_t revision = 0;
    const struct roles_change network = {.level = 15,
                                         .right = {[FUNCTION_GROUP_USER] = RIGHT_WRITE,
                                                   [FUNCTION_GROUP_NETWORK] = RIGHT_WRITE,
                                                   [FUNCTION_GROUP_BASIC_SETTING] = RIGHT_WRITE,
                                                   [FUNCTION_GROUP_ACC_SETTING] = RIGHT_WRITE,
                                                   [FUNCTION_GROUP_ADV_SETTING] = RIGHT_WRITE}};
    static const struct {
        const char *what;
        struct actor who;
        int before, after; /* without the network, and with it */
    } cases[] = {
        {"level 15", {.session = 1, .userid = 7, .level = 15, .fresh = true}, E_FORBIDDEN, 0},
        {"level 15, long ago", {.session = 1, .userid = 7, .level = 15}, E_FORBIDDEN, E_PASSWORD_NEEDED},
        {"level 16", {.session = 1, .userid = 8, .level = 16, .fresh = true}, 0, 0},
        {"level 16, long ago", {.session = 1, .userid = 8, .level = 16}, E_PASSWORD_NEEDED, E_PASSWORD_NEEDED},
        {"a key", {.userid = ACTOR_USERID_KEY, .key_id = 1, .level = 16}, E_FORBIDDEN, E_FORBIDDEN},
    };
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
            struct settings_result result;
            struct actor who = cases[i].who;
            int expected = pass == 0 ? cases[i].before : cases[i].after;
            who.call = "GetMachineParam";
            TEST_ASSERT_EQUAL(0, save_menu_password(&by, "407231", false, &result));
            uint8_t volume = machine()->volume;
            /* To set another, to clear it, and to give the one that is stored, which would tell what it is. */
            static const char *const given[] = {"1", "", "407231"};
            for (size_t j = 0; j < 3 && expected != 0; j++) {
                TEST_ASSERT_EQUAL_MESSAGE(expected, save_menu_password(&who, given[j], true, &result), cases[i].what);
                TEST_ASSERT_EQUAL_STRING("keypadPassword", result.field);
                TEST_ASSERT_EQUAL_UINT64(0, result.changed);
                TEST_ASSERT_EQUAL_STRING("407231", machine()->keypad_password);
                TEST_ASSERT_EQUAL_UINT8(volume, machine()->volume);
            }
            if (expected == 0) {
                TEST_ASSERT_EQUAL_MESSAGE(0, save_menu_password(&who, "", false, &result), cases[i].what);
                TEST_ASSERT_EQUAL_STRING("", machine()->keypad_password);
            }
        }
        const struct actor admin = {.account = "admin", .level = 16, .call = "GetRoles"};
        TEST_ASSERT_EQUAL(0, pass == 0 ? roles_save(t.core, &admin, NULL, &network, 1, &revision, &refusal) : 0);
    }
}

void test_the_rest_of_its_page_is_saved_without(void) {
    const struct actor clerk = {.session = 1, .userid = 7, .level = 12, .call = "GetMachineParam"};
    struct setting_machine_param values = {.volume = 1};
    struct settings_change change = {
        .page = SETTING_PAGE_MACHINE_PARAM, .values = &values, .given = SETTING_MACHINE_PARAM_VOLUME};
    struct settings_result result;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &clerk, &change, &result));
    TEST_ASSERT_EQUAL_UINT8(1, machine()->volume);
}

struct moved {
    unsigned char sealed[256];
    size_t len;
};

static int take_secret(void *ctx, const struct store_setting *stored) {
    struct moved *moved = ctx;
    if (strcmp(stored->key, "MachineParam.keypadPassword") == 0) {
        moved->len = stored->sealed_len;
        memcpy(moved->sealed, stored->sealed, stored->sealed_len);
    }
    return 0;
}

/* Puts the sealed keypad password in the place of the cloud's. */
static void move_secret(void) {
    struct moved moved = {0};
    TEST_ASSERT_EQUAL(0, store_settings_each(t.core->store, take_secret, &moved));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_settings_put(t.core->store, &(struct store_setting){.key = "CloudParam.password",
                                                                                   .sealed = moved.sealed,
                                                                                   .sealed_len = moved.len}));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

void test_sealed_value_of_another_setting_is_none(void) {
    struct settings_result result;
    TEST_ASSERT_EQUAL(0, save((struct setting_machine_param){.keypad_password = "407231"},
                              SETTING_MACHINE_PARAM_KEYPAD_PASSWORD, &result));
    move_secret();
    log_set_level(LOG_LEVEL_ERROR);
    fixture_restart(&t);
    log_set_level(LOG_LEVEL_INFO);
    TEST_ASSERT_EQUAL_STRING("", settings_get(t.core)->values.cloud_param.password);
}

void test_communication_password_is_random_and_stays(void) {
    char first[8];
    const char *now = settings_get(t.core)->values.comm_mode.password;
    TEST_ASSERT_EQUAL(6, strlen(now));
    TEST_ASSERT_EQUAL(6, strspn(now, "0123456789"));
    memcpy(first, now, 7);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING(first, settings_get(t.core)->values.comm_mode.password);

    /* Cleared it stays cleared: only a setting that was never stored, or was forgotten, is made. */
    struct settings_result result;
    struct setting_comm_mode values = {.password_on = false};
    struct settings_change change = {.page = SETTING_PAGE_COMM_MODE,
                                     .values = &values,
                                     .given = SETTING_COMM_MODE_PASSWORD | SETTING_COMM_MODE_PASSWORD_ON};
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &result));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING("", settings_get(t.core)->values.comm_mode.password);
}

void test_forgotten_settings_are_the_factory_s(void) {
    struct settings_result result;
    char before[8];
    memcpy(before, settings_get(t.core)->values.comm_mode.password, 7);
    TEST_ASSERT_EQUAL(0, save((struct setting_machine_param){.volume = 0, .device_name = "X"},
                              SETTING_MACHINE_PARAM_VOLUME | SETTING_MACHINE_PARAM_DEVICE_NAME, &result));
    TEST_ASSERT_EQUAL(0, settings_lock(t.core));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, settings_forget(t.core));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, settings_publish(t.core));
    settings_unlock(t.core);
    TEST_ASSERT_EQUAL(3, machine()->volume);
    TEST_ASSERT_EQUAL_STRING("Front door", machine()->device_name);
    TEST_ASSERT_EQUAL(2, settings_get(t.core)->revision[SETTING_PAGE_MACHINE_PARAM]);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(6, strlen(settings_get(t.core)->values.comm_mode.password));
    TEST_ASSERT_NOT_EQUAL(0, strcmp(before, settings_get(t.core)->values.comm_mode.password));
}

void test_name_given_at_the_start_is_the_factory_name(void) {
    struct settings_result result;
    struct setting_machine_param values = {.device_name = "Front door"};
    TEST_ASSERT_EQUAL(
        0, save((struct setting_machine_param){.device_name = "X"}, SETTING_MACHINE_PARAM_DEVICE_NAME, &result));
    TEST_ASSERT_EQUAL(0, save(values, SETTING_MACHINE_PARAM_DEVICE_NAME, &result));
    TEST_ASSERT_EQUAL_HEX64(SETTING_MACHINE_PARAM_DEVICE_NAME, result.changed);
    TEST_ASSERT_EQUAL_STRING("Front door", machine()->device_name);
}

void test_effects_at_the_start_reach_the_devices(void) {
    struct settings_result result;
    TEST_ASSERT_EQUAL(0, save((struct setting_machine_param){.volume = 4}, SETTING_MACHINE_PARAM_VOLUME, &result));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(0, t.fake.volume);
    t.fake.camera_offline = true;
    log_set_level(LOG_LEVEL_ERROR);
    settings_start_effects(t.core);
    log_set_level(LOG_LEVEL_INFO);
    TEST_ASSERT_EQUAL(4, t.fake.volume);
}

static void *read_often(void *arg) {
    struct core *core = arg;
    uintptr_t wrong = 0;
    for (int i = 0; i < 20000; i++) {
        const struct settings *settings = settings_get(core);
        wrong += strcmp(display_language(settings), "en") != 0 && strcmp(display_language(settings), "es") != 0;
    }
    return (void *)wrong;
}

void test_readers_and_a_writer_are_safe(void) {
    struct core *reader = fixture_core(&t);
    pthread_t thread;
    void *wrong = NULL;
    TEST_ASSERT_EQUAL(0, pthread_create(&thread, NULL, read_often, reader));
    for (int i = 0; i < 20; i++) {
        TEST_ASSERT_EQUAL(0, display_set_language(t.core, &choosing, i % 2 ? "en" : "es"));
    }
    TEST_ASSERT_EQUAL(0, pthread_join(thread, &wrong));
    TEST_ASSERT_NULL(wrong);
    start_thread_end(reader);
}

/* Whatever was stored, and by whom: a card that was taken out, or the settings of another terminal. */
void test_without_a_door_its_settings_say_so(void) {
    struct setting_access_control values = {
        .relay = RELAY_MODE_DOOR, .sensor = DOOR_SENSOR_NORMALLY_OPEN, .supply12v = true};
    struct settings_change change = {.page = SETTING_PAGE_ACCESS_CONTROL,
                                     .values = &values,
                                     .given = SETTING_ACCESS_CONTROL_RELAY | SETTING_ACCESS_CONTROL_SENSOR |
                                              SETTING_ACCESS_CONTROL_SUPPLY12V};
    struct settings_result result;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &result));
    const struct setting_access_control *set = &settings_get(t.core)->values.access_control;
    TEST_ASSERT_EQUAL(RELAY_MODE_DOOR, set->relay);
    t.fake.is_bare = true;
    TEST_ASSERT_EQUAL(0, settings_publish(t.core));
    set = &settings_get(t.core)->values.access_control;
    TEST_ASSERT_EQUAL(RELAY_MODE_NONE, set->relay);
    TEST_ASSERT_EQUAL(DOOR_SENSOR_NONE, set->sensor);
    TEST_ASSERT_FALSE(set->supply12v);
    static const struct {
        uint64_t given;
        const char *field;
    } rows[] = {{SETTING_ACCESS_CONTROL_RELAY, "relay"},
                {SETTING_ACCESS_CONTROL_SENSOR, "sensor"},
                {SETTING_ACCESS_CONTROL_SUPPLY12V, "supply12v"}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        change.given = rows[i].given;
        TEST_ASSERT_EQUAL(E_NOT_FITTED, settings_save(t.core, &by, &change, &result));
        TEST_ASSERT_EQUAL_STRING(rows[i].field, result.field);
    }
}
