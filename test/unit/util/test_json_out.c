#include "util/json_out.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "unity.h"
#include "util/buf.h"
#include "util/utf8.h"

static struct buf out;

void setUp(void) {
    buf_init(&out);
}

void tearDown(void) {
    buf_done(&out);
}

/* xorshift64*: the same strings on every machine and in every run. */
static uint64_t random_state;

static uint64_t random_next(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * UINT64_C(2685821657736338717);
}

static void put_code_point(struct buf *text, uint32_t c) {
    if (c < 0x80) {
        buf_append_char(text, (char)c);
        return;
    }
    if (c < 0x800) {
        buf_append_char(text, (char)(0xc0 | c >> 6));
    } else if (c < 0x10000) {
        buf_append_char(text, (char)(0xe0 | c >> 12));
        buf_append_char(text, (char)(0x80 | (c >> 6 & 0x3f)));
    } else {
        buf_append_char(text, (char)(0xf0 | c >> 18));
        buf_append_char(text, (char)(0x80 | (c >> 12 & 0x3f)));
        buf_append_char(text, (char)(0x80 | (c >> 6 & 0x3f)));
    }
    buf_append_char(text, (char)(0x80 | (c & 0x3f)));
}

/* A character of any kind but NUL, which cJSON's strings cannot hold: plain, special, control, or of any length. */
static uint32_t random_code_point(void) {
    static const char special[] = "\"\\/<>&'\b\f\n\r\t\x7f";
    switch (random_next() % 6) {
        case 0: return (uint32_t)(0x20 + random_next() % 0x5f);
        case 1: return (uint32_t)special[random_next() % (sizeof(special) - 1)];
        case 2: return (uint32_t)(1 + random_next() % 0x1f);
        case 3: return (uint32_t)(0x80 + random_next() % 0x780);
        case 4: return (uint32_t)(0xe000 + random_next() % 0x2000);
        default: return (uint32_t)(0x10000 + random_next() % 0x100000);
    }
}

static void assert_string(const char *expected, const char *text) {
    buf_clear(&out);
    json_out_string(&out, text);
    TEST_ASSERT_EQUAL_STRING(expected, buf_text(&out));
}

void test_plain_text(void) {
    assert_string("\"\"", "");
    assert_string("\"\"", NULL);
    assert_string("\"abcdefghijklmnopqrstuvwxyz\"", "abcdefghijklmnopqrstuvwxyz");
    assert_string("\"a/b<c>\x7f\"", "a/b<c>\x7f");
}

void test_escapes_what_must_be_escaped(void) {
    assert_string("\"\\\"\\\\\"", "\"\\");
    assert_string("\"\\b\\t\\n\\f\\r\"", "\b\t\n\f\r");
    assert_string("\"\\u0001\\u000b\\u001f\"", "\x01\x0b\x1f");
    buf_clear(&out);
    json_out_string_len(&out, "a\0b", 3);
    TEST_ASSERT_EQUAL_STRING("\"a\\u0000b\"", buf_text(&out));
}

void test_escapes_at_every_position_of_a_word(void) {
    for (size_t at = 0; at < 20; at++) {
        char text[21] = "aaaaaaaaaaaaaaaaaaaa";
        char expected[48] = {0};
        text[at] = '"';
        (void)snprintf(expected, sizeof(expected), "\"%.*s\\\"%s\"", (int)at, text, text + at + 1);
        assert_string(expected, text);
    }
}

