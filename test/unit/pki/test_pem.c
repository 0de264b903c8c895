/* PEM: finding blocks, and invalid text. */
#include "pki/pem.h"

#include <string.h>

#include "unity.h"

static uint8_t octets[100];
static char text[400];
static size_t len;

void setUp(void) {
    for (size_t i = 0; i < sizeof(octets); i++) {
        octets[i] = (uint8_t)(i * 7);
    }
}

void tearDown(void) {
}

static int next(const char *content, size_t size) {
    const char *at = content;
    return pem_next(&at, "X", octets, size, &len);
}

void test_what_is_written_is_read(void) {
    for (size_t size = 0; size <= sizeof(octets); size++) {
        uint8_t back[sizeof(octets)];
        const char *at = text;
        TEST_ASSERT_EQUAL(0, pem_write("X", octets, size, text, sizeof(text)));
        TEST_ASSERT_EQUAL(0, pem_next(&at, "X", back, sizeof(back), &len));
        TEST_ASSERT_EQUAL(size, len);
        TEST_ASSERT_EQUAL(0, size == 0 ? 0 : memcmp(octets, back, size));
        TEST_ASSERT_EQUAL(E_EOF, pem_next(&at, "X", back, sizeof(back), &len));
    }
}

void test_lines_have_64_characters_at_most(void) {
    TEST_ASSERT_EQUAL(0, pem_write("X", octets, 49, text, sizeof(text)));
    TEST_ASSERT_EQUAL(64, strchr(strchr(text, '\n') + 1, '\n') - strchr(text, '\n') - 1);
}

void test_text_around_and_other_blocks(void) {
    TEST_ASSERT_EQUAL(
        0, next("a\n-----BEGIN Y-----\nAAAA\n-----END Y-----\nb\n-----BEGIN X-----\r\nAQ ==\r\n-----END X-----", 9));
    TEST_ASSERT_EQUAL(1, len);
    TEST_ASSERT_EQUAL(1, octets[0]);
}

void test_what_is_no_block(void) {
    TEST_ASSERT_EQUAL(E_EOF, next("", 9));
    TEST_ASSERT_EQUAL(E_EOF, next("-----BEGIN Y-----\nAAAA\n-----END Y-----\n", 9));
    TEST_ASSERT_EQUAL(E_FORMAT, next("-----BEGIN X-----\nAAAA\n-----END Y-----\n", 9));
    TEST_ASSERT_EQUAL(E_FORMAT, next("-----BEGIN X-----\nA\n-----END X-----\n", 9));
    TEST_ASSERT_EQUAL(E_FORMAT, next("-----BEGIN X-----\nAA*A\n-----END X-----\n", 9));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, next("-----BEGIN X-----\nAAAAAAAAAAAAAAAA\n-----END X-----\n", 3));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, pem_write("X", octets, 100, text, 100));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, pem_write("X", octets, 3, text, 10));
}
