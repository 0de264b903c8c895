#include "store/grams.h"

#include <string.h>

#include "unity.h"

static char out[GRAMS_MATCH_MAX];

void setUp(void) {
}

void tearDown(void) {
}

static const char *words(const char *text) {
    size_t len = grams_index(text, strlen(text), out);

    TEST_ASSERT_EQUAL_size_t(strlen(out), len);
    return out;
}

static const char *match(const char *text) {
    size_t len = grams_match(text, strlen(text), out);

    TEST_ASSERT_EQUAL_size_t(strlen(out), len);
    return out;
}

void test_words_are_pairs_and_the_last_character(void) {
    TEST_ASSERT_EQUAL_STRING("", words(""));
    TEST_ASSERT_EQUAL_STRING("000061", words("a"));
    TEST_ASSERT_EQUAL_STRING("000061000062 000062", words("ab"));
    TEST_ASSERT_EQUAL_STRING("000061000020 000020000062 000062", words("a b"));
    TEST_ASSERT_EQUAL_STRING("00738b01f600 01f600", words("王😀"));
}

void test_match_is_a_phrase_or_a_prefix(void) {
    TEST_ASSERT_EQUAL_STRING("", match(""));
    TEST_ASSERT_EQUAL_STRING("\"000061\"*", match("a"));
    TEST_ASSERT_EQUAL_STRING("\"000061000062\"", match("ab"));
    TEST_ASSERT_EQUAL_STRING("\"000061000062 000062000063\"", match("abc"));
}

/* Characters with a meaning in a match expression are hexadecimal like all others. */
void test_match_has_no_syntax_of_the_text(void) {
    TEST_ASSERT_EQUAL_STRING("\"000022\"*", match("\""));
    TEST_ASSERT_EQUAL_STRING("\"00002a00002a\"", match("**"));
}

void test_longest_text_fits(void) {
    char text[TEXT_FOLD_MAX];

    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    TEST_ASSERT_LESS_THAN_size_t(GRAMS_INDEX_MAX, grams_index(text, sizeof(text) - 1, out));
    TEST_ASSERT_LESS_THAN_size_t(GRAMS_MATCH_MAX, grams_match(text, sizeof(text) - 1, out));
}

void test_octets_that_are_no_text_do_no_harm(void) {
    TEST_ASSERT_EQUAL_STRING("00fffd000061 000061", words("\xff"
                                                          "a"));
}
