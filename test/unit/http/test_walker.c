/* The walker on a whole terminal below the wire: who may call what, in which order it is asked, and what is answered.
 * */
#include <stdio.h>
#include <string.h>

#include "catalogue.h"
#include "contract.h"
#include "core/accounts/rest_keys.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/upgrade/upgrade.h"
#include "core/users/users.h"
#include "fake_machine.h"
#include "http/walker.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture fixture;
static struct http_request request;
static struct walker_call call;
static struct walker_refusal refusal;
static char token[SESSIONS_TOKEN_LEN + 1];

static struct http_text text(const char *content) {
    return (struct http_text){content, content == NULL ? 0 : strlen(content)};
}

/* Opens a session and lets the requests to come carry its token. */
static void sign_in(uint8_t level, bool must_change) {
    struct actor view = {.account = "7", .userid = 7, .level = level, .must_change = must_change};
    uint64_t id;
    TEST_ASSERT_EQUAL(0, sessions_open(fixture.core->shared->sessions, &view, token, &id));
    request.token = text(token);
}

static int admit(enum http_method method, const char *path) {
    walker_done(&call);
    request.method = method;
    request.path = text(path);
    return walker_admit(fixture.core, &request, "192.0.2.1", &call, &refusal);
}

void setUp(void) {
    fixture_up(&fixture);
    request = (struct http_request){.content_type = {"application/json", 16}};
    call = (struct walker_call){.route = NULL};
}

void tearDown(void) {
    walker_done(&call);
    if (fixture.system_dir[0] != '\0') {
        fake_machine_remove(fixture.system_dir);
    }
    fixture_down(&fixture);
}

void test_paths_of_calls(void) {
    TEST_ASSERT_TRUE(walker_is_call(text("/goform/userlist")));
    TEST_ASSERT_TRUE(walker_is_call(text("/goform/")));
    TEST_ASSERT_TRUE(walker_is_call(text("/goform")));
    TEST_ASSERT_FALSE(walker_is_call(text("/goformx")));
    TEST_ASSERT_FALSE(walker_is_call(text("/")));
    TEST_ASSERT_FALSE(walker_is_call(text("/user/goform/")));
}

void test_unknown_paths_are_no_call(void) {
    TEST_ASSERT_EQUAL(CAT_NO_SUCH_CALL, admit(HTTP_GET, "/goform/nothing"));
    TEST_ASSERT_EQUAL(CAT_NO_SUCH_CALL, admit(HTTP_GET, "/goform/userlist/"));
    TEST_ASSERT_EQUAL(CAT_NO_SUCH_CALL, admit(HTTP_GET, "/goform/userlis"));
    TEST_ASSERT_EQUAL(CAT_NO_SUCH_CALL, admit(HTTP_GET, "/goform/Userlist"));
}

void test_recovery_has_the_calls_of_its_page_alone(void) {
    static const char *const others[] = {"chklogin", "userlist", "superLogin", "confirmNetwork", "SetWebUpgradeMode"};
    static const char *const gets[] = {"upgradeState", "SetInfoParam", "recoveryState"};
    static const char *const posts[] = {"upgradeStart", "upgradeCancel", "UpdateMachine", "recoverData"};
    char path[64];
    fixture_stop(&fixture);
    fixture.recovery_dir = fixture.dir;
    TEST_ASSERT_EQUAL(0, fixture_start(&fixture));
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        (void)snprintf(path, sizeof(path), "/goform/%s", others[i]);
        TEST_ASSERT_EQUAL_MESSAGE(CAT_NO_SUCH_CALL, admit(HTTP_POST, path), path);
        TEST_ASSERT_EQUAL_MESSAGE(CAT_NO_SUCH_CALL, admit(HTTP_GET, path), path);
    }
    for (size_t i = 0; i < sizeof(gets) / sizeof(gets[0]); i++) {
        (void)snprintf(path, sizeof(path), "/goform/%s", gets[i]);
        TEST_ASSERT_EQUAL_MESSAGE(CAT_TOKEN_FAILED, admit(HTTP_GET, path), path);
    }
    for (size_t i = 0; i < sizeof(posts) / sizeof(posts[0]); i++) {
        (void)snprintf(path, sizeof(path), "/goform/%s", posts[i]);
        TEST_ASSERT_EQUAL_MESSAGE(CAT_TOKEN_FAILED, admit(HTTP_POST, path), path);
    }
    request.length = 2;
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/engineerLogin"));
}

