/* Card numbers of a column. */
#include "values/cards.h"

#include "unity.h"

static struct card_reading reading;

void setUp(void) {
    reading = (struct card_reading){.digits_unclear = false};
}
void tearDown(void) {
}

static void card(uint64_t want, const char *text) {
    uint64_t got = 0;
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, card_parse(text, &reading, &got), text);
    TEST_ASSERT_EQUAL_UINT64_MESSAGE(want, got, text);
}

static void no_card(int err, const char *text) {
    uint64_t got = 0;
    TEST_ASSERT_EQUAL_INT_MESSAGE(err, card_parse(text, &reading, &got), text);
}

void test_numbers_of_one_reading(void) {
    card(0, "0");
    card(208957, "0000208957");
    card(208957, "'0000208957");
    card(208957, "'0000208957'");
    card(208957, "\xe2\x80\x99 208957");
    card(4294967295U, "4294967295");
    card(UINT64_C(9007199254740993), "9007199254740993"); /* 2^53 + 1 */
    card(UINT64_C(9007199254740993), "9 007 199 254 740 993");
    card(UINT64_C(72057594037927935), "72057594037927935"); /* 2^56 - 1 */
    card(UINT64_C(72057594037927935), "7.2057594037927935E+16");
    card(208955, "208955.0");
    card(208955, "208955,00");
    card(208955, "208955.000");
    card(208955, "2.08955e5");
    card(208955, "2.08955E+05");
    card(208955, "2.089550e5");
    card(208953, "003,12345");
    card(208953, "003 12345");
    card(208953, "3-12345");
    card(208953, "3/12345");
    card(208953, "003 : 12345");
    card(4294967295U, "65535:65535");
    card(1208957, "1,208,957");
    card(1208957, "1.208.957,00");
    card(208957, "208,957.00");
    card(208957, "208'957");
}

void test_what_is_no_number(void) {
    static const char *const texts[] = {"",
                                        "'",
                                        "x",
                                        "-1",
                                        "1-",
                                        "3:",
                                        ":3",
                                        "1:2:3",
                                        "1.5",
                                        ".0",
                                        "1,23,456",
                                        "1,234.567",
                                        "1.2.3",
                                        "0123.456",
                                        "0x",
                                        "0x1g",
                                        "0x123456789012345",
                                        "208955.5",
                                        "2.5e0",
                                        "1e-3x",
                                        "1.0e-3",
                                        "12345.67",
                                        "a number that is longer than any card number is",
                                        "\xd0\xb4"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        no_card(E_FORMAT, texts[i]);
    }
    no_card(E_RANGE, "72057594037927936");
    no_card(E_RANGE, "99999999999999999999999999");
    no_card(E_RANGE, "65536:1");
    no_card(E_RANGE, "1:65536");
    no_card(E_CARD_ROUNDED, "2.09E+05");
    no_card(E_CARD_ROUNDED, "2E+05");
    no_card(E_CARD_ROUNDED, "1.23457E+99");
    no_card(E_CARD_ROUNDED, "7.20575940379279E+16");
}

/* A spreadsheet keeps 15 digits, and puts zeros in place of the others. */
void test_zeros_behind_15_digits_are_rounded_unless_they_were_a_text(void) {
    no_card(E_CARD_ROUNDED, "72057594037927900");
    no_card(E_CARD_ROUNDED, "0072057594037927900");
    no_card(E_CARD_ROUNDED, "1234567890123450");
    card(UINT64_C(72057594037927900), "'72057594037927900");
    card(UINT64_C(72057594037927900), "72 057 594 037 927 900");
    card(UINT64_C(123456789012345), "123456789012345");
    card(UINT64_C(100000000000000), "100000000000000");
}

void test_a_number_in_groups_is_read_as_it_was(void) {
    static const uint64_t numbers[] = {
        7, 208957, 1208957, UINT64_C(9007199254740993), UINT64_C(72057594037927900), UINT64_C(72057594037927935)};
    char text[CARD_TEXT_MAX];
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        reading.groups = BULK_CARD_GROUPS_THOUSANDS;
        card_format(numbers[i], text);
        card(numbers[i], text);
    }
    card_format(numbers[5], text);
    TEST_ASSERT_EQUAL_STRING("72 057 594 037 927 935", text);
}

