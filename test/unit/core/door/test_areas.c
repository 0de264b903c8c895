/* Anti-passback over time: the examples of docs/rules.md, and the moment of the daily reset. */
#include "core/door/areas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/door/pass.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "rules_doc.h"
#include "store/person.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/cleanup.h"
#include "util/err.h"

static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "resetPassback"};
static struct fixture t;
static struct pass pass;
static bool is_up;

void setUp(void) {
}

void tearDown(void) {
    if (is_up) {
        fixture_down(&t);
    }
    is_up = false;
}

static void begin(void) {
    memset(&pass, 0, sizeof(pass));
    fixture_up(&t);
    is_up = true;
    fixture_add_user(&t, 7, "Ada", 0, 7007, NULL);
    fixture_add_user(&t, 8, "Grace", 0, 8008, NULL);
}

static void set_passback(enum anti_passback passback, unsigned reset) {
    struct setting_access_control values = settings_get(t.core)->values.access_control;
    values.anti_passback = passback;
    values.passback_reset = (uint16_t)reset;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_ACCESS_CONTROL, &values));
}

static void punch(uint64_t card, enum punch_status status) {
    struct hal_input_event choice = {.what = HAL_INPUT_STATUS, .status = status};
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_CARD, .card = card, .time_ms = core_utc_ms(t.core)};
    pass_take(t.core, &pass, &choice);
    pass_take(t.core, &pass, &event);
}

static bool act_setting(const char *word) {
    unsigned hour = 0, minute = 0;
    const struct setting_access_control *now = &settings_get(t.core)->values.access_control;
    int mode = value_find_word(&anti_passback_words, word, strlen(word));
    if (mode >= 0) {
        set_passback((enum anti_passback)mode, now->passback_reset);
        return true;
    }
    if (sscanf(word, "reset=%u:%u", &hour, &minute) == 2) {
        set_passback(now->anti_passback, hour * 60 + minute);
        return true;
    }
    return false;
}

static void act(const char *word) {
    uint32_t count = 0;
    int status = value_find_word(&punch_status_words, word, strlen(word));
    if (act_setting(word)) {
        return;
    }
    if (status >= 0) {
        punch(7007, (enum punch_status)status);
    } else if (strcmp(word, "other") == 0) {
        punch(8008, PUNCH_STATUS_IN);
    } else if (strcmp(word, "restart") == 0) {
        fixture_restart(&t);
    } else if (strcmp(word, "byHand") == 0) {
        TEST_ASSERT_EQUAL(0, areas_reset(t.core, &admin, 0, &count));
    } else if (strcmp(word, "forget") == 0) {
        TEST_ASSERT_EQUAL(0, areas_reset(t.core, &admin, 7, &count));
    } else {
        TEST_ASSERT_NOT_EQUAL_MESSAGE(0, atoi(word), word);
        fake_hal_advance(&t.fake, (int64_t)atoi(word) * 60000);
    }
}

static bool is_marked(void) {
    _cleanup_(arena_done) struct arena arena;
    struct record record;
    size_t count = 0;
    arena_init(&arena, 4096);
    TEST_ASSERT_EQUAL(0, log_read(t.core, log_last(t.core) - 1, &record, 1, &arena, &count));
    return strcmp(record.detail, "antiPassback") == 0 && t.fake.result.granted;
}

static void run_example(char *line) {
    char told[256], got[64], *save = NULL;
    (void)strcpy(told, line);
    char *wanted = strstr(line, " -> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(wanted, told);
    *wanted = '\0';
    begin();
    struct setting_kaoqin_param values = settings_get(t.core)->values.kaoqin_param;
    values.duplicate_punch = 0;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_KAOQIN_PARAM, &values));
    for (char *word = strtok_r(line, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        act(word);
    }
    (void)snprintf(got, sizeof(got), "%s%s", t.fake.result.granted ? "granted" : "refused",
                   is_marked() ? " marked" : "");
    tearDown();
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted + 4, got, told);
}

void test_the_examples_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN(15, rules_doc_each("passback", run_example));
}

void test_a_second_punch_that_is_not_recorded_moves_the_person_too(void) {
    begin();
    set_passback(ANTI_PASSBACK_HARD, PASSBACK_NO_RESET);
    punch(7007, PUNCH_STATUS_IN);
    punch(7007, PUNCH_STATUS_OUT);
    TEST_ASSERT_TRUE(t.fake.result.repeated);
    TEST_ASSERT_EQUAL(PASSBACK_OUTSIDE, areas_of(t.core, 7, core_utc_ms(t.core)));
}

void test_who_is_inside_is_listed_by_id_page_by_page(void) {
    _cleanup_(arena_done) struct arena arena;
    struct areas_page page;
    begin();
    arena_init(&arena, 65536);
    fixture_add_user(&t, 9, "Out", 0, 9009, NULL);
    punch(8008, PUNCH_STATUS_IN);
    punch(7007, PUNCH_STATUS_IN);
    punch(9009, PUNCH_STATUS_OUT);
    TEST_ASSERT_EQUAL(0, areas_inside(t.core, &admin, 0, 1, &arena, &page));
    TEST_ASSERT_EQUAL(1, page.count);
    TEST_ASSERT_EQUAL(7, page.people[0].userid);
    TEST_ASSERT_EQUAL_STRING("Ada", page.people[0].username);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core), page.people[0].since_ms);
    TEST_ASSERT_EQUAL(7, page.next);
    TEST_ASSERT_EQUAL(0, areas_inside(t.core, &(struct actor){.level = 0}, 0, 1, &arena, &page));
    TEST_ASSERT_EQUAL(7, page.people[0].userid);
    TEST_ASSERT_EQUAL_STRING("", page.people[0].username);
    TEST_ASSERT_EQUAL(2, page.total);
    TEST_ASSERT_FALSE(page.total_is_more);
    TEST_ASSERT_EQUAL(0, areas_inside(t.core, &admin, page.next, 1, &arena, &page));
    TEST_ASSERT_EQUAL(8, page.people[0].userid);
    TEST_ASSERT_EQUAL(0, page.next);
    set_passback(ANTI_PASSBACK_OFF, 14 * 60 + 14);
    fake_hal_advance(&t.fake, 60000);
    TEST_ASSERT_EQUAL(0, areas_inside(t.core, &admin, 0, 50, &arena, &page));
    TEST_ASSERT_EQUAL(0, page.count);
    TEST_ASSERT_EQUAL(0, page.total);
}

