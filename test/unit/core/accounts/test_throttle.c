#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "core/start/start.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "file_watch.h"
#include "store/accounts/throttle.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

static struct fixture t;
static unsigned wait_s;

void setUp(void) {
    fixture_up(&t);
    wait_s = 0;
}

void tearDown(void) {
    fixture_down(&t);
}

static int try_as(const char *account, const char *peer) {
    return throttle_try(t.core, account, peer, 0, &wait_s);
}

static int succeed(const char *account, const char *peer) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    int r = throttle_success(t.core, account, peer, 0);
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    return r;
}

static void wrong(unsigned times, const char *account, const char *peer) {
    for (unsigned i = 0; i < times; i++) {
        TEST_ASSERT_EQUAL(0, try_as(account, peer));
    }
}

void test_five_tries_are_free_then_the_wait_doubles_to_900_s(void) {
    static const unsigned waits[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900};
    wrong(5, "admin", "192.0.2.1");
    for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
        TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.1"));
        TEST_ASSERT_EQUAL(waits[i], wait_s);
        fake_hal_advance(&t.fake, (int64_t)waits[i] * 1000 - 1);
        TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.1"));
        TEST_ASSERT_EQUAL(1, wait_s);
        fake_hal_advance(&t.fake, 1);
        TEST_ASSERT_EQUAL(0, try_as("admin", "192.0.2.1"));
    }
}

/* Filling the disk neither allows unlimited guessing nor prevents others from signing in. */
void test_a_full_disk_keeps_nobody_out_and_counts_on(void) {
    file_watch_start(t.dir);
    file_watch_fill();
    wrong(5, "admin", "192.0.2.1");
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.1"));
    TEST_ASSERT_EQUAL(0, try_as("7", "192.0.2.9"));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, throttle_success(t.core, "7", "192.0.2.9", 0));
    TEST_ASSERT_EQUAL(E_NOSPC, store_commit(t.core->store)); /* the disk is full indeed */
    (void)file_watch_stop();
}

void test_accounts_are_slowed_down_apart(void) {
    wrong(5, "admin", "192.0.2.1");
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.9"));
    TEST_ASSERT_EQUAL(0, try_as("7", "192.0.2.9"));
}

void test_success_clears_account_and_source(void) {
    wrong(5, "admin", "192.0.2.1");
    TEST_ASSERT_EQUAL(0, succeed("admin", "192.0.2.1"));
    wrong(5, "admin", "192.0.2.1");
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.1"));
}

void test_source_is_slowed_down_after_20_over_all_accounts(void) {
    char account[16];
    for (unsigned i = 0; i < 20; i++) {
        (void)snprintf(account, sizeof(account), "%u", 100 + i);
        TEST_ASSERT_EQUAL(0, try_as(account, "192.0.2.1"));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("500", "192.0.2.1"));
    TEST_ASSERT_EQUAL(1, wait_s);
    TEST_ASSERT_EQUAL(0, try_as("500", "192.0.2.2"));
}

void test_a_source_waits_900_s_at_most(void) {
    char account[16];
    for (unsigned i = 0; i < 20 + 12; i++) {
        (void)snprintf(account, sizeof(account), "%u", 100 + i);
        int r = try_as(account, "192.0.2.1");
        if (r == E_THROTTLED) {
            unsigned expected = i < 30 ? 1U << (i - 20) : 900;
            TEST_ASSERT_EQUAL(expected, wait_s);
            fake_hal_advance(&t.fake, (int64_t)wait_s * 1000);
            r = try_as(account, "192.0.2.1");
        }
        TEST_ASSERT_EQUAL(0, r);
    }
}

void test_an_ipv4_address_written_as_ipv6_is_itself(void) {
    char account[16];
    for (unsigned i = 0; i < 20; i++) {
        (void)snprintf(account, sizeof(account), "%u", 100 + i);
        TEST_ASSERT_EQUAL(0, try_as(account, "::ffff:192.0.2.1"));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("500", "::ffff:192.0.2.1"));
    TEST_ASSERT_EQUAL(0, try_as("500", "::ffff:192.0.2.2")); /* all of IPv4 is not one source */
}

