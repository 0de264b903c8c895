#include "net/address.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

void test_addresses(void) {
    static const char *const good[] = {"127.0.0.1:8080",
                                       "0.0.0.0:0",
                                       "255.255.255.255:65535",
                                       "[::1]:8080",
                                       "[::]:80",
                                       "[2001:db8:85a3:1234:5678:8a2e:370:7334]:443",
                                       "[::ffff:192.168.100.200]:1"};
    for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        TEST_ASSERT_TRUE_MESSAGE(net_address_is_valid(good[i]), good[i]);
    }
}

void test_what_is_no_address(void) {
    static const char *const bad[] = {
        "",
        ":80",
        "8080",
        "127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:65536",
        "127.0.0.1:080000",
        "127.0.0.1:-1",
        "127.0.0.1:8a",
        "127.0.0:80",
        "127.0.0.256:80",
        "localhost:80",
        "::1:80",
        "[::1:80",
        "[::1]",
        "[]:80",
        "[::g]:80",
        "[127.0.0.1]:80",
        "[",
        "[:80",
        "]:80",
        " 127.0.0.1:80",
        "127.0.0.1 :80",
        "127.0.0.1:80 ",
        "[0000:0000:0000:0000:0000:0000:0000:0000:0000:0000]:80",
    };
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(net_address_is_valid(bad[i]), bad[i]);
    }
}
