#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/start/start.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/accounts/sessions.h"
#include "core/settings/settings.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

static struct fixture t;

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

static void hash_all(uint8_t ret_hashes[SECRETS_PURPOSES][CRYPTO_HASH_LEN]) {
    for (int i = 0; i < SECRETS_PURPOSES; i++) {
        secrets_hash(t.shared, (enum secrets_purpose)i, "402913", 6, ret_hashes[i]);
    }
}

void test_serial_and_secrets_stay_over_a_restart(void) {
    char serial[ABOUT_SERIAL_MAX];
    uint8_t before[SECRETS_PURPOSES][CRYPTO_HASH_LEN];
    uint8_t nonce[CRYPTO_NONCE_LEN] = {1};
    uint8_t sealed[5 + CRYPTO_SEAL_EXTRA];
    uint8_t salt[CRYPTO_SALT_LEN] = {2};
    char password[CRYPTO_PASSWORD_MAX];
    char plain[5];
    (void)snprintf(serial, sizeof(serial), "%s", about_serial(t.shared));
    hash_all(before);
    secrets_seal(t.shared, nonce, "secret", sizeof(plain), sealed);
    TEST_ASSERT_EQUAL(0, secrets_password_hash(t.shared, salt, "402913", password));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING(serial, about_serial(t.shared));
    uint8_t after[SECRETS_PURPOSES][CRYPTO_HASH_LEN];
    hash_all(after);
    TEST_ASSERT_EQUAL_MEMORY(before, after, sizeof(before));
    TEST_ASSERT_EQUAL(0, secrets_open(t.shared, sealed, sizeof(sealed), plain));
    TEST_ASSERT_EQUAL_MEMORY("secre", plain, sizeof(plain));
    TEST_ASSERT_EQUAL(0, secrets_password_verify(t.shared, password, "402913"));
}

void test_each_purpose_has_a_key_of_its_own(void) {
    uint8_t hashes[SECRETS_PURPOSES][CRYPTO_HASH_LEN];
    hash_all(hashes);
    for (int i = 1; i < SECRETS_PURPOSES; i++) {
        for (int j = 0; j < i; j++) {
            TEST_ASSERT_NOT_EQUAL(0, memcmp(hashes[i], hashes[j], CRYPTO_HASH_LEN));
        }
    }
}

void test_sessions_do_not_outlive_a_restart(void) {
    struct actor view = {.level = 16};
    char token[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = 0;
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &view, token, &id));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, sessions_check(t.shared->sessions, token, SESSIONS_TOKEN_LEN, &view));
}

void test_clocks_and_randomness_are_those_of_the_devices(void) {
    uint8_t a[32], b[32];
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, core_utc_ms(t.core));
    TEST_ASSERT_EQUAL_INT64(t.fake.mono_ms, core_mono_ms(t.core));
    TEST_ASSERT_EQUAL_INT64(0, about_uptime_ms(t.core));
    fake_hal_advance(&t.fake, 1500);
    TEST_ASSERT_EQUAL_INT64(1500, about_uptime_ms(t.core));
    TEST_ASSERT_EQUAL(0, core_random(t.core, a, sizeof(a)));
    TEST_ASSERT_EQUAL(0, core_random(t.core, b, sizeof(b)));
    TEST_ASSERT_NOT_EQUAL(0, memcmp(a, b, sizeof(a)));
    t.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, core_random(t.core, a, sizeof(a)));
}

static void damage_identity(bool remove) {
    char path[96];
    (void)snprintf(path, sizeof(path), "%s/identity", t.dir);
    TEST_ASSERT_EQUAL(0, remove ? unlink(path) : truncate(path, 40));
}

void test_damaged_identity_is_refused(void) {
    fixture_stop(&t);
    damage_identity(false);
    TEST_ASSERT_EQUAL(E_CORRUPT, fixture_start(&t));
}

void test_identity_that_is_gone_while_accounts_exist_is_refused(void) {
    fixture_stop(&t);
    damage_identity(true);
    TEST_ASSERT_EQUAL(E_CORRUPT, fixture_start(&t));
}

void test_start_without_randomness_is_refused(void) {
    fixture_stop(&t);
    t.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, fixture_start(&t));
}

void test_start_without_a_display_goes_on(void) {
    fixture_stop(&t);
    t.fake.display_offline = true;
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
}

void test_free_takes_nothing(void) {
    start_thread_end(NULL);
    start_free(NULL);
}
