#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "fake_hal.h"
#include "unity.h"
#include "util/crypto.h"
#include "util/err.h"

static struct fake_hal fake;
static struct sessions *sessions;
static struct actor view;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, crypto_start());
    fake_hal_init(&fake);
    TEST_ASSERT_EQUAL(0, sessions_new(&fake.hal, &sessions));
    view = actor_nobody("192.0.2.2", "userlist");
}

void tearDown(void) {
    sessions_free(sessions);
    sessions = NULL;
}

static uint64_t open_for(uint32_t userid, char token[SESSIONS_TOKEN_LEN + 1]) {
    struct actor made = {.userid = userid, .level = 9, .must_change = true, .name = "Ada", .peer = "192.0.2.1"};
    uint64_t id = 0;
    (void)snprintf(made.account, sizeof(made.account), "%u", userid);
    TEST_ASSERT_EQUAL(0, sessions_open(sessions, &made, token, &id));
    return id;
}

static int check(const char *token) {
    return sessions_check(sessions, token, strlen(token), &view);
}

void test_token_finds_its_session(void) {
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = open_for(7, a);
    TEST_ASSERT_NOT_EQUAL(id, open_for(8, b));
    TEST_ASSERT_EQUAL(SESSIONS_TOKEN_LEN, strlen(a));
    TEST_ASSERT_NOT_EQUAL(0, strcmp(a, b));
    TEST_ASSERT_EQUAL(0, check(a));
    TEST_ASSERT_EQUAL_UINT64(id, view.session);
    TEST_ASSERT_EQUAL_STRING("7", view.account);
    TEST_ASSERT_EQUAL(7, view.userid);
    TEST_ASSERT_EQUAL(9, view.level);
    TEST_ASSERT_TRUE(view.must_change);
    TEST_ASSERT_EQUAL_STRING("Ada", view.name);
    TEST_ASSERT_EQUAL_STRING("192.0.2.2", view.peer); /* of this request */
    TEST_ASSERT_EQUAL(2, sessions_count(sessions));
}

void test_anything_else_is_unknown(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    (void)open_for(7, token);
    token[10] = token[10] == 'A' ? 'B' : 'A';
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(token));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(""));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, sessions_check(sessions, NULL, 0, &view));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, sessions_check(sessions, token, SESSIONS_TOKEN_LEN - 1, &view));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, sessions_check(sessions, "\0\0\0", 3, &view));
}

void test_idle_session_ends_and_use_keeps_it(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    (void)open_for(7, token);
    fake_hal_advance(&fake, SESSIONS_IDLE_MS - 1);
    TEST_ASSERT_EQUAL(0, check(token));
    fake_hal_advance(&fake, SESSIONS_IDLE_MS - 1);
    TEST_ASSERT_EQUAL(0, check(token));
    fake_hal_advance(&fake, SESSIONS_IDLE_MS);
    TEST_ASSERT_EQUAL(0, sessions_count(sessions));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(token));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(token));
}

void test_no_use_keeps_a_session_beyond_its_life(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    (void)open_for(7, token);
    int64_t step = SESSIONS_IDLE_MS / 2;
    for (int64_t age = step; age < SESSIONS_LIFE_MS; age += step) {
        fake_hal_advance(&fake, step);
        TEST_ASSERT_EQUAL(0, check(token));
    }
    fake_hal_advance(&fake, step);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(token));
}

void test_setting_the_calendar_ends_nothing(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    (void)open_for(7, token);
    atomic_store(&fake.utc_ms, INT64_C(4000000000000));
    TEST_ASSERT_EQUAL(0, check(token));
    atomic_store(&fake.utc_ms, 0);
    TEST_ASSERT_EQUAL(0, check(token));
}

