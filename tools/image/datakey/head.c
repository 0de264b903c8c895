#include "head.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define RECORD_AT 8
#define LEN_AT 12
#define SUM_AT 16
#define CONTENT_AT 20
#define COPIES 2
#define APART (HEAD_LEN / COPIES)
#define STEP \
    ((off_t)2 * HEAD_BLOCK) /* from one record to the next; a file system's superblock would stand in neither */

static const uint8_t magic[RECORD_AT] = {'p', 'o', 's', 't', 'e', 'r', 'n', '1'};

static uint32_t crc_of(uint32_t crc, const uint8_t *bytes, size_t len) {
    crc = ~crc;
    for (size_t i = 0; i < len; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ ((crc & 1U) != 0 ? 0xedb88320U : 0);
        }
    }
    return ~crc;
}

static void write_32(uint8_t *bytes, size_t number) {
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(number >> (24 - 8 * i));
    }
}

static uint32_t read_32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t sum_of(const uint8_t *block, size_t len) {
    return crc_of(crc_of(0, block, SUM_AT), block + CONTENT_AT, len);
}

void head_encode(enum head_record record, const uint8_t *content, size_t len, uint8_t ret_block[HEAD_BLOCK]) {
    memset(ret_block, 0, HEAD_BLOCK);
    memcpy(ret_block, magic, sizeof(magic));
    write_32(ret_block + RECORD_AT, record);
    write_32(ret_block + LEN_AT, len);
    memcpy(ret_block + CONTENT_AT, content, len);
    write_32(ret_block + SUM_AT, sum_of(ret_block, len));
}

int head_decode(enum head_record record, const uint8_t block[HEAD_BLOCK], uint8_t ret_content[HEAD_CONTENT_MAX]) {
    const size_t len = read_32(block + LEN_AT);
    if (memcmp(block, magic, sizeof(magic)) != 0 || read_32(block + RECORD_AT) != record || len > HEAD_CONTENT_MAX ||
        read_32(block + SUM_AT) != sum_of(block, len)) {
        return -EBADMSG;
    }
    memcpy(ret_content, block + CONTENT_AT, len);
    return (int)len;
}

static off_t place_of(enum head_record record, int copy) {
    return (off_t)copy * APART + record * STEP;
}

static int block_write(int part, off_t at, const uint8_t block[HEAD_BLOCK]) {
    const bool whole = pwrite(part, block, HEAD_BLOCK, at) == HEAD_BLOCK && fsync(part) == 0;
    return whole ? 0 : -EIO;
}

int head_write(int part, enum head_record record, const uint8_t *content, size_t len) {
    uint8_t block[HEAD_BLOCK];
    if (len > HEAD_CONTENT_MAX) {
        return -E2BIG;
    }
    head_encode(record, content, len, block);
    int r = 0;
    for (int copy = 0; copy < COPIES && r == 0; copy++) {
        r = block_write(part, place_of(record, copy), block);
    }
    return r;
}

/* What is not as the copy that was read is written again; where that fails there is still the one. */
static void copies_repair(int part, enum head_record record, const uint8_t whole[HEAD_BLOCK]) {
    for (int copy = 0; copy < COPIES; copy++) {
        uint8_t block[HEAD_BLOCK];
        const off_t at = place_of(record, copy);
        if (pread(part, block, HEAD_BLOCK, at) != HEAD_BLOCK || memcmp(block, whole, HEAD_BLOCK) != 0) {
            (void)block_write(part, at, whole);
        }
    }
}

int head_read(int part, enum head_record record, uint8_t ret_content[HEAD_CONTENT_MAX]) {
    for (int copy = 0; copy < COPIES; copy++) {
        uint8_t block[HEAD_BLOCK];
        if (pread(part, block, HEAD_BLOCK, place_of(record, copy)) != HEAD_BLOCK) {
            continue; /* a sector that cannot be read */
        }
        const int len = head_decode(record, block, ret_content);
        if (len >= 0) {
            copies_repair(part, record, block);
            return len;
        }
    }
    return -EBADMSG;
}
