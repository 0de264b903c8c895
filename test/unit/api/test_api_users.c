/* The handlers of users: from decoded structs to replies and codes of the catalogue. */
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/users/users.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/buf.h"

static struct fixture t;
static struct arena arena;
static struct actor view;
static struct api_ctx ctx;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 262144);
    view = (struct actor){
        .session = 1, .fresh = true, .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "edituser"};
    ctx = (struct api_ctx){.core = t.core, .actor = &view, .arena = &arena};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static int list(struct userlist_req req, struct userlist_reply *reply) {
    memset(reply, 0, sizeof(*reply));
    req.user_query.limit = req.user_query.limit ? req.user_query.limit : 50;
    return api_userlist(&ctx, &req, reply);
}

void test_add_get_edit_delete(void) {
    struct adduser_req add = {.user = {.values = {.userid = 7,
                                                  .username = "Ann",
                                                  .cardno = 4294967295,
                                                  .identify_mode = IDENTIFY_MODE_ALL,
                                                  .identify_factors = 1u << FACTOR_FACE,
                                                  .valid_to = 20271231},
                                       .password = "4711",
                                       .given = GIVEN(USERID) | GIVEN(USERNAME) | GIVEN(CARDNO) | GIVEN(IDENTIFY_MODE) |
                                                GIVEN(IDENTIFY_FACTORS) | GIVEN(VALID_TO) | GIVEN(PASSWORD)}};
    struct adduser_reply added = {0};
    struct edituser_req edit = {.user = {.values = {.userid = 7, .revision = 1, .group = 4},
                                         .given = GIVEN(USERID) | GIVEN(REVISION) | GIVEN(GROUP)}};
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
    TEST_ASSERT_EQUAL_INT(IDENTIFY_MODE_ALL, got.user.identify_mode);
    TEST_ASSERT_EQUAL_UINT32(1u << FACTOR_FACE, got.user.identify_factors);
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
    TEST_ASSERT_EQUAL_INT(IDENTIFY_MODE_DEVICE, got.user.identify_mode);
    TEST_ASSERT_EQUAL_UINT32(0, got.user.revision);
}

void test_refusals_have_code_and_field(void) {
    static const struct {
        struct adduser_req req;
        int code;
        const char *field;
    } bad[] = {
        {{.user = {.values = {.userid = 7}, .given = GIVEN(USERID)}}, CAT_USER_ID_EXISTS, "userid"},
        {{.user = {.values = {.userid = 8, .cardno = 99}, .given = GIVEN(USERID) | GIVEN(CARDNO)}},
         CAT_CARD_EXISTS,
         "cardno"},
        {{.user = {.values = {.userid = 8}, .password = "471100", .given = GIVEN(USERID) | GIVEN(PASSWORD)}},
         CAT_PASSWORD_EXISTS,
         "password"},
        {{.user = {.values = {.userid = 8, .level = 1}, .given = GIVEN(USERID) | GIVEN(LEVEL)}},
         CAT_PASSWORD_RULES,
         "password"},
        {{.user = {.values = {.userid = 8, .identify_mode = IDENTIFY_MODE_ALL},
                   .given = GIVEN(USERID) | GIVEN(IDENTIFY_MODE)}},
         CAT_MISSING_PARAMETER,
         "identifyFactors"},
        {{.user = {.values = {.userid = 8, .valid_from = 20270101, .valid_to = 20260101},
                   .given = GIVEN(USERID) | GIVEN(VALID_FROM) | GIVEN(VALID_TO)}},
         CAT_OUT_OF_RANGE,
         "validTo"},
        {{.user = {.values = {.userid = 8, .username = "a\tb"}, .given = GIVEN(USERID) | GIVEN(USERNAME)}},
         CAT_USER_NAME_FORMAT,
         "username"},
        {{.user = {.values = {.userid = 8, .cardno = 4294967296}, .given = GIVEN(USERID) | GIVEN(CARDNO)}},
         CAT_CARD_TOO_LONG,
         "cardno"},
    };
    struct adduser_reply reply;

    fixture_add_user(&t, 7, "Ann", 0, 99, "471100");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        ctx.error_field = NULL;
        TEST_ASSERT_EQUAL_INT(bad[i].code, api_adduser(&ctx, &bad[i].req, &reply));
        TEST_ASSERT_EQUAL_STRING(bad[i].field, ctx.error_field);
    }
}

