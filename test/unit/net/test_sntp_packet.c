#include "net/sntp_packet.h"

#include <string.h>

#include "unity.h"

static const uint8_t nonce[SNTP_STAMP_LEN] = {9, 8, 7, 6, 5, 4, 3, 2};
static uint8_t packet[SNTP_PACKET_LEN + 20];

/* A good answer of a server of stratum 2. */
void setUp(void) {
    memset(packet, 0, sizeof(packet));
    packet[0] = 4 << 3 | 4;
    packet[1] = 2;
    memcpy(packet + SNTP_ORIGINATE_AT, nonce, sizeof(nonce));
    sntp_packet_stamp(1790000000000, packet + 32);
    sntp_packet_stamp(1790000000001, packet + SNTP_TRANSMIT_AT);
}

void tearDown(void) {
}

static void expect(enum sntp_verdict verdict) {
    TEST_ASSERT_EQUAL(verdict, sntp_packet_judge(packet, SNTP_PACKET_LEN, nonce));
}

void test_a_request_tells_nothing_but_its_nonce(void) {
    uint8_t request[SNTP_PACKET_LEN];
    memset(request, 0xff, sizeof(request));
    sntp_packet_request(nonce, request);
    TEST_ASSERT_EQUAL_HEX8(0x23, request[0]);
    for (int i = 1; i < SNTP_TRANSMIT_AT; i++) {
        TEST_ASSERT_EQUAL(0, request[i]);
    }
    TEST_ASSERT_EQUAL_MEMORY(nonce, request + SNTP_TRANSMIT_AT, sizeof(nonce));
}

void test_a_stamp_is_seconds_since_1900_and_a_fraction(void) {
    uint8_t stamp[SNTP_STAMP_LEN];
    sntp_packet_stamp(500, stamp);
    TEST_ASSERT_EQUAL_MEMORY("\x83\xaa\x7e\x80\x80\x00\x00\x00", stamp, 8);
    sntp_packet_stamp(INT64_C(2085978496) * 1000, stamp); /* the era ends */
    TEST_ASSERT_EQUAL_MEMORY("\x00\x00\x00\x00\x00\x00\x00\x00", stamp, 8);
}

void test_an_answer_is_taken(void) {
    expect(SNTP_GOOD);
    TEST_ASSERT_EQUAL(SNTP_GOOD, sntp_packet_judge(packet, sizeof(packet), nonce)); /* with an extension */
    packet[0] = 3 << 3 | 4;
    expect(SNTP_GOOD);
}

void test_what_does_not_repeat_the_request_is_somebody_elses(void) {
    for (int i = 0; i < SNTP_STAMP_LEN * 8; i++) {
        packet[SNTP_ORIGINATE_AT + i / 8] ^= (uint8_t)(1 << i % 8);
        expect(SNTP_FOREIGN);
        packet[SNTP_ORIGINATE_AT + i / 8] ^= (uint8_t)(1 << i % 8);
    }
    for (size_t len = 0; len < SNTP_PACKET_LEN; len++) {
        TEST_ASSERT_EQUAL(SNTP_FOREIGN, sntp_packet_judge(packet, len, nonce));
    }
}

void test_a_kiss_of_death_is_known(void) {
    packet[1] = 0;
    memcpy(packet + 12, "RATE", 4);
    expect(SNTP_KISS);
}

void test_other_modes_and_versions_are_refused(void) {
    static const uint8_t bad[] = {4 << 3 | 3, 4 << 3 | 5, 4 << 3, 2 << 3 | 4, 5 << 3 | 4, 0};
    for (size_t i = 0; i < sizeof(bad); i++) {
        packet[0] = bad[i];
        expect(SNTP_UNUSABLE);
    }
}

void test_a_server_without_the_time_is_refused(void) {
    packet[0] |= 3 << 6; /* not synchronised */
    expect(SNTP_UNUSABLE);
    setUp();
    packet[1] = 16;
    expect(SNTP_UNUSABLE);
    setUp();
    packet[9] = 16; /* dispersion of 16 s */
    expect(SNTP_UNUSABLE);
    packet[9] = 15;
    expect(SNTP_GOOD);
    setUp();
    memset(packet + SNTP_TRANSMIT_AT, 0, SNTP_STAMP_LEN);
    expect(SNTP_UNUSABLE);
}

void test_a_server_that_sends_before_it_receives_or_holds_is_refused(void) {
    sntp_packet_stamp(1789999999999, packet + SNTP_TRANSMIT_AT);
    expect(SNTP_UNUSABLE);
    sntp_packet_stamp(1790000001001, packet + SNTP_TRANSMIT_AT);
    expect(SNTP_UNUSABLE);
    sntp_packet_stamp(INT64_C(2085978496) * 1000 - 1,
                      packet + 32); /* received before the era ended, sent in the next */
    sntp_packet_stamp(INT64_C(2085978496) * 1000 + 1, packet + SNTP_TRANSMIT_AT);
    expect(SNTP_GOOD);
}
