/* Numbers and days of a workbook as a reader sees them: borders of each form. What a whole workbook says is in
 * test_sheet_workbook.c. */
#include <stdio.h>
#include <string.h>

#include "tables/sheet_impl.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

static void check_number(const char *expected, const char *text) {
    char got[SHEET_NUMBER_MAX] = "";

    TEST_ASSERT_EQUAL_MESSAGE(expected != NULL, sheet_number_text(text, got), text);
    if (expected != NULL) {
        TEST_ASSERT_EQUAL_STRING(expected, got);
    }
}

/* One with as many digits as a card or an ID has is taken as it stands; more are a number like others. */
void test_whole_numbers(void) {
    check_number("0", "0");
    check_number("0", "-0");
    check_number("0", "000");
    check_number("7", "007");
    check_number("-7", "-007");
    check_number("12345678901234567890", "12345678901234567890");
    check_number("12345678901234567890", "0012345678901234567890");
    check_number("-12345678901234567890", "-12345678901234567890");
    check_number("123456789012346000000", "123456789012345678901");
}

void test_broken_numbers(void) {
    check_number("0.1", "0.1");
    check_number("0.3", "0.30000000000000004"); /* 17 digits were written, 15 are shown */
    check_number("-0.3", "-0.30000000000000004");
    check_number("1.5", "1.50");
    check_number("1.5", "+1.5");
    check_number("0", "0.0");
    check_number("0", "-0.0");
    check_number("100", "1e2");
    check_number("100", "1E+2");
    check_number("0.01", "1e-2");
    check_number("123456789012345", "123456789012345.0");
    check_number("123456789012346", "123456789012345.6");
    check_number("12345678901234.5", "12345678901234.5");
    check_number("1000000000000000", "1e15");
    check_number("-1000000000000000", "-1e15");
    check_number("1234567890123450", "1.23456789012345e15");
    check_number("100000000000000000000", "1e20");
    check_number("1234567890123460", "1.2345678901234567e15"); /* rounded, not cut off */
    check_number("-1234567890123460", "-1234567890123456.7");
    check_number("1", "1.0");
    check_number("1e+21", "1e21");
    check_number("0.00000000000000000001", "1e-20");
    check_number("1e-21", "1e-21");
    check_number("-1.5e+21", "-1.5e21");
}

void test_what_is_no_number(void) {
    static const char *const none[] = {"",   "-",    "+",   ".",   "1.2.3", "1e",  "x",
                                       "1x", "0x10", "inf", "nan", "1e999", "1 2", "--1"};

    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        check_number(NULL, none[i]);
    }
}

static void check_day(const char *expected, const char *text, bool is_1904) {
    char got[SHEET_NUMBER_MAX] = "";

    TEST_ASSERT_EQUAL_MESSAGE(expected != NULL, sheet_day_text(text, is_1904, got), text);
    if (expected != NULL) {
        TEST_ASSERT_EQUAL_STRING(expected, got);
    }
}

/* Day 60 of 1900 is one that was not; before it the count is one behind. */
void test_days_of_1900(void) {
    check_day(NULL, "0", false);
    check_day(NULL, "0.99", false);
    check_day("1900-01-01", "1", false);
    check_day("1900-01-01 23:58:34", "1.999", false);
    check_day("1900-02-28", "59", false);
    check_day(NULL, "60", false);
    check_day("1900-03-01", "61", false);
    check_day("1970-01-01", "25569", false);
    check_day("2026-11-24 18:00:00", "46350.75", false);
    check_day("2026-11-24 08:05:09", "46350.336909722", false);
    check_day("2026-11-24 23:59:59", "46350.9999999", false);
    check_day("2026-11-24", "46350.000001", false);
    check_day("9999-12-31", "2958465", false);
    check_day(NULL, "2958466", false);
    check_day(NULL, "-1", false);
    check_day(NULL, "-0.5", false);
    check_day(NULL, "1e300", false);
    check_day(NULL, "x", false);
}

void test_days_of_1904(void) {
    check_day("1904-01-01", "0", true);
    check_day("1904-02-29", "59", true);
    check_day("1904-03-01", "60", true);
    check_day("1970-01-01", "24107", true);
    check_day("9999-12-31", "2957003", true);
    check_day(NULL, "2957004", true);
}

void test_formats_of_days(void) {
    static const struct {
        const char *format;
        bool is_day;
    } cases[] = {
        {"General", false}, {"GENERAL", false}, {"general", false}, {"", false},      {"0.00", false},
        {"y", true},        {"Y", true},        {"d", true},        {"D", true},      {"m", true},
        {"M", true},        {"h", false},       {"H", false},       {"s", false},     {"S", false},
        {"h:mm", false},    {"mm:ss", false},   {"d h:mm", true},   {"mmm", true},    {"[h]:mm", false},
        {"[mm]", false},    {"[mm]:m", false},  {"[Red]0", false},  {"[Red]m", true}, {"[h", false},
        {"\"d\"0", false},  {"\"d", false},     {"0\\d", false},    {"0\\dd", true},  {"_d0", false},
        {"_dd", true},      {"*d0", false},     {"*dd", true},      {"0;d", false},   {"d;0", true},
        {"0\\", false},     {"\"x\"d", true},   {"[$-409]d", true}, {"[hx]m", true},  {"[s]m", false},
        {"[H]m", false},    {"[M]m", false},    {"[S]m", false},    {"[h]", false},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].is_day, sheet_format_is_day(cases[i].format), cases[i].format);
    }
}
