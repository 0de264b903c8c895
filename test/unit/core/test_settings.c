#include "core/settings.h"

#include <pthread.h>
#include <string.h>

#include "core/audit.h"
#include "store/audit.h"
#include "store/settings.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

static struct fixture t;
static const struct audit_actor by = {.account = "admin", .peer = "192.0.2.1"};

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

void test_new_terminal_has_the_defaults(void) {
    const struct settings *settings = settings_get(t.core);
    TEST_ASSERT_EQUAL_STRING("en", settings->language);
    TEST_ASSERT_EQUAL_STRING("Front door", settings->device_name);
    TEST_ASSERT_EQUAL_PTR(settings, settings_get(t.core));
    TEST_ASSERT_EQUAL_STRING("en", t.fake.language);
    TEST_ASSERT_EQUAL_STRING("Front door", t.fake.line);
    TEST_ASSERT_EQUAL_STRING(t.shared->serial, t.fake.serial);
}

void test_rights_are_as_decided(void) {
    /* By level: rights in user, network, basicSetting, AccSetting, advSetting. */
    static const struct {
        unsigned level;
        const char *rights;
    } expected[] = {{1, "r----"},  {3, "r----"},  {4, "w---r"},  {7, "w---r"}, {8, "wrrwr"},
                    {11, "wrrwr"}, {12, "wrwww"}, {15, "wrwww"}, {16, "wwwww"}};
    const struct rights_table *table = &settings_get(t.core)->rights;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char got[RIGHTS_GROUP_COUNT + 1] = {0};
        for (int group = 0; group < RIGHTS_GROUP_COUNT; group++) {
            bool may_read = rights_level_may(table, expected[i].level, group, RIGHTS_READ);
            bool may_write = rights_level_may(table, expected[i].level, group, RIGHTS_WRITE);
            got[group] = may_write ? 'w' : '-';
            if (may_read && !may_write) {
                got[group] = 'r';
            }
        }
        TEST_ASSERT_EQUAL_STRING(expected[i].rights, got);
    }
}

void test_language_is_kept_published_and_shown(void) {
    struct core *other = fixture_core(&t);
    TEST_ASSERT_EQUAL_STRING("en", settings_get(other)->language);
    TEST_ASSERT_EQUAL(0, settings_set_language(t.core, &by, "ar"));
    TEST_ASSERT_EQUAL_STRING("ar", settings_get(t.core)->language);
    TEST_ASSERT_EQUAL_STRING("ar", settings_get(other)->language);
    TEST_ASSERT_EQUAL(1, t.fake.restarted);
    TEST_ASSERT_EQUAL_STRING("ar", t.fake.language);
    core_free(other);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING("ar", settings_get(t.core)->language);
    TEST_ASSERT_EQUAL_STRING("ar", t.fake.language);
}

static int compare_row(void *ctx, const struct store_audit_row *row) {
    (void)ctx;
    TEST_ASSERT_EQUAL_STRING("GetLanguageSettingItem", row->call);
    TEST_ASSERT_EQUAL_STRING("setting language", row->object);
    TEST_ASSERT_EQUAL_STRING("{\"language\":\"en\"}", row->before);
    TEST_ASSERT_EQUAL_STRING("{\"language\":\"es\"}", row->after);
    TEST_ASSERT_EQUAL_STRING("admin", row->account);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, row->time_ms);
    return 0;
}

void test_change_leaves_an_audit_row_and_no_change_leaves_nothing(void) {
    int64_t count = 0;
    TEST_ASSERT_EQUAL(0, settings_set_language(t.core, &by, "en"));
    TEST_ASSERT_EQUAL(0, store_audit_count(t.core->store, &count));
    TEST_ASSERT_EQUAL_INT64(0, count);
    TEST_ASSERT_EQUAL(0, t.fake.restarted);
    TEST_ASSERT_EQUAL(0, settings_set_language(t.core, &by, "es"));
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 1, compare_row, NULL));
}

void test_what_is_no_language_tag_is_refused(void) {
    static const char *const bad[] = {"", "e", "e n", "-en", "en-", "1n", "english-language", "e\"n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_INVAL, settings_set_language(t.core, &by, bad[i]), bad[i]);
    }
}

void test_display_that_does_not_answer_does_not_undo_the_change(void) {
    t.fake.display_offline = true;
    TEST_ASSERT_EQUAL(0, settings_set_language(t.core, &by, "es"));
    TEST_ASSERT_EQUAL_STRING("es", settings_get(t.core)->language);
}

void test_snapshot_in_use_stays_as_it_was(void) {
    struct core *other = fixture_core(&t);
    const struct settings *held = settings_get(other);
    TEST_ASSERT_EQUAL(0, settings_set_language(t.core, &by, "es"));
    TEST_ASSERT_EQUAL(0, settings_set_language(t.core, &by, "ar"));
    TEST_ASSERT_EQUAL_STRING("en", held->language);
    core_free(other);
}

void test_stored_text_that_is_too_long_or_unknown_is_passed_over(void) {
    char longer[64];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_settings_put(t.core->store, "language", longer));
    TEST_ASSERT_EQUAL(0, store_settings_put(t.core->store, "ofAnotherFirmware", "1"));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING("en", settings_get(t.core)->language);
}

static void *read_often(void *arg) {
    struct core *core = arg;
    uintptr_t wrong = 0;
    for (int i = 0; i < 20000; i++) {
        const struct settings *settings = settings_get(core);
        wrong += strcmp(settings->language, "en") != 0 && strcmp(settings->language, "es") != 0;
    }
    return (void *)wrong;
}

void test_readers_and_a_writer_are_safe(void) {
    struct core *reader = fixture_core(&t);
    pthread_t thread;
    void *wrong = NULL;
    TEST_ASSERT_EQUAL(0, pthread_create(&thread, NULL, read_often, reader));
    for (int i = 0; i < 20; i++) {
        TEST_ASSERT_EQUAL(0, settings_set_language(t.core, &by, i % 2 ? "en" : "es"));
    }
    TEST_ASSERT_EQUAL(0, pthread_join(thread, &wrong));
    TEST_ASSERT_NULL(wrong);
    core_free(reader);
}
