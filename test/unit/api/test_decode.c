#include "api/decode.h"

#include <stdlib.h>
#include <string.h>

#include "decode_call.h"
#include "unity.h"

static struct call_req req;
static struct api_decode_error error;

void setUp(void) {
    memset(&req, 0xa5, sizeof(req));
    memset(&error, 0xa5, sizeof(error));
}

void tearDown(void) {
}

/* On memory of exactly its size, so that the sanitizer sees a read past its end. */
static int decode_octets(const char *body, size_t len) {
    char *copy = malloc(len > 0 ? len : 1);
    TEST_ASSERT_NOT_NULL(copy);
    memcpy(copy, body, len);
    const int code = api_decode_body(&call_body_route, copy, len, &req, &error);
    free(copy);
    return code;
}

static void assert_ok(const char *body) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(CAT_OK, decode_octets(body, strlen(body)), body);
    TEST_ASSERT_EQUAL_INT(CAT_OK, error.code);
    TEST_ASSERT_EQUAL_STRING("", error.field);
}

static void assert_refused(int code, const char *field, const char *body) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(code, decode_octets(body, strlen(body)), body);
    TEST_ASSERT_EQUAL_INT(code, error.code);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(field, error.field, body);
}

void test_mandatory_alone_fills_in_the_defaults(void) {
    assert_ok("{\"small\":200}");
    TEST_ASSERT_EQUAL_UINT8(200, req.small);
    TEST_ASSERT_EQUAL_INT64(-7, req.large);
    TEST_ASSERT_EQUAL_STRING("anna", req.name);
    TEST_ASSERT_EQUAL_INT(COLOUR_BLUE, req.colour);
    TEST_ASSERT_TRUE(req.flag);
    TEST_ASSERT_EQUAL_UINT32(0, req.number);
    TEST_ASSERT_EQUAL_STRING("", req.pin);
    TEST_ASSERT_FALSE(req.has_number || req.has_large || req.has_name || req.has_pin || req.has_card || req.has_day ||
                      req.has_colour || req.has_colours || req.has_flag || req.has_ids || req.has_points ||
                      req.has_origin);
}

void test_every_type(void) {
    assert_ok(
        "{\"small\":1,\"number\":4294967295,\"large\":-9007199254740991,\"name\":\"\xc3\xa9\\u00e9\xf0\x9f\x98\x80\\ud83d\\ude00\","
        "\"pin\":\"0123\",\"card\":\"0004294967295\",\"day\":\"2024-02-29\",\"colour\":\"green\","
        "\"colours\":[\"blue\",\"red\"],\"flag\":false,\"ids\":[1,500],"
        "\"points\":[{\"x\":-10},{\"label\":\"ab\",\"x\":10}],\"origin\":{\"x\":0,\"label\":\"o\"}}");
    TEST_ASSERT_EQUAL_UINT8(1, req.small);
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, req.number);
    TEST_ASSERT_EQUAL_INT64(-9007199254740991, req.large);
    TEST_ASSERT_EQUAL_STRING("\xc3\xa9\xc3\xa9\xf0\x9f\x98\x80\xf0\x9f\x98\x80", req.name);
    TEST_ASSERT_EQUAL_STRING("0123", req.pin);
    TEST_ASSERT_EQUAL_UINT64(UINT32_MAX, req.card);
    TEST_ASSERT_EQUAL_UINT32(20240229, req.day);
    TEST_ASSERT_EQUAL_INT(COLOUR_GREEN, req.colour);
    TEST_ASSERT_EQUAL_UINT32(1u << COLOUR_BLUE | 1u << COLOUR_RED, req.colours);
    TEST_ASSERT_FALSE(req.flag);
    TEST_ASSERT_EQUAL_UINT32(2, req.ids_count);
    TEST_ASSERT_EQUAL_UINT16(500, req.ids[1]);
    TEST_ASSERT_EQUAL_UINT32(2, req.points_count);
    TEST_ASSERT_EQUAL_INT32(-10, req.points[0].x);
    TEST_ASSERT_FALSE(req.points[0].has_label);
    TEST_ASSERT_EQUAL_STRING("ab", req.points[1].label);
    TEST_ASSERT_TRUE(req.origin.has_label);
    TEST_ASSERT_TRUE(req.has_number && req.has_large && req.has_name && req.has_pin && req.has_card && req.has_day &&
                     req.has_colour && req.has_colours && req.has_flag && req.has_ids && req.has_points &&
                     req.has_origin);
}

