/* DER: all forms of lengths, and invalid DER. */
#include "pki/der.h"

#include <string.h>

#include "unity.h"

static struct der der, body;
static unsigned tag;

void setUp(void) {
}

void tearDown(void) {
}

static bool next(const char *octets, size_t len) {
    der = (struct der){(const uint8_t *)octets, len};
    return der_next(&der, &tag, &body);
}

void test_reading(void) {
    TEST_ASSERT_TRUE(next("\x02\x01\x07\x05", 4));
    TEST_ASSERT_EQUAL(DER_INTEGER, tag);
    TEST_ASSERT_TRUE(der_is(body, "\x07", 1));
    TEST_ASSERT_EQUAL(1, der.len);
    TEST_ASSERT_FALSE(der_next(&der, &tag, &body)); /* a tag without a length */
    TEST_ASSERT_TRUE(next("\x30\x00", 2));
    TEST_ASSERT_EQUAL(0, body.len);
    TEST_ASSERT_FALSE(der_take(&(struct der){(const uint8_t *)"\x30\x00", 2}, DER_SET, &body));
}

void test_what_is_not_der(void) {
    TEST_ASSERT_FALSE(next("", 0));
    TEST_ASSERT_FALSE(next("\x02\x02\x07", 3)); /* incomplete */
    TEST_ASSERT_FALSE(next("\x02\x81\x01\x07", 4));         /* not the shortest length */
    TEST_ASSERT_FALSE(next("\x02\x82\x00\x80", 4));         /* the same */
    TEST_ASSERT_FALSE(next("\x02\x80\x07\x00\x00", 5));     /* indefinite */
    TEST_ASSERT_FALSE(next("\x02\x84\x00\x00\x00\x01\x07", 7));
    TEST_ASSERT_FALSE(next("\x1f\x81\x01\x07", 4));         /* a tag of several bytes */
    TEST_ASSERT_FALSE(next("\x02\xff\xff\xff\xff", 5));
}

void test_writing_and_reading_lengths(void) {
    static uint8_t octets[70000], content[66000];
    static const size_t lengths[] = {0, 1, 127, 128, 255, 256, 65535, 65536};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
        struct der_out out;
        der_out_init(&out, octets, sizeof(octets));
        der_put_element(&out, DER_OCTETS, content, lengths[i]);
        TEST_ASSERT_FALSE(out.lost);
        der = (struct der){octets + out.start, sizeof(octets) - out.start};
        TEST_ASSERT_TRUE(der_take(&der, DER_OCTETS, &body));
        TEST_ASSERT_EQUAL(lengths[i], body.len);
        TEST_ASSERT_EQUAL(0, der.len);
    }
}

void test_numbers_are_positive_and_short(void) {
    uint8_t octets[16];
    struct der_out out;
    der_out_init(&out, octets, sizeof(octets));
    der_put_unsigned(&out, (const uint8_t *)"\0\0\x80", 3);
    TEST_ASSERT_EQUAL_MEMORY("\x02\x02\x00\x80", octets + out.start, 4);
    der_put_unsigned(&out, (const uint8_t *)"\0\x7f", 2);
    TEST_ASSERT_EQUAL_MEMORY("\x02\x01\x7f", octets + out.start, 3);
    der_put_unsigned(&out, (const uint8_t *)"\0", 1);
    TEST_ASSERT_EQUAL_MEMORY("\x02\x01\x00", octets + out.start, 3);
}

void test_what_does_not_fit_is_lost(void) {
    uint8_t octets[4];
    struct der_out out;
    der_out_init(&out, octets, sizeof(octets));
    der_put_element(&out, DER_OCTETS, "abc", 3);
    TEST_ASSERT_TRUE(out.lost);
    der_put(&out, "", 0);
    TEST_ASSERT_TRUE(out.lost);
}
