/* The rows of an entity: checking, merging, comparing and writing member by member. */
#include "values/value_set.h"

#include <string.h>

#include "unity.h"
#include "util/cleanup.h"

struct thing {
    uint32_t number;
    const char *name;
    uint32_t day;
    bool is_on;
    uint32_t revision;
};

#define ROW(member) .offset = offsetof(struct thing, member), .octets = sizeof(((struct thing *)NULL)->member)

static const struct value_row rows[] = {
    {.name = "number", .type = VALUE_INT, .size = 4, .min = 1, .max = 9, ROW(number)},
    {.name = "name", .type = VALUE_TEXT, .borrowed = true, .max = 3, ROW(name)},
    {.name = "day", .type = VALUE_DATE, ROW(day)},
    {.name = "on", .type = VALUE_BOOL, ROW(is_on)},
    {.name = "revision", .type = VALUE_INT, .size = 4, .max = 100, ROW(revision)},
};

enum { NUMBER, NAME, DAY, ON, REVISION };

/* The revision is not content. The key need not be first. */
static const struct value_set set = {.rows = rows,
                                     .count = 5,
                                     .key = NUMBER,
                                     .content = VALUE_BIT(NUMBER) | VALUE_BIT(NAME) | VALUE_BIT(DAY) | VALUE_BIT(ON)};
static const struct thing good = {.number = 7, .name = "abc", .day = 20261124, .is_on = true, .revision = 5};

void setUp(void) {
}

void tearDown(void) {
}

static int check(const struct thing *thing, uint64_t given, const struct value_row **ret_row) {
    *ret_row = NULL;
    return value_set_check(&set, thing, given, ret_row);
}

/* Each invalid member alone, given and not; the first of two; the key always. */
void test_what_is_given_is_checked(void) {
    const struct value_row *row;
    struct thing one = good;

    TEST_ASSERT_EQUAL_INT(0, check(&one, UINT64_MAX, &row));
    TEST_ASSERT_NULL(row);
    one.name = "abcd";
    TEST_ASSERT_EQUAL_INT(0, check(&one, VALUE_BIT(DAY) | VALUE_BIT(ON) | VALUE_BIT(REVISION), &row));
    TEST_ASSERT_EQUAL_INT(E_RANGE, check(&one, VALUE_BIT(NAME), &row));
    TEST_ASSERT_EQUAL_PTR(&rows[NAME], row);
    one.day = 20260230;
    TEST_ASSERT_EQUAL_INT(E_FORMAT, check(&one, VALUE_BIT(DAY), &row));
    TEST_ASSERT_EQUAL_PTR(&rows[DAY], row);
    TEST_ASSERT_EQUAL_INT(E_RANGE, check(&one, VALUE_BIT(DAY) | VALUE_BIT(NAME), &row));
    TEST_ASSERT_EQUAL_PTR(&rows[NAME], row);
    one = good;
    one.revision = 101;
    TEST_ASSERT_EQUAL_INT(E_RANGE, check(&one, VALUE_BIT(REVISION), &row));
    TEST_ASSERT_EQUAL_PTR(&rows[REVISION], row);
    one = good;
    one.number = 0;
    TEST_ASSERT_EQUAL_INT(E_RANGE, check(&one, 0, &row));
    TEST_ASSERT_EQUAL_PTR(&rows[NUMBER], row);
}

/* Each member alone; never the revision, which is not content; the key always. */
void test_what_is_given_is_taken(void) {
    for (unsigned given = 0; given < 32; given++) {
        struct thing one = {.number = 1, .name = "x", .day = 3, .is_on = false, .revision = 4};

        value_set_merge(&set, &good, given, &one);
        TEST_ASSERT_EQUAL_UINT32(7, one.number);
        TEST_ASSERT_EQUAL_STRING(given & 2 ? "abc" : "x", one.name);
        TEST_ASSERT_EQUAL_UINT32(given & 4 ? 20261124 : 3, one.day);
        TEST_ASSERT_EQUAL(given & 8, one.is_on ? 8 : 0);
        TEST_ASSERT_EQUAL_UINT32(4, one.revision);
    }
}

void test_contents_are_compared(void) {
    struct thing one = good;
    char name[] = "abc";

    one.name = name; /* the text, not its pointer */
    one.revision = 77;
    TEST_ASSERT_TRUE(value_set_equal(&set, &good, &one));
    one.number = 8;
    TEST_ASSERT_FALSE(value_set_equal(&set, &good, &one));
    one.number = 7;
    name[2] = 'd';
    TEST_ASSERT_FALSE(value_set_equal(&set, &good, &one));
    name[2] = 'c';
    one.day++;
    TEST_ASSERT_FALSE(value_set_equal(&set, &good, &one));
    one.day--;
    one.is_on = false;
    TEST_ASSERT_FALSE(value_set_equal(&set, &good, &one));
}

static void check_json(const struct thing *other, const char *expected) {
    _cleanup_(buf_donep) struct buf out = {0};

    value_set_json(&set, &good, other, &out);
    buf_append_char(&out, '\0');
    TEST_ASSERT_FALSE(buf_failed(&out));
    TEST_ASSERT_EQUAL_STRING(expected, out.data);
}

/* The whole content without the key, or the differences. */
void test_what_is_told(void) {
    struct thing other = good;

    check_json(NULL, "\"name\":\"abc\",\"day\":\"2026-11-24\",\"on\":true");
    other.number = 1;
    other.revision = 1;
    check_json(&other, "");
    other.name = "abd";
    check_json(&other, "\"name\":\"abc\"");
    other.is_on = false;
    check_json(&other, "\"name\":\"abc\",\"on\":true");
    other = good;
    other.day = 0;
    check_json(&other, "\"day\":\"2026-11-24\"");
}
