/* Where requests without TLS are sent. */
#include "http/redirect.h"

#include <string.h>

#include "unity.h"

static struct http_request request;
static char location[HTTP_LOCATION_MAX];

static struct http_text text(const char *content) {
    return (struct http_text){content, content == NULL ? 0 : strlen(content)};
}

void setUp(void) {
    request = (struct http_request){.path = {"/users", 6}};
}

void tearDown(void) {
}

static const char *redirected(const char *host, unsigned port) {
    request.host = text(host);
    http_redirect(&request, "192.0.2.1", "Door.example, *.gates.example, 192.0.2.9", port, location);
    return location;
}

void test_a_name_or_address_of_the_terminal_that_was_asked_for(void) {
    TEST_ASSERT_EQUAL_STRING("https://door.example:8443/users", redirected("door.example:8080", 8443));
    TEST_ASSERT_EQUAL_STRING("https://DOOR.example/users", redirected("DOOR.example", 443));
    TEST_ASSERT_EQUAL_STRING("https://north.gates.example/users", redirected("north.gates.example", 443));
    TEST_ASSERT_EQUAL_STRING("https://192.0.2.9/users", redirected("192.0.2.9", 443));
    request.query = text("a=1&b=2");
    TEST_ASSERT_EQUAL_STRING("https://192.0.2.1/users?a=1&b=2", redirected("192.0.2.1:80", 443));
    request.host = text("[2001:db8::1]:80");
    http_redirect(&request, "2001:db8::1", "", 8443, location);
    TEST_ASSERT_EQUAL_STRING("https://[2001:db8::1]:8443/users?a=1&b=2", location);
}

/* Nobody is sent away from the terminal by a name that is not its own. */
void test_what_is_no_name_of_the_terminal_is_never_sent_back(void) {
    static const char *const hosts[] = {"",
                                        "a/b",
                                        "user@door.example",
                                        "door.example\\",
                                        "[::1",
                                        "[::g]",
                                        "[::1]x",
                                        ":80",
                                        "door.example,other.example",
                                        "d\xc3\xb6\xc3\xb6r",
                                        "evil.example",
                                        "oor.example",
                                        "door.example.evil.example",
                                        "gates.example",
                                        "a.b.gates.example",
                                        ".gates.example",
                                        "*.gates.example",
                                        "192.0.2.10",
                                        "192.0.2.",
                                        "door.exampl",
                                        "[192.0.2.1]",
                                        "2"};
    for (size_t i = 0; i < sizeof(hosts) / sizeof(*hosts); i++) {
        TEST_ASSERT_EQUAL_STRING_MESSAGE("https://192.0.2.1/users", redirected(hosts[i], 443), hosts[i]);
    }
    TEST_ASSERT_EQUAL_STRING("https://192.0.2.1/users", redirected(NULL, 443));
    http_redirect(&request, "2001:db8::1", "", 8443, location);
    TEST_ASSERT_EQUAL_STRING("https://[2001:db8::1]:8443/users", location);
}

void test_a_target_that_is_too_long_becomes_the_start(void) {
    static char path[HTTP_LOCATION_MAX];
    memset(path, 'a', sizeof(path) - 1);
    path[0] = '/';
    request.path = text(path);
    TEST_ASSERT_EQUAL_STRING("https://door.example/", redirected("door.example", 443));
}

void test_the_longest_host_fits(void) {
    static char host[255];
    memset(host, 'a', 253);
    request.host = text(host);
    http_redirect(&request, "192.0.2.1", host, 65535, location);
    TEST_ASSERT_EQUAL(8 + 253 + 6 + 6, strlen(location));
    memset(host, 'a', 254);
    request.host = text(host);
    http_redirect(&request, "192.0.2.1", host, 443, location);
    TEST_ASSERT_EQUAL_STRING("https://192.0.2.1/users", location);
}
