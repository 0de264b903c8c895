/* The machine: health, restart, effects of the settings of its devices. */
#include "core/base/actor.h"
#include "core/machine/machine.h"

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "setting_hooks.h"
#include "store/base/audit.h"
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