void test_addresses_of_one_ipv6_network_are_one_source(void) {
    char account[16], peer[40];
    for (unsigned i = 0; i < 20; i++) {
        (void)snprintf(account, sizeof(account), "%u", 100 + i);
        (void)snprintf(peer, sizeof(peer), "2001:db8:1:2::%x", i + 1);
        TEST_ASSERT_EQUAL(0, try_as(account, peer));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("500", "2001:db8:1:2:ffff::1"));
    TEST_ASSERT_EQUAL(0, try_as("500", "2001:db8:1:3::1"));
}

static void spread(unsigned from, unsigned count) {
    char account[16], peer[40];
    for (unsigned i = from; i < from + count; i++) {
        (void)snprintf(account, sizeof(account), "%u", 1000 + i);
        (void)snprintf(peer, sizeof(peer), "10.0.%u.%u", i / 200, i % 200);
        TEST_ASSERT_EQUAL(0, try_as(account, peer));
    }
}

/* A source that has had its share, which all together have counted: from now on it waits for them. */
#define LATER "192.0.2.1"

static void use_share(const char *peer) {
    char account[16];
    for (unsigned i = 0; i < THROTTLE_SHARE; i++) {
        (void)snprintf(account, sizeof(account), "%u", 500 + i);
        TEST_ASSERT_EQUAL(0, try_as(account, peer));
    }
}

void test_all_together_are_slowed_down_after_60_and_forgotten_with_time(void) {
    use_share(LATER);
    spread(0, 60 - THROTTLE_SHARE);
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("7", LATER));
    TEST_ASSERT_EQUAL(1, wait_s);
    for (unsigned i = 0; i < 10; i++) { /* on to the longest wait */
        fake_hal_advance(&t.fake, (int64_t)wait_s * 1000);
        spread(100 + i, 1);
        TEST_ASSERT_EQUAL(E_THROTTLED, try_as("7", LATER));
        TEST_ASSERT_LESS_OR_EQUAL(30, wait_s);
    }
    fake_hal_advance(&t.fake, 60 * 60 * 1000);
    spread(200, 59); /* old ones were forgotten before these were counted */
    TEST_ASSERT_EQUAL(0, try_as("7", LATER));
    spread(300, 1);
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("8", LATER));
}

/* However many try, somebody who comes from elsewhere has tries that no stranger can take. */
void test_strangers_do_not_keep_a_new_source_out(void) {
    spread(0, 200);
    use_share("192.0.2.9");
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("7", "192.0.2.9"));
}

/* Six addresses kept everybody out, and one of them made half of it. */
void test_one_source_counts_for_all_together_by_its_share_alone(void) {
    char account[16];
    use_share(LATER);
    use_share("192.0.2.9");
    for (unsigned i = 0; i < 14; i++) {
        (void)snprintf(account, sizeof(account), "%u", 900 + i);
        TEST_ASSERT_EQUAL(0, try_as(account, "192.0.2.9"));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("9", "192.0.2.9")); /* its own wait, after 20 */
    spread(0, 60 - 2 * THROTTLE_SHARE - 1);
    TEST_ASSERT_EQUAL(0, try_as("7", LATER)); /* 59 are counted */
    spread(100, 1);
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("8", LATER));
}

void test_all_together_wait_30_s_at_most(void) {
    struct store_throttle_row row = {.key = "*", .count = 100, .time_ms = FAKE_UTC_MS};
    use_share(LATER);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_throttle_put(t.core->store, &row));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("7", LATER));
    TEST_ASSERT_EQUAL(30, wait_s);
}

