/* Browsers that have signed in, through accounts, as a sign-in makes them known. */
#include "audit_rows.h"
#include "core/accounts/accounts.h"
#include "core/accounts/browsers.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/start/start.h"

#include <stdio.h>
#include <string.h>

#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

#define HOME "192.0.2.1"
#define DAY_MS (INT64_C(24) * 60 * 60 * 1000)

static struct fixture t;
static struct accounts_sign_in in;
static struct store_browser browsers[BROWSERS_MAX];
static size_t count;
static unsigned wait_s;

void setUp(void) {
    fixture_up(&t);
    memset(&in, 0, sizeof(in));
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    fixture_add_user(&t, 8, "Bob", 9, 0, "402913");
}

void tearDown(void) {
    fixture_down(&t);
}

/* Signs in from a browser that shows `secret` (NULL: none). */
static int sign_in(const char *name, const char *password, const char *secret) {
    struct actor by = actor_nobody(HOME, "chklogin");
    struct accounts_credentials typed = {.name = name, .password = password, .browser = "Firefox"};
    browsers_recognise(t.core, secret, secret != NULL ? strlen(secret) : 0, &by);
    return accounts_sign_in(t.core, &by, &typed, &in, &wait_s);
}

static void list_as(uint32_t userid) {
    struct actor by = {.userid = userid};
    TEST_ASSERT_EQUAL(0, browsers_list(t.core, &by, browsers, &count));
}

/* A browser that is known for Ada; what it shows. */
static void known(char ret_secret[BROWSERS_SECRET_LEN + 1]) {
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846", NULL));
    TEST_ASSERT_EQUAL(BROWSERS_SECRET_LEN, strlen(in.browser));
    memcpy(ret_secret, in.browser, sizeof(in.browser));
}

static void lock_out(const char *name) {
    for (int r = 0; r != E_THROTTLED;) {
        r = sign_in(name, "518264", NULL);
    }
}

void test_strangers_who_lock_an_account_do_not_lock_its_browser(void) {
    char secret[BROWSERS_SECRET_LEN + 1];
    known(secret);
    lock_out("7");
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in("7", "735846", NULL));
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846", secret));
    TEST_ASSERT_EQUAL_STRING("", in.browser); /* it goes on with what it has */
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in("7", "735846", NULL)); /* and strangers get no tries back by it */
}

void test_a_known_browser_guesses_no_faster_than_anybody(void) {
    char secret[BROWSERS_SECRET_LEN + 1];
    known(secret);
    for (unsigned i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7", "518264", secret));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in("7", "735846", secret));
}

void test_a_browser_is_known_for_its_account_alone(void) {
    char secret[BROWSERS_SECRET_LEN + 1];
    known(secret);
    lock_out("8");
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in("8", "402913", secret));
    fake_hal_advance(&t.fake, 900000);
    TEST_ASSERT_EQUAL(0, sign_in("8", "402913", secret));
    TEST_ASSERT_EQUAL(BROWSERS_SECRET_LEN, strlen(in.browser)); /* one of its own for that account */
    list_as(7);
    TEST_ASSERT_EQUAL(1, count);
}

void test_anything_else_is_no_browser(void) {
    struct actor by = actor_nobody(HOME, "chklogin");
    char secret[BROWSERS_SECRET_LEN + 1];
    known(secret);
    secret[3] ^= 1;
    browsers_recognise(t.core, secret, BROWSERS_SECRET_LEN, &by);
    TEST_ASSERT_EQUAL_UINT32(0, by.browser);
    secret[3] ^= 1;
    browsers_recognise(t.core, secret, BROWSERS_SECRET_LEN - 1, &by);
    browsers_recognise(t.core, NULL, 0, &by);
    TEST_ASSERT_EQUAL_UINT32(0, by.browser);
    browsers_recognise(t.core, secret, BROWSERS_SECRET_LEN, &by);
    TEST_ASSERT_NOT_EQUAL_UINT32(0, by.browser);
}

void test_it_survives_a_restart_and_ends_after_180_days_without_use(void) {
    char secret[BROWSERS_SECRET_LEN + 1];
    struct actor by = actor_nobody(HOME, "chklogin");
    known(secret);
    fixture_restart(&t);
    atomic_fetch_add(&t.fake.utc_ms, 179 * DAY_MS);
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846", secret));
    TEST_ASSERT_EQUAL_STRING("", in.browser);
    atomic_fetch_add(&t.fake.utc_ms, 180 * DAY_MS);
    browsers_recognise(t.core, secret, BROWSERS_SECRET_LEN, &by);
    TEST_ASSERT_NOT_EQUAL_UINT32(0, by.browser);
    atomic_fetch_add(&t.fake.utc_ms, 1000);
    browsers_recognise(t.core, secret, BROWSERS_SECRET_LEN, &by);
    TEST_ASSERT_EQUAL_UINT32(0, by.browser);
    TEST_ASSERT_EQUAL(0, sign_in("8", "402913", NULL)); /* the next sign-in takes the row away */
    list_as(7);
    TEST_ASSERT_EQUAL(0, count);
}

