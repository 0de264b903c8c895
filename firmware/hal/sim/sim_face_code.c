/* See sim_face_code.h. */
#include "hal/sim/sim_face_code.h"

#include <math.h>
#include <string.h>

#include "hal/sim/sim_octets.h"
#include "util/err.h"

#define SCALE 16384.0 /* of the numbers in a template: those of a face are below 1 */
#define SAID_HEAD 2 /* bytes before the numbers */
#define TEMPLATE_VERSION 1

static const uint8_t template_mark[4] = {'P', 'V', TEMPLATE_VERSION, 0};

int face_code_read(const uint8_t *data, size_t len, unsigned *ret_faces, unsigned *ret_quality,
                   uint8_t ret_template[FACE_TEMPLATE_LEN]) {
    if (len < SAID_HEAD || data[1] > 100 || len != SAID_HEAD + (data[0] == 1 ? (size_t)4 * FACE_NUMBERS : 0)) {
        return E_FORMAT;
    }
    memcpy(ret_template, template_mark, sizeof(template_mark));
    for (size_t i = 0; data[0] == 1 && i < FACE_NUMBERS; i++) {
        uint32_t octets = octets_get32(data + SAID_HEAD + i * 4);
        float number = 0;
        memcpy(&number, &octets, sizeof(number));
        if (!(fabsf(number) < 1)) {
            return E_FORMAT;
        }
        octets_put16(ret_template + sizeof(template_mark) + i * 2, (uint16_t)(int16_t)lround(number * SCALE));
    }
    octets_put16(ret_template + FACE_TEMPLATE_LEN - 2, octets_crc16(ret_template, FACE_TEMPLATE_LEN - 2));
    *ret_faces = data[0];
    *ret_quality = data[1];
    return 0;
}

int face_code_check(const void *data, size_t len) {
    const uint8_t *octets = data;
    return len == FACE_TEMPLATE_LEN && memcmp(octets, template_mark, sizeof(template_mark)) == 0 &&
                   octets_get16(octets + len - 2) == octets_crc16(octets, len - 2)
               ? 0
               : E_FORMAT;
}

unsigned face_code_likeness(const uint8_t *a, const uint8_t *b) {
    double sum = 0;
    for (size_t i = 0; i < FACE_NUMBERS; i++) {
        size_t at = sizeof(template_mark) + i * 2;
        double difference = (int16_t)octets_get16(a + at) - (int16_t)octets_get16(b + at);
        sum += difference * difference;
    }
    double likeness = 1000 - 800 * sqrt(sum) / SCALE;
    return likeness > 0 ? (unsigned)likeness : 0;
}
