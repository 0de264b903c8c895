#include "core/base/actor.h"
#include "core/door/identify.h"
#include "core/time/clock.h"

#include <stdio.h>
#include <string.h>

#include "core/base/audit.h"
#include "core/settings/settings.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/cleanup.h"
#include "util/err.h"

static struct fixture t;
static struct identify_result result;

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, 1234301, "4711");
    fixture_add_user(&t, 8, "", 0, UINT32_MAX, NULL);
}

void tearDown(void) {
    fixture_down(&t);
}

static void card(uint64_t number) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_CARD, .card = number, .time_ms = 5};
    TEST_ASSERT_EQUAL(0, identify_credential(t.core, &event, &result));
}

void test_card_finds_its_user(void) {
    card(1234301);
    TEST_ASSERT_TRUE(result.known);
    TEST_ASSERT_EQUAL(7, result.userid);
    TEST_ASSERT_EQUAL_STRING("Ada", result.name);
    TEST_ASSERT_EQUAL_STRING("…4301", result.masked);
    TEST_ASSERT_EQUAL_INT64(5, result.time_ms);
    card(UINT32_MAX);
    TEST_ASSERT_EQUAL(8, result.userid);
    TEST_ASSERT_EQUAL_STRING("", result.name);
}

void test_other_cards_are_unknown(void) {
    static const uint64_t numbers[] = {1, 1234302, UINT64_C(1) << 32, (UINT64_C(1) << 32) + 1234301, UINT64_MAX, 0};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        card(numbers[i]);
        TEST_ASSERT_FALSE(result.known);
        TEST_ASSERT_EQUAL(0, result.userid);
        TEST_ASSERT_EQUAL_STRING("", result.name);
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
    TEST_ASSERT_EQUAL(0, identify_credential(t.core, &event, &result));
    TEST_ASSERT_EQUAL(7, result.userid);
    TEST_ASSERT_EQUAL_STRING("••••", result.masked);
    event.digits[3] = '2';
    TEST_ASSERT_EQUAL(0, identify_credential(t.core, &event, &result));
    TEST_ASSERT_FALSE(result.known);
    TEST_ASSERT_EQUAL_STRING("••••", result.masked);
}

void test_result_is_shown(void) {
    card(1234301);
    TEST_ASSERT_EQUAL(0, identify_show(t.core, &result));
    TEST_ASSERT_TRUE(t.fake.result.known);
    TEST_ASSERT_EQUAL(7, t.fake.result.userid);
    TEST_ASSERT_EQUAL_STRING("Ada", t.fake.name);
    TEST_ASSERT_EQUAL_STRING("…4301", t.fake.credential);
    card(1);
    TEST_ASSERT_EQUAL(0, identify_show(t.core, &result));
    TEST_ASSERT_FALSE(t.fake.result.known);
    TEST_ASSERT_NULL(t.fake.result.name);
    t.fake.display_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, identify_show(t.core, &result));
}

static struct identify_door door;

/* Presents digits and judges them. */
static void type(const char *digits) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_PIN};
    (void)snprintf(event.digits, sizeof(event.digits), "%s", digits);
    TEST_ASSERT_EQUAL(0, identify_credential(t.core, &event, &result));
    identify_judge(t.core, &door, &result);
}

/* The device's default mode asks for these factors of whoever has no mode. */
static void ask_for(uint32_t factors) {
    struct actor by = {.account = "admin", .peer = "-", .call = "GetIdentifyParam"};
    struct setting_identify_param values = {.identify_mode = DEFAULT_MODE_ALL, .identify_factors = factors};
    struct settings_change change = {.page = SETTING_PAGE_IDENTIFY_PARAM,
                                     .values = &values,
                                     .given = SETTING_IDENTIFY_PARAM_IDENTIFY_MODE |
                                              SETTING_IDENTIFY_PARAM_IDENTIFY_FACTORS};
    struct settings_result saved;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &saved));
}

void test_one_credential_lets_in_unless_more_are_asked_for(void) {
    memset(&door, 0, sizeof(door));
    card(1234301);
    identify_judge(t.core, &door, &result);
    TEST_ASSERT_TRUE(result.granted);
    TEST_ASSERT_FALSE(result.repeated);
    identify_judge(t.core, &door, &result);
    TEST_ASSERT_TRUE(result.repeated);
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    fake_hal_advance(&t.fake, 60000);
    card(1234301);
    identify_judge(t.core, &door, &result);
    TEST_ASSERT_FALSE(result.granted);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, result.missing);
    type("4711");
    TEST_ASSERT_TRUE(result.granted);
    TEST_ASSERT_FALSE(result.repeated);
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
    card(1234301);
    identify_judge(t.core, &door, &result);
    TEST_ASSERT_TRUE(result.known);
    TEST_ASSERT_EQUAL(0, result.missing);
    *ret_granted = result.granted;
}

void test_before_and_after_the_time_of_validity_nobody_is_let_in(void) {
    uint32_t today = clock_today(t.core);
    bool granted = true;
    memset(&door, 0, sizeof(door));
    in_time(today + 1, 0, &granted);
    TEST_ASSERT_FALSE(granted);
    in_time(0, today - 1, &granted);
    TEST_ASSERT_FALSE(granted);
    in_time(today, today, &granted);
    TEST_ASSERT_TRUE(granted);
    TEST_ASSERT_FALSE(result.repeated); /* what was refused is no punch */
    in_time(0, 0, &granted);
    TEST_ASSERT_TRUE(granted);
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    in_time(0, today - 1, &granted);
    TEST_ASSERT_FALSE(granted);
}

