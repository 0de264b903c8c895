/* Values with the test's own rows: both sides of each limit, for each size and kind. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "unity.h"
#include "values/value.h"

static const char *const word_texts[] = {"in", "out", "inout"};
static const uint8_t word_lengths[] = {2, 3, 5};
static const struct value_words words = {.words = word_texts, .lengths = word_lengths, .count = 3};
static uint8_t member[64];

void setUp(void) {
    memset(member, 0xa5, sizeof(member));
}

void tearDown(void) {
}

static int parse(const struct value_row *row, const char *text) {
    return value_parse(row, text, strlen(text), member);
}

static void check_printed(const struct value_row *row, const char *text, const char *json) {
    struct buf out = {0}, json_out = {0};

    value_print(row, member, &out);
    value_print_json(row, member, &json_out);
    buf_append_char(&out, '\0');
    buf_append_char(&json_out, '\0');
    TEST_ASSERT_EQUAL_STRING(text, out.data);
    TEST_ASSERT_EQUAL_STRING(json, json_out.data);
    buf_done(&out);
    buf_done(&json_out);
}

/* Checks that a rejected value changes nothing. */
static void check_refused(const struct value_row *row, const char *text, int expected) {
    memset(member, 0xa5, sizeof(member));
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected, parse(row, text), text);
    TEST_ASSERT_EACH_EQUAL_HEX8(0xa5, member, sizeof(member));
}

/* Each size has its own limits, and no byte after it is written. */
void test_integers_of_each_size(void) {
    static const struct {
        uint8_t size;
        bool is_signed;
        int64_t min, max;
    } sizes[] = {{1, false, 0, 255},
                 {2, false, 0, 65535},
                 {4, false, 0, 4294967295},
                 {4, true, INT32_MIN, INT32_MAX},
                 {8, true, -9000000000000000000, 9000000000000000000}};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct value_row row = {.type = VALUE_INT,
                                .size = sizes[i].size,
                                .is_signed = sizes[i].is_signed,
                                .min = sizes[i].min,
                                .max = sizes[i].max,
                                .octets = sizes[i].size};
        int64_t values[] = {sizes[i].min, sizes[i].max};

        for (int side = 0; side < 2; side++) {
            char text[32];

            memset(member, 0xa5, sizeof(member));
            (void)snprintf(text, sizeof(text), "%" PRId64, values[side]);
            TEST_ASSERT_EQUAL_INT(0, parse(&row, text));
            TEST_ASSERT_EQUAL_HEX8(0xa5, member[row.size]);
            check_printed(&row, text, text);
            TEST_ASSERT_EQUAL_INT(0, value_check(&row, member));
            (void)snprintf(text, sizeof(text), "%" PRId64, values[side] + (side ? 1 : -1));
            check_refused(&row, text, E_RANGE);
        }
    }
}

void test_texts_of_integers(void) {
    struct value_row row = {.type = VALUE_INT, .size = 4, .is_signed = true, .min = -10, .max = 10, .octets = 4};
    static const char *const none[] = {"", "-", "+1", "1.0", "1e1", " 1", "1 ", "0x1", "/", ":", "--1", "1-"};

    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        check_refused(&row, none[i], E_TYPE);
    }
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "-10"));
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "0000000000000000000000000000010"));
    check_refused(&row, "99999999999999999999999999", E_RANGE);
    check_refused(&row, "18446744073709551617", E_RANGE); /* 1 after an overflow */
    check_refused(&row, "9999999999999999999x", E_TYPE);
}

/* Min plus a multiple of the step. */
void test_steps(void) {
    struct value_row row = {
        .type = VALUE_INT, .size = 4, .is_signed = true, .min = -7, .max = 9, .step = 5, .octets = 4};

    for (int value = -9; value <= 11; value++) {
        bool is_one = value == -7 || value == -2 || value == 3 || value == 8;
        char text[16];

        (void)snprintf(text, sizeof(text), "%d", value);
        TEST_ASSERT_EQUAL_INT_MESSAGE(is_one ? 0 : E_RANGE, parse(&row, text), text);
        TEST_ASSERT_EQUAL_INT_MESSAGE(is_one ? 0 : E_RANGE, value_check(&row, &value), text);
        TEST_ASSERT_EQUAL_INT_MESSAGE(is_one ? 0 : E_RANGE, value_take_number(&row, 0, value, member), text);
    }
}