/* A request writes into the struct that others share, says what it gave, and keeps the texts itself. */
void test_shared_fields(void) {
    assert_ok("{\"small\":1}");
    TEST_ASSERT_EQUAL_UINT64(0, req.shared.given);
    TEST_ASSERT_NULL(req.shared.nick);
    assert_ok("{\"floor\":-2,\"small\":1,\"nick\":\"\xc3\xa9t\xc3\xa9\",\"week\":[0,9,5]}");
    TEST_ASSERT_EQUAL_UINT64(7, req.shared.given);
    TEST_ASSERT_EQUAL_PTR(req.nick_text, req.shared.nick);
    TEST_ASSERT_EQUAL_STRING("\xc3\xa9t\xc3\xa9", req.shared.nick);
    TEST_ASSERT_EQUAL_INT8(-2, req.shared.floor);
    TEST_ASSERT_EQUAL_UINT16(9, req.shared.week[1]);
    TEST_ASSERT_EQUAL_UINT16(5, req.shared.week[2]);
    assert_ok("{\"small\":1,\"nick\":\"\"}");
    TEST_ASSERT_EQUAL_UINT64(1, req.shared.given);
    TEST_ASSERT_EQUAL_STRING("", req.shared.nick);
    assert_refused(CAT_OUT_OF_RANGE, "nick", "{\"small\":1,\"nick\":\"abcd\"}");
    assert_refused(CAT_OUT_OF_RANGE, "floor", "{\"small\":1,\"floor\":-3}");
    assert_refused(CAT_DUPLICATE_KEY, "floor", "{\"small\":1,\"floor\":1,\"floor\":1}");
}

void test_numbers_of_a_fixed_count(void) {
    assert_refused(CAT_WRONG_TYPE, "week", "{\"small\":1,\"week\":5}");
    assert_refused(CAT_CAPACITY, "week", "{\"small\":1,\"week\":[1,2]}");
    assert_refused(CAT_CAPACITY, "week", "{\"small\":1,\"week\":[1,2,3,4]}");
    assert_refused(CAT_CAPACITY, "week[2]", "{\"small\":1,\"week\":[1,2,10]}");
    assert_refused(CAT_WRONG_TYPE, "week[1]", "{\"small\":1,\"week\":[1,\"2\",3]}");
    assert_refused(CAT_WRONG_TYPE, "week[0]", "{\"small\":1,\"week\":[0.5,2,3]}");
}

void test_integers(void) {
    assert_ok("{\"small\":2.0}");
    TEST_ASSERT_EQUAL_UINT8(2, req.small);
    assert_ok("{\"small\":2e1}");
    TEST_ASSERT_EQUAL_UINT8(20, req.small);
    assert_refused(CAT_OUT_OF_RANGE, "small", "{\"small\":0}");
    assert_refused(CAT_OUT_OF_RANGE, "small", "{\"small\":201}");
    assert_refused(CAT_OUT_OF_RANGE, "small", "{\"small\":257}");
    assert_refused(CAT_OUT_OF_RANGE, "small", "{\"small\":-1}");
    assert_refused(CAT_OUT_OF_RANGE, "small", "{\"small\":1e300}");
    assert_refused(CAT_OUT_OF_RANGE, "small", "{\"small\":-1e999}");
    assert_refused(CAT_WRONG_TYPE, "small", "{\"small\":1.5}");
    assert_refused(CAT_WRONG_TYPE, "small", "{\"small\":\"1\"}");
    assert_refused(CAT_WRONG_TYPE, "small", "{\"small\":true}");
    assert_refused(CAT_WRONG_TYPE, "small", "{\"small\":null}");
    assert_refused(CAT_USER_ID_INVALID, "number", "{\"small\":1,\"number\":4294967296}");
    assert_refused(CAT_WRONG_TYPE, "number", "{\"small\":1,\"number\":\"1\"}");
    assert_ok("{\"small\":1,\"large\":9007199254740991}");
    TEST_ASSERT_EQUAL_INT64(9007199254740991, req.large);
    assert_refused(CAT_OUT_OF_RANGE, "large", "{\"small\":1,\"large\":9007199254740992}");
    assert_refused(CAT_OUT_OF_RANGE, "large", "{\"small\":1,\"large\":9007199254740993}");
    assert_refused(CAT_OUT_OF_RANGE, "large", "{\"small\":1,\"large\":-9223372036854775808}");
}

