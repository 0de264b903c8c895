#include "core/base/actor.h"
#include "core/door/identify.h"
#include "core/door/pass.h"
#include "core/time/clock.h"

#include <stdio.h>
#include <string.h>

#include "core/base/audit.h"
#include "core/rules/rules_impl.h"
#include "core/settings/settings.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/cleanup.h"
#include "util/err.h"

static struct fixture t;
static struct identify_result result;
static struct pass pass;

void setUp(void) {
    memset(&pass, 0, sizeof(pass));
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, 1234301, "4711");
    fixture_add_user(&t, 8, "", 0, UINT32_MAX, NULL);
}

void tearDown(void) {
    fixture_down(&t);
}

static void card(uint64_t number) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_CARD, .card = number, .time_ms = 5};
    TEST_ASSERT_EQUAL(0, identify_credential(t.core, &pass.wait, &event, &result));
}

void test_card_finds_its_user(void) {
    card(1234301);
    TEST_ASSERT_EQUAL(DECIDE_SHOWN_KNOWN, result.shown);
    TEST_ASSERT_EQUAL(7, result.person.userid);
    TEST_ASSERT_EQUAL_STRING("Ada", result.person.name);
    TEST_ASSERT_EQUAL_STRING("…4301", result.masked);
    TEST_ASSERT_EQUAL_INT64(5, result.time_ms);
    card(UINT32_MAX);
    TEST_ASSERT_EQUAL(8, result.person.userid);
    TEST_ASSERT_EQUAL_STRING("", result.person.name);
}

void test_other_cards_are_unknown(void) {
    static const uint64_t numbers[] = {1, 1234302, UINT64_C(1) << 32, (UINT64_C(1) << 32) + 1234301, UINT64_MAX, 0};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        card(numbers[i]);
        TEST_ASSERT_NOT_EQUAL(DECIDE_SHOWN_KNOWN, result.shown);
        TEST_ASSERT_EQUAL(0, result.person.userid);
        TEST_ASSERT_EQUAL_STRING("", result.person.name);
    }
}

void test_short_card_numbers_are_masked_too(void) {
    card(4301);
    TEST_ASSERT_EQUAL_STRING("…01", result.masked);
    card(7);
    TEST_ASSERT_EQUAL_STRING("…", result.masked);
}

void test_pin_finds_its_user_and_is_never_shown(void) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_PIN, .digits = "4711"};
    TEST_ASSERT_EQUAL(0, identify_credential(t.core, &pass.wait, &event, &result));
    TEST_ASSERT_EQUAL(7, result.person.userid);
    TEST_ASSERT_EQUAL_STRING("••••", result.masked);
    event.digits[3] = '2';
    TEST_ASSERT_EQUAL(0, identify_credential(t.core, &pass.wait, &event, &result));
    TEST_ASSERT_NOT_EQUAL(DECIDE_SHOWN_KNOWN, result.shown);
    TEST_ASSERT_EQUAL_STRING("••••", result.masked);
}

/* Presents a card, and what comes of it. */
static void show_card(uint64_t number) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_CARD, .card = number, .time_ms = core_utc_ms(t.core)};
    pass_take(t.core, &pass, &event);
}

/* Presents digits and judges them. */
static void type(const char *digits) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_PIN, .time_ms = core_utc_ms(t.core)};
    (void)snprintf(event.digits, sizeof(event.digits), "%s", digits);
    pass_take(t.core, &pass, &event);
}

/* The device's default mode asks for these factors of whoever has no mode. */
static void ask_for(uint32_t factors) {
    struct actor by = {.account = "admin", .peer = "-", .call = "GetIdentifyParam"};
    struct setting_identify_param values = {.identify_mode = DEFAULT_MODE_ALL, .identify_factors = factors};
    struct settings_change change = {.page = SETTING_PAGE_IDENTIFY_PARAM,
                                     .sure = true,
                                     .values = &values,
                                     .given = SETTING_IDENTIFY_PARAM_IDENTIFY_MODE |
                                              SETTING_IDENTIFY_PARAM_IDENTIFY_FACTORS};
    struct settings_result saved;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &saved));
}

void test_one_credential_lets_in_unless_more_are_asked_for(void) {
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    TEST_ASSERT_FALSE(t.fake.result.repeated);
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.repeated);
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    fake_hal_advance(&t.fake, 60000);
    show_card(1234301);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, t.fake.result.missing);
    type("4711");
    TEST_ASSERT_TRUE(t.fake.result.granted);
    TEST_ASSERT_FALSE(t.fake.result.repeated);
}

