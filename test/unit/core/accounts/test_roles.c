/* What the levels may do: reading, changing, who may, what follows. */
#include "core/accounts/roles.h"
#include "core/base/actor.h"

#include <string.h>

#include "core/accounts/sessions.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "store/base/audit.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

static struct fixture t;
static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "GetRoles"};
static const struct actor user = {.account = "9", .userid = 9, .level = 16, .peer = "192.0.2.1", .call = "GetRoles"};
static struct roles roles;
static struct roles_refusal refusal;
static uint32_t revision;

void setUp(void) {
    fixture_up(&t);
    TEST_ASSERT_EQUAL(0, roles_read(t.core, &roles));
}

void tearDown(void) {
    fixture_down(&t);
}

static const struct roles_change level_3 = {.level = 3, .right = {RIGHT_WRITE, 0, RIGHT_NONE, 0, RIGHT_READ}};

static int rows;
static char object[64], before[256], after[256];

static int remember(void *ctx, const struct store_audit_row *row) {
    (void)ctx;
    rows++;
    (void)snprintf(object, sizeof(object), "%s", row->object);
    (void)snprintf(before, sizeof(before), "%s", row->before ? row->before : "");
    (void)snprintf(after, sizeof(after), "%s", row->after ? row->after : "");
    return 0;
}

void test_new_terminal(void) {
    fixture_add_user(&t, 5, "", 3, 0, NULL);
    fixture_add_user(&t, 6, "", 3, 0, NULL);
    TEST_ASSERT_EQUAL(0, roles_read(t.core, &roles));
    TEST_ASSERT_EQUAL(0, roles.revision);
    TEST_ASSERT_EQUAL(2, roles.accounts[3]);
    TEST_ASSERT_EQUAL(0, roles.accounts[4]);
    for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
        TEST_ASSERT_EQUAL(RIGHT_WRITE, roles.rights.right[16][group]);
    }
    TEST_ASSERT_EQUAL(RIGHT_READ, roles.rights.right[3][FUNCTION_GROUP_USER]);
}

void test_a_change_is_in_force_and_audited(void) {
    TEST_ASSERT_EQUAL(0, roles_save(t.core, &admin, &roles.revision, &level_3, 1, &revision, &refusal));
    TEST_ASSERT_GREATER_THAN(roles.revision, revision);
    const struct rights_table *rights = &settings_get(t.core)->rights;
    TEST_ASSERT_TRUE(rights_level_may(rights, 3, FUNCTION_GROUP_USER, RIGHT_WRITE));
    TEST_ASSERT_TRUE(rights_level_may(rights, 3, FUNCTION_GROUP_ADV_SETTING, RIGHT_READ));
    TEST_ASSERT_FALSE(rights_level_may(rights, 3, FUNCTION_GROUP_ACC_SETTING, RIGHT_READ));
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 1, remember, NULL));
    TEST_ASSERT_EQUAL_STRING("level 3", object);
    TEST_ASSERT_EQUAL_STRING(
        "{\"user\":\"read\",\"network\":\"none\",\"basicSetting\":\"none\",\"AccSetting\":\"none\","
        "\"advSetting\":\"none\"}",
        before);
    TEST_ASSERT_EQUAL_STRING(
        "{\"user\":\"write\",\"network\":\"none\",\"basicSetting\":\"none\",\"AccSetting\":\"none\","
        "\"advSetting\":\"read\"}",
        after);
    fixture_restart(&t);
    TEST_ASSERT_TRUE(rights_level_may(&settings_get(t.core)->rights, 3, FUNCTION_GROUP_USER, RIGHT_WRITE));
}

void test_the_same_again_changes_nothing(void) {
    TEST_ASSERT_EQUAL(0, roles_save(t.core, &admin, NULL, &level_3, 1, &revision, &refusal));
    uint32_t again = 0;
    rows = 0;
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 100, remember, NULL));
    int had = rows;
    TEST_ASSERT_EQUAL(0, roles_save(t.core, &admin, NULL, &level_3, 1, &again, &refusal));
    TEST_ASSERT_EQUAL(revision, again);
    rows = 0;
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 100, remember, NULL));
    TEST_ASSERT_EQUAL(had, rows);
}

void test_an_old_revision_is_refused(void) {
    TEST_ASSERT_EQUAL(0, roles_save(t.core, &admin, &roles.revision, &level_3, 1, &revision, &refusal));
    struct roles_change other = {.level = 1};
    TEST_ASSERT_EQUAL(E_CHANGED_MEANWHILE, roles_save(t.core, &admin, &roles.revision, &other, 1, &revision, &refusal));
    TEST_ASSERT_EQUAL(0, roles_read(t.core, &roles));
    TEST_ASSERT_EQUAL(RIGHT_READ, roles.rights.right[1][FUNCTION_GROUP_USER]);
}