void test_text(void) {
    assert_ok("{\"small\":1,\"name\":\"abcd\"}");
    assert_refused(CAT_OUT_OF_RANGE, "name", "{\"small\":1,\"name\":\"abcde\"}");
    assert_refused(CAT_OUT_OF_RANGE, "name", "{\"small\":1,\"name\":\"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\"}");
    assert_refused(CAT_USER_NAME_EMPTY, "name", "{\"small\":1,\"name\":\"\"}");
    assert_refused(CAT_WRONG_TYPE, "name", "{\"small\":1,\"name\":5}");
    assert_refused(CAT_BAD_TEXT, "name", "{\"small\":1,\"name\":\"a\\nb\"}");
    assert_refused(CAT_BAD_TEXT, "name", "{\"small\":1,\"name\":\"\\u007f\"}");
    assert_refused(CAT_BAD_TEXT, "name", "{\"small\":1,\"name\":\"\\u009f\"}");
    assert_refused(CAT_BAD_TEXT, "name", "{\"small\":1,\"name\":\"a\\u0000\"}");
    assert_refused(CAT_BAD_TEXT, "name", "{\"small\":1,\"name\":\"\\ud800\"}");
    assert_refused(CAT_BAD_TEXT, "name", "{\"small\":1,\"name\":\"\xff\"}");
    assert_refused(CAT_BAD_TEXT, "name", "{\"small\":1,\"name\":\"a\tb\"}");
    assert_ok("{\"small\":1,\"name\":\"\\u200d\\u00a0\"}");
}

void test_digits_with_a_code_of_their_own(void) {
    assert_ok("{\"small\":1,\"pin\":\"\"}");
    TEST_ASSERT_TRUE(req.has_pin);
    assert_refused(CAT_PASSWORD_RULES, "pin", "{\"small\":1,\"pin\":\"123\"}");
    assert_refused(CAT_PASSWORD_RULES, "pin", "{\"small\":1,\"pin\":\"1234567\"}");
    assert_refused(CAT_PASSWORD_RULES, "pin", "{\"small\":1,\"pin\":\"12a4\"}");
    assert_refused(CAT_PASSWORD_RULES, "pin", "{\"small\":1,\"pin\":\"12\\u0000\"}");
    assert_refused(CAT_PASSWORD_RULES, "pin", "{\"small\":1,\"pin\":\"\xff\"}");
    assert_refused(CAT_WRONG_TYPE, "pin", "{\"small\":1,\"pin\":1234}");
}

void test_decimals(void) {
    assert_ok("{\"small\":1,\"card\":\"0\"}");
    assert_refused(CAT_OUT_OF_RANGE, "card", "{\"small\":1,\"card\":\"4294967296\"}");
    assert_refused(CAT_OUT_OF_RANGE, "card", "{\"small\":1,\"card\":\"18446744073709551616\"}");
    assert_refused(CAT_OUT_OF_RANGE, "card", "{\"small\":1,\"card\":\"99999999999999999999\"}");
    assert_refused(CAT_OUT_OF_RANGE, "card", "{\"small\":1,\"card\":\"000000000000000000001\"}");
    assert_refused(CAT_BAD_FORMAT, "card", "{\"small\":1,\"card\":\"\"}");
    assert_refused(CAT_BAD_FORMAT, "card", "{\"small\":1,\"card\":\"-1\"}");
    assert_refused(CAT_BAD_FORMAT, "card", "{\"small\":1,\"card\":\"1x\"}");
    assert_refused(CAT_WRONG_TYPE, "card", "{\"small\":1,\"card\":1}");
}

