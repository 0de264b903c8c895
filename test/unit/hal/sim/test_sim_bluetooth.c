/* The simulated radio: its bonds. */
#include <string.h>

#include "hal/hal.h"
#include "sim_world.h"
#include "unity.h"
#include "util/err.h"

#define LOCK "A4:C1:38:5E:10:0B"

static struct hal *hal;
static const struct hal_bluetooth *radio;
static const struct hal_bluetooth_config both_on = {.server = true, .client = true};

void setUp(void) {
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.bench = NULL}, &hal));
    radio = &hal->bluetooth;
    TEST_ASSERT_EQUAL(0, radio->apply(radio->ctx, &both_on));
    TEST_ASSERT_EQUAL(0, radio->search(radio->ctx));
    sim_world_advance(hal, HAL_BLUETOOTH_SEARCH_MS);
}

void tearDown(void) {
    hal_free(hal);
}

static bool is_connected(const char *mac) {
    struct hal_bluetooth_device devices[HAL_BLUETOOTH_DEVICES_MAX];
    size_t count = radio->devices(radio->ctx, devices, HAL_BLUETOOTH_DEVICES_MAX);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(devices[i].mac, mac) == 0) {
            return devices[i].connected;
        }
    }
    return false;
}

/* Saving settings before the terminal has stored a pairing does not end the pairing. */
void test_a_pairing_that_nobody_has_taken_yet_stays(void) {
    struct hal_bluetooth_event event;
    TEST_ASSERT_EQUAL(0, radio->connect(radio->ctx, LOCK));
    sim_world_advance(hal, HAL_BLUETOOTH_CONNECT_MAX_MS);
    TEST_ASSERT_TRUE(is_connected(LOCK));
    TEST_ASSERT_EQUAL(0, radio->apply(radio->ctx, &both_on));
    TEST_ASSERT_TRUE(is_connected(LOCK));
    TEST_ASSERT_EQUAL(0, radio->event(radio->ctx, &event));
    radio->event_done(radio->ctx, event.number);
    TEST_ASSERT_EQUAL(0, radio->apply(radio->ctx, &both_on));
    TEST_ASSERT_FALSE(is_connected(LOCK));
}