void test_one_session_too_many_ends_the_one_idle_longest(void) {
    char tokens[SESSIONS_MAX + 1][SESSIONS_TOKEN_LEN + 1];
    for (unsigned i = 0; i < SESSIONS_MAX; i++) {
        (void)open_for(i + 1, tokens[i]);
        fake_hal_advance(&fake, 1000);
    }
    TEST_ASSERT_EQUAL(0, check(tokens[0])); /* the second one is now idle longest */
    (void)open_for(100, tokens[SESSIONS_MAX]);
    TEST_ASSERT_EQUAL(SESSIONS_MAX, sessions_count(sessions));
    TEST_ASSERT_EQUAL(0, check(tokens[0]));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(tokens[1]));
    TEST_ASSERT_EQUAL(0, check(tokens[2]));
    TEST_ASSERT_EQUAL(0, check(tokens[SESSIONS_MAX]));
}

/* Nobody ends the sessions of others by signing in. */
void test_one_session_too_many_of_an_account_ends_its_own(void) {
    char other[SESSIONS_TOKEN_LEN + 1], tokens[SESSIONS_ACCOUNT_MAX + 1][SESSIONS_TOKEN_LEN + 1];
    (void)open_for(8, other);
    for (unsigned i = 0; i < SESSIONS_ACCOUNT_MAX; i++) {
        fake_hal_advance(&fake, 1000);
        (void)open_for(7, tokens[i]);
    }
    for (unsigned i = 0; i < SESSIONS_ACCOUNT_MAX; i++) {
        TEST_ASSERT_EQUAL(0, sessions_check(sessions, tokens[i], SESSIONS_TOKEN_LEN, &view));
        fake_hal_advance(&fake, 1000);
    }
    (void)open_for(7, tokens[SESSIONS_ACCOUNT_MAX]);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(tokens[0]));
    TEST_ASSERT_EQUAL(0, check(tokens[1]));
    TEST_ASSERT_EQUAL(0, check(tokens[SESSIONS_ACCOUNT_MAX]));
    TEST_ASSERT_EQUAL(0, check(other));
    TEST_ASSERT_EQUAL(SESSIONS_ACCOUNT_MAX + 1, sessions_count(sessions));
}

void test_closed_session_is_unknown(void) {
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = open_for(7, a);
    (void)open_for(7, b);
    sessions_close(sessions, id);
    sessions_close(sessions, id);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(a));
    TEST_ASSERT_EQUAL(0, check(b));
}

void test_ending_an_account_spares_others_and_the_one_to_keep(void) {
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1], c[SESSIONS_TOKEN_LEN + 1];
    (void)open_for(7, a);
    uint64_t keep = open_for(7, b);
    (void)open_for(8, c);
    sessions_end_account(sessions, 7, keep);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(a));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(a));
    TEST_ASSERT_EQUAL(0, check(b));
    TEST_ASSERT_EQUAL(0, check(c));
    fake_hal_advance(&fake, SESSIONS_LIFE_MS);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(a)); /* forgotten when it would have been too old anyway */
}

/* The times and numbers of design §4, in numbers: a limit is not what its name says it is. */
void test_half_an_hour_and_twelve(void) {
    char idle[SESSIONS_TOKEN_LEN + 1], used[SESSIONS_TOKEN_LEN + 1];
    (void)open_for(7, idle);
    (void)open_for(8, used);
    for (int minutes = 29; minutes < 12 * 60; minutes += 29) {
        fake_hal_advance(&fake, INT64_C(29) * 60000);
        TEST_ASSERT_EQUAL(0, check(used));
        TEST_ASSERT_EQUAL(minutes < 30 ? 2 : 1, sessions_count(sessions));
    }
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(idle));
    fake_hal_advance(&fake, INT64_C(24) * 60000 - 1); /* 11 h 36 min and as much */
    TEST_ASSERT_EQUAL(0, check(used));
    fake_hal_advance(&fake, 1);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(used));
}

