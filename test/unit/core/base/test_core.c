#include "core/base/actor.h"
#include "core/base/core.h"

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

void test_serial_and_secrets_stay_over_a_restart(void) {
    char serial[CORE_SERIAL_MAX];
    struct core_secrets secrets = t.shared->secrets;
    memcpy(serial, t.shared->serial, sizeof serial);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING(serial, t.shared->serial);
    TEST_ASSERT_EQUAL_MEMORY(&secrets, &t.shared->secrets, sizeof secrets);
}

void test_sessions_do_not_outlive_a_restart(void) {
    struct actor view = {.level = 16};
    char token[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = 0;
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &view, token, &id));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(E_SESSION, sessions_check(t.shared->sessions, token, SESSIONS_TOKEN_LEN, &view));
}

void test_clocks_and_randomness_are_those_of_the_devices(void) {
    uint8_t a[32], b[32];
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, core_utc_ms(t.core));
    TEST_ASSERT_EQUAL_INT64(t.shared->started_ms, core_mono_ms(t.core));
    TEST_ASSERT_EQUAL(0, core_random(t.core, a, sizeof a));
    TEST_ASSERT_EQUAL(0, core_random(t.core, b, sizeof b));
    TEST_ASSERT_NOT_EQUAL(0, memcmp(a, b, sizeof a));
    t.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, core_random(t.core, a, sizeof a));
}

static void damage_identity(bool remove) {
    char path[96];
    (void)snprintf(path, sizeof path, "%s/identity", t.dir);
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
    core_free(NULL);
    core_shared_free(NULL);
}
