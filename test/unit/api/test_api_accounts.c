/* The handlers of signing in and out, passwords and rights. */
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/accounts/accounts.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/settings/settings.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct actor view;
static struct actor nobody;
static struct api_ctx ctx;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
    nobody = view = actor_nobody("192.0.2.1", "chklogin");
    ctx = (struct api_ctx){.core = t.core, .actor = &nobody, .arena = &arena};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static int sign_in(const char *name, const char *password, struct chklogin_reply *reply) {
    struct chklogin_req req = {0};
    (void)snprintf(req.username, sizeof(req.username), "%s", name);
    (void)snprintf(req.password, sizeof(req.password), "%s", password);
    memset(reply, 0, sizeof(*reply));
    ctx.actor = &nobody;
    int code = api_chklogin(&ctx, &req, reply);
    if (code == CAT_OK) {
        TEST_ASSERT_EQUAL(0, sessions_check(t.shared->sessions, reply->token, strlen(reply->token), &view));
        ctx.actor = &view;
    }
    return code;
}

static int edit(const char *userid, const char *old_password, const char *password, const char *confirm) {
    struct edit_pwd_req req = {0};
    (void)snprintf(req.userid, sizeof(req.userid), "%s", userid);
    (void)snprintf(req.oldpassword, sizeof(req.oldpassword), "%s", old_password);
    (void)snprintf(req.password, sizeof(req.password), "%s", password);
    (void)snprintf(req.confirm, sizeof(req.confirm), "%s", confirm);
    ctx.error_field = NULL;
    return api_edit_pwd(&ctx, &req);
}

void test_chklogin_of_admin(void) {
    struct chklogin_reply reply;
    TEST_ASSERT_EQUAL(CAT_OK, sign_in("admin", t.fake.initial_password, &reply));
    TEST_ASSERT_EQUAL(43, strlen(reply.token));
    TEST_ASSERT_EQUAL(5, reply.funs_count);
    TEST_ASSERT_EQUAL(FUNCTION_GROUP_USER, reply.funs[0]);
    TEST_ASSERT_EQUAL(FUNCTION_GROUP_ADV_SETTING, reply.funs[4]);
    TEST_ASSERT_EQUAL_STRING("admin", reply.userid);
    TEST_ASSERT_EQUAL_STRING("admin", reply.name);
    TEST_ASSERT_EQUAL(16, reply.level);
    TEST_ASSERT_TRUE(reply.must_change_password);
}

void test_chklogin_of_a_user_gives_the_groups_of_the_level(void) {
    struct chklogin_reply reply;
    fixture_add_user(&t, 7, "Ada", 5, 0, "735846");
    TEST_ASSERT_EQUAL(CAT_OK, sign_in("7", "735846", &reply));
    TEST_ASSERT_EQUAL(2, reply.funs_count);
    TEST_ASSERT_EQUAL(FUNCTION_GROUP_USER, reply.funs[0]);
    TEST_ASSERT_EQUAL(FUNCTION_GROUP_ADV_SETTING, reply.funs[1]);
    TEST_ASSERT_EQUAL_STRING("7", reply.userid);
    TEST_ASSERT_EQUAL_STRING("Ada", reply.name);
    TEST_ASSERT_FALSE(reply.must_change_password);
}

void test_chklogin_refuses_with_one_answer_and_then_a_wait(void) {
    struct chklogin_reply reply;
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(CAT_PASSWORD_WRONG, sign_in("admin", "402913", &reply));
        TEST_ASSERT_NULL(ctx.error_field);
    }
    TEST_ASSERT_EQUAL(CAT_PASSWORD_WRONG, sign_in("nobody", "402913", &reply));
    TEST_ASSERT_NULL(ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_THROTTLED, sign_in("admin", "402913", &reply));
    TEST_ASSERT_EQUAL(1, ctx.retry_after_s);
}

void test_logout_ends_the_session(void) {
    struct chklogin_reply reply;
    struct actor gone;
    TEST_ASSERT_EQUAL(CAT_OK, sign_in("admin", t.fake.initial_password, &reply));
    TEST_ASSERT_EQUAL(CAT_OK, api_logout(&ctx));
    TEST_ASSERT_LESS_THAN(0, sessions_check(t.shared->sessions, reply.token, 43, &gone));
}

