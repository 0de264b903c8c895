#include "archive.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "unity.h"

#define END_OCTETS 22
#define CENTRAL_OCTETS 46
#define LOCAL_OCTETS 30

static uint32_t number_at(const struct buf *archive, size_t at, unsigned octets) {
    uint32_t value = 0;
    TEST_ASSERT_LESS_OR_EQUAL_size_t(archive->len, at + octets);
    for (unsigned i = 0; i < octets; i++) {
        value |= (uint32_t)(unsigned char)archive->data[at + i] << 8 * i;
    }
    return value;
}

size_t archive_count(const struct buf *archive) {
    TEST_ASSERT_EQUAL_HEX32(0x06054b50, number_at(archive, archive->len - END_OCTETS, 4));
    return number_at(archive, archive->len - END_OCTETS + 10, 2);
}

/* Returns the offset of an entry's header in the directory. */
static size_t find_entry(const struct buf *archive, const char *name) {
    size_t end = archive->len - END_OCTETS, count = archive_count(archive);
    size_t at = number_at(archive, end + 16, 4);
    TEST_ASSERT_EQUAL_size_t(end, at + number_at(archive, end + 12, 4));
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_HEX32(0x02014b50, number_at(archive, at, 4));
        size_t len = number_at(archive, at + 28, 2);
        if (len == strlen(name) && memcmp(archive->data + at + CENTRAL_OCTETS, name, len) == 0) {
            return at;
        }
        at += CENTRAL_OCTETS + len;
    }
    TEST_FAIL_MESSAGE(name);
    return 0;
}

static void inflate_into(const char *packed, size_t packed_len, char *plain, size_t plain_len) {
    z_stream stream = {.next_in = (z_const Bytef *)packed, .avail_in = (uInt)packed_len};
    TEST_ASSERT_EQUAL_INT(Z_OK, inflateInit2(&stream, -MAX_WBITS));
    stream.next_out = (Bytef *)plain;
    stream.avail_out = (uInt)plain_len + 1;
    TEST_ASSERT_EQUAL_INT(Z_STREAM_END, inflate(&stream, Z_FINISH));
    TEST_ASSERT_EQUAL_size_t(plain_len, stream.total_out);
    TEST_ASSERT_EQUAL_UINT(0, stream.avail_in);
    (void)inflateEnd(&stream);
}

void archive_entry(const struct buf *archive, const char *name, struct buf *out) {
    size_t at = find_entry(archive, name);
    uint32_t crc = number_at(archive, at + 16, 4);
    size_t packed = number_at(archive, at + 20, 4), plain = number_at(archive, at + 24, 4);
    size_t local = number_at(archive, at + 42, 4), name_len = strlen(name);
    TEST_ASSERT_EQUAL_HEX32(0x04034b50, number_at(archive, local, 4));
    TEST_ASSERT_EQUAL_size_t(name_len, number_at(archive, local + 26, 2));
    TEST_ASSERT_EQUAL_MEMORY(name, archive->data + local + LOCAL_OCTETS, name_len);
    size_t octets = local + LOCAL_OCTETS + name_len, behind = octets + packed;
    char *to = buf_reserve(out, plain + 1);
    TEST_ASSERT_NOT_NULL(to);
    inflate_into(archive->data + octets, packed, to, plain);
    to[plain] = '\0';
    out->len += plain;
    TEST_ASSERT_EQUAL_HEX32(crc, crc32(0, (const Bytef *)to, (uInt)plain));
    /* Reading from the front gives the same after the data. */
    TEST_ASSERT_EQUAL_HEX32(0x08074b50, number_at(archive, behind, 4));
    TEST_ASSERT_EQUAL_HEX32(crc, number_at(archive, behind + 4, 4));
    TEST_ASSERT_EQUAL_size_t(packed, number_at(archive, behind + 8, 4));
    TEST_ASSERT_EQUAL_size_t(plain, number_at(archive, behind + 12, 4));
}