void test_all_together_get_one_try_back_every_ten_seconds(void) {
    use_share(LATER);
    spread(0, 60 - THROTTLE_SHARE);
    fake_hal_advance(&t.fake, 10 * 1000 - 1);
    spread(60, 1); /* the wait of a second is over; one more is counted: 61 */
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("7", LATER)); /* 60 again */
    fake_hal_advance(&t.fake, 10 * 1000);
    spread(100, 1); /* 59, and this one */
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("7", LATER));
}

void test_tries_that_succeed_do_not_count_for_all_together(void) {
    for (unsigned i = 0; i < 100; i++) {
        TEST_ASSERT_EQUAL(0, try_as("admin", "192.0.2.1"));
        TEST_ASSERT_EQUAL(0, succeed("admin", "192.0.2.1"));
    }
}

void test_counts_survive_a_restart_and_the_wait_starts_anew(void) {
    wrong(5, "admin", "192.0.2.1");
    fake_hal_advance(&t.fake, 1000);
    wrong(1, "admin", "192.0.2.1");
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.1"));
    TEST_ASSERT_EQUAL(2, wait_s);
    fake_hal_advance(&t.fake, 2000);
    TEST_ASSERT_EQUAL(0, try_as("admin", "192.0.2.1"));
    TEST_ASSERT_EQUAL(0, succeed("admin", "192.0.2.1"));
    fixture_restart(&t);
    wrong(5, "admin", "192.0.2.1");
}

void test_setting_the_calendar_shortens_no_wait(void) {
    wrong(5, "admin", "192.0.2.1");
    atomic_store(&t.fake.utc_ms, INT64_C(4000000000000));
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.1"));
}

void test_names_of_any_content_are_counted(void) {
    const char *odd = "ein sehr langer Name, den niemand hat 👻, mit ' und \" und %s";
    wrong(5, odd, "192.0.2.1");
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as(odd, "192.0.2.1"));
    TEST_ASSERT_EQUAL(0, try_as("", "192.0.2.1"));
}

void test_a_flood_of_names_does_not_take_the_count_of_the_attacked_one_away(void) {
    char account[24], peer[40];
    wrong(4, "admin", "192.0.2.1");
    for (unsigned i = 0; i < THROTTLE_KEYS_MAX / 2 + 20; i++) {
        fake_hal_advance(&t.fake, 10 * 60 * 1000);
        (void)snprintf(account, sizeof(account), "%u", 1000 + i);
        (void)snprintf(peer, sizeof(peer), "10.%u.%u.%u", i / 40000, i / 200 % 200, i % 200);
        TEST_ASSERT_EQUAL(0, try_as(account, peer));
    }
    TEST_ASSERT_EQUAL(0, try_as("admin", "192.0.2.2"));
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.3"));
}

/* A browser that has signed in before has a counter of its own, which strangers cannot fill; nor does it lend its
 * tries to an account that others attack. */
void test_a_known_browser_is_held_up_by_itself_alone(void) {
    wrong(5, "admin", "192.0.2.1");
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.1"));
    for (unsigned i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(0, throttle_try(t.core, "admin", "192.0.2.1", 3, &wait_s));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, throttle_try(t.core, "admin", "192.0.2.1", 3, &wait_s));
    TEST_ASSERT_EQUAL(1, wait_s);
    TEST_ASSERT_EQUAL(0, throttle_try(t.core, "admin", "192.0.2.1", 4, &wait_s));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, throttle_success(t.core, "admin", "192.0.2.1", 3));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, throttle_try(t.core, "admin", "192.0.2.1", 3, &wait_s));
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("admin", "192.0.2.1")); /* what strangers tried stays counted */
}

static int count(enum throttle_what what, const char *account) {
    return throttle_count(t.core, what, account, &wait_s);
}

