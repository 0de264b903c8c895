/* "Why?" of lines and persons: what is taken for what the log does not say, at its edges. docs/rules.md, "Why?". */
#include "core/door/explain.h"

#include <string.h>

#include "core/base/core.h"
#include "core/door/door.h"
#include "core/door/pass.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"

#define CARD (1U << FACTOR_CARD)
#define CODE (1U << FACTOR_PASSWORD)

static struct fixture t;
static struct actor admin;
static struct explanation why;
static const char *field;

static void save_access(struct setting_access_control set) {
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_ACCESS_CONTROL, &set));
}

static struct setting_access_control access_now(void) {
    return settings_get(t.core)->values.access_control;
}

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, 7007, NULL);
    fixture_add_user(&t, 8, "Grace", 0, 8008, NULL);
    admin = actor_nobody("::1", "explain");
    admin.userid = 0;
    admin.level = 16;
    admin.session = 1;
    (void)strcpy(admin.account, "admin");
}

void tearDown(void) {
    fixture_down(&t);
}

static int64_t now_ms(void) {
    return core_utc_ms(t.core);
}

/* A line of a person; its number. */
static int64_t put(struct record record) {
    int64_t seq = 0;
    record.kind = RECORD_KIND_ACCESS;
    record.username = "Ada";
    TEST_ASSERT_EQUAL(0, log_append(t.core, &record, &seq));
    return seq;
}

static int64_t granted(uint32_t userid, int64_t time_ms, enum record_status status) {
    return put((struct record){.userid = userid,
                               .time = time_ms,
                               .status = status,
                               .result = RECORD_RESULT_GRANTED,
                               .reason = RECORD_REASON_ANY_TIME,
                               .factors = CARD});
}

static int ask_line(int64_t seq) {
    return explain(t.core, &admin, &(struct explain_question){.seq = seq}, &why, &field);
}

static void check(enum decide_verdict verdict, enum record_reason reason) {
    TEST_ASSERT_EQUAL(verdict, why.outcome.verdict);
    TEST_ASSERT_EQUAL_STRING(record_reason_text[reason], record_reason_text[why.outcome.reason]);
}

static void set_passback(enum anti_passback kind) {
    struct setting_access_control set = access_now();
    set.anti_passback = kind;
    save_access(set);
}

static void set_two_person(void) {
    struct setting_access_control set = access_now();
    set.two_person = true;
    save_access(set);
}

