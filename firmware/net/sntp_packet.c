#include "net/sntp_packet.h"

#include <string.h>

#define EPOCH_S UINT64_C(2208988800) /* from 1900 to 1970 */

#define MODE_SERVER 4
#define VERSION_FIRST 3
#define VERSION_LAST 4
#define LEAP_UNKNOWN 3 /* the server's clock is not synchronized */
#define STRATUM_KISS 0
#define STRATUM_MAX 15 /* RFC 5905 section 7.3: 16 is unsynchronized */
#define DISPERSION_MAX_S 16 /* RFC 5905: MAXDISP */
#define HELD_MAX_S 1 /* longest processing time in the server */

#define DISPERSION_AT 8
#define RECEIVE_AT 32

static uint32_t number_at(const uint8_t *octets) {
    return (uint32_t)octets[0] << 24 | (uint32_t)octets[1] << 16 | (uint32_t)octets[2] << 8 | octets[3];
}

static uint64_t stamp_at(const uint8_t *octets) {
    return (uint64_t)number_at(octets) << 32 | number_at(octets + 4);
}

void sntp_packet_request(const uint8_t nonce[SNTP_STAMP_LEN], uint8_t ret_packet[SNTP_PACKET_LEN]) {
    memset(ret_packet, 0, SNTP_PACKET_LEN);
    ret_packet[0] = 4 << 3 | 3; /* version 4, client */
    memcpy(ret_packet + SNTP_TRANSMIT_AT, nonce, SNTP_STAMP_LEN);
}

enum sntp_verdict sntp_packet_judge(const uint8_t *packet, size_t len, const uint8_t nonce[SNTP_STAMP_LEN]) {
    if (len < SNTP_PACKET_LEN || memcmp(packet + SNTP_ORIGINATE_AT, nonce, SNTP_STAMP_LEN) != 0) {
        return SNTP_FOREIGN;
    }
    unsigned version = packet[0] >> 3 & 7u;
    if ((packet[0] & 7u) != MODE_SERVER || version < VERSION_FIRST || version > VERSION_LAST) {
        return SNTP_UNUSABLE;
    }
    if (packet[1] == STRATUM_KISS) {
        return SNTP_KISS;
    }
    /* Stamps are compared by their difference, so that the end of the era in 2036 does not matter. */
    uint64_t sent = stamp_at(packet + SNTP_TRANSMIT_AT);
    uint64_t held = sent - stamp_at(packet + RECEIVE_AT);
    if (packet[1] > STRATUM_MAX || packet[0] >> 6 == LEAP_UNKNOWN || sent == 0 || held > (uint64_t)HELD_MAX_S << 32 ||
        number_at(packet + DISPERSION_AT) >> 16 >= DISPERSION_MAX_S) {
        return SNTP_UNUSABLE;
    }
    return SNTP_GOOD;
}

void sntp_packet_stamp(int64_t ms, uint8_t ret_stamp[SNTP_STAMP_LEN]) {
    uint64_t seconds = (uint64_t)(ms / 1000) + EPOCH_S;
    uint64_t fraction = ((uint64_t)(ms % 1000) << 32) / 1000;
    uint64_t stamp = seconds << 32 | fraction;
    for (int i = 0; i < SNTP_STAMP_LEN; i++) {
        ret_stamp[i] = (uint8_t)(stamp >> (56 - 8 * i));
    }
}