void test_a_reset_of_one_of_whom_nothing_is_known_is_refused(void) {
    uint32_t count = 1;
    begin();
    TEST_ASSERT_EQUAL(E_NOTFOUND, areas_reset(t.core, &admin, 7, &count));
    TEST_ASSERT_EQUAL(0, count);
    TEST_ASSERT_EQUAL(0, areas_reset(t.core, &admin, 0, &count));
    TEST_ASSERT_EQUAL(0, count);
}

void test_where_a_person_was_goes_with_the_user(void) {
    begin();
    punch(7007, PUNCH_STATUS_IN);
    TEST_ASSERT_EQUAL(PASSBACK_INSIDE, areas_of(t.core, 7, core_utc_ms(t.core)));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(PASSBACK_UNKNOWN, areas_of(t.core, 7, core_utc_ms(t.core)));
}

/* Central Europe: forward on 29 March 2026 at 01:00 UTC, back on 25 October 2026 at 01:00 UTC. */
static const struct local_rule europe = {
    .zone_min = 60,
    .dst = DST_MODE_WEEK,
    .change_min = 60,
    .start = {.month = 3, .week = DST_WEEK_LAST, .weekday = 0, .hour = 2},
    .end = {.month = 10, .week = DST_WEEK_LAST, .weekday = 0, .hour = 3},
};

#define MARCH_29 INT64_C(1774742400) /* 2026-03-29 00:00 UTC */
#define OCTOBER_25 INT64_C(1792886400) /* 2026-10-25 00:00 UTC */
#define HOUR INT64_C(3600)

void test_the_daily_reset_over_both_changes_of_the_clock(void) {
    /* 04:00 on the day the clock goes forward is 02:00 UTC, the day before 03:00 UTC. */
    TEST_ASSERT_EQUAL_INT64(MARCH_29 + 2 * HOUR, passback_reset_before(&europe, MARCH_29 + 2 * HOUR, 240));
    TEST_ASSERT_EQUAL_INT64(MARCH_29 - 21 * HOUR, passback_reset_before(&europe, MARCH_29 + 2 * HOUR - 1, 240));
    TEST_ASSERT_EQUAL_INT64(MARCH_29 + 2 * HOUR, passback_reset_before(&europe, MARCH_29 + 26 * HOUR - 1, 240));
    /* 02:30 comes twice when it goes back: the first is 00:30 UTC, and the second no reset. */
    TEST_ASSERT_EQUAL_INT64(OCTOBER_25 + HOUR / 2, passback_reset_before(&europe, OCTOBER_25 + HOUR / 2, 150));
    TEST_ASSERT_EQUAL_INT64(OCTOBER_25 + HOUR / 2, passback_reset_before(&europe, OCTOBER_25 + HOUR + 60, 150));
    TEST_ASSERT_EQUAL_INT64(OCTOBER_25 + HOUR / 2, passback_reset_before(&europe, OCTOBER_25 + 2 * HOUR, 150));
    /* 05:00 behind it is 04:00 UTC. */
    TEST_ASSERT_EQUAL_INT64(OCTOBER_25 + 4 * HOUR, passback_reset_before(&europe, OCTOBER_25 + 4 * HOUR, 300));
    TEST_ASSERT_EQUAL_INT64(OCTOBER_25 - 21 * HOUR, passback_reset_before(&europe, OCTOBER_25 + 4 * HOUR - 1, 300));
}

/* The move of somebody who was deleted may still be on its way (core/door/journal.h). */
void test_a_new_user_of_an_old_number_is_nowhere(void) {
    struct store_person ida = {0};
    begin();
    TEST_ASSERT_EQUAL(0, areas_move(t.core, 9, STORE_PERSON_ANY, PASSBACK_INSIDE, core_utc_ms(t.core)));
    fixture_add_user(&t, 9, "Ida", 0, 9009, NULL);
    TEST_ASSERT_EQUAL(PASSBACK_UNKNOWN, areas_of(t.core, 9, core_utc_ms(t.core)));
    TEST_ASSERT_EQUAL(0, store_person_get(t.core->store, 9, &ida));
    TEST_ASSERT_EQUAL(0, areas_move(t.core, 9, ida.identity - 1, PASSBACK_INSIDE, core_utc_ms(t.core)));
    TEST_ASSERT_EQUAL(PASSBACK_UNKNOWN, areas_of(t.core, 9, core_utc_ms(t.core)));
    TEST_ASSERT_EQUAL(0, areas_move(t.core, 9, ida.identity, PASSBACK_INSIDE, core_utc_ms(t.core)));
    TEST_ASSERT_EQUAL(PASSBACK_INSIDE, areas_of(t.core, 9, core_utc_ms(t.core)));
    TEST_ASSERT_EQUAL(0, areas_move(t.core, 9, STORE_PERSON_ANY, PASSBACK_OUTSIDE, core_utc_ms(t.core)));
    TEST_ASSERT_EQUAL(PASSBACK_OUTSIDE, areas_of(t.core, 9, core_utc_ms(t.core)));
}
