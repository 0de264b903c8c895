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
    arena_init(&arena, (size_t)1024 * 1024);
}

void tearDown(void) {
    arena_done(&arena);
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
    fixture_up(&t);
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
    fixture_down(&t);
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

void test_bytes_that_are_no_text_are_no_file(void) {
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

/* --- The members of the file ------------------------------------------------------------------------------------------------ */

/* A file of these members beside the three that are needed. */
static int read_with(const char *more) {
    char text[8192];
    (void)snprintf(text, sizeof(text), HEAD "{},%s}", more);
    return read_file(text);
}

/* A member whose value is this many times a character, as a text. */
static int read_long(const char *member, const char *character, unsigned count) {
    char text[2048];
    size_t len = (size_t)snprintf(text, sizeof(text), "\"%s\":\"", member);
    for (unsigned i = 0; i < count; i++) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s", character);
    }
    (void)snprintf(text + len, sizeof(text) - len, "\"");
    return read_with(text);
}

void test_files_that_are_none(void) {
    static const char *const bad[] = {
        "[]",
        "{}",
        "{\"version\":1,\"settings\":{}}",
        "{\"postern\":\"settings\",\"settings\":{}}",
        "{\"postern\":\"settings\",\"version\":1}",
        "{\"postern\":\"Settings\",\"version\":1,\"settings\":{}}",
        "{\"postern\":1,\"version\":1,\"settings\":{}}",
        "{\"postern\":\"settings\",\"version\":0,\"settings\":{}}",
        "{\"postern\":\"settings\",\"version\":0.5,\"settings\":{}}",
        "{\"postern\":\"settings\",\"version\":2,\"settings\":{}}",
        "{\"postern\":\"settings\",\"version\":\"1\",\"settings\":{}}",
        "{\"postern\":\"settings\",\"version\":1,\"settings\":[]}",
        "{\"postern\":\"settings\",\"version\":1,\"settings\":{\"MachineParam\":1}}",
        "{\"postern\":\"settings\",\"version\":1,\"settings\":{\"Unknown\":1}}",
        "{\"postern\":\"settings\",\"version\":1,\"settings\":{\"MachineParam\":{},\"MachineParam\":{}}}",
        "{\"postern\":\"settings\",\"version\":1,\"settings\":{\"MachineParam\":{\"volume\":1,\"volume\":1}}}",
        "{\"postern\":\"settings\",\"version\":1,\"settings\":{\"MachineParam\":{\"no\":1,\"no\":1}}}",
        "{\"postern\":\"settings\",\"version\":1,\"settings\":{\"No\":{},\"No\":{}}}",
        "{\"postern\":\"settings\",\"version\":1,\"version\":1,\"settings\":{}}",
        "{\"postern\":\"settings\",\"version\":1,\"settings\":{},\"other\":1}",
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_SETTINGS_FILE, read_file(bad[i]), bad[i]);
    }
}

void test_what_a_file_says_of_itself(void) {
    TEST_ASSERT_EQUAL(0, read_file(HEAD "{}}"));
    TEST_ASSERT_EQUAL_STRING("", file.serial);
    TEST_ASSERT_EQUAL_STRING("", file.firmware);
    TEST_ASSERT_EQUAL_INT64(0, file.made_s);
    TEST_ASSERT_EQUAL(0, read_with("\"serial\":\"PT-1\",\"firmware\":\"1.2\",\"made\":1790000000"));
    TEST_ASSERT_EQUAL_STRING("PT-1", file.serial);
    TEST_ASSERT_EQUAL_STRING("1.2", file.firmware);
    TEST_ASSERT_EQUAL_INT64(1790000000, file.made_s);
    TEST_ASSERT_EQUAL(0, read_with("\"made\":0"));
    TEST_ASSERT_EQUAL(0, read_with("\"made\":9007199254740991"));
    TEST_ASSERT_EQUAL_INT64(INT64_C(9007199254740991), file.made_s);
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_with("\"made\":9007199254740992"));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_with("\"made\":-1"));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_with("\"made\":\"1\""));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_with("\"serial\":1"));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_with("\"serial\":\"a\\u0007\""));
    TEST_ASSERT_EQUAL(0, read_long("serial", "\xc3\xa9", 32)); /* characters, not bytes */
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_long("serial", "x", 33));
    TEST_ASSERT_EQUAL(0, read_long("firmware", "x", 64));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_long("firmware", "x", 65));
}

static size_t row_of(const char *key) {
    size_t row = 0;
    while (strcmp(setting_rows[row].key, key) != 0) {
        row++;
    }
    return row;
}

/* Names alone, of this firmware or not; a name of what is no secret counts for nothing. */
void test_names_of_secrets(void) {
    char text[4096];
    size_t password = row_of("MachineParam.keypadPassword");
    TEST_ASSERT_EQUAL(0, read_with("\"secrets\":[\"MachineParam.volume\",\"Lift.code\"]"));
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        TEST_ASSERT_FALSE(file.is_secret_set[i]);
    }
    TEST_ASSERT_EQUAL(0, read_with("\"secrets\":[\"MachineParam.keypadPassword\"]"));
    TEST_ASSERT_TRUE(file.is_secret_set[password]);
    TEST_ASSERT_FALSE(file.is_secret_set[row_of("CommMode.password")]);
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_with("\"secrets\":{}"));
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_with("\"secrets\":[1]"));
    size_t len = (size_t)snprintf(text, sizeof(text), "\"secrets\":[\"x\"");
    for (unsigned i = 1; i < 100; i++) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, ",\"x\"");
    }
    (void)snprintf(text + len, sizeof(text) - len, "]");
    TEST_ASSERT_EQUAL(0, read_with(text));
    (void)snprintf(text + len, sizeof(text) - len, ",\"x\"]");
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_with(text));
}

