/* The rules about users, on a whole terminal below the wire. */
#include "core/base/actor.h"
#include "core/start/start.h"
#include "core/time/clock.h"
#include "core/users/users.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/accounts/sessions.h"
#include "store/base/audit.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct actor admin;
static struct actor operator; /* user 8 with level 8 */
static struct users_refusal refusal;
static struct users_saved saved;
static struct arena arena;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
    admin = (struct actor){.session = 1, .account = "admin", .level = 16, .fresh = true};
    operator=(struct actor){.session = 2, .account = "8", .userid = 8, .level = 8, .fresh = true};
    refusal = (struct users_refusal){0};
    saved = (struct users_saved){0};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static struct actor by(const struct actor *account) {
    struct actor actor = actor_nobody("192.0.2.7", "edituser");
    actor_become(&actor, account);
    return actor;
}

static int add_as(const struct actor *session, struct user_change change) {
    struct actor actor = by(session);

    return users_add(t.core, &actor, &change, false, &saved, &refusal);
}

static int edit_as(const struct actor *session, struct user_change change) {
    struct actor actor = by(session);

    return users_edit(t.core, &actor, &change, &saved, &refusal);
}

static int delete_as(const struct actor *session, uint32_t id) {
    struct actor actor = by(session);

    return users_delete(t.core, &actor, id);
}

static struct user get(uint32_t id) {
    struct user user;

    TEST_ASSERT_EQUAL_INT(0, users_get(t.core, id, &arena, &user));
    return user;
}

static int refused(const char *field, int err) {
    TEST_ASSERT_EQUAL_STRING(field, refusal.field);
    refusal = (struct users_refusal){0};
    return err;
}

struct last_audit {
    char text[1024];
    int rows;
};

static int take_audit(void *ctx, const struct store_audit_row *row) {
    struct last_audit *last = ctx;

    if (last->rows++ == 0) {
        (void)snprintf(last->text, sizeof(last->text), "%s %s %s %s %s > %s", row->account, row->peer, row->call,
                       row->object, row->before ? row->before : "-", row->after ? row->after : "-");
    }
    return 0;
}

static struct last_audit audit(void) {
    struct last_audit last = {.rows = 0};

    TEST_ASSERT_EQUAL_INT(0, store_audit_read(t.core->store, 1000, take_audit, &last));
    return last;
}

/* ---- adding and changing ---- */

void test_a_new_user_has_the_defaults(void) {
    struct user user;

    TEST_ASSERT_EQUAL_INT(0, users_defaults(t.core, &user));
    TEST_ASSERT_EQUAL_UINT32(1, user.userid);
    TEST_ASSERT_EQUAL_UINT8(1, user.group);
    TEST_ASSERT_EQUAL_UINT32(0, user.revision);
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = 7}}));
    TEST_ASSERT_EQUAL_UINT32(7, saved.userid);
    TEST_ASSERT_EQUAL_UINT32(1, saved.revision);
    user = get(7);
    TEST_ASSERT_EQUAL_STRING("", user.username);
    TEST_ASSERT_EQUAL_UINT8(0, user.level);
    TEST_ASSERT_EQUAL_UINT8(1, user.group);
    TEST_ASSERT_EQUAL_UINT8(IDENTIFY_MODE_DEVICE, user.identify_mode);
    TEST_ASSERT_FALSE(user.has_password);
    TEST_ASSERT_EQUAL_INT(0, users_defaults(t.core, &user));
    TEST_ASSERT_EQUAL_UINT32(8, user.userid);
}

void test_edit_changes_what_is_sent_and_leaves_the_rest(void) {
    struct user_change all = {.values = {.userid = 7,
                                         .username = "Ann",
                                         .cardno = 99,
                                         .group = 5,
                                         .identify_mode = IDENTIFY_MODE_ALL,
                                         .identify_factors = 5,
                                         .shift = 3,
                                         .valid_from = 20260101,
                                         .valid_to = 20261231},
                              .password = "4711",
                              .given = GIVEN(USERNAME) | GIVEN(PASSWORD) | GIVEN(CARDNO) | GIVEN(GROUP) |
                                       GIVEN(IDENTIFY_MODE) | GIVEN(IDENTIFY_FACTORS) | GIVEN(SHIFT) |
                                       GIVEN(VALID_FROM) | GIVEN(VALID_TO)};
    struct user user;

    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, all));
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, (struct user_change){.values = {.userid = 7, .username = "Anna"},
                                                                  .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_UINT32(2, saved.revision);
    user = get(7);
    TEST_ASSERT_EQUAL_STRING("Anna", user.username);
    TEST_ASSERT_EQUAL_UINT32(99, user.cardno);
    TEST_ASSERT_EQUAL_UINT8(5, user.group);
    TEST_ASSERT_EQUAL_UINT8(IDENTIFY_MODE_ALL, user.identify_mode);
    TEST_ASSERT_EQUAL_UINT8(5, user.identify_factors);
    TEST_ASSERT_EQUAL_UINT8(3, user.shift);
    TEST_ASSERT_EQUAL_UINT32(20260101, user.valid_from);
    TEST_ASSERT_EQUAL_UINT32(20261231, user.valid_to);
    TEST_ASSERT_TRUE(user.has_password);
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, (struct user_change){.values = {.userid = 7},
                                                                  .password = "",
                                                                  .given = GIVEN(CARDNO) | GIVEN(PASSWORD)}));
    user = get(7);
    TEST_ASSERT_EQUAL_UINT32(0, user.cardno);
    TEST_ASSERT_FALSE(user.has_password);
    TEST_ASSERT_EQUAL_STRING("Anna", user.username);
}

