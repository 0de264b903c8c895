/* The account `admin` of a new terminal, and of one that somebody has recovered (docs/recovery.md). */
#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/accounts/accounts.h"
#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "core/base/secrets.h"
#include "memory_watch.h"
#include "store/accounts/account.h"
#include "store/accounts/browser.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;
static struct accounts_sign_in in;
static unsigned wait_s;
static uint32_t numbers[70]; /* that the randomness gives for a password, one after the other */
static unsigned drawn;

static int fill(void *ctx, void *buf, size_t len) {
    (void)ctx;
    memset(buf, 7, len);
    if (len == sizeof(numbers[0])) {
        memcpy(buf, &numbers[drawn++], len);
    }
    return 0;
}

static void script(void) {
    memset(numbers, 0, sizeof(numbers));
    drawn = 0;
    t.fake.hal.entropy.fill = fill;
}

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 9, 0, "735846");
    wait_s = 0;
}

void tearDown(void) {
    fixture_down(&t);
}

static int sign_in(const char *name, const char *password) {
    struct actor by = actor_nobody("192.0.2.1", "chklogin");
    struct accounts_credentials typed = {.name = name, .password = password, .browser = "Firefox"};
    return accounts_sign_in(t.core, &by, &typed, &in, &wait_s);
}

static void expect_initial(const char *expected) {
    char password[ACCOUNTS_INITIAL_LEN + 1] = "??????";
    TEST_ASSERT_EQUAL(0, accounts_initial_password(t.shared, t.core->store, password));
    TEST_ASSERT_EQUAL_STRING(expected, password);
}

static void write_admin(const struct store_account *row) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_account_update(t.core->store, "admin", row, 1));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static struct audit_rows audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows;
}

void test_a_start_with_an_admin_makes_none(void) {
    char password[ACCOUNTS_INITIAL_LEN + 1];
    TEST_ASSERT_EQUAL(0, accounts_initial_password(t.shared, t.core->store, password));
    TEST_ASSERT_EQUAL(0, accounts_first_start(t.shared, t.core->store));
    expect_initial(password);
}