void test_numbers_of_json(void) {
    struct value_row row = {
        .type = VALUE_INT, .size = 8, .is_signed = true, .min = INT64_MIN, .max = INT64_MAX, .octets = 8};
    int64_t got;

    TEST_ASSERT_EQUAL_INT(0, value_take_number(&row, 0, 9007199254740991.0, member));
    memcpy(&got, member, 8);
    TEST_ASSERT_EQUAL_INT64(9007199254740991, got);
    TEST_ASSERT_EQUAL_INT(0, value_take_number(&row, 1, -9007199254740991.0, member));
    memcpy(&got, member + 8, 8);
    TEST_ASSERT_EQUAL_INT64(-9007199254740991, got);
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_take_number(&row, 0, 9007199254740992.0, member));
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_take_number(&row, 0, -9007199254740992.0, member));
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_take_number(&row, 0, __builtin_inf(), member));
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_take_number(&row, 0, __builtin_nan(""), member));
    TEST_ASSERT_EQUAL_INT(E_TYPE, value_take_number(&row, 0, 0.5, member));
    TEST_ASSERT_EQUAL_INT(E_TYPE, value_take_number(&row, 0, -0.5, member));
    TEST_ASSERT_EQUAL_INT(E_TYPE, value_take_number(&row, 0, 1.5, member));
}

void test_decimals(void) {
    struct value_row row = {.type = VALUE_DECIMAL, .min = 5, .max = INT64_MAX, .octets = 8};
    static const char *const none[] = {"", "-5", "+5", "5.", "5x", "/", ":", " 5"};

    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        check_refused(&row, none[i], E_FORMAT);
    }
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "5"));
    check_printed(&row, "5", "\"5\"");
    TEST_ASSERT_EQUAL_INT(0, value_check(&row, member));
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "09223372036854775807"));
    check_printed(&row, "9223372036854775807", "\"9223372036854775807\"");
    check_refused(&row, "4", E_RANGE);
    check_refused(&row, "9223372036854775808", E_RANGE);
    check_refused(&row, "18446744073709551615", E_RANGE);
    check_refused(&row, "18446744073709551621", E_RANGE); /* 5 after an overflow */
    check_refused(&row, "000000000000000000005", E_RANGE); /* 21 digits */
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "00000000000000000005"));
    for (uint64_t value = 4; value <= 5; value++) {
        TEST_ASSERT_EQUAL_INT(value == 4 ? E_RANGE : 0, value_check(&row, &value));
    }
    row.max = 7;
    for (uint64_t value = 7; value <= 8; value++) {
        TEST_ASSERT_EQUAL_INT(value == 8 ? E_RANGE : 0, value_check(&row, &value));
    }
}

void test_days(void) {
    struct value_row row = {.type = VALUE_DATE, .octets = 4};
    static const struct {
        const char *text;
        uint32_t day; /* 0: does not exist */
    } cases[] = {
        {"0001-01-01", 10101},    {"0000-01-01", 0},        {"9999-12-31", 99991231}, {"2026-00-01", 0},
        {"2026-13-01", 0},        {"2026-12-00", 0},        {"2026-01-31", 20260131}, {"2026-01-32", 0},
        {"2026-02-28", 20260228}, {"2026-02-29", 0},        {"2024-02-29", 20240229}, {"2024-02-30", 0},
        {"1900-02-29", 0},        {"2000-02-29", 20000229}, {"2026-03-31", 20260331}, {"2026-03-32", 0},
        {"2026-04-30", 20260430}, {"2026-04-31", 0},        {"2026-05-31", 20260531}, {"2026-06-30", 20260630},
        {"2026-06-31", 0},        {"2026-07-31", 20260731}, {"2026-08-31", 20260831}, {"2026-09-30", 20260930},
        {"2026-09-31", 0},        {"2026-10-31", 20261031}, {"2026-11-30", 20261130}, {"2026-11-31", 0},
        {"2026-12-31", 20261231}, {"2026-12-32", 0},        {"2026/11-24", 0},        {"2026-11/24", 0},
        {"x026-11-24", 0},        {"202x-11-24", 0},        {"2026-x1-24", 0},        {"2026-1x-24", 0},
        {"2026-11-x4", 0},        {"2026-11-2x", 0},        {"2026-11-2", 0},         {"2026-11-244", 0},
        {"2026-1124", 0},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t day;

        if (cases[i].day == 0) {
            check_refused(&row, cases[i].text, E_FORMAT);
            continue;
        }
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, parse(&row, cases[i].text), cases[i].text);
        memcpy(&day, member, sizeof(day));
        TEST_ASSERT_EQUAL_UINT32(cases[i].day, day);
        TEST_ASSERT_EQUAL_INT(0, value_check(&row, member));
    }
    TEST_ASSERT_EQUAL_INT(0, parse(&row, ""));
    check_printed(&row, "", "\"\"");
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "0012-03-04"));
    check_printed(&row, "0012-03-04", "\"0012-03-04\"");
    TEST_ASSERT_EQUAL_INT(E_FORMAT, value_check(&row, &(uint32_t){20260230}));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, value_check(&row, &(uint32_t){1}));
}

