/* See sim_octets.h. */
#include "hal/sim/sim_octets.h"

void octets_put16(uint8_t *at, uint16_t number) {
    at[0] = (uint8_t)(number >> 8);
    at[1] = (uint8_t)number;
}

uint16_t octets_get16(const uint8_t *at) {
    return (uint16_t)((at[0] << 8) | at[1]);
}

void octets_put32(uint8_t *at, uint32_t number) {
    octets_put16(at, (uint16_t)(number >> 16));
    octets_put16(at + 2, (uint16_t)number);
}

uint32_t octets_get32(const uint8_t *at) {
    return ((uint32_t)octets_get16(at) << 16) | octets_get16(at + 2);
}

uint16_t octets_crc16_on(uint16_t crc, const void *data, size_t len) {
    static const uint16_t halves[16] = {0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
                                        0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF};
    const uint8_t *octets = data;
    unsigned sum = crc;
    for (size_t i = 0; i < len; i++) {
        sum = ((sum << 4) ^ halves[((sum >> 12) ^ (octets[i] >> 4)) & 15]) & 0xFFFF;
        sum = ((sum << 4) ^ halves[((sum >> 12) ^ octets[i]) & 15]) & 0xFFFF;
    }
    return (uint16_t)sum;
}

uint16_t octets_crc16(const void *data, size_t len) {
    return octets_crc16_on(0xFFFF, data, len);
}
