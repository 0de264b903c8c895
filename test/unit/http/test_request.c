#include <stdio.h>
#include <string.h>

#include "http/request.h"
#include "unity.h"

#define HOST "Host: terminal\r\n"

static struct http_request request;

void setUp(void) {
}

void tearDown(void) {
}

static int parse(const char *head) {
    size_t scanned = 0, len = strlen(head);
    TEST_ASSERT_EQUAL_size_t(len, http_head_length(head, len, &scanned));
    return http_request_parse(head, len, &request);
}

static void assert_text(const char *expected, struct http_text text) {
    TEST_ASSERT_NOT_NULL(text.at);
    TEST_ASSERT_EQUAL_size_t(strlen(expected), text.len);
    TEST_ASSERT_EQUAL_MEMORY(expected, text.at, text.len);
}

void test_head_ends_at_the_empty_line(void) {
    const char text[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\nrest";
    size_t scanned = 0;
    TEST_ASSERT_EQUAL_size_t(sizeof(text) - 1 - 4, http_head_length(text, sizeof(text) - 1, &scanned));
}

void test_head_is_found_however_it_is_cut(void) {
    static const char text[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    size_t len = sizeof(text) - 1;
    for (size_t first = 0; first < len; first++) {
        size_t scanned = 0;
        TEST_ASSERT_EQUAL_size_t(0, http_head_length(text, first, &scanned));
        TEST_ASSERT_EQUAL_size_t(len, http_head_length(text, len, &scanned));
    }
    size_t scanned = 0;
    for (size_t n = 0; n < len; n++) {
        TEST_ASSERT_EQUAL_size_t(0, http_head_length(text, n, &scanned));
    }
    TEST_ASSERT_EQUAL_size_t(len, http_head_length(text, len, &scanned));
}

void test_target_is_cut_into_path_and_query(void) {
    TEST_ASSERT_EQUAL(0, parse("GET /goform/userlist?search=a~b&limit=5 HTTP/1.1\r\n" HOST "\r\n"));
    TEST_ASSERT_EQUAL(HTTP_GET, request.method);
    assert_text("/goform/userlist", request.path);
    assert_text("search=a~b&limit=5", request.query);
}

void test_query_may_be_empty_or_missing(void) {
    TEST_ASSERT_EQUAL(0, parse("GET /? HTTP/1.1\r\n" HOST "\r\n"));
    assert_text("/", request.path);
    TEST_ASSERT_EQUAL_size_t(0, request.query.len);
    TEST_ASSERT_EQUAL(0, parse("GET / HTTP/1.1\r\n" HOST "\r\n"));
    TEST_ASSERT_EQUAL_size_t(0, request.query.len);
}

void test_absolute_form_loses_its_host(void) {
    TEST_ASSERT_EQUAL(0, parse("GET HTTP://terminal:80/user?x=1 HTTP/1.1\r\n" HOST "\r\n"));
    assert_text("/user", request.path);
    assert_text("x=1", request.query);
    TEST_ASSERT_EQUAL(400, parse("GET http://terminal HTTP/1.1\r\n" HOST "\r\n"));
}

void test_fields_are_read_whatever_their_case(void) {
    TEST_ASSERT_EQUAL(0, parse("POST /goform/x HTTP/1.1\r\nHOST: a\r\nToKeN:abc\r\nLANGUAGE: \t en \t\r\n"
                               "content-TYPE: application/json\r\nContent-Length: 12\r\nAccept: */*\r\n"
                               "accept-encoding: gzip\r\nIf-None-Match: \"x\"\r\n\r\n"));
    TEST_ASSERT_EQUAL(HTTP_POST, request.method);
    assert_text("abc", request.token);
    assert_text("en", request.language);
    assert_text("application/json", request.content_type);
    assert_text("*/*", request.accept);
    assert_text("gzip", request.accept_encoding);
    assert_text("\"x\"", request.if_none_match);
    TEST_ASSERT_EQUAL_size_t(12, request.length);
    TEST_ASSERT_FALSE(request.chunked);
}

void test_absent_and_empty_fields_differ(void) {
    TEST_ASSERT_EQUAL(0, parse("GET / HTTP/1.1\r\n" HOST "Accept-Encoding:\r\n\r\n"));
    TEST_ASSERT_NOT_NULL(request.accept_encoding.at);
    TEST_ASSERT_EQUAL_size_t(0, request.accept_encoding.len);
    TEST_ASSERT_NULL(request.accept.at);
}

void test_of_a_list_field_that_came_twice_the_first_counts(void) {
    TEST_ASSERT_EQUAL(0, parse("GET / HTTP/1.1\r\n" HOST "Accept: a/b\r\nAccept: c/d\r\n\r\n"));
    assert_text("a/b", request.accept);
}

void test_connection_stays_open_unless_somebody_says_otherwise(void) {
    TEST_ASSERT_EQUAL(0, parse("GET / HTTP/1.1\r\n" HOST "\r\n"));
    TEST_ASSERT_TRUE(request.keep_alive);
    TEST_ASSERT_EQUAL(0, parse("GET / HTTP/1.1\r\n" HOST "Connection: upgrade , Close\r\n\r\n"));
    TEST_ASSERT_FALSE(request.keep_alive);
    TEST_ASSERT_EQUAL(0, parse("GET / HTTP/1.1\r\n" HOST "Connection: closed\r\n\r\n"));
    TEST_ASSERT_TRUE(request.keep_alive);
    TEST_ASSERT_EQUAL(0, parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
    TEST_ASSERT_FALSE(request.keep_alive);
}

void test_expectations(void) {
    TEST_ASSERT_EQUAL(0, parse("POST / HTTP/1.1\r\n" HOST "Expect: 100-Continue\r\n\r\n"));
    TEST_ASSERT_TRUE(request.expect_continue);
    TEST_ASSERT_FALSE(request.expect_unknown);
    TEST_ASSERT_EQUAL(0, parse("POST / HTTP/1.1\r\n" HOST "Expect: tea\r\n\r\n"));
    TEST_ASSERT_TRUE(request.expect_unknown);
    TEST_ASSERT_EQUAL(0, parse("POST / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n"));
    TEST_ASSERT_FALSE(request.expect_continue);
}

void test_unknown_methods_are_no_error_of_the_head(void) {
    TEST_ASSERT_EQUAL(0, parse("OPTIONS /goform/x HTTP/1.1\r\n" HOST "\r\n"));
    TEST_ASSERT_EQUAL(HTTP_OTHER, request.method);
    TEST_ASSERT_EQUAL(0, parse("get / HTTP/1.1\r\n" HOST "\r\n"));
    TEST_ASSERT_EQUAL(HTTP_OTHER, request.method);
    TEST_ASSERT_EQUAL(0, parse("HEAD / HTTP/1.1\r\n" HOST "\r\n"));
    TEST_ASSERT_EQUAL(HTTP_HEAD, request.method);
}

void test_chunked(void) {
    TEST_ASSERT_EQUAL(0, parse("POST /x HTTP/1.1\r\n" HOST "Transfer-Encoding: Chunked\r\n\r\n"));
    TEST_ASSERT_TRUE(request.chunked);
}

void test_host_and_authorization(void) {
    TEST_ASSERT_EQUAL(0, parse("GET / HTTP/1.1\r\nHOST: door.example:80\r\nAUTHORIZATION:  Bearer  x \r\n\r\n"));
    TEST_ASSERT_EQUAL_STRING_LEN("door.example:80", request.host.at, request.host.len);
    TEST_ASSERT_EQUAL(9, request.authorization.len);
    TEST_ASSERT_EQUAL_STRING_LEN("Bearer  x", request.authorization.at, 9);
    TEST_ASSERT_EQUAL(0, parse("GET / HTTP/1.1\r\n" HOST "If-None-Match: x\r\n\r\n"));
    TEST_ASSERT_NULL(request.authorization.at);
}

void test_what_is_refused_and_how(void) {
    static const struct {
        const char *head;
        int status;
    } cases[] = {
        {"GET / HTTP/1.1\n" HOST "\n", 400},                                       /* bare line feeds */
        {"GET / HTTP/1.1\r\nHost: a\n\r\n", 400},                                  /* one of them bare */
        {"GET / HTTP/1.1\r\n\r\n", 400},                                           /* no host */
        {"GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400},                              /* two of them */
        {"GET / HTTP/1.1\r\n" HOST "Authorization: a\r\nAuthorization: a\r\n\r\n", 400}, /* who asks, twice */
        {"GET  / HTTP/1.1\r\n" HOST "\r\n", 400},                                  /* two spaces */
        {" GET / HTTP/1.1\r\n" HOST "\r\n", 400},                                  /* a space first */
        {"GET /\r\n" HOST "\r\n", 400},                                            /* version 0.9 */
        {"GET / HTTP/1.1 \r\n" HOST "\r\n", 400},                                  /* a space behind */
        {"GET /a b HTTP/1.1\r\n" HOST "\r\n", 400},                                /* a space in the target */
        {"GET /a\tb HTTP/1.1\r\n" HOST "\r\n", 400},                               /* a control character in it */
        {"GET /\xc3\xa4 HTTP/1.1\r\n" HOST "\r\n", 400},                           /* not encoded */
        {"GET /a#b HTTP/1.1\r\n" HOST "\r\n", 400},                                /* a fragment */
        {"GET a HTTP/1.1\r\n" HOST "\r\n", 400},                                   /* no path */
        {"OPTIONS * HTTP/1.1\r\n" HOST "\r\n", 400},                               /* no path either */
        {"GET / HTTP/2.0\r\n" HOST "\r\n", 505},                                   /* a version we do not speak */
        {"GET / HTTP/1.2\r\n" HOST "\r\n", 505},                                   /* another */
        {"GET / HTTP/11\r\n" HOST "\r\n", 400},                                    /* no version */
        {"GET / http/1.1\r\n" HOST "\r\n", 400},                                   /* no version */
        {"GET / HTTP/1.1\r\n" HOST ": x\r\n\r\n", 400},                            /* no name */
        {"GET / HTTP/1.1\r\n" HOST "X\r\n\r\n", 400},                              /* no colon */
        {"GET / HTTP/1.1\r\n" HOST "X : y\r\n\r\n", 400},                          /* a space before it */
        {"GET / HTTP/1.1\r\n" HOST "X: a\r\n b\r\n\r\n", 400},                     /* a folded line */
        {"GET / HTTP/1.1\r\n" HOST "X: a\x01\r\n\r\n", 400},                       /* a control character */
        {"GET / HTTP/1.1\r\n" HOST "X: a\x7f\r\n\r\n", 400},                       /* another */
        {"GET / HTTP/1.1\r\n" HOST "X: a\rb\r\n\r\n", 400},                        /* a carriage return alone */
        {"GET / HTTP/1.1\r\n" HOST "Token: a\r\nToken: b\r\n\r\n", 400},           /* whose session? */
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 1, 1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: +1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 0x1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length:\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 18446744073709551617\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
        {"POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: identity\r\n\r\n", 501},
        {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].status, parse(cases[i].head), cases[i].head);
    }
}

static int parse_with_fields(unsigned count) {
    static char head[1024];
    int len = snprintf(head, sizeof(head), "GET / HTTP/1.1\r\n" HOST);
    for (unsigned i = 1; i < count; i++) {
        len += snprintf(head + len, sizeof(head) - (size_t)len, "X: y\r\n");
    }
    (void)snprintf(head + len, sizeof(head) - (size_t)len, "\r\n");
    return parse(head);
}

void test_number_of_fields_is_bounded(void) {
    TEST_ASSERT_EQUAL(0, parse_with_fields(64));
    TEST_ASSERT_EQUAL(431, parse_with_fields(64 + 1));
}

/* Any bytes may come in: each position of a good head is exchanged for each byte. The sanitizers watch. */
void test_no_octet_does_harm(void) {
    static const char good[] = "POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nConnection: close\r\n\r\n";
    char head[sizeof(good)];
    for (size_t at = 0; at + 1 < sizeof(good); at++) {
        for (unsigned octet = 0; octet < 256; octet++) {
            memcpy(head, good, sizeof(good));
            head[at] = (char)octet;
            int status = http_request_parse(head, sizeof(good) - 1, &request);
            TEST_ASSERT_TRUE(status == 0 || status == 400 || status == 501 || status == 505);
        }
    }
}

void test_text_is_compared_without_case(void) {
    TEST_ASSERT_TRUE(http_text_is((struct http_text){"GzIp", 4}, "gzip"));
    TEST_ASSERT_FALSE(http_text_is((struct http_text){"gzi", 3}, "gzip"));
    TEST_ASSERT_FALSE(http_text_is((struct http_text){"gzipp", 5}, "gzip"));
    TEST_ASSERT_TRUE(http_text_is((struct http_text){NULL, 0}, ""));
}