static uint32_t sponsor_of(uint32_t id) {
    uint32_t sponsor = 99;

    TEST_ASSERT_EQUAL_INT(0, store_users_sponsor(t.core->store, id, &sponsor));
    return sponsor;
}

/* Nobody gets more room in the audit log by making accounts, or accounts that make accounts. */
void test_who_gives_the_password_answers_for_the_account(void) {
    struct user_change account = {
        .values = {.userid = 20, .level = 3}, .password = "704182", .given = GIVEN(LEVEL) | GIVEN(PASSWORD)};

    fixture_add_user(&t, 8, "Officer", 8, 0, "735846");
    TEST_ASSERT_EQUAL_INT(0, add_as(&operator, account));
    TEST_ASSERT_EQUAL_UINT32(8, sponsor_of(20));

    struct actor second = {.session = 3, .fresh = true, .account = "20", .userid = 20, .level = 3, .sponsor = 8};
    account.values.userid = 21;
    account.password = "704183";
    TEST_ASSERT_EQUAL_INT(0, add_as(&second, account));
    TEST_ASSERT_EQUAL_UINT32(8, sponsor_of(21));
    TEST_ASSERT_EQUAL_INT(0, edit_as(&second, (struct user_change){.values = {.userid = 21, .username = "Bob"},
                                                                   .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_UINT32(8, sponsor_of(21));

    account.values.userid = 22;
    account.password = "704184";
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, account));
    TEST_ASSERT_EQUAL_UINT32(0, sponsor_of(22));
    TEST_ASSERT_EQUAL_INT(0, edit_as(&operator,(struct user_change){
                                         .values = {.userid = 22}, .password = "918273", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_UINT32(8, sponsor_of(22)); /* taken over */
}

static int take_importance(void *ctx, const struct store_audit_row *row) {
    *(enum audit_importance *)ctx = row->importance;
    return 1;
}

static enum audit_importance last_importance(void) {
    enum audit_importance importance = AUDIT_IMPORTANCE_REFUSED;

    TEST_ASSERT_EQUAL_INT(1, store_audit_read(t.core->store, 1, take_importance, &importance));
    return importance;
}

void test_a_change_of_who_may_sign_in_is_one_of_rights(void) {
    fixture_add_user(&t, 30, "Ann", 0, 0, "704182");
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, (struct user_change){.values = {.userid = 30, .username = "Anna"},
                                                                  .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_INT(AUDIT_IMPORTANCE_EDIT, last_importance());
    TEST_ASSERT_EQUAL_INT(
        0, edit_as(&admin, (struct user_change){.values = {.userid = 30, .level = 2}, .given = GIVEN(LEVEL)}));
    TEST_ASSERT_EQUAL_INT(AUDIT_IMPORTANCE_RIGHTS, last_importance());
    TEST_ASSERT_EQUAL_INT(0, delete_as(&admin, 30));
    TEST_ASSERT_EQUAL_INT(AUDIT_IMPORTANCE_RIGHTS, last_importance());
}

void test_add_again_changes_what_is_sent(void) {
    struct actor actor = by(&admin);
    struct user_change change = {.values = {.userid = 7, .group = 2}, .given = GIVEN(GROUP)};

    TEST_ASSERT_EQUAL_INT(
        0, add_as(&admin, (struct user_change){.values = {.userid = 7, .username = "Ann"}, .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_INT(E_USER_ID_EXISTS, refused(NULL, 0) + add_as(&admin, change));
    TEST_ASSERT_EQUAL_STRING(user_rows[USER_USERID].name, refusal.field);
    TEST_ASSERT_EQUAL_INT(0, users_add(t.core, &actor, &change, true, &saved, &refusal));
    TEST_ASSERT_EQUAL_STRING("Ann", get(7).username);
    TEST_ASSERT_EQUAL_UINT8(2, get(7).group);
    change.values.userid = 8;
    TEST_ASSERT_EQUAL_INT(0, users_add(t.core, &actor, &change, true, &saved, &refusal));
    TEST_ASSERT_EQUAL_UINT32(1, saved.revision);
}

void test_nothing_changed_is_nothing_written(void) {
    int rows;

    TEST_ASSERT_EQUAL_INT(
        0, add_as(&admin, (struct user_change){.values = {.userid = 7, .username = "Ann"}, .given = GIVEN(USERNAME)}));
    rows = audit().rows;
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, (struct user_change){.values = {.userid = 7, .username = "Ann"},
                                                                  .given = GIVEN(USERNAME) | GIVEN(LEVEL)}));
    TEST_ASSERT_EQUAL_UINT32(1, saved.revision);
    TEST_ASSERT_EQUAL_INT(rows, audit().rows);
}

void test_revision_that_is_old_is_refused(void) {
    struct user_change change = {.values = {.userid = 7, .username = "Zoe", .revision = 1},
                                 .given = GIVEN(USERNAME) | GIVEN(REVISION)};

    TEST_ASSERT_EQUAL_INT(
        0, add_as(&admin, (struct user_change){.values = {.userid = 7, .username = "Ann"}, .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, (struct user_change){.values = {.userid = 7, .username = "Anna"},
                                                                  .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_INT(E_CHANGED_MEANWHILE, edit_as(&admin, change));
    TEST_ASSERT_EQUAL_STRING(user_rows[USER_REVISION].name, refusal.field);
    TEST_ASSERT_EQUAL_STRING("Anna", get(7).username);
    change.values.revision = 2;
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, change));
}

void test_limits(void) {
    static const struct {
        struct user_change change;
        const char *field;
        int err;
    } bad[] = {
        {{.values = {.userid = 0}}, "userid", E_USER_ID_INVALID},
        {{.values = {.userid = USER_USERID_MAX + 1}}, "userid", E_USER_ID_INVALID},
        {{.values = {.userid = 7, .cardno = USER_CARDNO_MAX + 1}, .given = GIVEN(CARDNO)}, "cardno", E_RANGE},
        {{.values = {.userid = 7, .cardno = UINT64_C(4294967296)}, .given = GIVEN(CARDNO)}, "cardno", E_CARD_TOO_LONG},
        {{.values = {.userid = 7, .level = 17}, .given = GIVEN(LEVEL)}, "level", E_RANGE},
        {{.values = {.userid = 7, .group = 17}, .given = GIVEN(GROUP)}, "group", E_RANGE},
        {{.values = {.userid = 7, .identify_mode = 3}, .given = GIVEN(IDENTIFY_MODE)}, "identifyMode", E_RANGE},
        {{.values = {.userid = 7, .identify_factors = 64}, .given = GIVEN(IDENTIFY_FACTORS)},
         "identifyFactors",
         E_RANGE},
        {{.values = {.userid = 7, .shift = 65}, .given = GIVEN(SHIFT)}, "shift", E_RANGE},
        {{.values = {.userid = 7, .identify_mode = IDENTIFY_MODE_ALL}, .given = GIVEN(IDENTIFY_MODE)},
         "identifyFactors",
         E_MISSING},
        {{.values = {.userid = 7, .valid_from = 20260102, .valid_to = 20260101},
          .given = GIVEN(VALID_FROM) | GIVEN(VALID_TO)},
         "validTo",
         E_RANGE},
        {{.values = {.userid = 7}, .password = "123", .given = GIVEN(PASSWORD)}, "password", E_PASSWORD_RULES},
        {{.values = {.userid = 7}, .password = "1234567", .given = GIVEN(PASSWORD)}, "password", E_PASSWORD_RULES},
        {{.values = {.userid = 7}, .password = "12a4", .given = GIVEN(PASSWORD)}, "password", E_PASSWORD_RULES},
        {{.values = {.userid = 7, .username = "a\nb"}, .given = GIVEN(USERNAME)}, "username", E_USER_NAME_FORMAT},
        {{.values = {.userid = 7, .username = "\xff"}, .given = GIVEN(USERNAME)}, "username", E_USER_NAME_FORMAT},
        {{.values = {.userid = 7, .username = "12345678901234567890123456789012345678901234567890123456789012345"},
          .given = GIVEN(USERNAME)},
         "username",
         E_USER_NAME_FORMAT},
    };
    struct user user;

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_INT(bad[i].err, add_as(&admin, bad[i].change));
        TEST_ASSERT_EQUAL_STRING(bad[i].field, refusal.field);
    }
    TEST_ASSERT_EQUAL_INT(E_USER_UNKNOWN, users_get(t.core, 7, &arena, &user));
    TEST_ASSERT_EQUAL_INT(
        0,
        add_as(&admin, (struct user_change){
                           .values = {.userid = 7, .valid_from = 20260101, .valid_to = 20260101, .cardno = UINT32_MAX},
                           .given = GIVEN(VALID_FROM) | GIVEN(VALID_TO) | GIVEN(CARDNO)}));
}

/* What is sent is judged together with what is stored. */
void test_the_whole_user_is_judged(void) {
    TEST_ASSERT_EQUAL_INT(
        0, add_as(&admin, (struct user_change){
                              .values = {.userid = 7, .valid_from = 20260601, .identify_factors = (1u << FACTOR_CARD)},
                              .given = GIVEN(VALID_FROM) | GIVEN(IDENTIFY_FACTORS)}));
    TEST_ASSERT_EQUAL_INT(E_RANGE, edit_as(&admin, (struct user_change){.values = {.userid = 7, .valid_to = 20260531},
                                                                        .given = GIVEN(VALID_TO)}));
    TEST_ASSERT_EQUAL_INT(
        0, edit_as(&admin, (struct user_change){.values = {.userid = 7, .identify_mode = IDENTIFY_MODE_ALL},
                                                .given = GIVEN(IDENTIFY_MODE)}));
    TEST_ASSERT_EQUAL_INT(E_MISSING,
                          edit_as(&admin, (struct user_change){.values = {.userid = 7, .identify_factors = 0},
                                                               .given = GIVEN(IDENTIFY_FACTORS)}));
}

static struct user_change with_cards(uint32_t id, uint64_t one, uint64_t two, uint64_t three) {
    return (struct user_change){.values = {.userid = id, .cardno = one, .cardno2 = two, .cardno3 = three},
                                .given = GIVEN(CARDNO) | GIVEN(CARDNO2) | GIVEN(CARDNO3)};
}

void test_each_of_five_cards_is_unique_by_its_field(void) {
    struct user_change all = {
        .values = {.userid = 7, .cardno = 11, .cardno2 = 12, .cardno3 = 13, .cardno4 = 14, .cardno5 = 15},
        .given = GIVEN(CARDNO) | GIVEN(CARDNO2) | GIVEN(CARDNO3) | GIVEN(CARDNO4) | GIVEN(CARDNO5)};
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, all));
    for (uint64_t card = 11; card <= 15; card++) {
        uint32_t holder = 0;
        TEST_ASSERT_EQUAL_INT(0, users_by_card(t.core, card, &holder));
        TEST_ASSERT_EQUAL_UINT32(7, holder);
        TEST_ASSERT_EQUAL_INT(E_CARD_EXISTS, add_as(&admin, with_cards(8, 1, 2, card)));
        TEST_ASSERT_EQUAL_STRING("cardno3", refusal.field);
        TEST_ASSERT_EQUAL_INT(E_CARD_EXISTS, add_as(&admin, with_cards(8, card, 2, 3)));
        TEST_ASSERT_EQUAL_STRING("cardno", refusal.field);
    }
    TEST_ASSERT_EQUAL_INT(E_CARD_OWN, add_as(&admin, with_cards(8, 1, 2, 1)));
    TEST_ASSERT_EQUAL_STRING("cardno3", refusal.field);
    TEST_ASSERT_EQUAL_INT(E_CARD_TOO_LONG, add_as(&admin, with_cards(8, 1, UINT64_C(4294967296), 3)));
    TEST_ASSERT_EQUAL_STRING("cardno2", refusal.field);
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, with_cards(7, 13, 11, 12))); /* in another order */
}

void test_cards_behind_a_removed_one_move_up(void) {
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, with_cards(7, 0, 12, 13)));
    TEST_ASSERT_EQUAL_UINT64(12, get(7).cardno);
    TEST_ASSERT_EQUAL_UINT64(13, get(7).cardno2);
    TEST_ASSERT_EQUAL_UINT64(0, get(7).cardno3);
    TEST_ASSERT_EQUAL_INT(
        0, edit_as(&admin, (struct user_change){.values = {.userid = 7, .cardno = 0}, .given = GIVEN(CARDNO)}));
    uint32_t holder = 0;
    TEST_ASSERT_EQUAL_UINT64(13, get(7).cardno);
    TEST_ASSERT_EQUAL_UINT64(0, get(7).cardno2);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, users_by_card(t.core, 12, &holder));
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, with_cards(8, 12, 0, 0)));
    TEST_ASSERT_EQUAL_INT(0, delete_as(&admin, 7));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, users_by_card(t.core, 13, &holder));
}

