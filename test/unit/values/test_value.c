#include "setting_values.h"

#include <string.h>

#include "unity.h"

static struct setting_values values;

void setUp(void) {
    values = setting_defaults;
}

void tearDown(void) {
}

static const struct setting_row *row_of(const char *key) {
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        if (strcmp(setting_rows[i].key, key) == 0) {
            return &setting_rows[i];
        }
    }
    TEST_FAIL_MESSAGE(key);
    return NULL;
}

static void *in(const struct setting_row *row, struct setting_values *all) {
    return value_in(&row->value, (char *)all + setting_pages[row->page].offset);
}

static bool equal(const struct setting_row *row, struct setting_values *a, struct setting_values *b) {
    return value_equal(&row->value, in(row, a), in(row, b));
}

static int parse(const char *key, const char *text) {
    const struct setting_row *row = row_of(key);
    return value_parse(&row->value, text, strlen(text), in(row, &values));
}

static void assert_printed(const char *key, const char *text, const char *json) {
    struct buf out = {0}, json_out = {0};
    const struct setting_row *row = row_of(key);
    value_print(&row->value, in(row, &values), &out);
    value_print_json(&row->value, in(row, &values), &json_out);
    TEST_ASSERT_EQUAL_STRING(text, buf_text(&out));
    TEST_ASSERT_EQUAL_STRING(json, buf_text(&json_out));
    buf_done(&out);
    buf_done(&json_out);
}

/* For each row: the factory value is parsed from its own text, and the row matches the struct. */
void test_every_factory_value_is_read_as_it_is_printed(void) {
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        const struct setting_row *row = &setting_rows[i];
        struct setting_values other;
        struct buf out = {0};
        memset(&other, 0, sizeof(other));
        value_print(&row->value, in(row, &values), &out);
        TEST_ASSERT_FALSE(buf_failed(&out));
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, value_parse(&row->value, buf_text(&out), out.len, in(row, &other)), row->key);
        TEST_ASSERT_TRUE_MESSAGE(equal(row, &values, &other), row->key);
        TEST_ASSERT_EQUAL_UINT(i - setting_pages[row->page].first, row->bit);
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, value_check(&row->value, in(row, &values)), row->key);
        TEST_ASSERT_TRUE(row->value.offset + row->value.octets <= setting_pages[row->page].size);
        buf_done(&out);
    }
}

void test_each_kind_has_its_text(void) {
    TEST_ASSERT_EQUAL(0, parse("TimeParam.hour24", "false"));
    assert_printed("TimeParam.hour24", "false", "false");
    TEST_ASSERT_EQUAL(0, parse("DateTimeParam.zone", "-705"));
    TEST_ASSERT_EQUAL(-705, values.date_time_param.zone);
    assert_printed("DateTimeParam.zone", "-705", "-705");
    TEST_ASSERT_EQUAL(0, parse("MachineParam.deviceName", "Tür \"1\""));
    assert_printed("MachineParam.deviceName", "Tür \"1\"", "\"Tür \\\"1\\\"\"");
    TEST_ASSERT_EQUAL(0, parse("KaoqinParam.fullLog", "refuse"));
    TEST_ASSERT_EQUAL(FULL_LOG_REFUSE, values.kaoqin_param.full_log);
    assert_printed("KaoqinParam.fullLog", "refuse", "\"refuse\"");
    TEST_ASSERT_EQUAL(0, parse("ApplyParam.shown", "out,status6"));
    assert_printed("ApplyParam.shown", "out,status6", "[\"out\",\"status6\"]");
    TEST_ASSERT_EQUAL(0, parse("ApplyParam.shown", ""));
    assert_printed("ApplyParam.shown", "", "[]");
    TEST_ASSERT_EQUAL(0, parse("StatusChangeInfo.out", "0,1,2,3,4,5,1440"));
    assert_printed("StatusChangeInfo.out", "0,1,2,3,4,5,1440", "[0,1,2,3,4,5,1440]");
}

