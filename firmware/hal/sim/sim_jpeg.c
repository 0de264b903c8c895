/* See sim_jpeg.h. All codes of a table have the same length: the symbol's index. */
#include "hal/sim/sim_jpeg.h"

#include <math.h>
#include <stdlib.h>

#define QUANTUM 10 /* of all frequencies */
#define DC_CODES 12 /* of 4 bits */
#define AC_CODES 162 /* of 8 bits */

static const uint8_t zigzag[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                   12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                   35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                   58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

struct jpeg {
    struct buf *out;
    uint32_t bits; /* waiting for a whole byte */
    int bit_count;
    int last_dc;
};

static void put_octet(struct jpeg *jpeg, unsigned octet) {
    buf_append_char(jpeg->out, (char)octet);
}

static void put_octets(struct jpeg *jpeg, const uint8_t *octets, size_t len) {
    buf_append(jpeg->out, octets, len);
}

static void put_bits(struct jpeg *jpeg, unsigned bits, int count) {
    jpeg->bits = (jpeg->bits << count) | bits;
    jpeg->bit_count += count;
    while (jpeg->bit_count >= 8) {
        unsigned octet = (jpeg->bits >> (jpeg->bit_count - 8)) & 0xFF;
        put_octet(jpeg, octet);
        if (octet == 0xFF) {
            put_octet(jpeg, 0); /* byte stuffing */
        }
        jpeg->bit_count -= 8;
    }
}

/* Returns the number of bits of a number, without its sign. */
static int bits_of(int number) {
    int count = 0;
    for (int rest = abs(number); rest > 0; rest >>= 1) {
        count++;
    }
    return count;
}

/* Writes the number after its code; negative ones are decremented, without the leading bit. */
static void put_number(struct jpeg *jpeg, int number, int count) {
    int bits = number < 0 ? number - 1 : number;
    put_bits(jpeg, (unsigned)bits & ((1U << count) - 1), count);
}

/* Returns the index of the symbol (zeros before it, bits of the number) in the table: end of block, 16 zeros, then all
 * others. */
static unsigned ac_code(int zeros, int count) {
    return 2 + (unsigned)(zeros * 10 + count - 1);
}

/* Computes the quantized frequencies of a block. */
static void block_transform(const uint8_t *grey, unsigned width, int ret_quanta[64]) {
    double cosines[8][8];
    double rows[8][8];
    for (int u = 0; u < 8; u++) {
        for (int x = 0; x < 8; x++) {
            cosines[u][x] = cos((2 * x + 1) * u * M_PI / 16) * (u == 0 ? sqrt(0.125) : 0.5);
        }
    }
    for (int y = 0; y < 8; y++) {
        for (int u = 0; u < 8; u++) {
            rows[y][u] = 0;
            for (int x = 0; x < 8; x++) {
                rows[y][u] += (grey[(size_t)y * width + (size_t)x] - 128) * cosines[u][x];
            }
        }
    }
    for (int v = 0; v < 8; v++) {
        for (int u = 0; u < 8; u++) {
            double sum = 0;
            for (int y = 0; y < 8; y++) {
                sum += rows[y][u] * cosines[v][y];
            }
            ret_quanta[v * 8 + u] = (int)lround(sum / QUANTUM);
        }
    }
}

static void put_block(struct jpeg *jpeg, const int quanta[64]) {
    int difference = quanta[0] - jpeg->last_dc;
    int count = bits_of(difference);
    jpeg->last_dc = quanta[0];
    put_bits(jpeg, (unsigned)count, 4);
    put_number(jpeg, difference, count);
    int zeros = 0;
    for (int at = 1; at < 64; at++) {
        int number = quanta[zigzag[at]];
        if (number == 0) {
            zeros++;
            continue;
        }
        for (; zeros > 15; zeros -= 16) {
            put_bits(jpeg, 1, 8);
        }
        count = bits_of(number);
        put_bits(jpeg, ac_code(zeros, count), 8);
        put_number(jpeg, number, count);
        zeros = 0;
    }
    if (zeros > 0) {
        put_bits(jpeg, 0, 8);
    }
}

/* Writes the start of a code table: the number of codes of each length (1 to 16 bits), then the symbols follow. */
static void put_table_head(struct jpeg *jpeg, unsigned id, unsigned length, unsigned count) {
    put_octet(jpeg, id);
    for (unsigned bits = 1; bits <= 16; bits++) {
        put_octet(jpeg, bits == length ? count : 0);
    }
}

static void put_tables(struct jpeg *jpeg) {
    static const uint8_t quanta_head[] = {0xFF, 0xDB, 0, 67, 0};
    unsigned len = 2 + 17 + DC_CODES + 17 + AC_CODES;
    put_octets(jpeg, quanta_head, sizeof(quanta_head));
    for (int i = 0; i < 64; i++) {
        put_octet(jpeg, QUANTUM);
    }
    const uint8_t codes_head[] = {0xFF, 0xC4, (uint8_t)(len >> 8), (uint8_t)len};
    put_octets(jpeg, codes_head, sizeof(codes_head));
    put_table_head(jpeg, 0x00, 4, DC_CODES);
    for (unsigned symbol = 0; symbol < DC_CODES; symbol++) {
        put_octet(jpeg, symbol);
    }
    put_table_head(jpeg, 0x10, 8, AC_CODES);
    put_octet(jpeg, 0x00);
    put_octet(jpeg, 0xF0);
    for (unsigned zeros = 0; zeros < 16; zeros++) {
        for (unsigned count = 1; count <= 10; count++) {
            put_octet(jpeg, zeros << 4 | count);
        }
    }
}

void jpeg_write(const uint8_t *grey, unsigned width, unsigned height, struct buf *ret_jpeg) {
    static const uint8_t start[] = {0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0};
    static const uint8_t scan[] = {0xFF, 0xDA, 0, 8, 1, 1, 0x00, 0, 63, 0};
    const uint8_t frame[] = {
        0xFF,           0xC0, 0, 11,   8, (uint8_t)(height >> 8), (uint8_t)height, (uint8_t)(width >> 8),
        (uint8_t)width, 1,    1, 0x11, 0};
    static const uint8_t end[] = {0xFF, 0xD9};
    struct jpeg jpeg = {.out = ret_jpeg};
    put_octets(&jpeg, start, sizeof(start));
    put_tables(&jpeg);
    put_octets(&jpeg, frame, sizeof(frame));
    put_octets(&jpeg, scan, sizeof(scan));
    for (unsigned y = 0; y < height; y += 8) {
        for (unsigned x = 0; x < width; x += 8) {
            int quanta[64];
            block_transform(grey + (size_t)y * width + x, width, quanta);
            put_block(&jpeg, quanta);
        }
    }
    put_bits(&jpeg, 0x7F, 7); /* pads the last byte with ones */
    put_octets(&jpeg, end, sizeof(end));
}
