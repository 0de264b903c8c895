#include "values/format.h"

#include <string.h>

#include "unity.h"

static enum format format;

static bool fits(const char *text) {
    return format_fits(format, text, strlen(text));
}

void setUp(void) {
}

void tearDown(void) {
}

void test_without_a_format_everything_fits(void) {
    format = FORMAT_NONE;
    TEST_ASSERT_TRUE(fits(""));
    TEST_ASSERT_TRUE(fits("\n\xff"));
}

void test_digits_and_letters(void) {
    format = FORMAT_DIGITS;
    TEST_ASSERT_TRUE(fits("0123456789"));
    TEST_ASSERT_FALSE(fits("1a"));
    format = FORMAT_ALPHANUMERIC;
    TEST_ASSERT_TRUE(fits("azAZ09"));
    TEST_ASSERT_FALSE(fits("a_"));
    TEST_ASSERT_FALSE(fits("\xc3\xa9"));
}

void test_addresses(void) {
    format = FORMAT_IPV4;
    TEST_ASSERT_TRUE(fits("0.0.0.0"));
    TEST_ASSERT_TRUE(fits("255.255.255.255"));
    static const char *const bad[] = {"",         "1.2.3",  "1.2.3.4.5", "1.2.3.256",
                                      "01.2.3.4", "1..3.4", "1.2.3.4 ",  "1.2.3.-1"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(fits(bad[i]), bad[i]);
    }
}

void test_hosts(void) {
    format = FORMAT_HOST;
    char longest[300];
    memset(longest, 'a', sizeof(longest));
    for (size_t i = 49; i < 253; i += 50) {
        longest[i] = '.';
    }
    longest[253] = '\0';
    TEST_ASSERT_TRUE(fits(longest));
    longest[253] = 'a';
    longest[254] = '\0';
    TEST_ASSERT_FALSE(fits(longest));
    static const char *const good[] = {"a", "a-b.c", "192.0.2.1", "1a", "3com.example"};
    static const char *const bad[] = {"", ".", "a.", ".a", "-a", "a-", "a_b", "1.2", "256.1.1.1", "a b"};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        TEST_ASSERT_TRUE_MESSAGE(fits(good[i]), good[i]);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(fits(bad[i]), bad[i]);
    }
}

void test_ports_and_urls(void) {
    format = FORMAT_HOST_PORT;
    TEST_ASSERT_TRUE(fits("a:1"));
    TEST_ASSERT_TRUE(fits("192.0.2.1:65535"));
    static const char *const no_ports[] = {"a", "a:", ":1", "a:0", "a:65536", "a:01", "a:1:2"};
    for (size_t i = 0; i < sizeof(no_ports) / sizeof(no_ports[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(fits(no_ports[i]), no_ports[i]);
    }
    /* Never reads beyond the end: a text inside another has no NUL there. */
    TEST_ASSERT_FALSE(format_fits(format, "a:1", 2));
    format = FORMAT_HTTPS_URL;
    TEST_ASSERT_TRUE(fits("https://a"));
    TEST_ASSERT_TRUE(fits("https://a.b:8443/c?d=%20&e"));
    static const char *const no_urls[] = {"https://",     "http://a",      "https://a/#b", "https://u@a",
                                          "https://a/ b", "https:///path", "https://a:0/"};
    for (size_t i = 0; i < sizeof(no_urls) / sizeof(no_urls[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(fits(no_urls[i]), no_urls[i]);
    }
}

void test_pem_mac_and_keys(void) {
    format = FORMAT_PEM;
    TEST_ASSERT_TRUE(fits("text\r\n-----BEGIN A-----\n\tAA==\n-----END A-----\n"));
    TEST_ASSERT_FALSE(fits("-----END A----------BEGIN A-----"));
    TEST_ASSERT_FALSE(fits("-----BEGIN A-----\n"));
    TEST_ASSERT_FALSE(fits("-----BEGIN A-----\x01-----END A-----"));
    format = FORMAT_MAC;
    TEST_ASSERT_TRUE(fits("02:00:5E:10:00:01"));
    TEST_ASSERT_FALSE(fits("02:00:5e:10:00:01"));
    TEST_ASSERT_FALSE(fits("02:00:5E:10:00:0"));
    TEST_ASSERT_FALSE(fits("02-00-5E-10-00-01"));
    format = FORMAT_WIFI_KEY;
    TEST_ASSERT_TRUE(fits("a b~c!\"#"));
    TEST_ASSERT_TRUE(fits("0123456789abcdefABCDEF00112233445566778899aabbccddeeff0011223344"));
    TEST_ASSERT_FALSE(fits("g123456789abcdefABCDEF00112233445566778899aabbccddeeff0011223344"));
    TEST_ASSERT_FALSE(fits("caf\xc3\xa9"
                           "1234"));
}