static void show_card(uint64_t number) {
    card(number);
    identify_judge(t.core, &door, &result);
}

static void change_user(enum identify_mode mode, uint32_t factors, uint32_t valid_to) {
    change((struct user_change){.values = {.identify_mode = mode, .identify_factors = factors, .valid_to = valid_to},
                                .given = GIVEN(IDENTIFY_MODE) | GIVEN(IDENTIFY_FACTORS) | GIVEN(VALID_TO)});
}

void test_group_0_is_never_let_in_and_group_1_is(void) {
    memset(&door, 0, sizeof(door));
    change((struct user_change){.values = {.group = 0}, .given = GIVEN(GROUP)});
    show_card(1234301);
    TEST_ASSERT_TRUE(result.known);
    TEST_ASSERT_FALSE(result.granted);
    change((struct user_change){.values = {.group = 1}, .given = GIVEN(GROUP)});
    show_card(1234301);
    TEST_ASSERT_TRUE(result.granted);
    TEST_ASSERT_FALSE(result.repeated); /* what was refused is no punch */
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    change((struct user_change){.values = {.group = 0}, .given = GIVEN(GROUP)});
    show_card(1234301);
    TEST_ASSERT_FALSE(result.granted);
    TEST_ASSERT_EQUAL(0, result.missing); /* and is asked for nothing */
}

/* A card of somebody, then whoever comes between, then the password that belongs to the card. */
void test_whoever_comes_between_two_factors_ends_the_wait(void) {
    memset(&door, 0, sizeof(door));
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    show_card(1234301);
    show_card(999); /* a stranger */
    TEST_ASSERT_FALSE(result.known);
    type("4711");
    TEST_ASSERT_FALSE(result.granted);
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, result.missing);
    show_card(1234301);
    TEST_ASSERT_TRUE(result.granted);

    show_card(1234301);
    type("1111"); /* digits that nobody has */
    type("4711");
    TEST_ASSERT_FALSE(result.granted);

    mode_forget(&door.wait);
    show_card(1234301);
    show_card(UINT32_MAX); /* user 8 */
    type("4711");
    TEST_ASSERT_FALSE(result.granted);
}

void test_a_refused_person_does_not_finish_what_was_begun(void) {
    memset(&door, 0, sizeof(door));
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    show_card(1234301);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, result.missing);
    change_user(IDENTIFY_MODE_DEVICE, 0, clock_today(t.core) - 1); /* the time of validity ends meanwhile */
    type("4711");
    TEST_ASSERT_FALSE(result.granted);
    change_user(IDENTIFY_MODE_DEVICE, 0, 0);
    type("4711");
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, result.missing); /* the card counts no more */
}

void test_the_users_own_mode_goes_before_the_devices(void) {
    uint32_t both = 1U << FACTOR_CARD | 1U << FACTOR_PASSWORD;
    memset(&door, 0, sizeof(door));
    change_user(IDENTIFY_MODE_ALL, both, 0);
    show_card(1234301);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, result.missing);
    change_user(IDENTIFY_MODE_ANY, 0, 0);
    ask_for(both);
    show_card(1234301);
    TEST_ASSERT_TRUE(result.granted);
    change_user(IDENTIFY_MODE_DEVICE, 0, 0);
    show_card(1234301);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, result.missing);
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
    memset(&door, 0, sizeof(door));
    set_duplicate_punch(2);
    show_card(1234301);
    TEST_ASSERT_FALSE(result.repeated);
    fake_hal_advance(&t.fake, 2 * 60000 - 1);
    show_card(1234301);
    TEST_ASSERT_TRUE(result.repeated);
    fake_hal_advance(&t.fake, 1);
    show_card(1234301);
    TEST_ASSERT_FALSE(result.repeated);
}

void test_an_id_of_nine_digits_counts_and_of_ten_does_not(void) {
    memset(&door, 0, sizeof(door));
    fixture_add_user(&t, 999999999, "Last", 0, 0, NULL);
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_ID);
    type("999999999");
    TEST_ASSERT_EQUAL(999999999, result.userid);
    type("5294967295"); /* 999,999,999 and 2^32 */
    TEST_ASSERT_FALSE(result.known);
}

void test_a_user_id_counts_only_where_it_is_asked_for(void) {
    memset(&door, 0, sizeof(door));
    type("7");
    TEST_ASSERT_FALSE(result.known);
    ask_for(1U << FACTOR_CARD | 1U << FACTOR_ID);
    type("7");
    TEST_ASSERT_TRUE(result.known);
    TEST_ASSERT_EQUAL(1U << FACTOR_CARD, result.missing);
    card(1234301);
    identify_judge(t.core, &door, &result);
    TEST_ASSERT_TRUE(result.granted);
    type("07");
    TEST_ASSERT_FALSE(result.known);
    type("1234567890");
    TEST_ASSERT_FALSE(result.known);
}
