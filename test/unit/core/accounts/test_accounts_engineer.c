/* The engineer password: in somebody's session, and at /up. */
#include "core/accounts/engineer.h"

#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/accounts/accounts.h"
#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/factory.h"
#include "core/base/rights.h"
#include "core/settings/settings.h"
#include "file_watch.h"
#include "memory_watch.h"
#include "store/base/audit.h"
#include "terminal_fixture.h"
#include "unity.h"

#define PASSWORD "bolt-cutter-42"
#define WRONG "bolt-cutter-43"
#define PEER "192.0.2.7"
#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)

static struct fixture t;
static struct actor admin; /* with a session */
static char admin_token[SESSIONS_TOKEN_LEN + 1], token[SESSIONS_TOKEN_LEN + 1];
static unsigned wait_s;

static void provision(void) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/provision", t.dir);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_GREATER_THAN(0, fputs("engineer-password = " PASSWORD "\n", file));
    TEST_ASSERT_EQUAL(0, fclose(file));
    TEST_ASSERT_EQUAL(0, factory_provision(t.dir, t.dir, &t.fake.hal));
}

static void open_session(struct actor *account, char ret_token[SESSIONS_TOKEN_LEN + 1]) {
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, account, ret_token, &account->session));
}

static void open_admin(void) {
    admin = actor_nobody(PEER, "superLogin");
    admin.userid = 0;
    admin.level = 16;
    admin.importance = AUDIT_IMPORTANCE_SIGN_IN;
    (void)snprintf(admin.account, sizeof(admin.account), "admin");
    open_session(&admin, admin_token);
}

void setUp(void) {
    fixture_up(&t);
    fixture_stop(&t);
    provision();
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    open_admin();
    wait_s = 0;
    memset(token, 0, sizeof(token));
}

void tearDown(void) {
    (void)file_watch_stop();
    fixture_down(&t);
}

/* Without a password of the factory. */
static void start_bare(void) {
    fixture_down(&t);
    fixture_up(&t);
    open_admin();
}

static int raise_with(const char *password) {
    return engineer_raise(t.core, &admin, password, &wait_s);
}

static int sign_in(const char *password) {
    struct actor by = actor_nobody(PEER, "engineerLogin");
    by.importance = AUDIT_IMPORTANCE_SIGN_IN;
    return engineer_sign_in(t.core, &by, password, token, &wait_s);
}

static struct actor recognised(const char *of) {
    struct actor actor = actor_nobody(PEER, "upgradeState");
    TEST_ASSERT_EQUAL(0, accounts_recognise(t.core, of, strlen(of), &actor));
    return actor;
}

static bool is_super(const char *of) {
    return recognised(of).super;
}

static struct audit_rows audit;

/* The newest first; the newest is by `account`, person and peer, about the engineer. */
static void check_rows(unsigned count, const char *account, uint32_t person, enum audit_importance importance,
                       const char *result) {
    char after[64];
    audit_rows_read(t.core->store, &audit);
    TEST_ASSERT_EQUAL(count, audit.count);
    (void)snprintf(after, sizeof(after), "{\"result\":\"%s\"}", result);
    TEST_ASSERT_EQUAL_STRING(account, audit.rows[0].account);
    TEST_ASSERT_EQUAL_UINT32(person, audit.rows[0].person);
    TEST_ASSERT_EQUAL(importance, audit.rows[0].importance);
    TEST_ASSERT_EQUAL_STRING(PEER, audit.rows[0].peer);
    TEST_ASSERT_EQUAL_STRING("account engineer", audit.rows[0].object);
    TEST_ASSERT_EQUAL_STRING(after, audit.rows[0].after);
}

/* --- In somebody's session ------------------------------------------------------------------------------------------- */

void test_it_makes_a_super_session_of_just_this_one(void) {
    struct actor other = admin;
    char other_token[SESSIONS_TOKEN_LEN + 1];
    open_session(&other, other_token);
    TEST_ASSERT_FALSE(is_super(admin_token));
    TEST_ASSERT_EQUAL(0, raise_with(PASSWORD));
    TEST_ASSERT_TRUE(is_super(admin_token));
    TEST_ASSERT_FALSE(is_super(other_token));
    struct actor now = recognised(admin_token);
    TEST_ASSERT_EQUAL_STRING("admin", now.account);
    TEST_ASSERT_EQUAL(16, now.level);
    check_rows(1, "admin", 0, AUDIT_IMPORTANCE_SIGN_IN, "success");
    TEST_ASSERT_EQUAL_STRING("superLogin", audit.rows[0].call);
}

