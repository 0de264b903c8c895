/* Text for printers. */
#include "print/code_page.h"

#include <string.h>

#include "print/code_page_impl.h"
#include "unity.h"

static char text[CODE_PAGE_TEXT_MAX];
static uint8_t octets[CODE_PAGE_CHARS_MAX];

void setUp(void) {
}

void tearDown(void) {
}

static void fits(const char *language, const char *given, const char *expected) {
    size_t len = code_page_fit(code_page_of_language(language), given, text);
    TEST_ASSERT_EQUAL_STRING(expected, text);
    TEST_ASSERT_EQUAL(strlen(expected), len);
}

static void encodes(const char *language, const char *given, const char *expected) {
    size_t len = code_page_encode(code_page_of_language(language), given, octets);
    TEST_ASSERT_EQUAL(strlen(expected), len);
    TEST_ASSERT_EQUAL_MEMORY(expected, octets, len);
}

void test_each_language_has_its_page(void) {
    TEST_ASSERT_EQUAL_STRING("CP858", code_page_name(code_page_of_language("en")));
    TEST_ASSERT_EQUAL_STRING("CP858", code_page_name(code_page_of_language("es")));
    TEST_ASSERT_EQUAL_STRING("CP852", code_page_name(code_page_of_language("pl")));
    TEST_ASSERT_EQUAL_STRING("CP866", code_page_name(code_page_of_language("ru")));
    TEST_ASSERT_EQUAL_STRING("WPC1253", code_page_name(code_page_of_language("el")));
    TEST_ASSERT_EQUAL_STRING("CP864", code_page_name(code_page_of_language("ar")));
    TEST_ASSERT_EQUAL_STRING("CP858", code_page_name(code_page_of_language("e")));
    TEST_ASSERT_EQUAL_STRING("CP858", code_page_name(code_page_of_language("")));
    TEST_ASSERT_EQUAL_PTR(code_page_of_language("ar"), code_page_of_number(37));
    TEST_ASSERT_NULL(code_page_of_number(255));
    TEST_ASSERT_TRUE(code_page_begins_right(code_page_of_language("ar")));
    TEST_ASSERT_FALSE(code_page_begins_right(code_page_of_language("en")));
}

/* Every byte is what it stands for and comes back. */
void test_pages_read_what_they_write(void) {
    for (size_t i = 0; i < code_page_count; i++) {
        for (unsigned octet = 0x20; octet < 256; octet++) {
            uint32_t code_point = octet < 0x80 ? octet : code_pages[i].upper[octet - 128];
            if (octet != 0x7f && code_point != 0) {
                TEST_ASSERT_EQUAL(octet, code_page_octet(&code_pages[i], code_point));
            }
        }
        TEST_ASSERT_EQUAL(-1, code_page_octet(&code_pages[i], 0));
        TEST_ASSERT_EQUAL(-1, code_page_octet(&code_pages[i], 0x4e00));
    }
}

void test_western_letters(void) {
    encodes("es", "Ana Muñoz €5",
            "Ana Mu\xa4oz \xd5"
            "5");
    encodes("cs", "Jiří", "Ji\xfd\xa1");
    encodes("ru", "Ивановё", "\x88\xa2\xa0\xad\xae\xa2\xf1");
}

void test_what_a_page_lacks_is_replaced(void) {
    fits("en", "Jiří Łódź", "Jirí Lódz");
    fits("en", "n\xcc\x83 e\xcc\x81", "ñ é");
    fits("en", "“a” – b…", "\"a\" - b...");
    fits("en", "李 雷", "? ?");
    fits("en", "œuvre ﬁn", "oeuvre fin");
    fits("en",
         "a\xe2\x80\x8b\xe2\x80\x8f"
         "b",
         "ab");
    fits("en", "محمد", "????");
    fits("ar", "محمد José", "محمد Jose");
    fits("ar", "إبراهيم", "ابراهيم");
    fits("en", "", "");
    encodes("en", "李", "?");
}

/* Beh begins, tah has one form, alef ends, qaf begins, teh marbuta ends; from the left it is read backwards. */
void test_arabic_is_joined_and_turned(void) {
    encodes("ar", "بطاقة", "\xc9\xe2\xa8\xd7\xc8");
    encodes("ar", "سلام", "\xef\x9e\xd3");
    encodes("ar", "لا", "\x9d");
    encodes("ar", "عين", "\xf2\xea\xd9");
}

void test_numbers_keep_their_direction(void) {
    encodes("ar", "12:30 لا", "12:30 \x9d");
    encodes("ar", "لا 12:30", "12:30 \x9d");
    encodes("ar", "لا (5)", "(5) \x9d");
    encodes("ar", "A لا B", "A \x9d B");
    encodes("ar", "  لا  ", "  \x9d  ");
    encodes("he", "שלום 7", "7 \xed\xe5\xec\xf9");
    encodes("en", "(a)", "(a)");
}

void test_paper_shows_octets_from_the_left(void) {
    const struct code_page *page = code_page_of_language("en");
    TEST_ASSERT_EQUAL(6, code_page_decode(page,
                                          (const uint8_t *)"a\xd5\x01"
                                                           "b",
                                          4, text));
    TEST_ASSERT_EQUAL_STRING("a€?b", text);
}

/* The longest texts neither overflow nor are cut inside a character. */
void test_long_texts_end_at_a_character(void) {
    char given[CODE_PAGE_TEXT_MAX * 3];
    for (size_t i = 0; i + 3 < sizeof(given); i += 3) {
        memcpy(given + i, "€€", 4);
    }
    given[sizeof(given) - 1] = '\0';
    size_t len = code_page_fit(code_page_of_language("en"), given, text);
    TEST_ASSERT_EQUAL(CODE_PAGE_CHARS_MAX * 3, len);
    TEST_ASSERT_EQUAL(CODE_PAGE_CHARS_MAX, code_page_encode(code_page_of_language("en"), text, octets));
    fits("en",
         "a\xff"
         "b",
         "a");
}