void test_an_ended_session_says_so_for_as_long_as_it_could_have_lasted(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    (void)open_for(7, token);
    fake_hal_advance(&fake, INT64_C(20) * 60000);
    sessions_end_account(sessions, 7, 0);
    fake_hal_advance(&fake, INT64_C(31) * 60000); /* longer than any session may be idle */
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(token));
    fake_hal_advance(&fake, INT64_C(669) * 60000 - 1);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(token));
    fake_hal_advance(&fake, 1);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(token));
}

void test_ending_a_level_spares_admin_and_other_levels(void) {
    char user[SESSIONS_TOKEN_LEN + 1], other[SESSIONS_TOKEN_LEN + 1], admin[SESSIONS_TOKEN_LEN + 1];
    struct actor ten = {.userid = 8, .level = 10};
    uint64_t id = 0;
    (void)open_for(7, user); /* of level 9 */
    (void)open_for(0, admin);
    TEST_ASSERT_EQUAL(0, sessions_open(sessions, &ten, other, &id));
    sessions_end_level(sessions, 9);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(user));
    TEST_ASSERT_EQUAL(0, check(other));
    TEST_ASSERT_EQUAL(0, check(admin));
}

void test_256_ended_sessions_are_remembered(void) {
    char tokens[257][SESSIONS_TOKEN_LEN + 1];
    for (uint32_t i = 0; i < 257; i++) {
        (void)open_for(i + 1, tokens[i]);
        sessions_end_account(sessions, i + 1, 0);
        fake_hal_advance(&fake, 1);
        TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(tokens[0 + (i > 255)]));
    }
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(tokens[0])); /* the oldest is forgotten */
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(tokens[256]));
}

void test_64_sessions_are_open_at_a_time(void) {
    char tokens[65][SESSIONS_TOKEN_LEN + 1];
    for (uint32_t i = 0; i < 64; i++) {
        (void)open_for(i + 1, tokens[i]);
        fake_hal_advance(&fake, 1);
    }
    TEST_ASSERT_EQUAL(64, sessions_count(sessions));
    (void)open_for(65, tokens[64]);
    TEST_ASSERT_EQUAL(64, sessions_count(sessions));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(tokens[0]));
}

void test_a_session_too_old_makes_room_before_one_in_use(void) {
    char old[SESSIONS_TOKEN_LEN + 1], others[64][SESSIONS_TOKEN_LEN + 1];
    (void)open_for(1, old);
    for (int minutes = 20; minutes < 12 * 60; minutes += 20) {
        fake_hal_advance(&fake, INT64_C(20) * 60000);
        TEST_ASSERT_EQUAL(0, check(old));
    }
    for (uint32_t i = 0; i < 63; i++) {
        (void)open_for(i + 2, others[i]);
    }
    fake_hal_advance(&fake, INT64_C(20) * 60000 - 1);
    TEST_ASSERT_EQUAL(0, check(old)); /* used last of all */
    fake_hal_advance(&fake, 1); /* and now it has lived for twelve hours */
    (void)open_for(65, others[63]);
    for (uint32_t i = 0; i < 64; i++) {
        TEST_ASSERT_EQUAL(0, check(others[i]));
    }
}

void test_replaced_initial_password_opens_the_session(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    sessions_password_changed(sessions, open_for(7, token));
    TEST_ASSERT_EQUAL(0, check(token));
    TEST_ASSERT_FALSE(view.must_change);
}

void test_without_randomness_there_is_no_session(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = 0;
    struct actor made = {.level = 1};
    struct sessions *none = NULL;
    fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, sessions_open(sessions, &made, token, &id));
    TEST_ASSERT_EQUAL(E_IO, sessions_new(&fake.hal, &none));
    TEST_ASSERT_EQUAL(0, sessions_count(sessions));
}

