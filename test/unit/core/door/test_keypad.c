/* Guessing at the keypad: the examples of docs/rules.md. */
#include "core/door/keypad.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "core/door/identify.h"
#include "core/door/pass.h"
#include "core/events/log.h"
#include "rules_doc.h"
#include "store/accounts/throttle.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/cleanup.h"

#define RIGHT "4711"
#define CODE_8 "8264"
#define CARD_7 1234301
#define CARD_8 555

static struct fixture t;
static struct pass pass;

void setUp(void) {
}

void tearDown(void) {
}

/* User 8 is asked for card and code. */
static void ask_for_both(void) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    uint32_t revision = 0;
    arena_init(&arena, 4096);
    TEST_ASSERT_EQUAL(0, store_users_get(t.core->store, 8, &arena, &user));
    user.identify_mode = IDENTIFY_MODE_ALL;
    user.identify_factors = 1U << FACTOR_CARD | 1U << FACTOR_PASSWORD;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_update(t.core->store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static void begin(void) {
    memset(&pass, 0, sizeof(pass));
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, CARD_7, RIGHT);
    fixture_add_user(&t, 8, "Grace", 0, CARD_8, CODE_8);
    fixture_add_user(&t, 9, "Chief", 15, 0, "402913");
    ask_for_both();
}

static void present(struct hal_input_event event) {
    event.time_ms = core_utc_ms(t.core);
    pass_take(t.core, &pass, &event);
}

static void type(const char *digits) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_PIN};
    (void)snprintf(event.digits, sizeof(event.digits), "%s", digits);
    present(event);
}

static void show_card(uint64_t number) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_CARD, .card = number};
    present(event);
}

static void act(const char *word) {
    static const char *const codes[][2] = {{"wrong", "909090"}, {"right", RIGHT},   {"code8", CODE_8},
                                           {"id", "9"},         {"code", "402913"}, {"miscode", "402914"}};
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        if (strcmp(word, codes[i][0]) == 0) {
            type(codes[i][1]);
            return;
        }
    }
    if (strcmp(word, "card") == 0) {
        show_card(CARD_7);
    } else if (strcmp(word, "card8") == 0) {
        show_card(CARD_8);
    } else if (strcmp(word, "restart") == 0) {
        fixture_restart(&t);
    } else {
        TEST_ASSERT_NOT_EQUAL_MESSAGE(0, atoi(word), word);
        fake_hal_advance(&t.fake, (int64_t)atoi(word) * 1000);
    }
}

/* Whether the last line of the log is the alarm. */
static bool is_alarm(void) {
    _cleanup_(arena_done) struct arena arena;
    struct record record;
    size_t count = 0;
    arena_init(&arena, 4096);
    TEST_ASSERT_EQUAL(0, log_read(t.core, log_last(t.core) - 1, &record, 1, &arena, &count));
    TEST_ASSERT_EQUAL(1, count);
    return record.kind == RECORD_KIND_KEYPAD;
}

static void outcome(char *ret_words, size_t size) {
    if (t.fake.result.wait_s > 0) {
        (void)snprintf(ret_words, size, "pause %u%s", t.fake.result.wait_s, is_alarm() ? " alarm" : "");
    } else {
        (void)snprintf(ret_words, size, "%s", t.fake.result.granted ? "granted" : "refused");
    }
}

static void run_example(char *line) {
    char told[512], got[64], *save = NULL;
    (void)strcpy(told, line);
    char *wanted = strstr(line, " -> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(wanted, told);
    *wanted = '\0';
    begin();
    for (char *word = strtok_r(line, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        char *times = strchr(word, '*');
        int count = times != NULL ? atoi(times + 1) : 1;
        if (times != NULL) {
            *times = '\0';
        }
        while (count-- > 0) {
            act(word);
        }
    }
    outcome(got, sizeof(got));
    fixture_down(&t);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted + 4, got, told);
}

void test_the_examples_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(25, rules_doc_each("keypad", run_example));
}

/* The last line of the log about a credential. */
static struct record last_line(struct arena *arena) {
    struct record record;
    size_t count = 0;
    TEST_ASSERT_EQUAL(0, log_read(t.core, log_last(t.core) - 1, &record, 1, arena, &count));
    TEST_ASSERT_EQUAL(1, count);
    return record;
}

void test_a_wrong_code_of_the_person_asked_names_that_person_in_the_log_alone(void) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, 4096);
    begin();
    show_card(CARD_8);
    type(RIGHT);
    TEST_ASSERT_FALSE(t.fake.result.known);
    TEST_ASSERT_EQUAL(0, t.fake.result.userid);
    struct record record = last_line(&arena);
    TEST_ASSERT_EQUAL(RECORD_REASON_WRONG_CODE, record.reason);
    TEST_ASSERT_EQUAL(8, record.userid);
    TEST_ASSERT_EQUAL_STRING("Grace", record.username);
    fixture_down(&t);
}

void test_the_display_says_how_long_the_pause_is_already_with_the_code_that_brings_it(void) {
    begin();
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(0, t.fake.result.wait_s);
        type("909090");
    }
    TEST_ASSERT_EQUAL(30, t.fake.result.wait_s);
    fixture_down(&t);
}

void test_codes_in_a_pause_make_one_line(void) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, 4096);
    begin();
    for (int i = 0; i < 5; i++) {
        type("909090");
    }
    int64_t before = log_last(t.core);
    for (int i = 0; i < 50; i++) {
        type(RIGHT);
    }
    TEST_ASSERT_EQUAL_INT64(before + 1, log_last(t.core));
    struct record record = last_line(&arena);
    TEST_ASSERT_EQUAL(RECORD_REASON_KEYPAD_PAUSE, record.reason);
    TEST_ASSERT_EQUAL(0, record.userid);
    fake_hal_advance(&t.fake, 30000);
    type("909090");
    type(RIGHT);
    TEST_ASSERT_EQUAL_INT64(before + 3, log_last(t.core));
    fixture_down(&t);
}

void test_the_menu_ends_the_pause(void) {
    struct actor by = actor_nobody("keypad", "menu");
    begin();
    for (int i = 0; i < 5; i++) {
        type("909090");
    }
    TEST_ASSERT_EQUAL(30, keypad_pause_s(t.core));
    TEST_ASSERT_EQUAL(0, throttle_clear(t.core, &by));
    TEST_ASSERT_EQUAL(0, keypad_pause_s(t.core));
    fixture_down(&t);
}

/* Strangers in the network fill the table of counters; this one holds up whoever stands at the keypad, and stays. */
void test_strangers_do_not_displace_the_count(void) {
    struct keypad_wrong wrong;
    unsigned wait_s = 0;
    char key[16];
    begin();
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(0, keypad_count_wrong(t.core, &wrong));
    }
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    for (unsigned i = 1; i < THROTTLE_KEYS_MAX; i++) {
        (void)snprintf(key, sizeof(key), "s:%u", i);
        struct store_throttle_row row = {.key = key, .count = 100, .time_ms = 1};
        TEST_ASSERT_EQUAL(0, store_throttle_put(t.core->store, &row));
    }
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(0, throttle_try(t.core, "admin", "192.0.2.1", 0, &wait_s));
    TEST_ASSERT_EQUAL(30, keypad_pause_s(t.core));
    fixture_down(&t);
}
