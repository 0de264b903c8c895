/* The path of a credential: what the log has of it, in which order, and what people see. */
#include "core/door/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/door/decide.h"
#include "core/door/door.h"
#include "core/events/log.h"
#include "core/rules/rules.h"
#include "core/settings/settings.h"
#include "core/users/credentials.h"
#include "rules_doc.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/cleanup.h"
#include "util/err.h"

#define CARD 1234301
#define CODE "4711"
#define LINES 16

static struct fixture t;
static struct pass pass;
static struct arena arena;
static struct record lines[LINES];
static size_t line_count;

void setUp(void) {
    memset(&pass, 0, sizeof(pass));
    arena_init(&arena, 65536);
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, CARD, CODE);
    fixture_add_user(&t, 8, "Grace", 0, 555, "8264");
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static void present(struct hal_input_event event) {
    event.time_ms = core_utc_ms(t.core);
    pass_take(t.core, &pass, &event);
}

static void show_card(uint64_t number) {
    present((struct hal_input_event){.kind = HAL_CREDENTIAL_CARD, .card = number});
}

static void type(const char *digits) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_PIN};
    (void)snprintf(event.digits, sizeof(event.digits), "%s", digits);
    present(event);
}

static void show_finger(bool is_readable, bool is_live) {
    present((struct hal_input_event){
        .kind = HAL_CREDENTIAL_FINGER,
        .match = {.readable = is_readable, .live = is_live, .slot = HAL_BIOMETRIC_NO_SLOT},
    });
}

static void choose(enum punch_status status) {
    present((struct hal_input_event){.what = HAL_INPUT_STATUS, .status = status});
}

static void pass_seconds(int seconds) {
    fake_hal_advance(&t.fake, (int64_t)seconds * 1000);
    pass_tick(t.core, &pass);
}

/* Reads the whole log. */
static void read_lines(size_t wanted) {
    TEST_ASSERT_EQUAL(0, log_read(t.core, 0, lines, LINES, &arena, &line_count));
    TEST_ASSERT_EQUAL(wanted, line_count);
}

static void check_line(size_t n, uint32_t userid, enum record_result result, enum record_reason reason,
                       uint32_t factors) {
    TEST_ASSERT_EQUAL(RECORD_KIND_ACCESS, lines[n].kind);
    TEST_ASSERT_EQUAL(userid, lines[n].userid);
    TEST_ASSERT_EQUAL_STRING(record_result_text[result], record_result_text[lines[n].result]);
    TEST_ASSERT_EQUAL_STRING(record_reason_text[reason], record_reason_text[lines[n].reason]);
    TEST_ASSERT_EQUAL(factors, lines[n].factors);
}

static void save(enum setting_page page, const void *values) {
    struct actor by = {.account = "admin", .level = 16, .peer = "-", .call = "test"};
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, page, values));
}

static void ask_for_both(void) {
    struct setting_identify_param values = settings_get(t.core)->values.identify_param;
    values.identify_mode = DEFAULT_MODE_ALL;
    values.identify_factors = 1U << FACTOR_CARD | 1U << FACTOR_PASSWORD;
    save(SETTING_PAGE_IDENTIFY_PARAM, &values);
}

static void work_as(enum work_mode mode) {
    struct setting_work_mode_switch values = settings_get(t.core)->values.work_mode_switch;
    values.mode = mode;
    save(SETTING_PAGE_WORK_MODE_SWITCH, &values);
}

void test_who_is_let_in_and_who_is_not_is_in_the_log(void) {
    show_card(CARD);
    show_card(999);
    type("909090");
    read_lines(3);
    check_line(0, 7, RECORD_RESULT_GRANTED, RECORD_REASON_ANY_TIME, 1U << FACTOR_CARD);
    TEST_ASSERT_EQUAL_STRING("Ada", lines[0].username);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core), lines[0].time);
    TEST_ASSERT_FALSE(lines[0].duress);
    check_line(1, 0, RECORD_RESULT_REFUSED, RECORD_REASON_UNKNOWN, 1U << FACTOR_CARD);
    TEST_ASSERT_EQUAL_STRING("", lines[1].username);
    TEST_ASSERT_EQUAL_STRING("", lines[0].detail); /* of a known card no number */
    TEST_ASSERT_EQUAL_STRING("card:999", lines[1].detail);
    TEST_ASSERT_EQUAL_STRING("", lines[2].detail);
    check_line(2, 0, RECORD_RESULT_REFUSED, RECORD_REASON_WRONG_CODE, 1U << FACTOR_PASSWORD);
}

