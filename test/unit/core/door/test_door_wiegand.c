/* What the Wiegand line says of a person, and the number of a card: the examples of docs/rules.md. The bits there are
 * reckoned from the definition of the formats, not by the code. */
#include "core/door/wiegand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules_doc.h"
#include "unity.h"

#define FORMATS (WIEGAND_FORMAT_FREE + 1)

static struct setting_access_control set;
static uint32_t userid;
static uint64_t card;
static unsigned seen[FORMATS]; /* examples of each format */

void setUp(void) {
    memset(seen, 0, sizeof(seen));
}

void tearDown(void) {
}

static void factory_new(void) {
    set = (struct setting_access_control){
        .free_facility_bits = 8,
        .free_card_bits = 16,
        .free_leading = WIEGAND_PARITY_EVEN,
        .free_leading_from = 1,
        .free_leading_to = 12,
        .free_trailing = WIEGAND_PARITY_ODD,
        .free_trailing_from = 13,
        .free_trailing_to = 24,
        .card_length = 4,
    };
    userid = 0;
    card = 0;
}

static void take_format(const char *word) {
    for (unsigned i = 0; i < FORMATS; i++) {
        if (strcmp(word, wiegand_format_text[i]) == 0) {
            set.wiegand_out = (enum wiegand_format)i;
            seen[i]++;
            return;
        }
    }
    TEST_FAIL_MESSAGE(word);
}

/* The text behind `key` in a word, or NULL when the word is about something else. */
static const char *value_of(const char *word, const char *key) {
    size_t len = strlen(key);
    return strncmp(word, key, len) == 0 && word[len] == '=' ? word + len + 1 : NULL;
}

static uint64_t number_of(const char *text) {
    char *end = NULL;
    unsigned long long number = strtoull(text, &end, 10);
    TEST_ASSERT_EQUAL_STRING("", end);
    return number;
}

static void take_word(const char *word) {
    const char *value = NULL;
    if ((value = value_of(word, "user")) != NULL) {
        userid = (uint32_t)number_of(value);
    } else if ((value = value_of(word, "card")) != NULL) {
        card = number_of(value);
    } else if ((value = value_of(word, "code")) != NULL) {
        set.fixed_code = (uint8_t)number_of(value);
    } else if ((value = value_of(word, "facility")) != NULL) {
        set.free_facility = (uint16_t)number_of(value);
    } else if ((value = value_of(word, "facilityBits")) != NULL) {
        set.free_facility_bits = (uint8_t)number_of(value);
    } else if ((value = value_of(word, "cardBits")) != NULL) {
        set.free_card_bits = (uint8_t)number_of(value);
    } else if (strcmp(word, "number=userid") == 0) {
        set.free_number = WIEGAND_NUMBER_USERID;
    } else if (strcmp(word, "parity=none") == 0) {
        set.free_leading = set.free_trailing = WIEGAND_PARITY_NONE;
    } else if ((value = value_of(word, "length")) != NULL) {
        set.card_length = (uint8_t)number_of(value);
    } else if ((value = value_of(word, "order")) != NULL) {
        set.card_byte_order = strcmp(value, "little") == 0 ? BYTE_ORDER_LITTLE : BYTE_ORDER_BIG;
    } else {
        TEST_FAIL_MESSAGE(word);
    }
}

/* Ends the line before the arrow, and gives what stands behind it. */
static const char *split(char *line) {
    char *arrow = strstr(line, " -> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(arrow, line);
    *arrow = '\0';
    return arrow + 4;
}

static void check_frame(char *line) {
    char message[256], text[WIEGAND_TEXT_MAX] = "nothing";
    struct wiegand_frame frame;
    (void)snprintf(message, sizeof(message), "%s", line);
    const char *wanted = split(line);
    factory_new();
    char *rest = NULL;
    take_format(strtok_r(line, " ", &rest));
    for (const char *word = NULL; (word = strtok_r(NULL, " ", &rest)) != NULL;) {
        take_word(word);
    }
    int r = wiegand_about(&set, userid, card, &frame);
    if (r == 0) {
        wiegand_print(&frame, text);
    } else {
        TEST_ASSERT_EQUAL_INT_MESSAGE(card == 0 && userid < 65536 ? E_NOTFOUND : E_RANGE, r, message);
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted, text, message);
}

static void check_card(char *line) {
    char message[256];
    (void)snprintf(message, sizeof(message), "%s", line);
    uint64_t wanted = strtoull(split(line), NULL, 16);
    char *rest = NULL, *read = strrchr(line, ' ');
    TEST_ASSERT_NOT_NULL_MESSAGE(read, message);
    *read = '\0';
    factory_new();
    for (const char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        take_word(word);
    }
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(wanted, wiegand_card(&set, strtoull(read + 1, NULL, 16)), message);
}

/* "bytes=4 08A1B2C3 -> random". */
static void check_random(char *line) {
    char message[256];
    unsigned octets = 0;
    unsigned long long read = 0;
    (void)snprintf(message, sizeof(message), "%s", line);
    const char *wanted = split(line);
    TEST_ASSERT_EQUAL_MESSAGE(2, sscanf(line, "octets=%u %llx", &octets, &read), message);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted, wiegand_is_random(read, octets) ? "random" : "lasting", message);
}

void test_the_frames_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(20, rules_doc_each("wiegand", check_frame));
    for (unsigned i = 0; i < FORMATS; i++) {
        TEST_ASSERT_GREATER_THAN_MESSAGE(0, seen[i], wiegand_format_text[i]);
    }
}

void test_the_cards_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(6, rules_doc_each("card", check_card));
}

void test_the_random_cards_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(6, rules_doc_each("randomCard", check_random));
}
