#include <stdlib.h>
#include <string.h>

#include "api/decode.h"
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

static int decode(const char *query) {
    const size_t len = strlen(query);
    char *copy = malloc(len > 0 ? len : 1);
    TEST_ASSERT_NOT_NULL(copy);
    memcpy(copy, query, len);
    const int code = api_decode_query(&call_query_route, copy, len, &req, &error);
    free(copy);
    return code;
}

static void assert_ok(const char *query) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(CAT_OK, decode(query), query);
    TEST_ASSERT_EQUAL_INT(CAT_OK, error.code);
    TEST_ASSERT_EQUAL_STRING("", error.field);
}

static void assert_refused(int code, const char *field, const char *query) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(code, decode(query), query);
    TEST_ASSERT_EQUAL_INT(code, error.code);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(field, error.field, query);
}

void test_defaults_and_presence(void) {
    assert_ok("small=7");
    TEST_ASSERT_EQUAL_UINT8(7, req.small);
    TEST_ASSERT_EQUAL_INT64(-7, req.large);
    TEST_ASSERT_EQUAL_STRING("anna", req.name);
    TEST_ASSERT_TRUE(req.flag);
    TEST_ASSERT_FALSE(req.has_flag || req.has_name || req.has_large);
}

void test_every_type(void) {
    assert_ok("small=1&number=4294967295&large=-5&name=%C3%A9+%2B&pin=0123&card=12&day=2024-02-29&colour=red"
              "&colours=blue,green&flag=false&_t=1700000000000");
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, req.number);
    TEST_ASSERT_EQUAL_INT64(-5, req.large);
    TEST_ASSERT_EQUAL_STRING("\xc3\xa9 +", req.name);
    TEST_ASSERT_EQUAL_UINT64(12, req.card);
    TEST_ASSERT_EQUAL_UINT32(20240229, req.day);
    TEST_ASSERT_EQUAL_INT(COLOUR_RED, req.colour);
    TEST_ASSERT_EQUAL_UINT32(1u << COLOUR_BLUE | 1u << COLOUR_GREEN, req.colours);
    TEST_ASSERT_FALSE(req.flag);
    TEST_ASSERT_TRUE(req.has_flag && req.has_colours && req.has_day);
}

void test_time_stamp_and_empty_pairs_are_ignored(void) {
    assert_ok("_t=1&&small=1&_t=2&");
    assert_ok("_t&small=1&_t=%zz");
    assert_ok("colours=&small=1");
    TEST_ASSERT_EQUAL_UINT32(0, req.colours);
}

void test_names_may_be_encoded(void) {
    assert_ok("sm%61ll=3");
    TEST_ASSERT_EQUAL_UINT8(3, req.small);
    assert_refused(CAT_DUPLICATE_KEY, "small", "small=1&sm%61ll=3");
}

void test_refusals(void) {
    assert_refused(CAT_MISSING_PARAMETER, "small", "");
    assert_refused(CAT_MISSING_PARAMETER, "small", "flag=true");
    assert_refused(CAT_UNKNOWN_KEY, "nope", "small=1&nope=1");
    assert_refused(CAT_UNKNOWN_KEY, "nope", "nope");
    assert_refused(CAT_UNKNOWN_KEY, "", "=1");
    assert_refused(CAT_UNKNOWN_KEY, "a%2", "a%2=1");
    assert_refused(CAT_DUPLICATE_KEY, "small", "small=1&small=1");
    assert_refused(CAT_WRONG_TYPE, "small", "small=");
    assert_refused(CAT_WRONG_TYPE, "small", "small=-");
    assert_refused(CAT_WRONG_TYPE, "small", "small=1x");
    assert_refused(CAT_WRONG_TYPE, "small", "small=+1");
    assert_refused(CAT_WRONG_TYPE, "small", "small=1.5");
    assert_refused(CAT_OUT_OF_RANGE, "small", "small=0");
    assert_refused(CAT_OUT_OF_RANGE, "small", "small=201");
    assert_refused(CAT_OUT_OF_RANGE, "small", "small=99999999999999999999999999");
    assert_refused(CAT_OUT_OF_RANGE, "small", "small=-9223372036854775808");
    assert_refused(CAT_USER_ID_INVALID, "number", "small=1&number=4294967296");
    assert_refused(CAT_USER_NAME_EMPTY, "name", "small=1&name=");
    assert_refused(CAT_BAD_TEXT, "name", "small=1&name=%ff");
    assert_refused(CAT_BAD_TEXT, "name", "small=1&name=a%00");
    assert_refused(CAT_BAD_TEXT, "name", "small=1&name=%2");
    assert_refused(CAT_BAD_TEXT, "name", "small=1&name=%");
    assert_refused(CAT_BAD_TEXT, "name", "small=1&name=%g0");
    assert_refused(CAT_PASSWORD_RULES, "pin", "small=1&pin=%zz");
    assert_refused(CAT_WRONG_TYPE, "flag", "small=1&flag=1");
    assert_refused(CAT_WRONG_TYPE, "flag", "small=1&flag=");
    assert_refused(CAT_OUT_OF_RANGE, "colours", "small=1&colours=red,red");
    assert_refused(CAT_OUT_OF_RANGE, "colours", "small=1&colours=,");
    assert_refused(CAT_OUT_OF_RANGE, "colour", "small=1&colour=pink");
}

void test_long_names_and_values(void) {
    char query[6000] = "small=1&name=";
    memset(query + strlen(query), 'a', 5000);
    assert_refused(CAT_OUT_OF_RANGE, "name", query);
    char long_name[300] = {0};
    memset(long_name, 'n', 200);
    TEST_ASSERT_EQUAL_INT(CAT_UNKNOWN_KEY, decode(long_name));
    TEST_ASSERT_EQUAL_size_t(API_FIELD_PATH_MAX - 1, strlen(error.field));
}

void test_unknown_names_go_back_as_far_as_they_are_plain(void) {
    assert_refused(CAT_UNKNOWN_KEY, "a", "a%0d%0aX:%20y=1");
    assert_refused(CAT_UNKNOWN_KEY, "", "%ff=1");
}

/* A request of one byte is cleared as well. */
void test_the_smallest_request(void) {
    const struct api_route smallest = {.path = "/goform/one", .name = "one", .method = API_GET, .req_size = 1};
    uint8_t byte = 0xa5;
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_decode_query(&smallest, "", 0, &byte, &error));
    TEST_ASSERT_EQUAL_UINT8(0, byte);
}