static void show_frame(const char *bits) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_CARD};
    TEST_ASSERT_EQUAL_INT(0, wiegand_parse(bits, &event.frame));
    present(event);
}

/* Its bits are for who may read users, as the number of a card that nobody has. */
void test_a_frame_that_fits_no_format_is_in_its_line(void) {
    static const char longest[] = "110101010101010101010101010101010101010101010101010101010101010101";
    show_frame("0000001001101001010101000110010011101");
    show_frame(longest);
    read_lines(2);
    check_line(0, 0, RECORD_RESULT_REFUSED, RECORD_REASON_UNKNOWN, 1U << FACTOR_CARD);
    TEST_ASSERT_EQUAL_STRING("frame:0000001001101001010101000110010011101", lines[0].detail);
    TEST_ASSERT_EQUAL_STRING_LEN("frame:", lines[1].detail, 6);
    TEST_ASSERT_EQUAL_STRING(longest, lines[1].detail + 6);
    log_hide_person(&lines[0], &arena);
    TEST_ASSERT_EQUAL_STRING("", lines[0].detail);
}

/* Noise on the line ends no turn, and a flood of it writes no more lines than unknown cards do. */
void test_frames_that_fit_no_format_hold_up_nobody(void) {
    ask_for_both();
    show_card(CARD);
    for (unsigned i = 0; i < RATION_BURST + 5; i++) {
        show_frame("000000100110100101010100011001001110");
    }
    type(CODE);
    int64_t last = log_last(t.core);
    TEST_ASSERT_EQUAL_INT64(RATION_BURST + 1, last);
    TEST_ASSERT_EQUAL(0, log_read(t.core, last - 1, lines, LINES, &arena, &line_count));
    check_line(0, 7, RECORD_RESULT_GRANTED, RECORD_REASON_ANY_TIME, 1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    pass_seconds(3);
    TEST_ASSERT_EQUAL(0, log_read(t.core, last, lines, LINES, &arena, &line_count));
    TEST_ASSERT_EQUAL_STRING("+5 frame:000000100110100101010100011001001110", lines[0].detail);
}

void test_the_card_of_nobody_is_in_its_line(void) {
    present((struct hal_input_event){.kind = HAL_CREDENTIAL_CARD, .card = 134529, .is_random = true});
    show_card(UINT64_MAX);
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(t.core->store, 8));
    show_card(555); /* of a user who is deleted */
    read_lines(3);
    TEST_ASSERT_EQUAL_STRING("card:134529 random", lines[0].detail);
    TEST_ASSERT_EQUAL_STRING("card:18446744073709551615", lines[1].detail);
    TEST_ASSERT_EQUAL_STRING("card:555", lines[2].detail);
}

void test_a_second_punch_is_granted_and_not_recorded(void) {
    show_card(CARD);
    show_card(CARD);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    TEST_ASSERT_TRUE(t.fake.result.repeated);
    read_lines(1);
    pass_seconds(60);
    show_card(CARD);
    TEST_ASSERT_FALSE(t.fake.result.repeated);
    read_lines(2);
}

void test_two_factors_are_one_line_with_both(void) {
    ask_for_both();
    show_card(CARD);
    TEST_ASSERT_EQUAL(1U << FACTOR_PASSWORD, t.fake.result.missing);
    TEST_ASSERT_EQUAL(HAL_SOUND_NEXT, t.fake.sound);
    read_lines(0);
    type(CODE);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    TEST_ASSERT_EQUAL(HAL_SOUND_GRANTED, t.fake.sound);
    read_lines(1);
    check_line(0, 7, RECORD_RESULT_GRANTED, RECORD_REASON_ANY_TIME, 1U << FACTOR_CARD | 1U << FACTOR_PASSWORD);
    pass_seconds(20);
    read_lines(1);
}