/* Changes user 7 in the store by fields of `values`. */
static void change(struct user_change change) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    uint32_t revision = 0;
    arena_init(&arena, 4096);
    TEST_ASSERT_EQUAL(0, store_users_get(t.core->store, 7, &arena, &user));
    change.values.userid = 7;
    user_merge(&change, &user);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_update(t.core->store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

/* `valid_from` and `valid_to` of user 7, then his card. */
static void in_time(uint32_t from, uint32_t to, bool *ret_granted) {
    change((struct user_change){.values = {.valid_from = from, .valid_to = to},
                                .given = GIVEN(VALID_FROM) | GIVEN(VALID_TO)});
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.known);
    TEST_ASSERT_EQUAL(0, t.fake.result.missing);
    *ret_granted = t.fake.result.granted;
}

void test_before_and_after_the_time_of_validity_nobody_is_let_in(void) {
    uint32_t today = clock_today(t.core);
    bool granted = true;
    in_time(today + 1, 0, &granted);
    TEST_ASSERT_FALSE(granted);
    in_time(0, today - 1, &granted);
    TEST_ASSERT_FALSE(granted);
    in_time(today, today, &granted);
    TEST_ASSERT_TRUE(granted);
    TEST_ASSERT_FALSE(t.fake.result.repeated); /* what was refused is no punch */
    in_time(0, 0, &granted);
    TEST_ASSERT_TRUE(granted);
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    in_time(0, today - 1, &granted);
    TEST_ASSERT_FALSE(granted);
}

static void change_user(enum identify_mode mode, uint32_t factors, uint32_t valid_to) {
    change((struct user_change){.values = {.identify_mode = mode, .identify_factors = factors, .valid_to = valid_to},
                                .given = GIVEN(IDENTIFY_MODE) | GIVEN(IDENTIFY_FACTORS) | GIVEN(VALID_TO)});
}

void test_group_0_is_never_let_in_and_group_1_is(void) {
    change((struct user_change){.values = {.group = 0}, .given = GIVEN(GROUP)});
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.known);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    change((struct user_change){.values = {.group = 1}, .given = GIVEN(GROUP)});
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    TEST_ASSERT_FALSE(t.fake.result.repeated); /* what was refused is no punch */
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    change((struct user_change){.values = {.group = 0}, .given = GIVEN(GROUP)});
    show_card(1234301);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    TEST_ASSERT_EQUAL(0, t.fake.result.missing); /* and is asked for nothing */
}

/* The calendar of the tests stands on a Monday, 14:13 UTC. */
void test_other_groups_are_let_in_within_their_hours(void) {
    const struct time_zone zone = {.number = 1, .name = "", .start = {[1] = 480}, .end = {[1] = 14 * 60 + 13}};
    const struct group group = {.number = 2, .name = "", .time1 = 1};
    change((struct user_change){.values = {.group = 2}, .given = GIVEN(GROUP)});
    show_card(1234301);
    TEST_ASSERT_FALSE(t.fake.result.granted); /* the group is not defined */
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_zones_put(t.core->store, &zone));
    TEST_ASSERT_EQUAL(0, store_groups_put(t.core->store, &group));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    rules_changed(t.core);
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    fake_hal_advance(&t.fake, 60000);
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.known);
    TEST_ASSERT_FALSE(t.fake.result.granted); /* a minute later the last of its hours is over */
}

/* A card of somebody, then whoever comes between, then the password that belongs to the card. */
void test_whoever_comes_between_two_factors_ends_the_wait(void) {
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    show_card(1234301);
    show_card(999); /* a stranger */
    TEST_ASSERT_FALSE(t.fake.result.known);
    type("4711");
    TEST_ASSERT_FALSE(t.fake.result.granted);
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, t.fake.result.missing);
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.granted);

    show_card(1234301);
    type("1111"); /* digits that nobody has */
    type("4711");
    TEST_ASSERT_FALSE(t.fake.result.granted);

    mode_forget(&pass.wait);
    show_card(1234301);
    show_card(UINT32_MAX); /* user 8 */
    type("4711");
    TEST_ASSERT_FALSE(t.fake.result.granted);
}

void test_a_refused_person_does_not_finish_what_was_begun(void) {
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    show_card(1234301);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, t.fake.result.missing);
    change_user(IDENTIFY_MODE_DEVICE, 0, clock_today(t.core) - 1); /* the time of validity ends meanwhile */
    type("4711");
    TEST_ASSERT_FALSE(t.fake.result.granted);
    change_user(IDENTIFY_MODE_DEVICE, 0, 0);
    type("4711");
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, t.fake.result.missing); /* the card counts no more */
}

void test_the_users_own_mode_goes_before_the_devices(void) {
    uint32_t both = 1U << FACTOR_CARD | 1U << FACTOR_PASSWORD;
    change_user(IDENTIFY_MODE_ALL, both, 0);
    show_card(1234301);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, t.fake.result.missing);
    change_user(IDENTIFY_MODE_ANY, 0, 0);
    ask_for(both);
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    change_user(IDENTIFY_MODE_DEVICE, 0, 0);
    show_card(1234301);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, t.fake.result.missing);
}