void test_it_is_over_after_a_quarter_of_an_hour(void) {
    TEST_ASSERT_EQUAL(0, raise_with(PASSWORD));
    fake_hal_advance(&t.fake, 15 * MINUTE - 1);
    TEST_ASSERT_TRUE(is_super(admin_token));
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_FALSE(is_super(admin_token)); /* and the session goes on */
}

void test_typed_again_it_begins_anew(void) {
    TEST_ASSERT_EQUAL(0, raise_with(PASSWORD));
    fake_hal_advance(&t.fake, 10 * MINUTE);
    TEST_ASSERT_EQUAL(0, raise_with(PASSWORD));
    fake_hal_advance(&t.fake, 15 * MINUTE - 1);
    TEST_ASSERT_TRUE(is_super(admin_token));
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_FALSE(is_super(admin_token));
}

void test_a_wrong_one_raises_nothing_and_takes_nothing_away(void) {
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, raise_with(WRONG));
    TEST_ASSERT_FALSE(is_super(admin_token));
    check_rows(1, "admin", 0, AUDIT_IMPORTANCE_REFUSED, "refused");
    TEST_ASSERT_EQUAL(0, raise_with(PASSWORD));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, raise_with(WRONG));
    TEST_ASSERT_TRUE(is_super(admin_token));
}

void test_after_five_wrong_ones_the_right_one_waits_too(void) {
    struct actor other = admin;
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, raise_with(WRONG));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, raise_with(PASSWORD));
    TEST_ASSERT_EQUAL(1, wait_s);
    TEST_ASSERT_FALSE(is_super(admin_token));
    check_rows(5, "admin", 0, AUDIT_IMPORTANCE_REFUSED, "refused"); /* none of what was not verified */
    (void)snprintf(other.account, sizeof(other.account), "7"); /* another account has counts of its own */
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, engineer_raise(t.core, &other, WRONG, &wait_s));
    fake_hal_advance(&t.fake, SECOND);
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, raise_with(WRONG));
    TEST_ASSERT_EQUAL(E_THROTTLED, raise_with(PASSWORD));
    TEST_ASSERT_EQUAL(2, wait_s);
    fake_hal_advance(&t.fake, 2 * SECOND);
    TEST_ASSERT_EQUAL(0, raise_with(PASSWORD));
    for (int i = 0; i < 5; i++) { /* which took the counts away */
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, raise_with(WRONG));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, raise_with(WRONG));
}

void test_tries_outlive_a_restart(void) {
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, raise_with(WRONG));
    }
    fixture_restart(&t);
    open_admin();
    TEST_ASSERT_EQUAL(E_THROTTLED, raise_with(PASSWORD));
}

void test_where_the_factory_gave_none(void) {
    start_bare();
    for (int i = 0; i < 7; i++) { /* nothing is counted */
        TEST_ASSERT_EQUAL(E_ENGINEER_MISSING, raise_with(PASSWORD));
    }
    TEST_ASSERT_FALSE(is_super(admin_token));
}

/* The engineer may be here because the storage is full. */
void test_a_full_storage_keeps_nobody_from_it(void) {
    file_watch_start(t.dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(0, raise_with(PASSWORD));
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, raise_with(WRONG));
    (void)file_watch_stop();
    TEST_ASSERT_TRUE(is_super(admin_token));
    TEST_ASSERT_TRUE(is_super(token));
}

/* --- At /up ---------------------------------------------------------------------------------------------------------- */

void test_a_session_of_the_engineer_has_no_other_right(void) {
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
    struct actor engineer = recognised(token);
    TEST_ASSERT_EQUAL_STRING("engineer", engineer.account);
    TEST_ASSERT_EQUAL_UINT32(ACTOR_USERID_ENGINEER, engineer.userid);
    TEST_ASSERT_TRUE(engineer.super);
    TEST_ASSERT_FALSE(engineer.must_change);
    TEST_ASSERT_FALSE(actor_is_person(&engineer));
    TEST_ASSERT_EQUAL(0, engineer.level);
    for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
        TEST_ASSERT_FALSE(rights_may(&settings_get(t.core)->rights, &engineer, group, RIGHT_READ));
        TEST_ASSERT_FALSE(rights_may(&settings_get(t.core)->rights, &engineer, group, RIGHT_WRITE));
    }
    TEST_ASSERT_FALSE(is_super(admin_token));
    check_rows(1, "engineer", ACTOR_USERID_ENGINEER, AUDIT_IMPORTANCE_SIGN_IN, "success");
}