void test_method_is_asked_first_and_named(void) {
    request.length = 1 << 30;
    TEST_ASSERT_EQUAL(CAT_WRONG_METHOD, admit(HTTP_POST, "/goform/userlist"));
    TEST_ASSERT_EQUAL_STRING("GET", refusal.allow);
    TEST_ASSERT_EQUAL(CAT_WRONG_METHOD, admit(HTTP_OTHER, "/goform/adduser"));
    TEST_ASSERT_EQUAL_STRING("POST", refusal.allow);
    TEST_ASSERT_EQUAL(CAT_WRONG_METHOD, admit(HTTP_HEAD, "/goform/SetInfoParam"));
}

void test_length_is_asked_before_the_session(void) {
    request.length = 4097;
    TEST_ASSERT_EQUAL(CAT_BODY_TOO_LARGE, admit(HTTP_POST, "/goform/adduser"));
    request.length = 4096;
    TEST_ASSERT_EQUAL(CAT_TOKEN_FAILED, admit(HTTP_POST, "/goform/adduser"));
    request.length = 1;
    TEST_ASSERT_EQUAL(CAT_BODY_TOO_LARGE, admit(HTTP_GET, "/goform/userlist"));
    request.length = 0;
    request.chunked = true;
    TEST_ASSERT_EQUAL(CAT_BODY_TOO_LARGE, admit(HTTP_GET, "/goform/userlist"));
}

void test_session_is_needed(void) {
    TEST_ASSERT_EQUAL(CAT_TOKEN_FAILED, admit(HTTP_GET, "/goform/SetInfoParam"));
    request.token = text("");
    TEST_ASSERT_EQUAL(CAT_TOKEN_FAILED, admit(HTTP_GET, "/goform/SetInfoParam"));
    request.token = text("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    TEST_ASSERT_EQUAL(CAT_TOKEN_FAILED, admit(HTTP_GET, "/goform/SetInfoParam"));
    sign_in(1, false);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/SetInfoParam"));
    TEST_ASSERT_NOT_EQUAL(0, call.actor.level);
    TEST_ASSERT_EQUAL(7, call.actor.userid);
}

static void allow_keys(void) {
    struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetRestParam"};
    struct setting_rest_param values = {.rest_on = true};
    struct settings_change change = {
        .page = SETTING_PAGE_REST_PARAM, .values = &values, .given = SETTING_REST_PARAM_REST_ON};
    struct settings_result result;
    TEST_ASSERT_EQUAL(0, settings_save(fixture.core, &by, &change, &result));
}

void test_a_key_is_as_good_as_a_session_of_its_level(void) {
    struct actor by = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "addRestKey"};
    char bearer[8 + REST_KEYS_KEY_LEN] = "Bearer ";
    uint32_t id;
    TEST_ASSERT_EQUAL(0, rest_keys_add(fixture.core, &by, "payroll", 4, &id, bearer + 7));
    request.authorization = text(bearer);
    TEST_ASSERT_EQUAL(CAT_KEY_FAILED, admit(HTTP_GET, "/goform/userlist")); /* keys are switched off */
    allow_keys();
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/userlist"));
    TEST_ASSERT_NOT_EQUAL(0, call.actor.level);
    TEST_ASSERT_EQUAL_UINT32(ACTOR_USERID_KEY, call.actor.userid);
    TEST_ASSERT_EQUAL_STRING("192.0.2.1", call.actor.peer);
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_GET, "/goform/SetEthernet"));
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_POST, "/goform/EditPwd"));
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_GET, "/goform/logout"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/SetInfoParam"));
    request.token = text("x"); /* who shows a token is asked by it */
    TEST_ASSERT_EQUAL(CAT_TOKEN_FAILED, admit(HTTP_GET, "/goform/userlist"));
    request.token = text(NULL);
    bearer[6] = '\t';
    TEST_ASSERT_EQUAL(CAT_TOKEN_FAILED, admit(HTTP_GET, "/goform/userlist"));
}

