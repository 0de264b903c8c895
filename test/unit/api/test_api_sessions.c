/* The handlers of open sessions, known browsers and keys of programs: who sees and ends whose. */
#include <stdio.h>
#include <string.h>

#include "api_world.h"
#include "contract.h"
#include "core/accounts/accounts.h"
#include "core/accounts/rest_keys.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/settings/settings.h"
#include "unity.h"

static struct api_world w;

void setUp(void) {
    api_world_up(&w);
    fixture_add_user(&w.t, 7, "Ada", 5, 0, "735846");
}

void tearDown(void) {
    api_world_down(&w);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

/* Signs in from a browser of this name, and gives who that is from then on. */
static struct actor sign_in(const char *account, const char *password, const char *browser) {
    struct actor nobody = actor_nobody("192.0.2.7", "chklogin");
    struct actor by = actor_nobody("192.0.2.7", "endSession");
    struct chklogin_req req = {.has_browser_name = true};
    struct chklogin_reply reply = {0};
    (void)snprintf(req.username, sizeof(req.username), "%s", account);
    (void)snprintf(req.password, sizeof(req.password), "%s", password);
    (void)snprintf(req.browser_name, sizeof(req.browser_name), "%s", browser);
    w.ctx.actor = &nobody;
    TEST_ASSERT_EQUAL(CAT_OK, api_chklogin(&w.ctx, &req, &reply));
    TEST_ASSERT_EQUAL(0, sessions_check(w.t.shared->sessions, reply.token, strlen(reply.token), &by));
    browsers_recognise(w.t.core, reply.browser, strlen(reply.browser), &by);
    w.ctx.actor = &w.by;
    return by;
}

static struct sessions_reply open;

static int call_sessions(void) {
    memset(&open, 0, sizeof(open));
    return api_sessions(&w.ctx, &open);
}

static void see(const struct actor *by, size_t sessions, size_t browsers) {
    w.ctx.actor = by;
    TEST_ASSERT_EQUAL(CAT_OK, call_sessions());
    TEST_ASSERT_EQUAL(sessions, open.sessions_count);
    TEST_ASSERT_EQUAL(browsers, open.browsers_count);
}

void test_who_is_signed_in(void) {
    const struct actor ada = sign_in("7", "735846", "Firefox");
    fake_hal_advance(&w.t.fake, 5000);
    const struct actor admin = sign_in("admin", w.t.fake.initial_password, "Chrome");
    see(&admin, 2, 2);
    const struct api_open_session *first = &open.sessions[0];
    TEST_ASSERT_EQUAL_INT64(ada.session, first->id);
    TEST_ASSERT_EQUAL_STRING("7", first->account);
    TEST_ASSERT_EQUAL_STRING("Ada", first->name);
    TEST_ASSERT_EQUAL_STRING("Firefox", first->browser);
    TEST_ASSERT_EQUAL_STRING("192.0.2.7", first->peer);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, first->opened);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, first->used);
    TEST_ASSERT_FALSE(first->current);
    TEST_ASSERT_EQUAL_STRING("admin", open.sessions[1].account);
    TEST_ASSERT_TRUE(open.sessions[1].current);
    const struct api_known_browser *browser = &open.browsers[1]; /* used last comes first */
    TEST_ASSERT_EQUAL(ada.browser, browser->id);
    TEST_ASSERT_EQUAL_STRING("7", browser->account);
    TEST_ASSERT_EQUAL_STRING("Firefox", browser->browser);
    TEST_ASSERT_EQUAL_STRING("192.0.2.7", browser->peer);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, browser->made);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, browser->used);
    TEST_ASSERT_FALSE(browser->current);
    TEST_ASSERT_EQUAL_STRING("admin", open.browsers[0].account);
    TEST_ASSERT_TRUE(open.browsers[0].current);
    api_world_interrupted(&w, call_sessions);
    api_world_without_memory(&w, 128, call_sessions);
    TEST_ASSERT_EQUAL(2, open.browsers_count);
    see(&ada, 1, 1);
    TEST_ASSERT_TRUE(open.sessions[0].current);
    TEST_ASSERT_EQUAL_STRING("7", open.browsers[0].account);
}

static int end(const struct actor *by, uint64_t id) {
    w.ctx.actor = by;
    return api_end_session(&w.ctx, &(struct end_session_req){.id = (int64_t)id});
}

static int forget(const struct actor *by, uint32_t id) {
    w.ctx.actor = by;
    return api_forget_browser(&w.ctx, &(struct forget_browser_req){.id = id});
}