void test_what_nobody_finishes_is_incomplete_when_the_time_is_over(void) {
    ask_for_both();
    show_card(CARD);
    int64_t shown_at = core_utc_ms(t.core);
    TEST_ASSERT_EQUAL(10000, pass_left_ms(&pass, core_mono_ms(t.core), 60000));
    TEST_ASSERT_EQUAL(5, pass_left_ms(&pass, core_mono_ms(t.core), 5));
    fake_hal_advance(&t.fake, 9999);
    pass_tick(t.core, &pass);
    read_lines(0);
    TEST_ASSERT_EQUAL(1, pass_left_ms(&pass, core_mono_ms(t.core), 60000));
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL(0, pass_left_ms(&pass, core_mono_ms(t.core), 60000));
    pass_tick(t.core, &pass);
    read_lines(1);
    check_line(0, 7, RECORD_RESULT_REFUSED, RECORD_REASON_INCOMPLETE, 1U << FACTOR_CARD);
    TEST_ASSERT_EQUAL_INT64(shown_at, lines[0].time);
    pass_tick(t.core, &pass);
    read_lines(1);
    TEST_ASSERT_EQUAL(60000, pass_left_ms(&pass, core_mono_ms(t.core), 60000));
}

void test_somebody_else_ends_what_was_begun_before_the_own_line(void) {
    ask_for_both();
    show_card(CARD);
    show_card(999);
    read_lines(2);
    check_line(0, 7, RECORD_RESULT_REFUSED, RECORD_REASON_INCOMPLETE, 1U << FACTOR_CARD);
    check_line(1, 0, RECORD_RESULT_REFUSED, RECORD_REASON_UNKNOWN, 1U << FACTOR_CARD);
    show_card(CARD);
    show_card(555);
    read_lines(3);
    check_line(2, 7, RECORD_RESULT_REFUSED, RECORD_REASON_INCOMPLETE, 1U << FACTOR_CARD);
    pass_end(t.core, &pass);
    read_lines(4);
    check_line(3, 8, RECORD_RESULT_REFUSED, RECORD_REASON_INCOMPLETE, 1U << FACTOR_CARD);
}

void test_a_finger_that_could_not_be_read_ends_nothing(void) {
    ask_for_both();
    show_card(CARD);
    show_finger(false, true);
    type(CODE);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    read_lines(2);
    check_line(0, 0, RECORD_RESULT_REFUSED, RECORD_REASON_POOR_READING, 1U << FACTOR_FINGER);
}

void test_a_sensor_that_sees_a_stranger_writes_a_line_in_ten_seconds(void) {
    for (int i = 0; i < 50; i++) {
        show_finger(true, true);
    }
    read_lines(1);
    check_line(0, 0, RECORD_RESULT_REFUSED, RECORD_REASON_UNKNOWN, 1U << FACTOR_FINGER);
    show_finger(true, false);
    read_lines(2);
    check_line(1, 0, RECORD_RESULT_REFUSED, RECORD_REASON_NOT_LIVE, 1U << FACTOR_FINGER);
    fake_hal_advance(&t.fake, PASS_SAME_MS - 1);
    show_finger(true, false);
    read_lines(2);
    fake_hal_advance(&t.fake, 1);
    show_finger(true, false);
    read_lines(3);
    show_card(999);
    show_card(999); /* somebody held that there */
    read_lines(5);
}

void test_a_chosen_status_is_that_of_the_next_punch(void) {
    choose(PUNCH_STATUS_OUT);
    show_card(CARD);
    pass_seconds(60);
    show_card(CARD);
    choose(PUNCH_STATUS_STATUS3);
    fake_hal_advance(&t.fake, PASS_STATUS_MS);
    show_card(555);
    read_lines(3);
    TEST_ASSERT_EQUAL(PUNCH_STATUS_OUT, lines[0].status);
    TEST_ASSERT_EQUAL(PUNCH_STATUS_IN, lines[1].status);
    TEST_ASSERT_EQUAL(PUNCH_STATUS_IN, lines[2].status);
}

void test_a_chosen_status_stands_on_the_display_until_it_is_used_or_over(void) {
    choose(PUNCH_STATUS_OUT);
    TEST_ASSERT_EQUAL_STRING("OUT", t.fake.chosen);
    TEST_ASSERT_EQUAL_INT(PASS_STATUS_MS, pass_left_ms(&pass, core_mono_ms(t.core), 60000));
    show_card(999); /* somebody else's try uses nothing up */
    TEST_ASSERT_EQUAL_STRING("OUT", t.fake.chosen);
    show_card(CARD);
    TEST_ASSERT_EQUAL_STRING("", t.fake.chosen);
    choose(PUNCH_STATUS_OUT);
    fake_hal_advance(&t.fake, PASS_STATUS_MS - 1);
    pass_tick(t.core, &pass);
    TEST_ASSERT_EQUAL_STRING("OUT", t.fake.chosen);
    fake_hal_advance(&t.fake, 1);
    pass_tick(t.core, &pass);
    TEST_ASSERT_EQUAL_STRING("", t.fake.chosen);
}

