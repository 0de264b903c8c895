/* Whose photo a file is, by its name. */
#include "core/bulk/photo_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "unity.h"

/* Who there is: some have an employee number. */
static const struct {
    uint32_t id;
    const char *number;
} people[] = {{1, ""},    {2, ""},       {7, "A-17"}, {12, ""},   {300, "0042"}, {301, "EMP 9/1"}, {42, ""},
              {5301, ""}, {5302, "Ana"}, {2024, ""},  {500, "8"}, {8, ""},       {20240512, ""},   {501, "77"}};

static unsigned asked;

void setUp(void) {
    asked = 0;
}

void tearDown(void) {
}

static int find(void *state, const char *text, uint32_t userid, struct photo_name_users *users) {
    (void)state;
    asked++;
    for (size_t i = 0; i < sizeof(people) / sizeof(people[0]); i++) {
        if (people[i].id == userid || strcasecmp(people[i].number, text) == 0) {
            photo_name_add(users, people[i].id);
        }
    }
    return 0;
}

/* "5301", "1 5301", "unknown 99", "none". */
static const char *users_of(const char *name) {
    static char told[128];
    char text[PHOTO_NAME_TEXT_MAX];
    struct photo_name_users users;
    size_t at = 0;
    (void)photo_name_text(name, text);
    TEST_ASSERT_EQUAL_INT(0, photo_name_users_of(text, find, NULL, &users));
    told[0] = '\0';
    for (size_t i = 0; i < users.count; i++) {
        at += (size_t)snprintf(told + at, sizeof(told) - at, "%s%u", i > 0 ? " " : "", (unsigned)users.ids[i]);
    }
    if (users.count == 0) {
        (void)snprintf(told, sizeof(told), users.number != 0 ? "unknown %u" : "none", (unsigned)users.number);
    }
    return told;
}

void test_users_of_names(void) {
    static const struct {
        const char *name, *want;
    } cases[] = {
        {"5301.jpg", "5301"},
        {"0005301.JPG", "5301"},
        {"Ana_5301.jpg", "5301"},
        {"5301-Ana.png", "5301"},
        {"5301 Ana Pérez.jpg", "5301"},
        {"Ana Pérez (5301).jpeg", "5301"},
        {"photos/2024/Ana [5301].jpg", "5301"},
        {"c:\\photos\\5301.jpg", "5301"},
        {"photos/7/5301.jpg", "5301"},
        {"\xd9\xa5\xd9\xa3\xd9\xa0\xd9\xa1.jpg", "5301"}, /* Arabic digits */
        {"Ana\xe2\x80\x93"
         "5301.jpg",
         "5301"}, /* en dash */
        {"Ana (5301).jpg.png", "5301"},
        {"ID 5301.jpg", "5301"},
        /* counters */
        {"5301_1.jpg", "5301"},
        {"5301-2.jpg", "5301"},
        {"5301 (1).jpg", "5301"},
        {"5301_01.jpg", "5301"},
        {"Ana_5301_2.jpg", "5301"},
        {"12_1.jpg", "12"},
        {"7_1.jpg", "7"},
        {"7_01.jpg", "7"},
        {"7 (2).jpg", "7"},
        {"5301 (12).jpg", "5301"},
        {"5301_12.jpg", "5301 12"}, /* nobody has so many photos */
        {"99999_1.jpg", "unknown 99999"},
        {"Ana_1.jpg", "1"},
        /* two of them */
        {"5301_5302.jpg", "5301 5302"},
        {"1_5301.jpg", "1 5301"},
        {"7_2.jpg", "7 2"},
        {"5301_12_7.jpg", "5301 12"},
        {"5301 99.jpg", "5301"},
        {"99998 5301.jpg", "5301"},
        {"5301 5301.jpg", "5301"},
        /* employee numbers */
        {"A-17.jpg", "7"},
        {"a-17 Ana.jpg", "7"},
        {"Ana_A-17_2.jpg", "7"},
        {"EMP 9/1.jpg", "1"}, /* a folder */
        {"0042.jpg", "300 42"},
        {"42.jpg", "42"},
        {"8.jpg", "500 8"},
        {"77.jpg", "501"},
        {"Ana.jpg", "5302"}, /* the whole name */
        {"Ana Ruiz.jpg", "none"},
        /* what no number of a user is */
        {"Ana.Ruiz.jpg", "none"},
        {"IMG_5301.jpg", "none"},
        {"DSC-5301.JPG", "none"},
        {"WhatsApp Image 2024-05-12 at 10.11.12.jpeg", "none"},
        {"Screenshot_7.png", "none"},
        {"Ana 2024-05-12.jpg", "none"},
        {"Ana 12.5.2024.jpg", "none"},
        {"5301 12-5-2024.jpg", "5301"},
        {"20240512.jpg", "20240512"},
        {"Ana 2024.jpg", "2024"},
        {"20x.jpg", "none"},
        {"x12.jpg", "none"},
        {"5301\x01.jpg", "none"},
        {"0.jpg", "none"},
        {".jpg", "none"},
        {"1234567890.jpg", "none"},
        {"99.jpg", "unknown 99"},
        {"99 98.jpg", "unknown 99"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].want, users_of(cases[i].name), cases[i].name);
    }
}

