#include "core/accounts/password_rules.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

static void refused(const char *const *list) {
    for (; *list; list++) {
        TEST_ASSERT_FALSE_MESSAGE(password_rules_console(*list, "admin"), *list);
    }
}

void test_ordinary_six_digits_are_taken(void) {
    static const char *const good[] = {"402913", "735846", "918273", "000871", "650284", "386402"};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        TEST_ASSERT_TRUE_MESSAGE(password_rules_console(good[i], "admin"), good[i]);
    }
}

void test_anything_but_six_digits_is_refused(void) {
    refused((const char *const[]){"", "40291", "4029133", "40291a", "40291 ", "٤٠٢٩١٣", NULL});
}

void test_repeats_are_refused(void) {
    refused((const char *const[]){"000000", "777777", "121212", "747474", "123123", "482482", "111222", "335577",
                                  "123321", "482284", NULL});
}

void test_sequences_are_refused(void) {
    refused(
        (const char *const[]){"123456", "012345", "890123", "987654", "210987", "135791", "864208", "246802", NULL});
}

void test_dates_are_refused(void) {
    refused((const char *const[]){"311299", "123199", "991231", "010180", "198405", "051984", "203912", NULL});
}

void test_well_known_codes_are_refused(void) {
    refused((const char *const[]){"159753", "147258", "696969", "112358", "520520", "789456", NULL});
}

void test_own_user_id_is_refused(void) {
    TEST_ASSERT_FALSE(password_rules_console("402913", "402913"));
    TEST_ASSERT_FALSE(password_rules_console("000871", "871"));
    TEST_ASSERT_FALSE(password_rules_console("402913", "999402913"));
    TEST_ASSERT_TRUE(password_rules_console("402913", "402914"));
    TEST_ASSERT_TRUE(password_rules_console("000871", "8710"));
}

void test_passphrases(void) {
    static const char *const good[] = {"copper kettle", "Ελληνικά γράμματα", "١٢٣ نخلة على البحر", "correct-horse-4",
                                       "a long one with many words and 27 numbers"};
    static const char *const bad[] = {
        "",
        "eleven char",           /* 11 characters */
        "ééééééééééé",           /* 11 characters of two bytes */
        "123456789012",          /* digits alone */
        "aaaaaaaaaaaaaaa",       /* one character */
        "abababababab",          /* two */
        "wordwordword",          /* a shorter one over and over */
        " leading blank in it",
        "trailing blank in it ",
    };
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        TEST_ASSERT_TRUE_MESSAGE(password_rules_passphrase(good[i]), good[i]);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(password_rules_passphrase(bad[i]), bad[i]);
    }
    char longest[PASSWORD_RULES_PASSPHRASE_MAX + 2];
    for (size_t i = 0; i < sizeof(longest) - 1; i++) {
        longest[i] = (char)('a' + i % 25);
    }
    longest[sizeof(longest) - 1] = '\0';
    TEST_ASSERT_FALSE(password_rules_passphrase(longest));
    longest[PASSWORD_RULES_PASSPHRASE_MAX] = '\0';
    TEST_ASSERT_TRUE(password_rules_passphrase(longest));
}
