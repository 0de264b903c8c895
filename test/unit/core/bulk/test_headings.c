/* What people call columns. */
#include "core/bulk/headings.h"

#include <string.h>

#include "labels.h"
#include "unity.h"
#include "values.h"

void setUp(void) {
}
void tearDown(void) {
}

/* A table that the terminal makes is one that it reads. */
void test_the_own_headings_are_known(void) {
    for (unsigned field = 1; field < BULK_FIELD_COUNT; field++) {
        for (unsigned language = 0; language < LANGUAGE_COUNT; language++) {
            const char *label = bulk_field_labels[language][field];
            TEST_ASSERT_NOT_EQUAL('\0', label[0]);
            TEST_ASSERT_EQUAL_INT_MESSAGE(field, headings_field(label), label);
        }
        TEST_ASSERT_EQUAL_INT(field, headings_field(bulk_field_text[field]));
    }
}

/* Those of a list that say what there is, and those before rows that are wrong. */
void test_other_own_headings_give_nothing(void) {
    static const char *const others[] = {"Password", "Fingers", "Face", "Irises", "Photo", "Line", "Problem", ""};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, headings_field(others[i]));
    }
}

void test_case_blanks_and_punctuation_do_not_matter(void) {
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_USERID, headings_field("USER_ID"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_USERID, headings_field(" user-id: "));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_USERID, headings_field("Personnel-ID"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_CARDNO, headings_field("Card-Number"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_VALID_TO, headings_field("Válido hasta"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, headings_field("User ID 2"));
}

void test_parts_of_a_name(void) {
    static const char *const first[] = {"First Name", "Given name",  "MIDDLE_NAME",
                                        "Forename",   "الاسم الأول", "الاسم الاول"};
    static const char *const last[] = {"Last Name",       "Surname",    "Family name", "Apellidos",
                                       "Primer apellido", "Apellido 2", "اسم العائلة", "اللقب"};
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(BULK_FIELD_FIRST_NAME, headings_field(first[i]), first[i]);
    }
    for (size_t i = 0; i < sizeof(last) / sizeof(last[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(BULK_FIELD_LAST_NAME, headings_field(last[i]), last[i]);
    }
    TEST_ASSERT_TRUE(headings_is_bare_name("NAME:"));
    TEST_ASSERT_TRUE(headings_is_bare_name("nombre"));
    TEST_ASSERT_TRUE(headings_is_bare_name("الاسم"));
    TEST_ASSERT_FALSE(headings_is_bare_name("Full name"));
}

void test_any_octets_are_no_heading(void) {
    char text[600];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, headings_field(text));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, headings_field("\xff\xfe"));
}
