#include "store/devices/authorized.h"

#include <stdio.h>
#include <string.h>

#include "store/store.h"
#include "unity.h"

#define LEFT "00:00:00:00:00:0A"
#define RIGHT "00:00:00:00:00:0B"

static struct store *store;
static struct store_authorized list[STORE_AUTHORIZED_MAX];
static size_t count;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
}

static int put(enum store_link link, const char *mac, const char *model, uint32_t machine) {
    struct store_authorized device = {.machine = machine, .route1 = 255, .route2 = 1, .authorized = true};
    (void)snprintf(device.mac, sizeof(device.mac), "%s", mac);
    (void)snprintf(device.model, sizeof(device.model), "%s", model);
    return store_authorized_put(store, link, &device);
}

void test_devices_are_listed_by_address_and_link(void) {
    TEST_ASSERT_EQUAL(0, put(STORE_LINK_WIEGAND, RIGHT, "R", UINT32_MAX));
    TEST_ASSERT_EQUAL(0, put(STORE_LINK_WIEGAND, LEFT, "", 0));
    TEST_ASSERT_EQUAL(0, put(STORE_LINK_BLUETOOTH, LEFT, "phone", 3));
    TEST_ASSERT_EQUAL(0, store_authorized_list(store, STORE_LINK_WIEGAND, list, &count));
    TEST_ASSERT_EQUAL(2, count);
    TEST_ASSERT_EQUAL_STRING(LEFT, list[0].mac);
    TEST_ASSERT_EQUAL_STRING("R", list[1].model);
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, list[1].machine);
    TEST_ASSERT_EQUAL(255, list[1].route1);
    TEST_ASSERT_EQUAL(1, list[1].route2);
    TEST_ASSERT_EQUAL(0, store_authorized_list(store, STORE_LINK_BLUETOOTH, list, &count));
    TEST_ASSERT_EQUAL(1, count);
}

/* A request never authorizes a device, and repeating it removes no authorization. */
void test_asking_leaves_the_authorization(void) {
    TEST_ASSERT_EQUAL(0, put(STORE_LINK_WIEGAND, LEFT, "old", 1));
    TEST_ASSERT_EQUAL(0, store_authorized_get(store, STORE_LINK_WIEGAND, LEFT, &list[0]));
    TEST_ASSERT_FALSE(list[0].authorized);
    TEST_ASSERT_EQUAL(0, store_authorized_set(store, STORE_LINK_WIEGAND, LEFT, true));
    TEST_ASSERT_EQUAL(0, put(STORE_LINK_WIEGAND, LEFT, "new", 2));
    TEST_ASSERT_EQUAL(0, store_authorized_get(store, STORE_LINK_WIEGAND, LEFT, &list[0]));
    TEST_ASSERT_TRUE(list[0].authorized);
    TEST_ASSERT_EQUAL_STRING("old", list[0].model); /* as it was when it was authorized */
    TEST_ASSERT_EQUAL_UINT32(1, list[0].machine);
    TEST_ASSERT_EQUAL(0, store_authorized_set(store, STORE_LINK_WIEGAND, LEFT, false));
    TEST_ASSERT_EQUAL(0, put(STORE_LINK_WIEGAND, LEFT, "new", 2));
    TEST_ASSERT_EQUAL(0, store_authorized_get(store, STORE_LINK_WIEGAND, LEFT, &list[0]));
    TEST_ASSERT_EQUAL_STRING("new", list[0].model);
}

void test_who_is_not_there_is_not_found(void) {
    TEST_ASSERT_EQUAL(0, put(STORE_LINK_WIEGAND, LEFT, "", 1));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_authorized_get(store, STORE_LINK_BLUETOOTH, LEFT, &list[0]));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_authorized_set(store, STORE_LINK_BLUETOOTH, LEFT, true));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_authorized_delete(store, STORE_LINK_WIEGAND, RIGHT));
    TEST_ASSERT_EQUAL(0, store_authorized_delete(store, STORE_LINK_WIEGAND, LEFT));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_authorized_delete(store, STORE_LINK_WIEGAND, LEFT));
}

void test_a_list_has_its_limit(void) {
    char mac[STORE_MAC_MAX];
    for (unsigned i = 0; i < STORE_AUTHORIZED_MAX; i++) {
        (void)snprintf(mac, sizeof(mac), "00:00:00:00:01:%02X", i);
        TEST_ASSERT_EQUAL(0, put(STORE_LINK_BLUETOOTH, mac, "", i));
    }
    TEST_ASSERT_EQUAL(E_CAPACITY, put(STORE_LINK_BLUETOOTH, LEFT, "", 1));
    TEST_ASSERT_EQUAL(0, put(STORE_LINK_BLUETOOTH, mac, "again", 1));
    TEST_ASSERT_EQUAL(0, put(STORE_LINK_WIEGAND, LEFT, "", 1));
    TEST_ASSERT_EQUAL(0, store_authorized_list(store, STORE_LINK_BLUETOOTH, list, &count));
    TEST_ASSERT_EQUAL(STORE_AUTHORIZED_MAX, count);
}
