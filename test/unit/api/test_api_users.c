/* The handlers of users: from decoded structs to replies and codes of the catalogue. */
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct actor view;
static struct api_ctx ctx;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 262144);
    view = (struct actor){.session = 1, .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "edituser"};
    ctx = (struct api_ctx){.core = t.core, .actor = &view, .arena = &arena};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static int list(struct userlist_req req, struct userlist_reply *reply) {
    memset(reply, 0, sizeof *reply);
    req.limit = req.limit ? req.limit : 50;
    return api_userlist(&ctx, &req, reply);
}

void test_add_get_edit_delete(void) {
    struct adduser_req add = {.userid = 7,
                              .has_username = true,
                              .username = "Ann",
                              .has_cardno = true,
                              .cardno = 4294967295,
                              .has_identify_mode = true,
                              .identify_mode = API_IDENTIFY_MODE_ALL,
                              .has_identify_factors = true,
                              .identify_factors = 1u << API_FACTOR_FACE,
                              .has_valid_to = true,
                              .valid_to = 20271231,
                              .has_password = true,
                              .password = "4711"};
    struct adduser_reply added = {0};
    struct edituser_req edit = {.userid = 7, .has_revision = true, .revision = 1, .has_group = true, .group = 4};
    struct edituser_reply edited = {0};
    struct get_user_info_req get = {.userid = 7, .has_userid = true};
    struct get_user_info_reply got = {0};
    struct deleteuser_req delete = {.userid = 7};

    TEST_ASSERT_EQUAL_INT(CAT_OK, api_adduser(&ctx, &add, &added));
    TEST_ASSERT_EQUAL_UINT32(7, added.userid);
    TEST_ASSERT_EQUAL_UINT32(1, added.revision);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_edituser(&ctx, &edit, &edited));
    TEST_ASSERT_EQUAL_UINT32(2, edited.revision);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_get_user_info(&ctx, &get, &got));
    TEST_ASSERT_EQUAL_STRING("Ann", got.user.username);
    TEST_ASSERT_EQUAL_UINT64(4294967295, got.user.cardno);
    TEST_ASSERT_EQUAL_INT(API_IDENTIFY_MODE_ALL, got.user.identify_mode);
    TEST_ASSERT_EQUAL_UINT32(1u << API_FACTOR_FACE, got.user.identify_factors);
    TEST_ASSERT_EQUAL_UINT32(20271231, got.user.valid_to);
    TEST_ASSERT_EQUAL_UINT8(4, got.user.group);
    TEST_ASSERT_TRUE(got.user.has_password);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_deleteuser(&ctx, &delete));
    TEST_ASSERT_EQUAL_INT(CAT_USER_UNKNOWN, api_deleteuser(&ctx, &delete));
    TEST_ASSERT_EQUAL_STRING("userid", ctx.error_field);
    TEST_ASSERT_EQUAL_INT(CAT_USER_UNKNOWN, api_get_user_info(&ctx, &get, &got));
    TEST_ASSERT_EQUAL_INT(CAT_USER_UNKNOWN, api_edituser(&ctx, &edit, &edited));
}

void test_defaults_of_a_new_user(void) {
    struct get_user_info_req get = {0};
    struct get_user_info_reply got = {0};

    fixture_add_user(&t, 41, "", 0, 0, NULL);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_get_user_info(&ctx, &get, &got));
    TEST_ASSERT_EQUAL_UINT32(42, got.user.userid);
    TEST_ASSERT_EQUAL_STRING("", got.user.username);
    TEST_ASSERT_EQUAL_UINT8(1, got.user.group);
    TEST_ASSERT_EQUAL_INT(API_IDENTIFY_MODE_DEVICE, got.user.identify_mode);
    TEST_ASSERT_EQUAL_UINT32(0, got.user.revision);
}