void test_it_is_a_super_session_to_its_end(void) {
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
    for (int64_t ms = 0; ms + 20 * MINUTE < SESSIONS_LIFE_MS; ms += 20 * MINUTE) {
        fake_hal_advance(&t.fake, 20 * MINUTE);
        TEST_ASSERT_TRUE(is_super(token));
    }
    fake_hal_advance(&t.fake, 20 * MINUTE);
    struct actor gone = actor_nobody(PEER, "upgradeState");
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, accounts_recognise(t.core, token, strlen(token), &gone));
    TEST_ASSERT_FALSE(gone.super);
}

/* A wrong password is attributed to nobody; the entry has the name that was tried. */
void test_a_wrong_one_opens_nothing(void) {
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in(WRONG));
    TEST_ASSERT_EQUAL_STRING("", token);
    TEST_ASSERT_EQUAL(1, sessions_count(t.shared->sessions)); /* admin's */
    check_rows(1, "engineer", ACTOR_USERID_NOBODY, AUDIT_IMPORTANCE_REFUSED, "refused");
}

void test_signing_in_is_throttled(void) {
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in(WRONG));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in(PASSWORD));
    TEST_ASSERT_EQUAL(1, wait_s);
    TEST_ASSERT_EQUAL_STRING("", token);
    TEST_ASSERT_EQUAL(0, raise_with(PASSWORD)); /* a session has counts of its own, which no stranger fills */
    fake_hal_advance(&t.fake, SECOND);
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in(WRONG));
    }
}

/* A stranger's guesses hold up sign-ins from the same address alone. */
void test_guesses_from_one_address_do_not_hold_up_another(void) {
    struct actor elsewhere = actor_nobody("192.0.2.8", "engineerLogin");
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in(WRONG));
    }
    TEST_ASSERT_EQUAL(0, engineer_sign_in(t.core, &elsewhere, PASSWORD, token, &wait_s));
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in(PASSWORD)); /* which ends no wait of the stranger */
}

/* A name that is typed at the sign-in page is no counter of the engineer's. */
void test_no_account_that_is_typed_holds_up_the_engineer(void) {
    static const char *const names[] = {"engineer", "engineer " PEER};
    for (size_t i = 0; i < 10; i++) {
        TEST_ASSERT_EQUAL(0, throttle_try(t.core, names[i % 2], "192.0.2.8", /* browser= */ 0, &wait_s));
    }
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
}

void test_where_the_factory_gave_none_every_password_is_wrong(void) {
    start_bare();
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in(PASSWORD));
    }
    check_rows(5, "engineer", ACTOR_USERID_NOBODY, AUDIT_IMPORTANCE_REFUSED, "refused");
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in(PASSWORD));
}

void test_closed_it_lets_nobody_in_and_counts_nothing(void) {
    TEST_ASSERT_EQUAL(0, factory_set_up(t.core, false));
    for (int i = 0; i < 7; i++) {
        TEST_ASSERT_EQUAL(E_SWITCHED_OFF, sign_in(i == 0 ? PASSWORD : WRONG));
    }
    TEST_ASSERT_EQUAL(1, sessions_count(t.shared->sessions));
    TEST_ASSERT_EQUAL(0, raise_with(PASSWORD)); /* a session is raised all the same */
    TEST_ASSERT_EQUAL(0, factory_set_up(t.core, true));
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
}

/* What changes or confirms the password of an account is nothing for who has none. */
void test_no_password_is_the_engineers_to_change(void) {
    TEST_ASSERT_EQUAL(0, sign_in(PASSWORD));
    struct actor engineer = recognised(token);
    for (int i = 0; i < 7; i++) { /* nothing is counted either */
        TEST_ASSERT_EQUAL(E_FORBIDDEN, accounts_confirm(t.core, &engineer, PASSWORD, &wait_s));
        TEST_ASSERT_EQUAL(E_FORBIDDEN, accounts_change_password(t.core, &engineer, PASSWORD, "842613", &wait_s));
    }
    TEST_ASSERT_EQUAL(E_ADMIN_ONLY,
                      accounts_set_passphrase(t.core, &engineer, PASSWORD, "clouds in the morning sky", &wait_s));
    TEST_ASSERT_EQUAL(0, factory_check_engineer(t.core, PASSWORD));
    TEST_ASSERT_TRUE(accounts_is_signed_in(t.core, &engineer));
    TEST_ASSERT_EQUAL(0, accounts_sign_out(t.core, &engineer));
    TEST_ASSERT_FALSE(accounts_is_signed_in(t.core, &engineer));
}

/* --- Nothing is left in memory --------------------------------------------------------------------------------------- */

static void type_it(void) {
    static const char typed[] = PASSWORD;
    TEST_ASSERT_EQUAL(0, raise_with(typed));
    TEST_ASSERT_EQUAL(0, sign_in(typed));
}

void test_the_password_stays_nowhere_in_memory(void) {
    memory_watch_nothing(type_it, PASSWORD);
}
