/* What the terminal's self-test says of each part, whole and broken. */
#include "core/machine/self_test.h"

#include <stddef.h>

#include "core/time/clock.h"
#include "core/users/credentials.h"
#include "hal/hal.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;
static enum hal_menu_result checks[HAL_PARTS];

void setUp(void) {
    static const uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN];
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
