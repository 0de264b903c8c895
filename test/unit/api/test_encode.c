#include "api/encode.h"

#include <string.h>

#include "unity.h"
#include "util/buf.h"

static const char *const word_text[] = {"red", "green", "blue"};
static const uint8_t word_len[] = {3, 5, 4};
static const struct value_words words = {.words = word_text, .lengths = word_len, .count = 3};

static struct buf out;

void setUp(void) {
    buf_init(&out);
}

void tearDown(void) {
    buf_done(&out);
}

static void encode_number(struct buf *to, const void *reply) {
    buf_printf(to, "{\"n\":%d}", *(const int *)reply);
}

void test_success_has_the_data(void) {
    const struct api_route route = {.encode = encode_number};
    const int number = 5;
    api_encode_success(&out, &route, &(struct api_ctx){0}, &number);
    TEST_ASSERT_EQUAL_STRING("{\"code\":\"success\",\"retvalue\":0,\"msg\":0,\"data\":{\"n\":5}}", buf_text(&out));
}

void test_wait_and_reboot_are_said(void) {
    const struct api_route route = {.encode = encode_number};
    const int number = 5;
    api_encode_success(&out, &route, &(struct api_ctx){.wait = true}, &number);
    TEST_ASSERT_EQUAL_STRING("{\"code\":\"wait\",\"retvalue\":0,\"msg\":0,\"data\":{\"n\":5}}", buf_text(&out));
    buf_clear(&out);
    api_encode_success(&out, &route, &(struct api_ctx){.reboot = true}, &number);
    TEST_ASSERT_EQUAL_STRING("{\"code\":\"success\",\"retvalue\":0,\"msg\":0,\"reboot\":true,\"data\":{\"n\":5}}",
                             buf_text(&out));
}

void test_error_with_and_without_field(void) {
    api_encode_error(&out, 12007, "ids[3]");
    TEST_ASSERT_EQUAL_STRING("{\"code\":\"error\",\"retvalue\":12007,\"msg\":12007,\"field\":\"ids[3]\",\"data\":{}}",
                             buf_text(&out));
    buf_clear(&out);
    api_encode_error(&out, 10001, NULL);
    TEST_ASSERT_EQUAL_STRING("{\"code\":\"error\",\"retvalue\":10001,\"msg\":10001,\"data\":{}}", buf_text(&out));
    buf_clear(&out);
    api_encode_error(&out, 10001, "");
    TEST_ASSERT_EQUAL_STRING("{\"code\":\"error\",\"retvalue\":10001,\"msg\":10001,\"data\":{}}", buf_text(&out));
}

void test_field_of_a_stranger_is_escaped(void) {
    api_encode_error(&out, 12005, "\"},{\n");
    TEST_ASSERT_EQUAL_STRING(
        "{\"code\":\"error\",\"retvalue\":12005,\"msg\":12005,\"field\":\"\\\"},{\\n\",\"data\":{}}", buf_text(&out));
}

void test_envelope_behind_a_header(void) {
    buf_append_text(&out, "HTTP/1.1 200 OK\r\n\r\n");
    api_encode_error(&out, 1, NULL);
    TEST_ASSERT_EQUAL_STRING("HTTP/1.1 200 OK\r\n\r\n{\"code\":\"error\",\"retvalue\":1,\"msg\":1,\"data\":{}}",
                             buf_text(&out));
}

static void assert_put(const char *expected, const char *text, const char *end) {
    TEST_ASSERT_EQUAL_size_t(strlen(expected), (size_t)(end - text));
    TEST_ASSERT_EQUAL_MEMORY(expected, text, strlen(expected));
}

void test_words(void) {
    char text[64];
    assert_put("\"green\"", text, api_put_word(text, &words, 1));
    assert_put("\"red\"", text, api_put_word(text, &words, 3));
    assert_put("[]", text, api_put_flags(text, &words, 0));
    assert_put("[\"blue\"]", text, api_put_flags(text, &words, 4));
    assert_put("[\"red\",\"green\",\"blue\"]", text, api_put_flags(text, &words, 0xffffffff));
}