void test_what_a_row_does_not_allow_changes_nothing(void) {
    static const struct {
        const char *key, *text;
    } bad[] = {
        {"TimeParam.hour24", "1"},
        {"MachineParam.volume", "6"},
        {"MachineParam.volume", ""},
        {"MachineParam.volume", "3x"},
        {"MachineParam.volume", "99999999999999999999"},
        {"DateTimeParam.zone", "-719"},
        {"DSTParam.change", "45"},
        {"MachineParam.deviceName", ""},
        {"MachineParam.deviceName", "\xff"},
        {"MachineParam.deviceName", "123456789012345678901234567890123"},
        {"MachineParam.keypadPassword", "12a"},
        {"Ethernet.mask", "255.255.255.256"},
        {"KaoqinParam.fullLog", "never"},
        {"KaoqinParam.fullLog", ""},
        {"ApplyParam.shown", "out,nope"},
        {"StatusChangeInfo.out", "0,1,2,3,4,5"},
        {"StatusChangeInfo.out", "0,1,2,3,4,5,6,7"},
        {"StatusChangeInfo.out", "0,1,2,3,4,5,1441"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_LESS_THAN_INT_MESSAGE(0, parse(bad[i].key, bad[i].text), bad[i].text);
        struct setting_values factory = setting_defaults;
        TEST_ASSERT_TRUE_MESSAGE(equal(row_of(bad[i].key), &values, &factory), bad[i].key);
    }
}

void test_text_is_equal_to_its_end(void) {
    struct setting_values other = setting_defaults;
    const struct setting_row *row = row_of("MachineParam.deviceName");
    const struct setting_row *empty = row_of("MachineParam.keypadPassword");
    const struct setting_row *truth = row_of("TimeParam.hour24");
    const char *name = values.machine_param.device_name;
    memset(other.machine_param.device_name, 'x', sizeof(other.machine_param.device_name));
    TEST_ASSERT_EQUAL(0, value_parse(&row->value, name, strlen(name), in(row, &other)));
    TEST_ASSERT_TRUE(equal(row, &values, &other));
    TEST_ASSERT_FALSE(value_is_empty(&row->value, in(row, &other)));
    TEST_ASSERT_TRUE(value_is_empty(&empty->value, in(empty, &values)));
    TEST_ASSERT_FALSE(value_is_empty(&truth->value, in(truth, &values)));
}

/* ---- valid text ---- */

static int parse_stored(const char *key, const char *text) {
    const struct setting_row *row = row_of(key);
    return value_parse_stored(&row->value, text, strlen(text), in(row, &values));
}

/* In displayed text they make one name look like another. A secret is not displayed, and one that has them must be
 * entered again. Stored text may contain them. */
void test_controls_of_direction_are_not_accepted_any_more(void) {
    static const char *const bad[] = {"a\u061c", "a\u200e", "a\u200f", "a\u202a", "a\u202b", "a\u202c",
                                      "a\u202d", "a\u202e", "a\u2066", "a\u2067", "a\u2068", "a\u2069"};
    static const char *const good[] = {"a\u200bb", "a\u200cb", "a\u200db", "a\u202f", "a\u2065", "a\u206a", "a\u061b"};
    const struct setting_row *name = row_of("MachineParam.deviceName");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_INT(E_TEXT, parse("MachineParam.deviceName", bad[i]));
        TEST_ASSERT_EQUAL_INT(0, parse_stored("MachineParam.deviceName", bad[i]));
        TEST_ASSERT_EQUAL_STRING(bad[i], values.machine_param.device_name);
        TEST_ASSERT_EQUAL_INT(0, value_check(&name->value, in(name, &values)));
    }
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        TEST_ASSERT_EQUAL_INT(0, parse("MachineParam.deviceName", good[i]));
    }
    struct value_row secret = name->value;
    secret.secret = true;
    TEST_ASSERT_EQUAL_INT(0, value_parse(&secret, bad[0], strlen(bad[0]), in(name, &values)));
    TEST_ASSERT_EQUAL_INT(E_TEXT, parse_stored("MachineParam.deviceName", "a\tb"));
}

/* What a request may not contain is also rejected from the database: a stored text with a control character is replaced
 * by the factory value. */
void test_no_text_has_a_control_character(void) {
    static const char *const bad[] = {"a\tb", "a\nb", "\x1b[2J", "\x7f", "\xc2\x9f", "\xe2\x80\xa8", "\xe2\x80\xa9"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_INT(E_TEXT, parse("MachineParam.deviceName", bad[i]));
    }
    TEST_ASSERT_EQUAL_INT(0, parse("MachineParam.deviceName", "\xe2\x80\x8d joined")); /* joiners are text */
}

/* A text of lines may contain line ends and tabs, and no other control character. */
void test_a_text_of_lines_has_lines(void) {
    static const char pem[] = "-----BEGIN A-----\r\nQUJD\tQUJDQUJDQUJDQUJDQUJDQUJDQUJD\n-----END A-----\n";
    static const char escape[] = "-----BEGIN A-----\nQU\x1bJDQUJDQUJDQUJDQUJDQUJDQUJDQUJD\n-----END A-----\n";
    TEST_ASSERT_EQUAL_INT(0, parse("Wirless.ca", pem));
    TEST_ASSERT_EQUAL_STRING(pem, values.wirless.ca);
    TEST_ASSERT_EQUAL_INT(E_TEXT, parse("Wirless.ca", escape));
}

/* ---- dates, decimals, borrowed texts ---- */

