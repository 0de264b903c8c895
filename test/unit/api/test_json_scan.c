#include "api/json_scan.h"

#include <string.h>

#include "unity.h"

static struct json_scan_key key;

void setUp(void) {
    key = (struct json_scan_key){.text = "stale", .len = 5};
}

void tearDown(void) {
}

/* The text is copied to memory of exactly its size, so that the sanitizer sees a read past its end. */
static enum json_scan_result scan_octets(const char *text, size_t len, unsigned depth) {
    static char copy[4096];
    char *start = copy + sizeof(copy) - len;
    memcpy(start, text, len);
    return json_scan(start, len, depth, &key);
}

static void assert_scan(enum json_scan_result expected, const char *text) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected, scan_octets(text, strlen(text), 8), text);
}

static void assert_each(enum json_scan_result expected, const char *const texts[], size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_scan(expected, texts[i]);
    }
}

#define ASSERT_EACH(expected, ...)                                         \
    do {                                                                   \
        static const char *const texts_[] = {__VA_ARGS__};                 \
        assert_each(expected, texts_, sizeof(texts_) / sizeof(texts_[0])); \
    } while (0)

void test_accepts_json(void) {
    ASSERT_EACH(JSON_SCAN_OK, "{}", "[]", " \t\r\n{ } ", "null", "true", "false", "\"\"", "0", "-0", "-1.5e+10", "1E5",
                "0.5", "{\"a\":1}", "{\"a\":{\"b\":[1,\"x\",null]},\"c\":[[],{}]}", "[1, 2 ,3]",
                "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"", "\"\\ud83d\\ude00\"", "\"\\ud800\\udc00\"",
                "\"\\udbff\\udfff\"", "\"\\ud7ff\\ue000\"", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"", "\"\x7f\"",
                "123456789012345678901234567890123456789012345678901234567890123");
}

void test_refuses_what_is_no_json(void) {
    ASSERT_EACH(JSON_SCAN_SYNTAX, "", " ", "{", "}", "[", "]", "{]", "[}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}",
                "[1,]", "[,1]", "[1 2]", "{\"a\" 1}", "{a:1}", "{'a':1}", "{1:1}", "nul", "nulll", "True", "NaN",
                "Infinity", "undefined", "{} {}", "{}x", "\"", "\"abc", "\"\\", "\"\\\"", "\"\\x41\"", "\"\\u12\"",
                "\"\\u12G4\"", "\"\\ud83d\\u12\"", "/* */{}", "{\"a\":1}}", "\xef\xbb\xbf{}");
}

void test_refuses_numbers_that_only_look_like_some(void) {
    ASSERT_EACH(JSON_SCAN_SYNTAX, "01", "-", "+1", ".5", "1.", "1.e5", "1e", "1e+", "--1", "1-2", "0x10", "1_000",
                "-01", "1234567890123456789012345678901234567890123456789012345678901234");
}

void test_refuses_text_that_is_none(void) {
    ASSERT_EACH(JSON_SCAN_TEXT, "\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe2\x82\"",
                "\"\x80\"", "\"a\nb\"", "\"\x1f\"", "\"\\u0000\"", "\"\\ud83d\"", "\"\\ud83dx\"", "\"\\ude00\"",
                "\"\\udc00\"", "\"\\udfff\"", "\"\\ud800\\udbff\"", "\"\\udbff\\ue000\"", "\"\\ud83d\\u0041\"",
                "\"\\ud83d\\ud83d\"", "{\"\xff\":1}");
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_TEXT, scan_octets("\"a\0b\"", 5, 8));
}

void test_a_raw_nul_outside_text_is_no_json(void) {
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_SYNTAX, scan_octets("{}\0", 3, 8));
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_SYNTAX, scan_octets("\0{}", 3, 8));
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_SYNTAX, scan_octets("\"\\\0\"", 4, 8));
}

void test_depth_is_capped_exactly(void) {
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_OK, scan_octets("[[[]]]", 6, 3));
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_DEPTH, scan_octets("[[[[]]]]", 8, 3));
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_OK, scan_octets("[[],[],[[]]]", 12, 3));
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_DEPTH, scan_octets("{\"a\":{\"b\":1}}", 13, 1));
    char deep[2000];
    memset(deep, '[', sizeof(deep));
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_DEPTH, scan_octets(deep, sizeof(deep), JSON_SCAN_DEPTH_MAX));
}

static void assert_key(const char *expected, const char *text) {
    assert_scan(JSON_SCAN_TEXT, text);
    if (expected == NULL) {
        TEST_ASSERT_NULL(key.text);
    } else {
        TEST_ASSERT_EQUAL_size_t(strlen(expected), key.len);
        TEST_ASSERT_EQUAL_INT(0, memcmp(expected, key.text, key.len));
    }
}

void test_tells_the_member_that_a_fault_is_in(void) {
    assert_key("b", "{\"a\":1,\"b\":\"\xff\"}");
    assert_key("b", "{\"a\":{\"x\":1},\"b\":[1,{\"c\":\"\xff\"}]}");
    assert_key("a", "{\"a\":{\"\xff\":1}}");
    assert_key("", "{\"\":\"\xff\"}");
    assert_key(NULL, "{\"a\":1,\"\xff\":1}");
    assert_key(NULL, "\"\xff\"");
    assert_key(NULL, "[\"\xff\"]");
}

void test_every_cut_of_a_document_is_no_json(void) {
    static const char text[] = "{\"user\":{\"id\":-12.5e3,\"name\":\"\\u00e9\\n\xc3\xa9\",\"x\":[true,null]}}";
    for (size_t len = 0; len < sizeof(text) - 1; len++) {
        TEST_ASSERT_NOT_EQUAL_INT(JSON_SCAN_OK, scan_octets(text, len, 8));
    }
    TEST_ASSERT_EQUAL_INT(JSON_SCAN_OK, scan_octets(text, sizeof(text) - 1, 8));
}