void test_a_new_password_ends_all_but_the_one_it_was_typed_in(void) {
    char secret[BROWSERS_SECRET_LEN + 1], other[BROWSERS_SECRET_LEN + 1];
    struct actor by = actor_nobody(HOME, "EditPwd");
    known(other);
    known(secret);
    actor_become(&by, &in.account);
    TEST_ASSERT_EQUAL(0, accounts_change_password(t.core, &by, "735846", "517394", &wait_s));
    list_as(7);
    TEST_ASSERT_EQUAL(1, count);
    TEST_ASSERT_EQUAL(0, sign_in("7", "517394", secret));
    TEST_ASSERT_EQUAL_STRING("", in.browser);
    TEST_ASSERT_EQUAL(0, sign_in("7", "517394", other));
    TEST_ASSERT_NOT_EQUAL(0, strlen(in.browser));
}

void test_a_password_given_by_somebody_else_ends_all_and_lifts_the_wait(void) {
    char secret[BROWSERS_SECRET_LEN + 1];
    known(secret);
    lock_out("7");
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, accounts_password_given(t.core, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    list_as(7);
    TEST_ASSERT_EQUAL(0, count);
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846", NULL));
}

void test_an_account_has_eight_and_the_one_not_used_for_longest_goes(void) {
    char first[BROWSERS_SECRET_LEN + 1], second[BROWSERS_SECRET_LEN + 1];
    known(first);
    atomic_fetch_add(&t.fake.utc_ms, 1000);
    known(second);
    atomic_fetch_add(&t.fake.utc_ms, 1000);
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846", first));
    for (unsigned i = 0; i < BROWSERS_ACCOUNT_MAX - 1; i++) {
        atomic_fetch_add(&t.fake.utc_ms, 1000);
        TEST_ASSERT_EQUAL(0, sign_in("7", "735846", NULL));
    }
    list_as(7);
    TEST_ASSERT_EQUAL(BROWSERS_ACCOUNT_MAX, count);
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846", first));
    TEST_ASSERT_EQUAL_STRING("", in.browser);
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846", second));
    TEST_ASSERT_NOT_EQUAL(0, strlen(in.browser));
}

void test_a_user_who_is_deleted_takes_the_browsers_along(void) {
    char secret[BROWSERS_SECRET_LEN + 1];
    known(secret);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    list_as(0);
    TEST_ASSERT_EQUAL(0, count);
}

static int forget_as(uint32_t userid, uint32_t id) {
    struct actor by = {.account = "x", .userid = userid, .peer = HOME, .call = "forgetBrowser"};
    return browsers_forget(t.core, &by, id);
}

void test_everybody_forgets_the_own_and_admin_all(void) {
    char secret[BROWSERS_SECRET_LEN + 1], token[SESSIONS_TOKEN_LEN + 1];
    struct actor view;
    known(secret);
    memcpy(token, in.token, sizeof(token));
    list_as(7);
    TEST_ASSERT_EQUAL_STRING("Firefox", browsers[0].name);
    TEST_ASSERT_EQUAL_STRING(HOME, browsers[0].peer);
    uint32_t id = browsers[0].id;
    TEST_ASSERT_EQUAL(E_NOTFOUND, forget_as(8, id));
    TEST_ASSERT_EQUAL(0, accounts_recognise(t.core, token, SESSIONS_TOKEN_LEN, &view));
    TEST_ASSERT_EQUAL(0, forget_as(7, id));
    struct audit_rows rows;
    char object[32];
    audit_rows_read(t.core->store, &rows);
    (void)snprintf(object, sizeof(object), "browser %u", (unsigned)id);
    TEST_ASSERT_EQUAL_STRING(object, rows.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"userid\":7}", rows.rows[0].before);
    TEST_ASSERT_EQUAL_STRING("", rows.rows[0].after);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, accounts_recognise(t.core, token, SESSIONS_TOKEN_LEN, &view));
    TEST_ASSERT_EQUAL(E_NOTFOUND, forget_as(7, id));
    known(secret);
    list_as(0);
    TEST_ASSERT_EQUAL(0, forget_as(0, browsers[0].id));
    list_as(0);
    TEST_ASSERT_EQUAL(0, count);
}

/* The database contains no token that could be presented. */
void test_only_a_hash_is_kept(void) {
    char secret[BROWSERS_SECRET_LEN + 1];
    known(secret);
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_browser_find(t.core->store, (const uint8_t *)secret, &browsers[0]));
}
