#include "util/text.h"

#include <string.h>
#include <utf8proc.h>

#include "unity.h"
#include "util/fnv.h"
#include "util/utf8.h"

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

void test_each_character_is_written_as_it_is_read(void) {
    for (uint32_t code = 0; code <= 0x10ffff; code += code == 0xd7ff ? 0x801 : 1) {
        char bytes[UTF8_BYTES_MAX];
        uint32_t read = 0;
        const size_t size = utf8_put(bytes, code);
        TEST_ASSERT_EQUAL_size_t(size, utf8_next(bytes, size, &read));
        TEST_ASSERT_EQUAL_UINT32(code, read);
    }
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

/* Either text may be stored and the other typed. */
void test_what_people_type_differently_is_one(void) {
    static const char *const pairs[][2] = {
        {"O’Brien", "o'brien"},
        {"O‘Brien", "o'brien"},
        {"OʼBrien", "o'brien"},
        {"O`Brien", "o'brien"},
        {"O´Brien", "o'brien"},
        {"Oʹ′＇ʻʿ՚׳", "o'''''''"},
        {"ŉ", "'n"},
        {"צה״ל “x”", "צה\"ל \"x\""},
        {"Işıl", "isil"},
        {"IŞIL", "ışıl"},
        {"İŞİL", "işil"},
        {"Nurış", "nuris"},
        {"İ", "ı"},
        {"Søren Ǿ", "soren o"},
        {"Łukasz Żółć", "lukasz zolc"},
        {"Đặng", "dang"},
        {"Ħal Ŧ", "hal t"},
        {"Weiß STRAẞE", "weiss strasse"},
        {"Æsa Ǽ", "aesa ae"},
        {"Œuvre", "oeuvre"},
        {"Þór Guðrún", "thor gudrun"},
        {"Əliyev ɓ ƙ ŋ", "eliyev b k n"},
        {"ﬁ ｶ Ａ１", "fi カ a1"},
        {"یاسمین کریمی", "ياسمين كريمي"},
        {"فاطمة ٱ ﻋﻠﻰ", "فاطمه ا علي"},
        {"Ann‐Li", "ann-li"},
        {"A‑B‒C–D—E―F−G﹣H－I־J", "a-b-c-d-e-f-g-h-i-j"},
        {"A\xc2\xadnn", "ann"},
        {"a\xc2\xa0\xe2\x80\xaf\xe2\x80\x87z", "a z"},
    };

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        char typed[TEXT_FOLD_MAX];

        (void)strcpy(typed, fold(pairs[i][1]));
        TEST_ASSERT_EQUAL_STRING(typed, fold(pairs[i][0]));
    }
    TEST_ASSERT_EQUAL_STRING("isil o'brien", fold("IŞIL O´Brien"));
    TEST_ASSERT_EQUAL_STRING("a-b 'c' \"d\"", fold("a–b ‘c’ “d”"));
}

void test_composed_and_decomposed_are_one(void) {
    char first[TEXT_FOLD_MAX];

    (void)strcpy(first, fold("\xc3\x89va"));
    TEST_ASSERT_EQUAL_STRING(first, fold("E\xcc\x81va"));
}

static size_t put_utf8(uint32_t code_point, char *to) {
    return (size_t)utf8proc_encode_char((utf8proc_int32_t)code_point, (utf8proc_uint8_t *)to);
}

void test_each_character_is_folded_to_what_stays(void) {
    for (uint32_t code_point = 1; code_point <= 0x10ffff; code_point++) {
        char text[8] = "", first[TEXT_FOLD_MAX];

        if (code_point < 0xd800 || code_point > 0xdfff) {
            text[put_utf8(code_point, text)] = '\0';
            (void)strcpy(first, fold(text));
            TEST_ASSERT_EQUAL_STRING(first, fold(first));
        }
    }
}

/* Stored keys are updated when the version changes. After a change of the folding, increment FOLD_VERSION and put the
 * new hash here. The ranges are those of the table; no later Unicode folds them differently. */
void test_another_folding_has_another_version(void) {
    static const uint32_t ranges[][2] = {{0x20, 0x24f},    {0x250, 0x6ff},   {0x1d7d, 0x1d7d}, {0x1e00, 0x206f},
                                         {0x2c60, 0x2c7f}, {0xa78c, 0xa78c}, {0xfb00, 0xffef}};
    char version[TEXT_FOLD_VERSION_MAX];
    uint64_t hash = FNV_START;

    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        for (uint32_t code_point = ranges[i][0]; code_point <= ranges[i][1]; code_point++) {
            char text[8] = "";

            text[put_utf8(code_point, text)] = '\0';
            for (const char *at = fold(text); *at != '\0'; at++) {
                hash = fnv_add(hash, *at);
            }
            hash = fnv_add(hash, '\0');
        }
    }
    text_fold_version(version);
    TEST_ASSERT_EQUAL_STRING_LEN("1 ", version, 2);
    TEST_ASSERT_EQUAL_STRING(utf8proc_version(), version + 2);
    TEST_ASSERT_EQUAL_HEX64(0x8329494C32E4B5D7, hash);
}

/* Folding twice changes nothing: keys can be compared with folded searches. */
void test_folding_is_stable(void) {
    static const char *const texts[] = {"María GARCÍA", "Straße", "ΣΊΣΥΦΟΣ",  "مُحَمَّد",  "김민준",
                                        "ＡＢＣ",       "ﷺ",      "İstanbul", "ﬁnale", "O´Brien ŉ ǽ"};

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
