/* SN keys. The sums are not of this code: CRC-16/IBM-3740, whose published value for "123456789" is 29B1, was worked out
 * by another program. */
#include "core/base/sn_key.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "unity.h"

static const char *const good[] = {
    "0123-4567-89AB-CDEF-986B", "0000-0000-0000-0000-313E", "FFFF-FFFF-FFFF-FFFF-97DF",
    "5054-474B-334D-5134-2D5D", "8000-0000-0000-0001-DC9E",
};

#define GOOD (sizeof(good) / sizeof(good[0]))

static char key[SN_KEY_LEN + 1];

void setUp(void) {
    memset(key, '?', sizeof(key));
}

void tearDown(void) {
}

void test_keys_that_are_right(void) {
    for (size_t i = 0; i < GOOD; i++) {
        TEST_ASSERT_EQUAL_MESSAGE(0, sn_key_read(good[i], key), good[i]);
        TEST_ASSERT_EQUAL_STRING(good[i], key);
    }
}

void test_capitals_or_not_it_is_the_same_key(void) {
    for (size_t i = 0; i < GOOD; i++) {
        char small[SN_KEY_LEN + 1];
        for (size_t k = 0; k <= SN_KEY_LEN; k++) {
            small[k] = (char)tolower((unsigned char)good[i][k]);
        }
        TEST_ASSERT_EQUAL_MESSAGE(0, sn_key_read(small, key), small);
        TEST_ASSERT_EQUAL_STRING(good[i], key);
    }
}

/* Whichever digit is another one, those of the sum too. */
void test_each_digit_that_is_changed_is_noticed(void) {
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < GOOD; i++) {
        for (size_t k = 0; k < SN_KEY_LEN; k++) {
            char changed[SN_KEY_LEN + 1];
            for (const char *digit = digits; good[i][k] != '-' && *digit != '\0'; digit++) {
                memcpy(changed, good[i], sizeof(changed));
                changed[k] = *digit;
                TEST_ASSERT_EQUAL_MESSAGE(*digit == good[i][k] ? 0 : E_SN_KEY, sn_key_read(changed, key), changed);
            }
        }
    }
}

/* Which is what people do who type them. */
void test_neighbours_that_change_places_are_noticed(void) {
    for (size_t i = 0; i < GOOD; i++) {
        for (size_t k = 0; k + 1 < SN_KEY_LEN; k++) {
            char changed[SN_KEY_LEN + 1];
            memcpy(changed, good[i], sizeof(changed));
            changed[k] = good[i][k + 1];
            changed[k + 1] = good[i][k];
            TEST_ASSERT_EQUAL_MESSAGE(strcmp(changed, good[i]) == 0 ? 0 : E_SN_KEY, sn_key_read(changed, key), changed);
        }
    }
}

void test_texts_that_are_no_key(void) {
    static const char *const bad[] = {"",
                                      "0123-4567-89AB-CDEF-986",
                                      "0123-4567-89AB-CDEF-986B0",
                                      "0123-4567-89AB-CDEF-986B-",
                                      " 0123-4567-89AB-CDEF-986B",
                                      "0123456789ABCDEF986B",
                                      "0123456789ABCDEF986B----",
                                      "0123 4567 89AB CDEF 986B",
                                      "01234-567-89AB-CDEF-986B",
                                      "0123-4567-89AB-CDEG-986B",
                                      "0123-4567-89AB-CDE\xC3-986B",
                                      "------------------------",
                                      "0123-4567-89AB-CDEF-29B1"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_SN_KEY, sn_key_read(bad[i], key), bad[i]);
    }
}
