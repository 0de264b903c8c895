/* Which module is in sync with the store. */
#include <string.h>

#include "store/devices/module.h"
#include "store/store.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

static void put(enum factor factor, int byte) {
    uint8_t serial[STORE_MODULE_SERIAL_LEN];
    memset(serial, byte, sizeof(serial));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_module_put(t.core->store, factor, serial));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static void is_known(enum factor factor, int byte) {
    uint8_t expected[STORE_MODULE_SERIAL_LEN], serial[STORE_MODULE_SERIAL_LEN];
    memset(expected, byte, sizeof(expected));
    TEST_ASSERT_EQUAL(0, store_module_get(t.core->store, factor, serial));
    TEST_ASSERT_EQUAL_MEMORY(expected, serial, sizeof(serial));
}

void test_each_factor_has_its_own(void) {
    uint8_t serial[STORE_MODULE_SERIAL_LEN];
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_module_get(t.core->store, FACTOR_FINGER, serial));
    put(FACTOR_FINGER, 1);
    put(FACTOR_FACE, 2);
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_module_get(t.core->store, FACTOR_IRIS, serial));
    put(FACTOR_FINGER, 3);
    is_known(FACTOR_FINGER, 3);
    is_known(FACTOR_FACE, 2);
}

void test_all_are_forgotten(void) {
    uint8_t serial[STORE_MODULE_SERIAL_LEN];
    put(FACTOR_FINGER, 1);
    put(FACTOR_IRIS, 2);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_module_forget(t.core->store));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_module_get(t.core->store, FACTOR_FINGER, serial));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_module_get(t.core->store, FACTOR_IRIS, serial));
}
