#include "core/base/sn_key.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define KEY_OCTETS 10 /* with the CRC */
#define GROUP 5 /* characters of a group with the following - */

static uint16_t sn_key_crc(const uint8_t *data, size_t len) {
    uint16_t crc = 0xFFFF;
    for (size_t i = 0; i < len; i++) {
        crc ^= (uint16_t)(data[i] << 8);
        for (int bit = 0; bit < 8; bit++) {
            crc = (uint16_t)((crc & 0x8000) != 0 ? (unsigned)crc << 1 ^ 0x1021u : (unsigned)crc << 1);
        }
    }
    return crc;
}

static unsigned hex_value(char digit) {
    return digit <= '9' ? (unsigned)(digit - '0') : (unsigned)(digit - 'A' + 10);
}

int sn_key_read(const char *text, char ret_key[SN_KEY_LEN + 1]) {
    uint8_t octets[KEY_OCTETS] = {0};
    size_t digits = 0;
    if (strlen(text) != SN_KEY_LEN) {
        return E_SN_KEY;
    }
    for (size_t i = 0; i < SN_KEY_LEN; i++) {
        bool is_gap = i % GROUP == GROUP - 1;
        if (is_gap ? text[i] != '-' : isxdigit((unsigned char)text[i]) == 0) {
            return E_SN_KEY;
        }
        ret_key[i] = (char)toupper((unsigned char)text[i]);
        if (!is_gap) {
            octets[digits / 2] = (uint8_t)((unsigned)octets[digits / 2] << 4 | hex_value(ret_key[i]));
            digits++;
        }
    }
    ret_key[SN_KEY_LEN] = '\0';
    uint16_t crc = sn_key_crc(octets, KEY_OCTETS - 2);
    return octets[8] == crc >> 8 && octets[9] == (crc & 0xFF) ? 0 : E_SN_KEY;
}