void test_a_status_that_is_not_offered_cannot_be_chosen(void) {
    struct setting_apply_param values = settings_get(t.core)->values.apply_param;
    values.shown = 1U << PUNCH_STATUS_IN;
    save(SETTING_PAGE_APPLY_PARAM, &values);
    choose(PUNCH_STATUS_OUT);
    show_card(CARD);
    read_lines(1);
    TEST_ASSERT_EQUAL(PUNCH_STATUS_IN, lines[0].status);
}

void test_a_terminal_for_attendance_says_so_and_one_for_access_shows_no_status(void) {
    work_as(WORK_MODE_ATTENDANCE);
    show_card(CARD);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    TEST_ASSERT_NOT_NULL(t.fake.result.status);
    read_lines(1);
    check_line(0, 7, RECORD_RESULT_GRANTED, RECORD_REASON_ATTENDANCE, 1U << FACTOR_CARD);
    work_as(WORK_MODE_ACCESS);
    pass_seconds(60);
    show_card(CARD);
    TEST_ASSERT_NULL(t.fake.result.status);
    read_lines(2);
    check_line(1, 7, RECORD_RESULT_GRANTED, RECORD_REASON_ANY_TIME, 1U << FACTOR_CARD);
}

static void ask_for_two(void) {
    struct setting_access_control values = settings_get(t.core)->values.access_control;
    values.two_person = true;
    save(SETTING_PAGE_ACCESS_CONTROL, &values);
}

void test_two_persons_are_both_let_in_with_the_second(void) {
    ask_for_two();
    show_card(CARD);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    TEST_ASSERT_TRUE(t.fake.result.second_person);
    TEST_ASSERT_EQUAL(HAL_SOUND_NEXT, t.fake.sound);
    show_card(CARD); /* one person is not two */
    TEST_ASSERT_FALSE(t.fake.result.granted);
    show_card(999); /* nor is a stranger */
    fake_hal_advance(&t.fake, PASS_SECOND_MS - 1);
    show_card(555);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    TEST_ASSERT_FALSE(t.fake.result.second_person);
    read_lines(3);
    check_line(0, 0, RECORD_RESULT_REFUSED, RECORD_REASON_UNKNOWN, 1U << FACTOR_CARD);
    check_line(1, 7, RECORD_RESULT_GRANTED, RECORD_REASON_ANY_TIME, 1U << FACTOR_CARD);
    check_line(2, 8, RECORD_RESULT_GRANTED, RECORD_REASON_ANY_TIME, 1U << FACTOR_CARD);
    show_card(555); /* the first of another two */
    TEST_ASSERT_FALSE(t.fake.result.granted);
}

void test_the_first_person_alone_is_refused_when_the_time_is_over(void) {
    ask_for_two();
    show_card(CARD);
    TEST_ASSERT_EQUAL(PASS_SECOND_MS, pass_left_ms(&pass, core_mono_ms(t.core), 60000));
    fake_hal_advance(&t.fake, PASS_SECOND_MS);
    show_card(555);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    read_lines(1);
    check_line(0, 7, RECORD_RESULT_REFUSED, RECORD_REASON_SECOND_PERSON, 1U << FACTOR_CARD);
    pass_seconds(10);
    read_lines(2);
    check_line(1, 8, RECORD_RESULT_REFUSED, RECORD_REASON_SECOND_PERSON, 1U << FACTOR_CARD);
}

static void delete_user(uint32_t userid) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, userid));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

void test_who_is_deleted_while_waiting_is_no_first_person(void) {
    ask_for_two();
    show_card(CARD);
    delete_user(7);
    show_card(555);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    TEST_ASSERT_TRUE(t.fake.result.second_person);
    read_lines(1);
    check_line(0, 7, RECORD_RESULT_REFUSED, RECORD_REASON_SECOND_PERSON, 1U << FACTOR_CARD);
}

/* Somebody else has the number since: nothing of the leaver counts for the newcomer. */
static void replace_user(void) {
    delete_user(7);
    fixture_add_user(&t, 7, "Zoe", 0, 777, CODE);
}

