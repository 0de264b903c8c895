#include "core/accounts/accounts.h"
#include "core/base/actor.h"
#include "core/time/clock.h"

#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/base/audit.h"
#include "core/door/identify.h"
#include "store/accounts/account.h"
#include "store/base/audit.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/err.h"

#define PEER "192.0.2.1"

static struct fixture t;
static struct accounts_sign_in in;
static unsigned wait_s;

void setUp(void) {
    fixture_up(&t);
    memset(&in, 0, sizeof(in));
    wait_s = 0;
}

void tearDown(void) {
    fixture_down(&t);
}

static int sign_in(const char *name, const char *password) {
    struct actor by = actor_nobody(PEER, "chklogin");
    struct accounts_credentials typed = {.name = name, .password = password, .browser = "Firefox"};
    by.importance = AUDIT_IMPORTANCE_SIGN_IN;
    return accounts_sign_in(t.core, &by, &typed, &in, &wait_s);
}

static int change(const struct actor *account, const char *old_password, const char *new_password) {
    struct actor by = actor_nobody(PEER, "EditPwd");
    actor_become(&by, account);
    return accounts_change_password(t.core, &by, old_password, new_password, &wait_s);
}

static int check(const char *token, struct actor *ret_actor) {
    *ret_actor = actor_nobody(PEER, "userlist");
    return accounts_recognise(t.core, token, strlen(token), ret_actor);
}

static struct audit_rows audit;

static void read_audit(void) {
    audit_rows_read(t.core->store, &audit);
}

void test_first_start_shows_a_random_initial_password_that_meets_the_rules(void) {
    char shown[ACCOUNTS_INITIAL_LEN + 1];
    TEST_ASSERT_EQUAL(ACCOUNTS_INITIAL_LEN, strlen(t.fake.initial_password));
    TEST_ASSERT_TRUE(password_rules_console(t.fake.initial_password, "admin"));
    TEST_ASSERT_EQUAL(0, accounts_initial_password(t.shared, t.core->store, shown));
    TEST_ASSERT_EQUAL_STRING(t.fake.initial_password, shown);
}

void test_initial_password_stands_nowhere_in_clear(void) {
    struct store_account account;
    TEST_ASSERT_EQUAL(0, store_account_get(t.core->store, "admin", &account));
    TEST_ASSERT_TRUE(account.must_change);
    TEST_ASSERT_EQUAL(ACCOUNTS_INITIAL_LEN + CRYPTO_SEAL_EXTRA, account.initial_sealed_len);
    TEST_ASSERT_NULL(memmem(account.initial_sealed, account.initial_sealed_len, t.fake.initial_password, 6));
    TEST_ASSERT_NULL(strstr(account.password_hash, t.fake.initial_password));
}

void test_initial_password_stays_the_same_until_it_is_replaced(void) {
    char before[16];
    (void)snprintf(before, sizeof(before), "%s", t.fake.initial_password);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING(before, t.fake.initial_password);
    TEST_ASSERT_EQUAL(0, sign_in("admin", before));
    TEST_ASSERT_TRUE(in.account.must_change);
    TEST_ASSERT_EQUAL(0, change(&in.account, before, "402913"));
    TEST_ASSERT_EQUAL_STRING("", t.fake.initial_password);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING("", t.fake.initial_password);
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("admin", before));
    TEST_ASSERT_EQUAL(0, sign_in("admin", "402913"));
    TEST_ASSERT_FALSE(in.account.must_change);
}

void test_admin_signs_in(void) {
    struct actor view;
    TEST_ASSERT_EQUAL(0, sign_in("admin", t.fake.initial_password));
    TEST_ASSERT_EQUAL(0, check(in.token, &view));
    TEST_ASSERT_EQUAL_STRING("admin", view.account);
    TEST_ASSERT_EQUAL_STRING("admin", view.name);
    TEST_ASSERT_EQUAL_STRING(PEER, view.peer);
    TEST_ASSERT_EQUAL(0, view.userid);
    TEST_ASSERT_EQUAL(16, view.level);
    TEST_ASSERT_EQUAL_UINT64(view.session, in.account.session);
    read_audit();
    TEST_ASSERT_EQUAL(1, audit.count);
    TEST_ASSERT_EQUAL_STRING("chklogin", audit.rows[0].call);
    TEST_ASSERT_EQUAL_STRING("admin", audit.rows[0].account);
    TEST_ASSERT_EQUAL_STRING("account admin", audit.rows[0].object);
    TEST_ASSERT_EQUAL_STRING(PEER, audit.rows[0].peer);
}