/* Opens, uses and closes sessions of its own account, and ends those of the other one now and then. */
static void *busy_thread(void *arg) {
    uint32_t userid = *(const uint32_t *)arg;
    struct actor mine = {.userid = userid, .level = 5};
    struct actor seen;
    uintptr_t wrong = 0;
    for (int i = 0; i < 2000; i++) {
        char token[SESSIONS_TOKEN_LEN + 1];
        uint64_t id = 0;
        wrong += sessions_open(sessions, &mine, token, &id) != 0;
        int r = sessions_check(sessions, token, SESSIONS_TOKEN_LEN, &seen);
        wrong += r != 0 && r != E_SESSION_ENDED;
        wrong += r == 0 && (seen.userid != userid || seen.session != id);
        sessions_close(sessions, id);
        wrong += sessions_check(sessions, token, SESSIONS_TOKEN_LEN, &seen) == 0;
        if (i % 50 == 0) {
            sessions_end_account(sessions, 3 - userid, 0);
        }
    }
    return (void *)wrong;
}

void test_two_threads_are_safe(void) {
    static const uint32_t accounts[2] = {1, 2};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        TEST_ASSERT_EQUAL(0, pthread_create(&threads[i], NULL, busy_thread, (void *)&accounts[i]));
    }
    for (int i = 0; i < 2; i++) {
        void *wrong = NULL;
        TEST_ASSERT_EQUAL(0, pthread_join(threads[i], &wrong));
        TEST_ASSERT_NULL(wrong);
    }
    TEST_ASSERT_EQUAL(0, sessions_count(sessions));
}

void test_a_typed_password_counts_for_five_minutes(void) {
    char token[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = open_for(7, token);
    TEST_ASSERT_EQUAL(0, check(token));
    TEST_ASSERT_TRUE(view.fresh);
    fake_hal_advance(&fake, SESSIONS_FRESH_MS - 1);
    TEST_ASSERT_EQUAL(0, check(token));
    TEST_ASSERT_TRUE(view.fresh);
    fake_hal_advance(&fake, 1);
    TEST_ASSERT_EQUAL(0, check(token));
    TEST_ASSERT_FALSE(view.fresh); /* use does not make it longer */
    sessions_freshen(sessions, id + 1);
    TEST_ASSERT_EQUAL(0, check(token));
    TEST_ASSERT_FALSE(view.fresh);
    sessions_freshen(sessions, id);
    TEST_ASSERT_EQUAL(0, check(token));
    TEST_ASSERT_TRUE(view.fresh);
}

void test_a_list_tells_place_age_and_last_use(void) {
    static struct sessions_view views[SESSIONS_MAX];
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1];
    uint64_t first = open_for(7, a);
    int64_t now_s = atomic_load(&fake.utc_ms) / 1000;
    sessions_set_browser(sessions, first, 3, "Firefox on Linux");
    fake_hal_advance(&fake, 60000);
    (void)open_for(8, b);
    TEST_ASSERT_EQUAL(0, check(a));
    fake_hal_advance(&fake, 1000);
    TEST_ASSERT_EQUAL(2, sessions_list(sessions, SESSIONS_ALL, views));
    TEST_ASSERT_EQUAL_UINT64(first, views[0].id);
    TEST_ASSERT_EQUAL_STRING("7", views[0].account);
    TEST_ASSERT_EQUAL_STRING("Ada", views[0].name);
    TEST_ASSERT_EQUAL_STRING("192.0.2.1", views[0].peer); /* of the sign-in */
    TEST_ASSERT_EQUAL_STRING("Firefox on Linux", views[0].browser);
    int64_t passed_s = atomic_load(&fake.utc_ms) / 1000 - now_s;
    TEST_ASSERT_EQUAL_INT64(61, (views[0].used_s - views[0].opened_s) + 1);
    TEST_ASSERT_TRUE(passed_s == 0 || passed_s == 61);
    TEST_ASSERT_EQUAL(1, sessions_list(sessions, 8, views));
    TEST_ASSERT_EQUAL_UINT32(8, views[0].userid);
    fake_hal_advance(&fake, SESSIONS_IDLE_MS);
    TEST_ASSERT_EQUAL(0, sessions_list(sessions, SESSIONS_ALL, views));
}