void test_sessions_and_the_keypad_have_counters_of_their_own(void) {
    static const enum throttle_what whats[] = {THROTTLE_OWN_PASSWORD, THROTTLE_KEYPAD};
    wrong(5, "7", "192.0.2.1");
    for (size_t i = 0; i < sizeof(whats) / sizeof(whats[0]); i++) {
        for (unsigned j = 0; j < 5; j++) {
            TEST_ASSERT_EQUAL(0, count(whats[i], "7"));
        }
        TEST_ASSERT_EQUAL(E_THROTTLED, count(whats[i], "7"));
        TEST_ASSERT_EQUAL(0, count(whats[i], "8"));
        TEST_ASSERT_EQUAL(0, throttle_passed(t.core, whats[i], "7"));
        TEST_ASSERT_EQUAL(0, count(whats[i], "7"));
    }
}

void test_a_ration_ends_an_hour_after_it_began_and_survives_a_restart(void) {
    for (unsigned i = 0; i < 30; i++) {
        TEST_ASSERT_EQUAL(0, count(THROTTLE_CODES, "7"));
        fake_hal_advance(&t.fake, 1000);
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, count(THROTTLE_CODES, "7"));
    TEST_ASSERT_EQUAL(3570, wait_s);
    TEST_ASSERT_EQUAL(0, count(THROTTLE_CODES, "8"));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(E_THROTTLED, count(THROTTLE_CODES, "7"));
    fake_hal_advance(&t.fake, 3600 * 1000);
    TEST_ASSERT_EQUAL(0, count(THROTTLE_CODES, "7"));
    fake_hal_advance(&t.fake, 3600 * 1000 - 1);
    for (unsigned i = 0; i < 29; i++) {
        TEST_ASSERT_EQUAL(0, count(THROTTLE_CODES, "7"));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, count(THROTTLE_CODES, "7"));
    TEST_ASSERT_EQUAL(1, wait_s);
}

void test_a_new_password_lifts_the_waits_of_its_account_alone(void) {
    wrong(5, "7", "192.0.2.1");
    wrong(5, "8", "192.0.2.2");
    for (unsigned i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(0, count(THROTTLE_KEYPAD, "7"));
    }
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, throttle_lift(t.core, "7"));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, try_as("7", "192.0.2.3"));
    TEST_ASSERT_EQUAL(0, count(THROTTLE_KEYPAD, "7"));
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("8", "192.0.2.3"));
}

void test_clearing_ends_every_wait_but_no_ration(void) {
    struct actor by = actor_nobody("keypad", "menu");
    wrong(5, "admin", "192.0.2.1");
    for (unsigned i = 0; i < 30; i++) {
        TEST_ASSERT_EQUAL(0, count(THROTTLE_CODES, "7"));
    }
    for (unsigned i = 0; i < 6; i++) {
        TEST_ASSERT_EQUAL(0, count(THROTTLE_CLEARS, "7"));
    }
    for (unsigned i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(0, count(THROTTLE_MENU, "0"));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, count(THROTTLE_MENU, "0"));
    TEST_ASSERT_EQUAL(0, throttle_clear(t.core, &by));
    wrong(5, "admin", "192.0.2.1");
    TEST_ASSERT_EQUAL(E_THROTTLED, count(THROTTLE_CODES, "7"));
    TEST_ASSERT_EQUAL(E_THROTTLED, count(THROTTLE_CLEARS, "7"));
    TEST_ASSERT_EQUAL(0, count(THROTTLE_MENU, "0"));
    TEST_ASSERT_EQUAL(0, throttle_clear(t.core, &by));
    fixture_restart(&t);
    wrong(5, "admin", "192.0.2.1");
}

void test_a_count_of_any_height_waits_for_the_longest_time(void) {
    char name[] = "admin";
    for (unsigned i = 0; i < 5 + 70; i++) {
        if (try_as(name, "192.0.2.1") == E_THROTTLED) {
            fake_hal_advance(&t.fake, (int64_t)wait_s * 1000);
            TEST_ASSERT_EQUAL(0, try_as(name, "192.0.2.1"));
        }
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as(name, "192.0.2.1"));
    TEST_ASSERT_EQUAL(900, wait_s);
}

