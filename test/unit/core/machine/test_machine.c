/* The machine: health, restart, effects of the settings of its devices. */
#include "core/base/actor.h"
#include "core/machine/machine.h"

#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "setting_hooks.h"
#include "store/base/audit.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

static struct fixture t;
static struct settings before, after;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "RestartMachine"};

void setUp(void) {
    fixture_up(&t);
    before.values = after.values = settings_get(t.core)->values;
}

void tearDown(void) {
    fixture_down(&t);
}

void test_health(void) {
    struct machine_health health;
    TEST_ASSERT_EQUAL(0, machine_health(t.core, &health));
    TEST_ASSERT_EQUAL(365, health.temperature);
    TEST_ASSERT_EQUAL(0, health.wear);
    TEST_ASSERT_GREATER_THAN(0, health.space.octets[STORAGE_PART_OTHERS]);
    TEST_ASSERT_GREATER_THAN(0, health.space.free);
    TEST_ASSERT_EQUAL(3, health.driver_count);
    TEST_ASSERT_TRUE(health.drivers[1].answers);
    t.fake.sensor_offline = t.fake.sound_offline = true;
    TEST_ASSERT_EQUAL(0, machine_health(t.core, &health));
    TEST_ASSERT_EQUAL(MACHINE_TEMPERATURE_UNKNOWN, health.temperature);
    TEST_ASSERT_EQUAL(MACHINE_WEAR_UNKNOWN, health.wear);
    TEST_ASSERT_FALSE(health.drivers[1].answers);
}

static int is_restart(void *ctx, const struct store_audit_row *row) {
    (void)ctx;
    TEST_ASSERT_EQUAL_STRING("RestartMachine", row->call);
    TEST_ASSERT_EQUAL_STRING("admin", row->account);
    return 0;
}

void test_restart_is_audited_and_asked_for(void) {
    TEST_ASSERT_EQUAL(0, machine_restart(t.core, &by));
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 1, is_restart, NULL));
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(E_IO, machine_restart(t.core, &by));
}

void test_volume_is_set_and_heard(void) {
    after.values.machine_param.volume = 5;
    TEST_ASSERT_EQUAL(0, effect_sound(t.core, &before, &after));
    TEST_ASSERT_EQUAL(5, t.fake.volume);
    TEST_ASSERT_EQUAL(1, t.fake.played);
    TEST_ASSERT_EQUAL(HAL_SOUND_TEST, t.fake.sound);
    /* The same again, as a change of the name makes it. */
    TEST_ASSERT_EQUAL(0, effect_sound(t.core, &after, &after));
    TEST_ASSERT_EQUAL(1, t.fake.played);
    t.fake.sound_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, effect_sound(t.core, &after, &before));
}

void test_at_start_all_is_set_and_nothing_heard(void) {
    after.values.machine_param.volume = 2;
    after.values.identify_param.camera_light = CAMERA_LIGHT_OFF;
    after.values.fp_compare_param.level = 4;
    TEST_ASSERT_EQUAL(0, effect_sound(t.core, NULL, &after));
    TEST_ASSERT_EQUAL(0, effect_camera(t.core, NULL, &after));
    TEST_ASSERT_EQUAL(0, effect_finger(t.core, NULL, &after));
    TEST_ASSERT_EQUAL(2, t.fake.volume);
    TEST_ASSERT_EQUAL(0, t.fake.played);
    TEST_ASSERT_EQUAL(CAMERA_LIGHT_OFF, t.fake.light);
    TEST_ASSERT_EQUAL(4, t.fake.precision);
}

void test_camera_and_finger_say_when_they_do_not_answer(void) {
    t.fake.camera_offline = t.fake.finger_offline = true;
    TEST_ASSERT_EQUAL(0, effect_camera(t.core, &before, &before));
    TEST_ASSERT_EQUAL(0, effect_finger(t.core, &before, &before));
    after.values.identify_param.camera_light = CAMERA_LIGHT_ON;
    after.values.fp_compare_param.level = 5;
    TEST_ASSERT_EQUAL(E_OFFLINE, effect_camera(t.core, &before, &after));
    TEST_ASSERT_EQUAL(E_OFFLINE, effect_finger(t.core, &before, &after));
}