void test_ended_session_is_told_apart(void) {
    sign_in(1, false);
    sessions_end_account(fixture.core->shared->sessions, 7, 0);
    TEST_ASSERT_EQUAL(CAT_SESSION_ENDED, admit(HTTP_GET, "/goform/SetInfoParam"));
}

void test_open_call_needs_none_and_takes_none(void) {
    sign_in(16, false);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/chklogin"));
    TEST_ASSERT_EQUAL(0, call.actor.level);
}

void test_first_password_comes_before_all_but_two(void) {
    sign_in(16, true);
    TEST_ASSERT_EQUAL(CAT_PASSWORD_CHANGE_REQUIRED, admit(HTTP_GET, "/goform/userlist"));
    TEST_ASSERT_EQUAL(CAT_PASSWORD_CHANGE_REQUIRED, admit(HTTP_GET, "/goform/SetInfoParam"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/EditPwd"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/logout"));
}

void test_role_decides(void) {
    sign_in(1, false); /* reads users, writes none */
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/userlist"));
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_POST, "/goform/adduser"));
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_POST, "/goform/GetLanguageSettingItem"));
    sign_in(16, false);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/adduser"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/GetLanguageSettingItem"));
}

void test_media_type_is_asked_of_bodies_after_the_role(void) {
    request.content_type = text("text/plain");
    request.length = 2;
    TEST_ASSERT_EQUAL(CAT_TOKEN_FAILED, admit(HTTP_POST, "/goform/adduser"));
    sign_in(16, false);
    TEST_ASSERT_EQUAL(CAT_MEDIA_TYPE, admit(HTTP_POST, "/goform/adduser"));
    request.content_type = text(NULL);
    TEST_ASSERT_EQUAL(CAT_MEDIA_TYPE, admit(HTTP_POST, "/goform/adduser"));
    request.length = 0;
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/adduser"));
    request.chunked = true;
    TEST_ASSERT_EQUAL(CAT_MEDIA_TYPE, admit(HTTP_POST, "/goform/adduser"));
    static const char *const good[] = {"Application/JSON", "application/json;charset=utf-8", "application/json ; a=b"};
    for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        request.content_type = text(good[i]);
        TEST_ASSERT_EQUAL_MESSAGE(CAT_OK, admit(HTTP_POST, "/goform/adduser"), good[i]);
    }
    request.content_type = text("application/jsonp");
    TEST_ASSERT_EQUAL(CAT_MEDIA_TYPE, admit(HTTP_POST, "/goform/adduser"));
}

static void assert_reply(struct http_reply *reply, const char *status, const char *body) {
    const char *whole = buf_text(&reply->buf) + reply->start;
    TEST_ASSERT_EQUAL_STRING_LEN(status, whole, strlen(status));
    const char *end = strstr(whole, "\r\n\r\n");
    TEST_ASSERT_NOT_NULL(end);
    TEST_ASSERT_EQUAL_STRING(body, end + 4);
    buf_done(&reply->buf);
}

