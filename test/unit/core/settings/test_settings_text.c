#include "core/settings/settings_text.h"

#include <string.h>

#include "unity.h"

static struct setting_values values;

void setUp(void) {
    values = setting_defaults;
}

void tearDown(void) {
}

static const struct setting_row *row_of(const char *key) {
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        if (strcmp(setting_rows[i].key, key) == 0) {
            return &setting_rows[i];
        }
    }
    TEST_FAIL_MESSAGE(key);
    return NULL;
}

static int parse(const char *key, const char *text) {
    return setting_parse(row_of(key), text, &values);
}

static void assert_printed(const char *key, const char *text, const char *json) {
    struct buf out = {0}, json_out = {0};
    setting_print(row_of(key), &values, &out);
    setting_print_json(row_of(key), &values, &json_out);
    TEST_ASSERT_EQUAL_STRING(text, buf_text(&out));
    TEST_ASSERT_EQUAL_STRING(json, buf_text(&json_out));
    buf_done(&out);
    buf_done(&json_out);
}

/* Whatever the factory value of a row is, it comes back from its own text, and the rows agree with the struct. */
void test_every_factory_value_is_read_as_it_is_printed(void) {
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        const struct setting_row *row = &setting_rows[i];
        struct setting_values other;
        struct buf out = {0};
        memset(&other, 0, sizeof other);
        setting_print(row, &values, &out);
        TEST_ASSERT_FALSE(buf_failed(&out));
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, setting_parse(row, buf_text(&out), &other), row->key);
        TEST_ASSERT_TRUE_MESSAGE(setting_equal(row, &values, &other), row->key);
        TEST_ASSERT_EQUAL_UINT(i - setting_pages[row->page].first, row->bit);
        TEST_ASSERT_TRUE(row->offset >= setting_pages[row->page].offset);
        TEST_ASSERT_TRUE(row->offset + row->octets <= setting_pages[row->page].offset + setting_pages[row->page].size);
        buf_done(&out);
    }
}

void test_each_kind_has_its_text(void) {
    TEST_ASSERT_EQUAL(0, parse("TimeParam.hour24", "false"));
    assert_printed("TimeParam.hour24", "false", "false");
    TEST_ASSERT_EQUAL(0, parse("DateTimeParam.zone", "-705"));
    TEST_ASSERT_EQUAL(-705, values.date_time_param.zone);
    assert_printed("DateTimeParam.zone", "-705", "-705");
    TEST_ASSERT_EQUAL(0, parse("MachineParam.deviceName", "Tür \"1\""));
    assert_printed("MachineParam.deviceName", "Tür \"1\"", "\"Tür \\\"1\\\"\"");
    TEST_ASSERT_EQUAL(0, parse("KaoqinParam.fullLog", "refuse"));
    TEST_ASSERT_EQUAL(API_FULL_LOG_REFUSE, values.kaoqin_param.full_log);
    assert_printed("KaoqinParam.fullLog", "refuse", "\"refuse\"");
    TEST_ASSERT_EQUAL(0, parse("ApplyParam.shown", "out,status6"));
    assert_printed("ApplyParam.shown", "out,status6", "[\"out\",\"status6\"]");
    TEST_ASSERT_EQUAL(0, parse("ApplyParam.shown", ""));
    assert_printed("ApplyParam.shown", "", "[]");
    TEST_ASSERT_EQUAL(0, parse("StatusChangeInfo.out", "0,1,2,3,4,5,1440"));
    assert_printed("StatusChangeInfo.out", "0,1,2,3,4,5,1440", "[0,1,2,3,4,5,1440]");
}

void test_what_a_row_does_not_allow_changes_nothing(void) {
    static const struct {
        const char *key, *text;
    } bad[] = {
        {"TimeParam.hour24", "1"},
        {"MachineParam.volume", "6"},
        {"MachineParam.volume", ""},
        {"MachineParam.volume", "3x"},
        {"MachineParam.volume", "99999999999999999999"},
        {"DateTimeParam.zone", "-719"},
        {"DSTParam.change", "45"},
        {"MachineParam.deviceName", ""},
        {"MachineParam.deviceName", "\xff"},
        {"MachineParam.deviceName", "123456789012345678901234567890123"},
        {"MachineParam.keypadPassword", "12a"},
        {"Ethernet.mask", "255.255.255.256"},
        {"KaoqinParam.fullLog", "never"},
        {"KaoqinParam.fullLog", ""},
        {"ApplyParam.shown", "out,nope"},
        {"StatusChangeInfo.out", "0,1,2,3,4,5"},
        {"StatusChangeInfo.out", "0,1,2,3,4,5,6,7"},
        {"StatusChangeInfo.out", "0,1,2,3,4,5,1441"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        TEST_ASSERT_LESS_THAN_INT_MESSAGE(0, parse(bad[i].key, bad[i].text), bad[i].text);
        TEST_ASSERT_TRUE_MESSAGE(setting_equal(row_of(bad[i].key), &values, &setting_defaults), bad[i].key);
    }
}

void test_text_is_equal_to_its_end(void) {
    struct setting_values other = setting_defaults;
    const struct setting_row *row = row_of("MachineParam.deviceName");
    memset(other.machine_param.device_name, 'x', sizeof other.machine_param.device_name);
    TEST_ASSERT_EQUAL(0, setting_parse(row, values.machine_param.device_name, &other));
    TEST_ASSERT_TRUE(setting_equal(row, &values, &other));
    TEST_ASSERT_FALSE(setting_is_empty(row, &other));
    TEST_ASSERT_TRUE(setting_is_empty(row_of("MachineParam.keypadPassword"), &values));
    TEST_ASSERT_FALSE(setting_is_empty(row_of("TimeParam.hour24"), &values));
}