void test_cards_and_ids_are_unique(void) {
    TEST_ASSERT_EQUAL_INT(
        0, add_as(&admin, (struct user_change){.values = {.userid = 7, .cardno = 99}, .given = GIVEN(CARDNO)}));
    TEST_ASSERT_EQUAL_INT(E_CARD_EXISTS, add_as(&admin, (struct user_change){.values = {.userid = 8, .cardno = 99},
                                                                             .given = GIVEN(CARDNO)}));
    TEST_ASSERT_EQUAL_STRING(user_rows[USER_CARDNO].name, refusal.field);
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = 8}}));
    TEST_ASSERT_EQUAL_INT(E_CARD_EXISTS, edit_as(&admin, (struct user_change){.values = {.userid = 8, .cardno = 99},
                                                                              .given = GIVEN(CARDNO)}));
    TEST_ASSERT_EQUAL_INT(
        0, edit_as(&admin, (struct user_change){.values = {.userid = 7, .cardno = 99}, .given = GIVEN(CARDNO)}));
}

void test_codes_of_those_who_do_not_sign_in_are_unique(void) {
    TEST_ASSERT_EQUAL_INT(
        0, add_as(&admin, (struct user_change){.values = {.userid = 7}, .password = "4711", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = 8}}));
    TEST_ASSERT_EQUAL_INT(
        E_PASSWORD_EXISTS,
        edit_as(&admin, (struct user_change){.values = {.userid = 8}, .password = "4711", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_STRING(user_rows[USER_PASSWORD].name, refusal.field);
    TEST_ASSERT_EQUAL_INT(
        0,
        edit_as(&admin, (struct user_change){.values = {.userid = 7}, .password = "4711", .given = GIVEN(PASSWORD)}));
}

/* Gives user 7 the code "4000" and `n` more. */
static int give_code(const struct actor *who, unsigned n) {
    char code[8];

    (void)snprintf(code, sizeof(code), "%u", 4000 + n);
    return edit_as(who, (struct user_change){.values = {.userid = 7}, .password = code, .given = GIVEN(PASSWORD)});
}

/* An admin of level 8 looks for the code of somebody by giving it to somebody else. */
void test_who_may_sign_in_keeps_a_code_that_nobody_can_ask_after(void) {
    struct user_change chief = {
        .values = {.userid = 9, .level = 15}, .password = "402913", .given = GIVEN(LEVEL) | GIVEN(PASSWORD)};
    struct user_change other = {.values = {.userid = 7}, .password = "402913", .given = GIVEN(PASSWORD)};

    fixture_add_user(&t, 8, "operator", 8, 0, "735846");
    fixture_add_user(&t, 7, "seven", 0, 0, NULL);
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, chief));
    TEST_ASSERT_EQUAL_INT(0, edit_as(&operator, other));
    chief.values.userid = 10;
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, chief)); /* nor the other way round */
    other.values = (struct user){.userid = 7, .level = 4};
    other.given |= GIVEN(LEVEL);
    TEST_ASSERT_EQUAL_INT(0, edit_as(&operator, other));
}

