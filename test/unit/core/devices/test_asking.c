/* Invented addresses do not close the list of Bluetooth devices. */
#include "core/devices/asking.h"

#include <stdio.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/devices/authorization.h"
#include "hal/link_device.h"
#include "store/devices/bonds.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct asking asking;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetBluetoothAuthorize"};

static struct hal_link_device device(unsigned number) {
    struct hal_link_device made = {.model = "M", .machine = 7};
    (void)snprintf(made.mac, sizeof(made.mac), "00:00:00:00:00:%02X", number);
    return made;
}

static int ask(unsigned number) {
    struct hal_link_device asks = device(number);
    return asking_add(t.core, &asking, &asks);
}

static bool is_listed(unsigned number) {
    struct store_authorized known;
    return store_authorized_get(t.core->store, STORE_LINK_BLUETOOTH, device(number).mac, &known) == 0;
}

static void authorize(unsigned number) {
    const struct hal_link_device named = device(number);
    const char(*macs)[STORE_MAC_MAX] = &named.mac;
    struct authorization_change change = {.link = STORE_LINK_BLUETOOTH, .macs = macs, .count = 1};
    TEST_ASSERT_EQUAL(0, authorization_set(t.core, &by, &change, true));
}

static void pass(int64_t ms) {
    atomic_fetch_add(&t.fake.mono_ms, ms);
}

/* The list is full: first 0x40, then 0x41 and so on. */
void setUp(void) {
    fixture_up(&t);
    asking = (struct asking){.count = 0};
    for (unsigned i = 0; i < STORE_AUTHORIZED_MAX; i++) {
        TEST_ASSERT_EQUAL(0, ask(0x40 + STORE_AUTHORIZED_MAX - 1 - i)); /* against the order of the addresses */
    }
}

void tearDown(void) {
    fixture_down(&t);
}

void test_the_oldest_gives_way(void) {
    TEST_ASSERT_EQUAL(0, ask(0x01));
    TEST_ASSERT_TRUE(is_listed(0x01));
    TEST_ASSERT_FALSE(is_listed(0x7F));
    TEST_ASSERT_TRUE(is_listed(0x7E));
    TEST_ASSERT_TRUE(is_listed(0x40));
    pass(ASKING_PAUSE_MS);
    TEST_ASSERT_EQUAL(0, ask(0x02));
    TEST_ASSERT_FALSE(is_listed(0x7E));
    TEST_ASSERT_TRUE(is_listed(0x01));
}

/* However many addresses somebody invents, the flash is written once in a while. */
void test_one_gives_way_at_a_time(void) {
    TEST_ASSERT_EQUAL(0, ask(0x01));
    pass(ASKING_PAUSE_MS - 1);
    TEST_ASSERT_EQUAL(E_CAPACITY, ask(0x02));
    TEST_ASSERT_FALSE(is_listed(0x02));
    TEST_ASSERT_EQUAL(0, ask(0x01)); /* who is on the list may ask */
    pass(1);
    TEST_ASSERT_EQUAL(0, ask(0x02));
}

void test_who_asks_again_is_no_younger(void) {
    TEST_ASSERT_EQUAL(0, ask(0x7F));
    TEST_ASSERT_EQUAL(0, ask(0x01));
    TEST_ASSERT_FALSE(is_listed(0x7F));
}

void test_who_is_authorized_or_paired_stays(void) {
    struct store_bond bond = {.group = 1};
    memcpy(bond.mac, device(0x7E).mac, sizeof(bond.mac));
    authorize(0x7F);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_bonds_put(t.core->store, &bond));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, ask(0x01));
    TEST_ASSERT_TRUE(is_listed(0x7F));
    TEST_ASSERT_TRUE(is_listed(0x7E));
    TEST_ASSERT_FALSE(is_listed(0x7D));
}

void test_a_list_of_authorized_devices_is_full(void) {
    for (unsigned i = 0; i < STORE_AUTHORIZED_MAX; i++) {
        authorize(0x40 + i);
    }
    TEST_ASSERT_EQUAL(E_CAPACITY, ask(0x01));
    TEST_ASSERT_TRUE(is_listed(0x7F));
}

/* Those of before the start are older than all that came since. */
void test_who_came_before_the_start_gives_way_first(void) {
    asking = (struct asking){.count = 0};
    TEST_ASSERT_EQUAL(0, ask(0x40)); /* it is noted */
    TEST_ASSERT_EQUAL(0, ask(0x01));
    TEST_ASSERT_TRUE(is_listed(0x40));
    TEST_ASSERT_FALSE(is_listed(0x41));
}

/* Between the look and the change somebody authorizes it. */
void test_who_is_authorized_meanwhile_is_not_replaced(void) {
    struct hal_link_device asks = device(0x01);
    authorize(0x7F);
    TEST_ASSERT_EQUAL(E_CAPACITY, authorization_replace(t.core, STORE_LINK_BLUETOOTH, device(0x7F).mac, &asks));
    TEST_ASSERT_TRUE(is_listed(0x7F));
    TEST_ASSERT_FALSE(is_listed(0x01));
}
