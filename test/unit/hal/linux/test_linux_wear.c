/* Wear reported by an eMMC. */
#include "hal/linux/linux_wear.h"

#include "hal/health.h"
#include "unity.h"

static unsigned percent;

void setUp(void) {
}

void tearDown(void) {
}

void test_the_worse_of_both_counts(void) {
    TEST_ASSERT_EQUAL(0, linux_wear_read("0x01 0x01\n", &percent));
    TEST_ASSERT_EQUAL(10, percent);
    TEST_ASSERT_EQUAL(0, linux_wear_read("0x02 0x09\n", &percent));
    TEST_ASSERT_EQUAL(90, percent);
    TEST_ASSERT_EQUAL(0, linux_wear_read("0x0a 0x00\n", &percent));
    TEST_ASSERT_EQUAL(100, percent);
    TEST_ASSERT_EQUAL(0, linux_wear_read("0x01 0x0b\n", &percent));
    TEST_ASSERT_EQUAL(HAL_WEAR_BEYOND, percent);
}

void test_what_says_nothing_says_nothing(void) {
    TEST_ASSERT_EQUAL(E_OFFLINE, linux_wear_read("0x00 0x00\n", &percent));
    TEST_ASSERT_EQUAL(E_OFFLINE, linux_wear_read("", &percent));
    TEST_ASSERT_EQUAL(E_OFFLINE, linux_wear_read("0x01", &percent));
    TEST_ASSERT_EQUAL(E_OFFLINE, linux_wear_read("0x0c 0x01", &percent));
}