void test_user_with_a_level_signs_in_by_user_id(void) {
    fixture_add_user(&t, 7, "Ada Lovelace", 9, 0, "735846");
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL_STRING("7", in.account.account);
    TEST_ASSERT_EQUAL(7, in.account.userid);
    TEST_ASSERT_EQUAL(9, in.account.level);
    TEST_ASSERT_EQUAL_STRING("Ada Lovelace", in.account.name);
    TEST_ASSERT_FALSE(in.account.must_change);
}

/* A failed sign-in is attributed to a stranger, whatever the name: its entries displace none of the account's. */
void test_sign_ins_count_for_the_account_and_failures_for_nobody(void) {
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_set_sponsor(t.core->store, 7, 44, 44));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7", "111111"));
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL_UINT32(44, in.account.sponsor);
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, change(&in.account, "111111", "402913"));
    read_audit();
    TEST_ASSERT_EQUAL(3, audit.count);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_REFUSED, audit.rows[2].importance);
    TEST_ASSERT_EQUAL_STRING("7", audit.rows[2].account);
    TEST_ASSERT_EQUAL_UINT32(ACTOR_USERID_NOBODY, audit.rows[2].person);
    TEST_ASSERT_EQUAL_UINT32(ACTOR_USERID_NOBODY, audit.rows[2].sponsor);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_SIGN_IN, audit.rows[1].importance);
    TEST_ASSERT_EQUAL_UINT32(7, audit.rows[1].person);
    TEST_ASSERT_EQUAL_UINT32(44, audit.rows[1].sponsor);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_REFUSED, audit.rows[0].importance);
    TEST_ASSERT_EQUAL_UINT32(7, audit.rows[0].person);
}

static void set_validity(uint32_t id, uint32_t from, uint32_t to) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    uint32_t revision;
    arena_init(&arena, 4096);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_get(t.core->store, id, &arena, &user));
    user.valid_from = from;
    user.valid_to = to;
    TEST_ASSERT_EQUAL(0, store_users_update(t.core->store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

void test_user_signs_in_on_the_days_of_validity_only(void) {
    uint32_t today = clock_today(t.core);
    fixture_add_user(&t, 7, "Seven", 3, 0, "704182");
    set_validity(7, today, today);
    TEST_ASSERT_EQUAL(0, sign_in("7", "704182"));
    set_validity(7, today + 1, 0);
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7", "704182"));
    set_validity(7, 0, today - 1);
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7", "704182"));
}

/* The calendar alone goes on: nothing is idle for too long. */
void test_a_session_ends_with_the_last_day(void) {
    struct actor view;
    uint32_t today = clock_today(t.core);
    fixture_add_user(&t, 7, "Seven", 3, 0, "704182");
    set_validity(7, 0, today);
    TEST_ASSERT_EQUAL(0, sign_in("7", "704182"));
    TEST_ASSERT_EQUAL(0, check(in.token, &view));
    atomic_fetch_add(&t.fake.utc_ms, INT64_C(24) * 3600 * 1000);
    TEST_ASSERT_GREATER_THAN(today, clock_today(t.core));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(in.token, &view));
    atomic_fetch_sub(&t.fake.utc_ms, INT64_C(24) * 3600 * 1000);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(in.token, &view)); /* for good */
}