void test_who_has_the_number_since_is_no_first_person(void) {
    ask_for_two();
    show_card(CARD);
    replace_user();
    show_card(555);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    TEST_ASSERT_TRUE(t.fake.result.second_person);
    read_lines(1);
    check_line(0, 0, RECORD_RESULT_REFUSED, RECORD_REASON_SECOND_PERSON, 1U << FACTOR_CARD);
    TEST_ASSERT_EQUAL_STRING("Ada", lines[0].username);
}

void test_who_has_the_number_since_goes_on_with_nothing(void) {
    ask_for_both();
    show_card(CARD);
    replace_user();
    type(CODE);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    read_lines(1);
    check_line(0, 0, RECORD_RESULT_REFUSED, RECORD_REASON_INCOMPLETE, 1U << FACTOR_CARD);
    TEST_ASSERT_EQUAL_STRING("Ada", lines[0].username);
    show_card(777);
    TEST_ASSERT_TRUE(t.fake.result.granted);
}

void test_the_punch_of_a_leaver_is_not_repeated_by_the_newcomer(void) {
    show_card(CARD);
    replace_user();
    show_card(777);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    TEST_ASSERT_FALSE(t.fake.result.repeated);
    read_lines(2);
    check_line(1, 7, RECORD_RESULT_GRANTED, RECORD_REASON_ANY_TIME, 1U << FACTOR_CARD);
    TEST_ASSERT_EQUAL_STRING("Zoe", lines[1].username);
}

/* What the log has of an example: runs of lines of one user, and what tells how many were left out. */
static void print_lines(char ret_text[128]) {
    struct record all[600];
    size_t count = 0, len = 0;
    unsigned run = 0;
    TEST_ASSERT_EQUAL(0, log_read(t.core, 0, all, 600, &arena, &count));
    ret_text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *who = all[i].userid == 0 ? "stranger" : "user";
        bool is_sum = all[i].detail[0] == '+';
        bool ends = is_sum || i + 1 == count || all[i + 1].userid != all[i].userid || all[i + 1].detail[0] == '+';
        run++;
        if (is_sum) {
            len += (size_t)snprintf(ret_text + len, 128 - len, " %s%.*s", who, (int)strcspn(all[i].detail, " "),
                                    all[i].detail); /* without the card of the last */
        } else if (ends) {
            len += (size_t)snprintf(ret_text + len, 128 - len, " %s*%u", who, run);
        }
        run = ends ? 0 : run;
    }
}

static void act_flood(const char *word) {
    const char *star = strchr(word, '*');
    bool is_known = strncmp(word, "user", 4) == 0;
    if (star == NULL) {
        fake_hal_advance(&t.fake, (int64_t)atoi(word) * 1000);
        TEST_ASSERT_LESS_OR_EQUAL(RATION_EVERY_MS, pass_left_ms(&pass, core_mono_ms(t.core), RATION_EVERY_MS));
        pass_tick(t.core, &pass);
        return;
    }
    for (int i = 0; i < atoi(star + 1); i++) {
        show_card(is_known ? CARD : (uint64_t)(9000 + i));
    }
}

