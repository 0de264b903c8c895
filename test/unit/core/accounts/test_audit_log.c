/* The audit log as it is read and taken away: pages, who sees what, and the changes of a page of settings. */
#include "core/accounts/audit_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/audit_export.h"
#include "core/base/actor.h"
#include "core/settings/settings.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/buf.h"

static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "audit"};
static const struct actor low = {.account = "7", .userid = 7, .level = 1, .peer = "-", .call = "audit"};
static struct fixture t;
static struct arena arena;
static struct audit_log_page page;
static struct audit_log_query all;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 1 << 20);
    all = (struct audit_log_query){.to_s = INT64_MAX, .importance = -1, .limit = 10};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static void add(const struct store_audit_row *row) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_audit_add(t.core->store, row));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static void add_at(int64_t time_ms, const char *object) {
    add(&(struct store_audit_row){
        .time_ms = time_ms, .account = "admin", .peer = "-", .call = "one", .object = object});
}

static int read_as(const struct actor *by, const struct audit_log_query *query) {
    return audit_log_read(t.core, by, query, &arena, &page);
}

/* The objects of the page, one after the other. */
static void expect(const char *objects, const struct actor *by, const struct audit_log_query *query) {
    char found[256] = "";
    TEST_ASSERT_EQUAL(0, read_as(by, query));
    for (size_t i = 0; i < page.count; i++) {
        (void)strncat(found, page.rows[i].row.object, sizeof(found) - strlen(found) - 1);
    }
    TEST_ASSERT_EQUAL_STRING(objects, found);
}

void test_pages_lead_from_one_to_the_next_and_back(void) {
    struct audit_log_query query = all;
    for (char object[] = "a"; object[0] <= 'e'; object[0]++) {
        add_at(1000, object);
    }
    query.limit = 2;
    expect("ed", &admin, &query);
    TEST_ASSERT_EQUAL_INT64(0, page.newer);
    TEST_ASSERT_EQUAL_INT64(page.rows[1].row.id, page.older);
    query.before = page.older;
    expect("cb", &admin, &query);
    TEST_ASSERT_EQUAL_INT64(page.rows[0].row.id, page.newer);
    query.before = page.older;
    int64_t middle = page.newer;
    expect("a", &admin, &query);
    TEST_ASSERT_EQUAL_INT64(0, page.older);
    TEST_ASSERT_EQUAL_INT64(page.rows[0].row.id, page.newer);
    query.before = 0;
    query.after = page.newer;
    expect("cb", &admin, &query); /* the nearest ones, newest first */
    TEST_ASSERT_EQUAL_INT64(page.rows[1].row.id, page.older);
    TEST_ASSERT_EQUAL_INT64(page.rows[0].row.id, page.newer);
    query.after = middle;
    expect("ed", &admin, &query);
    TEST_ASSERT_EQUAL_INT64(page.rows[1].row.id, page.older);
    TEST_ASSERT_EQUAL_INT64(0, page.newer);
    query.limit = 3;
    query.after = page.rows[0].row.id;
    expect("", &admin, &query);
    TEST_ASSERT_EQUAL_INT64(0, page.older);
    TEST_ASSERT_EQUAL_INT64(0, page.newer);
    query = all;
    query.limit = 5; /* just all of them */
    expect("edcba", &admin, &query);
    TEST_ASSERT_EQUAL_INT64(0, page.older);
    query.before = query.after = 1;
    TEST_ASSERT_EQUAL(E_RANGE, read_as(&admin, &query));
}

void test_both_ends_of_the_time_are_included_to_the_last_millisecond(void) {
    static const struct {
        int64_t from_s, to_s;
        const char *objects;
    } cases[] = {{10, 10, "cb"},  {9, 9, "a"},
                 {11, 11, "d"},   {0, INT64_MAX, "dcba"},
                 {10, 11, "dcb"}, {INT64_MAX, INT64_MAX, ""},
                 {12, 9, ""},     {0, 10, "cba"}};
    add_at(9999, "a");
    add_at(10000, "b");
    add_at(10999, "c");
    add_at(11000, "d");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct audit_log_query query = all;
        query.from_s = cases[i].from_s;
        query.to_s = cases[i].to_s;
        expect(cases[i].objects, &admin, &query);
    }
}

