/* Rules that the console checks too, on the cases that its test reads as well (test/web/cases.test.ts). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "core/accounts/password_rules.h"
#include "core/accounts/roles.h"
#include "core/base/actor.h"
#include "core/settings/settings.h"
#include "core/settings/settings_impl.h"
#include "core/time/status_schedule.h"
#include "setting_hooks.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"
#include "values/cards.h"

static struct fixture t;
static cJSON *cases;
static int count;

void setUp(void) {
    fixture_up(&t);
    count = 0;
}

void tearDown(void) {
    cJSON_Delete(cases);
    cases = NULL;
    fixture_down(&t);
}

static const cJSON *member(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    TEST_ASSERT_NOT_NULL_MESSAGE(item, name);
    return item;
}

static enum setting_page page_named(const char *name) {
    enum setting_page page = 0;
    while (page < SETTING_PAGE_COUNT && strcmp(setting_pages[page].name, name) != 0) {
        page++;
    }
    TEST_ASSERT_LESS_THAN_MESSAGE(SETTING_PAGE_COUNT, page, name);
    return page;
}

static const struct setting_row *setting_named(enum setting_page page, const char *name) {
    for (size_t i = 0; i < sizeof(setting_rows) / sizeof(setting_rows[0]); i++) {
        if (setting_rows[i].page == page && strcmp(setting_rows[i].value.name, name) == 0) {
            return &setting_rows[i];
        }
    }
    TEST_FAIL_MESSAGE(name);
    return NULL;
}

/* Puts a value of the file into the settings. */
static void put(enum setting_page page, const cJSON *value, struct setting_values *values) {
    const struct setting_row *row = setting_named(page, value->string);
    char text[1024] = "";
    if (cJSON_IsArray(value)) {
        const cJSON *word;
        cJSON_ArrayForEach(word, value) {
            size_t len = strlen(text);
            (void)snprintf(text + len, sizeof(text) - len, "%s%s", len > 0 ? "," : "", word->valuestring);
        }
    } else if (cJSON_IsNumber(value)) {
        (void)snprintf(text, sizeof(text), "%.0f", cJSON_GetNumberValue(value));
    } else {
        const char *truth = cJSON_IsTrue(value) ? "true" : "false";
        (void)snprintf(text, sizeof(text), "%s", cJSON_IsString(value) ? value->valuestring : truth);
    }
    TEST_ASSERT_EQUAL_MESSAGE(0, value_parse(&row->value, text, strlen(text), setting_in(row, values)), value->string);
}

static void check_page(enum setting_page page, const cJSON *one) {
    static const struct settings before;
    struct setting_values values = setting_defaults;
    const cJSON *wanted = member(one, "refused"), *value;
    const char *field = NULL;
    char told[512];
    cJSON_ArrayForEach(value, member(one, "values")) {
        put(page, value, &values);
    }
    int r = setting_checks[page](&before, (char *)&values + setting_pages[page].offset, &field);
    (void)cJSON_PrintPreallocated((cJSON *)one, told, sizeof(told), 0);
    TEST_ASSERT_EQUAL_MESSAGE(cJSON_IsNull(wanted), r == 0, told);
    if (r < 0) {
        TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted->valuestring, field, told);
    }
    count++;
}

void test_settings_that_do_not_fit_together(void) {
    const cJSON *page, *one;
    cases = cases_read("settings");
    cJSON_ArrayForEach(page, member(cases, "pages")) {
        enum setting_page number = page_named(page->string);
        cJSON_ArrayForEach(one, page) {
            check_page(number, one);
        }
    }
    TEST_ASSERT_GREATER_THAN(60, count);
}

static unsigned status_named(const char *name) {
    int status = value_find_word(&punch_status_words, name, strlen(name));
    TEST_ASSERT_GREATER_OR_EQUAL_MESSAGE(0, status, name);
    return (unsigned)status;
}

static unsigned number_at(const cJSON *list, int n) {
    const cJSON *item = cJSON_GetArrayItem(list, n);
    TEST_ASSERT_TRUE(cJSON_IsNumber(item));
    return (unsigned)item->valueint;
}

static void read_week(const cJSON *starts, struct status_schedule *ret_schedule) {
    const cJSON *status;
    for (int i = 0; i < STATUS_COUNT * STATUS_DAYS; i++) {
        ret_schedule->start[i / STATUS_DAYS][i % STATUS_DAYS] = STATUS_NEVER;
    }
    cJSON_ArrayForEach(status, starts) {
        for (int day = 0; day < STATUS_DAYS; day++) {
            ret_schedule->start[status_named(status->string)][day] = (uint16_t)number_at(status, day);
        }
    }
}