struct other {
    const char *text;
    uint64_t card;
    uint32_t day;
    uint32_t colours;
    int colour;
};

static const char *const colour_text[] = {"red", "green"};
static const uint8_t colour_len[] = {3, 5};
static const struct value_words colours = {.words = colour_text, .lengths = colour_len, .count = 2};
static const struct value_row text_row = {.name = "text",
                                          .type = VALUE_TEXT,
                                          .max = 3,
                                          .borrowed = true,
                                          .octets = 13,
                                          .offset = offsetof(struct other, text)};
static const struct value_row card_row = {
    .name = "card", .type = VALUE_DECIMAL, .max = UINT32_MAX, .octets = 8, .offset = offsetof(struct other, card)};
static const struct value_row day_row = {
    .name = "day", .type = VALUE_DATE, .octets = 4, .offset = offsetof(struct other, day)};
static const struct value_row flags_row = {
    .name = "colours", .type = VALUE_FLAGS, .words = &colours, .octets = 4, .offset = offsetof(struct other, colours)};
static const struct value_row word_row = {
    .name = "colour", .type = VALUE_ENUM, .words = &colours, .octets = 4, .offset = offsetof(struct other, colour)};

static void assert_other(const struct value_row *row, const struct other *other, const char *text, const char *json) {
    struct buf plain = {0}, quoted = {0};
    value_print(row, value_in_const(row, other), &plain);
    value_print_json(row, value_in_const(row, other), &quoted);
    TEST_ASSERT_EQUAL_STRING(text, buf_text(&plain));
    TEST_ASSERT_EQUAL_STRING(json, buf_text(&quoted));
    buf_done(&plain);
    buf_done(&quoted);
}

void test_dates_and_decimals(void) {
    struct other other = {.text = "x"};
    TEST_ASSERT_EQUAL_INT(0, value_parse(&day_row, "2024-02-29", 10, &other.day));
    assert_other(&day_row, &other, "2024-02-29", "\"2024-02-29\"");
    TEST_ASSERT_EQUAL_INT(E_FORMAT, value_parse(&day_row, "2023-02-29", 10, &other.day));
    TEST_ASSERT_EQUAL_UINT32(20240229, other.day);
    TEST_ASSERT_EQUAL_INT(0, value_parse(&day_row, "", 0, &other.day));
    assert_other(&day_row, &other, "", "\"\"");
    TEST_ASSERT_EQUAL_INT(0, value_parse(&card_row, "004294967295", 12, &other.card));
    assert_other(&card_row, &other, "4294967295", "\"4294967295\"");
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_parse(&card_row, "4294967296", 10, &other.card));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, value_parse(&card_row, "", 0, &other.card));
}

void test_a_borrowed_text_is_compared_and_copied_by_what_it_says(void) {
    char own[] = "ab";
    struct other a = {.text = "ab"}, b = {.text = own}, c = {.text = NULL};
    TEST_ASSERT_TRUE(value_equal(&text_row, &a, &b));
    own[0] = 'x';
    TEST_ASSERT_FALSE(value_equal(&text_row, &a, &b));
    value_copy(&text_row, &a, &b);
    TEST_ASSERT_EQUAL_PTR(a.text, b.text);
    assert_other(&text_row, &c, "", "\"\"");
    TEST_ASSERT_TRUE(value_is_empty(&text_row, &c));
}

/* Values that were not parsed are checked against the same limits. */
void test_members_are_checked_by_their_rows(void) {
    struct other good = {.text = "abc", .card = UINT32_MAX, .day = 20240229, .colours = 3, .colour = 1};
    struct other bad = {.text = "abcd", .card = UINT64_C(4294967296), .day = 20230229, .colours = 4, .colour = 2};
    static const struct value_row *const rows[] = {&text_row, &card_row, &day_row, &flags_row, &word_row};
    static const int errors[] = {E_RANGE, E_RANGE, E_FORMAT, E_RANGE, E_RANGE};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, value_check(rows[i], value_in_const(rows[i], &good)), rows[i]->name);
        TEST_ASSERT_EQUAL_INT_MESSAGE(errors[i], value_check(rows[i], value_in_const(rows[i], &bad)), rows[i]->name);
    }
    bad.text = "a\n";
    TEST_ASSERT_EQUAL_INT(E_TEXT, value_check(&text_row, &bad.text));
    const struct setting_row *volume = row_of("MachineParam.volume");
    const struct setting_row *out = row_of("StatusChangeInfo.out");
    values.machine_param.volume = 6;
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_check(&volume->value, in(volume, &values)));
    TEST_ASSERT_EQUAL_INT(0, value_check(&out->value, in(out, &values)));
    values.status_change_info.out[6] = 1441;
    TEST_ASSERT_EQUAL_INT(E_RANGE, value_check(&out->value, in(out, &values)));
}
