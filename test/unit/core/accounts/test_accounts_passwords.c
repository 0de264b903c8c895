/* The own password, typed again and replaced: what it opens, what it ends, and what happens meanwhile. */
#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/accounts/accounts.h"
#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "store/accounts/account.h"
#include "store/accounts/browser.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"

#define PHRASE "clouds in the morning sky"
#define OTHER_PHRASE "rain behind the garden wall"

static struct fixture t;
static struct accounts_sign_in in;
static char initial[sizeof(t.fake.initial_password)];
static unsigned wait_s;

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    (void)snprintf(initial, sizeof(initial), "%s", t.fake.initial_password);
    wait_s = 0;
}

void tearDown(void) {
    fixture_down(&t);
}

static int sign_in(const char *name, const char *password) {
    struct actor by = actor_nobody("192.0.2.1", "chklogin");
    struct accounts_credentials typed = {.name = name, .password = password, .browser = "Firefox"};
    by.importance = AUDIT_IMPORTANCE_SIGN_IN;
    return accounts_sign_in(t.core, &by, &typed, &in, &wait_s);
}

/* The session that was opened last, as it is now. */
static struct actor me(void) {
    struct actor by = actor_nobody("192.0.2.1", "EditPwd");
    TEST_ASSERT_EQUAL(0, accounts_recognise(t.core, in.token, strlen(in.token), &by));
    return by;
}

static int confirm(const char *password) {
    struct actor by = me();
    return accounts_confirm(t.core, &by, password, &wait_s);
}

static int change(const char *old_password, const char *new_password) {
    struct actor by = me();
    return accounts_change_password(t.core, &by, old_password, new_password, &wait_s);
}

static int set_phrase(const char *old_password, const char *phrase) {
    struct actor by = me();
    return accounts_set_passphrase(t.core, &by, old_password, phrase, &wait_s);
}

static bool has_phrase(void) {
    bool set = false;
    TEST_ASSERT_EQUAL(0, accounts_has_passphrase(t.core, &set));
    return set;
}

static struct audit_rows audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows;
}

static uint32_t tries_of(const char *account) {
    struct throttle_state state;
    throttle_look(t.core, THROTTLE_OWN_PASSWORD, account, &state);
    return state.count;
}

/* ---- typed again ---- */

void test_a_password_typed_again_counts_for_five_minutes(void) {
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_TRUE(me().fresh);
    fake_hal_advance(&t.fake, SESSIONS_FRESH_MS);
    TEST_ASSERT_FALSE(me().fresh);
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, confirm("111111"));
    TEST_ASSERT_FALSE(me().fresh);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_REFUSED, audit().rows[0].importance);
    TEST_ASSERT_EQUAL_STRING("account 7", audit().rows[0].object);
    unsigned rows = audit().count;
    TEST_ASSERT_EQUAL_UINT32(1, tries_of("7"));
    TEST_ASSERT_EQUAL(0, confirm("735846"));
    TEST_ASSERT_TRUE(me().fresh);
    TEST_ASSERT_EQUAL_UINT32(0, tries_of("7"));
    TEST_ASSERT_EQUAL_UINT(rows, audit().count);
    fake_hal_advance(&t.fake, SESSIONS_FRESH_MS - 1);
    TEST_ASSERT_TRUE(me().fresh);
}

void test_wrong_ones_are_throttled_by_account(void) {
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    for (unsigned i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, confirm("111111"));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, confirm("735846"));
    TEST_ASSERT_EQUAL_UINT(1, wait_s);
    TEST_ASSERT_EQUAL(E_THROTTLED, change("735846", "402913"));
    TEST_ASSERT_EQUAL(0, sign_in("admin", initial));
    TEST_ASSERT_EQUAL(0, confirm(initial)); /* another account */
}

void test_who_is_fresh(void) {
    static const struct {
        uint64_t session;
        bool fresh;
        int err;
    } cases[] = {{1, true, 0}, {1, false, E_PASSWORD_NEEDED}, {0, true, 0}, {0, false, E_FORBIDDEN}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct actor by = {.session = cases[i].session, .fresh = cases[i].fresh};
        TEST_ASSERT_EQUAL(cases[i].err, accounts_check_fresh(&by));
    }
}

void test_an_account_that_is_gone_is_said_to_be(void) {
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, confirm("735846"));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, change("735846", "402913"));
}

/* ---- replaced ---- */

void test_a_new_password_leaves_this_session_alone_and_fresh(void) {
    char other[SESSIONS_TOKEN_LEN + 1];
    struct actor ignored = actor_nobody("-", "-");
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    memcpy(other, in.token, sizeof(other));
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    fake_hal_advance(&t.fake, SESSIONS_FRESH_MS);
    TEST_ASSERT_EQUAL(0, change("735846", "402913"));
    TEST_ASSERT_TRUE(me().fresh);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, accounts_recognise(t.core, other, strlen(other), &ignored));
    TEST_ASSERT_EQUAL_STRING("account 7", audit().rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"password\":\"changed\"}", audit().rows[0].after);
    TEST_ASSERT_EQUAL_STRING("EditPwd", audit().rows[0].call);
    TEST_ASSERT_EQUAL(0, confirm("402913"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, confirm("735846"));
}

static size_t count_browsers(uint32_t userid) {
    struct store_browser found[8];
    size_t count = 0;
    TEST_ASSERT_EQUAL(0, store_browsers(t.core->store, userid, found, 8, &count));
    return count;
}

