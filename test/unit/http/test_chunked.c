#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/chunked.h"
#include "unity.h"

#define MAX 64

/* What came of a body that was fed in pieces of `piece` bytes. */
static char body[256];
static size_t body_len, consumed;

void setUp(void) {
}

void tearDown(void) {
}

static enum http_chunked_result feed(const char *text, size_t piece) {
    struct http_chunked chunked = {.state = 0};
    enum http_chunked_result result = HTTP_CHUNKED_MORE;
    size_t len = strlen(text), at = 0;
    body_len = consumed = 0;
    while (at < len && result == HTTP_CHUNKED_MORE) {
        /* On the heap and exactly as long, so that the sanitizer sees a step too far. */
        size_t n = len - at < piece ? len - at : piece, taken, got;
        char *data = malloc(n);
        TEST_ASSERT_NOT_NULL(data);
        memcpy(data, text + at, n);
        result = http_chunked_take(&chunked, data, n, MAX, &taken, &got);
        TEST_ASSERT_TRUE(body_len + got <= sizeof(body));
        memcpy(body + body_len, data, got);
        body_len += got;
        consumed += taken;
        at += n;
        free(data);
    }
    return result;
}

static void assert_body(const char *expected, const char *text) {
    size_t len = strlen(text);
    for (size_t piece = 1; piece <= len; piece++) {
        TEST_ASSERT_EQUAL(HTTP_CHUNKED_DONE, feed(text, piece));
        TEST_ASSERT_EQUAL_size_t(strlen(expected), body_len);
        TEST_ASSERT_EQUAL_MEMORY(expected, body, body_len);
    }
}

void test_body_of_several_chunks_however_it_is_cut(void) {
    assert_body("{\"a\":1}", "2\r\n{\"\r\n4;ext=\"v\"\r\na\":1\r\n01\r\n}\r\n0\r\n\r\n");
}

void test_chunk_may_hold_line_ends(void) {
    assert_body("\r\n0\r\n\r\n", "7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n");
}

void test_empty_body(void) {
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_DONE, feed("0\r\n\r\n", 100));
    TEST_ASSERT_EQUAL_size_t(0, body_len);
}

void test_trailer_is_skipped(void) {
    assert_body("x", "1\r\nx\r\n0\r\nA: b\r\nC: d\r\n\r\n");
}

void test_size_may_be_in_either_case_with_zeros_before(void) {
    assert_body("0123456789", "000A\r\n0123456789\r\n0\r\n\r\n");
    assert_body("0123456789", "a\r\n0123456789\r\n0\r\n\r\n");
}

void test_next_request_is_left_alone(void) {
    static const char text[] = "1\r\nx\r\n0\r\n\r\nGET / HTTP/1.1\r\n";
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_DONE, feed(text, sizeof(text)));
    TEST_ASSERT_EQUAL_size_t(strlen("1\r\nx\r\n0\r\n\r\n"), consumed);
}

void test_unfinished_body_asks_for_more(void) {
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_MORE, feed("1\r\nx\r\n0\r\n\r", 100));
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_MORE, feed("5\r\nx", 100));
}

void test_what_is_no_chunked_body(void) {
    static const char *const texts[] = {
        "\r\n",         "x\r\n",       ";\r\n",        " 1\r\nx\r\n",  "1\nx\r\n", "1\rx",
        "1\r\nxy\r\n",  "1\r\nx\n",    "1\r\nx\r\r\n", "-1\r\n",       "1g\r\nx",  "0\r\n\rx",
        "0\r\nA\n\r\n", "1;a\nb\r\nx", "0x1\r\nx",     "0\r\nA: b\rx",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(HTTP_CHUNKED_BAD, feed(texts[i], 1), texts[i]);
        TEST_ASSERT_EQUAL_MESSAGE(HTTP_CHUNKED_BAD, feed(texts[i], 100), texts[i]);
    }
}

static char *repeated(const char *start, char c, size_t count) {
    char *text = malloc(strlen(start) + count + 1);
    TEST_ASSERT_NOT_NULL(text);
    memcpy(text, start, strlen(start));
    memset(text + strlen(start), c, count);
    text[strlen(start) + count] = '\0';
    return text;
}

/* `start`, a filling so long that `len` bytes come before `end`, and `end`; fed at once and byte by byte. */
static enum http_chunked_result filled(const char *start, char c, size_t len, const char *end) {
    char *head = repeated(start, c, len - strlen(start));
    char *text = malloc(len + strlen(end) + 1);
    TEST_ASSERT_NOT_NULL(text);
    memcpy(text, head, len);
    strcpy(text + len, end);
    enum http_chunked_result result = feed(text, 5000);
    TEST_ASSERT_EQUAL(result, feed(text, 1));
    free(head);
    free(text);
    return result;
}

void test_size_line_is_bounded(void) {
    static const char rest[] = "\r\nx\r\n0\r\n\r\n";
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_DONE, filled("1;", 'a', 254, rest)); /* 256 bytes with its end */
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_BAD, filled("1;", 'a', 255, rest));
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_DONE, filled("", '0', 254, "\r\n\r\n"));
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_BAD, filled("", '0', 255, "\r\n\r\n"));
}

void test_every_size_line_has_its_own_bound(void) {
    char *line = repeated("1;", 'a', 200);
    char text[1024];
    (void)snprintf(text, sizeof(text), "%s\r\nx\r\n%s\r\ny\r\n0\r\n\r\n", line, line);
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_DONE, feed(text, 1000));
    TEST_ASSERT_EQUAL_size_t(2, body_len);
    free(line);
}

void test_trailer_is_bounded(void) {
    /* The three bytes of "0\r\n" are none of the 2,048; the empty line is. */
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_DONE, filled("0\r\nA: ", 'a', 3 + 2044, "\r\n\r\n"));
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_BAD, filled("0\r\nA: ", 'a', 3 + 2045, "\r\n\r\n"));
}

void test_all_trailer_fields_share_one_bound(void) {
    char text[4096] = "0\r\n";
    for (size_t i = 0; i < 25; i++) {
        (void)snprintf(text + strlen(text), sizeof(text) - strlen(text), "X-%02zu: %072d\r\n", i, 0); /* 80 bytes */
    }
    size_t whole = strlen(text);
    strcpy(text + whole, "\r\n");
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_DONE, feed(text, 5000)); /* 2,002 of them */
    (void)snprintf(text + whole, sizeof(text) - whole, "X-25: %072d\r\n\r\n", 0);
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_BAD, feed(text, 5000));
}

void test_body_is_bounded_before_it_comes(void) {
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_MORE, feed("40\r\n", 100));
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_TOO_LONG, feed("41", 100));
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_TOO_LONG, feed("ffffffffffffffff", 100));
    TEST_ASSERT_EQUAL(HTTP_CHUNKED_TOO_LONG, feed("1\r\nx\r\n40", 100));
}
