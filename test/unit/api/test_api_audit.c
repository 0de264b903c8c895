/* The handlers of the audit log: what is asked for, who sees what, and how a setting came to be what it is. */
#include <stdio.h>
#include <string.h>

#include "api_world.h"
#include "contract.h"
#include "core/settings/settings.h"
#include "store/base/audit.h"
#include "unity.h"

#define GIVES(field) VALUE_BIT(AUDIT_QUERY_##field)

static struct api_world w;

void setUp(void) {
    api_world_up(&w);
    fixture_add_user(&w.t, 7, "Ada", 5, 0, "735846"); /* writes users, reads advSetting */
}

void tearDown(void) {
    api_world_down(&w);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

static void add(struct store_audit_row row) {
    row.peer = "192.0.2.9";
    row.object = row.object != NULL ? row.object : "";
    TEST_ASSERT_EQUAL(0, store_begin(w.t.core->store));
    TEST_ASSERT_EQUAL(0, store_audit_add(w.t.core->store, &row));
    TEST_ASSERT_EQUAL(0, store_commit(w.t.core->store));
}

static struct auditlist_req asked;
static struct auditlist_reply list;

static int call_list(void) {
    memset(&list, 0, sizeof(list));
    return api_auditlist(&w.ctx, &asked, &list);
}

/* The calls of the page, one after the other. */
static void expect(const char *calls) {
    char found[256] = "";
    TEST_ASSERT_EQUAL(CAT_OK, call_list());
    for (size_t i = 0; i < list.entries_count; i++) {
        (void)strncat(found, list.entries[i].call, sizeof(found) - strlen(found) - 2);
        (void)strcat(found, " ");
    }
    TEST_ASSERT_EQUAL_STRING(calls, found);
}

void test_an_entry(void) {
    asked = (struct auditlist_req){.limit = 10};
    expect("");
    TEST_ASSERT_EQUAL_INT64(0, list.older);
    TEST_ASSERT_EQUAL_INT64(0, list.newer);
    add((struct store_audit_row){.time_ms = 1999, .account = "8", .call = "one", .object = "user 7"});
    add((struct store_audit_row){.time_ms = 2000,
                                 .account = "admin",
                                 .call = "two",
                                 .importance = AUDIT_IMPORTANCE_RIGHTS,
                                 .before = "{\"a\":1}",
                                 .after = "{\"a\":2}"});
    expect("two one ");
    const struct api_audit_entry *entry = &list.entries[0];
    TEST_ASSERT_GREATER_THAN_INT64(list.entries[1].id, entry->id);
    TEST_ASSERT_EQUAL_INT64(2, entry->time);
    TEST_ASSERT_EQUAL_STRING("admin", entry->account);
    TEST_ASSERT_EQUAL_STRING("192.0.2.9", entry->peer);
    TEST_ASSERT_EQUAL_STRING("", entry->object);
    TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_RIGHTS, entry->importance);
    TEST_ASSERT_EQUAL_STRING("{\"a\":1}", entry->before);
    TEST_ASSERT_EQUAL_STRING("{\"a\":2}", entry->after);
    TEST_ASSERT_FALSE(entry->cut);
    TEST_ASSERT_EQUAL_INT64(1, list.entries[1].time); /* whole seconds */
    TEST_ASSERT_EQUAL_STRING("user 7", list.entries[1].object);
    TEST_ASSERT_EQUAL_STRING("", list.entries[1].before);
    TEST_ASSERT_EQUAL_STRING("", list.entries[1].after);
    api_world_interrupted(&w, call_list);
    api_world_without_memory(&w, 64, call_list);
    TEST_ASSERT_EQUAL(2, list.entries_count);
}