void test_dates(void) {
    assert_ok("{\"small\":1,\"day\":\"\"}");
    TEST_ASSERT_EQUAL_UINT32(0, req.day);
    assert_ok("{\"small\":1,\"day\":\"2000-02-29\"}");
    assert_ok("{\"small\":1,\"day\":\"0001-01-01\"}");
    static const char *const wrong[] = {"2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01",
                                        "2024-00-01", "2024-01-00", "0000-01-01", "2024-1-01",
                                        "2024/01/01", "20240101",   "2024-01-0x", "-024-01-01"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char body[64] = "{\"small\":1,\"day\":\"";
        strcat(body, wrong[i]);
        strcat(body, "\"}");
        assert_refused(CAT_BAD_FORMAT, "day", body);
    }
}

void test_words(void) {
    assert_refused(CAT_OUT_OF_RANGE, "colour", "{\"small\":1,\"colour\":\"Red\"}");
    assert_refused(CAT_OUT_OF_RANGE, "colour", "{\"small\":1,\"colour\":\"redd\"}");
    assert_refused(CAT_OUT_OF_RANGE, "colour", "{\"small\":1,\"colour\":\"\"}");
    assert_refused(CAT_WRONG_TYPE, "colour", "{\"small\":1,\"colour\":0}");
    assert_ok("{\"small\":1,\"colours\":[]}");
    TEST_ASSERT_TRUE(req.has_colours);
    assert_refused(CAT_OUT_OF_RANGE, "colours", "{\"small\":1,\"colours\":[\"red\",\"red\"]}");
    assert_refused(CAT_OUT_OF_RANGE, "colours", "{\"small\":1,\"colours\":[\"pink\"]}");
    assert_refused(CAT_WRONG_TYPE, "colours", "{\"small\":1,\"colours\":[1]}");
    assert_refused(CAT_WRONG_TYPE, "colours", "{\"small\":1,\"colours\":\"red\"}");
    assert_refused(CAT_WRONG_TYPE, "colours", "{\"small\":1,\"colours\":{\"a\":\"red\"}}");
    assert_refused(CAT_WRONG_TYPE, "flag", "{\"small\":1,\"flag\":1}");
}

void test_arrays_and_objects_tell_the_path(void) {
    assert_refused(CAT_USER_ID_INVALID, "ids", "{\"small\":1,\"ids\":[]}");
    assert_refused(CAT_USER_ID_INVALID, "ids", "{\"small\":1,\"ids\":[1,2,3,4]}");
    assert_refused(CAT_USER_ID_INVALID, "ids[1]", "{\"small\":1,\"ids\":[1,0]}");
    assert_refused(CAT_WRONG_TYPE, "ids[2]", "{\"small\":1,\"ids\":[1,2,\"3\"]}");
    assert_refused(CAT_WRONG_TYPE, "ids", "{\"small\":1,\"ids\":{}}");
    assert_refused(CAT_OUT_OF_RANGE, "points[1].x", "{\"small\":1,\"points\":[{\"x\":1},{\"x\":11}]}");
    assert_refused(CAT_MISSING_PARAMETER, "points[0].x", "{\"small\":1,\"points\":[{}]}");
    assert_refused(CAT_WRONG_TYPE, "points[0]", "{\"small\":1,\"points\":[1]}");
    assert_refused(CAT_UNKNOWN_KEY, "origin.z", "{\"small\":1,\"origin\":{\"x\":1,\"z\":1}}");
    assert_refused(CAT_DUPLICATE_KEY, "origin.x", "{\"small\":1,\"origin\":{\"x\":1,\"x\":1}}");
    assert_refused(CAT_WRONG_TYPE, "origin", "{\"small\":1,\"origin\":[]}");
}