void test_kinds_of_files(void) {
    static const struct {
        const char *name;
        enum photo_name_kind want;
    } cases[] = {
        {"7.jpg", PHOTO_NAME_PICTURE},
        {"7.JPEG", PHOTO_NAME_PICTURE},
        {"7.jpe", PHOTO_NAME_PICTURE},
        {"7.jfif", PHOTO_NAME_PICTURE},
        {"7.webp", PHOTO_NAME_PICTURE},
        {"7.png", PHOTO_NAME_PICTURE},
        {"7.HEIC", PHOTO_NAME_UNREADABLE},
        {"7.heif", PHOTO_NAME_UNREADABLE},
        {"7.avif", PHOTO_NAME_UNREADABLE},
        {"7.gif", PHOTO_NAME_OTHER},
        {"7", PHOTO_NAME_OTHER},
        {"a.jpg/7", PHOTO_NAME_OTHER},
        {"list.xlsx", PHOTO_NAME_OTHER},
        {"__MACOSX/7.jpg", PHOTO_NAME_CLUTTER},
        {"a/__MACOSX/._7.jpg", PHOTO_NAME_CLUTTER},
        {"MACOSX/7.jpg", PHOTO_NAME_PICTURE},
        {"__MACOSX", PHOTO_NAME_OTHER},
        {"a/._7.jpg", PHOTO_NAME_CLUTTER},
        {"a\\Thumbs.db", PHOTO_NAME_CLUTTER},
        {"THUMBS.DB", PHOTO_NAME_CLUTTER},
        {"a/.DS_Store", PHOTO_NAME_CLUTTER},
        {"a/desktop.ini", PHOTO_NAME_CLUTTER},
        {"@eaDir/7.jpg", PHOTO_NAME_CLUTTER},
        {"My Thumbs.db.jpg", PHOTO_NAME_PICTURE},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].want, photo_name_kind_of(cases[i].name), cases[i].name);
    }
}

void test_names_as_text(void) {
    static const struct {
        const char *name, *want;
    } cases[] = {
        {"Ana P\xc3\xa9rez.jpg", "Ana P\xc3\xa9rez.jpg"}, /* UTF-8 */
        {"Ana P\x82rez.jpg", "Ana P\xc3\xa9rez.jpg"}, /* CP437 */
        {"M\x81ller \xff.jpg", "M\xc3\xbcller \xc2\xa0.jpg"},
        {"\xd8\xa7\xd9\x84\xdb\xb7.jpg", "\xd8\xa7\xd9\x84"
                                         "7.jpg"},
        {"a\x01\x7f.jpg", "a??.jpg"},
        {"gnp\xe2\x80\xaegpj.jpg", "gnp?gpj.jpg"}, /* turns the direction */
        {"\xf0\x9f\x98\x80.jpg", "\xf0\x9f\x98\x80.jpg"},
    };
    char text[PHOTO_NAME_TEXT_MAX];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const size_t len = photo_name_text(cases[i].name, text);
        TEST_ASSERT_EQUAL_STRING(cases[i].want, text);
        TEST_ASSERT_EQUAL_size_t(strlen(text), len);
    }
}

/* The longest name of an archive, of whatever bytes. */
void test_a_name_has_its_limits(void) {
    char name[256], text[PHOTO_NAME_TEXT_MAX];
    struct photo_name_users users;
    for (unsigned byte = 1; byte < 256; byte++) {
        memset(name, (int)byte, sizeof(name) - 1);
        name[sizeof(name) - 1] = '\0';
        TEST_ASSERT_LESS_THAN_size_t(PHOTO_NAME_TEXT_MAX, photo_name_text(name, text));
        (void)photo_name_kind_of(text);
        TEST_ASSERT_EQUAL_INT(0, photo_name_users_of(text, find, NULL, &users));
    }
    asked = 0;
    name[sizeof(name) - 2] = '\0';
    for (size_t i = 0; i + 2 < sizeof(name); i += 2) {
        name[i] = '9';
        name[i + 1] = '-';
    }
    TEST_ASSERT_EQUAL_STRING("unknown 9", users_of(name));
    TEST_ASSERT_LESS_THAN_UINT(65, asked);
}

static int failing(void *state, const char *text, uint32_t userid, struct photo_name_users *users) {
    (void)state;
    (void)text;
    (void)userid;
    (void)users;
    return E_IO;
}

void test_an_error_ends_the_search(void) {
    struct photo_name_users users;
    TEST_ASSERT_EQUAL_INT(E_IO, photo_name_users_of("7.jpg", failing, NULL, &users));
    TEST_ASSERT_EQUAL_INT(E_IO, photo_name_users_of("1-2-3-4-5-6.jpg", failing, NULL, &users));
    for (uint32_t id = 1; id < 20; id++) {
        photo_name_add(&users, id);
        photo_name_add(&users, id);
    }
    TEST_ASSERT_EQUAL_size_t(PHOTO_NAME_USERS_MAX, users.count);
}