void test_keeps_characters_of_every_length(void) {
    assert_string("\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
}

void test_replaces_what_is_not_utf8(void) {
    assert_string("\"a\xef\xbf\xbd\"", "a\xff");
    assert_string("\"\xef\xbf\xbd\xef\xbf\xbd/\"", "\xc0\xaf/");
    assert_string("\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"", "\xed\xa0\x80");
    assert_string("\"\xef\xbf\xbd\xef\xbf\xbd\"", "\xe2\x82");
    assert_string("\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"", "\xf4\x90\x80\x80");
}

void test_random_text_comes_back_through_a_reference_parser(void) {
    random_state = UINT64_C(0x9e3779b97f4a7c15);
    struct buf text = {0};
    for (int round = 0; round < 20000; round++) {
        buf_clear(&text);
        buf_clear(&out);
        const size_t characters = random_next() % 40;
        for (size_t i = 0; i < characters; i++) {
            put_code_point(&text, random_code_point());
        }
        json_out_string(&out, buf_text(&text));
        cJSON *parsed = cJSON_Parse(buf_text(&out));
        TEST_ASSERT_TRUE(cJSON_IsString(parsed));
        TEST_ASSERT_EQUAL_STRING(buf_text(&text), parsed->valuestring);
        cJSON_Delete(parsed);
    }
    buf_done(&text);
}

void test_random_octets_give_valid_text_within_the_bound(void) {
    random_state = 42;
    for (int round = 0; round < 20000; round++) {
        char octets[64];
        const size_t len = random_next() % sizeof(octets);
        for (size_t i = 0; i < len; i++) {
            octets[i] = (char)random_next();
        }
        buf_clear(&out);
        json_out_string_len(&out, octets, len);
        TEST_ASSERT_TRUE(out.len <= JSON_PUT_STRING_MAX(len));
        for (size_t i = 0; i < out.len;) {
            uint32_t code_point;
            const size_t size = utf8_next(out.data + i, out.len - i, &code_point);
            TEST_ASSERT_TRUE(size > 0 && code_point >= 0x20);
            i += size;
        }
        cJSON *parsed = cJSON_Parse(buf_text(&out));
        TEST_ASSERT_TRUE(cJSON_IsString(parsed));
        cJSON_Delete(parsed);
    }
}

static void assert_int(int64_t value) {
    char expected[32];
    (void)snprintf(expected, sizeof(expected), "%" PRId64, value);
    buf_clear(&out);
    json_out_int(&out, value);
    TEST_ASSERT_EQUAL_STRING(expected, buf_text(&out));
}

static void assert_uint(uint64_t value) {
    char expected[32];
    (void)snprintf(expected, sizeof(expected), "%" PRIu64, value);
    buf_clear(&out);
    json_out_uint(&out, value);
    TEST_ASSERT_EQUAL_STRING(expected, buf_text(&out));
}

void test_numbers_at_every_length(void) {
    uint64_t power = 1;
    for (int i = 0; i < 20; i++) {
        assert_uint(power - 1);
        assert_uint(power);
        assert_uint(power + 1);
        power *= 10;
    }
    assert_uint(UINT64_MAX);
    assert_int(INT64_MAX);
    assert_int(INT64_MIN);
    assert_int(-1);
    assert_int(0);
}

void test_random_numbers(void) {
    random_state = 7;
    for (int i = 0; i < 100000; i++) {
        const uint64_t value = random_next() >> random_next() % 64;
        assert_uint(value);
        assert_int((int64_t)value);
    }
}

static void assert_date(const char *expected, uint32_t date) {
    char text[13] = {0};
    const char *end = json_put_date(text, date);
    TEST_ASSERT_EQUAL_STRING(expected, text);
    TEST_ASSERT_EQUAL_PTR(text + strlen(expected), end);
}

void test_dates(void) {
    assert_date("\"\"", 0);
    assert_date("\"2026-11-21\"", 20261121);
    assert_date("\"0001-01-01\"", 10101);
    assert_date("\"9999-12-31\"", 99991231);
    assert_date("\"\"", UINT32_MAX);
}

void test_nesting_with_commas(void) {
    json_out_object_begin(&out);
    json_out_key(&out, "a");
    json_out_int(&out, -1);
    json_out_key(&out, "b");
    json_out_array_begin(&out);
    json_out_bool(&out, true);
    json_out_null(&out);
    json_out_array_begin(&out);
    json_out_array_end(&out);
    json_out_object_begin(&out);
    json_out_object_end(&out);
    json_out_array_end(&out);
    json_out_key(&out, "c,");
    json_out_string(&out, "{");
    json_out_key(&out, "d");
    json_out_bool(&out, false);
    json_out_object_end(&out);
    TEST_ASSERT_EQUAL_STRING("{\"a\":-1,\"b\":[true,null,[],{}],\"c,\":\"{\",\"d\":false}", buf_text(&out));
}

void test_failure_of_the_buffer_sticks(void) {
    out.failed = true;
    json_out_object_begin(&out);
    json_out_key(&out, "a");
    json_out_string(&out, "b");
    json_out_uint(&out, 1);
    json_out_int(&out, 1);
    json_out_null(&out);
    json_out_object_end(&out);
    TEST_ASSERT_EQUAL_size_t(0, out.len);
    TEST_ASSERT_TRUE(buf_failed(&out));
}
