/* Who is let in. */
#include "core/door/decide.h"

#include <string.h>

#include "core/door/passback.h"
#include "decide_words.h"
#include "rules_doc.h"
#include "unity.h"

static struct decide_facts facts;
static struct decide_outcome outcome;
static bool has_reason[RECORD_REASON_COUNT], has_decided[DECIDE_RULE_COUNT];

void setUp(void) {
    facts = decide_words_plain;
}

void tearDown(void) {
}

static void run_example(char *line) {
    char told[512], got[512];
    (void)strcpy(told, line);
    char *wanted = strstr(line, "->");
    TEST_ASSERT_NOT_NULL_MESSAGE(wanted, told);
    *wanted = '\0';
    decide_words_read(line, &facts);
    outcome = decide(&facts);
    decide_words_write(&outcome, got, sizeof(got));
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted + 3, got, told);
    TEST_ASSERT_GREATER_THAN(0, outcome.step_count);
    has_reason[outcome.reason] = true;
    has_decided[outcome.steps[outcome.step_count - 1].rule] = true;
}

void test_the_examples_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(70, rules_doc_each("decide", run_example));
    for (unsigned i = RECORD_REASON_NONE + 1; i < RECORD_REASON_COUNT; i++) {
        TEST_ASSERT_TRUE_MESSAGE(has_reason[i], record_reason_text[i]);
    }
    for (unsigned i = 0; i < DECIDE_RULE_COUNT; i++) {
        TEST_ASSERT_TRUE_MESSAGE(has_decided[i], decide_rule_text[i]);
    }
}

static void check_step(size_t n, enum decide_rule rule, enum decide_finding finding, enum record_reason reason,
                       uint32_t number) {
    TEST_ASSERT_LESS_THAN(outcome.step_count, n);
    TEST_ASSERT_EQUAL(rule, outcome.steps[n].rule);
    TEST_ASSERT_EQUAL(finding, outcome.steps[n].finding);
    TEST_ASSERT_EQUAL(reason, outcome.steps[n].reason);
    TEST_ASSERT_EQUAL(number, outcome.steps[n].number);
}

void test_every_rule_that_was_asked_is_a_step(void) {
    facts.group = (struct rules_answer){.allowed = true, .why = RULES_TIME_ZONE, .zone = 3};
    facts.passback = ANTI_PASSBACK_SOFT;
    facts.area = PASSBACK_INSIDE;
    outcome = decide(&facts);
    TEST_ASSERT_EQUAL(DECIDE_RULE_COUNT, outcome.step_count);
    for (size_t i = 0; i < DECIDE_RULE_COUNT; i++) {
        bool speaks = i == DECIDE_RULE_GROUP || i == DECIDE_RULE_ANTI_PASSBACK;
        TEST_ASSERT_EQUAL(i, outcome.steps[i].rule);
        TEST_ASSERT_EQUAL(DECIDE_FINDING_PASSED, outcome.steps[i].finding);
        TEST_ASSERT_EQUAL(speaks, outcome.steps[i].reason != RECORD_REASON_NONE);
    }
    check_step(4, DECIDE_RULE_GROUP, DECIDE_FINDING_PASSED, RECORD_REASON_TIME_ZONE, 3);
    check_step(8, DECIDE_RULE_ANTI_PASSBACK, DECIDE_FINDING_PASSED, RECORD_REASON_ANTI_PASSBACK, PASSBACK_INSIDE);
}

/* Runs the facts, which the last step decides with this. */
static void decided(enum decide_rule rule, enum decide_finding finding, enum record_reason reason, uint32_t number) {
    outcome = decide(&facts);
    TEST_ASSERT_EQUAL(rule + 1, outcome.step_count);
    check_step(rule, rule, finding, reason, number);
    facts = decide_words_plain;
}

void test_the_step_that_decided_is_the_last_and_says_by_what(void) {
    facts.door = DOOR_ALWAYS_CLOSED;
    facts.door_period = 4;
    decided(DECIDE_RULE_DOOR, DECIDE_FINDING_REFUSED, RECORD_REASON_ALWAYS_CLOSED, 4);
    facts.door = DOOR_FIRE;
    decided(DECIDE_RULE_DOOR, DECIDE_FINDING_GRANTED, RECORD_REASON_FIRE, 0);
    facts.door = DOOR_ALWAYS_OPEN;
    facts.door_period = 5;
    decided(DECIDE_RULE_SCHEDULE, DECIDE_FINDING_GRANTED, RECORD_REASON_DOOR_OPEN, 5);
    facts.valid_from = 20261123;
    facts.valid_to = 20270101;
    decided(DECIDE_RULE_VALIDITY, DECIDE_FINDING_REFUSED, RECORD_REASON_NOT_YET, 20261123);
    facts.valid_from = 20200101;
    facts.valid_to = 20261121;
    decided(DECIDE_RULE_VALIDITY, DECIDE_FINDING_REFUSED, RECORD_REASON_EXPIRED, 20261121);
    facts.group = (struct rules_answer){.allowed = false, .why = RULES_HOLIDAY, .holiday = 9};
    decided(DECIDE_RULE_GROUP, DECIDE_FINDING_REFUSED, RECORD_REASON_HOLIDAY, 9);
    facts.needed = 1U << FACTOR_CARD | 1U << FACTOR_FACE;
    decided(DECIDE_RULE_FACTORS, DECIDE_FINDING_WAITS, RECORD_REASON_INCOMPLETE, 1U << FACTOR_FACE);
    facts.temperature_limit = 373;
    facts.temperature = 391;
    decided(DECIDE_RULE_TEMPERATURE, DECIDE_FINDING_REFUSED, RECORD_REASON_TEMPERATURE, 391);
    facts.passback = ANTI_PASSBACK_HARD;
    facts.area = PASSBACK_INSIDE;
    decided(DECIDE_RULE_ANTI_PASSBACK, DECIDE_FINDING_REFUSED, RECORD_REASON_ANTI_PASSBACK, PASSBACK_INSIDE);
    facts.two_person = true;
    facts.first_person = 7;
    decided(DECIDE_RULE_SECOND_PERSON, DECIDE_FINDING_WAITS, RECORD_REASON_SECOND_PERSON, 7);
    facts.work = WORK_MODE_ATTENDANCE;
    decided(DECIDE_RULE_WORK_MODE, DECIDE_FINDING_GRANTED, RECORD_REASON_ATTENDANCE, 0);
    facts.group = (struct rules_answer){.allowed = true, .why = RULES_PERIOD, .period = 6};
    outcome = decide(&facts);
    check_step(4, DECIDE_RULE_GROUP, DECIDE_FINDING_PASSED, RECORD_REASON_PERIOD, 6);
}

void test_only_in_and_out_lead_somewhere(void) {
    for (unsigned status = 0; status < PUNCH_STATUS_COUNT; status++) {
        enum passback_area leads = status == PUNCH_STATUS_IN    ? PASSBACK_INSIDE
                                   : status == PUNCH_STATUS_OUT ? PASSBACK_OUTSIDE
                                                                : PASSBACK_UNKNOWN;
        TEST_ASSERT_EQUAL(leads, passback_leads((enum punch_status)status));
        TEST_ASSERT_FALSE(passback_violates(PASSBACK_UNKNOWN, (enum punch_status)status));
        TEST_ASSERT_EQUAL(leads == PASSBACK_INSIDE, passback_violates(PASSBACK_INSIDE, (enum punch_status)status));
        TEST_ASSERT_EQUAL(leads == PASSBACK_OUTSIDE, passback_violates(PASSBACK_OUTSIDE, (enum punch_status)status));
    }
}