void test_giving_codes_is_rationed_hit_or_miss_by_person(void) {
    fixture_add_user(&t, 8, "operator", 8, 0, "735846");
    fixture_add_user(&t, 7, "seven", 0, 0, NULL);
    fixture_add_user(&t, 6, "six", 0, 0, "4003");
    for (unsigned n = 0; n < 30; n++) {
        int r = give_code(&operator, n);
        TEST_ASSERT_EQUAL_INT(n == 3 ? E_PASSWORD_EXISTS : 0, r);
    }
    TEST_ASSERT_EQUAL_INT(E_THROTTLED, give_code(&operator, 40));
    TEST_ASSERT_EQUAL_UINT(3600, refusal.wait_s);
    TEST_ASSERT_EQUAL_STRING(user_rows[USER_PASSWORD].name, refusal.field);
    TEST_ASSERT_EQUAL_INT(0, give_code(&admin, 41)); /* the highest level is not rationed */
    fake_hal_advance(&t.fake, INT64_C(3599000));
    TEST_ASSERT_EQUAL_INT(E_THROTTLED, give_code(&operator, 42));
    TEST_ASSERT_EQUAL_UINT(1, refusal.wait_s);
    fake_hal_advance(&t.fake, 1000);
    TEST_ASSERT_EQUAL_INT(0, give_code(&operator, 43));
}

