/* What people call columns. */
#include "core/bulk/headings.h"

#include <string.h>

#include "labels.h"
#include "unity.h"
#include "values.h"

static struct headings headings;

static struct headings of_punches, of_roster;

static enum bulk_field field_of(const char *heading) {
    return headings_find(&headings, heading);
}

void setUp(void) {
    headings_init(BULK_KIND_USERS, &headings);
    headings_init(BULK_KIND_PUNCHES, &of_punches);
    headings_init(BULK_KIND_ROSTER, &of_roster);
}
void tearDown(void) {
}

/* A heading means its field in the tables that may have it, and never in others. */
static void check_own(enum bulk_field field, const char *text) {
    static const struct {
        enum bulk_kind kind;
        const struct headings *words;
    } tables[] = {{BULK_KIND_USERS, &headings}, {BULK_KIND_PUNCHES, &of_punches}, {BULK_KIND_ROSTER, &of_roster}};
    bool is_known = false;
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        const bool is_of = headings_has_field(tables[i].kind, field);
        const bool is_found = headings_find(tables[i].words, text) == field;
        TEST_ASSERT_EQUAL_INT_MESSAGE(is_of, is_found, text);
        is_known = is_known || is_of;
    }
    TEST_ASSERT_TRUE_MESSAGE(is_known, text);
}

/* A table that the terminal makes is one that it reads. */
void test_the_own_headings_are_known(void) {
    for (unsigned field = 1; field < BULK_FIELD_COUNT; field++) {
        for (unsigned language = 0; language < LANGUAGE_COUNT; language++) {
            const char *label = bulk_field_labels[language][field];
            TEST_ASSERT_NOT_EQUAL('\0', label[0]);
            check_own((enum bulk_field)field, label);
        }
        check_own((enum bulk_field)field, bulk_field_text[field]);
    }
}

/* Those of a list that say what there is, and those before rows that are wrong. */
void test_other_own_headings_give_nothing(void) {
    static const char *const others[] = {"Password", "Fingers", "Face", "Irises", "Photo", "Line", "Problem", ""};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, field_of(others[i]));
    }
}

void test_case_blanks_and_punctuation_do_not_matter(void) {
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_USERID, field_of("USER_ID"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_USERID, field_of(" user-id: "));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_USERID, field_of("Personnel-ID"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_CARDNO, field_of("Card-Number"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_VALID_TO, field_of("Válido hasta"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, field_of("User ID 2"));
}

void test_parts_of_a_name(void) {
    static const char *const first[] = {"First Name", "Given name",  "MIDDLE_NAME",
                                        "Forename",   "الاسم الأول", "الاسم الاول"};
    static const char *const last[] = {"Last Name",       "Surname",    "Family name", "Apellidos",
                                       "Primer apellido", "Apellido 2", "اسم العائلة", "اللقب"};
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(BULK_FIELD_FIRST_NAME, field_of(first[i]), first[i]);
    }
    for (size_t i = 0; i < sizeof(last) / sizeof(last[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(BULK_FIELD_LAST_NAME, field_of(last[i]), last[i]);
    }
    TEST_ASSERT_TRUE(headings_is_bare_name("NAME:"));
    TEST_ASSERT_TRUE(headings_is_bare_name("nombre"));
    TEST_ASSERT_TRUE(headings_is_bare_name("الاسم"));
    TEST_ASSERT_FALSE(headings_is_bare_name("Full name"));
}

/* A second language, or a remark. */
void test_a_heading_may_say_it_twice(void) {
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_CARDNO, field_of("Card number / Número de tarjeta"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_CARDNO, field_of("Card number (decimal)"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_USERNAME, field_of("Full name الاسم الكامل"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_USERNAME, field_of("First name / Last name"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, field_of("Start / End"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, field_of("Card holder"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, field_of("a b c d e f g h Card Card"));
}

void test_any_octets_are_no_heading(void) {
    char text[600];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, field_of(text));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, field_of("\xff\xfe"));
}