void test_of_the_known_browsers_this_one_stays(void) {
    struct store_browser kept;
    TEST_ASSERT_EQUAL(0, sign_in("admin", initial));
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL_size_t(2, count_browsers(7));
    TEST_ASSERT_EQUAL(0, change("735846", "402913"));
    TEST_ASSERT_EQUAL_size_t(1, count_browsers(7));
    TEST_ASSERT_EQUAL(0, store_browser_get(t.core->store, me().browser, &kept));
    TEST_ASSERT_EQUAL_size_t(1, count_browsers(0)); /* those of others are not touched */
}

/* What somebody else does just when the new password is hashed. */
static void (*meanwhile)(void);

static void on_salt(size_t len) {
    if (len == CRYPTO_SALT_LEN) {
        t.fake.on_fill = NULL;
        TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
        meanwhile();
        TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    }
}

static void delete_user(void) {
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
}

static void take_level(void) {
    struct user user = {.userid = 7, .username = "Ada", .level = 0, .group = 1};
    uint32_t revision = 0;
    TEST_ASSERT_EQUAL(0, store_users_update(t.core->store, &user, NULL, &revision));
}

void test_an_account_that_is_another_one_meanwhile_keeps_what_it_has(void) {
    static void (*const cases[])(void) = {delete_user, take_level};
    for (size_t i = 0; i < 2; i++) {
        TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
        TEST_ASSERT_EQUAL_size_t(1, count_browsers(7));
        unsigned rows = audit().count;
        meanwhile = cases[i];
        t.fake.on_fill = on_salt;
        TEST_ASSERT_EQUAL(E_SESSION_ENDED, change("735846", "402913"));
        TEST_ASSERT_NULL(t.fake.on_fill);
        TEST_ASSERT_EQUAL_UINT(rows, audit().count);
        TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("7", "402913"));
        tearDown();
        setUp();
    }
}

static void admin_has_another(void) {
    struct store_account row = {.password_hash = "$other"};
    TEST_ASSERT_EQUAL(0, store_account_update(t.core->store, "admin", &row, 1));
}

void test_an_admin_whose_password_was_changed_meanwhile_keeps_it(void) {
    struct store_account row;
    TEST_ASSERT_EQUAL(0, sign_in("admin", initial));
    meanwhile = admin_has_another;
    t.fake.on_fill = on_salt;
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, set_phrase(initial, PHRASE));
    TEST_ASSERT_EQUAL(0, store_account_get(t.core->store, "admin", &row));
    TEST_ASSERT_EQUAL_STRING("$other", row.password_hash);
    TEST_ASSERT_FALSE(has_phrase());
}

/* ---- a passphrase ---- */

void test_admin_takes_a_passphrase_and_goes_back_to_digits(void) {
    char other[SESSIONS_TOKEN_LEN + 1];
    struct actor ignored = actor_nobody("-", "-");
    TEST_ASSERT_FALSE(has_phrase());
    TEST_ASSERT_EQUAL(0, sign_in("admin", initial));
    memcpy(other, in.token, sizeof(other));
    TEST_ASSERT_EQUAL(0, sign_in("admin", initial));
    TEST_ASSERT_TRUE(me().must_change);
    fake_hal_advance(&t.fake, SESSIONS_FRESH_MS);
    TEST_ASSERT_EQUAL(0, set_phrase(initial, PHRASE));
    TEST_ASSERT_TRUE(has_phrase());
    TEST_ASSERT_TRUE(me().fresh);
    TEST_ASSERT_FALSE(me().must_change);
    TEST_ASSERT_EQUAL_STRING("", t.fake.initial_password); /* is shown no more */
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, accounts_recognise(t.core, other, strlen(other), &ignored));
    TEST_ASSERT_EQUAL_STRING("account admin", audit().rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"passphrase\":\"set\"}", audit().rows[0].after);
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, sign_in("admin", initial));
    TEST_ASSERT_EQUAL(0, sign_in("admin", PHRASE));
    TEST_ASSERT_FALSE(me().must_change);
    TEST_ASSERT_EQUAL(0, change(PHRASE, "402913"));
    TEST_ASSERT_FALSE(has_phrase());
    TEST_ASSERT_EQUAL_STRING("{\"password\":\"changed\"}", audit().rows[0].after);
    TEST_ASSERT_EQUAL(0, sign_in("admin", "402913"));
}

void test_what_is_no_passphrase_is_not_taken(void) {
    TEST_ASSERT_EQUAL(0, sign_in("admin", initial));
    TEST_ASSERT_EQUAL(E_PASSWORD_RULES, set_phrase(initial, "402913"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, set_phrase("111111", PHRASE));
    TEST_ASSERT_EQUAL_UINT32(1, tries_of("admin"));
    TEST_ASSERT_EQUAL(0, set_phrase(initial, PHRASE));
    TEST_ASSERT_EQUAL(E_PASSWORD_RULES, set_phrase(PHRASE, PHRASE)); /* the old one */
    TEST_ASSERT_EQUAL(0, set_phrase(PHRASE, OTHER_PHRASE));
    TEST_ASSERT_EQUAL(0, sign_in("admin", OTHER_PHRASE));
    t.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, set_phrase(OTHER_PHRASE, PHRASE));
    TEST_ASSERT_EQUAL(E_IO, change(OTHER_PHRASE, "402913"));
    t.fake.entropy_fails = false;
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    TEST_ASSERT_EQUAL(E_ADMIN_ONLY, set_phrase("735846", PHRASE));
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
}