void test_nobody_else_signs_in_and_all_get_one_answer(void) {
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    fixture_add_user(&t, 8, "No level", 0, 0, "650284");
    fixture_add_user(&t, 9, "Short password", 9, 0, "4711");
    fixture_add_user(&t, 10, "No password", 9, 0, NULL);
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7", "735847"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("07", "735846"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("8", "650284"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("9", "4711"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("10", ""));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("11", "735846"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("0", "735846"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("Admin", t.fake.initial_password));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("1234567890", "735846"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7; DROP TABLE user", "735846"));
    TEST_ASSERT_EQUAL(0, sessions_count(t.shared->sessions));
}

void test_refusals_leave_a_row_that_does_not_repeat_unknown_names(void) {
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("735846", "x"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("admin", "x"));
    read_audit();
    TEST_ASSERT_EQUAL(2, audit.count);
    TEST_ASSERT_EQUAL_STRING("account admin", audit.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("admin", audit.rows[0].account);
    TEST_ASSERT_EQUAL_STRING("{\"result\":\"refused\"}", audit.rows[0].after);
    TEST_ASSERT_EQUAL_STRING("account ?", audit.rows[1].object);
    TEST_ASSERT_EQUAL_STRING("-", audit.rows[1].account);
}

void test_wrong_tries_are_throttled_also_for_the_right_password_and_over_a_restart(void) {
    char initial[16];
    (void)snprintf(initial, sizeof(initial), "%s", t.fake.initial_password);
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("admin", "402913"));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in("admin", initial));
    TEST_ASSERT_EQUAL(1, wait_s);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in("admin", initial));
    fake_hal_advance(&t.fake, 1000);
    TEST_ASSERT_EQUAL(0, sign_in("admin", initial));
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("admin", "402913"));
    }
}

void test_unknown_accounts_are_throttled_alike(void) {
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("4711", "402913"));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in("4711", "402913"));
}

void test_change_of_password_ends_the_other_sessions_of_the_account(void) {
    char first[SESSIONS_TOKEN_LEN + 1], foreign[SESSIONS_TOKEN_LEN + 1];
    struct actor view;
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    memcpy(foreign, in.token, sizeof(foreign));
    TEST_ASSERT_EQUAL(0, sign_in("admin", t.fake.initial_password));
    memcpy(first, in.token, sizeof(first));
    TEST_ASSERT_EQUAL(0, sign_in("admin", t.fake.initial_password));
    TEST_ASSERT_EQUAL(0, change(&in.account, t.fake.initial_password, "402913"));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(first, &view));
    TEST_ASSERT_EQUAL(0, check(foreign, &view));
    TEST_ASSERT_EQUAL(0, check(in.token, &view));
    TEST_ASSERT_FALSE(view.must_change);
    read_audit();
    TEST_ASSERT_EQUAL_STRING("EditPwd", audit.rows[0].call);
    TEST_ASSERT_EQUAL_STRING("{\"password\":\"changed\"}", audit.rows[0].after);
}

void test_change_needs_the_old_password_and_is_throttled(void) {
    TEST_ASSERT_EQUAL(0, sign_in("admin", t.fake.initial_password));
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, change(&in.account, "650284", "402913"));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, change(&in.account, t.fake.initial_password, "402913"));
    TEST_ASSERT_EQUAL(1, wait_s);
    fake_hal_advance(&t.fake, 1000);
    TEST_ASSERT_EQUAL(0, change(&in.account, t.fake.initial_password, "402913"));
}

void test_change_refuses_weak_and_unchanged_passwords(void) {
    TEST_ASSERT_EQUAL(0, sign_in("admin", t.fake.initial_password));
    TEST_ASSERT_EQUAL(E_PASSWORD_RULES, change(&in.account, t.fake.initial_password, "123456"));
    TEST_ASSERT_EQUAL(E_PASSWORD_RULES, change(&in.account, t.fake.initial_password, t.fake.initial_password));
    TEST_ASSERT_EQUAL(0, sign_in("admin", t.fake.initial_password));
}