void test_refusals_have_code_and_field(void) {
    static const struct {
        struct adduser_req req;
        int code;
        const char *field;
    } bad[] = {
        {{.userid = 7}, CAT_USER_ID_EXISTS, "userid"},
        {{.userid = 8, .has_cardno = true, .cardno = 99}, CAT_CARD_EXISTS, "cardno"},
        {{.userid = 8, .has_password = true, .password = "471100"}, CAT_PASSWORD_EXISTS, "password"},
        {{.userid = 8, .has_level = true, .level = 1}, CAT_PASSWORD_RULES, "password"},
        {{.userid = 8, .has_identify_mode = true, .identify_mode = API_IDENTIFY_MODE_ALL},
         CAT_MISSING_PARAMETER,
         "identifyFactors"},
        {{.userid = 8, .has_valid_from = true, .valid_from = 20270101, .has_valid_to = true, .valid_to = 20260101},
         CAT_OUT_OF_RANGE,
         "validTo"},
        {{.userid = 8, .has_username = true, .username = "a\tb"}, CAT_USER_NAME_FORMAT, "username"},
        {{.userid = 8, .has_cardno = true, .cardno = 4294967296}, CAT_OUT_OF_RANGE, "cardno"},
    };
    struct adduser_reply reply;

    fixture_add_user(&t, 7, "Ann", 0, 99, "471100");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ctx.error_field = NULL;
        TEST_ASSERT_EQUAL_INT(bad[i].code, api_adduser(&ctx, &bad[i].req, &reply));
        TEST_ASSERT_EQUAL_STRING(bad[i].field, ctx.error_field);
    }
}

void test_refusals_of_rights_and_revisions(void) {
    struct edituser_req old = {.userid = 7, .has_revision = true, .revision = 9};
    struct edituser_req above = {.userid = 9, .has_shift = true, .shift = 1};
    struct edituser_req own = {.userid = 8, .has_level = true, .level = 2};
    struct edituser_reply reply;
    struct deleteuser_req delete = {.userid = 8};

    fixture_add_user(&t, 7, "", 0, 0, NULL);
    fixture_add_user(&t, 8, "", 8, 0, "402913");
    fixture_add_user(&t, 9, "", 9, 0, "739158");
    TEST_ASSERT_EQUAL_INT(CAT_CHANGED_MEANWHILE, api_edituser(&ctx, &old, &reply));
    view =
        (struct actor){.session = 2, .account = "8", .userid = 8, .level = 8, .peer = "192.0.2.1", .call = "edituser"};
    TEST_ASSERT_EQUAL_INT(CAT_ABOVE_LEVEL, api_edituser(&ctx, &above, &reply));
    TEST_ASSERT_EQUAL_INT(CAT_OWN_ACCOUNT, api_edituser(&ctx, &own, &reply));
    TEST_ASSERT_EQUAL_STRING("level", ctx.error_field);
    TEST_ASSERT_EQUAL_INT(CAT_OWN_ACCOUNT, api_deleteuser(&ctx, &delete));
}

void test_guessing_of_taken_pins_is_slowed_down(void) {
    struct edituser_req req = {.userid = 8, .has_password = true, .password = "4711"};
    struct edituser_reply reply;
    int code = CAT_OK;

    fixture_add_user(&t, 7, "", 0, 0, "4711");
    fixture_add_user(&t, 8, "", 0, 0, NULL);
    for (int i = 0; i < 20 && code != CAT_THROTTLED; i++) {
        code = api_edituser(&ctx, &req, &reply);
    }
    TEST_ASSERT_EQUAL_INT(CAT_THROTTLED, code);
    TEST_ASSERT_GREATER_THAN_UINT(0, ctx.retry_after_s);
}

