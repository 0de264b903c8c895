/* What the display says of each reason: the examples of docs/rules.md ("What the display says"). */
#include "core/door/show.h"

#include <string.h>

#include "core/door/door.h"
#include "core/door/portrait.h"
#include "core/settings/settings.h"
#include "rules_doc.h"
#include "terminal_fixture.h"
#include "unity.h"

static const char *const words[HAL_WORDS] = {
    [HAL_WORD_WELCOME] = "welcome",    [HAL_WORD_RECORDED] = "recorded",
    [HAL_WORD_OPEN] = "open",          [HAL_WORD_MORE] = "more",
    [HAL_WORD_NO_ACCESS] = "noAccess", [HAL_WORD_AGAIN] = "again",
    [HAL_WORD_PAUSE] = "pause",        [HAL_WORD_CLOSED] = "closed",
    [HAL_WORD_TWICE] = "twice",        [HAL_WORD_TEMPERATURE] = "temperature",
    [HAL_WORD_CANNOT] = "cannot",      [HAL_WORD_NOT_RECORDED] = "notRecorded"};

static bool is_named[RECORD_REASON_COUNT];

void setUp(void) {
}

void tearDown(void) {
}

static enum record_reason reason_of(const char *text) {
    for (unsigned i = 0; i < RECORD_REASON_COUNT; i++) {
        if (strcmp(record_reason_text[i], text) == 0) {
            return (enum record_reason)i;
        }
    }
    TEST_FAIL_MESSAGE(text);
    return RECORD_REASON_NONE;
}

static void check_line(char *line) {
    char *arrow = strstr(line, " -> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(arrow, line);
    *arrow = '\0';
    for (char *save = NULL, *word = strtok_r(line, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        enum record_reason reason = reason_of(word);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(arrow + 4, words[show_word(reason)], word);
        TEST_ASSERT_FALSE_MESSAGE(is_named[reason], word);
        is_named[reason] = true;
    }
}

void test_every_reason_has_its_word(void) {
    TEST_ASSERT_EQUAL_size_t(11, rules_doc_each("words", check_line));
    for (unsigned i = 0; i < RECORD_REASON_COUNT; i++) {
        TEST_ASSERT_NOT_EQUAL_MESSAGE(HAL_WORD_MISSING, show_word((enum record_reason)i), record_reason_text[i]);
        TEST_ASSERT_TRUE_MESSAGE(is_named[i], record_reason_text[i]);
    }
}

static void show(enum decide_verdict verdict, enum record_reason reason, unsigned wait_s, struct fixture *t) {
    struct identify_result result = {
        .shown = DECIDE_SHOWN_KNOWN, .person = {.userid = 7, .name = "Ada"}, .wait_s = wait_s};
    struct decide_outcome outcome = {.verdict = verdict, .reason = reason};
    struct decide_facts facts = {.have = 1U << FACTOR_CARD};
    show_outcome(t->core, &result, &outcome, &facts, SHOW_RECORDED);
}

void test_nobody_is_named_who_is_not_let_in(void) {
    struct fixture t;
    fixture_up(&t);
    show(DECIDE_GRANTED, RECORD_REASON_ANY_TIME, 0, &t);
    TEST_ASSERT_EQUAL_STRING("Ada", t.fake.name);
    TEST_ASSERT_EQUAL(HAL_WORD_WELCOME, t.fake.result.word);
    show(DECIDE_REFUSED, RECORD_REASON_OUTSIDE_HOURS, 0, &t);
    TEST_ASSERT_EQUAL_STRING("", t.fake.name);
    TEST_ASSERT_EQUAL(HAL_WORD_NO_ACCESS, t.fake.result.word);
    show(DECIDE_WAITS, RECORD_REASON_INCOMPLETE, 0, &t);
    TEST_ASSERT_EQUAL_STRING("", t.fake.name);
    TEST_ASSERT_EQUAL(HAL_WORD_MORE, t.fake.result.word);
    show(DECIDE_REFUSED, RECORD_REASON_WRONG_CODE, 30, &t);
    TEST_ASSERT_EQUAL(HAL_WORD_PAUSE, t.fake.result.word);
    fixture_down(&t);
}

static void let_in_with(uint32_t factors, bool is_punch, struct fixture *t) {
    struct identify_result result = {.shown = DECIDE_SHOWN_KNOWN, .person = {.userid = 7, .name = "Ada"}};
    struct decide_outcome outcome = {
        .verdict = DECIDE_GRANTED, .reason = RECORD_REASON_DOOR_OPEN, .is_punch = is_punch};
    struct decide_facts facts = {.have = factors};
    show_outcome(t->core, &result, &outcome, &facts, SHOW_RECORDED);
}

static bool asks_for_photo_with(uint32_t factors, struct fixture *t) {
    let_in_with(factors, false, t);
    bool asks = portrait_waits(door_portrait(t->core));
    portrait_show(t->core, door_portrait(t->core));
    return asks;
}

/* Anybody may type an ID. */
void test_an_id_alone_shows_neither_name_nor_photo(void) {
    struct fixture t;
    fixture_up(&t);
    TEST_ASSERT_TRUE(asks_for_photo_with(1U << FACTOR_CARD, &t));
    TEST_ASSERT_EQUAL_STRING("Ada", t.fake.name);
    TEST_ASSERT_TRUE(asks_for_photo_with(1U << FACTOR_ID | 1U << FACTOR_PASSWORD, &t));
    TEST_ASSERT_FALSE(asks_for_photo_with(1U << FACTOR_ID, &t));
    TEST_ASSERT_EQUAL_STRING("", t.fake.name);
    fixture_down(&t);
}

static bool is_named_on_slip(uint32_t factors, struct fixture *t) {
    unsigned before = t->fake.devices.jobs;
    let_in_with(factors, true, t);
    TEST_ASSERT_EQUAL(before + 1, t->fake.devices.jobs);
    return memmem(t->fake.devices.job, t->fake.devices.job_len, "Ada", 3) != NULL;
}

void test_nor_does_it_print_the_name(void) {
    struct fixture t;
    fixture_up(&t);
    struct actor by = {.account = "admin", .level = 16, .peer = "-", .call = "test"};
    struct setting_print_param values = settings_get(t.core)->values.print_param;
    values.on = true;
    values.fields = 1U << SLIP_FIELD_USERID | 1U << SLIP_FIELD_USERNAME;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_PRINT_PARAM, &values));
    TEST_ASSERT_TRUE(is_named_on_slip(1U << FACTOR_CARD, &t));
    TEST_ASSERT_FALSE(is_named_on_slip(1U << FACTOR_ID, &t));
    fixture_down(&t);
}

