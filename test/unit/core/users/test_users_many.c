/* Users who are changed many at a time: what is judged of each, and what is written of it. */
#include "core/users/users_many.h"

#include <string.h>

#include "audit_rows.h"
#include "core/accounts/accounts.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/settings/settings.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "importUsers"};
static const struct actor operator= {
    .session = 2,
    .account = "8",
    .userid = 8,
    .level = 8,
    .fresh = true,
    .peer = "-"
};
static struct fixture t;
static struct users_many *many;
static struct users_verdict verdict;
static struct users_refusal refusal;
static struct arena arena;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL(0, users_many_new(&many));
    fixture_add_user(&t, 5, "Level", 4, 55, "517394");
    fixture_add_user(&t, 7, "Ada", 0, 77, NULL);
    fixture_add_user(&t, 8, "Grace", 8, 0, "402913");
    fixture_add_user(&t, 9, "Chief", 9, 0, "739158");
}

void tearDown(void) {
    many = users_many_free(many);
    TEST_ASSERT_NULL(many);
    arena_done(&arena);
    fixture_down(&t);
}

static int judge(const struct actor *by, struct user_change change, enum bulk_existing existing, bool must_exist) {
    memset(&verdict, 0xff, sizeof(verdict));
    refusal.field = "of the one before";
    return users_many_judge(t.core, by, &change, existing, must_exist, many, &verdict, &refusal);
}

static int replace(struct user_change change) {
    return judge(&admin, change, BULK_EXISTING_REPLACE, false);
}

static void write_judged(void) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, users_many_write(t.core, &admin, many));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static int get(uint32_t id, struct user *ret_user) {
    return users_get(t.core, id, &arena, ret_user);
}

static unsigned count_audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows.count;
}

static struct user_change named(uint32_t id, const char *name) {
    return (struct user_change){.values = {.userid = id, .username = name}, .given = GIVEN(USERNAME)};
}

static struct user_change with_card(uint32_t id, uint64_t card) {
    return (struct user_change){.values = {.userid = id, .cardno = card}, .given = GIVEN(CARDNO)};
}

static struct user_change with_level(uint32_t id, uint8_t level) {
    return (struct user_change){.values = {.userid = id, .level = level}, .given = GIVEN(LEVEL)};
}

