#include <string.h>

#include "core/base/actor.h"
#include "core/devices/display.h"
#include "core/time/status.h"

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "setting_hooks.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

#define HOUR_MS INT64_C(3600000)

static struct fixture t;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetTest"};

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

static int save(enum setting_page page, const void *values, uint64_t given) {
    struct settings_change change = {.page = page, .values = values, .given = given};
    struct settings_result result;
    return settings_save(t.core, &by, &change, &result);
}

void test_a_new_terminal_writes_its_clock_as_declared(void) {
    TEST_ASSERT_EQUAL(DATE_ORDER_YMD, t.fake.style.order);
    TEST_ASSERT_EQUAL('-', t.fake.style.separator);
    TEST_ASSERT_TRUE(t.fake.style.hour24);
    TEST_ASSERT_EQUAL(POWER_SAVING_SCREEN_SAVER, t.fake.style.saving);
    TEST_ASSERT_EQUAL(60, t.fake.style.saving_after_s);
    TEST_ASSERT_FALSE(t.fake.style.locked);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, t.fake.style.next_change_s);
    TEST_ASSERT_EQUAL_STRING("IN", t.fake.status);
    TEST_ASSERT_EQUAL(8, t.fake.status_count);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, display_due_ms(t.core));
}

void test_formats_and_lock_reach_the_display(void) {
    struct setting_time_param values = {.date_order = DATE_ORDER_MDY,
                                        .date_separator = DATE_SEPARATOR_DOT,
                                        .power_saving = POWER_SAVING_CLOSE_SCREEN,
                                        .interval = 300,
                                        .keyboard_lock = true};
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_TIME_PARAM, &values, SETTINGS_ALL & ~SETTING_TIME_PARAM_LANGUAGE));
    TEST_ASSERT_EQUAL(DATE_ORDER_MDY, t.fake.style.order);
    TEST_ASSERT_EQUAL('.', t.fake.style.separator);
    TEST_ASSERT_FALSE(t.fake.style.hour24);
    TEST_ASSERT_EQUAL(POWER_SAVING_CLOSE_SCREEN, t.fake.style.saving);
    TEST_ASSERT_EQUAL(300, t.fake.style.saving_after_s);
    TEST_ASSERT_TRUE(t.fake.style.locked);
    TEST_ASSERT_EQUAL(0, t.fake.restarted);
}

void test_another_language_restarts_it(void) {
    struct setting_time_param values = {.language = LANGUAGE_AR};
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_TIME_PARAM, &values, SETTING_TIME_PARAM_LANGUAGE));
    TEST_ASSERT_EQUAL(1, t.fake.restarted);
    TEST_ASSERT_EQUAL_STRING("ar", t.fake.language);
}

void test_one_that_does_not_answer_catches_up(void) {
    struct setting_time_param values = {.language = LANGUAGE_ES, .keyboard_lock = true};
    t.fake.display_offline = true;
    TEST_ASSERT_EQUAL(
        0, save(SETTING_PAGE_TIME_PARAM, &values, SETTING_TIME_PARAM_LANGUAGE | SETTING_TIME_PARAM_KEYBOARD_LOCK));
    TEST_ASSERT_TRUE(settings_get(t.core)->values.time_param.keyboard_lock);
    TEST_ASSERT_TRUE(t.fake.style.locked); /* the driver keeps what it was given */
}

/* OUT begins on Monday at 14:30 UTC; it is Monday, 14:13:20. */
static void use_schedule(void) {
    struct setting_status_change_info values;
    uint16_t *starts[] = {values.in,      values.out,     values.status1, values.status2,
                          values.status3, values.status4, values.status5, values.status6};
    for (size_t status = 0; status < STATUS_COUNT; status++) {
        for (int day = 0; day < STATUS_DAYS; day++) {
            starts[status][day] = STATUS_NEVER;
        }
    }
    values.in[1] = 8 * 60;
    values.out[1] = 14 * 60 + 30;
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_STATUS_CHANGE_INFO, &values, SETTINGS_ALL));
}

void test_the_status_changes_at_its_minute(void) {
    use_schedule();
    TEST_ASSERT_EQUAL_STRING("IN", t.fake.status);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + 16 * 60000 + 40000, display_due_ms(t.core));
    fake_hal_advance(&t.fake, 16 * 60000 + 40000);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core), display_due_ms(t.core));
    display_upkeep(t.core);
    TEST_ASSERT_EQUAL_STRING("OUT", t.fake.status);
    TEST_ASSERT_GREATER_THAN_INT64(core_mono_ms(t.core) + HOUR_MS, display_due_ms(t.core));
    TEST_ASSERT_EQUAL_STRING("IN", status_label_at(t.core, core_utc_ms(t.core) - 1));
    TEST_ASSERT_EQUAL_STRING("OUT", status_label_at(t.core, core_utc_ms(t.core)));
}

void test_labels_and_what_is_offered_reach_the_display(void) {
    struct setting_apply_param values = {.in = "Kommen", .shown = 1u << PUNCH_STATUS_IN | 1u << PUNCH_STATUS_OUT};
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_APPLY_PARAM, &values, SETTING_APPLY_PARAM_IN | SETTING_APPLY_PARAM_SHOWN));
    TEST_ASSERT_EQUAL_STRING("Kommen", t.fake.status);
    TEST_ASSERT_EQUAL(2, t.fake.status_count);
}

void test_setting_the_clock_makes_it_due_at_once(void) {
    use_schedule();
    TEST_ASSERT_EQUAL(0, clock_set(t.core, &by, FAKE_UTC_MS / 1000 + 3600));
    TEST_ASSERT_EQUAL_INT64(0, display_due_ms(t.core));
    display_upkeep(t.core);
    TEST_ASSERT_EQUAL_STRING("OUT", t.fake.status);
    TEST_ASSERT_NOT_EQUAL(0, display_due_ms(t.core));
}

void test_it_knows_the_next_change_of_the_clock(void) {
    struct setting_dst_param values = settings_get(t.core)->values.dst_param;
    values.mode = DST_MODE_WEEK;
    TEST_ASSERT_EQUAL(0, save(SETTING_PAGE_DST_PARAM, &values, SETTINGS_ALL));
    TEST_ASSERT_EQUAL(60, t.fake.style.offset_min);
    TEST_ASSERT_EQUAL_INT64(1792893600, t.fake.style.next_change_s); /* 2026-10-25 02:00 UTC */
    TEST_ASSERT_EQUAL(0, t.fake.style.next_offset_min);
    atomic_store(&t.fake.utc_ms, INT64_C(1792893600000));
    TEST_ASSERT_LESS_OR_EQUAL_INT64(core_mono_ms(t.core), display_due_ms(t.core));
    display_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, t.fake.style.offset_min);
    TEST_ASSERT_EQUAL(60, t.fake.style.next_offset_min);
}

/* The terminal goes on without it, and shows everything else. */
void test_an_initial_password_that_was_damaged_is_not_shown(void) {
    TEST_ASSERT_EQUAL_size_t(6, strlen(t.fake.initial_password));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE account SET initial_sealed = x'00ff'"));
    t.fake.status[0] = '\0';
    TEST_ASSERT_EQUAL(0, display_refresh(t.shared, t.core->store));
    TEST_ASSERT_EQUAL_STRING("", t.fake.initial_password);
    TEST_ASSERT_EQUAL_STRING("IN", t.fake.status);
}

void test_an_account_that_cannot_be_read_is_an_error(void) {
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE account RENAME TO gone"));
    TEST_ASSERT_LESS_THAN_INT(0, display_refresh(t.shared, t.core->store));
}