static void put_row(const char *key, uint32_t count, int64_t time_ms) {
    struct store_throttle_row row = {.key = key, .count = count, .time_ms = time_ms};
    TEST_ASSERT_EQUAL(0, store_throttle_put(t.core->store, &row));
}

struct asked {
    const char *key;
    uint32_t count; /* 0: there is no such counter */
};

static int look_for(void *ctx, const struct store_throttle_row *row) {
    struct asked *asked = ctx;
    asked->count = strcmp(row->key, asked->key) == 0 ? row->count : asked->count;
    return 0;
}

static uint32_t count_of(const char *key) {
    struct asked asked = {.key = key};
    TEST_ASSERT_EQUAL(0, store_throttle_each(t.core->store, look_for, &asked));
    return asked.count;
}

void test_in_a_full_table_the_lowest_count_goes_and_of_several_the_oldest(void) {
    char key[16];
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    put_row("*", 1, FAKE_UTC_MS - 9000); /* lowest and oldest, but it is that of all */
    put_row("a:new", 4, FAKE_UTC_MS);
    put_row("a:older", 4, FAKE_UTC_MS - 3000);
    put_row("a:old", 4, FAKE_UTC_MS - 2000);
    for (unsigned i = 0; i < 4096 - 4; i++) {
        (void)snprintf(key, sizeof(key), "s:%u", i);
        put_row(key, 5, FAKE_UTC_MS - 5000);
    }
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(0, try_as("7", "192.0.2.1"));
    TEST_ASSERT_EQUAL(2, count_of("*"));
    TEST_ASSERT_EQUAL(0, count_of("a:older"));
    TEST_ASSERT_EQUAL(4, count_of("a:old"));
    TEST_ASSERT_EQUAL(4, count_of("a:new"));
    TEST_ASSERT_EQUAL(1, count_of("s:192.0.2.1")); /* in the place of the count of "7" */
}

static int has_name(void *ctx, const struct store_throttle_row *row) {
    TEST_ASSERT_TRUE_MESSAGE(strstr(row->key, ctx) == NULL, row->key);
    return 0;
}

/* A PIN typed into the wrong field would be readable in the flash. */
void test_no_name_is_written_down(void) {
    static const char *const names[] = {"493817", "admin", "7", "abcdefghij12345", "a longer one that is hashed"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char text[32];
        (void)snprintf(text, sizeof(text), ":%s", names[i]);
        TEST_ASSERT_EQUAL(0, try_as(names[i], "192.0.2.1"));
        TEST_ASSERT_EQUAL(0, count(THROTTLE_KEYPAD, names[i]));
        TEST_ASSERT_EQUAL(0, store_throttle_each(t.core->store, has_name, text));
    }
    wrong(4, "493817", "192.0.2.2");
    fixture_restart(&t); /* and is found again by its hash */
    TEST_ASSERT_EQUAL(E_THROTTLED, try_as("493817", "192.0.2.3"));
}

/* Tries as one account from one source until told to wait; returns how many were let through. */
static void *guess(void *arg) {
    struct core *core = arg;
    uintptr_t passed = 0;
    for (int i = 0; i < 20; i++) {
        unsigned seconds = 0;
        passed += throttle_try(core, "admin", "192.0.2.1", 0, &seconds) == 0;
    }
    return (void *)passed;
}

void test_two_threads_share_the_free_tries(void) {
    struct core *cores[2] = {fixture_core(&t), fixture_core(&t)};
    pthread_t threads[2];
    uintptr_t passed = 0;
    for (int i = 0; i < 2; i++) {
        TEST_ASSERT_EQUAL(0, pthread_create(&threads[i], NULL, guess, cores[i]));
    }
    for (int i = 0; i < 2; i++) {
        void *one = NULL;
        TEST_ASSERT_EQUAL(0, pthread_join(threads[i], &one));
        passed += (uintptr_t)one;
        start_thread_end(cores[i]);
    }
    TEST_ASSERT_EQUAL(5, passed);
}