void test_call_is_decoded_run_and_encoded(void) {
    static const char body[] = "{\"group\":\"user\"}";
    struct api_decode_error error;
    struct http_reply reply;
    sign_in(1, false);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/checkPower"));
    TEST_ASSERT_EQUAL(CAT_OK, walker_decode(&call, body, strlen(body), &error, &refusal));
    TEST_ASSERT_EQUAL(CAT_OK, walker_run(fixture.core, &call, (struct http_reply_head){.close = true}, &reply));
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&reply.buf) + reply.start, "Connection: close\r\n"));
    assert_reply(&reply, "HTTP/1.1 200 OK\r\n",
                 "{\"code\":\"success\",\"retvalue\":0,\"msg\":0,\"data\":{\"read\":true,\"write\":false}}");
}

void test_query_of_a_get_is_decoded(void) {
    static const char query[] = "limit=101&_t=1";
    struct api_decode_error error;
    sign_in(16, false);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/userlist"));
    TEST_ASSERT_EQUAL(CAT_OUT_OF_RANGE, walker_decode(&call, query, strlen(query), &error, &refusal));
    TEST_ASSERT_EQUAL_STRING("limit", refusal.field);
}

void test_query_of_a_post_has_the_time_stamp_alone(void) {
    sign_in(16, false);
    request.query = text("_t=1763740800000");
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/GetUserInfo"));
    request.query = text("_t=1&userid=7");
    TEST_ASSERT_EQUAL(CAT_UNKNOWN_KEY, admit(HTTP_POST, "/goform/GetUserInfo"));
    TEST_ASSERT_EQUAL_STRING("userid", refusal.field);
    request.token = text("");
    TEST_ASSERT_EQUAL(CAT_TOKEN_FAILED, admit(HTTP_POST, "/goform/GetUserInfo")); /* nobody learns its fields */
}

void test_post_may_have_its_request_in_the_query(void) {
    struct api_decode_error error;
    sign_in(16, false);
    request.query = text("machine=7&_t=1");
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/SetAnvizWiegandAuthorize"));
    TEST_ASSERT_EQUAL(CAT_OK, walker_decode(&call, "", 0, &error, &refusal));
    const struct set_anviz_wiegand_authorize_req *req = call.request;
    TEST_ASSERT_EQUAL(7, req->authorization_filter.machine);
    TEST_ASSERT_EQUAL(CAT_UNKNOWN_KEY, walker_decode(&call, "{\"machine\":7}", 13, &error, &refusal));
    TEST_ASSERT_EQUAL_STRING("machine", refusal.field);
    request.query = text("machine=x");
    TEST_ASSERT_EQUAL(CAT_WRONG_TYPE, admit(HTTP_POST, "/goform/SetAnvizWiegandAuthorize"));
    TEST_ASSERT_EQUAL_STRING("machine", refusal.field);
}

/* A whole file in one body is given to its call in pieces. */
void test_a_whole_file_comes_in_pieces(void) {
    const size_t piece = (size_t)64 * 1024, rest = 7;
    const struct update_machine_req *req = NULL;
    sign_in(16, false);
    request.content_type = text("application/octet-stream");
    request.query = text("_t=1");
    request.length = 2 * piece + rest;
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/UpdateMachine"));
    for (size_t at = 0; at < request.length; at += piece) {
        const bool is_last = at == 2 * piece;
        req = call.request;
        TEST_ASSERT_EQUAL_INT64(at, req->offset);
        TEST_ASSERT_EQUAL_INT64(request.length, req->total);
        TEST_ASSERT_EQUAL_STRING("firmware.swu", req->name);
        TEST_ASSERT_TRUE(req->start);
        TEST_ASSERT_EQUAL(is_last ? rest : piece, call.body_size);
        TEST_ASSERT_EQUAL(0, call.body_len);
        TEST_ASSERT_EQUAL(!is_last, walker_has_pieces(&call));
        call.body_len = call.body_size;
        if (!is_last) {
            TEST_ASSERT_EQUAL(CAT_OK, walker_next_piece(&call, &refusal));
        }
    }
}