void test_words(void) {
    struct value_row row = {.type = VALUE_ENUM, .words = &words, .octets = 4};

    TEST_ASSERT_EQUAL_INT(0, parse(&row, "inout"));
    check_printed(&row, "inout", "\"inout\"");
    TEST_ASSERT_EQUAL_INT(0, value_check(&row, member));
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "in"));
    check_printed(&row, "in", "\"in\"");
    check_refused(&row, "", E_RANGE);
    check_refused(&row, "i", E_RANGE);
    check_refused(&row, "ino", E_RANGE);
    check_refused(&row, "In", E_RANGE);
    check_refused(&row, "inoutx", E_RANGE);
    TEST_ASSERT_EQUAL_INT(0, value_check(&row, &(uint32_t){2}));
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_check(&row, &(uint32_t){3}));
}

void test_flags(void) {
    struct value_row row = {.type = VALUE_FLAGS, .words = &words, .octets = 4};
    uint32_t bits;

    TEST_ASSERT_EQUAL_INT(0, parse(&row, "inout,in"));
    memcpy(&bits, member, sizeof(bits));
    TEST_ASSERT_EQUAL_HEX32(5, bits);
    check_printed(&row, "in,inout", "[\"in\",\"inout\"]");
    TEST_ASSERT_EQUAL_INT(0, parse(&row, ""));
    check_printed(&row, "", "[]");
    check_refused(&row, "in,in", E_RANGE);
    check_refused(&row, "in,,out", E_RANGE);
    check_refused(&row, ",in", E_RANGE);
    check_refused(&row, "in, out", E_RANGE);
    check_refused(&row, "x", E_RANGE);
    bits = 1;
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_add_word(&row, "in", 2, &bits));
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_add_word(&row, "x", 1, &bits));
    TEST_ASSERT_EQUAL_HEX32(1, bits);
    TEST_ASSERT_EQUAL_INT(0, value_add_word(&row, "outx", 3, &bits));
    TEST_ASSERT_EQUAL_HEX32(3, bits);
    TEST_ASSERT_EQUAL_INT(0, value_check(&row, &(uint32_t){7}));
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_check(&row, &(uint32_t){8}));
}

/* As many as the row has, each in its limits. */
void test_numbers(void) {
    struct value_row row = {.type = VALUE_NUMBERS, .size = 2, .min = 1, .max = 9, .count = 3, .octets = 6};
    uint16_t checked[3] = {1, 9, 5};

    TEST_ASSERT_EQUAL_INT(0, parse(&row, "1,9,5"));
    TEST_ASSERT_EQUAL_MEMORY(checked, member, 6);
    TEST_ASSERT_EQUAL_HEX8(0xa5, member[6]);
    check_printed(&row, "1,9,5", "[1,9,5]");
    check_refused(&row, "1,9", E_RANGE);
    check_refused(&row, "1,9,5,", E_RANGE);
    check_refused(&row, "1,9,5,2", E_RANGE);
    check_refused(&row, "1,,5", E_TYPE);
    check_refused(&row, "", E_TYPE);
    check_refused(&row, "1,9,10", E_RANGE);
    check_refused(&row, "0,9,5", E_RANGE);
    for (int i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL_INT(0, value_check(&row, checked));
        checked[i] = 10;
        TEST_ASSERT_EQUAL_INT(E_RANGE, value_check(&row, checked));
        checked[i] = 9;
    }
    row.count = 64;
    row.octets = 64 * 8 + 1;
    check_refused(&row, "1", E_INTERNAL);
}

void test_truths(void) {
    struct value_row row = {.type = VALUE_BOOL, .octets = 1};
    static const char *const none[] = {"", "true ", "tru", "True", "false ", "fals", "1", "0", "trux", "falsx"};

    TEST_ASSERT_EQUAL_INT(0, parse(&row, "true"));
    check_printed(&row, "true", "true");
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "false"));
    check_printed(&row, "false", "false");
    TEST_ASSERT_EQUAL_INT(0, value_check(&row, member));
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        check_refused(&row, none[i], E_TYPE);
    }
}