static void set_duplicate_punch(uint8_t minutes) {
    struct actor by = {.account = "admin", .peer = "-", .call = "GetKaoqinParam"};
    struct setting_kaoqin_param values = {.duplicate_punch = minutes};
    struct settings_change change = {
        .page = SETTING_PAGE_KAOQIN_PARAM, .values = &values, .given = SETTING_KAOQIN_PARAM_DUPLICATE_PUNCH};
    struct settings_result saved;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &saved));
}

void test_a_punch_repeats_for_as_many_minutes_as_are_set(void) {
    set_duplicate_punch(2);
    show_card(1234301);
    TEST_ASSERT_FALSE(t.fake.result.repeated);
    fake_hal_advance(&t.fake, 2 * 60000 - 1);
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.repeated);
    fake_hal_advance(&t.fake, 1);
    show_card(1234301);
    TEST_ASSERT_FALSE(t.fake.result.repeated);
}

void test_an_id_of_nine_digits_counts_and_of_ten_does_not(void) {
    fixture_add_user(&t, 999999999, "Last", 0, 0, NULL);
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_ID);
    type("999999999");
    TEST_ASSERT_EQUAL(999999999, t.fake.result.userid);
    type("5294967295"); /* 999,999,999 and 2^32 */
    TEST_ASSERT_FALSE(t.fake.result.known);
}

void test_a_user_id_counts_only_where_it_is_asked_for(void) {
    type("7");
    TEST_ASSERT_FALSE(t.fake.result.known);
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_ID);
    type("7");
    TEST_ASSERT_TRUE(t.fake.result.known);
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, t.fake.result.missing);
    show_card(1234301);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    type("07");
    TEST_ASSERT_FALSE(t.fake.result.known);
    type("1234567890");
    TEST_ASSERT_FALSE(t.fake.result.known);
}

/* Codes of those who may sign in identify nobody: the ID goes before them. */

static void a_chief(void) {
    fixture_add_user(&t, 9, "Chief", 15, 555, "402913");
}

void test_the_code_of_an_administrator_needs_the_id_before_it(void) {
    a_chief();
    type("402913");
    TEST_ASSERT_FALSE(t.fake.result.known);
    type("9");
    TEST_ASSERT_TRUE(t.fake.result.known);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, t.fake.result.missing);
    TEST_ASSERT_EQUAL_STRING("", t.fake.name); /* anybody can type an ID */
    type("402913");
    TEST_ASSERT_TRUE(t.fake.result.granted);
    TEST_ASSERT_EQUAL(9, t.fake.result.userid);
    TEST_ASSERT_EQUAL_STRING("Chief", t.fake.name);
    type("402913"); /* and once more needs the ID once more */
    TEST_ASSERT_FALSE(t.fake.result.known);
    type("7"); /* nobody is asked for a code who has one that identifies */
    TEST_ASSERT_FALSE(t.fake.result.known);
    type("4711");
    TEST_ASSERT_TRUE(t.fake.result.granted);
}

void test_a_wrong_code_of_an_administrator_ends_the_wait_for_it(void) {
    a_chief();
    type("9");
    type("402914");
    TEST_ASSERT_FALSE(t.fake.result.known);
    type("402913");
    TEST_ASSERT_FALSE(t.fake.result.known);
    type("9");
    fake_hal_advance(&t.fake, MODE_WAIT_MS);
    type("402913");
    TEST_ASSERT_FALSE(t.fake.result.known);
}

void test_codes_of_administrators_are_tried_slowly_at_the_keypad(void) {
    a_chief();
    for (unsigned i = 0; i < 5; i++) {
        type("9");
        type("402914");
        TEST_ASSERT_EQUAL(0, t.fake.result.wait_s);
    }
    type("9");
    type("402913");
    TEST_ASSERT_FALSE(t.fake.result.granted);
    TEST_ASSERT_EQUAL(1, t.fake.result.wait_s);
    fake_hal_advance(&t.fake, 1000);
    type("9");
    type("402913");
    TEST_ASSERT_TRUE(t.fake.result.granted);
    for (unsigned i = 0; i < 5; i++) { /* a right one takes the count away */
        type("9");
        type("402914");
        TEST_ASSERT_EQUAL(0, t.fake.result.wait_s);
    }
}

void test_an_administrators_card_and_code_need_no_id(void) {
    a_chief();
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    show_card(555);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, t.fake.result.missing);
    type("402913");
    TEST_ASSERT_TRUE(t.fake.result.granted);
    type("9");
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD, t.fake.result.missing);
    type("402913");
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, t.fake.result.missing);
    show_card(555);
    TEST_ASSERT_TRUE(t.fake.result.granted);
}

void test_an_id_asks_for_no_code_where_codes_do_not_count(void) {
    a_chief();
    ask_for(1U << FACTOR_CARD);
    type("9");
    TEST_ASSERT_FALSE(t.fake.result.known);
}