void test_what_is_no_whole_file(void) {
    sign_in(16, false);
    request.content_type = text("application/octet-stream");
    request.length = (size_t)1 << 30;
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/UpdateMachine"));
    TEST_ASSERT_EQUAL(64 * 1024, call.body_room); /* however long the file is */
    request.length++;
    TEST_ASSERT_EQUAL(CAT_UPLOAD_TOO_LARGE, admit(HTTP_POST, "/goform/UpdateMachine"));
    request.length = 0;
    request.chunked = true; /* it says no length */
    TEST_ASSERT_EQUAL(CAT_UPLOAD_TOO_LARGE, admit(HTTP_POST, "/goform/UpdateMachine"));
    request.chunked = false;
    request.length = 300000;
    request.query = text("_t=1&offset=0&total=300000&name=a"); /* a piece, and a long one */
    TEST_ASSERT_EQUAL(CAT_UPLOAD_TOO_LARGE, admit(HTTP_POST, "/goform/UpdateMachine"));
    request.length = 200000;
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/UpdateMachine"));
    TEST_ASSERT_EQUAL(0, call.whole);
    TEST_ASSERT_EQUAL(200000, call.body_size);
    TEST_ASSERT_FALSE(walker_has_pieces(&call));
    request.query = text("");
    TEST_ASSERT_EQUAL(CAT_MISSING_PARAMETER, admit(HTTP_POST, "/goform/restoreUpload")); /* takes pieces alone */
}

void test_refusals_carry_their_field_and_status(void) {
    struct http_reply reply;
    refusal = (struct walker_refusal){.code = CAT_OUT_OF_RANGE, .field = "limit"};
    TEST_ASSERT_EQUAL(0, walker_refuse(&refusal, (struct http_reply_head){.close = false}, &reply));
    assert_reply(&reply, "HTTP/1.1 400 Bad Request\r\n",
                 "{\"code\":\"error\",\"retvalue\":12007,\"msg\":12007,\"field\":\"limit\",\"data\":{}}");
}

void test_busy_says_when_to_come_again(void) {
    struct http_reply reply;
    refusal = (struct walker_refusal){.code = CAT_BUSY};
    TEST_ASSERT_EQUAL(0, walker_refuse(&refusal, (struct http_reply_head){.close = false}, &reply));
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&reply.buf) + reply.start, "\r\nRetry-After: 1\r\n"));
    assert_reply(&reply, "HTTP/1.1 503 ", "{\"code\":\"error\",\"retvalue\":12015,\"msg\":12015,\"data\":{}}");
}

void test_handler_that_refuses_is_answered_so(void) {
    static const char body[] = "{\"userid\":12345}";
    struct api_decode_error error;
    struct http_reply reply;
    sign_in(16, false);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/GetUserInfo"));
    TEST_ASSERT_EQUAL(CAT_OK, walker_decode(&call, body, strlen(body), &error, &refusal));
    TEST_ASSERT_EQUAL(CAT_USER_UNKNOWN,
                      walker_run(fixture.core, &call, (struct http_reply_head){.close = false}, &reply));
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&reply.buf) + reply.start, "\"retvalue\":40301"));
    buf_done(&reply.buf);
}

/* --- Super sessions, and calls that are open to all -------------------------------------------------------------------- */

/* The session of the last sign_in() is a super session from now on. */
static void raise_it(void) {
    struct actor who = actor_nobody("192.0.2.1", "superLogin");
    TEST_ASSERT_EQUAL(0, sessions_check(fixture.core->shared->sessions, token, strlen(token), &who));
    sessions_raise(fixture.core->shared->sessions, who.session);
}

static void sign_in_engineer(void) {
    struct actor engineer = {.account = "engineer", .userid = ACTOR_USERID_ENGINEER, .super = true};
    uint64_t id;
    TEST_ASSERT_EQUAL(0, sessions_open(fixture.core->shared->sessions, &engineer, token, &id));
    request.token = text(token);
}