void test_each_thing_that_is_asked_for_alone(void) {
    add(&(struct store_audit_row){.account = "7", .peer = "-", .call = "one", .object = "a"});
    add(&(struct store_audit_row){.account = "8", .peer = "-", .call = "one", .object = "b"});
    add(&(struct store_audit_row){.account = "8", .peer = "-", .call = "two", .object = "c"});
    add(&(struct store_audit_row){
        .account = "8", .peer = "-", .call = "two", .object = "d", .importance = AUDIT_IMPORTANCE_RIGHTS});
    struct audit_log_query query = all;
    query.account = "7";
    expect("a", &admin, &query);
    query = all;
    query.call = "two";
    expect("dc", &admin, &query);
    query = all;
    query.object = "b";
    expect("b", &admin, &query);
    query = all;
    query.importance = AUDIT_IMPORTANCE_RIGHTS;
    expect("d", &admin, &query);
    query.importance = AUDIT_IMPORTANCE_EDIT;
    expect("cba", &admin, &query);
}

/* docs/rules.md: rows of the calls that somebody may make, and the own ones. */
void test_who_may_not_read_all_sees_the_own_rows_and_those_of_the_own_calls(void) {
    static const char *const calls[] = {"one", "three"};
    struct actor key = low;
    add(&(struct store_audit_row){.account = "admin", .peer = "-", .call = "one", .object = "a", .person = 0});
    add(&(struct store_audit_row){.account = "7", .peer = "-", .call = "two", .object = "b", .person = 7});
    add(&(struct store_audit_row){.account = "8", .peer = "-", .call = "two", .object = "c", .person = 8});
    add(&(struct store_audit_row){.account = "8", .peer = "-", .call = "three", .object = "d", .person = 8});
    struct audit_log_query query = all;
    query.calls = calls;
    query.call_count = 2;
    expect("dcba", &admin, &query);
    expect("dba", &low, &query);
    query.call_count = 1;
    expect("ba", &low, &query);
    query.call_count = 0;
    expect("b", &low, &query);
    key.key_id = 3;
    key.userid = ACTOR_USERID_KEY;
    key.maker = 7;
    expect("", &key, &query); /* a key sees what its level sees, and nothing of who made it */
    query.call_count = 1;
    expect("a", &key, &query);
}

/* ---- changes of a page of settings ---- */

static void save_volume(uint8_t volume, const char *password) {
    struct setting_machine_param values = settings_get(t.core)->values.machine_param;
    struct settings_result result;
    values.volume = volume;
    (void)snprintf(values.keypad_password, sizeof(values.keypad_password), "%s", password);
    const struct settings_change change = {.page = SETTING_PAGE_MACHINE_PARAM,
                                           .values = &values,
                                           .given =
                                               SETTING_MACHINE_PARAM_VOLUME | SETTING_MACHINE_PARAM_KEYPAD_PASSWORD,
                                           .sure = true};
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &result));
}

void test_changes_of_a_page_are_its_settings_without_secrets(void) {
    struct audit_log_change *changes = NULL;
    size_t count = 9;
    TEST_ASSERT_EQUAL(0, audit_log_changes(t.core, SETTING_PAGE_MACHINE_PARAM, &arena, &changes, &count));
    TEST_ASSERT_EQUAL_size_t(0, count);
    save_volume(1, "735846");
    save_volume(4, "735847");
    add_at(1, "setting MachineParam.isNoMore");
    TEST_ASSERT_EQUAL(0, audit_log_changes(t.core, SETTING_PAGE_MACHINE_PARAM, &arena, &changes, &count));
    TEST_ASSERT_EQUAL_size_t(2, count);
    TEST_ASSERT_EQUAL_STRING("volume", changes[0].field);
    TEST_ASSERT_EQUAL_STRING("{\"volume\":4}", changes[0].row->after);
    TEST_ASSERT_EQUAL_STRING("{\"volume\":1}", changes[0].row->before);
    TEST_ASSERT_EQUAL_STRING("{\"volume\":1}", changes[1].row->after);
    /* A row without one of its sides, as no save makes. */
    char object[64];
    (void)snprintf(object, sizeof(object), "%s", changes[0].row->object);
    add(&(struct store_audit_row){.account = "admin", .peer = "-", .call = "one", .object = object, .after = "{}"});
    add(&(struct store_audit_row){.account = "admin", .peer = "-", .call = "one", .object = object, .before = "{}"});
    TEST_ASSERT_EQUAL(0, audit_log_changes(t.core, SETTING_PAGE_MACHINE_PARAM, &arena, &changes, &count));
    TEST_ASSERT_EQUAL_size_t(2, count);
    TEST_ASSERT_EQUAL(0, audit_log_changes(t.core, SETTING_PAGE_ACCESS_CONTROL, &arena, &changes, &count));
    TEST_ASSERT_EQUAL_size_t(0, count);
}