void test_keys(void) {
    assert_refused(CAT_UNKNOWN_KEY, "nope", "{\"small\":1,\"nope\":1}");
    assert_refused(CAT_UNKNOWN_KEY, "Small", "{\"small\":1,\"Small\":1}");
    assert_refused(CAT_UNKNOWN_KEY, "", "{\"small\":1,\"\":1}");
    assert_refused(CAT_DUPLICATE_KEY, "small", "{\"small\":1,\"small\":1}");
    assert_refused(CAT_DUPLICATE_KEY, "small", "{\"small\":1,\"sm\\u0061ll\":2}");
    assert_refused(CAT_MISSING_PARAMETER, "small", "{}");
    assert_refused(CAT_MISSING_PARAMETER, "small", "");
    assert_refused(CAT_BAD_TEXT, "", "{\"\xff\":1}");
}

void test_a_long_unknown_key_is_cut_between_characters(void) {
    char body[512] = "{\"";
    for (int i = 0; i < 60; i++) {
        strcat(body, "\xc3\xa9");
    }
    strcat(body, "\":1}");
    TEST_ASSERT_EQUAL_INT(CAT_UNKNOWN_KEY, decode_octets(body, strlen(body)));
    TEST_ASSERT_EQUAL_size_t(94, strlen(error.field));
    static const size_t lengths[] = {API_FIELD_PATH_MAX - 2, API_FIELD_PATH_MAX - 1, API_FIELD_PATH_MAX,
                                     2 * API_FIELD_PATH_MAX};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        size_t most = API_FIELD_PATH_MAX - 1, len = lengths[i];
        memset(body + 2, 'x', len);
        strcpy(body + 2 + len, "\":1}");
        TEST_ASSERT_EQUAL_INT(CAT_UNKNOWN_KEY, decode_octets(body, strlen(body)));
        TEST_ASSERT_EQUAL_size_t(len < most ? len : most, strlen(error.field));
    }
}

/* The member that a bad text stands in is told, whether it is one of the call's or not. */
void test_bad_text_in_a_member_that_is_none(void) {
    assert_refused(CAT_BAD_TEXT, "nope", "{\"nope\":\"\xff\"}");
    assert_refused(CAT_BAD_TEXT, "", "\"\xff\"");
}

/* A request of one byte is cleared as well. */
void test_the_smallest_request(void) {
    const struct api_route smallest = {.path = "/goform/one", .name = "one", .method = API_POST, .req_size = 1};
    uint8_t byte = 0xa5;
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_decode_body(&smallest, "{}", 2, &byte, &error));
    TEST_ASSERT_EQUAL_UINT8(0, byte);
}

void test_documents_that_are_none(void) {
    assert_refused(CAT_BAD_JSON, "", "{");
    assert_refused(CAT_BAD_JSON, "", "{\"small\":1}x");
    assert_refused(CAT_BAD_JSON, "", "{\"small\":01}");
    assert_refused(CAT_BAD_JSON, "", " ");
    assert_refused(CAT_BAD_JSON, "", "{\"small\":[[[[[[[[1]]]]]]]]}");
    assert_refused(CAT_WRONG_TYPE, "", "[]");
    assert_refused(CAT_WRONG_TYPE, "", "null");
    assert_refused(CAT_WRONG_TYPE, "", "\"{}\"");
    TEST_ASSERT_EQUAL_INT(CAT_BAD_JSON, decode_octets("{\"small\":1}\0", 12));
}

void test_a_call_without_fields(void) {
    const struct api_route empty = {.path = "/goform/none", .name = "none", .method = API_POST};
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_decode_body(&empty, "", 0, NULL, &error));
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_decode_body(&empty, "{}", 2, NULL, &error));
    TEST_ASSERT_EQUAL_INT(CAT_UNKNOWN_KEY, api_decode_body(&empty, "{\"a\":1}", 7, NULL, &error));
}