void test_refusals_of_rights_and_revisions(void) {
    struct edituser_req old = {
        .user = {.values = {.userid = 7, .revision = 9}, .given = GIVEN(USERID) | GIVEN(REVISION)}};
    struct edituser_req above = {.user = {.values = {.userid = 9, .shift = 1}, .given = GIVEN(USERID) | GIVEN(SHIFT)}};
    struct edituser_req own = {.user = {.values = {.userid = 8, .level = 2}, .given = GIVEN(USERID) | GIVEN(LEVEL)}};
    struct edituser_reply reply;
    struct deleteuser_req delete = {.userid = 8};

    fixture_add_user(&t, 7, "", 0, 0, NULL);
    fixture_add_user(&t, 8, "", 8, 0, "402913");
    fixture_add_user(&t, 9, "", 9, 0, "739158");
    TEST_ASSERT_EQUAL_INT(CAT_CHANGED_MEANWHILE, api_edituser(&ctx, &old, &reply));
    view = (struct actor){
        .session = 2, .fresh = true, .account = "8", .userid = 8, .level = 8, .peer = "192.0.2.1", .call = "edituser"};
    TEST_ASSERT_EQUAL_INT(CAT_ABOVE_LEVEL, api_edituser(&ctx, &above, &reply));
    TEST_ASSERT_EQUAL_INT(CAT_OWN_ACCOUNT, api_edituser(&ctx, &own, &reply));
    TEST_ASSERT_EQUAL_STRING("level", ctx.error_field);
    TEST_ASSERT_EQUAL_INT(CAT_OWN_ACCOUNT, api_deleteuser(&ctx, &delete));
}

void test_guessing_of_taken_pins_is_slowed_down(void) {
    struct edituser_req req = {
        .user = {.values = {.userid = 8}, .password = "4711", .given = GIVEN(USERID) | GIVEN(PASSWORD)}};
    struct edituser_reply reply;
    int code = CAT_OK;

    fixture_add_user(&t, 7, "", 0, 0, "4711");
    fixture_add_user(&t, 8, "", 0, 0, NULL);
    fixture_add_user(&t, 9, "", 8, 0, "735846");
    view = (struct actor){.session = 2, .account = "9", .userid = 9, .level = 8, .call = "edituser"};
    for (int i = 0; i < 40 && code != CAT_THROTTLED; i++) {
        code = api_edituser(&ctx, &req, &reply);
    }
    TEST_ASSERT_EQUAL_INT(CAT_THROTTLED, code);
    TEST_ASSERT_GREATER_THAN_UINT(0, ctx.retry_after_s);
}