/* Characters are counted, not bytes. */
void test_texts(void) {
    struct value_row row = {.type = VALUE_TEXT, .min = 2, .max = 3, .octets = 13};

    check_refused(&row, "", E_RANGE);
    check_refused(&row, "\xc3\xa4", E_RANGE);
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "\xc3\xa4\xf0\x9f\x98\x80"));
    TEST_ASSERT_EQUAL_STRING("\xc3\xa4\xf0\x9f\x98\x80", (char *)member);
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "abc"));
    check_printed(&row, "abc", "\"abc\"");
    TEST_ASSERT_EQUAL_INT(0, value_check(&row, member));
    TEST_ASSERT_FALSE(value_is_empty(&row, member));
    check_refused(&row, "abcd", E_RANGE);
    check_refused(&row, "a\tb", E_TEXT);
    check_refused(&row, "ab\xff", E_TEXT);
    row.allow_empty = true;
    TEST_ASSERT_EQUAL_INT(0, parse(&row, ""));
    TEST_ASSERT_TRUE(value_is_empty(&row, member));
    check_refused(&row, "a", E_RANGE);
    row.octets = 4;
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "abc"));
    row.octets = 3;
    check_refused(&row, "abc", E_INTERNAL);
    row.format = FORMAT_DIGITS;
    row.octets = 13;
    check_refused(&row, "12x", E_FORMAT);
    TEST_ASSERT_EQUAL_INT(0, parse(&row, "123"));
    TEST_ASSERT_EQUAL_INT(0, parse(&row, ""));
}

/* Only texts can be empty; a borrowed NULL is empty. */
void test_borrowed_texts(void) {
    struct value_row row = {.type = VALUE_TEXT, .borrowed = true, .max = 3, .octets = 13};
    const char *one = "abc", *none = NULL, *copy = NULL;
    char other[] = "abc";
    const char *where = other;
    struct value_row number = {.type = VALUE_INT, .size = 1, .octets = 1};

    TEST_ASSERT_TRUE(value_equal(&row, &one, &where));
    other[2] = 'd';
    TEST_ASSERT_FALSE(value_equal(&row, &one, &where));
    TEST_ASSERT_TRUE(value_is_empty(&row, &none));
    TEST_ASSERT_FALSE(value_is_empty(&row, &one));
    TEST_ASSERT_EQUAL_INT(0, value_check(&row, &none));
    value_copy(&row, &one, &copy);
    TEST_ASSERT_EQUAL_PTR(one, copy);
    TEST_ASSERT_FALSE(value_is_empty(&number, &(uint8_t){0}));
}

/* Each kind has its own size. */
void test_numbers_that_are_put(void) {
    static const struct {
        enum value_type type;
        uint8_t size;
        int64_t value;
        size_t len;
        uint64_t expected;
    } cases[] = {{VALUE_BOOL, 0, 2, 1, 1},
                 {VALUE_BOOL, 0, 0, 1, 0},
                 {VALUE_INT, 1, 200, 1, 200},
                 {VALUE_INT, 2, 60000, 2, 60000},
                 {VALUE_INT, 4, -2, 4, 0xfffffffe},
                 {VALUE_INT, 8, -2, 8, 0xfffffffffffffffe},
                 {VALUE_DECIMAL, 0, 5000000000, 8, 5000000000},
                 {VALUE_DATE, 0, 20261124, 4, 20261124},
                 {VALUE_FLAGS, 0, 5, 4, 5},
                 {VALUE_ENUM, 0, 2, 4, 2},
                 {VALUE_TEXT, 0, 5, 0, 0},
                 {VALUE_NUMBERS, 1, 5, 0, 0},
                 {VALUE_LIST, 0, 5, 0, 0},
                 {VALUE_OBJECT, 0, 5, 0, 0}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct value_row row = {.type = cases[i].type, .size = cases[i].size};
        uint64_t got = 0;

        memset(member, 0xa5, sizeof(member));
        value_put(&row, cases[i].value, member);
        memcpy(&got, member, cases[i].len);
        TEST_ASSERT_EQUAL_HEX64(cases[i].expected, got);
        TEST_ASSERT_EQUAL_HEX8(0xa5, member[cases[i].len]);
    }
}

/* Only in requests: no text is valid, and nothing is checked. */
void test_lists_and_objects_have_no_text(void) {
    struct value_row list = {.type = VALUE_LIST}, object = {.type = VALUE_OBJECT};

    check_refused(&list, "x", E_TYPE);
    check_refused(&object, "x", E_TYPE);
    TEST_ASSERT_EQUAL_INT(E_TYPE, value_check(&list, member));
    TEST_ASSERT_EQUAL_INT(E_TYPE, value_check(&object, member));
    check_printed(&list, "", "");
    check_printed(&object, "", "");
}