void test_user_changes_own_password(void) {
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL(0, change(&in.account, "735846", "402913"));
    TEST_ASSERT_EQUAL(0, sign_in("7", "402913"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7", "735846"));
}

/* Choosing a password reveals nothing about the passwords of others to an administrator. */
void test_the_own_password_is_compared_with_nobodys(void) {
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    fixture_add_user(&t, 8, "Bob", 0, 0, "402913");
    fixture_add_user(&t, 9, "Eve", 15, 0, "650284");
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL(0, change(&in.account, "735846", "402913"));
    TEST_ASSERT_EQUAL(0, change(&in.account, "402913", "650284"));
    TEST_ASSERT_EQUAL(0, sign_in("7", "650284"));
    TEST_ASSERT_EQUAL(0, sign_in("9", "650284"));
}

void test_admin_may_have_the_digits_of_a_user(void) {
    fixture_add_user(&t, 8, "Bob", 0, 0, "402913");
    TEST_ASSERT_EQUAL(0, sign_in("admin", t.fake.initial_password));
    TEST_ASSERT_EQUAL(0, change(&in.account, t.fake.initial_password, "402913"));
}

void test_session_of_a_deleted_user_cannot_change_anything(void) {
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, change(&in.account, "735846", "402913"));
}

/* Somebody else deletes user 7, just when the token of a new session is drawn. */
static void delete_meanwhile(size_t len) {
    if (len == 32) {
        t.fake.on_fill = NULL;
        TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
        TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
        TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
        sessions_end_account(t.shared->sessions, 7, 0);
    }
}

void test_account_that_is_deleted_while_it_signs_in_has_no_session(void) {
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    t.fake.on_fill = delete_meanwhile;
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7", "735846"));
    TEST_ASSERT_NULL(t.fake.on_fill);
    TEST_ASSERT_EQUAL(0, sessions_count(t.shared->sessions));
}

/* Somebody else gives user 7 another password, just when the salt of a new one is drawn. */
static void end_today_meanwhile(size_t len) {
    if (len == 32) { /* the token's bytes: the account was read */
        t.fake.on_fill = NULL;
        set_validity(7, 0, clock_today(t.core));
    }
}

/* The session would go on by the days that were read. */
void test_sign_in_of_an_account_whose_days_change_meanwhile(void) {
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    t.fake.on_fill = end_today_meanwhile;
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL(0, sessions_count(t.shared->sessions));
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
}

static void change_meanwhile(size_t len) {
    struct store_password stored = {.hash = "$other", .console = true};
    if (len == CRYPTO_SALT_LEN) {
        t.fake.on_fill = NULL;
        TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
        TEST_ASSERT_EQUAL(0, store_users_set_password(t.core->store, 7, &stored));
        TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    }
}

void test_password_that_was_changed_meanwhile_is_not_overwritten(void) {
    char hash[STORE_PASSWORD_HASH_MAX];
    bool identifies = true;
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    t.fake.on_fill = change_meanwhile;
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, change(&in.account, "735846", "402913"));
    TEST_ASSERT_EQUAL(0, store_users_password(t.core->store, 7, hash, &identifies));
    TEST_ASSERT_EQUAL_STRING("$other", hash);
}

void test_signing_out_ends_the_session_and_leaves_a_row(void) {
    struct actor view;
    TEST_ASSERT_EQUAL(0, sign_in("admin", t.fake.initial_password));
    struct actor by = actor_nobody(PEER, "logout");
    actor_become(&by, &in.account);
    TEST_ASSERT_EQUAL(0, accounts_sign_out(t.core, &by));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(in.token, &view));
    read_audit();
    TEST_ASSERT_EQUAL_STRING("logout", audit.rows[0].call);
}

void test_display_that_does_not_answer_keeps_nobody_from_changing(void) {
    TEST_ASSERT_EQUAL(0, sign_in("admin", t.fake.initial_password));
    t.fake.display_offline = true;
    TEST_ASSERT_EQUAL(0, change(&in.account, t.fake.initial_password, "402913"));
}

void test_without_randomness_nobody_gets_in_and_no_session_is_left(void) {
    t.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, sign_in("admin", t.fake.initial_password));
    TEST_ASSERT_EQUAL(0, sessions_count(t.shared->sessions));
}
