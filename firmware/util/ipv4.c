#include "util/ipv4.h"

#include <stdio.h>

int ipv4_parse(const char *text, uint32_t *ret_address) {
    uint32_t address = 0;
    for (int part = 0; part < 4; part++) {
        unsigned value = 0;
        int digits = 0;
        while (*text >= '0' && *text <= '9') {
            if (digits > 0 && value == 0) {
                return E_FORMAT;
            }
            value = value * 10 + (unsigned)(*text++ - '0');
            if (++digits > 3) {
                return E_FORMAT;
            }
        }
        if (digits == 0 || value > 255 || *text != (part < 3 ? '.' : '\0')) {
            return E_FORMAT;
        }
        address = address << 8 | value;
        text += part < 3 ? 1 : 0;
    }
    *ret_address = address;
    return 0;
}

void ipv4_format(uint32_t address, bool zero_is_empty, char ret_text[IPV4_TEXT_MAX]) {
    if (address == 0 && zero_is_empty) {
        ret_text[0] = '\0';
        return;
    }
    (void)snprintf(ret_text, IPV4_TEXT_MAX, "%u.%u.%u.%u", address >> 24, (address >> 16) & 255, (address >> 8) & 255,
                   address & 255);
}

bool ipv4_mask_is_valid(uint32_t mask) {
    uint32_t hosts = ~mask;
    return mask != 0 && (hosts & (hosts + 1)) == 0 && hosts >= 3;
}

bool ipv4_is_unicast(uint32_t address) {
    uint32_t first = address >> 24;
    return first != 0 && first != 127 && first < 224;
}

bool ipv4_is_host(uint32_t address, uint32_t mask) {
    uint32_t host = address & ~mask;
    return ipv4_is_unicast(address) && host != 0 && host != ~mask;
}
