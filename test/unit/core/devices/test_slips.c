#include "core/base/actor.h"
#include "core/devices/display.h"
#include "core/devices/slips.h"
#include "core/devices/slips_words.h"

#include <string.h>

#include "core/base/audit.h"
#include "core/settings/settings.h"
#include "setting_hooks.h"
#include "terminal_fixture.h"
#include "unity.h"

#define ALL 0x7fu

static struct fixture t;
static struct fake_devices *fake;
static struct slips_slip slip;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "test"};

void setUp(void) {
    fixture_up(&t);
    fake = &t.fake.devices;
}

void tearDown(void) {
    fixture_down(&t);
}

static void save(enum setting_page page, const void *values, uint64_t given, int expected) {
    struct settings_change change = {.page = page, .values = values, .given = given};
    struct settings_result result;
    TEST_ASSERT_EQUAL(expected, settings_save(t.core, &by, &change, &result));
}

static void switch_on(void) {
    struct setting_print_param values = {.on = true, .baud = BAUD_RATE_B1200, .fields = ALL, .header = "Above"};
    save(SETTING_PAGE_PRINT_PARAM, &values,
         SETTING_PRINT_PARAM_ON | SETTING_PRINT_PARAM_BAUD | SETTING_PRINT_PARAM_FIELDS | SETTING_PRINT_PARAM_HEADER,
         0);
}

static void preview(uint32_t fields, const char *header, const char *footer) {
    struct slips_layout layout = {.fields = fields, .header = header, .footer = footer};
    slips_preview(t.core, &layout, &slip);
    for (size_t i = 0; i < slip.count; i++) {
        size_t columns = 0;
        for (const char *at = slip.lines[i]; *at; at++) {
            columns += ((unsigned char)*at & 0xc0) != 0x80;
        }
        TEST_ASSERT_LESS_OR_EQUAL(HAL_PRINTER_COLUMNS, columns);
    }
}

void test_a_slip_holds_what_is_asked(void) {
    preview(ALL, "Welcome", "Thank you");
    static const char *const expected[] = {"            Welcome",
                                           "           Front door",
                                           "--------------------------------",
                                           "2026-09-21              14:13:20",
                                           "ID 1001",
                                           "Anna Example",
                                           "IN                          Card",
                                           "--------------------------------",
                                           "           Thank you"};
    TEST_ASSERT_EQUAL(sizeof(expected) / sizeof(expected[0]), slip.count);
    for (size_t i = 0; i < slip.count; i++) {
        TEST_ASSERT_EQUAL_STRING(expected[i], slip.lines[i]);
    }
    preview(1u << SLIP_FIELD_USERID, "", "");
    TEST_ASSERT_EQUAL(1, slip.count);
    preview(0, "", "");
    TEST_ASSERT_EQUAL(0, slip.count);
}

void test_dates_follow_the_display(void) {
    struct setting_time_param style = {.date_order = DATE_ORDER_DMY, .date_separator = DATE_SEPARATOR_DOT};
    save(SETTING_PAGE_TIME_PARAM, &style,
         SETTING_TIME_PARAM_DATE_ORDER | SETTING_TIME_PARAM_DATE_SEPARATOR | SETTING_TIME_PARAM_HOUR24, 0);
    preview(1u << SLIP_FIELD_DATE | 1u << SLIP_FIELD_TIME, "", "");
    TEST_ASSERT_EQUAL_STRING("21.09.2026           02:13:20 PM", slip.lines[0]);
}

void test_long_texts_are_broken_at_blanks_and_cut_where_there_is_none(void) {
    preview(0, "The quick brown fox jumps over the lazy dog and then it sleeps.", "");
    TEST_ASSERT_EQUAL(3, slip.count);
    TEST_ASSERT_EQUAL_STRING(" The quick brown fox jumps over", slip.lines[0]);
    TEST_ASSERT_EQUAL_STRING("the lazy dog and then it sleeps.", slip.lines[1]);
    preview(0, "", "0123456789012345678901234567890123456789012345678901234567890123");
    TEST_ASSERT_EQUAL(3, slip.count);
    TEST_ASSERT_EQUAL_STRING("01234567890123456789012345678901", slip.lines[1]);
}

void test_every_language_has_words_of_its_own(void) {
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        TEST_ASSERT_EQUAL_STRING(language_text[i], slips_words(language_text[i])->language);
    }
}

