/* Keys of programs. */
#include "core/accounts/accounts.h"
#include "core/accounts/rest_keys.h"
#include "core/base/actor.h"

#include <stdio.h>
#include <string.h>

#include "core/accounts/sessions.h"
#include "core/base/audit.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture fixture;
static struct actor view;
static struct store_rest_key keys[REST_KEYS_MAX];
static size_t count;
static char key[REST_KEYS_KEY_LEN + 1];
static uint32_t id;
static const struct actor admin = {
    .session = 1, .fresh = true, .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "addRestKey"};
static const struct actor third = {.account = "3", .userid = 3, .level = 3, .peer = "192.0.2.1", .call = "addRestKey"};
static const struct actor fourth = {
    .account = "4", .userid = 4, .level = 4, .peer = "192.0.2.1", .call = "deleteRestKey"};
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetRestParam"};

static void switch_on(bool on) {
    struct setting_rest_param values = {.rest_on = on};
    struct settings_change change = {
        .page = SETTING_PAGE_REST_PARAM, .values = &values, .given = SETTING_REST_PARAM_REST_ON};
    struct settings_result result;
    TEST_ASSERT_EQUAL(0, settings_save(fixture.core, &by, &change, &result));
}

void setUp(void) {
    fixture_up(&fixture);
    fixture_add_user(&fixture, 3, "", 3, 0, NULL);
    fixture_add_user(&fixture, 4, "", 4, 0, NULL);
    switch_on(true);
    TEST_ASSERT_EQUAL(0, rest_keys_add(fixture.core, &admin, "payroll", 4, &id, key));
}

void tearDown(void) {
    fixture_down(&fixture);
}

static int check(const char *text) {
    view = actor_nobody("192.0.2.9", "userlist");
    return rest_keys_check(fixture.core, text, strlen(text), &view);
}

static void list(void) {
    TEST_ASSERT_EQUAL(0, rest_keys_list(fixture.core, keys, &count));
}

void test_a_key_is_known_by_its_octets(void) {
    char account[32];
    TEST_ASSERT_EQUAL(0, check(key));
    (void)snprintf(account, sizeof(account), "key %u", id);
    TEST_ASSERT_EQUAL_STRING(account, view.account);
    TEST_ASSERT_EQUAL(4, view.level);
    TEST_ASSERT_EQUAL_UINT32(ACTOR_USERID_KEY, view.userid);
    TEST_ASSERT_EQUAL_STRING("payroll", view.name);
    TEST_ASSERT_EQUAL_UINT32(0, actor_person(&view)); /* admin made it and answers for it */
    TEST_ASSERT_FALSE(view.must_change);
    for (size_t i = 0; i < REST_KEYS_KEY_LEN; i++) {
        key[i] ^= 1;
        TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(key));
        key[i] ^= 1;
    }
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, rest_keys_check(fixture.core, key, REST_KEYS_KEY_LEN - 1, &view));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, rest_keys_check(fixture.core, NULL, 0, &view));
    fixture_restart(&fixture);
    TEST_ASSERT_EQUAL(0, check(key));
}

void test_switched_off_or_deleted_it_is_nobodys(void) {
    switch_on(false);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(key));
    switch_on(true);
    TEST_ASSERT_EQUAL(0, check(key));
    TEST_ASSERT_EQUAL(E_ABOVE_LEVEL, rest_keys_delete(fixture.core, &third, id));
    TEST_ASSERT_EQUAL(0, check(key));
    TEST_ASSERT_EQUAL(0, rest_keys_delete(fixture.core, &fourth, id));
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(key));
    TEST_ASSERT_EQUAL(E_NOTFOUND, rest_keys_delete(fixture.core, &admin, id));
}

void test_who_is_gone_makes_no_key(void) {
    struct actor gone = {.account = "5", .userid = 5, .level = 16, .call = "addRestKey"};
    struct actor raised = {.account = "4", .userid = 4, .level = 16, .call = "addRestKey"};
    uint32_t other = 0;
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, rest_keys_add(fixture.core, &gone, "more", 1, &other, key));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, rest_keys_delete(fixture.core, &gone, id));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, rest_keys_add(fixture.core, &raised, "more", 1, &other, key));
    TEST_ASSERT_EQUAL(0, rest_keys_add(fixture.core, &admin, "machine", 16, &other, key));
    TEST_ASSERT_EQUAL(0, check(key));
    struct actor program = view;
    TEST_ASSERT_EQUAL(other, program.key_id);
    TEST_ASSERT_EQUAL(0, accounts_check_actor(fixture.core, &program));
    TEST_ASSERT_EQUAL(0, rest_keys_delete(fixture.core, &admin, other));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, accounts_check_actor(fixture.core, &program));
}

void test_a_key_makes_and_deletes_no_keys(void) {
    uint32_t other = 0;
    TEST_ASSERT_EQUAL(0, rest_keys_add(fixture.core, &admin, "machine", 16, &other, key));
    TEST_ASSERT_EQUAL(0, check(key));
    struct actor program = view;
    TEST_ASSERT_EQUAL(other, program.key_id);
    TEST_ASSERT_EQUAL(0, actor_reach(&program));
    TEST_ASSERT_EQUAL(16, actor_reach(&admin));
    TEST_ASSERT_EQUAL(E_FORBIDDEN, rest_keys_delete(fixture.core, &program, id));
    TEST_ASSERT_EQUAL(E_FORBIDDEN, rest_keys_delete(fixture.core, &program, other));
    TEST_ASSERT_EQUAL(E_FORBIDDEN, rest_keys_add(fixture.core, &program, "more", 1, &other, key));
    TEST_ASSERT_EQUAL(0, check(key));
}