void test_one_is_ended_by_its_account_or_by_whoever_may_end_all(void) {
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1];
    uint64_t first = open_for(7, a), second = open_for(8, b);
    TEST_ASSERT_EQUAL(E_NOTFOUND, sessions_end_one(sessions, first, 8));
    TEST_ASSERT_EQUAL(0, check(a));
    TEST_ASSERT_EQUAL(0, sessions_end_one(sessions, first, 7));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(a));
    TEST_ASSERT_EQUAL(E_NOTFOUND, sessions_end_one(sessions, first, 7));
    TEST_ASSERT_EQUAL(0, sessions_end_one(sessions, second, SESSIONS_ALL));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(b));
}

void test_a_browser_that_is_forgotten_ends_its_sessions(void) {
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1];
    uint64_t first = open_for(7, a);
    (void)open_for(7, b);
    sessions_set_browser(sessions, first, 3, "");
    sessions_end_browser(sessions, 3);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(a));
    TEST_ASSERT_EQUAL(0, check(b));
}

/* --- Super sessions -------------------------------------------------------------------------------------------------- */

static bool is_super(const char *token) {
    TEST_ASSERT_EQUAL(0, check(token));
    return view.super;
}

void test_a_raised_session_is_super_for_a_while(void) {
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = open_for(7, a);
    (void)open_for(7, b);
    TEST_ASSERT_FALSE(is_super(a));
    sessions_raise(sessions, id);
    TEST_ASSERT_TRUE(is_super(a));
    TEST_ASSERT_FALSE(is_super(b));
    fake_hal_advance(&fake, SESSIONS_SUPER_MS - 1);
    TEST_ASSERT_TRUE(is_super(a));
    TEST_ASSERT_TRUE(sessions_is_open(sessions, id, &view));
    TEST_ASSERT_TRUE(view.super);
    fake_hal_advance(&fake, 1);
    TEST_ASSERT_FALSE(is_super(a));
    TEST_ASSERT_TRUE(sessions_is_open(sessions, id, &view));
    TEST_ASSERT_FALSE(view.super);
}

/* A caller on a connection that was used by a super session before. */
void test_super_is_no_ones_who_has_it_not(void) {
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1];
    sessions_raise(sessions, open_for(7, a));
    (void)open_for(8, b);
    TEST_ASSERT_TRUE(is_super(a));
    TEST_ASSERT_FALSE(is_super(b));
    sessions_raise(sessions, 12345); /* no session has this id */
    TEST_ASSERT_FALSE(is_super(b));
}

/* Neither the right nor its time is handed on with the place in the table. */
void test_a_place_that_is_taken_anew_is_not_super(void) {
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = open_for(7, a);
    sessions_raise(sessions, id);
    sessions_close(sessions, id);
    (void)open_for(7, b);
    TEST_ASSERT_FALSE(is_super(b));
}

void test_the_engineers_own_is_super_to_its_end(void) {
    struct actor engineer = {.account = "engineer", .userid = ACTOR_USERID_ENGINEER, .super = true};
    char a[SESSIONS_TOKEN_LEN + 1], b[SESSIONS_TOKEN_LEN + 1];
    uint64_t id = 0;
    TEST_ASSERT_EQUAL(0, sessions_open(sessions, &engineer, a, &id));
    (void)open_for(7, b);
    fake_hal_advance(&fake, SESSIONS_SUPER_MS + 1);
    TEST_ASSERT_TRUE(is_super(a));
    TEST_ASSERT_FALSE(is_super(b));
    sessions_end_level(sessions, 0); /* no level is the engineer's, but all of them end as others do */
    sessions_end_account(sessions, ACTOR_USERID_ENGINEER, 0);
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, check(a));
}
