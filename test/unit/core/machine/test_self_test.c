/* What the terminal's self-test says of each part, whole and broken. */
#include "core/machine/self_test.h"

#include <stddef.h>
#include <string.h>
#include <sys/statvfs.h>

#include "core/base/actor.h"
#include "core/door/door.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/users/credentials.h"
#include "hal/hal.h"
#include "store/home_impl.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;
static enum hal_menu_result checks[HAL_PARTS];
static uint64_t free_bytes; /* that the disk says it has; 0: plenty */

int said_statvfs(const char *path, struct statvfs *ret_info) __asm__("statvfs64");
int said_statvfs(const char *path, struct statvfs *ret_info) {
    (void)path;
    *ret_info = (struct statvfs){.f_frsize = 1, .f_bavail = free_bytes != 0 ? free_bytes : UINT64_C(1) << 40};
    return 0;
}

void setUp(void) {
    static const uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN];
    free_bytes = 0;
    memset(checks, 0xff, sizeof(checks)); /* nothing is left out */
    fixture_up(&t);
    credentials_trust(t.core, FACTOR_FINGER, serial);
}

void tearDown(void) {
    fixture_down(&t);
}

void test_what_works_is_good_and_what_is_not_there_is_not_looked_at(void) {
    self_test(t.core, checks);
    static const struct {
        enum hal_menu_part part;
        enum hal_menu_result result;
    } rows[] = {
        {HAL_PART_DISPLAY, HAL_CHECK_GOOD}, {HAL_PART_SOUND, HAL_CHECK_GOOD},   {HAL_PART_FINGER, HAL_CHECK_GOOD},
        {HAL_PART_FACE, HAL_CHECK_NONE},    {HAL_PART_IRIS, HAL_CHECK_NONE},    {HAL_PART_CAMERA, HAL_CHECK_GOOD},
        {HAL_PART_RELAY, HAL_CHECK_GOOD},   {HAL_PART_STORAGE, HAL_CHECK_GOOD}, {HAL_PART_CLOCK, HAL_CHECK_GOOD},
        {HAL_PART_SUPPLY, HAL_CHECK_NONE},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(rows[i].result, checks[rows[i].part], "see the row of this number");
    }
    TEST_ASSERT_EQUAL(HAL_SOUND_TEST, t.fake.sound);
}

void test_what_does_not_answer_has_failed(void) {
    static const struct {
        size_t fault; /* member of the fake */
        enum hal_menu_part part;
    } rows[] = {
        {offsetof(struct fake_hal, display_offline), HAL_PART_DISPLAY},
        {offsetof(struct fake_hal, sound_offline), HAL_PART_SOUND},
        {offsetof(struct fake_hal, finger_offline), HAL_PART_FINGER},
        {offsetof(struct fake_hal, camera_offline), HAL_PART_CAMERA},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bool *fault = (bool *)((char *)&t.fake + rows[i].fault);
        *fault = true;
        self_test(t.core, checks);
        for (size_t j = 0; j < sizeof(rows) / sizeof(rows[0]); j++) {
            TEST_ASSERT_EQUAL(i == j ? HAL_CHECK_FAILED : HAL_CHECK_GOOD, checks[rows[j].part]);
        }
        *fault = false;
    }
}

void test_what_is_not_fitted_is_not_looked_at(void) {
    t.fake.is_bare = true;
    t.fake.sound = HAL_SOUND_DENIED;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_NONE, checks[HAL_PART_DISPLAY]);
    TEST_ASSERT_EQUAL(HAL_CHECK_NONE, checks[HAL_PART_SOUND]);
    TEST_ASSERT_EQUAL(HAL_CHECK_NONE, checks[HAL_PART_CAMERA]);
    TEST_ASSERT_EQUAL(HAL_SOUND_DENIED, t.fake.sound);
}

void test_a_worn_storage_is_worth_a_look(void) {
    t.fake.wear = 89;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_GOOD, checks[HAL_PART_STORAGE]);
    t.fake.wear = 90;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_WARNING, checks[HAL_PART_STORAGE]);
}

void test_a_module_that_is_not_filled_yet_is_worth_a_look(void) {
    credentials_trust(t.core, FACTOR_FINGER, NULL);
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_WARNING, checks[HAL_PART_FINGER]);
}

void test_a_clock_that_had_stopped_is_worth_a_look(void) {
    struct clock *usual = t.shared->clock, *repaired = NULL;
    TEST_ASSERT_EQUAL(0,
                      clock_new(&t.fake.hal, core_utc_ms(t.core) / 1000 + 60, &repaired)); /* the battery was empty */
    t.shared->clock = repaired;
    self_test(t.core, checks);
    t.shared->clock = usual;
    clock_free(repaired);
    TEST_ASSERT_EQUAL(HAL_CHECK_WARNING, checks[HAL_PART_CLOCK]);
}

/* --- What is told of devices by their drivers alone ----------------------------------------------------------------------- */

static struct hal_driver given[HAL_DRIVERS_MAX];
static size_t given_count;

static size_t give_drivers(void *ctx, struct hal_driver ret_drivers[HAL_DRIVERS_MAX]) {
    (void)ctx;
    memcpy(ret_drivers, given, sizeof(given));
    return given_count;
}

