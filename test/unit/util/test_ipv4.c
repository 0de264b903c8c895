/* IPv4 addresses and masks. */
#include "util/ipv4.h"

#include "unity.h"
#include "util/err.h"

void setUp(void) {
}

void tearDown(void) {
}

void test_an_address_is_read_and_written(void) {
    uint32_t address = 0;
    char text[IPV4_TEXT_MAX];
    TEST_ASSERT_EQUAL(0, ipv4_parse("192.168.1.2", &address));
    TEST_ASSERT_EQUAL_HEX32(0xC0A80102, address);
    ipv4_format(address, false, text);
    TEST_ASSERT_EQUAL_STRING("192.168.1.2", text);
    TEST_ASSERT_EQUAL(0, ipv4_parse("255.255.255.255", &address));
    TEST_ASSERT_EQUAL_HEX32(0xFFFFFFFF, address);
    TEST_ASSERT_EQUAL(0, ipv4_parse("0.0.0.0", &address));
    TEST_ASSERT_EQUAL_HEX32(0, address);
    ipv4_format(0, false, text);
    TEST_ASSERT_EQUAL_STRING("0.0.0.0", text);
    ipv4_format(0, true, text);
    TEST_ASSERT_EQUAL_STRING("", text);
}

void test_what_others_read_differently_is_none(void) {
    static const char *const bad[] = {"",         "1",        "1.2.3",     "1.2.3.4.5", "1.2.3.256",
                                      "01.2.3.4", "1.2.3.04", "1.2.3.4 ",  " 1.2.3.4",  "1..3.4",
                                      "1.2.3.",   ".1.2.3",   "1.2.3.-4",  "0x1.2.3.4", "1.2.3.4000",
                                      "a.b.c.d",  "1,2,3,4",  "1.2.3.4\n", "00.0.0.0",  "4294967296.0.0.0"};
    uint32_t address = 7;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_FORMAT, ipv4_parse(bad[i], &address), bad[i]);
    }
    TEST_ASSERT_EQUAL(7, address);
}

void test_a_mask_is_one_bits_with_room_for_two_hosts(void) {
    for (unsigned bits = 1; bits <= 30; bits++) {
        TEST_ASSERT_TRUE(ipv4_mask_is_valid(0xFFFFFFFFu << (32 - bits)));
    }
    TEST_ASSERT_FALSE(ipv4_mask_is_valid(0));
    TEST_ASSERT_FALSE(ipv4_mask_is_valid(0xFFFFFFFF));
    TEST_ASSERT_FALSE(ipv4_mask_is_valid(0xFFFFFFFE));
    TEST_ASSERT_FALSE(ipv4_mask_is_valid(0xFF00FF00));
    TEST_ASSERT_FALSE(ipv4_mask_is_valid(0x00FFFFFF));
}

void test_a_host_is_neither_network_nor_broadcast(void) {
    TEST_ASSERT_TRUE(ipv4_is_host(0xC0A80101, 0xFFFFFF00));
    TEST_ASSERT_FALSE(ipv4_is_host(0xC0A80100, 0xFFFFFF00));
    TEST_ASSERT_FALSE(ipv4_is_host(0xC0A801FF, 0xFFFFFF00));
    TEST_ASSERT_TRUE(ipv4_is_host(0xC0A801FF, 0xFFFF0000));
    TEST_ASSERT_FALSE(ipv4_is_host(0x7F000001, 0xFF000000));
    TEST_ASSERT_FALSE(ipv4_is_unicast(0x00000001));
    TEST_ASSERT_FALSE(ipv4_is_unicast(0xE0000001));
    TEST_ASSERT_FALSE(ipv4_is_unicast(0xFFFFFFFF));
    TEST_ASSERT_TRUE(ipv4_is_unicast(0x0A000001));
}