static void punch_with(enum show_record record, bool opens, struct fixture *t) {
    struct identify_result result = {.shown = DECIDE_SHOWN_KNOWN, .person = {.userid = 7, .name = "Ada"}};
    struct decide_outcome outcome = {
        .verdict = DECIDE_GRANTED, .reason = RECORD_REASON_ATTENDANCE, .is_punch = true, .opens = opens};
    struct decide_facts facts = {.have = 1U << FACTOR_CARD};
    show_outcome(t->core, &result, &outcome, &facts, record);
}

/* A log that takes no more: who came for the record is told, hears it, and gets no slip of a punch that is none. */
void test_a_punch_that_is_not_recorded_is_not_said_to_be(void) {
    struct fixture t;
    fixture_up(&t);
    struct actor by = {.account = "admin", .level = 16, .peer = "-", .call = "test"};
    struct setting_print_param values = settings_get(t.core)->values.print_param;
    values.on = true;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_PRINT_PARAM, &values));
    punch_with(SHOW_NOT_RECORDED, false, &t);
    TEST_ASSERT_EQUAL(HAL_WORD_NOT_RECORDED, t.fake.result.word);
    TEST_ASSERT_EQUAL(HAL_SOUND_DENIED, t.fake.sound);
    TEST_ASSERT_EQUAL(0, t.fake.devices.jobs);
    punch_with(SHOW_NOT_RECORDED, true, &t);
    TEST_ASSERT_EQUAL(HAL_WORD_NOT_RECORDED, t.fake.result.word);
    TEST_ASSERT_EQUAL(HAL_SOUND_GRANTED, t.fake.sound);
    TEST_ASSERT_EQUAL(0, t.fake.devices.jobs);
    punch_with(SHOW_RECORDED, false, &t);
    TEST_ASSERT_EQUAL(HAL_WORD_RECORDED, t.fake.result.word);
    TEST_ASSERT_EQUAL(HAL_SOUND_GRANTED, t.fake.sound);
    TEST_ASSERT_EQUAL(1, t.fake.devices.jobs);
    fixture_down(&t);
}
