#include "store/devices/bonds.h"

#include <stdio.h>
#include <string.h>

#include "store/store.h"
#include "unity.h"

#define LOCK "00:00:00:00:00:0A"
#define READER "00:00:00:00:00:0B"

static struct store *store;
static struct store_bond list[STORE_BONDS_MAX];
static size_t count;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
}

static int put(const char *mac, const char *name, uint8_t group) {
    struct store_bond bond = {.group = group};
    (void)snprintf(bond.mac, sizeof(bond.mac), "%s", mac);
    (void)snprintf(bond.name, sizeof(bond.name), "%s", name);
    return store_bonds_put(store, &bond);
}

void test_bonds_are_listed_by_name(void) {
    TEST_ASSERT_EQUAL(0, put(LOCK, "b", 1));
    TEST_ASSERT_EQUAL(0, put(READER, "a", 16));
    TEST_ASSERT_EQUAL(0, store_bonds_list(store, list, &count));
    TEST_ASSERT_EQUAL(2, count);
    TEST_ASSERT_EQUAL_STRING(READER, list[0].mac);
    TEST_ASSERT_EQUAL(16, list[0].group);
    TEST_ASSERT_EQUAL_STRING("b", list[1].name);
}

void test_pairing_again_keeps_the_group(void) {
    TEST_ASSERT_EQUAL(0, put(LOCK, "old", 1));
    TEST_ASSERT_EQUAL(0, store_bonds_set_group(store, LOCK, 7));
    TEST_ASSERT_EQUAL(0, put(LOCK, "new", 1));
    TEST_ASSERT_EQUAL(0, store_bonds_get(store, LOCK, &list[0]));
    TEST_ASSERT_EQUAL_STRING("new", list[0].name);
    TEST_ASSERT_EQUAL(7, list[0].group);
}

void test_who_is_not_there_is_not_found(void) {
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_bonds_get(store, LOCK, &list[0]));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_bonds_set_group(store, LOCK, 7));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_bonds_delete(store, LOCK));
}

void test_there_is_a_limit(void) {
    char mac[STORE_MAC_MAX];
    for (unsigned i = 0; i < STORE_BONDS_MAX; i++) {
        (void)snprintf(mac, sizeof(mac), "00:00:00:00:01:%02X", i);
        TEST_ASSERT_EQUAL(0, put(mac, "", 0));
    }
    TEST_ASSERT_EQUAL(E_CAPACITY, put(LOCK, "", 0));
    TEST_ASSERT_EQUAL(0, put(mac, "again", 0));
    TEST_ASSERT_EQUAL(0, store_bonds_delete(store, mac));
    TEST_ASSERT_EQUAL(0, put(LOCK, "", 0));
}