void test_what_is_asked_for(void) {
    add((struct store_audit_row){.time_ms = 1000, .account = "7", .call = "one", .object = "user 7"});
    add((struct store_audit_row){.time_ms = 2000, .account = "8", .call = "two", .object = "user 8"});
    add((struct store_audit_row){
        .time_ms = 3000, .account = "8", .call = "three", .importance = AUDIT_IMPORTANCE_RIGHTS});
    asked = (struct auditlist_req){.limit = 10, .audit_query = {.account = "8", .given = GIVES(ACCOUNT)}};
    expect("three two ");
    asked.audit_query = (struct audit_query){.call = "one", .given = GIVES(CALL)};
    expect("one ");
    asked.audit_query = (struct audit_query){.object = "user 8", .given = GIVES(OBJECT)};
    expect("two ");
    asked.audit_query = (struct audit_query){.importance = AUDIT_IMPORTANCE_RIGHTS, .given = GIVES(IMPORTANCE)};
    expect("three ");
    asked.audit_query = (struct audit_query){.importance = AUDIT_IMPORTANCE_EDIT, .given = GIVES(IMPORTANCE)};
    expect("two one ");
    asked.audit_query = (struct audit_query){.from = 2, .to = 2, .given = GIVES(FROM)};
    expect("three two ");
    asked.audit_query.given = GIVES(TO);
    expect("two one ");
    asked.audit_query.given = 0; /* what is not given says nothing */
    expect("three two one ");
    add((struct store_audit_row){.time_ms = 0, .account = "7", .call = "before"}); /* a clock that was never set */
    expect("before three two one ");
}

void test_pages(void) {
    add((struct store_audit_row){.account = "7", .call = "one"});
    add((struct store_audit_row){.account = "7", .call = "two"});
    add((struct store_audit_row){.account = "7", .call = "three"});
    asked = (struct auditlist_req){.limit = 2};
    expect("three two ");
    TEST_ASSERT_EQUAL_INT64(0, list.newer);
    TEST_ASSERT_EQUAL_INT64(list.entries[1].id, list.older);
    asked.before = list.older;
    expect("three two "); /* it is not given */
    asked.has_before = true;
    expect("one ");
    TEST_ASSERT_EQUAL_INT64(0, list.older);
    asked.has_before = false;
    asked.after = list.newer;
    expect("three two ");
    asked.has_after = true;
    asked.limit = 1;
    expect("two ");
    asked.has_before = true;
    refused(CAT_OUT_OF_RANGE, "after", call_list());
}

/* The own ones, and those of calls of which one may see what they change. */
void test_who_sees_what(void) {
    add((struct store_audit_row){.account = "admin", .call = "adduser"});
    add((struct store_audit_row){.account = "admin", .call = "userlist"});
    add((struct store_audit_row){.account = "admin", .call = "InitMachine"}); /* a right to write that level 5 lacks */
    add((struct store_audit_row){.account = "admin", .call = "GetWirless"});
    add((struct store_audit_row){.account = "admin",
                                 .call = "logout"}); /* everybody may, but not see that others did */
    add((struct store_audit_row){.account = "7", .call = "EditPwd", .person = 7});
    asked = (struct auditlist_req){.limit = 10};
    expect("EditPwd logout GetWirless InitMachine userlist adduser ");
    w.by = (struct actor){.account = "7", .userid = 7, .level = 5, .peer = "-", .call = "auditlist"};
    expect("EditPwd InitMachine userlist adduser ");
    w.by.level = 0;
    expect("EditPwd ");
}

/* Each group of calls has a right of its own; the first call of all is not left out. */
void test_who_may_read_one_group_alone_sees_its_calls(void) {
    struct get_roles_req roles = {.levels_count = 15};
    struct get_roles_reply saved = {0};
    for (uint8_t level = 1; level <= 15; level++) {
        roles.levels[level - 1] = (struct api_level_change_in){.level = level, .acc_setting = RIGHT_READ};
    }
    refused(CAT_OK, NULL, api_get_roles(&w.ctx, &roles, &saved));
    add((struct store_audit_row){.account = "admin", .call = "adduser"});
    add((struct store_audit_row){.account = "admin", .call = "AddGroupTime"});
    add((struct store_audit_row){.account = "admin", .call = "addHoliday"});
    w.by = (struct actor){.account = "7", .userid = 7, .level = 5, .peer = "-", .call = "auditlist"};
    asked = (struct auditlist_req){.limit = 10};
    expect("addHoliday AddGroupTime ");
}

static struct download_audit_req taken;
static struct api_file file;

static int call_download(void) {
    int code = api_download_audit(&w.ctx, &taken, &file);
    if (code == CAT_OK) {
        (void)api_world_file(&w, &file);
    }
    return code;
}