/* A key of level 16, shown with the requests to come. */
static void show_key(char bearer[8 + REST_KEYS_KEY_LEN]) {
    struct actor by = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "addRestKey"};
    uint32_t id;
    memcpy(bearer, "Bearer ", 7);
    TEST_ASSERT_EQUAL(0, rest_keys_add(fixture.core, &by, "payroll", 16, &id, bearer + 7));
    allow_keys();
    request.token = text(NULL);
    request.authorization = text(bearer);
}

void test_what_asks_for_a_super_session(void) {
    char bearer[8 + REST_KEYS_KEY_LEN];
    TEST_ASSERT_EQUAL(CAT_TOKEN_FAILED, admit(HTTP_GET, "/goform/SetDebugParam"));
    sign_in(16, false);
    TEST_ASSERT_EQUAL(CAT_SUPER_NEEDED, admit(HTTP_GET, "/goform/SetDebugParam"));
    raise_it();
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/SetDebugParam"));
    TEST_ASSERT_TRUE(call.actor.super);
    fake_hal_advance(&fixture.fake, SESSIONS_SUPER_MS);
    TEST_ASSERT_EQUAL(CAT_SUPER_NEEDED, admit(HTTP_GET, "/goform/SetDebugParam"));
    sign_in_engineer();
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/SetDebugParam"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/setMode"));
    show_key(bearer); /* no key is a super session, whatever its level */
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_GET, "/goform/SetDebugParam"));
}

void test_a_first_password_comes_before_a_super_session_too(void) {
    sign_in(16, true);
    raise_it();
    TEST_ASSERT_EQUAL(CAT_PASSWORD_CHANGE_REQUIRED, admit(HTTP_GET, "/goform/SetDebugParam"));
    TEST_ASSERT_EQUAL(CAT_PASSWORD_CHANGE_REQUIRED, admit(HTTP_GET, "/goform/upgradeState"));
}

void test_where_a_super_session_does_as_well_as_a_right(void) {
    char bearer[8 + REST_KEYS_KEY_LEN];
    sign_in(1, false);
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_GET, "/goform/upgradeState"));
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_POST, "/goform/upgradeCancel"));
    raise_it();
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/upgradeState"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/upgradeCancel"));
    sign_in(16, false);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/upgradeState"));
    sign_in_engineer();
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/upgradeState"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/upgradeCancel"));
    show_key(bearer); /* by its level */
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/upgradeState"));
}

/* The engineer has no account password to type again; the engineer password is enough. */
void test_a_super_session_needs_no_password_typed_lately(void) {
    sign_in(16, false);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/upgradeStart"));
    fake_hal_advance(&fixture.fake, SESSIONS_FRESH_MS);
    TEST_ASSERT_EQUAL(CAT_PASSWORD_NEEDED, admit(HTTP_POST, "/goform/upgradeStart"));
    TEST_ASSERT_EQUAL(CAT_PASSWORD_NEEDED, admit(HTTP_POST, "/goform/SetWebUpgradeMode"));
    raise_it();
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/upgradeStart"));
    TEST_ASSERT_EQUAL(CAT_PASSWORD_NEEDED, admit(HTTP_GET, "/goform/InitMachine")); /* which is no engineer's */
    sign_in_engineer();
    fake_hal_advance(&fixture.fake, SESSIONS_FRESH_MS);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/upgradeStart"));
}

/* A download that was begun ends with the time of the super session, not with the session. */
void test_what_a_super_session_began_ends_with_it(void) {
    sign_in(8, false);
    raise_it();
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/DownloadLog"));
    fake_hal_advance(&fixture.fake, SESSIONS_SUPER_MS - 1);
    TEST_ASSERT_TRUE(walker_may_still(fixture.core, call.route, &call.actor));
    fake_hal_advance(&fixture.fake, 1);
    TEST_ASSERT_FALSE(walker_may_still(fixture.core, call.route, &call.actor));
    sign_in_engineer(); /* whose session is one to its end */
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/DownloadLog"));
    fake_hal_advance(&fixture.fake, SESSIONS_SUPER_MS);
    TEST_ASSERT_TRUE(walker_may_still(fixture.core, call.route, &call.actor));
}