void test_recovery_gives_an_initial_password_and_forgets_who_was_known(void) {
    struct store_account before = {.password_hash = "$old", .passphrase = true};
    struct store_browser found[4];
    struct throttle_state state;
    bool has_phrase = true;
    size_t count = 9;
    char initial[sizeof(t.fake.initial_password)];
    (void)snprintf(initial, sizeof(initial), "%s", t.fake.initial_password);
    TEST_ASSERT_EQUAL(0, sign_in("admin", initial));
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
    write_admin(&before);
    for (unsigned i = 0; i < 6; i++) {
        (void)sign_in("admin", "111111");
        int r = throttle_count(t.core, THROTTLE_OWN_PASSWORD, "admin", &wait_s);
        TEST_ASSERT_EQUAL(i < 5 ? 0 : E_THROTTLED, r);
    }
    const struct hal_entropy entropy = t.fake.hal.entropy;
    script();
    numbers[0] = 3402913;
    TEST_ASSERT_EQUAL(0, accounts_recover(t.core));
    t.fake.hal.entropy = entropy;
    expect_initial("402913");
    TEST_ASSERT_EQUAL(0, store_browsers(t.core->store, 0, found, 4, &count));
    TEST_ASSERT_EQUAL_size_t(0, count);
    TEST_ASSERT_EQUAL(0, store_browsers(t.core->store, 7, found, 4, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL(0, accounts_has_passphrase(t.core, &has_phrase));
    TEST_ASSERT_FALSE(has_phrase);
    throttle_look(t.core, THROTTLE_OWN_PASSWORD, "admin", &state);
    TEST_ASSERT_EQUAL_UINT(0, state.wait_s);
    struct audit_copy row = audit().rows[0];
    TEST_ASSERT_EQUAL_STRING("-", row.account);
    TEST_ASSERT_EQUAL_STRING("-", row.peer);
    TEST_ASSERT_EQUAL_STRING("recovery", row.call);
    TEST_ASSERT_EQUAL_STRING("account admin", row.object);
    TEST_ASSERT_EQUAL_STRING("{\"password\":\"initial\"}", row.after);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_RIGHTS, row.importance);
    TEST_ASSERT_EQUAL(0, sign_in("admin", "402913")); /* its waits are over */
    TEST_ASSERT_TRUE(in.account.must_change);
    TEST_ASSERT_EQUAL(0, sign_in("7", "735846"));
}

/* The last part of the range of 32 bits would favour low numbers. */
void test_passwords_are_drawn_evenly_until_one_meets_the_rules(void) {
    static const struct {
        uint32_t first;
        const char *password; /* the second one is 402913 */
    } cases[] = {
        {518264, "518264"},      {2000000000U + 83947, "083947"}, {4293083947U, "083947"},
        {4294083947U, "402913"}, {UINT32_MAX, "402913"},          {0, "402913"},
        {123456, "402913"},      {4294000000U - 1, "402913"},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        script();
        numbers[0] = cases[i].first;
        numbers[1] = 402913;
        TEST_ASSERT_EQUAL(0, accounts_recover(t.core));
        expect_initial(cases[i].password);
    }
}

void test_64_that_do_not_meet_the_rules_are_too_many(void) {
    script();
    numbers[63] = 402913;
    TEST_ASSERT_EQUAL(0, accounts_recover(t.core));
    expect_initial("402913");
    unsigned rows = audit().count;
    script();
    numbers[64] = 518264;
    TEST_ASSERT_EQUAL(E_IO, accounts_recover(t.core));
    TEST_ASSERT_EQUAL_UINT(64, drawn);
    expect_initial("402913");
    TEST_ASSERT_EQUAL_UINT(rows, audit().count);
}

static size_t failing_len;

static int fill_but(void *ctx, void *buf, size_t len) {
    return len == failing_len ? E_IO : fill(ctx, buf, len);
}

void test_without_randomness_nothing_changes(void) {
    static const size_t lens[] = {sizeof(uint32_t), CRYPTO_SALT_LEN, CRYPTO_NONCE_LEN};
    char before[ACCOUNTS_INITIAL_LEN + 1];
    TEST_ASSERT_EQUAL(0, accounts_initial_password(t.shared, t.core->store, before));
    for (size_t i = 0; i < 3; i++) {
        script();
        numbers[0] = 402913;
        failing_len = lens[i];
        t.fake.hal.entropy.fill = fill_but;
        TEST_ASSERT_EQUAL(E_IO, accounts_recover(t.core));
        expect_initial(before);
        TEST_ASSERT_EQUAL_UINT(0, audit().count);
    }
}

void test_a_row_that_cannot_be_opened_shows_no_password(void) {
    struct store_account row, damaged;
    char password[ACCOUNTS_INITIAL_LEN + 1] = "??????";
    TEST_ASSERT_EQUAL(0, store_account_get(t.core->store, "admin", &row));
    damaged = row;
    damaged.initial_sealed[damaged.initial_sealed_len - 1] ^= 1;
    write_admin(&damaged);
    TEST_ASSERT_EQUAL(E_CORRUPT, accounts_initial_password(t.shared, t.core->store, password));
    TEST_ASSERT_EQUAL_STRING("", password);
    damaged = row;
    damaged.initial_sealed_len--;
    write_admin(&damaged);
    TEST_ASSERT_EQUAL(E_CORRUPT, accounts_initial_password(t.shared, t.core->store, password));
    TEST_ASSERT_EQUAL_STRING("", password);
    damaged = (struct store_account){.password_hash = "$replaced"};
    write_admin(&damaged);
    expect_initial("");
}

static void act_recover(void) {
    TEST_ASSERT_EQUAL(0, accounts_recover(t.core));
}

void test_a_new_password_is_left_nowhere(void) {
    script();
    numbers[0] = 402913;
    memory_watch_nothing(act_recover, "402913");
    expect_initial("402913");
}
