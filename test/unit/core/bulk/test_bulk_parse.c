/* A row of a table → a change of a user. */
#include "core/bulk/bulk_parse.h"

#include <string.h>

#include "unity.h"
#include "values.h"

#define CELLS 10

static const uint8_t order[CELLS] = {
    BULK_FIELD_USERID,     BULK_FIELD_USERNAME,      BULK_FIELD_CARDNO,           BULK_FIELD_LEVEL,
    BULK_FIELD_GROUP,      BULK_FIELD_IDENTIFY_MODE, BULK_FIELD_IDENTIFY_FACTORS, BULK_FIELD_SHIFT,
    BULK_FIELD_VALID_FROM, BULK_FIELD_VALID_TO};
static const struct bulk_reading readings[CELLS];
static const struct bulk_columns columns = {order, readings, CELLS, NULL};
static struct bulk_parsed parsed;

void setUp(void) {
    memset(&parsed, 0xa5, sizeof(parsed));
}
void tearDown(void) {
}

static int parse(const char *const texts[CELLS]) {
    struct sheet_cell cells[CELLS];
    for (size_t i = 0; i < CELLS; i++) {
        cells[i] = (struct sheet_cell){texts[i], strlen(texts[i])};
    }
    const struct sheet_row row = {.line = 2, .count = CELLS, .cells = cells};
    return bulk_parse(&columns, &row, &parsed);
}

/* One cell beside an ID. */
static int parse_one(size_t at, const char *text) {
    const char *texts[CELLS] = {"7", "", "", "", "", "", "", "", "", ""};
    texts[at] = text;
    return parse(texts);
}

static void wrong(int err, size_t at, const char *text) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(err, parse_one(at, text), text);
    TEST_ASSERT_EQUAL_INT((enum user_field)bulk_field_fields[order[at]], parsed.field);
    TEST_ASSERT_EQUAL_STRING(text, parsed.text);
}

void test_all_fields(void) {
    const char *texts[CELLS] = {"7",   "Dora Kovač",      "4294967295", "16",         "0",
                                "ALL", "Card, FACE+iris", "64",         "2026-01-31", "1.2.2027"};
    TEST_ASSERT_EQUAL_INT(0, parse(texts));
    const struct user *user = &parsed.change.values;
    TEST_ASSERT_EQUAL_UINT32(7, user->userid);
    TEST_ASSERT_EQUAL_STRING("Dora Kovač", user->username);
    TEST_ASSERT_EQUAL_UINT64(4294967295U, user->cardno);
    TEST_ASSERT_EQUAL_UINT8(16, user->level);
    TEST_ASSERT_EQUAL_UINT8(0, user->group);
    TEST_ASSERT_EQUAL_INT(IDENTIFY_MODE_ALL, user->identify_mode);
    TEST_ASSERT_EQUAL_UINT32(1U << FACTOR_CARD | 1U << FACTOR_FACE | 1U << FACTOR_IRIS, user->identify_factors);
    TEST_ASSERT_EQUAL_UINT8(64, user->shift);
    TEST_ASSERT_EQUAL_UINT32(20260131, user->valid_from);
    TEST_ASSERT_EQUAL_UINT32(20270201, user->valid_to);
    TEST_ASSERT_EQUAL_HEX64(0, parsed.change.given & (VALUE_BIT(USER_PASSWORD) | VALUE_BIT(USER_REVISION)));
    for (size_t i = 0; i < CELLS; i++) {
        TEST_ASSERT_TRUE(user_gives(&parsed.change, (enum user_field)bulk_field_fields[order[i]]));
    }
}

void test_an_empty_cell_gives_nothing(void) {
    TEST_ASSERT_EQUAL_INT(0, parse_one(1, ""));
    TEST_ASSERT_EQUAL_HEX64(VALUE_BIT(USER_USERID), parsed.change.given);
    TEST_ASSERT_EQUAL_INT(E_MISSING, parse((const char *[CELLS]){"", "Ann", "", "", "", "", "", "", "", ""}));
    TEST_ASSERT_EQUAL_INT(USER_USERID, parsed.field);
    TEST_ASSERT_EQUAL_STRING("Ann", parsed.change.values.username);
}

void test_a_dash_takes_away(void) {
    static const size_t taken[] = {2, 6, 8, 9};
    for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
        TEST_ASSERT_EQUAL_INT(0, parse_one(taken[i], "-"));
        TEST_ASSERT_TRUE(user_gives(&parsed.change, (enum user_field)bulk_field_fields[order[taken[i]]]));
    }
    TEST_ASSERT_EQUAL_UINT64(0, parsed.change.values.cardno);
    TEST_ASSERT_EQUAL_INT(0, parse_one(1, "-")); /* a name */
    TEST_ASSERT_EQUAL_STRING("-", parsed.change.values.username);
    wrong(E_TYPE, 4, "-");
}

void test_limits_are_those_of_a_user(void) {
    wrong(E_RANGE, 2, "72057594037927936"); /* more than seven bytes */
    wrong(E_CARD_BASE, 2, "0x12");
    wrong(E_FORMAT, 2, "card");
    wrong(E_RANGE, 3, "17");
    wrong(E_RANGE, 4, "17");
    wrong(E_TYPE, 4, "two");
    wrong(E_RANGE, 5, "some");
    wrong(E_RANGE, 6, "card nose");
    wrong(E_RANGE, 6, "card card");
    wrong(E_RANGE, 7, "65");
    wrong(E_USER_NAME_FORMAT, 1, "a\x7f");
    TEST_ASSERT_EQUAL_INT(E_USER_ID_INVALID, parse_one(0, "0"));
    TEST_ASSERT_EQUAL_INT(E_USER_ID_INVALID, parse_one(0, "1000000000"));
    TEST_ASSERT_EQUAL_INT(E_USER_ID_INVALID, parse_one(0, "seven"));
    TEST_ASSERT_EQUAL_INT(0, parse_one(0, "999999999"));
    TEST_ASSERT_EQUAL_INT(0, parse_one(0, "0007"));
}

