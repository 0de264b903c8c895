/* Headers of a cpio archive, byte by byte. */
#include "update/cpio.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "unity.h"

static uint8_t octets[CPIO_HEADER + CPIO_NAME_MAX + 2 * CPIO_ALIGN];
static struct cpio_entry entry;

/* Makes a header with `name` and its NUL; returns its length with padding. */
static size_t make(const char *name, unsigned size, unsigned sum) {
    size_t name_size = strlen(name) + 1;
    char header[CPIO_HEADER + 1];

    memset(octets, 0, sizeof(octets));
    (void)snprintf(header, sizeof(header), "070702%08x%08x%08x%08x%08x%08x%08X%08x%08x%08x%08x%08x%08X", 1U, 2U, 3U, 4U,
                   5U, 6U, size, 7U, 8U, 9U, 10U, (unsigned)name_size, sum);
    memcpy(octets, header, CPIO_HEADER);
    memcpy(octets + CPIO_HEADER, name, name_size);
    return (size_t)cpio_aligned(CPIO_HEADER + name_size);
}

void setUp(void) {
    memset(&entry, 0x5a, sizeof(entry));
}

void tearDown(void) {
}

/* Names of each length, with each amount of padding; an incomplete header needs more data. */
void test_whole_headers(void) {
    char name[CPIO_NAME_MAX] = "";

    for (size_t len = 1; len < CPIO_NAME_MAX; len++) {
        memset(name, 'n', len);
        size_t size = make(name, 0xfedcba98, 0x01234567);
        TEST_ASSERT_EQUAL_size_t((CPIO_HEADER + len + 1 + 3) & ~(size_t)3, size);
        for (size_t part = 0; part < size; part++) {
            TEST_ASSERT_EQUAL_INT(CPIO_MORE, cpio_read(octets, part, &entry));
        }
        TEST_ASSERT_EQUAL_INT(0, cpio_read(octets, size, &entry));
        TEST_ASSERT_EQUAL_STRING(name, entry.name);
        TEST_ASSERT_EQUAL_UINT64(0xfedcba98, entry.size);
        TEST_ASSERT_EQUAL_HEX32(0x01234567, entry.sum);
        TEST_ASSERT_EQUAL_size_t(size, entry.head_size);
    }
}

void test_names_that_cannot_be(void) {
    char name[CPIO_NAME_MAX + 1] = "";
    size_t size = make("", 1, 1);

    TEST_ASSERT_EQUAL_INT(E_UPLOAD_FORMAT, cpio_read(octets, size, &entry)); /* an empty one */
    memset(name, 'n', CPIO_NAME_MAX);
    size = make(name, 1, 1);
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_FORMAT, cpio_read(octets, size, &entry));
    size = make("name", 1, 1);
    octets[CPIO_HEADER + 4] = 'x'; /* unterminated */
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_FORMAT, cpio_read(octets, size, &entry));
    size = make("name", 1, 1);
    octets[CPIO_HEADER + 3] = 0; /* a NUL inside */
    TEST_ASSERT_EQUAL_INT(E_UPLOAD_FORMAT, cpio_read(octets, size, &entry));
}

/* Padding is zeros, one or three. */
void test_what_fills_up(void) {
    for (size_t len = 2; len < 6; len++) {
        size_t size = make("abcdef" + 6 - len, 1, 1), end = CPIO_HEADER + len + 1;

        for (size_t at = end; at < size; at++) {
            octets[at] = 1;
            TEST_ASSERT_EQUAL_INT(E_UPLOAD_FORMAT, cpio_read(octets, size, &entry));
            octets[at] = 0;
        }
        octets[size] = 1; /* the contents */
        TEST_ASSERT_EQUAL_INT(0, cpio_read(octets, size + 1, &entry));
    }
}

/* Each byte of the magic, checked at once. */
void test_the_magic(void) {
    size_t size = make("name", 1, 1);

    for (size_t i = 0; i < 6; i++) {
        octets[i]++;
        TEST_ASSERT_EQUAL_INT(CPIO_MORE, cpio_read(octets, i, &entry));
        TEST_ASSERT_EQUAL_INT(E_UPLOAD_FORMAT, cpio_read(octets, i + 1, &entry));
        TEST_ASSERT_EQUAL_INT(E_UPLOAD_FORMAT, cpio_read(octets, size, &entry));
        octets[i]--;
    }
}

/* Each digit of each number, with the characters around valid digits. */
void test_digits(void) {
    static const char good[] = "09afAF", bad[] = "/:`g@G\xff";
    size_t size = make("name", 1, 1);

    for (size_t at = 6; at < CPIO_HEADER; at++) {
        bool is_size = at >= 6 + 11 * 8 && at < 6 + 12 * 8; /* of the name: another size is not a valid header */
        uint8_t before = octets[at];

        for (size_t i = 0; i < sizeof(good) - 1 && !is_size; i++) {
            octets[at] = (uint8_t)good[i];
            TEST_ASSERT_EQUAL_INT(0, cpio_read(octets, size, &entry));
        }
        for (size_t i = 0; i < sizeof(bad) - 1; i++) {
            octets[at] = (uint8_t)bad[i];
            TEST_ASSERT_EQUAL_INT(E_UPLOAD_FORMAT, cpio_read(octets, size, &entry));
        }
        octets[at] = before;
    }
    memcpy(octets + 6 + 6 * 8, "aBcDeF09", 8);
    TEST_ASSERT_EQUAL_INT(0, cpio_read(octets, size, &entry));
    TEST_ASSERT_EQUAL_UINT64(0xabcdef09, entry.size);
}

void test_sums(void) {
    static const uint8_t some[] = {255, 1, 2};

    TEST_ASSERT_EQUAL_HEX32(0, cpio_sum(0, some, 0));
    TEST_ASSERT_EQUAL_HEX32(258, cpio_sum(0, some, 3));
    TEST_ASSERT_EQUAL_HEX32(256, cpio_sum(0, some, 2));
    TEST_ASSERT_EQUAL_HEX32(1, cpio_sum(0xffffffff, some + 2, 1));
}

void test_multiples(void) {
    static const uint64_t cases[][2] = {{0, 0}, {1, 4}, {3, 4}, {4, 4}, {5, 8}, {0x100000001, 0x100000004}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_UINT64(cases[i][1], cpio_aligned(cases[i][0]));
    }
}
