/* The handlers of the settings as a file: what is told of one, and what is taken of it. */
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/settings/settings.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/log.h"

static struct fixture t;
static struct arena arena;
static struct api_ctx ctx;
static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "settingsApply"};

void setUp(void) {
    log_set_level(LOG_LEVEL_ERROR);
    fixture_up(&t);
    arena_init(&arena, (size_t)1024 * 1024);
    ctx = (struct api_ctx){.core = t.core, .actor = &admin, .arena = &arena};
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
    log_set_level(LOG_LEVEL_INFO);
}

#define FILE_TEXT                                                                                           \
    "{\"postern\":\"settings\",\"version\":1,\"serial\":\"PT-1\",\"firmware\":\"1.2\",\"made\":1790000000," \
    "\"settings\":{\"MachineParam\":{\"volume\":1,\"colour\":2},\"PrintParam\":{\"on\":true}},"             \
    "\"secrets\":[\"MachineParam.keypadPassword\"]}"

static void send(const char *text) {
    ctx.body = text;
    ctx.body_len = strlen(text);
}

static struct settings_look_reply look;

static int call_look(void) {
    memset(&look, 0, sizeof(look));
    return api_settings_look(&ctx, &look);
}

static struct settings_apply_reply taken;

static int apply(const char *pages) {
    struct settings_apply_req req;
    memset(&req, 0, sizeof(req));
    (void)snprintf(req.pages, sizeof(req.pages), "%s", pages);
    memset(&taken, 0, sizeof(taken));
    ctx.error_field = NULL;
    return api_settings_apply(&ctx, &req, &taken);
}

void test_a_file_comes_and_goes(void) {
    struct api_file file = {0};
    struct buf out = {0};
    TEST_ASSERT_EQUAL(CAT_OK, api_download_settings(&ctx, &file));
    TEST_ASSERT_EQUAL_STRING("application/json", file.type);
    TEST_ASSERT_NOT_NULL(strstr(file.name, ".json"));
    TEST_ASSERT_EQUAL(0, file.next(t.core, file.state, &out));
    file.end(file.state);
    send(buf_text(&out));
    TEST_ASSERT_EQUAL(CAT_OK, call_look());
    TEST_ASSERT_EQUAL(0, look.differences_count);
    TEST_ASSERT_EQUAL(0, look.secrets_count);
    buf_done(&out);
    arena_done(&arena);
    arena.cap = 0;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_download_settings(&ctx, &file));
}

void test_what_is_told_of_a_file(void) {
    send(FILE_TEXT);
    TEST_ASSERT_EQUAL(CAT_OK, call_look());
    TEST_ASSERT_EQUAL_STRING("PT-1", look.serial);
    TEST_ASSERT_EQUAL_STRING("1.2", look.version);
    TEST_ASSERT_EQUAL_INT64(1790000000, look.made);
    TEST_ASSERT_EQUAL(3, look.differences_count);
    for (size_t i = 0; i < look.differences_count; i++) {
        const struct api_setting_difference *one = &look.differences[i];
        if (strcmp(one->setting, "colour") == 0) {
            TEST_ASSERT_EQUAL(CAT_UNKNOWN_KEY, one->code);
        } else if (strcmp(one->setting, "volume") == 0) {
            TEST_ASSERT_EQUAL_STRING("MachineParam", one->page);
            TEST_ASSERT_EQUAL_STRING("3", one->before);
            TEST_ASSERT_EQUAL_STRING("1", one->after);
            TEST_ASSERT_EQUAL(CAT_OK, one->code);
        } else {
            TEST_ASSERT_EQUAL_STRING("PrintParam", one->page);
            TEST_ASSERT_EQUAL_STRING("on", one->setting);
        }
    }
    TEST_ASSERT_EQUAL(1, look.secrets_count);
    TEST_ASSERT_EQUAL_STRING("MachineParam", look.secrets[0].page);
    TEST_ASSERT_EQUAL_STRING("keypadPassword", look.secrets[0].setting);
    send("no file");
    TEST_ASSERT_EQUAL(CAT_SETTINGS_FILE, call_look());
    TEST_ASSERT_EQUAL(CAT_SETTINGS_FILE, apply("PrintParam"));
}

void test_what_is_taken_of_a_file(void) {
    send(FILE_TEXT);
    TEST_ASSERT_EQUAL(CAT_OK, apply("MachineParam,PrintParam"));
    TEST_ASSERT_EQUAL(1, taken.saved_count);
    TEST_ASSERT_EQUAL_STRING("PrintParam", taken.saved[0]);
    TEST_ASSERT_EQUAL(1, taken.failed_count);
    TEST_ASSERT_EQUAL_STRING("MachineParam", taken.failed[0].page);
    TEST_ASSERT_EQUAL_STRING("colour", taken.failed[0].setting);
    TEST_ASSERT_EQUAL(CAT_UNKNOWN_KEY, taken.failed[0].code);
    TEST_ASSERT_TRUE(settings_get(t.core)->values.print_param.on);
}

/* Each page is known and named once. */
void test_names_of_pages_that_are_none(void) {
    static const char *const bad[] = {"",           "PrintParam,",    ",PrintParam", "PrintParam,PrintParam",
                                      "Printparam", "PrintParam,Lift"};
    send(FILE_TEXT);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(CAT_OUT_OF_RANGE, apply(bad[i]), bad[i]);
        TEST_ASSERT_EQUAL_STRING("pages", ctx.error_field);
    }
    TEST_ASSERT_FALSE(settings_get(t.core)->values.print_param.on);
}

/* At whatever place: what is half told must not look whole. */
void test_memory_that_runs_out(void) {
    int code = CAT_SYSTEM_ERROR;
    send(FILE_TEXT);
    for (size_t room = 0; code != CAT_OK && room < (size_t)1024 * 1024; room += 2048) {
        arena_done(&arena);
        arena.cap = room;
        code = call_look();
        TEST_ASSERT_TRUE(code == CAT_OK || code == CAT_SYSTEM_ERROR);
    }
    TEST_ASSERT_EQUAL(CAT_OK, code);
    TEST_ASSERT_EQUAL(3, look.differences_count);
}