void test_own_sessions_are_ended_and_those_of_all_by_admin(void) {
    const struct actor ada = sign_in("7", "735846", "Firefox");
    const struct actor admin = sign_in("admin", w.t.fake.initial_password, "Chrome");
    const struct actor other = sign_in("7", "735846", "Safari");
    refused(CAT_GONE, "id", end(&ada, admin.session));
    refused(CAT_GONE, "id", end(&admin, 999));
    refused(CAT_OK, NULL, end(&ada, other.session));
    refused(CAT_OK, NULL, end(&admin, ada.session));
    see(&admin, 1, 3);
    refused(CAT_GONE, "id", forget(&ada, admin.browser));
    refused(CAT_OK, NULL, forget(&ada, other.browser));
    refused(CAT_GONE, "id", forget(&ada, other.browser));
    see(&admin, 1, 2);
    refused(CAT_OK, NULL, forget(&admin, admin.browser)); /* and what was signed in from it */
    see(&w.by, 0, 1);
}

/* --- Keys of programs --- */

static struct rest_keys_reply keys;

static int call_keys(void) {
    memset(&keys, 0, sizeof(keys));
    return api_rest_keys(&w.ctx, &keys);
}

static uint32_t add_key(const char *name, uint8_t level, int code, const char *field) {
    struct add_rest_key_req req = {.level = level};
    struct add_rest_key_reply reply = {0};
    (void)snprintf(req.name, sizeof(req.name), "%s", name);
    refused(code, field, api_add_rest_key(&w.ctx, &req, &reply));
    return reply.id;
}

static int delete_key(uint32_t id) {
    return api_delete_rest_key(&w.ctx, &(struct delete_rest_key_req){.id = id});
}

void test_keys_of_levels(void) {
    const uint32_t high = add_key("gate", 9, CAT_OK, NULL);
    w.by = (struct actor){.session = 2,
                          .fresh = true,
                          .account = "7",
                          .userid = 7,
                          .level = 5,
                          .peer = "192.0.2.7",
                          .call = "addRestKey"};
    (void)add_key("door", 6, CAT_ABOVE_LEVEL, "level");
    const uint32_t low = add_key("door", 5, CAT_OK, NULL);
    (void)add_key("door", 5, CAT_USER_NAME_EXISTS, "name");
    refused(CAT_ABOVE_LEVEL, "id", delete_key(high));
    refused(CAT_GONE, "id", delete_key(99));
    TEST_ASSERT_EQUAL(CAT_OK, call_keys());
    TEST_ASSERT_EQUAL(2, keys.keys_count);
    TEST_ASSERT_EQUAL(high, keys.keys[0].id);
    TEST_ASSERT_EQUAL(9, keys.keys[0].level);
    TEST_ASSERT_EQUAL_STRING("gate", keys.keys[0].name);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, keys.keys[0].created);
    TEST_ASSERT_EQUAL(low, keys.keys[1].id);
    api_world_interrupted(&w, call_keys);
    api_world_without_memory(&w, 256, call_keys);
    TEST_ASSERT_EQUAL(2, keys.keys_count);
    refused(CAT_OK, NULL, delete_key(low));
    TEST_ASSERT_EQUAL(CAT_OK, call_keys());
    TEST_ASSERT_EQUAL(1, keys.keys_count);
    w.by.key_id = high; /* a key makes none */
    (void)add_key("more", 1, CAT_FORBIDDEN, NULL);
    refused(CAT_FORBIDDEN, NULL, delete_key(high));
}

/* Where from and when a key was used last. */
void test_the_last_use_of_a_key(void) {
    struct setting_rest_param values = settings_get(w.t.core)->values.rest_param;
    struct add_rest_key_req req = {.name = "door", .level = 3};
    struct add_rest_key_reply reply = {0};
    struct actor program = actor_nobody("192.0.2.44", "userlist");
    values.rest_on = true;
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_REST_PARAM, &values));
    refused(CAT_OK, NULL, api_add_rest_key(&w.ctx, &req, &reply));
    fake_hal_advance(&w.t.fake, 40000);
    TEST_ASSERT_EQUAL(0, rest_keys_check(w.t.core, reply.key, strlen(reply.key), &program));
    TEST_ASSERT_EQUAL(CAT_OK, call_keys());
    TEST_ASSERT_EQUAL_INT64((FAKE_UTC_MS / 1000 + 40) / 60 * 60, keys.keys[0].last_used); /* to the minute */
    TEST_ASSERT_EQUAL_STRING("192.0.2.44", keys.keys[0].last_peer);
}
