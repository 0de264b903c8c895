#include "core/base/actor.h"
#include "core/devices/bluetooth.h"

#include <stdio.h>
#include <string.h>

#include "core/base/audit.h"
#include "core/devices/authorization.h"
#include "core/settings/settings.h"
#include "setting_hooks.h"
#include "store/devices/bonds.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

#define LOCK "00:00:00:00:00:0A"
#define READER "00:00:00:00:00:0B"

static struct fixture t;
static struct fake_devices *fake;
static struct arena arena;
static struct bluetooth_devices found;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetBluetoothParam"};

static int switch_client(bool on) {
    struct setting_bluetooth_param values = {.client_on = on};
    struct settings_change change = {
        .page = SETTING_PAGE_BLUETOOTH_PARAM, .values = &values, .given = SETTING_BLUETOOTH_PARAM_CLIENT_ON};
    struct settings_result result;
    return settings_save(t.core, &by, &change, &result);
}

static void hear(const char *mac, const char *name, int32_t signal_dbm) {
    struct hal_bluetooth_device *device = &fake->heard[fake->heard_count++];
    (void)snprintf(device->mac, sizeof(device->mac), "%s", mac);
    (void)snprintf(device->name, sizeof(device->name), "%s", name);
    device->signal_dbm = signal_dbm;
}

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, (size_t)256 * 1024);
    fake = &t.fake.devices;
    TEST_ASSERT_EQUAL(0, switch_client(true));
    hear(LOCK, "Lock", -70);
    hear(READER, "Rea\nder", -50);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static void pair(const char *mac, const char *name) {
    fake_devices_pair(fake, mac, name);
    TEST_ASSERT_TRUE(bluetooth_due_ms(t.core) <= (int64_t)atomic_load(&t.fake.mono_ms));
    bluetooth_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, fake->event_count);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, bluetooth_due_ms(t.core));
}

static size_t paired(void) {
    TEST_ASSERT_EQUAL(0, bluetooth_paired(t.core, &arena, &found));
    return found.count;
}

void test_the_radio_is_told_what_is_set(void) {
    TEST_ASSERT_TRUE(fake->client);
    TEST_ASSERT_FALSE(fake->server);
    pair(LOCK, "Lock");
    TEST_ASSERT_EQUAL(0, switch_client(false));
    TEST_ASSERT_FALSE(fake->client);
    TEST_ASSERT_EQUAL(1, fake->bond_count);
    TEST_ASSERT_EQUAL_STRING(LOCK, fake->bond);
}

void test_a_silent_radio_keeps_the_old_setting(void) {
    fake->radio_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, switch_client(false));
    TEST_ASSERT_TRUE(settings_get(t.core)->values.bluetooth_param.client_on);
}

void test_found_devices_come_strongest_first(void) {
    TEST_ASSERT_EQUAL(0, bluetooth_search(t.core));
    TEST_ASSERT_EQUAL(0, bluetooth_found(t.core, &arena, &found));
    TEST_ASSERT_EQUAL(2, found.count);
    TEST_ASSERT_EQUAL_STRING(READER, found.list[0].mac);
    TEST_ASSERT_EQUAL_STRING("", found.list[0].name); /* not clean */
    TEST_ASSERT_EQUAL(-70, found.list[1].signal_dbm);
    TEST_ASSERT_FALSE(found.list[1].paired);
}

void test_nothing_goes_on_while_it_is_off(void) {
    TEST_ASSERT_EQUAL(0, switch_client(false));
    TEST_ASSERT_EQUAL(E_SWITCHED_OFF, bluetooth_search(t.core));
    TEST_ASSERT_EQUAL(E_SWITCHED_OFF, bluetooth_found(t.core, &arena, &found));
    TEST_ASSERT_EQUAL(E_SWITCHED_OFF, bluetooth_connect(t.core, &by, LOCK));
}

void test_a_pairing_that_succeeded_is_kept(void) {
    TEST_ASSERT_EQUAL(0, bluetooth_connect(t.core, &by, LOCK));
    TEST_ASSERT_EQUAL_STRING(LOCK, fake->connecting);
    TEST_ASSERT_EQUAL(0, paired());
    pair(LOCK, "Lock");
    TEST_ASSERT_EQUAL(1, paired());
    TEST_ASSERT_EQUAL_STRING("Lock", found.list[0].name);
    TEST_ASSERT_EQUAL(BLUETOOTH_GROUP_DEFAULT, found.list[0].group);
    TEST_ASSERT_EQUAL(-70, found.list[0].signal_dbm);
    TEST_ASSERT_EQUAL(0, bluetooth_set_group(t.core, &by, LOCK, 16));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(1, paired());
    TEST_ASSERT_EQUAL(16, found.list[0].group);
    TEST_ASSERT_EQUAL(0, found.list[0].signal_dbm);
}