void test_capacity(void) {
    struct user user;

    TEST_ASSERT_EQUAL_INT(0, store_begin(t.core->store));
    for (uint32_t id = 1; id <= 500; id++) {
        user = (struct user){.userid = id, .username = "", .group = 1};
        TEST_ASSERT_EQUAL_INT(0, store_users_add(t.core->store, &user, NULL));
    }
    TEST_ASSERT_EQUAL_INT(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL_INT(E_CAPACITY, users_defaults(t.core, &user));
    TEST_ASSERT_EQUAL_INT(E_CAPACITY, add_as(&admin, (struct user_change){.values = {.userid = 501}}));
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, (struct user_change){.values = {.userid = 500, .username = "last"},
                                                                  .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_INT(0, delete_as(&admin, 1));
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = 501}}));
}

/* ---- levels ---- */

void test_an_administrator_needs_a_password_of_the_console(void) {
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_RULES, add_as(&admin, (struct user_change){.values = {.userid = 7, .level = 4},
                                                                                .given = GIVEN(LEVEL)}));
    TEST_ASSERT_EQUAL_STRING(user_rows[USER_PASSWORD].name, refusal.field);
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_RULES,
                          add_as(&admin, (struct user_change){.values = {.userid = 7, .level = 4},
                                                              .password = "4711",
                                                              .given = GIVEN(LEVEL) | GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_RULES,
                          add_as(&admin, (struct user_change){.values = {.userid = 7, .level = 4},
                                                              .password = "123456",
                                                              .given = GIVEN(LEVEL) | GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = 7, .level = 4},
                                                                 .password = "402913",
                                                                 .given = GIVEN(LEVEL) | GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_INT(
        E_PASSWORD_RULES,
        edit_as(&admin, (struct user_change){.values = {.userid = 7}, .password = "", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_INT(
        E_PASSWORD_RULES,
        edit_as(&admin, (struct user_change){.values = {.userid = 7}, .password = "4711", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, (struct user_change){.values = {.userid = 7},
                                                                  .password = "4711",
                                                                  .given = GIVEN(LEVEL) | GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_RULES, edit_as(&admin, (struct user_change){.values = {.userid = 7, .level = 1},
                                                                                 .given = GIVEN(LEVEL)}));
    TEST_ASSERT_EQUAL_INT(
        0,
        edit_as(&admin, (struct user_change){.values = {.userid = 7}, .password = "402913", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_INT(
        0, edit_as(&admin, (struct user_change){.values = {.userid = 7, .level = 1}, .given = GIVEN(LEVEL)}));
}

void test_nobody_touches_or_grants_a_level_above_the_own(void) {
    fixture_add_user(&t, 8, "operator", 8, 0, "402913");
    fixture_add_user(&t, 9, "chief", 9, 0, "739158");
    fixture_add_user(&t, 5, "peer", 8, 0, "517394");
    TEST_ASSERT_EQUAL_INT(
        E_ABOVE_LEVEL,
        edit_as(&operator,(struct user_change){.values = {.userid = 9, .username = "x"}, .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_INT(E_ABOVE_LEVEL, delete_as(&operator, 9));
    TEST_ASSERT_EQUAL_INT(E_ABOVE_LEVEL,
                          add_as(&operator,(struct user_change){.values = {.userid = 7, .level = 9},
                                                                .password = "518264",
                                                                .given = GIVEN(LEVEL) | GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_STRING(user_rows[USER_LEVEL].name, refusal.field);
    TEST_ASSERT_EQUAL_INT(E_ABOVE_LEVEL, edit_as(&operator,(struct user_change){.values = {.userid = 8, .level = 9},
                                                                                .given = GIVEN(LEVEL)}));
    TEST_ASSERT_EQUAL_INT(
        0, edit_as(&operator,(struct user_change){.values = {.userid = 5, .level = 7}, .given = GIVEN(LEVEL)}));
    TEST_ASSERT_EQUAL_INT(0, delete_as(&operator, 5));
    TEST_ASSERT_EQUAL_STRING("chief", get(9).username);
}

void test_nobody_deletes_or_demotes_the_own_account(void) {
    fixture_add_user(&t, 8, "operator", 8, 0, "402913");
    TEST_ASSERT_EQUAL_INT(E_OWN_ACCOUNT, delete_as(&operator, 8));
    TEST_ASSERT_EQUAL_INT(E_OWN_ACCOUNT, edit_as(&operator,(struct user_change){.values = {.userid = 8, .level = 7},
                                                                                .given = GIVEN(LEVEL)}));
    TEST_ASSERT_EQUAL_INT(0, edit_as(&operator,(struct user_change){.values = {.userid = 8, .username = "me"},
                                                                    .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_STRING("me", get(8).username);
}

void test_own_password_is_not_changed_without_the_old_one(void) {
    fixture_add_user(&t, 8, "operator", 8, 0, "402913");
    TEST_ASSERT_EQUAL_INT(E_OWN_PASSWORD,
                          edit_as(&operator,(struct user_change){
                                      .values = {.userid = 8}, .password = "518264", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_STRING(user_rows[USER_PASSWORD].name, refusal.field);
    TEST_ASSERT_EQUAL_INT(
        E_OWN_PASSWORD,
        edit_as(&operator,(struct user_change){.values = {.userid = 8}, .password = "", .given = GIVEN(PASSWORD)}));
}

void test_rights_that_were_just_lost_are_lost(void) {
    fixture_add_user(&t, 8, "operator", 8, 0, "402913");
    TEST_ASSERT_EQUAL_INT(
        0, edit_as(&admin, (struct user_change){.values = {.userid = 8, .level = 1}, .given = GIVEN(LEVEL)}));
    TEST_ASSERT_EQUAL_INT(
        E_SESSION_ENDED,
        edit_as(&operator,(struct user_change){.values = {.userid = 8, .username = "x"}, .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_INT(0, delete_as(&admin, 8));
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, add_as(&operator,(struct user_change){.values = {.userid = 7}}));
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, delete_as(&operator, 7));
}

/* ---- sessions and audit ---- */

static int check_session(const char *token) {
    struct actor view;

    return accounts_recognise(t.core, token, strlen(token), &view);
}

static void open_session(const struct actor *view, char token[SESSIONS_TOKEN_LEN + 1]) {
    uint64_t id = 0;

    TEST_ASSERT_EQUAL_INT(0, sessions_open(t.shared->sessions, view, token, &id));
}

void test_password_level_and_deletion_end_the_sessions(void) {
    char token[SESSIONS_TOKEN_LEN + 1];

    fixture_add_user(&t, 8, "operator", 8, 0, "402913");
    open_session(&operator, token);
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, (struct user_change){.values = {.userid = 8, .username = "renamed"},
                                                                  .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_INT(0, check_session(token));
    TEST_ASSERT_EQUAL_INT(
        0,
        edit_as(&admin, (struct user_change){.values = {.userid = 8}, .password = "739158", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, check_session(token));
    open_session(&operator, token);
    TEST_ASSERT_EQUAL_INT(
        0, edit_as(&admin, (struct user_change){.values = {.userid = 8, .level = 7}, .given = GIVEN(LEVEL)}));
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, check_session(token));
    open_session(&operator, token);
    TEST_ASSERT_EQUAL_INT(0, delete_as(&admin, 8));
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, check_session(token));
}

static void set_last_day(uint32_t day) {
    TEST_ASSERT_EQUAL_INT(
        0, edit_as(&admin, (struct user_change){.values = {.userid = 8, .valid_to = day}, .given = GIVEN(VALID_TO)}));
}

void test_a_last_day_in_the_past_ends_the_sessions_and_a_later_one_does_not(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    uint32_t today = clock_today(t.core);

    fixture_add_user(&t, 8, "operator", 8, 0, "402913");
    open_session(&operator, token);
    set_last_day(today);
    TEST_ASSERT_EQUAL_INT(0, check_session(token));
    set_last_day(today + 1);
    atomic_fetch_add(&t.fake.utc_ms, INT64_C(24) * 3600 * 1000);
    TEST_ASSERT_EQUAL_INT(0, check_session(token));
    TEST_ASSERT_EQUAL_INT(0, accounts_check_actor(t.core, &operator));
    set_last_day(today);
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, accounts_check_actor(t.core, &operator)); /* on its way meanwhile */
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, check_session(token));
}

void test_audit_rows_say_what_and_hold_no_secret(void) {
    struct last_audit last;

    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = 7, .username = "A \"n\" n"},
                                                                 .password = "4711",
                                                                 .given = GIVEN(USERNAME) | GIVEN(PASSWORD)}));
    last = audit();
    TEST_ASSERT_EQUAL_STRING(
        "admin 192.0.2.7 edituser user 7 - > {\"username\":\"A \\\"n\\\" n\",\"cardno\":\"0\",\"level\":0,"
        "\"group\":1,\"identifyMode\":\"device\",\"identifyFactors\":[],\"shift\":0,\"validFrom\":\"\","
        "\"validTo\":\"\",\"employeeNo\":\"\",\"department\":\"\",\"cardno2\":\"0\",\"cardno3\":\"0\",\"cardno4\":\"0\",\"cardno5\":\"0\",\"enrolled\":0,\"password\":\"set\"}",
        last.text);
    TEST_ASSERT_EQUAL_INT(0, edit_as(&admin, (struct user_change){.values = {.userid = 7, .group = 3},
                                                                  .password = "",
                                                                  .given = GIVEN(GROUP) | GIVEN(PASSWORD)}));
    last = audit();
    TEST_ASSERT_EQUAL_STRING("admin 192.0.2.7 edituser user 7 {\"group\":1} > {\"group\":3,\"password\":\"removed\"}",
                             last.text);
    TEST_ASSERT_EQUAL_INT(0, delete_as(&admin, 7));
    last = audit();
    TEST_ASSERT_NOT_NULL(strstr(last.text, "user 7 {\"username\":\"A \\\"n\\\" n\""));
    TEST_ASSERT_NOT_NULL(strstr(last.text, "> -"));
}

void test_a_refused_change_leaves_no_audit_row(void) {
    int rows = audit().rows;

    TEST_ASSERT_EQUAL_INT(
        E_RANGE, add_as(&admin, (struct user_change){.values = {.userid = 7, .group = 17}, .given = GIVEN(GROUP)}));
    TEST_ASSERT_EQUAL_INT(E_USER_UNKNOWN, edit_as(&admin, (struct user_change){.values = {.userid = 7, .username = "x"},
                                                                               .given = GIVEN(USERNAME)}));
    TEST_ASSERT_EQUAL_INT(E_USER_UNKNOWN, delete_as(&admin, 7));
    TEST_ASSERT_EQUAL_INT(rows, audit().rows);
}

/* ---- full storage ---- */

static void set_room(unsigned more) {
    char sql[128];
    sqlite3_stmt *query = NULL;
    int pages;

    TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_prepare_v2(t.core->store->db, "PRAGMA page_count", -1, &query, NULL));
    TEST_ASSERT_EQUAL_INT(SQLITE_ROW, sqlite3_step(query));
    pages = sqlite3_column_int(query, 0);
    (void)sqlite3_finalize(query);
    (void)snprintf(sql, sizeof(sql), "PRAGMA max_page_count = %u", (unsigned)pages + more);
    TEST_ASSERT_EQUAL_INT(0, store_exec(t.core->store, sql));
}

void test_full_storage_is_said_and_nothing_is_half_done(void) {
    struct store_users_counts counts;
    uint32_t id;
    int rows, r = 0;

    set_room(4);
    for (id = 1; !r && id < 400; id++) {
        rows = audit().rows;
        r = add_as(&admin, (struct user_change){
                               .values = {.userid = id, .username = "A name that takes some room in the table"},
                               .given = GIVEN(USERNAME)});
    }
    TEST_ASSERT_EQUAL_INT(E_NOSPC, r);
    TEST_ASSERT_EQUAL_INT(rows, audit().rows);
    TEST_ASSERT_EQUAL_INT(0, store_users_counts(t.core->store, &counts));
    TEST_ASSERT_EQUAL_UINT32(id - 2, counts.users);
    set_room(100000);
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = id - 1}}));
}

/* ---- deleting many ---- */

void test_delete_many_says_which_and_why_not(void) {
    uint32_t ids[130];
    int results[130];
    struct actor actor = by(&operator);

    fixture_add_user(&t, 8, "operator", 8, 0, "402913");
    fixture_add_user(&t, 9, "chief", 9, 0, "739158");
    for (uint32_t i = 0; i < 130; i++) {
        ids[i] = 1000 + i;
        if (i != 60) {
            TEST_ASSERT_EQUAL_INT(0, store_begin(t.core->store));
            TEST_ASSERT_EQUAL_INT(
                0,
                store_users_add(t.core->store, &(struct user){.userid = 1000 + i, .username = "", .group = 1}, NULL));
            TEST_ASSERT_EQUAL_INT(0, store_commit(t.core->store));
        }
    }
    ids[3] = 8;
    ids[70] = 9;
    ids[129] = 1000;
    TEST_ASSERT_EQUAL_INT(0, users_delete_many(t.core, &actor, ids, 130, results));
    for (uint32_t i = 0; i < 130; i++) {
        int expected = i == 3 ? E_OWN_ACCOUNT : i == 70 ? E_ABOVE_LEVEL : i == 60 ? E_USER_UNKNOWN : 0;
        struct user user;

        TEST_ASSERT_EQUAL_INT(expected, results[i]);
        TEST_ASSERT_EQUAL_INT(expected == 0 || expected == E_USER_UNKNOWN ? E_USER_UNKNOWN : 0,
                              users_get(t.core, ids[i], &arena, &user));
    }
    TEST_ASSERT_EQUAL_INT(126, audit().rows);
}

void test_delete_many_of_an_actor_who_is_gone_deletes_nothing(void) {
    static const uint32_t ids[] = {7};
    struct actor actor = by(&operator);
    int results[1];

    fixture_add_user(&t, 7, "seven", 0, 0, NULL);
    TEST_ASSERT_EQUAL_INT(E_SESSION_ENDED, users_delete_many(t.core, &actor, ids, 1, results));
    TEST_ASSERT_EQUAL_STRING("seven", get(7).username);
}

/* ---- lists ---- */

void test_list_knows_the_day_of_the_terminal(void) {
    struct user_query query = {.limit = 50, .expiry = EXPIRY_FILTER_EXPIRED, .given = VALUE_BIT(USER_QUERY_EXPIRY)};
    struct store_users_page page;

    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = 1, .valid_to = 20260920},
                                                                 .given = GIVEN(VALID_TO)}));
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = 2, .valid_to = 20260921},
                                                                 .given = GIVEN(VALID_TO)}));
    TEST_ASSERT_EQUAL_INT(0, add_as(&admin, (struct user_change){.values = {.userid = 3}}));
    TEST_ASSERT_EQUAL_INT(0, users_list(t.core, &query, &arena, &page, &refusal));
    TEST_ASSERT_EQUAL_size_t(1, page.count);
    fake_hal_advance(&t.fake, INT64_C(86400000));
    TEST_ASSERT_EQUAL_INT(0, users_list(t.core, &query, &arena, &page, &refusal));
    TEST_ASSERT_EQUAL_size_t(2, page.count);
}

void test_list_names_the_cursor_it_refuses(void) {
    struct user_query query = {.limit = 50, .after = "x"};
    struct store_users_page page;

    TEST_ASSERT_EQUAL_INT(E_FORMAT, users_list(t.core, &query, &arena, &page, &refusal));
    TEST_ASSERT_EQUAL_STRING(user_query_rows[USER_QUERY_AFTER].name, refusal.field);
    query.before = "x";
    TEST_ASSERT_EQUAL_INT(E_FORMAT, users_list(t.core, &query, &arena, &page, &refusal));
    TEST_ASSERT_EQUAL_STRING(user_query_rows[USER_QUERY_BEFORE].name, refusal.field);
    query.after = NULL;
    TEST_ASSERT_EQUAL_INT(E_FORMAT, users_list(t.core, &query, &arena, &page, &refusal));
    TEST_ASSERT_EQUAL_STRING(user_query_rows[USER_QUERY_BEFORE].name, refusal.field);
}

/* ---- races ---- */

/* What another thread commits while the password is hashed, between the check and the transaction. */
static void (*meanwhile)(void);

static void on_fill(size_t len) {
    if (len == CRYPTO_SALT_LEN && meanwhile) {
        void (*now)(void) = meanwhile;

        meanwhile = NULL;
        now();
    }
}

static struct core *other;

static void take_the_pin(void) {
    struct actor actor = by(&admin);
    struct user_change change = {.values = {.userid = 77}, .password = "4711", .given = GIVEN(PASSWORD)};
    struct users_refusal ignored;
    struct users_saved at;

    TEST_ASSERT_EQUAL_INT(0, users_add(other, &actor, &change, false, &at, &ignored));
}

static void take_the_id(void) {
    struct actor actor = by(&admin);
    struct user_change change = {.values = {.userid = 7, .username = "faster"}, .given = GIVEN(USERNAME)};
    struct users_refusal ignored;
    struct users_saved at;

    TEST_ASSERT_EQUAL_INT(0, users_add(other, &actor, &change, false, &at, &ignored));
}

void test_a_pin_taken_meanwhile_is_refused(void) {
    struct user user;

    other = fixture_core(&t);
    meanwhile = take_the_pin;
    t.fake.on_fill = on_fill;
    TEST_ASSERT_EQUAL_INT(
        E_PASSWORD_EXISTS,
        add_as(&admin, (struct user_change){.values = {.userid = 7}, .password = "4711", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_STRING(user_rows[USER_PASSWORD].name, refusal.field);
    TEST_ASSERT_EQUAL_INT(E_USER_UNKNOWN, users_get(t.core, 7, &arena, &user));
    TEST_ASSERT_TRUE(get(77).has_password);
    start_thread_end(other);
}

void test_an_id_taken_meanwhile_is_refused(void) {
    other = fixture_core(&t);
    meanwhile = take_the_id;
    t.fake.on_fill = on_fill;
    TEST_ASSERT_EQUAL_INT(
        E_USER_ID_EXISTS,
        add_as(&admin, (struct user_change){.values = {.userid = 7}, .password = "4711", .given = GIVEN(PASSWORD)}));
    TEST_ASSERT_EQUAL_STRING("faster", get(7).username);
    TEST_ASSERT_FALSE(get(7).has_password);
    start_thread_end(other);
}

struct racer {
    struct core *core;
    uint32_t first;
    unsigned won, lost;
};

/* Everybody wants the same cards. */
static void *race(void *ctx) {
    struct racer *racer = ctx;
    struct actor actor = by(&admin);

    for (uint32_t i = 0; i < 40; i++) {
        struct user_change change = {.values = {.userid = racer->first + i, .cardno = 5000 + i},
                                     .given = GIVEN(CARDNO)};
        struct users_refusal ignored = {0};
        struct users_saved at;
        int r = users_add(racer->core, &actor, &change, false, &at, &ignored);

        racer->won += r == 0;
        racer->lost += r == E_CARD_EXISTS;
    }
    return NULL;
}

void test_of_two_threads_one_gets_each_card(void) {
    struct racer racers[2] = {{.core = t.core, .first = 100}, {.core = fixture_core(&t), .first = 300}};
    pthread_t threads[2];

    for (int i = 0; i < 2; i++) {
        TEST_ASSERT_EQUAL_INT(0, pthread_create(&threads[i], NULL, race, &racers[i]));
    }
    for (int i = 0; i < 2; i++) {
        TEST_ASSERT_EQUAL_INT(0, pthread_join(threads[i], NULL));
    }
    TEST_ASSERT_EQUAL_UINT(40, racers[0].won + racers[1].won);
    TEST_ASSERT_EQUAL_UINT(40, racers[0].lost + racers[1].lost);
    start_thread_end(racers[1].core);
}

/* Somebody finds the session of an administrator left open. */
void test_power_over_others_asks_for_the_password_again(void) {
    struct user_change make = {
        .values = {.userid = 9, .level = 4}, .password = "402913", .given = GIVEN(LEVEL) | GIVEN(PASSWORD)};
    struct user_change other = {.values = {.userid = 5}, .password = "517394", .given = GIVEN(PASSWORD)};
    struct user_change raise = {.values = {.userid = 5, .level = 8}, .given = GIVEN(LEVEL)};
    struct user_change plain = {.values = {.userid = 6}, .password = "4711", .given = GIVEN(PASSWORD)};
    struct user_change lower = {.values = {.userid = 5, .level = 1}, .given = GIVEN(LEVEL)};
    struct actor stale = admin;

    fixture_add_user(&t, 5, "peer", 4, 0, "735846");
    stale.fresh = false;
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_NEEDED, add_as(&stale, make));
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_NEEDED, edit_as(&stale, other));
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_NEEDED, edit_as(&stale, raise));
    TEST_ASSERT_EQUAL_UINT8(4, get(5).level);
    TEST_ASSERT_EQUAL_INT(0, add_as(&stale, plain)); /* who only stands at the door is no power */
    TEST_ASSERT_EQUAL_INT(0, edit_as(&stale, lower));
    stale.fresh = true;
    TEST_ASSERT_EQUAL_INT(0, edit_as(&stale, raise));
    TEST_ASSERT_EQUAL_INT(0, edit_as(&stale, other));
    TEST_ASSERT_EQUAL_INT(0, add_as(&stale, make));
}