void test_edit_pwd_says_what_is_wrong_and_where(void) {
    struct chklogin_reply reply;
    const char *initial = t.fake.initial_password;
    TEST_ASSERT_EQUAL(CAT_OK, sign_in("admin", initial, &reply));
    TEST_ASSERT_EQUAL(CAT_USER_ID_INVALID, edit("7", initial, "402913", "402913"));
    TEST_ASSERT_EQUAL_STRING("userid", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_PASSWORD_MISMATCH, edit("admin", initial, "402913", "402914"));
    TEST_ASSERT_EQUAL_STRING("confirm", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_PASSWORD_RULES, edit("admin", initial, "123456", "123456"));
    TEST_ASSERT_EQUAL_STRING("password", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_PASSWORD_WRONG, edit("admin", "650284", "402913", "402913"));
    TEST_ASSERT_EQUAL_STRING("oldpassword", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_OK, edit("admin", initial, "402913", "402913"));
    TEST_ASSERT_NULL(ctx.error_field);
}

void test_edit_pwd_tells_nothing_of_a_taken_one(void) {
    struct chklogin_reply reply;
    fixture_add_user(&t, 7, "Ada", 5, 0, "735846");
    fixture_add_user(&t, 8, "Bob", 0, 0, "402913");
    TEST_ASSERT_EQUAL(CAT_OK, sign_in("7", "735846", &reply));
    TEST_ASSERT_EQUAL(CAT_OK, edit("7", "735846", "402913", "402913"));
}

void test_check_power_answers_for_groups_and_calls(void) {
    struct check_power_req req = {.has_group = true, .group = FUNCTION_GROUP_ADV_SETTING};
    struct check_power_reply reply = {0};
    view.level = 5; /* writes users, reads advSetting */
    ctx.actor = &view;
    TEST_ASSERT_EQUAL(CAT_OK, api_check_power(&ctx, &req, &reply));
    TEST_ASSERT_TRUE(reply.read);
    TEST_ASSERT_FALSE(reply.write);
    req.group = FUNCTION_GROUP_NETWORK;
    TEST_ASSERT_EQUAL(CAT_OK, api_check_power(&ctx, &req, &reply));
    TEST_ASSERT_FALSE(reply.read);

    req = (struct check_power_req){.has_call = true, .call = "adduser"};
    TEST_ASSERT_EQUAL(CAT_OK, api_check_power(&ctx, &req, &reply));
    TEST_ASSERT_TRUE(reply.read && reply.write);
    view.level = 2;
    TEST_ASSERT_EQUAL(CAT_OK, api_check_power(&ctx, &req, &reply));
    TEST_ASSERT_FALSE(reply.read || reply.write);
    (void)snprintf(req.call, sizeof(req.call), "userlist");
    TEST_ASSERT_EQUAL(CAT_OK, api_check_power(&ctx, &req, &reply));
    TEST_ASSERT_TRUE(reply.read && reply.write);
    (void)snprintf(req.call, sizeof(req.call), "logout");
    TEST_ASSERT_EQUAL(CAT_OK, api_check_power(&ctx, &req, &reply));
    TEST_ASSERT_TRUE(reply.read && reply.write);
}