void test_the_week_of_the_statuses(void) {
    const cJSON *week, *at;
    cases = cases_read("schedule");
    cJSON_ArrayForEach(week, member(cases, "weeks")) {
        const char *about = member(week, "about")->valuestring;
        struct status_schedule schedule;
        read_week(member(week, "starts"), &schedule);
        TEST_ASSERT_EQUAL_MESSAGE(cJSON_GetArraySize(member(week, "at")) > 0, status_at(&schedule, 3, 600).scheduled,
                                  about);
        cJSON_ArrayForEach(at, member(week, "at")) {
            struct status_now now = status_at(&schedule, number_at(at, 0), number_at(at, 1));
            TEST_ASSERT_EQUAL_MESSAGE(status_named(cJSON_GetArrayItem(at, 2)->valuestring), now.status, about);
            count++;
        }
    }
    TEST_ASSERT_GREATER_THAN(15, count);
}

/* The table as changes of all levels. */
static void read_rights(const cJSON *rights, struct roles_change ret_changes[RIGHTS_LEVEL_MAX - 1]) {
    const cJSON *group;
    for (int i = 0; i < RIGHTS_LEVEL_MAX - 1; i++) {
        ret_changes[i] = (struct roles_change){.level = (uint8_t)(i + 1)};
    }
    cJSON_ArrayForEach(group, rights) {
        int at = value_find_word(&function_group_words, group->string, strlen(group->string));
        TEST_ASSERT_GREATER_OR_EQUAL_MESSAGE(0, at, group->string);
        for (int i = 0; i < RIGHTS_LEVEL_MAX - 1; i++) {
            char letter = group->valuestring[i];
            ret_changes[i].right[at] = letter == 'w' ? RIGHT_WRITE : letter == 'r' ? RIGHT_READ : RIGHT_NONE;
        }
    }
}

void test_the_order_of_the_levels(void) {
    static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "GetRoles"};
    const cJSON *table;
    cases = cases_read("roles");
    cJSON_ArrayForEach(table, member(cases, "tables")) {
        const cJSON *wanted = member(table, "refused");
        struct roles_change changes[RIGHTS_LEVEL_MAX - 1];
        struct roles_refusal refusal = {0};
        uint32_t revision;
        read_rights(member(table, "rights"), changes);
        int r = roles_save(t.core, &admin, NULL, changes, RIGHTS_LEVEL_MAX - 1, &revision, &refusal);
        TEST_ASSERT_EQUAL(cJSON_IsNull(wanted) ? 0 : E_RANGE, r);
        if (r < 0) {
            TEST_ASSERT_EQUAL(number_at(wanted, 0), refusal.level);
            TEST_ASSERT_EQUAL_STRING(cJSON_GetArrayItem(wanted, 1)->valuestring, function_group_text[refusal.group]);
        }
        count++;
    }
    TEST_ASSERT_GREATER_THAN(5, count);
}

void test_the_rules_of_passwords(void) {
    const cJSON *one;
    cases = cases_read("passwords");
    cJSON_ArrayForEach(one, member(cases, "passwords")) {
        const char *password = member(one, "password")->valuestring;
        TEST_ASSERT_EQUAL_MESSAGE(cJSON_IsNull(member(one, "refused")),
                                  password_rules_console(password, member(one, "account")->valuestring), password);
        count++;
    }
    TEST_ASSERT_GREATER_THAN(30, count);
}

void test_the_rules_of_passphrases(void) {
    const cJSON *one;
    cases = cases_read("passwords");
    cJSON_ArrayForEach(one, member(cases, "passphrases")) {
        const char *passphrase = member(one, "passphrase")->valuestring;
        TEST_ASSERT_EQUAL_MESSAGE(cJSON_IsNull(member(one, "refused")), password_rules_passphrase(passphrase),
                                  passphrase);
        count++;
    }
    TEST_ASSERT_GREATER_THAN(8, count);
}

static const char *card_error(int r) {
    return r == E_FORMAT ? "format" : r == E_RANGE ? "range" : r == E_CARD_ROUNDED ? "rounded" : NULL;
}

void test_card_numbers_as_people_write_them(void) {
    static const char *const as[] = {
        [CARD_AS_NUMBER] = "number", [CARD_AS_FACILITY] = "facility", [CARD_AS_HEX] = "hex"};
    const cJSON *one;
    cases = cases_read("cards");
    cJSON_ArrayForEach(one, member(cases, "cards")) {
        const char *text = member(one, "text")->valuestring;
        const cJSON *wanted = member(one, "readings");
        struct card_readings found;
        int r = card_read(text, &found);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(member(one, "error")->valuestring, card_error(r), text);
        TEST_ASSERT_EQUAL_MESSAGE(cJSON_GetArraySize(wanted), found.count, text);
        for (int i = 0; i < (int)found.count; i++) {
            const cJSON *reading = cJSON_GetArrayItem(wanted, i);
            char number[24];
            (void)snprintf(number, sizeof(number), "%" PRIu64, found.at[i].number);
            TEST_ASSERT_EQUAL_STRING_MESSAGE(member(reading, "number")->valuestring, number, text);
            TEST_ASSERT_EQUAL_STRING_MESSAGE(member(reading, "as")->valuestring, as[found.at[i].as], text);
        }
        count++;
    }
    TEST_ASSERT_GREATER_THAN(90, count);
}