void test_only_admin_and_never_level_16(void) {
    struct roles_change top = {.level = 16};
    struct roles_change none = {.level = 0};
    TEST_ASSERT_EQUAL(E_ADMIN_ONLY, roles_save(t.core, &user, NULL, &level_3, 1, &revision, &refusal));
    TEST_ASSERT_EQUAL(E_RANGE, roles_save(t.core, &admin, NULL, &top, 1, &revision, &refusal));
    TEST_ASSERT_EQUAL(E_RANGE, roles_save(t.core, &admin, NULL, &none, 1, &revision, &refusal));
    TEST_ASSERT_TRUE(roles_may_edit(&admin));
    TEST_ASSERT_FALSE(roles_may_edit(&user));
}

/* Who is above may change who is below, and gets at his rights so: he has them anyway. */
void test_a_level_has_what_those_below_have(void) {
    struct roles_change changes[] = {
        {.level = 3, .right = {RIGHT_WRITE, RIGHT_READ}},
        {.level = 4, .right = {RIGHT_WRITE, RIGHT_READ, 0, 0, RIGHT_READ}},
        {.level = 15, .right = {RIGHT_READ, RIGHT_READ, RIGHT_WRITE, RIGHT_WRITE, RIGHT_WRITE}},
    };
    TEST_ASSERT_EQUAL(E_RANGE, roles_save(t.core, &admin, NULL, changes, 1, &revision, &refusal));
    TEST_ASSERT_EQUAL(4, refusal.level);
    TEST_ASSERT_EQUAL(FUNCTION_GROUP_NETWORK, refusal.group);
    TEST_ASSERT_EQUAL(E_RANGE, roles_save(t.core, &admin, NULL, changes, 2, &revision, &refusal));
    TEST_ASSERT_EQUAL(5, refusal.level);
    TEST_ASSERT_EQUAL(E_RANGE, roles_save(t.core, &admin, NULL, &changes[2], 1, &revision, &refusal));
    TEST_ASSERT_EQUAL(15, refusal.level);
    TEST_ASSERT_EQUAL(FUNCTION_GROUP_USER, refusal.group);
    TEST_ASSERT_EQUAL(0, roles_read(t.core, &roles));
    TEST_ASSERT_EQUAL(0, roles.revision);
    TEST_ASSERT_EQUAL(RIGHT_NONE, roles.rights.right[3][FUNCTION_GROUP_NETWORK]);
    TEST_ASSERT_FALSE(rights_level_may(&settings_get(t.core)->rights, 3, FUNCTION_GROUP_USER, RIGHT_WRITE));
}

/* Each pair of levels next to each other, level 1 and 2 among them: what the lower one has the upper one has. */
void test_no_level_has_less_than_the_one_below_it(void) {
    for (uint8_t level = 1; level < RIGHTS_LEVEL_MAX; level++) {
        struct roles_change all[RIGHTS_LEVEL_MAX - 1];
        for (uint8_t i = 0; i < RIGHTS_LEVEL_MAX - 1; i++) {
            uint8_t right = i + 1 >= level ? RIGHT_READ : RIGHT_NONE;
            all[i] = (struct roles_change){.level = (uint8_t)(i + 1), .right = {right, 0, 0, 0, right}};
        }
        TEST_ASSERT_EQUAL(0, roles_save(t.core, &admin, NULL, all, RIGHTS_LEVEL_MAX - 1, &revision, &refusal));
        struct roles_change more = {.level = level, .right = {RIGHT_READ, 0, 0, 0, RIGHT_WRITE}};
        bool last = level == RIGHTS_LEVEL_MAX - 1; /* above it all may be written */
        TEST_ASSERT_EQUAL(last ? 0 : E_RANGE, roles_save(t.core, &admin, NULL, &more, 1, &revision, &refusal));
        TEST_ASSERT_EQUAL(last ? 0 : level + 1, refusal.level);
        TEST_ASSERT_EQUAL(last ? 0 : FUNCTION_GROUP_ADV_SETTING, refusal.group);
    }
}

static void open_session(uint32_t userid, uint8_t level, char ret_token[SESSIONS_TOKEN_LEN + 1]) {
    uint64_t id = 0;
    struct actor view = {.userid = userid, .level = level};
    TEST_ASSERT_EQUAL(0, sessions_open(t.shared->sessions, &view, ret_token, &id));
}

void test_sessions_of_the_level_end(void) {
    char third[SESSIONS_TOKEN_LEN + 1], fourth[SESSIONS_TOKEN_LEN + 1], own[SESSIONS_TOKEN_LEN + 1];
    struct actor view;
    open_session(5, 3, third);
    open_session(6, 4, fourth);
    open_session(0, 16, own);
    TEST_ASSERT_EQUAL(0, roles_save(t.core, &admin, NULL, &level_3, 1, &revision, &refusal));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, sessions_check(t.shared->sessions, third, SESSIONS_TOKEN_LEN, &view));
    TEST_ASSERT_EQUAL(0, sessions_check(t.shared->sessions, fourth, SESSIONS_TOKEN_LEN, &view));
    TEST_ASSERT_EQUAL(0, sessions_check(t.shared->sessions, own, SESSIONS_TOKEN_LEN, &view));
}