void test_check_power_of_nothing_and_of_an_unknown_call(void) {
    struct check_power_req req = {0};
    struct check_power_reply reply = {0};
    ctx.actor = &view;
    TEST_ASSERT_EQUAL(CAT_MISSING_PARAMETER, api_check_power(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_STRING("call", ctx.error_field);
    ctx.error_field = NULL;
    req = (struct check_power_req){.has_call = true, .call = "MakeCoffee"};
    TEST_ASSERT_EQUAL(CAT_NO_SUCH_CALL, api_check_power(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_STRING("call", ctx.error_field);
}

static int confirm(const char *password) {
    struct confirm_password_req req = {.password = ""};
    (void)snprintf(req.password, sizeof(req.password), "%s", password);
    ctx.error_field = NULL;
    return api_confirm_password(&ctx, &req);
}

void test_a_password_is_typed_again(void) {
    struct chklogin_reply reply;
    TEST_ASSERT_EQUAL(CAT_OK, sign_in("admin", t.fake.initial_password, &reply));
    fake_hal_advance(&t.fake, SESSIONS_FRESH_MS + 1000);
    TEST_ASSERT_EQUAL(0, sessions_check(t.shared->sessions, reply.token, strlen(reply.token), &view));
    TEST_ASSERT_FALSE(view.fresh);
    TEST_ASSERT_EQUAL(CAT_PASSWORD_WRONG, confirm("402913"));
    TEST_ASSERT_EQUAL_STRING("password", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_OK, confirm(t.fake.initial_password));
    TEST_ASSERT_NULL(ctx.error_field);
    TEST_ASSERT_EQUAL(0, sessions_check(t.shared->sessions, reply.token, strlen(reply.token), &view));
    TEST_ASSERT_TRUE(view.fresh);
    int code = CAT_PASSWORD_WRONG;
    for (unsigned i = 0; i < 20 && code == CAT_PASSWORD_WRONG; i++) {
        code = confirm("402913");
    }
    TEST_ASSERT_EQUAL(CAT_THROTTLED, code);
    TEST_ASSERT_NULL(ctx.error_field);
    TEST_ASSERT_GREATER_THAN_UINT(0, ctx.retry_after_s);
}

static int passphrase(const char *old_password, const char *text, const char *again) {
    struct edit_passphrase_req req = {.oldpassword = ""};
    (void)snprintf(req.oldpassword, sizeof(req.oldpassword), "%s", old_password);
    (void)snprintf(req.passphrase, sizeof(req.passphrase), "%s", text);
    (void)snprintf(req.confirm, sizeof(req.confirm), "%s", again);
    ctx.error_field = NULL;
    return api_edit_passphrase(&ctx, &req);
}

void test_a_passphrase_takes_the_place_of_the_digits(void) {
    static const char phrase[] = "seven lamps beside the river";
    struct chklogin_reply reply;
    bool is_set = false;
    TEST_ASSERT_EQUAL(CAT_OK, sign_in("admin", t.fake.initial_password, &reply));
    TEST_ASSERT_EQUAL(CAT_PASSWORD_MISMATCH, passphrase(t.fake.initial_password, phrase, "another one than that"));
    TEST_ASSERT_EQUAL_STRING("confirm", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_PASSWORD_RULES, passphrase(t.fake.initial_password, "short", "short"));
    TEST_ASSERT_EQUAL_STRING("passphrase", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_PASSWORD_WRONG, passphrase("650284", phrase, phrase));
    TEST_ASSERT_EQUAL_STRING("oldpassword", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_OK, passphrase(t.fake.initial_password, phrase, phrase));
    TEST_ASSERT_NULL(ctx.error_field);
    TEST_ASSERT_EQUAL(0, accounts_has_passphrase(t.core, &is_set));
    TEST_ASSERT_TRUE(is_set);
    TEST_ASSERT_EQUAL(CAT_OK, sign_in("admin", phrase, &reply));
    TEST_ASSERT_FALSE(reply.must_change_password);
    fixture_add_user(&t, 7, "Ada", 5, 0, "735846");
    TEST_ASSERT_EQUAL(CAT_OK, sign_in("7", "735846", &reply));
    TEST_ASSERT_EQUAL(CAT_ADMIN_ONLY, passphrase("735846", phrase, phrase));
    TEST_ASSERT_NULL(ctx.error_field);
}

/* What the browser calls itself is noted of the session when it says so. */
void test_the_name_of_the_browser(void) {
    struct chklogin_req req = {.username = "admin", .browser_name = "Firefox"};
    struct chklogin_reply reply = {0};
    struct sessions_view views[SESSIONS_MAX];
    (void)snprintf(req.password, sizeof(req.password), "%s", t.fake.initial_password);
    TEST_ASSERT_EQUAL(CAT_OK, api_chklogin(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL(BROWSERS_SECRET_LEN, strlen(reply.browser));
    req.has_browser_name = true;
    TEST_ASSERT_EQUAL(CAT_OK, api_chklogin(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL(2, sessions_list(t.shared->sessions, SESSIONS_ALL, views));
    TEST_ASSERT_EQUAL_STRING("", views[0].browser);
    TEST_ASSERT_EQUAL_STRING("Firefox", views[1].browser);
}

/* Nobody is signed in whose reply cannot be made. */
void test_a_sign_in_without_memory(void) {
    struct chklogin_req req = {.username = "admin"};
    struct chklogin_reply reply = {0};
    int code = CAT_SYSTEM_ERROR;
    unsigned refused = 0;
    (void)snprintf(req.password, sizeof(req.password), "%s", t.fake.initial_password);
    for (size_t room = 0; code != CAT_OK && room < 65536; room += 16, refused++) {
        arena_done(&arena);
        arena.cap = room;
        code = api_chklogin(&ctx, &req, &reply);
        TEST_ASSERT_TRUE(code == CAT_OK || code == CAT_SYSTEM_ERROR);
    }
    TEST_ASSERT_EQUAL(CAT_OK, code);
    TEST_ASSERT_EQUAL(5, reply.funs_count);
    TEST_ASSERT_GREATER_THAN_UINT(1, refused);
}