/* Into the group that is never let in. */
static void shut_out(uint32_t userid) {
    struct user user;
    uint32_t revision = 0;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_get(t.core->store, userid, &arena, &user));
    user.group = 0;
    TEST_ASSERT_EQUAL(0, store_users_update(t.core->store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

/* Into a group with the same hours on every day, in minutes since midnight. */
static void limit_to(uint32_t userid, uint16_t start, uint16_t end) {
    struct user user;
    uint32_t revision = 0;
    struct time_zone zone = {.number = 3, .name = ""};
    const struct group group = {.number = 2, .name = "Staff", .time1 = 3};
    for (int day = 0; day < 7; day++) {
        zone.start[day] = start;
        zone.end[day] = end;
    }
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_zones_put(t.core->store, &zone));
    TEST_ASSERT_EQUAL(0, store_groups_put(t.core->store, &group));
    TEST_ASSERT_EQUAL(0, store_users_get(t.core->store, userid, &arena, &user));
    user.group = 2;
    TEST_ASSERT_EQUAL(0, store_users_update(t.core->store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    rules_changed(t.core);
}

/* What was missed stays in the line, whatever the hours become. */
void test_a_line_says_which_hours_were_missed_and_by_how_much(void) {
    const uint16_t minute = rules_moment_at(t.core, core_utc_ms(t.core)).minute;
    char late[64], early[64];
    TEST_ASSERT_INT_WITHIN(500, 720, minute); /* hours before and after it */
    (void)snprintf(late, sizeof(late), "hours:00:05-03:09 late:%d", minute - 189);
    (void)snprintf(early, sizeof(early), "hours:21:00-23:59 early:%d", 1260 - minute);
    limit_to(7, 5, 189);
    show_card(CARD);
    limit_to(7, 1260, 1439);
    show_card(CARD);
    limit_to(7, 0, 0);
    show_card(CARD);
    read_lines(3);
    TEST_ASSERT_EQUAL_STRING(late, lines[0].detail);
    TEST_ASSERT_EQUAL_STRING(early, lines[1].detail);
    TEST_ASSERT_EQUAL_STRING("", lines[2].detail);
    check_line(2, 7, RECORD_RESULT_REFUSED, RECORD_REASON_OUTSIDE_HOURS, 1U << FACTOR_CARD);
}

static void run_flood(char *line) {
    char told[256], got[128], *next = NULL;
    (void)snprintf(told, sizeof(told), "%s", line);
    char *wanted = strstr(line, " -> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(wanted, told);
    *wanted = '\0';
    tearDown();
    setUp();
    arena_done(&arena);
    arena_init(&arena, 1 << 20);
    shut_out(7);
    for (char *word = strtok_r(line, " ", &next); word != NULL; word = strtok_r(NULL, " ", &next)) {
        act_flood(word);
    }
    print_lines(got);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted + 3, got, told);
}

void test_floods_are_as_the_rules_say(void) {
    TEST_ASSERT_GREATER_THAN(6, rules_doc_each("flood", run_flood));
}

/* The log keeps what is there and takes no more: who is let in does not change. */
void test_a_log_that_takes_nothing_changes_no_decision(void) {
    struct setting_kaoqin_param values = settings_get(t.core)->values.kaoqin_param;
    values.full_log = FULL_LOG_REFUSE;
    save(SETTING_PAGE_KAOQIN_PARAM, &values);
    show_card(CARD);
    read_lines(1);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store)); /* a transaction is open: no line can be written */
    t.fake.result = (struct hal_display_result){.granted = false};
    pass_seconds(60);
    show_card(CARD);
    TEST_ASSERT_TRUE(t.fake.result.granted);
    show_card(999);
    TEST_ASSERT_FALSE(t.fake.result.granted);
    store_abort(t.core->store);
    read_lines(1);
}

/* For access control only nothing says IN or OUT, of nobody; anti-passback goes by it all the same. */
void test_lines_of_access_control_have_no_status(void) {
    struct setting_access_control access = settings_get(t.core)->values.access_control;
    access.anti_passback = ANTI_PASSBACK_HARD;
    save(SETTING_PAGE_ACCESS_CONTROL, &access);
    work_as(WORK_MODE_ACCESS);
    show_card(CARD);
    pass_seconds(61);
    show_card(CARD);
    show_card(999);
    work_as(WORK_MODE_BOTH);
    show_card(555);
    read_lines(4);
    check_line(0, 7, RECORD_RESULT_GRANTED, RECORD_REASON_ANY_TIME, 1U << FACTOR_CARD);
    check_line(1, 7, RECORD_RESULT_REFUSED, RECORD_REASON_ANTI_PASSBACK, 1U << FACTOR_CARD);
    for (size_t i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(RECORD_STATUS_NONE, lines[i].status);
    }
    TEST_ASSERT_EQUAL(RECORD_STATUS_IN, lines[3].status);
}

static bool relay_was_on;
static unsigned results_were, played_were;

static void note_order(void *ctx) {
    const struct fake_hal *fake = ctx;
    relay_was_on = fake->devices.outputs[HAL_DOOR_RELAY];
    results_were = fake->results;
    played_were = fake->played;
}

/* The relay first, then the line, then what people see and hear: at the moment at which the line is durable. */
void test_relay_then_line_then_display(void) {
    unsigned results = t.fake.results;
    unsigned played = t.fake.played;
    door_begin(t.core);
    log_set_appended(t.shared, note_order, &t.fake);
    show_card(CARD);
    log_set_appended(t.shared, NULL, NULL);
    TEST_ASSERT_TRUE(relay_was_on);
    TEST_ASSERT_EQUAL_UINT(results, results_were);
    TEST_ASSERT_EQUAL_UINT(played, played_were);
    TEST_ASSERT_GREATER_THAN_UINT(results, t.fake.results);
}