/* ---- taken away ---- */

static char *export_all(const struct actor *by, const struct audit_log_query *query, unsigned *ret_pieces) {
    struct audit_export *export = NULL;
    struct buf out = {0};
    int r = 1;
    TEST_ASSERT_EQUAL(0, audit_export_new(t.core, by, query, &export));
    for (*ret_pieces = 0; r == 1; (*ret_pieces)++) {
        r = audit_export_next(t.core, export, &out);
    }
    TEST_ASSERT_EQUAL(0, r);
    audit_export_free(export);
    char *text = strdup(buf_text(&out));
    buf_done(&out);
    return text;
}

void test_a_table_has_all_of_each_row(void) {
    static const char heading[] =
        "\xef\xbb\xbfNumber,Time,UTC offset in minutes,Account,Address,Call,Object,About,Before,After,Left out,"
        "Milliseconds,Link before,Link,Log head\r\n";
    struct audit_log_query query = all;
    unsigned pieces = 0;
    add(&(struct store_audit_row){.time_ms = INT64_C(1789999980999),
                                  .account = "7",
                                  .peer = "192.0.2.1",
                                  .call = "edituser",
                                  .object = "user 9",
                                  .after = "{\"group\":1}",
                                  .importance = AUDIT_IMPORTANCE_RIGHTS});
    query.account = "7";
    char *text = export_all(&admin, &query, &pieces);
    TEST_ASSERT_EQUAL_UINT(1, pieces);
    TEST_ASSERT_EQUAL_MEMORY(heading, text, strlen(heading));
    TEST_ASSERT_NOT_NULL(strstr(text, ",2026-09-21 14:13:00,0,\"7\",\"192.0.2.1\",\"edituser\",\"user 9\",rights,,"
                                      "\"{\"\"group\"\":1}\",,999,"));
    free(text);
    /* The export itself is one of the rows of who made it. */
    expect("audit log", &admin, &(struct audit_log_query){.to_s = INT64_MAX, .importance = -1, .limit = 1});
    TEST_ASSERT_EQUAL_STRING("text/csv; charset=utf-8", audit_export_media_type());
    audit_export_free(NULL);
}

void test_pages_and_cursors_of_the_list_do_not_matter_and_rights_do(void) {
    struct audit_log_query query = all;
    unsigned pieces = 0, lines = 0;
    for (unsigned i = 0; i < 101; i++) {
        add(&(struct store_audit_row){.account = "8", .peer = "-", .call = "two", .object = "x", .person = 8});
    }
    add(&(struct store_audit_row){.account = "7", .peer = "-", .call = "two", .object = "own", .person = 7});
    query.limit = 1;
    query.before = 2;
    query.after = 3;
    query.object = "x";
    char *text = export_all(&admin, &query, &pieces);
    for (const char *at = text; *at != '\0'; at++) {
        lines += *at == '\n';
    }
    TEST_ASSERT_EQUAL_UINT(102, lines);
    TEST_ASSERT_EQUAL_UINT(2, pieces);
    free(text);
    query.object = NULL;
    text = export_all(&low, &query, &pieces);
    TEST_ASSERT_NULL(strstr(text, "\"x\""));
    TEST_ASSERT_NOT_NULL(strstr(text, "\"own\""));
    free(text);
}

void test_the_name_says_the_days(void) {
    static const struct {
        int64_t from_s, to_s;
        const char *name;
    } cases[] = {{0, INT64_MAX, "audit-until-2026-09-21.csv"},
                 {1, 86400, "audit-1970-01-01-1970-01-02.csv"},
                 {86400, 86401, "audit-1970-01-02.csv"},
                 {INT64_MAX, INT64_MAX, "audit-2026-09-21.csv"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct audit_log_query query = all;
        struct audit_export *export = NULL;
        query.from_s = cases[i].from_s;
        query.to_s = cases[i].to_s;
        TEST_ASSERT_EQUAL(0, audit_export_new(t.core, &admin, &query, &export));
        TEST_ASSERT_EQUAL_STRING(cases[i].name, audit_export_name(export));
        audit_export_free(export);
    }
}