void test_who_is_neither_heard_nor_paired_is_not_found(void) {
    TEST_ASSERT_EQUAL(E_NOTFOUND, bluetooth_connect(t.core, &by, "00:00:00:00:00:0C"));
    fake->radio_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, bluetooth_connect(t.core, &by, "00:00:00:00:00:0C"));
    fake->radio_offline = false;
    TEST_ASSERT_EQUAL(E_NOTFOUND, bluetooth_forget(t.core, &by, LOCK));
    TEST_ASSERT_EQUAL(E_NOTFOUND, bluetooth_set_group(t.core, &by, LOCK, 3));
    pair(LOCK, "Lock");
    fake->heard_count = 0;
    TEST_ASSERT_EQUAL(0, bluetooth_connect(t.core, &by, LOCK));
}

void test_forgetting(void) {
    pair(LOCK, "Lock");
    fake->radio_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, bluetooth_forget(t.core, &by, LOCK));
    TEST_ASSERT_EQUAL(1, paired());
    fake->radio_offline = false;
    TEST_ASSERT_EQUAL(0, bluetooth_forget(t.core, &by, LOCK));
    TEST_ASSERT_EQUAL_STRING(LOCK, fake->forgotten);
    TEST_ASSERT_EQUAL(0, paired());
}

void test_an_attempt_can_be_given_up(void) {
    (void)snprintf(fake->state.peer, sizeof(fake->state.peer), "%s", LOCK);
    fake->state.phase = BLUETOOTH_PHASE_CONNECTING;
    TEST_ASSERT_EQUAL(0, bluetooth_forget(t.core, &by, LOCK));
    TEST_ASSERT_EQUAL_STRING(LOCK, fake->forgotten);
}

void test_a_phone_that_asks_is_listed(void) {
    struct store_authorized device;
    fake_devices_ask(fake, LOCK, "Phone");
    bluetooth_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, fake->event_count);
    TEST_ASSERT_EQUAL(0, store_authorized_get(t.core->store, STORE_LINK_BLUETOOTH, LOCK, &device));
    TEST_ASSERT_EQUAL_STRING("Phone", device.model);
    TEST_ASSERT_FALSE(device.authorized);
}

/* One more than fits is forgotten by the radio too, or it would be paired with somebody nobody sees. */
void test_no_more_than_fit_are_paired(void) {
    struct store_bond bond = {.mac = "00:00:00:00:01:00"};
    for (unsigned i = 0; i < STORE_BONDS_MAX; i++) {
        bond.mac[15] = "0123456789ABCDEF"[i / 16];
        bond.mac[16] = "0123456789ABCDEF"[i % 16];
        TEST_ASSERT_EQUAL(0, store_bonds_put(t.core->store, &bond));
    }
    TEST_ASSERT_EQUAL(E_CAPACITY, bluetooth_connect(t.core, &by, LOCK));
    fake_devices_pair(fake, LOCK, "Lock");
    fake->radio_offline = true;
    bluetooth_upkeep(t.core);
    TEST_ASSERT_EQUAL(1, fake->event_count); /* until the radio has forgotten it */
    TEST_ASSERT_EQUAL_INT64((int64_t)atomic_load(&t.fake.mono_ms) + 2000, bluetooth_due_ms(t.core));
    fake->radio_offline = false;
    bluetooth_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, fake->event_count);
    TEST_ASSERT_EQUAL_STRING(LOCK, fake->forgotten);
    TEST_ASSERT_EQUAL(STORE_BONDS_MAX, paired());
}

/* At the start it did not answer: it is told again until it does. */
void test_a_radio_that_comes_later_is_told_what_is_set(void) {
    pair(LOCK, "Lock");
    fixture_restart(&t);
    TEST_ASSERT_FALSE(fake->client);
    fake->radio_offline = true;
    bluetooth_upkeep(t.core);
    int64_t now_ms = (int64_t)atomic_load(&t.fake.mono_ms);
    TEST_ASSERT_TRUE(bluetooth_due_ms(t.core) > now_ms);
    fake->radio_offline = false;
    bluetooth_upkeep(t.core);
    TEST_ASSERT_TRUE(fake->client);
    TEST_ASSERT_EQUAL_STRING(LOCK, fake->bond);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, bluetooth_due_ms(t.core));
}