void test_the_engineer_has_no_other_right(void) {
    sign_in_engineer();
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_GET, "/goform/userlist"));
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_POST, "/goform/adduser"));
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_GET, "/goform/SetEthernet"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/SetInfoParam"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/logout"));
}

/* Everyone may call it; the handler knows the session, if there is one. */
void test_an_open_call_recognises_who_asks(void) {
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/test_takephoto"));
    TEST_ASSERT_EQUAL_UINT64(0, call.actor.session);
    TEST_ASSERT_EQUAL_UINT32(ACTOR_USERID_NOBODY, call.actor.userid);
    request.token = text("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/test_takephoto"));
    TEST_ASSERT_EQUAL_UINT64(0, call.actor.session);
    sign_in(9, false);
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/test_takephoto"));
    TEST_ASSERT_NOT_EQUAL(0, call.actor.session);
    TEST_ASSERT_EQUAL_UINT32(7, call.actor.userid);
    TEST_ASSERT_EQUAL(9, call.actor.level);
    TEST_ASSERT_EQUAL_STRING("192.0.2.1", call.actor.peer);
    TEST_ASSERT_EQUAL_STRING("test_takephoto", call.actor.call);
    sign_in(16, true); /* whose first password is still to be replaced may nothing, which is what nobody may */
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/test_takephoto"));
    TEST_ASSERT_EQUAL_UINT64(0, call.actor.session);
    TEST_ASSERT_EQUAL(0, call.actor.level);
    TEST_ASSERT_TRUE(walker_may_still(fixture.core, call.route, &call.actor));
}

/* --- During the trial of a new firmware
 * --------------------------------------------------------------------------------- */

static void start_trial(void) {
    char path[128];
    fixture_stop(&fixture);
    (void)snprintf(fixture.system_dir, sizeof(fixture.system_dir), "%s/system", fixture.dir);
    fake_machine_make(fixture.system_dir);
    TEST_ASSERT_EQUAL(SLOT_A, fake_machine_boot(fixture.system_dir));
    TEST_ASSERT_EQUAL(0, history_write(fixture.dir, &(struct upgrade_history){.phase = UPGRADE_PHASE_SWITCHED,
                                                                              .from = "0.0.9",
                                                                              .to = "0.1.0",
                                                                              .slot = SLOT_A}));
    (void)snprintf(path, sizeof(path), "%s/postern.db.before", fixture.dir);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL(0, fclose(file));
    TEST_ASSERT_EQUAL(0, fixture_start(&fixture));
    TEST_ASSERT_TRUE(upgrade_is_trial(fixture.shared));
}

void test_while_it_would_be_lost_nothing_is_changed(void) {
    start_trial();
    sign_in(16, false);
    TEST_ASSERT_EQUAL(CAT_UPGRADE_TRIAL, admit(HTTP_POST, "/goform/adduser"));
    TEST_ASSERT_EQUAL(CAT_UPGRADE_TRIAL, admit(HTTP_POST, "/goform/upgradeStart"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/userlist"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_GET, "/goform/upgradeState"));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/chklogin"));
    sign_in(1, false); /* who may not is told that */
    TEST_ASSERT_EQUAL(CAT_FORBIDDEN, admit(HTTP_POST, "/goform/adduser"));
    sign_in(16, true);
    TEST_ASSERT_EQUAL(CAT_PASSWORD_CHANGE_REQUIRED, admit(HTTP_POST, "/goform/adduser"));
    sign_in(16, false);
    upgrade_set_served(fixture.shared);
    fake_hal_advance(&fixture.fake, 5000);
    upgrade_upkeep(fixture.core);
    TEST_ASSERT_FALSE(upgrade_is_trial(fixture.shared));
    TEST_ASSERT_EQUAL(CAT_OK, admit(HTTP_POST, "/goform/adduser"));
}
