#include <string.h>

#include "http/reply.h"
#include "unity.h"

static struct http_reply reply;

void setUp(void) {
    http_reply_begin(&reply);
}

void tearDown(void) {
    buf_done(&reply.buf);
}

/* The whole reply as text. */
static const char *sent(void) {
    return buf_text(&reply.buf) + reply.start;
}

static void assert_has(const char *part) {
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(sent(), part), part);
}

static void assert_has_not(const char *part) {
    TEST_ASSERT_NULL_MESSAGE(strstr(sent(), part), part);
}

void test_head_and_body_are_one_piece(void) {
    buf_append_text(&reply.buf, "{\"a\":1}");
    TEST_ASSERT_EQUAL(0, http_reply_end(&reply, &(struct http_reply_head){.status = 200, .type = "application/json"}));
    TEST_ASSERT_EQUAL_STRING("HTTP/1.1 200 OK\r\n"
                             "Content-Type: application/json\r\n"
                             "Content-Length: 7\r\n"
                             "Cache-Control: no-store\r\n"
                             "X-Content-Type-Options: nosniff\r\n"
                             "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
                             "Referrer-Policy: no-referrer\r\n"
                             "Cross-Origin-Resource-Policy: same-origin\r\n"
                             "\r\n"
                             "{\"a\":1}",
                             sent());
}

void test_head_says_what_is_asked_of_it(void) {
    struct http_reply_head head = {
        .status = 405, .type = "application/json", .allow = "POST", .retry_after_s = 900, .close = true};
    TEST_ASSERT_EQUAL(0, http_reply_end(&reply, &head));
    assert_has("HTTP/1.1 405 Method Not Allowed\r\n");
    assert_has("Content-Length: 0\r\n");
    assert_has("\r\nAllow: POST\r\n");
    assert_has("\r\nRetry-After: 900\r\n");
    assert_has("\r\nConnection: close\r\n");
}

void test_head_says_nothing_else(void) {
    TEST_ASSERT_EQUAL(0, http_reply_end(&reply, &(struct http_reply_head){.status = 404, .type = "text/plain"}));
    assert_has_not("Allow");
    assert_has_not("Retry-After");
    assert_has_not("Connection");
}

void test_reply_to_head_has_the_length_of_the_body_and_no_body(void) {
    buf_append_text(&reply.buf, "0123456789");
    struct http_reply_head head = {.status = 200, .type = "text/plain", .head_only = true};
    TEST_ASSERT_EQUAL(0, http_reply_end(&reply, &head));
    assert_has("Content-Length: 10\r\n");
    TEST_ASSERT_EQUAL_STRING("\r\n\r\n", sent() + strlen(sent()) - 4);
}

void test_large_body_stays_where_it_is(void) {
    for (unsigned i = 0; i < 10000; i++) {
        buf_append_text(&reply.buf, "0123456789");
    }
    TEST_ASSERT_EQUAL(0, http_reply_end(&reply, &(struct http_reply_head){.status = 200, .type = "text/plain"}));
    assert_has("Content-Length: 100000\r\n");
    TEST_ASSERT_EQUAL_size_t(HTTP_REPLY_ROOM + 100000, reply.buf.len);
    TEST_ASSERT_EQUAL_MEMORY("\r\n\r\n0123456789", reply.buf.data + HTTP_REPLY_ROOM - 4, 14);
}

void test_lost_body_is_no_reply(void) {
    reply.buf.failed = true;
    TEST_ASSERT_EQUAL(E_NOMEM, http_reply_end(&reply, &(struct http_reply_head){.status = 200, .type = "text/plain"}));
}

void test_head_that_does_not_fit_is_no_reply(void) {
    static char type[HTTP_REPLY_ROOM];
    memset(type, 'x', sizeof(type) - 1);
    TEST_ASSERT_EQUAL(E_NOMEM, http_reply_end(&reply, &(struct http_reply_head){.status = 200, .type = type}));
}

void test_refusal_in_words(void) {
    buf_done(&reply.buf);
    TEST_ASSERT_EQUAL(0, http_reply_text(&reply, (struct http_reply_head){.status = 431, .close = true}));
    assert_has("HTTP/1.1 431 Request Header Fields Too Large\r\n");
    assert_has("Content-Type: text/plain; charset=utf-8\r\n");
    assert_has("\r\n\r\nRequest Header Fields Too Large\n");
}

void test_every_status_we_send_has_words(void) {
    static const int used[] = {200, 400, 401, 403, 404, 405, 406, 408, 409,
                               413, 415, 417, 429, 431, 500, 501, 503, 505};
    for (size_t i = 0; i < sizeof(used) / sizeof(used[0]); i++) {
        TEST_ASSERT_TRUE(strcmp(http_status_text(used[i]), "Error") != 0);
    }
    TEST_ASSERT_EQUAL_STRING("Error", http_status_text(299));
}
