#include "api/decode_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/settings/settings.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct settings_file file;
static const struct actor admin = {
    .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "settingsApply"};

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, (size_t)1024 * 1024);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static int read_file(const char *text) {
    return api_decode_settings(text, strlen(text), &arena, &file);
}

#define HEAD "{\"postern\":\"settings\",\"version\":1,\"settings\":"

/* Other values than the factory's, of every kind. */
static void save_others(void) {
    struct setting_machine_param machine = settings_get(t.core)->values.machine_param;
    struct setting_print_param print = settings_get(t.core)->values.print_param;
    (void)snprintf(machine.device_name, sizeof(machine.device_name), "Gate \"3\"\\ \xc3\xb6\xf0\x9f\x98\x80");
    (void)snprintf(machine.keypad_password, sizeof(machine.keypad_password), "918273");
    machine.volume = 0;
    print.fields = 0;
    print.baud = BAUD_RATE_B115200;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_MACHINE_PARAM, &machine));
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_PRINT_PARAM, &print));
}

/* Every setting of every page comes back as it was, and no secret is among them. */
void test_what_is_written_is_read_as_it_was(void) {
    struct buf text = {0};
    char name[FILE_NAME_MAX];
    save_others();
    TEST_ASSERT_EQUAL(0, settings_file_write(t.core, &admin, &text, name));
    TEST_ASSERT_TRUE(text.len < (size_t)128 * 1024 / 4); /* well below what settingsLook takes */
    TEST_ASSERT_EQUAL(0, api_decode_settings(text.data, text.len, &arena, &file));
    TEST_ASSERT_NULL(strstr(buf_text(&text), "918273"));
    TEST_ASSERT_EQUAL(0, file.odd_count);
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        const struct setting_row *row = &setting_rows[i];
        size_t at = setting_pages[row->page].offset + row->value.offset;
        const char *now = (const char *)&settings_get(t.core)->values + at;
        TEST_ASSERT_TRUE_MESSAGE(file.has_page[row->page], row->key);
        TEST_ASSERT_EQUAL_MESSAGE(!row->value.secret, file.values[i].given, row->key);
        TEST_ASSERT_EQUAL_MESSAGE(0, file.values[i].error, row->key);
        TEST_ASSERT_TRUE_MESSAGE(row->value.secret || value_equal(&row->value, now, (const char *)file.given + at),
                                 row->key);
        bool is_set = row->value.secret && !value_is_empty(&row->value, now);
        TEST_ASSERT_EQUAL_MESSAGE(is_set, file.is_secret_set[i], row->key);
    }
    buf_done(&text);
}

/* The rules that a request is read by: as many values, each with its own error. */
void test_a_value_that_is_none_is_noted_and_the_rest_is_read(void) {
    static const struct {
        const char *key;
        int error;
        const char *text;
    } expected[] = {
        {"MachineParam.volume", E_RANGE, "99"},
        {"MachineParam.deviceName", E_TYPE, "7.5"},
        {"PrintParam.on", E_TYPE, "null"},
        {"PrintParam.baud", E_RANGE, "b1"},
        {"PrintParam.fields", E_RANGE, "[\xe2\x80\xa6]"},
        {"PrintParam.footer", E_TYPE, "{\xe2\x80\xa6}"},
        {"Ethernet.mask", E_FORMAT, "255.255.255.x"},
        {"PrintParam.header", 0, NULL},
    };
    TEST_ASSERT_EQUAL(0, read_file(HEAD
                                   "{\"MachineParam\":{\"volume\":99,\"deviceName\":7.5},\"PrintParam\":{\"on\":null,"
                                   "\"baud\":\"b1\",\"fields\":[\"date\",\"nothing\"],\"footer\":{},\"header\":\"x\"},"
                                   "\"Ethernet\":{\"mask\":\"255.255.255.x\"}}}"));
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        size_t row = 0;
        while (strcmp(setting_rows[row].key, expected[i].key) != 0) {
            row++;
        }
        TEST_ASSERT_TRUE_MESSAGE(file.values[row].given, expected[i].key);
        TEST_ASSERT_EQUAL_MESSAGE(expected[i].error, file.values[row].error, expected[i].key);
        if (expected[i].text != NULL) {
            TEST_ASSERT_EQUAL_STRING(expected[i].text, file.values[row].text);
        }
    }
    TEST_ASSERT_EQUAL(0, file.given->print_param.fields); /* nothing half */
    TEST_ASSERT_EQUAL_STRING("x", file.given->print_param.header);
}

void test_octets_that_are_no_text_are_no_file(void) {
    static const char nul[] = HEAD "{}}\0";
    TEST_ASSERT_EQUAL(0, read_file(HEAD "{}}"));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, api_decode_settings(nul, sizeof(nul), &arena, &file));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_file(HEAD "{}} x"));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_file(HEAD "{\"MachineParam\":{\"deviceName\":\"\xff\"}}}"));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_file(HEAD "{\"MachineParam\":{\"device\\u0000Name\":\"x\"}}}"));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_file("\xef\xbb\xbf" HEAD "{}}"));
}

/* A file as large as one may be takes no more memory than a call has. */
void test_the_largest_file_is_borne(void) {
    enum { LARGEST = 128 * 1024 };
    char *text = malloc(LARGEST + 1);
    TEST_ASSERT_NOT_NULL(text);
    size_t len = (size_t)snprintf(text, LARGEST, HEAD "{\"PrintParam\":{\"fields\":[0");
    while (len < LARGEST - 8) {
        memcpy(text + len, ",0", 2);
        len += 2;
    }
    memcpy(text + len, "]}}}", 5);
    TEST_ASSERT_EQUAL(0, read_file(text));
    memset(text + strlen(HEAD), 'x', LARGEST - strlen(HEAD));
    text[strlen(HEAD)] = '"';
    memcpy(text + LARGEST - 2, "\"}", 3);
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_file(text));
    free(text);
}

void test_memory_that_runs_out_is_told(void) {
    struct arena small;
    arena_init(&small, 1024);
    TEST_ASSERT_EQUAL(E_NOMEM, api_decode_settings(HEAD "{}}", strlen(HEAD "{}}"), &small, &file));
    arena_done(&small);
}