void test_add_again(void) {
    struct adduser_req req = {.userid = 7, .again = true, .has_again = true, .has_group = true, .group = 9};
    struct adduser_reply reply;

    fixture_add_user(&t, 7, "Ann", 0, 99, NULL);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_adduser(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_UINT32(2, reply.revision);
}

void test_list_filters_and_cursors(void) {
    struct userlist_req req = {.limit = 2};
    struct userlist_reply reply;

    fixture_add_user(&t, 1, "Bea", 0, 11, NULL);
    fixture_add_user(&t, 2, "Ann", 5, 0, "402913");
    fixture_add_user(&t, 3, "Cid", 0, 0, NULL);
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_size_t(2, reply.users_count);
    TEST_ASSERT_EQUAL_UINT32(3, reply.total);
    TEST_ASSERT_EQUAL_UINT32(1, reply.position);
    TEST_ASSERT_EQUAL_STRING("", reply.previous);
    (void)snprintf(req.after, sizeof req.after, "%s", reply.next);
    req.has_after = true;
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_size_t(1, reply.users_count);
    TEST_ASSERT_EQUAL_UINT32(3, reply.users[0].userid);
    TEST_ASSERT_EQUAL_STRING("", reply.next);
    req = (struct userlist_req){.sort = API_USER_SORT_NAME, .order = API_SORT_ORDER_DESC};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_STRING("Cid", reply.users[0].username);
    TEST_ASSERT_EQUAL_STRING("Ann", reply.users[2].username);
    req = (struct userlist_req){.has_role = true, .role = API_ROLE_FILTER_ADMIN};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(1, reply.total);
    TEST_ASSERT_EQUAL_UINT32(2, reply.users[0].userid);
    req = (struct userlist_req){.has_role = true, .role = API_ROLE_FILTER_USER};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(2, reply.total);
    req = (struct userlist_req){.has_credential = true, .credential = API_CREDENTIAL_FILTER_NONE};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(3, reply.users[0].userid);
    req = (struct userlist_req){.has_credential = true, .credential = API_CREDENTIAL_FILTER_CARD};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(1, reply.users[0].userid);
    req = (struct userlist_req){.has_credential = true, .credential = API_CREDENTIAL_FILTER_PASSWORD};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(2, reply.users[0].userid);
    req = (struct userlist_req){.has_expiry = true, .expiry = API_EXPIRY_FILTER_VALID};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(3, reply.total);
    req = (struct userlist_req){.has_expiry = true, .expiry = API_EXPIRY_FILTER_EXPIRED};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(0, reply.total);
    TEST_ASSERT_NOT_NULL(reply.users);
    req = (struct userlist_req){.has_search = true, .search = "an"};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(1, reply.total);
    req = (struct userlist_req){.has_after = true, .after = "nonsense"};
    TEST_ASSERT_EQUAL_INT(CAT_BAD_FORMAT, list(req, &reply));
    TEST_ASSERT_EQUAL_STRING("after", ctx.error_field);
}

void test_batch_delete_says_which_and_why_not(void) {
    static struct deletsomeuser_req req = {.userids = {7, 99, 8, 7, 9, 99}, .userids_count = 6};
    struct deletsomeuser_reply reply = {0};

    fixture_add_user(&t, 7, "", 0, 0, NULL);
    fixture_add_user(&t, 8, "", 8, 0, "402913");
    fixture_add_user(&t, 9, "", 9, 0, "739158");
    view =
        (struct actor){.session = 2, .account = "8", .userid = 8, .level = 8, .peer = "192.0.2.1", .call = "edituser"};
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_deletsomeuser(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_size_t(1, reply.deleted_count);
    TEST_ASSERT_EQUAL_UINT32(7, reply.deleted[0]);
    TEST_ASSERT_EQUAL_size_t(3, reply.failed_count);
    TEST_ASSERT_EQUAL_UINT32(99, reply.failed[0].userid);
    TEST_ASSERT_EQUAL_UINT32(CAT_USER_UNKNOWN, reply.failed[0].code);
    TEST_ASSERT_EQUAL_UINT32(CAT_OWN_ACCOUNT, reply.failed[1].code);
    TEST_ASSERT_EQUAL_UINT32(CAT_ABOVE_LEVEL, reply.failed[2].code);
}