void test_the_log_as_a_table(void) {
    add((struct store_audit_row){.account = "8", .call = "adduser", .object = "user 20"});
    add((struct store_audit_row){.account = "admin", .call = "GetWirless", .object = "wifi"});
    taken = (struct download_audit_req){.audit_query = {.account = "8", .given = GIVES(ACCOUNT)}};
    w.by.call = "DownloadAudit";
    TEST_ASSERT_EQUAL(CAT_OK, api_download_audit(&w.ctx, &taken, &file));
    TEST_ASSERT_NOT_NULL(strstr(file.type, "text/csv"));
    TEST_ASSERT_NOT_NULL(strstr(file.name, "audit"));
    const char *text = api_world_file(&w, &file);
    TEST_ASSERT_NOT_NULL(strstr(text, "user 20"));
    TEST_ASSERT_NULL(strstr(text, "wifi"));
    api_world_audit(&w, "DownloadAudit", "audit log", NULL);
    taken.audit_query.given = 0;
    w.by = (struct actor){.account = "7", .userid = 7, .level = 5, .peer = "-", .call = "DownloadAudit"};
    TEST_ASSERT_EQUAL(CAT_OK, api_download_audit(&w.ctx, &taken, &file));
    text = api_world_file(&w, &file);
    TEST_ASSERT_NOT_NULL(strstr(text, "user 20"));
    TEST_ASSERT_NULL(strstr(text, "wifi"));
    api_world_without_memory(&w, 512, call_download);
}

/* --- Changes of a setting --- */

static struct settinghistory_req history;
static struct settinghistory_reply changes;

static int call_history(void) {
    memset(&changes, 0, sizeof(changes));
    int code = api_settinghistory(&w.ctx, &history, &changes);
    for (size_t i = 0; code == CAT_OK && i < changes.changes_count; i++) {
        TEST_ASSERT_NOT_NULL(changes.changes[i].before); /* nothing half */
        TEST_ASSERT_NOT_NULL(changes.changes[i].after);
    }
    return code;
}

static void history_of(const char *page) {
    (void)snprintf(history.page, sizeof(history.page), "%s", page);
}

void test_how_a_setting_was_changed(void) {
    struct setting_machine_param values = settings_get(w.t.core)->values.machine_param;
    history_of("MachineParam");
    TEST_ASSERT_EQUAL(CAT_OK, call_history());
    TEST_ASSERT_EQUAL(0, changes.changes_count);
    values.volume = 1;
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_MACHINE_PARAM, &values));
    (void)snprintf(values.device_name, sizeof(values.device_name), "Gate: 3}");
    (void)snprintf(w.by.account, sizeof(w.by.account), "9");
    fake_hal_advance(&w.t.fake, 5000);
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_MACHINE_PARAM, &values));
    TEST_ASSERT_EQUAL(CAT_OK, call_history());
    TEST_ASSERT_EQUAL(2, changes.changes_count);
    TEST_ASSERT_EQUAL_STRING("deviceName", changes.changes[0].field);
    TEST_ASSERT_EQUAL_STRING("\"Front door\"", changes.changes[0].before);
    TEST_ASSERT_EQUAL_STRING("\"Gate: 3}\"", changes.changes[0].after);
    TEST_ASSERT_EQUAL_STRING("9", changes.changes[0].account);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000 + 5, changes.changes[0].time);
    TEST_ASSERT_EQUAL_STRING("volume", changes.changes[1].field);
    TEST_ASSERT_EQUAL_STRING("3", changes.changes[1].before);
    TEST_ASSERT_EQUAL_STRING("1", changes.changes[1].after);
    TEST_ASSERT_EQUAL_STRING("admin", changes.changes[1].account);
    api_world_interrupted(&w, call_history);
    api_world_without_memory(&w, 16, call_history);
    TEST_ASSERT_EQUAL(2, changes.changes_count);
    history_of("PrintParam");
    TEST_ASSERT_EQUAL(CAT_OK, call_history());
    TEST_ASSERT_EQUAL(0, changes.changes_count);
}

void test_pages_that_are_none_and_such_that_one_may_not_read(void) {
    history_of("Roles"); /* a call, but no page */
    refused(CAT_NO_SUCH_CALL, "page", call_history());
    memset(history.page, 'x', sizeof(history.page) - 1);
    refused(CAT_NO_SUCH_CALL, "page", call_history());
    w.by = (struct actor){.account = "7", .userid = 7, .level = 5, .peer = "-", .call = "settinghistory"};
    history_of("Wirless");
    refused(CAT_FORBIDDEN, NULL, call_history());
    history_of("MachineParam");
    TEST_ASSERT_TRUE(call_history() == CAT_OK || call_history() == CAT_FORBIDDEN);
}
