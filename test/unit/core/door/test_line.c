/* What is wired to the Wiegand input says: the examples of docs/rules.md ("The Wiegand input"). */
#include "core/door/line.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules_doc.h"
#include "unity.h"

static struct line line;
static struct setting_access_control set;
static struct hal_input_event event;
static int64_t now_ms;

void setUp(void) {
    memset(&line, 0, sizeof(line));
    set = (struct setting_access_control){.card_length = 4};
    now_ms = 1000000;
}

void tearDown(void) {
}

static enum line_read take(const char *bits) {
    struct wiegand_frame frame;
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, wiegand_parse(bits, &frame), bits);
    return line_take(&line, &set, &frame, now_ms, &event);
}

static enum line_read press(unsigned key, bool is_burst8) {
    char bits[9];
    unsigned value = is_burst8 ? (~key & 0xfu) << 4 | key : key;
    unsigned count = is_burst8 ? 8 : 4;
    for (unsigned i = 0; i < count; i++) {
        bits[i] = (value >> (count - 1 - i) & 1) != 0 ? '1' : '0';
    }
    bits[count] = '\0';
    return take(bits);
}

static unsigned key_of(char c) {
    return c == '*' ? WIEGAND_KEY_CLEAR : c == '#' ? WIEGAND_KEY_ENTER : (unsigned)(c - '0');
}

/* Ends the line before the arrow, and gives what stands behind it. */
static const char *split(char *text) {
    char *arrow = strstr(text, " -> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(arrow, text);
    *arrow = '\0';
    return arrow + 4;
}

static void check_card(char *text) {
    char message[256], read[32] = "nothing", *rest = NULL;
    (void)snprintf(message, sizeof(message), "%s", text);
    const char *wanted = split(text);
    const char *format = strtok_r(text, " ", &rest), *bits = strtok_r(NULL, " ", &rest);
    set = (struct setting_access_control){.card_length = strcmp(format, "usual7") == 0 ? 7 : 4};
    if (strncmp(format, "usual", strlen("usual")) != 0) {
        (void)snprintf(set.wiegand_in3, sizeof(set.wiegand_in3), "%s", format);
    }
    enum line_read result = take(bits);
    TEST_ASSERT_EQUAL_MESSAGE(strlen(bits) >= WIEGAND_CARD_BITS_MIN ? LINE_EVENT : LINE_BAD, result, message);
    if (result == LINE_EVENT && event.frame.count == 0) {
        (void)snprintf(read, sizeof(read), "%" PRIu64, event.card);
    } else if (result == LINE_EVENT) {
        char kept[WIEGAND_TEXT_MAX];
        wiegand_print(&event.frame, kept);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(bits, kept, message);
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, event.card, message);
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted, read, message);
}

/* The keys of a word, or the seconds that pass. */
static void type(const char *word, bool is_burst8, char ret_entered[HAL_INPUT_DIGITS_MAX + 1]) {
    char *end = NULL;
    long seconds = strtol(word, &end, 10);
    if (*end == 's') {
        now_ms += seconds * 1000;
        return;
    }
    for (const char *c = word; *c != '\0'; c++) {
        if (press(key_of(*c), is_burst8) == LINE_EVENT) {
            TEST_ASSERT_EQUAL(HAL_CREDENTIAL_PIN, event.kind);
            TEST_ASSERT_EQUAL_UINT(0, event.frame.count);
            memcpy(ret_entered, event.digits, sizeof(event.digits));
        }
    }
}

static void check_typed(const char *text, bool is_burst8) {
    char words[256], entered[HAL_INPUT_DIGITS_MAX + 1] = "nothing", *rest = NULL;
    (void)snprintf(words, sizeof(words), "%s", text);
    const char *wanted = split(words);
    memset(&line, 0, sizeof(line));
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        type(word, is_burst8, entered);
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted, entered, text);
}

static void check_keys(char *text) {
    check_typed(text, false);
    check_typed(text, true);
}

void test_the_cards_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(10, rules_doc_each("wiegandIn", check_card));
}

void test_the_keys_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(8, rules_doc_each("wiegandKeys", check_keys));
}

/* The number of a format is no card's bytes; of the usual formats it is. */
void test_the_number_of_a_format_is_marked(void) {
    TEST_ASSERT_EQUAL(LINE_EVENT, take("11101010000011011100000010"));
    TEST_ASSERT_FALSE(event.is_number);
    (void)snprintf(set.wiegand_in1, sizeof(set.wiegand_in1), "E11010100NNNNNNNNNNNNNNNNO");
    TEST_ASSERT_EQUAL(LINE_EVENT, take("11101010000011011100000010"));
    TEST_ASSERT_TRUE(event.is_number);
    TEST_ASSERT_EQUAL_UINT64(7041, event.card);
}

/* Whatever is under 24 bits is a key or noise, and no card without a number; a key begins or ends no code beside its own. */
void test_what_is_short_is_a_key_or_noise(void) {
    for (unsigned count = 1; count < WIEGAND_CARD_BITS_MIN; count++) {
        struct wiegand_frame frame = {.count = (uint8_t)count, .octets = {0xff, 0xff, 0xff}};
        TEST_ASSERT_EQUAL(LINE_BAD, line_take(&line, &set, &frame, now_ms, &event));
    }
    TEST_ASSERT_EQUAL(LINE_NOTHING, press(7, false));
    TEST_ASSERT_EQUAL(LINE_BAD, take("1100")); /* no such key */
    TEST_ASSERT_EQUAL(LINE_BAD, take("10010111")); /* 7, with another complement */
    TEST_ASSERT_EQUAL(LINE_EVENT, press(WIEGAND_KEY_ENTER, true));
    TEST_ASSERT_EQUAL_STRING("7", event.digits);
}

/* Of a code nothing is left behind. */
void test_a_code_is_forgotten(void) {
    static const struct line nothing;
    (void)press(4, false);
    (void)press(WIEGAND_KEY_ENTER, false);
    TEST_ASSERT_EQUAL_MEMORY(&nothing, &line, sizeof(line));
}