void test_mode_all_asks_for_a_factor(void) {
    const char *field = NULL;
    struct setting_identify_param values = {.identify_mode = DEFAULT_MODE_ALL};
    TEST_ASSERT_EQUAL(E_MISSING, setting_check_identify_param(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("identifyFactors", field);
    values.identify_factors = 1U << FACTOR_CARD;
    TEST_ASSERT_EQUAL(0, setting_check_identify_param(&before, &values, &field));
    values = (struct setting_identify_param){.identify_mode = DEFAULT_MODE_ANY};
    TEST_ASSERT_EQUAL(0, setting_check_identify_param(&before, &values, &field));
}

/* Nobody could present a factor that is not fitted. */
void test_mode_all_refuses_what_is_not_fitted(void) {
    const char *field = NULL;
    struct setting_identify_param values = {.identify_mode = DEFAULT_MODE_ALL,
                                            .identify_factors = 1U << FACTOR_CARD | 1U << FACTOR_FACE};
    before.unfitted = 1U << FACTOR_FACE | 1U << FACTOR_IRIS;
    TEST_ASSERT_EQUAL(E_NOT_FITTED, setting_check_identify_param(&before, &values, &field));
    TEST_ASSERT_EQUAL_STRING("identifyFactors", field);
    values.identify_factors = 1U << FACTOR_CARD | 1U << FACTOR_FINGER;
    TEST_ASSERT_EQUAL(0, setting_check_identify_param(&before, &values, &field));
    values = (struct setting_identify_param){.identify_mode = DEFAULT_MODE_ANY, .identify_factors = 1U << FACTOR_FACE};
    field = NULL;
    TEST_ASSERT_EQUAL(0, setting_check_identify_param(&before, &values, &field));
    TEST_ASSERT_NULL(field);
}

/* Each device is told when its setting differs, and only then. */
void test_what_stays_is_not_set_again(void) {
    after.values.identify_param.camera_light =
        before.values.identify_param.camera_light == CAMERA_LIGHT_ON ? CAMERA_LIGHT_OFF : CAMERA_LIGHT_ON;
    after.values.fp_compare_param.level = (uint8_t)(before.values.fp_compare_param.level + 1);
    TEST_ASSERT_EQUAL(0, effect_camera(t.core, &before, &after));
    TEST_ASSERT_EQUAL(0, effect_finger(t.core, &before, &after));
    TEST_ASSERT_EQUAL(after.values.identify_param.camera_light, t.fake.light);
    TEST_ASSERT_EQUAL(after.values.fp_compare_param.level, t.fake.precision);
    t.fake.light = before.values.identify_param.camera_light;
    t.fake.precision = t.fake.volume = 77;
    TEST_ASSERT_EQUAL(0, effect_camera(t.core, &after, &after));
    TEST_ASSERT_EQUAL(0, effect_finger(t.core, &after, &after));
    TEST_ASSERT_EQUAL(0, effect_sound(t.core, &after, &after));
    TEST_ASSERT_EQUAL(before.values.identify_param.camera_light, t.fake.light);
    TEST_ASSERT_EQUAL(77, t.fake.precision);
    TEST_ASSERT_EQUAL(77, t.fake.volume);
}

void test_what_the_terminal_is(void) {
    struct machine_info info;
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    TEST_ASSERT_EQUAL(0, machine_info(t.core, &info));
    int64_t uptime_ms = info.uptime_ms;
    fake_hal_advance(&t.fake, 5000);
    TEST_ASSERT_EQUAL(0, machine_info(t.core, &info));
    TEST_ASSERT_EQUAL_INT64(uptime_ms + 5000, info.uptime_ms);
    TEST_ASSERT_EQUAL_STRING(about_serial(t.shared), info.serial);
    TEST_ASSERT_EQUAL_STRING("0.1.0", info.facts->version);
    TEST_ASSERT_EQUAL_STRING(info.facts->build_id, machine_build_id(t.core));
    TEST_ASSERT_EQUAL_PTR(store_home_status(t.home), info.storage);
    TEST_ASSERT_EQUAL(500, info.capacity.users);
    TEST_ASSERT_EQUAL(1, info.counts.users);
    TEST_ASSERT_EQUAL(0, info.records);
}

/* A restart that cannot be noted is none. */
void test_a_restart_that_cannot_be_noted_is_none(void) {
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, machine_restart(t.core, &by));
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
}
