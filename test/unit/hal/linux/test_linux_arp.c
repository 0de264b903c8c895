/* ARP packets: requests, and which received packets show that an address is in use. */
#include "hal/linux/linux_arp.h"

#include <string.h>

#include "unity.h"

#define WHOM 0xC0A80105

static const struct linux_arp_asker probing = {.index = 1, .mac = {2, 0, 0, 0, 0, 1}};
static const struct linux_arp_asker asking = {.index = 1, .mac = {2, 0, 0, 0, 0, 1}, .address = 0xC0A80107};
static const struct linux_arp_asker other = {.index = 1, .mac = {2, 0, 0, 0, 0, 9}, .address = WHOM};
static uint8_t packet[LINUX_ARP_LEN];

void setUp(void) {
}

void tearDown(void) {
}

void test_a_probe_is_one_of_rfc_5227(void) {
    static const uint8_t wanted[LINUX_ARP_LEN] = {0, 1, 8, 0, 6, 4, 0, 1, 2, 0, 0,   0,   0, 1,
                                                  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 192, 168, 1, 5};
    linux_arp_write(&probing, WHOM, packet);
    TEST_ASSERT_EQUAL_HEX8_ARRAY(wanted, packet, LINUX_ARP_LEN);
}

void test_who_has_the_address_says_so_by_whatever_it_sends(void) {
    linux_arp_write(&other, 0xC0A80101, packet);
    TEST_ASSERT_TRUE(linux_arp_tells(packet, LINUX_ARP_LEN, &probing, WHOM));
    packet[7] = 2; /* an answer */
    TEST_ASSERT_TRUE(linux_arp_tells(packet, LINUX_ARP_LEN, &asking, WHOM));
    TEST_ASSERT_FALSE(linux_arp_tells(packet, LINUX_ARP_LEN, &asking, WHOM + 1));
}

void test_own_packets_and_others_questions_say_nothing(void) {
    linux_arp_write(&(struct linux_arp_asker){.mac = {2, 0, 0, 0, 0, 1}, .address = WHOM}, WHOM, packet);
    TEST_ASSERT_FALSE(linux_arp_tells(packet, LINUX_ARP_LEN, &probing, WHOM));
    linux_arp_write(&(struct linux_arp_asker){.mac = {2, 0, 0, 0, 0, 9}, .address = 0xC0A80101}, WHOM, packet);
    TEST_ASSERT_FALSE(linux_arp_tells(packet, LINUX_ARP_LEN, &probing, WHOM));
}

void test_two_that_probe_at_once_are_a_conflict(void) {
    linux_arp_write(&(struct linux_arp_asker){.mac = {2, 0, 0, 0, 0, 9}}, WHOM, packet);
    TEST_ASSERT_TRUE(linux_arp_tells(packet, LINUX_ARP_LEN, &probing, WHOM));
    TEST_ASSERT_FALSE(
        linux_arp_tells(packet, LINUX_ARP_LEN, &asking, WHOM)); /* a host that asks for a gateway has an address */
}

void test_what_is_no_packet_of_ethernet_and_ipv4_says_nothing(void) {
    linux_arp_write(&other, WHOM, packet);
    TEST_ASSERT_TRUE(linux_arp_tells(packet, LINUX_ARP_LEN, &probing, WHOM));
    TEST_ASSERT_FALSE(linux_arp_tells(packet, LINUX_ARP_LEN - 1, &probing, WHOM));
    for (size_t i = 0; i < 7; i++) {
        packet[i] ^= 0x40;
        TEST_ASSERT_FALSE(linux_arp_tells(packet, LINUX_ARP_LEN, &probing, WHOM));
        packet[i] ^= 0x40;
    }
}