void test_groups_are_read_as_chosen(void) {
    static const char *const texts[] = {"208,956", "208.956", "208 956",
                                        "208\xc2\xa0"
                                        "956",
                                        "208\xe2\x80\xaf"
                                        "956"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        reading.groups = BULK_CARD_GROUPS_AUTO;
        no_card(E_CARD_GROUPS, texts[i]);
        reading.groups = BULK_CARD_GROUPS_THOUSANDS;
        card(208956, texts[i]);
        reading.groups = BULK_CARD_GROUPS_FACILITY;
        card(208 * 65536 + 956, texts[i]);
    }
}

void test_a_short_number_behind_a_comma_is_asked_for(void) {
    no_card(E_CARD_GROUPS, "12,5");
    no_card(E_FORMAT, "12 5");
    no_card(E_FORMAT, "1234 5678");
    reading.groups = BULK_CARD_GROUPS_FACILITY;
    card(12 * 65536 + 5, "12,5");
    reading.groups = BULK_CARD_GROUPS_THOUSANDS;
    no_card(E_FORMAT, "12,5");
}

void test_the_base_is_as_chosen(void) {
    no_card(E_CARD_BASE, "0x303039");
    no_card(E_CARD_BASE, "A1");
    no_card(E_CARD_BASE, "1E5");
    card(12, "12");
    reading.base = BULK_CARD_BASE_DECIMAL;
    card(3158073, "0x303039");
    card(12, "12");
    no_card(E_FORMAT, "A1");
    reading.base = BULK_CARD_BASE_HEX;
    card(3158073, "0X00303039");
    card(3158073, "00303039");
    card(161, "a1");
    card(4294967295U, "FFFFFFFF");
    card(UINT64_C(1303689068602870), "04A1B2C3D4E5F6"); /* seven bytes */
    card(UINT64_C(1303689068602870), "0x04A1B2C3D4E5F6");
    no_card(E_FORMAT, "0000208958"); /* ten digits are decimal */
    card(208953, "3:12345");
}

static void decide(const char *const *texts, size_t count) {
    struct cards_seen seen = {.length = 0};
    for (size_t i = 0; i < count; i++) {
        cards_note(&seen, texts[i]);
    }
    setUp();
    cards_decide(&seen, &reading);
}
#define DECIDE(...) decide((const char *[]){__VA_ARGS__}, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

void test_a_column_shows_its_groups(void) {
    DECIDE("208,956", "003,12345");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_GROUPS_FACILITY, reading.groups);
    DECIDE("208,956", "1,208,957", "12");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_GROUPS_THOUSANDS, reading.groups);
    DECIDE("208,956", "003,12345", "0000208958"); /* plain numbers show that there are two formats */
    TEST_ASSERT_EQUAL_INT(BULK_CARD_GROUPS_AUTO, reading.groups);
    DECIDE("208,956", "003,12345", "1,208,957");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_GROUPS_AUTO, reading.groups);
    DECIDE("208,956", "3:12345");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_GROUPS_AUTO, reading.groups);
}

void test_a_column_shows_its_base(void) {
    DECIDE("12", "0000208958");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_BASE_DECIMAL, reading.base);
    DECIDE("0x12", "0x34");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_BASE_HEX, reading.base);
    DECIDE("0000A123", "00001234");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_BASE_HEX, reading.base);
    DECIDE("0x12", "34");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_BASE_AUTO, reading.base);
    TEST_ASSERT_FALSE(reading.digits_unclear);
    DECIDE("0000A123", "00001234", "00001235"); /* one letter may be a typo */
    TEST_ASSERT_EQUAL_INT(BULK_CARD_BASE_AUTO, reading.base);
    TEST_ASSERT_TRUE(reading.digits_unclear);
    no_card(E_CARD_BASE, "00001234");
    DECIDE("A1", "B2");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_BASE_AUTO, reading.base);
    DECIDE("A123", "001234");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_BASE_AUTO, reading.base);
    DECIDE("A123", "3:12345", "badge");
    TEST_ASSERT_EQUAL_INT(BULK_CARD_BASE_AUTO, reading.base);
}

void test_what_was_chosen_stays(void) {
    struct cards_seen seen = {.thousands = true};
    reading.base = BULK_CARD_BASE_HEX;
    reading.groups = BULK_CARD_GROUPS_FACILITY;
    cards_decide(&seen, &reading);
    TEST_ASSERT_EQUAL_INT(BULK_CARD_BASE_HEX, reading.base);
    TEST_ASSERT_EQUAL_INT(BULK_CARD_GROUPS_FACILITY, reading.groups);
}