/* --- Names that this firmware has not ---------------------------------------------------------------------------------------- */

/* Pages, settings, and secrets that no file brings; each by its first characters. */
void test_odd_names_are_kept(void) {
    TEST_ASSERT_EQUAL(
        0, read_file(
               HEAD "{\"Lift\":{\"speed\":1},\"MachineParam\":{\"colour\":1,\"keypadPassword\":\"1\","
                    "\"\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
                    "0123456789abcdefX\":1}}}"));
    TEST_ASSERT_EQUAL(4, file.odd_count);
    TEST_ASSERT_EQUAL_STRING("Lift", file.odd[0].page);
    TEST_ASSERT_EQUAL_STRING("", file.odd[0].setting);
    TEST_ASSERT_EQUAL_STRING("MachineParam", file.odd[1].page);
    TEST_ASSERT_EQUAL_STRING("colour", file.odd[1].setting);
    TEST_ASSERT_EQUAL_STRING("keypadPassword", file.odd[2].setting);
    TEST_ASSERT_EQUAL(16 * 2 + 16, strlen(file.odd[3].setting));
    TEST_ASSERT_TRUE(file.has_page[SETTING_PAGE_MACHINE_PARAM]);
    TEST_ASSERT_FALSE(file.values[row_of("MachineParam.keypadPassword")].given);
}

static int read_odd(unsigned count) {
    static char text[32 * (SETTINGS_FILE_ODD_MAX + 2)];
    size_t len = (size_t)snprintf(text, sizeof(text), HEAD "{\"MachineParam\":{\"volume\":1");
    for (unsigned i = 0; i < count; i++) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, ",\"odd%u\":1", i);
    }
    (void)snprintf(text + len, sizeof(text) - len, "}}}");
    return read_file(text);
}

void test_the_border_of_odd_names(void) {
    TEST_ASSERT_EQUAL(0, read_odd(SETTINGS_FILE_ODD_MAX));
    TEST_ASSERT_EQUAL(SETTINGS_FILE_ODD_MAX, file.odd_count);
    TEST_ASSERT_EQUAL(E_SETTINGS_FILE, read_odd(SETTINGS_FILE_ODD_MAX + 1));
}

/* Truth values as people read them, and long texts by their first characters. */
void test_what_is_told_of_wrong_values(void) {
    char text[1024], wrong[400];
    memset(wrong, 'x', sizeof(wrong) - 1);
    wrong[sizeof(wrong) - 1] = '\0';
    size_t volume = row_of("MachineParam.volume"), baud = row_of("PrintParam.baud");
    TEST_ASSERT_EQUAL(0, read_file(HEAD "{\"MachineParam\":{\"volume\":true},\"PrintParam\":{\"baud\":false}}}"));
    TEST_ASSERT_EQUAL_STRING("true", file.values[volume].text);
    TEST_ASSERT_EQUAL_STRING("false", file.values[baud].text);
    (void)snprintf(text, sizeof(text), HEAD "{\"MachineParam\":{\"volume\":\"%s\"}}}", wrong);
    TEST_ASSERT_EQUAL(0, read_file(text));
    TEST_ASSERT_EQUAL(E_TYPE, file.values[volume].error);
    TEST_ASSERT_EQUAL(SETTINGS_FILE_CUT, strlen(file.values[volume].text));
}

/* At whatever place: none that is read half looks whole. */
void test_memory_that_runs_out_anywhere(void) {
    static const char text[] = HEAD "{\"Lift\":{},\"MachineParam\":{\"volume\":\"x\",\"colour\":1,\"shape\":1}}}";
    struct arena small;
    size_t enough = 0;
    int r = E_NOMEM;
    arena_init(&small, 0);
    while (r < 0 && enough < arena.cap) {
        enough += 1024;
        arena_done(&small);
        small.cap = enough;
        r = api_decode_settings(text, strlen(text), &small, &file);
        TEST_ASSERT_TRUE(r == 0 || r == E_NOMEM);
    }
    for (size_t less = 0; less < 4096 && less < enough; less += 8) {
        arena_done(&small);
        small.cap = enough - less;
        r = api_decode_settings(text, strlen(text), &small, &file);
        TEST_ASSERT_TRUE(r == 0 || r == E_NOMEM);
        TEST_ASSERT_EQUAL(r == 0 ? 3 : file.odd_count, file.odd_count);
        for (size_t i = 0; r == 0 && i < file.odd_count; i++) {
            TEST_ASSERT_NOT_NULL(file.odd[i].page);
            TEST_ASSERT_NOT_NULL(file.odd[i].setting);
        }
    }
    arena_done(&small);
}