void test_days_and_cards_are_read_as_their_column_is(void) {
    struct bulk_reading chosen[CELLS] = {{.cards = {.digits_unclear = false}}};
    const struct bulk_columns as_chosen = {order, chosen, CELLS, NULL};
    const struct sheet_cell cells[CELLS] = {{"7", 1}, {"", 0}, {"1F", 2}, {"", 0},         {"", 0},
                                            {"", 0},  {"", 0}, {"", 0},   {"3/2/2026", 8}, {"3/2/2026", 8}};
    const struct sheet_row row = {.line = 2, .count = CELLS, .cells = cells};
    chosen[2].cards.base = BULK_CARD_BASE_HEX;
    chosen[8].as.date_order = BULK_DATE_ORDER_DAY_FIRST;
    chosen[9].as.date_order = BULK_DATE_ORDER_MONTH_FIRST;
    TEST_ASSERT_EQUAL_INT(0, bulk_parse(&as_chosen, &row, &parsed));
    TEST_ASSERT_EQUAL_UINT64(31, parsed.change.values.cardno);
    TEST_ASSERT_EQUAL_UINT32(20260203, parsed.change.values.valid_from);
    TEST_ASSERT_EQUAL_UINT32(20260302, parsed.change.values.valid_to);
    wrong(E_DATE_ORDER, 8, "3/2/2026");
}

/* A row of ID and parts of a name, in the order of `fields`. */
static int parse_names(const uint8_t *fields, const char *const *texts, size_t count) {
    struct sheet_cell cells[CELLS];
    const struct bulk_columns parts = {fields, readings, count, NULL};
    for (size_t i = 0; i < count; i++) {
        cells[i] = (struct sheet_cell){texts[i], strlen(texts[i])};
    }
    const struct sheet_row row = {.line = 2, .count = count, .cells = cells};
    return bulk_parse(&parts, &row, &parsed);
}

void test_parts_of_a_name_are_joined(void) {
    static const uint8_t fields[] = {BULK_FIELD_USERID, BULK_FIELD_LAST_NAME, BULK_FIELD_FIRST_NAME,
                                     BULK_FIELD_LAST_NAME, BULK_FIELD_USERNAME};
    static char half[40 + 1];
    memset(half, 'x', sizeof(half) - 1);
    TEST_ASSERT_EQUAL_INT(0, parse_names(fields, (const char *[]){"7", "Prueba", "Ana", "Inventada", ""}, 5));
    TEST_ASSERT_EQUAL_STRING("Ana Prueba Inventada", parsed.change.values.username);
    TEST_ASSERT_TRUE(user_gives(&parsed.change, USER_USERNAME));
    TEST_ASSERT_EQUAL_INT(0, parse_names(fields, (const char *[]){"7", "Prueba", "Ana", "", "Whole"}, 5));
    TEST_ASSERT_EQUAL_STRING("Whole", parsed.change.values.username);
    TEST_ASSERT_EQUAL_INT(0, parse_names(fields, (const char *[]){"7", "", "", "", ""}, 5));
    TEST_ASSERT_FALSE(user_gives(&parsed.change, USER_USERNAME));
    TEST_ASSERT_EQUAL_INT(E_USER_NAME_FORMAT, parse_names(fields, (const char *[]){"7", half, half, "", ""}, 5));
    TEST_ASSERT_EQUAL_INT(USER_USERNAME, parsed.field);
    TEST_ASSERT_EQUAL_STRING(half, parsed.text);
}

void test_parts_of_a_name_that_are_far_too_long_are_refused(void) {
    static const uint8_t fields[] = {BULK_FIELD_USERID, BULK_FIELD_FIRST_NAME, BULK_FIELD_LAST_NAME};
    static char longest[SHEET_CELL_MAX];
    memset(longest, 'x', sizeof(longest) - 1);
    TEST_ASSERT_EQUAL_INT(E_USER_NAME_FORMAT, parse_names(fields, (const char *[]){"7", longest, "Ann"}, 3));
    TEST_ASSERT_EQUAL_INT(E_USER_NAME_FORMAT, parse_names(fields, (const char *[]){"7", "Ann", longest}, 3));
}

void test_a_broken_row_is_no_change(void) {
    const struct sheet_cell cell = {"7", 1};
    const struct sheet_row row = {.line = 1, .count = 1, .cells = &cell, .is_broken = true};
    TEST_ASSERT_EQUAL_INT(E_CELLS_TOO_MANY, bulk_parse(&columns, &row, &parsed));
    TEST_ASSERT_EQUAL_INT(USER_FIELD_COUNT, parsed.field);
    TEST_ASSERT_EQUAL_UINT32(7, parsed.change.values.userid);
}

void test_the_first_of_several_things_is_told_and_the_rest_is_read(void) {
    TEST_ASSERT_EQUAL_INT(E_RANGE, parse((const char *[CELLS]){"8", "Ann", "", "99", "99", "", "", "", "", ""}));
    TEST_ASSERT_EQUAL_INT(USER_LEVEL, parsed.field);
    TEST_ASSERT_EQUAL_UINT32(8, parsed.change.values.userid);
    TEST_ASSERT_EQUAL_STRING("Ann", parsed.change.values.username);
}