void test_what_becomes_of_who_is_there_and_who_is_not(void) {
    static const struct {
        uint32_t userid;
        const char *name;
        enum bulk_existing existing;
        bool must_exist;
        int err;
        enum users_outcome outcome;
        const char *field;
        bool writes;
    } cases[] = {
        {7, "Anna", BULK_EXISTING_REPLACE, false, 0, USERS_CHANGED, NULL, true},
        {7, "Ada", BULK_EXISTING_REPLACE, false, 0, USERS_SAME, NULL, false},
        {7, "Anna", BULK_EXISTING_REPLACE, true, 0, USERS_CHANGED, NULL, true},
        {7, "Anna", BULK_EXISTING_SKIP, false, 0, USERS_SKIPPED, NULL, false},
        {7, "Anna", BULK_EXISTING_REFUSE, false, E_USER_ID_EXISTS, USERS_SKIPPED, "userid", false},
        {17, "Anna", BULK_EXISTING_REPLACE, false, 0, USERS_ADDED, NULL, true},
        {17, "Anna", BULK_EXISTING_SKIP, false, 0, USERS_ADDED, NULL, true},
        {17, "Anna", BULK_EXISTING_REFUSE, false, 0, USERS_ADDED, NULL, true},
        {17, "Anna", BULK_EXISTING_REPLACE, true, E_USER_UNKNOWN, USERS_SKIPPED, "userid", false},
        {0, "Anna", BULK_EXISTING_REPLACE, false, E_USER_ID_INVALID, USERS_SKIPPED, "userid", false},
        {7, "a\nb", BULK_EXISTING_REPLACE, false, E_USER_NAME_FORMAT, USERS_SKIPPED, "username", false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct user user;
        TEST_ASSERT_EQUAL(cases[i].err,
                          judge(&admin, named(cases[i].userid, cases[i].name), cases[i].existing, cases[i].must_exist));
        TEST_ASSERT_EQUAL(cases[i].outcome, verdict.outcome);
        TEST_ASSERT_EQUAL_STRING(cases[i].field, refusal.field);
        TEST_ASSERT_FALSE(verdict.raises);
        TEST_ASSERT_EQUAL(0, verdict.freed_count);
        TEST_ASSERT_FALSE(verdict.is_admin);
        TEST_ASSERT_EQUAL_UINT32(cases[i].err == E_USER_ID_EXISTS ? cases[i].userid : 0, verdict.holder);
        if (cases[i].userid != 0 && cases[i].err == 0) {
            write_judged();
            TEST_ASSERT_EQUAL(0, get(cases[i].userid, &user));
            TEST_ASSERT_EQUAL_STRING(cases[i].writes ? "Anna" : "Ada", user.username);
        }
        tearDown();
        setUp();
    }
}

void test_what_somebody_else_stands_in_the_way_of_is_judged_all_the_same(void) {
    TEST_ASSERT_EQUAL(E_CARD_EXISTS, replace(with_card(7, 55)));
    TEST_ASSERT_EQUAL(USERS_CHANGED, verdict.outcome);
    TEST_ASSERT_EQUAL_UINT64(55, verdict.taken[0]);
    TEST_ASSERT_EQUAL_STRING("cardno", refusal.field);
    TEST_ASSERT_EQUAL(1, verdict.freed_count);
    TEST_ASSERT_EQUAL_UINT64(77, verdict.freed[0]);
    write_judged(); /* writes nothing */
    struct user user;
    TEST_ASSERT_EQUAL(0, get(7, &user));
    TEST_ASSERT_EQUAL_UINT64(77, user.cardno);
    TEST_ASSERT_EQUAL(E_CARD_EXISTS, replace(with_card(17, 77)));
    TEST_ASSERT_EQUAL(USERS_ADDED, verdict.outcome);
    TEST_ASSERT_EQUAL_UINT64(77, verdict.taken[0]);
    TEST_ASSERT_EQUAL(0, verdict.freed_count);
    TEST_ASSERT_EQUAL(0, replace(named(7, "Anna"))); /* and the next one again */
    TEST_ASSERT_EQUAL_UINT64(0, verdict.taken[0]);
    TEST_ASSERT_EQUAL(0, replace(with_card(7, 77)));
    TEST_ASSERT_EQUAL(USERS_SAME, verdict.outcome);
}

void test_the_verdict_says_what_a_change_brings_with_it(void) {
    static const struct {
        uint32_t userid;
        uint8_t level;
        uint64_t card;
        bool raises, moves_card, is_admin;
    } cases[] = {
        {5, 4, 55, false, false, true},   {5, 4, 56, false, true, true},  {5, 4, 0, false, true, true},
        {5, 5, 55, true, false, true},    {5, 3, 55, false, false, true}, {5, 0, 55, false, false, true},
        {7, 0, 77, false, false, false},  {7, 0, 78, false, true, false}, {8, 8, 12, false, false, true},
        {17, 0, 12, false, false, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct user_change change = {
            .values = {.userid = cases[i].userid, .level = cases[i].level, .cardno = cases[i].card},
            .given = GIVEN(LEVEL) | GIVEN(CARDNO)};
        TEST_ASSERT_EQUAL(0, replace(change));
        TEST_ASSERT_EQUAL(cases[i].raises, verdict.raises);
        TEST_ASSERT_EQUAL(cases[i].moves_card ? 1 : 0, verdict.freed_count);
        TEST_ASSERT_EQUAL(cases[i].is_admin, verdict.is_admin);
    }
    TEST_ASSERT_EQUAL(E_PASSWORD_RULES, replace(with_level(17, 1))); /* nobody signs in without a password */
    TEST_ASSERT_EQUAL_STRING("password", refusal.field);
    TEST_ASSERT_TRUE(verdict.raises);
    TEST_ASSERT_TRUE(verdict.is_admin);
}

/* What a user has no more is free for another of the same file. */
void test_the_verdict_says_which_unique_texts_are_given_up(void) {
    static const struct {
        const char *number;
        bool gives_up;
    } cases[] = {{"E1", false}, {"e1", false}, {"E2", true}, {"", true}};
    struct user_change change = {.values = {.userid = 7, .employee_no = "E1"}, .given = GIVEN(EMPLOYEE_NO)};
    TEST_ASSERT_EQUAL(0, replace(change));
    TEST_ASSERT_EQUAL_HEX64(0, verdict.gives_up);
    write_judged();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        change.values.employee_no = cases[i].number;
        TEST_ASSERT_EQUAL(0, replace(change));
        TEST_ASSERT_EQUAL_HEX64(cases[i].gives_up ? VALUE_BIT(USER_EMPLOYEE_NO) : 0, verdict.gives_up);
    }
    change.values = (struct user){.userid = 70, .username = "New", .employee_no = "E3"};
    change.given |= GIVEN(USERNAME);
    TEST_ASSERT_EQUAL(0, replace(change));
    TEST_ASSERT_EQUAL_HEX64(0, verdict.gives_up);
}

void test_the_rules_are_those_of_one_by_one(void) {
    static const struct {
        struct user_change change;
        int err;
        const char *field;
    } cases[] = {
        {{.values = {.userid = 9, .group = 2}, .given = GIVEN(GROUP)}, E_ABOVE_LEVEL, "userid"},
        {{.values = {.userid = 5, .level = 9}, .given = GIVEN(LEVEL)}, E_ABOVE_LEVEL, "level"},
        {{.values = {.userid = 8, .level = 7}, .given = GIVEN(LEVEL)}, E_OWN_ACCOUNT, "level"},
        {{.values = {.userid = 8, .shift = 2}, .given = GIVEN(SHIFT)}, E_OWN_HOURS, "shift"},
        {{.values = {.userid = 7, .identify_mode = IDENTIFY_MODE_ALL}, .given = GIVEN(IDENTIFY_MODE)},
         E_MISSING,
         "identifyFactors"},
        {{.values = {.userid = 7, .valid_from = 20260102, .valid_to = 20260101},
          .given = GIVEN(VALID_FROM) | GIVEN(VALID_TO)},
         E_RANGE,
         "validTo"},
        {{.values = {.userid = 7, .valid_from = 20260102, .valid_to = 20260102},
          .given = GIVEN(VALID_FROM) | GIVEN(VALID_TO)},
         0,
         NULL},
        {{.values = {.userid = 7, .shift = 2}, .given = GIVEN(SHIFT)}, 0, NULL},
        {{.values = {.userid = 8, .cardno = 88}, .given = GIVEN(CARDNO)}, 0, NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL(cases[i].err, judge(&operator, cases[i].change, BULK_EXISTING_REPLACE, false));
        TEST_ASSERT_EQUAL_STRING(cases[i].field, refusal.field);
        struct users_end end;
        bool follows = users_many_follows(many, &end);
        TEST_ASSERT_EQUAL(i == 8, follows); /* what is refused, and who has no level, has no sessions that follow */
    }
}

void test_an_error_leaves_nothing_of_the_judgement_before_to_be_written(void) {
    struct user user;
    TEST_ASSERT_EQUAL(0, replace(named(7, "Anna")));
    TEST_ASSERT_EQUAL(0, judge(&admin, named(5, "Eva"), BULK_EXISTING_SKIP, false));
    write_judged();
    TEST_ASSERT_EQUAL(0, get(7, &user));
    TEST_ASSERT_EQUAL_STRING("Ada", user.username);
    TEST_ASSERT_EQUAL(0, get(5, &user));
    TEST_ASSERT_EQUAL_STRING("Level", user.username);
}

void test_who_has_or_had_a_level_has_an_audit_row(void) {
    static const struct {
        uint32_t userid;
        uint8_t level;
        bool has_row;
    } cases[] = {{7, 0, false}, {5, 4, true}, {5, 0, true}, {17, 0, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct user user;
        struct user_change change = {.values = {.userid = cases[i].userid, .level = cases[i].level, .username = "New"},
                                     .given = GIVEN(LEVEL) | GIVEN(USERNAME)};
        unsigned rows = count_audit();
        TEST_ASSERT_EQUAL(0, replace(change));
        write_judged();
        TEST_ASSERT_EQUAL(0, get(cases[i].userid, &user));
        TEST_ASSERT_EQUAL_STRING("New", user.username);
        TEST_ASSERT_EQUAL_UINT8(cases[i].level, user.level);
        TEST_ASSERT_EQUAL_UINT(rows + cases[i].has_row, count_audit());
        tearDown();
        setUp();
    }
}

static int check_session(const char *token) {
    struct actor view;
    return accounts_recognise(t.core, token, strlen(token), &view);
}

void test_sessions_follow_the_level_and_the_days_of_who_may_sign_in(void) {
    static const struct actor level = {.account = "5", .userid = 5, .level = 4};
    char token[SESSIONS_TOKEN_LEN + 1];
    struct users_end end = {0};
    uint64_t id = 0;
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &level, token, &id));
    TEST_ASSERT_EQUAL(0, replace(named(5, "Level")));
    TEST_ASSERT_FALSE(users_many_follows(many, &end)); /* nothing is written */
    TEST_ASSERT_EQUAL(0, replace(named(17, "Level")));
    TEST_ASSERT_FALSE(users_many_follows(many, &end)); /* had none */
    struct user_change days = {.values = {.userid = 5, .valid_from = 20260101, .valid_to = 20260920},
                               .given = GIVEN(VALID_FROM) | GIVEN(VALID_TO)};
    days.values.valid_to = 20991231;
    TEST_ASSERT_EQUAL(0, replace(days));
    TEST_ASSERT_TRUE(users_many_follows(many, &end));
    TEST_ASSERT_EQUAL_UINT32(5, end.userid);
    TEST_ASSERT_EQUAL_UINT32(20260101, end.valid_from);
    TEST_ASSERT_EQUAL_UINT32(20991231, end.valid_to);
    TEST_ASSERT_FALSE(end.ends);
    users_many_follow(t.core, &end);
    TEST_ASSERT_EQUAL(0, check_session(token));
    end.valid_to = 20260101;
    users_many_follow(t.core, &end);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check_session(token));
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &level, token, &id));
    TEST_ASSERT_EQUAL(0, replace(with_level(5, 3)));
    TEST_ASSERT_TRUE(users_many_follows(many, &end));
    TEST_ASSERT_TRUE(end.ends);
    users_many_follow(t.core, &end);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check_session(token));
}

void test_room_is_what_the_model_takes_less_who_is_there(void) {
    uint32_t room = 0;
    TEST_ASSERT_EQUAL(0, users_many_room(t.core, &room));
    TEST_ASSERT_EQUAL_UINT32(496, room);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    for (uint32_t id = 1000; id < 1497; id++) {
        TEST_ASSERT_EQUAL(
            0, store_users_add(t.core->store, &(struct user){.userid = id, .username = "", .group = 1}, NULL));
        if (id == 1495) {
            TEST_ASSERT_EQUAL(0, users_many_room(t.core, &room));
            TEST_ASSERT_EQUAL_UINT32(0, room);
        }
    }
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, users_many_room(t.core, &room)); /* more than it takes, from an older model */
    TEST_ASSERT_EQUAL_UINT32(0, room);
}