static void assert_driver(const char *name, bool answers, enum hal_menu_part part, enum hal_menu_result result) {
    given[0] = (struct hal_driver){"display", true};
    given[1] = (struct hal_driver){name, answers};
    given_count = 2;
    t.fake.hal.health.drivers = give_drivers;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL_MESSAGE(result, checks[part], name);
    TEST_ASSERT_EQUAL(HAL_CHECK_GOOD, checks[HAL_PART_DISPLAY]);
}

void test_what_a_driver_says(void) {
    assert_driver("keypad", true, HAL_PART_KEYPAD, HAL_CHECK_GOOD);
    assert_driver("keypad", false, HAL_PART_KEYPAD, HAL_CHECK_FAILED);
    assert_driver("reader", true, HAL_PART_READER, HAL_CHECK_GOOD);
    TEST_ASSERT_EQUAL(HAL_CHECK_NONE, checks[HAL_PART_KEYPAD]);
    assert_driver("reader", false, HAL_PART_READER, HAL_CHECK_FAILED);
    assert_driver("clock", true, HAL_PART_CLOCK, HAL_CHECK_GOOD);
    assert_driver("clock", false, HAL_PART_CLOCK, HAL_CHECK_FAILED);
}

/* A picture without a byte is none. */
void test_a_camera_that_gives_nothing_has_failed(void) {
    t.fake.still = "";
    t.fake.still_len = 0;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_FAILED, checks[HAL_PART_CAMERA]);
}

static uint32_t stored;

static void module_info(void *ctx, struct hal_biometric_info *ret_info) {
    (void)ctx;
    *ret_info = (struct hal_biometric_info){.fitted = true, .online = true, .capacity = 40, .count = stored};
}

void test_a_module_that_is_full_is_worth_a_look(void) {
    t.fake.hal.finger.info = module_info;
    stored = 39;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_GOOD, checks[HAL_PART_FINGER]);
    stored = 40;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_WARNING, checks[HAL_PART_FINGER]);
}

/* --- Storage and clock ---------------------------------------------------------------------------------------------------- */

void test_a_disk_that_fills_up_is_worth_a_look_and_one_that_is_full_has_failed(void) {
    free_bytes = UINT64_C(64) * 1024 * 1024;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_GOOD, checks[HAL_PART_STORAGE]);
    free_bytes--;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_WARNING, checks[HAL_PART_STORAGE]);
    free_bytes = 0;
    store_reserve_give_up(t.home);
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_FAILED, checks[HAL_PART_STORAGE]);
}

/* One that says nothing of its wear is not worn. */
void test_a_storage_that_does_not_say_how_worn_it_is(void) {
    t.fake.wear = 95;
    t.fake.sensor_offline = true;
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(HAL_CHECK_GOOD, checks[HAL_PART_STORAGE]);
}

/* A time server has set it since: nothing to look at. */
void test_a_clock_that_had_stopped_and_was_set_since_is_good(void) {
    struct clock *usual = t.shared->clock, *repaired = NULL;
    TEST_ASSERT_EQUAL(0, clock_new(&t.fake.hal, core_utc_ms(t.core) / 1000 + 60, &repaired));
    t.shared->clock = repaired;
    clock_ntp_failed(t.shared, NTP_STATE_GOOD);
    self_test(t.core, checks);
    t.shared->clock = usual;
    clock_free(repaired);
    TEST_ASSERT_EQUAL(HAL_CHECK_GOOD, checks[HAL_PART_CLOCK]);
}

/* --- The door ------------------------------------------------------------------------------------------------------------- */

static void set_door(enum relay_mode relay, enum door_sensor sensor, bool supply) {
    static const struct actor admin = {
        .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "test"};
    struct setting_access_control values = settings_get(t.core)->values.access_control;
    values.relay = relay;
    values.sensor = sensor;
    values.supply12v = supply;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_ACCESS_CONTROL, &values));
    (void)door_look(t.core);
}

static void assert_door(enum hal_menu_result relay, enum hal_menu_result sensor, enum hal_menu_result supply) {
    (void)door_look(t.core);
    fake_hal_advance(&t.fake, 1000);
    (void)door_look(t.core);
    self_test(t.core, checks);
    TEST_ASSERT_EQUAL(relay, checks[HAL_PART_RELAY]);
    TEST_ASSERT_EQUAL(sensor, checks[HAL_PART_SENSOR]);
    TEST_ASSERT_EQUAL(supply, checks[HAL_PART_SUPPLY]);
}

void test_each_part_of_the_door(void) {
    set_door(RELAY_MODE_NONE, DOOR_SENSOR_NONE, false);
    assert_door(HAL_CHECK_NONE, HAL_CHECK_NONE, HAL_CHECK_NONE);
    set_door(RELAY_MODE_DOOR, DOOR_SENSOR_NORMALLY_OPEN, true);
    assert_door(HAL_CHECK_GOOD, HAL_CHECK_GOOD, HAL_CHECK_FAILED); /* there are no 12 V */
    t.fake.devices.door.supply = true;
    assert_door(HAL_CHECK_GOOD, HAL_CHECK_GOOD, HAL_CHECK_GOOD);
    t.fake.devices.door.online = false;
    assert_door(HAL_CHECK_FAILED, HAL_CHECK_FAILED, HAL_CHECK_FAILED);
}
