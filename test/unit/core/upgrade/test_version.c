/* The order of versions: that of Semantic Versioning 2.0.0, section 11. */
#include "core/upgrade/version.h"

#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

/* Each before all that follow. The pre-releases are the standard's own example. */
static const char *const order[] = {
    "0.0.1",         "0.1.0",
    "0.9.9",         "0.10.0",
    "1.0.0-0",       "1.0.0-2",
    "1.0.0-10",      "1.0.0-alpha",
    "1.0.0-alpha.1", "1.0.0-alpha.beta",
    "1.0.0-beta",    "1.0.0-beta.2",
    "1.0.0-beta.11", "1.0.0-rc.1",
    "1.0.0-rc.1.0",  "1.0.0",
    "1.0.1",         "1.2.0",
    "1.10.0",        "2.0.0",
    "2.1.0",         "2.1.1",
    "10.0.0",        "99999999999999999999.0.0",
};

#define ORDER (sizeof(order) / sizeof(order[0]))

static void check(bool expected, const char *a, const char *b) {
    TEST_ASSERT_EQUAL_MESSAGE(expected, version_is_before(a, b), a);
}

void test_every_two_of_them(void) {
    for (size_t i = 0; i < ORDER; i++) {
        for (size_t k = 0; k < ORDER; k++) {
            check(i < k, order[i], order[k]);
        }
    }
}

void test_what_is_behind_a_plus_says_nothing(void) {
    check(false, "1.0.0+a", "1.0.0+b");
    check(false, "1.0.0+b", "1.0.0+a");
    check(false, "1.0.0", "1.0.0+20130313144700");
    check(false, "1.0.0+20130313144700", "1.0.0");
    check(false, "1.0.0-rc.1+b", "1.0.0-rc.1+a");
    check(true, "1.0.0-rc.1+z", "1.0.0+a");
    check(true, "1.0.0+z-1", "1.0.1"); /* the hyphen is of what says nothing */
    check(false, "1.0.0+z-1", "1.0.0");
    check(false, "1.0.0", "1.0.0+z-1");
}

/* Numbers come before words, and words go by their bytes: capitals first. */
void test_numbers_and_words(void) {
    check(true, "1.0.0-999", "1.0.0-A");
    check(false, "1.0.0-A", "1.0.0-999");
    check(true, "1.0.0-Beta", "1.0.0-alpha");
    check(true, "1.0.0-a", "1.0.0-a-b"); /* a hyphen is a letter here */
    check(false, "1.0.0-1a", "1.0.0-2"); /* a word, though it begins as a number */
    check(true, "1.0.0-2", "1.0.0-1a");
}