/* Changes user 4, who made the key that is asked with. */
void test_a_key_acts_for_its_maker_and_who_answers_for_that_one(void) {
    struct actor maker = actor_nobody("192.0.2.9", "addRestKey");
    actor_become(&maker, &(struct actor){.session = 5, .account = "4", .userid = 4, .level = 4});
    TEST_ASSERT_EQUAL(0, rest_keys_add(fixture.core, &maker, "own", 4, &id, key));
    TEST_ASSERT_EQUAL(0, store_begin(fixture.core->store));
    TEST_ASSERT_EQUAL(0, store_users_set_sponsor(fixture.core->store, 4, 3, 3));
    TEST_ASSERT_EQUAL(0, store_commit(fixture.core->store));
    TEST_ASSERT_EQUAL(0, check(key));
    TEST_ASSERT_EQUAL_UINT32(4, actor_person(&view));
    TEST_ASSERT_EQUAL_UINT32(3, actor_sponsor(&view));
}

static void change_maker(struct user_change change) {
    struct users_saved saved;
    struct users_refusal refusal;
    change.values.userid = 4;
    TEST_ASSERT_EQUAL(0, users_edit(fixture.core, &admin, &change, &saved, &refusal));
}

void test_a_key_ends_with_the_person_who_made_it(void) {
    uint32_t other = 0, today = clock_today(fixture.core);
    change_maker((struct user_change){.password = "704182", .given = GIVEN(PASSWORD)});
    TEST_ASSERT_EQUAL(0, rest_keys_add(fixture.core, &fourth, "of four", 4, &other, key));
    TEST_ASSERT_EQUAL(0, check(key));
    struct actor program = view;
    TEST_ASSERT_EQUAL(0, accounts_check_actor(fixture.core, &program));

    change_maker((struct user_change){.values = {.valid_to = today - 1}, .given = GIVEN(VALID_TO)});
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(key));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, accounts_check_actor(fixture.core, &program)); /* on its way meanwhile */
    change_maker((struct user_change){.values = {.valid_to = 0}, .given = GIVEN(VALID_TO)});
    TEST_ASSERT_EQUAL(0, check(key));

    change_maker((struct user_change){.values = {.level = 3}, .given = GIVEN(LEVEL)});
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(key));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, accounts_check_actor(fixture.core, &program));
    change_maker((struct user_change){.values = {.level = 5}, .given = GIVEN(LEVEL)});
    TEST_ASSERT_EQUAL(0, check(key));

    list();
    TEST_ASSERT_EQUAL(2, count);
    TEST_ASSERT_EQUAL(0, users_delete(fixture.core, &admin, 4));
    fixture_add_user(&fixture, 4, "Somebody else", 4, 0, NULL);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, check(key));
    list();
    TEST_ASSERT_EQUAL(1, count); /* that of admin */
}

void test_uses_are_known_at_once_and_written_once_a_minute(void) {
    list();
    TEST_ASSERT_EQUAL_INT64(0, keys[0].used_s);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, rest_keys_due_ms(fixture.core));
    TEST_ASSERT_EQUAL(0, check(key));
    list();
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 60000 * 60, keys[0].used_s);
    TEST_ASSERT_EQUAL_STRING("192.0.2.9", keys[0].used_peer);
    int64_t due_ms = rest_keys_due_ms(fixture.core);
    TEST_ASSERT_EQUAL_INT64(fixture.fake.mono_ms + REST_KEYS_WRITE_MS, due_ms);
    TEST_ASSERT_EQUAL(0, check(key));
    TEST_ASSERT_EQUAL_INT64(due_ms, rest_keys_due_ms(fixture.core));
    rest_keys_write(fixture.core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, rest_keys_due_ms(fixture.core));
    TEST_ASSERT_EQUAL(0, check(key)); /* the same minute: nothing to write */
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, rest_keys_due_ms(fixture.core));
    fixture_restart(&fixture);
    list();
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 60000 * 60, keys[0].used_s);
    TEST_ASSERT_EQUAL_STRING("192.0.2.9", keys[0].used_peer);
}

void test_names_levels_and_the_end_of_room(void) {
    char name[16];
    TEST_ASSERT_EQUAL(E_USER_NAME_EXISTS, rest_keys_add(fixture.core, &admin, "payroll", 4, &id, key));
    TEST_ASSERT_EQUAL(E_ABOVE_LEVEL, rest_keys_add(fixture.core, &third, "more", 4, &id, key));
    for (unsigned i = 1; i < REST_KEYS_MAX; i++) {
        (void)snprintf(name, sizeof(name), "n%u", i);
        TEST_ASSERT_EQUAL(0, rest_keys_add(fixture.core, &admin, name, 1, &id, key));
    }
    TEST_ASSERT_EQUAL(E_CAPACITY, rest_keys_add(fixture.core, &admin, "too many", 1, &id, key));
    list();
    TEST_ASSERT_EQUAL(REST_KEYS_MAX, count);
    TEST_ASSERT_EQUAL_STRING("payroll", keys[0].name);
    TEST_ASSERT_EQUAL(0, strncmp(keys[31].hint, key, 4));
    fixture.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, rest_keys_add(fixture.core, &admin, "no chance", 1, &id, key));
}