/* Only lines before it count, and of them the last that leads anywhere. */
void test_where_a_person_was_is_said_by_the_lines_before(void) {
    int64_t at_ms = now_ms();
    set_passback(ANTI_PASSBACK_HARD);
    int64_t first = granted(7, at_ms, RECORD_STATUS_IN);
    (void)granted(7, at_ms + 1000, RECORD_STATUS_STATUS1);
    int64_t again = granted(7, at_ms + 2000, RECORD_STATUS_IN);
    int64_t out = granted(7, at_ms + 3000, RECORD_STATUS_OUT);
    int64_t in = granted(7, at_ms + 4000, RECORD_STATUS_IN);
    int64_t other = granted(8, at_ms + 5000, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(0, ask_line(first));
    check(DECIDE_GRANTED, RECORD_REASON_ANY_TIME);
    TEST_ASSERT_EQUAL(0, ask_line(again));
    check(DECIDE_REFUSED, RECORD_REASON_ANTI_PASSBACK);
    TEST_ASSERT_EQUAL(0, ask_line(out));
    check(DECIDE_GRANTED, RECORD_REASON_ANY_TIME);
    TEST_ASSERT_EQUAL(0, ask_line(in));
    check(DECIDE_GRANTED, RECORD_REASON_ANY_TIME);
    TEST_ASSERT_EQUAL(0, ask_line(other));
    check(DECIDE_GRANTED, RECORD_REASON_ANY_TIME);
}

void test_a_refused_line_moved_nobody(void) {
    int64_t at_ms = now_ms();
    set_passback(ANTI_PASSBACK_HARD);
    (void)put((struct record){
        .userid = 7, .time = at_ms, .result = RECORD_RESULT_REFUSED, .reason = RECORD_REASON_NEVER, .factors = CARD});
    int64_t seq = granted(7, at_ms + 1000, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(0, ask_line(seq));
    check(DECIDE_GRANTED, RECORD_REASON_ANY_TIME);
}

/* For access control only: the status in force then, which is IN, counts for the line and for those before it. */
void test_a_line_without_a_status_goes_by_the_schedule(void) {
    int64_t at_ms = now_ms();
    set_passback(ANTI_PASSBACK_HARD);
    (void)granted(7, at_ms, RECORD_STATUS_NONE);
    int64_t seq = granted(7, at_ms + 1000, RECORD_STATUS_NONE);
    TEST_ASSERT_EQUAL(0, ask_line(seq));
    TEST_ASSERT_EQUAL(PUNCH_STATUS_IN, why.facts.status);
    TEST_ASSERT_EQUAL(PASSBACK_INSIDE, why.facts.area);
    check(DECIDE_REFUSED, RECORD_REASON_ANTI_PASSBACK);
}

/* Of two who were let in together: within the time for the second person, and within two lines. */
void test_the_second_person_of_a_line(void) {
    int64_t at_ms = now_ms();
    set_two_person();
    int64_t seven = granted(7, at_ms, RECORD_STATUS_IN);
    int64_t eight = granted(8, at_ms + PASS_SECOND_MS, RECORD_STATUS_IN);
    int64_t late = granted(7, at_ms + 2 * PASS_SECOND_MS + 1, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(0, ask_line(seven));
    TEST_ASSERT_EQUAL(8, why.facts.first_person);
    check(DECIDE_GRANTED, RECORD_REASON_ANY_TIME);
    TEST_ASSERT_EQUAL(0, ask_line(eight));
    TEST_ASSERT_EQUAL(7, why.facts.first_person);
    TEST_ASSERT_EQUAL(0, ask_line(late));
    TEST_ASSERT_EQUAL(0, why.facts.first_person);
    TEST_ASSERT_EQUAL(DECIDE_WAITS, why.outcome.verdict);
}

void test_a_line_too_far_away_is_no_second_person(void) {
    int64_t at_ms = now_ms();
    set_two_person();
    int64_t seven = granted(7, at_ms, RECORD_STATUS_IN);
    (void)granted(7, at_ms, RECORD_STATUS_IN);
    (void)granted(7, at_ms, RECORD_STATUS_IN);
    int64_t eight = granted(8, at_ms, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(0, ask_line(seven));
    TEST_ASSERT_EQUAL(0, why.facts.first_person);
    TEST_ASSERT_EQUAL(0, ask_line(eight));
    TEST_ASSERT_EQUAL(7, why.facts.first_person);
}

/* Why a credential was nobody's stays as the line has it; where the line has another reason it is taken as unknown. */
void test_lines_of_nobody_keep_their_reason(void) {
    static const struct {
        enum record_reason line, told;
    } cases[] = {
        {RECORD_REASON_UNKNOWN, RECORD_REASON_UNKNOWN},
        {RECORD_REASON_POOR_READING, RECORD_REASON_POOR_READING},
        {RECORD_REASON_NOT_LIVE, RECORD_REASON_NOT_LIVE},
        {RECORD_REASON_WRONG_CODE, RECORD_REASON_WRONG_CODE},
        {RECORD_REASON_KEYPAD_PAUSE, RECORD_REASON_KEYPAD_PAUSE},
        {RECORD_REASON_ERROR, RECORD_REASON_ERROR},
        {RECORD_REASON_LOCKED_DOWN, RECORD_REASON_LOCKED_DOWN},
        {RECORD_REASON_ALWAYS_CLOSED, RECORD_REASON_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int64_t seq = put((struct record){.result = RECORD_RESULT_REFUSED, .reason = cases[i].line, .factors = CARD});
        TEST_ASSERT_EQUAL(0, ask_line(seq));
        check(DECIDE_REFUSED, cases[i].told);
    }
}

/* A fire and a lock-down are the line's; duress and temperature too. */
void test_what_the_line_says_of_the_door_counts(void) {
    struct record line = {.userid = 7,
                          .result = RECORD_RESULT_GRANTED,
                          .reason = RECORD_REASON_FIRE,
                          .factors = CARD,
                          .duress = true,
                          .temperature = 371};
    TEST_ASSERT_EQUAL(0, ask_line(put(line)));
    check(DECIDE_GRANTED, RECORD_REASON_FIRE);
    TEST_ASSERT_TRUE(why.facts.duress);
    TEST_ASSERT_EQUAL(371, why.facts.temperature);
    line.reason = RECORD_REASON_LOCKED_DOWN;
    line.result = RECORD_RESULT_REFUSED;
    TEST_ASSERT_EQUAL(0, ask_line(put(line)));
    check(DECIDE_REFUSED, RECORD_REASON_LOCKED_DOWN);
}

void test_what_cannot_be_asked(void) {
    int64_t seq = granted(7, now_ms(), RECORD_STATUS_IN);
    struct explain_question both = {.seq = seq, .userid = 7};
    struct record event = {.kind = RECORD_KIND_OPENED};
    int64_t opened = 0;
    TEST_ASSERT_EQUAL(0, log_append(t.core, &event, &opened));
    TEST_ASSERT_EQUAL(E_RANGE, explain(t.core, &admin, &both, &why, &field));
    TEST_ASSERT_EQUAL_STRING("seq", field);
    TEST_ASSERT_EQUAL(E_MISSING, explain(t.core, &admin, &(struct explain_question){0}, &why, &field));
    TEST_ASSERT_EQUAL_STRING("userid", field);
    TEST_ASSERT_EQUAL(E_NO_DECISION, ask_line(opened));
    TEST_ASSERT_EQUAL(E_NOTFOUND, ask_line(opened + 1));
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, explain(t.core, &admin, &(struct explain_question){.userid = 9}, &why, &field));
}

/* Asking writes nothing, moves nothing and counts nothing. */
void test_nothing_comes_of_asking(void) {
    struct explain_question question = {.userid = 7, .has_factors = true, .factors = CODE};
    int64_t last = log_last(t.core);
    unsigned switched = t.fake.devices.switched[HAL_DOOR_RELAY];
    for (int i = 0; i < 20; i++) {
        TEST_ASSERT_EQUAL(0, explain(t.core, &admin, &question, &why, &field));
        TEST_ASSERT_EQUAL(CODE, why.lacks);
    }
    TEST_ASSERT_EQUAL_INT64(last, log_last(t.core));
    TEST_ASSERT_EQUAL_UINT(switched, t.fake.devices.switched[HAL_DOOR_RELAY]);
}

/* What is not said is what is asked for, now, with the lock-down there is; at another time the door is as scheduled. */
void test_a_person_now_and_at_another_time(void) {
    unsigned wait_s = 0;
    admin.fresh = true;
    door_begin(t.core);
    TEST_ASSERT_EQUAL(0, explain(t.core, &admin, &(struct explain_question){.userid = 7}, &why, &field));
    check(DECIDE_GRANTED, RECORD_REASON_ANY_TIME);
    TEST_ASSERT_EQUAL_INT64(now_ms(), why.time_ms);
    TEST_ASSERT_EQUAL(0, door_command(t.core, &admin, DOOR_COMMAND_LOCK_DOWN, "", &wait_s));
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL(0, explain(t.core, &admin, &(struct explain_question){.userid = 7}, &why, &field));
    check(DECIDE_REFUSED, RECORD_REASON_LOCKED_DOWN);
    struct explain_question later = {.userid = 7, .time_ms = now_ms() + 1};
    TEST_ASSERT_EQUAL(0, explain(t.core, &admin, &later, &why, &field));
    check(DECIDE_GRANTED, RECORD_REASON_ANY_TIME);
}

/* Every rule has its page, but for the temperature, and a reason may have a closer one. */
void test_pages(void) {
    for (unsigned rule = 0; rule < DECIDE_RULE_COUNT; rule++) {
        struct decide_step step = {.rule = (enum decide_rule)rule};
        TEST_ASSERT_EQUAL(rule == DECIDE_RULE_TEMPERATURE ? '\0' : '/', explain_page(&step)[0]);
    }
    struct decide_step step = {.rule = DECIDE_RULE_GROUP, .reason = RECORD_REASON_HOLIDAY};
    TEST_ASSERT_EQUAL_STRING("/AccSetting/zoneSetting", explain_page(&step));
}

/* Of a line of who had the number before, nothing of now is said; and it says nothing about who has it. */
void test_the_lines_of_who_had_the_number_before_do_not_count(void) {
    int64_t at_ms = now_ms();
    set_passback(ANTI_PASSBACK_HARD);
    int64_t of_ada = granted(7, at_ms, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    fixture_add_user(&t, 7, "Zoe", 0, 7007, NULL);
    int64_t of_zoe = granted(7, at_ms + 1000, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, ask_line(of_ada));
    TEST_ASSERT_EQUAL_STRING("seq", field);
    TEST_ASSERT_EQUAL(0, ask_line(of_zoe));
    check(DECIDE_GRANTED, RECORD_REASON_ANY_TIME);
}
