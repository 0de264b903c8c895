#include "util/text.h"

#include <string.h>

#include "unity.h"

static char folded[TEXT_FOLD_MAX];

void setUp(void) {
}

void tearDown(void) {
}

static const char *fold(const char *text) {
    size_t len = 99;

    TEST_ASSERT_EQUAL_INT(0, text_fold(text, strlen(text), folded, &len));
    TEST_ASSERT_EQUAL_size_t(strlen(folded), len);
    return folded;
}

static bool clean(const char *text) {
    return text_is_clean(text, strlen(text));
}

void test_octets_are_two_hexadecimal_digits_each(void) {
    static const uint8_t octets[] = {0x00, 0x0f, 0xa0, 0xff};
    char text[10] = "#########";
    text_hex(octets, sizeof(octets), text);
    TEST_ASSERT_EQUAL_STRING("000fa0ff", text);
    text_hex(octets, 0, text);
    TEST_ASSERT_EQUAL_STRING("", text);
}

void test_clean_text(void) {
    TEST_ASSERT_TRUE(clean(""));
    TEST_ASSERT_TRUE(clean("José 王小明 محمد 😀"));
    TEST_ASSERT_TRUE(clean("\xc2\xa0"));
    TEST_ASSERT_FALSE(clean("a\nb"));
    TEST_ASSERT_FALSE(clean("\x1f"));
    TEST_ASSERT_FALSE(clean("\x7f"));
    TEST_ASSERT_FALSE(clean("\xc2\x85"));
    TEST_ASSERT_FALSE(clean("\xe2\x80\xa8"));
    TEST_ASSERT_FALSE(clean("\xe2\x80\xa9"));
    TEST_ASSERT_FALSE(text_is_clean("a\0b", 3));
}

void test_what_is_no_utf8(void) {
    static const char *const bad[] = {"\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x80\x80",
                                      "\xed\xa0\x80",
                                      "\xf0\x80\x80\x80",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xe2\x82",
                                      "\xff",
                                      "a\xc3"};

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        size_t len = 0;

        TEST_ASSERT_FALSE(clean(bad[i]));
        TEST_ASSERT_EQUAL_INT(-1, (int)text_length(bad[i], strlen(bad[i])));
        TEST_ASSERT_EQUAL_INT(E_TEXT, text_fold(bad[i], strlen(bad[i]), folded, &len));
    }
}

void test_length_counts_code_points(void) {
    TEST_ASSERT_EQUAL_INT(0, (int)text_length("", 0));
    TEST_ASSERT_EQUAL_INT(3, (int)text_length("aé😀", 7));
}

void test_digits(void) {
    TEST_ASSERT_TRUE(text_is_digits("0123456789"));
    TEST_ASSERT_FALSE(text_is_digits(""));
    TEST_ASSERT_FALSE(text_is_digits("12a"));
    TEST_ASSERT_FALSE(text_is_digits("-1"));
    TEST_ASSERT_FALSE(text_is_digits("١٢"));
}

void test_folding(void) {
    TEST_ASSERT_EQUAL_STRING("", fold(""));
    TEST_ASSERT_EQUAL_STRING("maria garcia", fold("María GARCÍA"));
    TEST_ASSERT_EQUAL_STRING("strasse", fold("Straße"));
    TEST_ASSERT_EQUAL_STRING("nguyen", fold("Nguyễn"));
    TEST_ASSERT_EQUAL_STRING("σισυφοσ", fold("ΣΊΣΥΦΟΣ"));
    TEST_ASSERT_EQUAL_STRING("σισυφοσ", fold("Σίσυφος"));
    TEST_ASSERT_EQUAL_STRING("иван", fold("ИВАН"));
    TEST_ASSERT_EQUAL_STRING("محمد", fold("مُحَمَّد"));
    TEST_ASSERT_EQUAL_STRING("محمد", fold("محـــمد"));
    TEST_ASSERT_EQUAL_STRING("احمد", fold("أحمد"));
    TEST_ASSERT_EQUAL_STRING("김민준", fold("김민준"));
    TEST_ASSERT_EQUAL_STRING("김민준", fold("\xe1\x84\x80\xe1\x85\xb5\xe1\x86\xb7"
                                            "\xe1\x84\x86\xe1\x85\xb5\xe1\x86\xab"
                                            "\xe1\x84\x8c\xe1\x85\xae\xe1\x86\xab"));
    TEST_ASSERT_EQUAL_STRING("abc 123", fold("ＡＢＣ　１２３"));
    TEST_ASSERT_EQUAL_STRING("王小明", fold("王小明"));
}

void test_white_space_and_format_characters(void) {
    TEST_ASSERT_EQUAL_STRING("a b", fold("  a \t\n b  "));
    TEST_ASSERT_EQUAL_STRING("a b", fold("\xc2\xa0"
                                         "a\xe2\x80\x83\xe3\x80\x80"
                                         "b "));
    TEST_ASSERT_EQUAL_STRING("ab", fold("a\xe2\x80\x8d\xe2\x80\x8e"
                                        "b"));
    TEST_ASSERT_EQUAL_STRING("", fold(" \xc2\xa0 "));
}

void test_composed_and_decomposed_are_one(void) {
    char first[TEXT_FOLD_MAX];

    (void)strcpy(first, fold("\xc3\x89va"));
    TEST_ASSERT_EQUAL_STRING(first, fold("E\xcc\x81va"));
}

/* Folding once more changes nothing: keys can be compared with folded searches. */
void test_folding_is_stable(void) {
    static const char *const texts[] = {"María GARCÍA", "Straße", "ΣΊΣΥΦΟΣ",  "مُحَمَّد", "김민준",
                                        "ＡＢＣ",       "ﷺ",      "İstanbul", "ﬁnale"};

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        char first[TEXT_FOLD_MAX];

        (void)strcpy(first, fold(texts[i]));
        TEST_ASSERT_EQUAL_STRING(first, fold(first));
    }
}

void test_long_text_is_cut_at_a_character(void) {
    char text[1001];
    size_t len = 0;

    memset(text, 'A', 1000);
    text[1000] = '\0';
    TEST_ASSERT_EQUAL_INT(0, text_fold(text, 1000, folded, &len));
    TEST_ASSERT_EQUAL_size_t(TEXT_FOLD_MAX - 1, len);
    for (int i = 0; i < 333; i++) {
        memcpy(text + 3 * i, "王", 3);
    }
    TEST_ASSERT_EQUAL_INT(0, text_fold(text, 999, folded, &len));
    TEST_ASSERT_EQUAL_size_t(255, len);
    TEST_ASSERT_EQUAL_INT(85, (int)text_length(folded, len));
}

void test_nul_is_no_text(void) {
    size_t len = 0;

    TEST_ASSERT_EQUAL_INT(E_TEXT, text_fold("a\0b", 3, folded, &len));
}