void test_add_again(void) {
    struct adduser_req req = {.user = {.values = {.userid = 7, .group = 9}, .given = GIVEN(USERID) | GIVEN(GROUP)},
                              .again = true};
    struct adduser_reply reply;

    fixture_add_user(&t, 7, "Ann", 0, 99, NULL);
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_adduser(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_UINT32(2, reply.revision);
}

void test_list_filters_and_cursors(void) {
    struct userlist_req req = {.user_query = {.limit = 2}};
    struct userlist_reply reply;

    fixture_add_user(&t, 1, "Bea", 0, 11, NULL);
    fixture_add_user(&t, 2, "Ann", 5, 0, "402913");
    fixture_add_user(&t, 3, "Cid", 0, 0, NULL);
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_size_t(2, reply.users_count);
    TEST_ASSERT_EQUAL_UINT32(3, reply.total);
    TEST_ASSERT_EQUAL_UINT32(1, reply.position);
    TEST_ASSERT_EQUAL_STRING("", reply.previous);
    req.user_query.after = reply.next;
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_size_t(1, reply.users_count);
    TEST_ASSERT_EQUAL_UINT32(3, reply.users[0].userid);
    TEST_ASSERT_EQUAL_STRING("", reply.next);
    req = (struct userlist_req){.user_query = {.sort = USER_SORT_NAME, .order = SORT_ORDER_DESC}};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_STRING("Cid", reply.users[0].username);
    TEST_ASSERT_EQUAL_STRING("Ann", reply.users[2].username);
    req = (struct userlist_req){.user_query = {.role = ROLE_FILTER_ADMIN, .given = VALUE_BIT(USER_QUERY_ROLE)}};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(1, reply.total);
    TEST_ASSERT_EQUAL_UINT32(2, reply.users[0].userid);
    req = (struct userlist_req){.user_query = {.role = ROLE_FILTER_USER, .given = VALUE_BIT(USER_QUERY_ROLE)}};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(2, reply.total);
    req = (struct userlist_req){
        .user_query = {.credential = CREDENTIAL_FILTER_NONE, .given = VALUE_BIT(USER_QUERY_CREDENTIAL)}};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(3, reply.users[0].userid);
    req = (struct userlist_req){
        .user_query = {.credential = CREDENTIAL_FILTER_CARD, .given = VALUE_BIT(USER_QUERY_CREDENTIAL)}};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(1, reply.users[0].userid);
    req = (struct userlist_req){
        .user_query = {.credential = CREDENTIAL_FILTER_PASSWORD, .given = VALUE_BIT(USER_QUERY_CREDENTIAL)}};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(2, reply.users[0].userid);
    req = (struct userlist_req){.user_query = {.expiry = EXPIRY_FILTER_VALID, .given = VALUE_BIT(USER_QUERY_EXPIRY)}};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(3, reply.total);
    req = (struct userlist_req){.user_query = {.expiry = EXPIRY_FILTER_EXPIRED, .given = VALUE_BIT(USER_QUERY_EXPIRY)}};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(0, reply.total);
    TEST_ASSERT_NOT_NULL(reply.users);
    req = (struct userlist_req){.user_query = {.search = "an", .given = VALUE_BIT(USER_QUERY_SEARCH)}};
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(1, reply.total);
    req = (struct userlist_req){.user_query = {.after = "nonsense", .given = VALUE_BIT(USER_QUERY_AFTER)}};
    TEST_ASSERT_EQUAL_INT(CAT_BAD_FORMAT, list(req, &reply));
    TEST_ASSERT_EQUAL_STRING("after", ctx.error_field);
}

void test_batch_delete_says_which_and_why_not(void) {
    static struct deletsomeuser_req req = {.userids = {7, 99, 8, 7, 9, 99}, .userids_count = 6};
    struct deletsomeuser_reply reply = {0};

    fixture_add_user(&t, 7, "", 0, 0, NULL);
    fixture_add_user(&t, 8, "", 8, 0, "402913");
    fixture_add_user(&t, 9, "", 9, 0, "739158");
    view = (struct actor){
        .session = 2, .fresh = true, .account = "8", .userid = 8, .level = 8, .peer = "192.0.2.1", .call = "edituser"};
    TEST_ASSERT_EQUAL_INT(CAT_OK, api_deletsomeuser(&ctx, &req, &reply));
    TEST_ASSERT_EQUAL_size_t(1, reply.deleted_count);
    TEST_ASSERT_EQUAL_UINT32(7, reply.deleted[0]);
    TEST_ASSERT_EQUAL_size_t(3, reply.failed_count);
    TEST_ASSERT_EQUAL_UINT32(99, reply.failed[0].userid);
    TEST_ASSERT_EQUAL_UINT32(CAT_USER_UNKNOWN, reply.failed[0].code);
    TEST_ASSERT_EQUAL_UINT32(CAT_OWN_ACCOUNT, reply.failed[1].code);
    TEST_ASSERT_EQUAL_UINT32(CAT_ABOVE_LEVEL, reply.failed[2].code);
}

void test_who_may_not_be_deleted(void) {
    struct deleteuser_req req = {.userid = 9};

    fixture_add_user(&t, 8, "", 8, 0, "402913");
    fixture_add_user(&t, 9, "", 9, 0, "739158");
    view = (struct actor){.session = 2,
                          .fresh = true,
                          .account = "8",
                          .userid = 8,
                          .level = 8,
                          .peer = "192.0.2.1",
                          .call = "deleteuser"};
    TEST_ASSERT_EQUAL_INT(CAT_ABOVE_LEVEL, api_deleteuser(&ctx, &req));
    TEST_ASSERT_EQUAL_STRING("userid", ctx.error_field);
    req.userid = 8;
    TEST_ASSERT_EQUAL_INT(CAT_OWN_ACCOUNT, api_deleteuser(&ctx, &req));
    TEST_ASSERT_EQUAL_STRING("userid", ctx.error_field);
    view.level = 9; /* as it was when the session began */
    req.userid = 9;
    TEST_ASSERT_EQUAL_INT(CAT_SESSION_ENDED, api_deleteuser(&ctx, &req));
    TEST_ASSERT_NULL(ctx.error_field);
}

/* A refusal of the defaults of a new user is about no user. */
void test_defaults_that_cannot_be_read(void) {
    struct get_user_info_req get = {.userid = 7};
    struct get_user_info_reply got = {0};

    TEST_ASSERT_EQUAL_INT(0, store_exec(t.core->store, "DROP TABLE user"));
    TEST_ASSERT_NOT_EQUAL(CAT_OK, api_get_user_info(&ctx, &get, &got));
    TEST_ASSERT_NULL(ctx.error_field);
}

void test_a_page_has_its_place_in_the_list(void) {
    struct userlist_req req = {.user_query = {.limit = 2, .sort = USER_SORT_ID}};
    struct userlist_reply reply;

    for (uint32_t id = 1; id <= 5; id++) {
        fixture_add_user(&t, id, "", 0, 0, NULL);
    }
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(5, reply.total);
    TEST_ASSERT_FALSE(reply.total_is_more);
    TEST_ASSERT_EQUAL_UINT32(1, reply.position);
    TEST_ASSERT_EQUAL_STRING("", reply.previous);
    req.user_query.after = reply.next;
    req.user_query.given = VALUE_BIT(USER_QUERY_AFTER);
    TEST_ASSERT_EQUAL_INT(CAT_OK, list(req, &reply));
    TEST_ASSERT_EQUAL_UINT32(3, reply.users[0].userid);
    TEST_ASSERT_EQUAL_UINT32(3, reply.position);
    TEST_ASSERT_NOT_EQUAL(0, strlen(reply.previous));
}

static struct download_users_req wanted;
static struct buf table;

static const char *download(const char *type) {
    struct api_file file = {0};
    int r = 1;

    TEST_ASSERT_EQUAL_INT(CAT_OK, api_download_users(&ctx, &wanted, &file));
    TEST_ASSERT_NOT_NULL(strstr(file.type, type));
    TEST_ASSERT_NOT_NULL(strstr(file.name, "users"));
    buf_done(&table);
    while (r == 1) {
        r = file.next(t.core, file.state, &table);
    }
    file.end(file.state);
    TEST_ASSERT_EQUAL_INT(0, r);
    return buf_text(&table);
}

void test_users_as_a_table(void) {
    fixture_add_user(&t, 7, "Ann", 0, 4301, NULL);
    fixture_add_user(&t, 8, "Bob", 0, 4302, NULL);
    wanted = (struct download_users_req){.format = TABLE_FORMAT_CSV, .columns = 1U << USER_LIST_COLUMN_USERNAME};
    const char *text = download("text/csv");
    TEST_ASSERT_NOT_NULL(strstr(text, "Ann"));
    TEST_ASSERT_NOT_NULL(strstr(text, "4301")); /* columns that are not given say nothing */
    wanted.has_columns = true;
    wanted.user_query = (struct user_query){.search = "bob", .given = VALUE_BIT(USER_QUERY_SEARCH)};
    text = download("text/csv");
    TEST_ASSERT_NULL(strstr(text, "Ann"));
    TEST_ASSERT_NOT_NULL(strstr(text, "Bob"));
    TEST_ASSERT_NULL(strstr(text, "4302"));
    wanted.format = TABLE_FORMAT_XLSX;
    (void)download("spreadsheetml");
    buf_done(&table);
    TEST_ASSERT_EQUAL_INT(0, store_exec(t.core->store, "CREATE TRIGGER no_audit BEFORE INSERT ON audit BEGIN"
                                                       " SELECT raise(ABORT, 'no room'); END"));
    struct api_file file = {0};
    TEST_ASSERT_NOT_EQUAL(CAT_OK, api_download_users(&ctx, &wanted, &file)); /* nothing leaves without its row */
    TEST_ASSERT_NULL(file.state);
}

void test_a_batch_without_memory_deletes_nobody(void) {
    static struct deletsomeuser_req req = {.userids = {7, 8}, .userids_count = 2};
    struct deletsomeuser_reply reply = {0};
    int code = CAT_SYSTEM_ERROR;
    unsigned refused = 0;

    fixture_add_user(&t, 7, "", 0, 0, NULL);
    fixture_add_user(&t, 8, "", 0, 0, NULL);
    for (size_t room = 0; code != CAT_OK && room < 65536; room += 8, refused++) {
        arena_done(&arena);
        arena.cap = room;
        code = api_deletsomeuser(&ctx, &req, &reply);
        TEST_ASSERT_TRUE(code == CAT_OK || code == CAT_SYSTEM_ERROR);
    }
    TEST_ASSERT_EQUAL_INT(CAT_OK, code);
    TEST_ASSERT_EQUAL_size_t(2, reply.deleted_count);
    TEST_ASSERT_EQUAL_UINT32(8, reply.deleted[1]);
    TEST_ASSERT_GREATER_THAN_UINT(1, refused);
    reply = (struct deletsomeuser_reply){0};
    TEST_ASSERT_EQUAL_INT(0, store_exec(t.core->store, "DROP TABLE user"));
    TEST_ASSERT_NOT_EQUAL(CAT_OK, api_deletsomeuser(&ctx, &req, &reply));
}