void test_arabic_begins_at_the_right(void) {
    TEST_ASSERT_EQUAL_STRING("CP858", slips_code_page(t.core));
    TEST_ASSERT_EQUAL(0, display_set_language(t.core, &by, "ar"));
    TEST_ASSERT_EQUAL_STRING("CP864", slips_code_page(t.core));
    preview(1u << SLIP_FIELD_USERID | 1u << SLIP_FIELD_METHOD, "", "");
    TEST_ASSERT_EQUAL_STRING("                         ID 1001", slip.lines[0]);
    TEST_ASSERT_EQUAL_STRING("                           بطاقة", slip.lines[1]);
}

void test_the_printer_is_told_what_is_set(void) {
    switch_on();
    TEST_ASSERT_EQUAL(PRINTER_STATE_READY, fake->printer.condition);
    TEST_ASSERT_EQUAL(1200, fake->baud);
    fake->printer.condition = PRINTER_STATE_OFFLINE;
    struct setting_print_param values = {.baud = BAUD_RATE_B115200};
    save(SETTING_PAGE_PRINT_PARAM, &values, SETTING_PRINT_PARAM_BAUD, E_OFFLINE);
    TEST_ASSERT_EQUAL(BAUD_RATE_B1200, settings_get(t.core)->values.print_param.baud);
}

static struct slips_punch punch(void) {
    return (struct slips_punch){
        .kind = HAL_CREDENTIAL_PIN, .userid = 7, .name = "Zoë", .time_ms = 86400000, .status = "OUT"};
}

void test_a_slip_says_what_was_shown_and_no_status_where_there_is_none(void) {
    struct slips_punch result = punch();
    result.kind = HAL_CREDENTIAL_FINGER;
    result.status = NULL;
    switch_on();
    TEST_ASSERT_EQUAL(0, slips_print(t.core, &result));
    fake->job[fake->job_len - 6] = '\0';
    TEST_ASSERT_NOT_NULL(strstr((const char *)fake->job + 5, "Finger\n"));
    TEST_ASSERT_NULL(strstr((const char *)fake->job + 5, "OUT"));
}

void test_a_punch_is_printed_when_it_is_on(void) {
    struct slips_punch result = punch();
    TEST_ASSERT_EQUAL(0, slips_print(t.core, &result));
    TEST_ASSERT_EQUAL(0, fake->jobs);
    switch_on();
    TEST_ASSERT_EQUAL(0, slips_print(t.core, &result));
    TEST_ASSERT_EQUAL(1, fake->jobs);
    fake->job[fake->job_len - 6] = '\0'; /* feed and cut follow */
    TEST_ASSERT_EQUAL_MEMORY("\x1b@\x1bt\x13", fake->job, 5);
    TEST_ASSERT_EQUAL_STRING("             Above\n           Front door\n--------------------------------\n"
                             "1970-01-02              00:00:00\nID 7\nZo\x89\nOUT                     Password\n",
                             (const char *)fake->job + 5);
    TEST_ASSERT_EQUAL_MEMORY("d\x03\x1dV\x01", fake->job + fake->job_len - 5, 5);
    fake->printer.condition = PRINTER_STATE_OFFLINE;
    TEST_ASSERT_EQUAL(E_OFFLINE, slips_print(t.core, &result));
}

void test_a_sample_says_what_is_wrong(void) {
    TEST_ASSERT_EQUAL(E_SWITCHED_OFF, slips_print_sample(t.core));
    switch_on();
    TEST_ASSERT_EQUAL(0, slips_print_sample(t.core));
    fake->printer.condition = PRINTER_STATE_PAPER_OUT;
    TEST_ASSERT_EQUAL(E_PAPER_OUT, slips_print_sample(t.core));
    fake->printer.condition = PRINTER_STATE_OFFLINE;
    TEST_ASSERT_EQUAL(E_OFFLINE, slips_print_sample(t.core));
    TEST_ASSERT_EQUAL(1, fake->jobs);
}

/* At the start it did not answer: it is tried again until it does. */
void test_a_printer_that_comes_later_is_switched_on(void) {
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, slips_due_ms(t.core));
    switch_on();
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, slips_due_ms(t.core));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(PRINTER_STATE_OFF, fake->printer.condition);
    int64_t now_ms = (int64_t)atomic_load(&t.fake.mono_ms);
    TEST_ASSERT_TRUE(slips_due_ms(t.core) <= now_ms);
    slips_upkeep(t.core);
    TEST_ASSERT_EQUAL(PRINTER_STATE_READY, fake->printer.condition);
    TEST_ASSERT_EQUAL(1200, fake->baud);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, slips_due_ms(t.core));
}
