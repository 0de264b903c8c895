/* The handlers of the field engineer, and of the production test. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/accounts/sessions.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/engineer/engineer.h"
#include "core/engineer/files.h"
#include "core/engineer/production.h"
#include "folder_files.h"
#include "made_picture.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/log.h"

#define KEY "0123-4567-89AB-CDEF-986B"

static struct fixture t;
static struct arena arena;
static struct api_ctx ctx;
static struct actor by;
static struct buf out;
static unsigned char *jpeg;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, (size_t)256 * 1024);
    by = (struct actor){.session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "c"};
    ctx = (struct api_ctx){.core = t.core, .actor = &by, .arena = &arena};
}

void tearDown(void) {
    free(jpeg);
    jpeg = NULL;
    buf_done(&out);
    arena_done(&arena);
    fixture_down(&t);
    log_set_level(LOG_LEVEL_INFO);
}

static void no_memory(void) {
    arena_done(&arena);
    arena.cap = 0;
}

/* Calls with ever more memory until it is enough: until then nothing but an error comes. */
static void without_memory(int (*call)(void)) {
    const size_t cap = arena.cap;
    int code = CAT_SYSTEM_ERROR;
    for (size_t room = 0; code != CAT_OK && room < cap; room += 64) {
        arena_done(&arena);
        arena.cap = room;
        code = call();
        TEST_ASSERT_TRUE(code == CAT_OK || code == CAT_SYSTEM_ERROR);
    }
    arena_done(&arena);
    arena.cap = cap;
    TEST_ASSERT_EQUAL(CAT_OK, code);
}

/* The whole of a file, as http/ sends it. */
static const char *content(const struct api_file *file) {
    int r = 1;
    buf_clear(&out);
    while (r == 1) {
        r = file->next(t.core, file->state, &out);
    }
    TEST_ASSERT_EQUAL(0, r);
    file->end(file->state);
    return buf_text(&out);
}

void test_the_sn_key(void) {
    struct set_sn_key_param_reply now;
    struct get_sn_key_param_reply set;
    struct get_sn_key_param_req req = {.key = "nothing"};
    TEST_ASSERT_EQUAL(CAT_OK, api_set_sn_key_param(&ctx, &now));
    TEST_ASSERT_FALSE(now.is_set);
    TEST_ASSERT_EQUAL_STRING("", now.key);
    TEST_ASSERT_EQUAL_STRING("", now.end);
    TEST_ASSERT_EQUAL(CAT_SN_KEY, api_get_sn_key_param(&ctx, &req, &set));
    TEST_ASSERT_EQUAL_STRING("key", ctx.error_field);
    (void)snprintf(req.key, sizeof(req.key), KEY);
    TEST_ASSERT_EQUAL(CAT_OK, api_get_sn_key_param(&ctx, &req, &set));
    TEST_ASSERT_EQUAL_STRING("986B", set.end);
    TEST_ASSERT_EQUAL(CAT_SUPER_NEEDED, api_get_sn_key_param(&ctx, &req, &set));
    TEST_ASSERT_NULL(ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_OK, api_set_sn_key_param(&ctx, &now));
    TEST_ASSERT_TRUE(now.is_set);
    TEST_ASSERT_EQUAL_STRING("", now.key); /* its end is what one may see who may read the page */
    TEST_ASSERT_EQUAL_STRING("986B", now.end);
    by.super = true;
    TEST_ASSERT_EQUAL(CAT_OK, api_set_sn_key_param(&ctx, &now));
    TEST_ASSERT_EQUAL_STRING(KEY, now.key);
    no_memory();
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_set_sn_key_param(&ctx, &now));
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_get_sn_key_param(&ctx, &req, &set));
}

static int call_debug(void) {
    struct set_debug_param_reply now;
    return api_set_debug_param(&ctx, &now);
}

void test_levels_crash_and_mode(void) {
    struct set_debug_param_reply now;
    struct get_debug_param_req req = {.name = "door", .level = DEBUG_LEVEL_DEBUG};
    struct api_file file;
    TEST_ASSERT_EQUAL(CAT_GONE, api_download_log(&ctx, &file));
    TEST_ASSERT_EQUAL(CAT_GONE, api_download_crash(&ctx, &file));
    TEST_ASSERT_EQUAL(CAT_OK, api_get_debug_param(&ctx, &req));
    (void)snprintf(req.name, sizeof(req.name), "windows");
    TEST_ASSERT_EQUAL(CAT_GONE, api_get_debug_param(&ctx, &req));
    TEST_ASSERT_EQUAL_STRING("name", ctx.error_field);
    folder_write_text(t.dir, LOG_FILE_NOW, "a line\n");
    folder_write_text(t.dir, ENGINEER_CRASH_FILE,
                      "postern-crash 1\nsignal SIGSEGV\ntime 1763900000\nbuild 4b1f00aa\nversion 1\n");
    TEST_ASSERT_EQUAL(CAT_OK, api_set_mode(&ctx, &(struct set_mode_req){.mode = MACHINE_MODE_PRODUCTION_TEST}));
    TEST_ASSERT_EQUAL(CAT_OK, api_set_debug_param(&ctx, &now));
    TEST_ASSERT_EQUAL(LOG_MODULES, now.modules_count);
    for (size_t i = 0; i < now.modules_count; i++) {
        TEST_ASSERT_EQUAL_STRING(log_module_name((unsigned)i), now.modules[i].name);
        bool is_door = strcmp(now.modules[i].name, "door") == 0;
        TEST_ASSERT_EQUAL(is_door ? DEBUG_LEVEL_DEBUG : DEBUG_LEVEL_INFO, now.modules[i].level);
    }
    TEST_ASSERT_EQUAL(7, now.log_octets);
    TEST_ASSERT_EQUAL_INT64(1763900000, now.crash.at);
    TEST_ASSERT_EQUAL_STRING("4b1f00aa", now.crash.build_id);
    TEST_ASSERT_EQUAL_STRING("SIGSEGV", now.crash.reason);
    TEST_ASSERT_EQUAL(MACHINE_MODE_PRODUCTION_TEST, now.mode);
    TEST_ASSERT_EQUAL(CAT_OK, api_download_log(&ctx, &file));
    TEST_ASSERT_EQUAL_STRING("log.txt", file.name);
    TEST_ASSERT_EQUAL_STRING("text/plain; charset=utf-8", file.type);
    TEST_ASSERT_EQUAL_STRING("a line\n", content(&file));
    TEST_ASSERT_EQUAL(CAT_OK, api_download_crash(&ctx, &file));
    TEST_ASSERT_EQUAL_STRING("crash.txt", file.name);
    TEST_ASSERT_NOT_NULL(strstr(content(&file), "SIGSEGV"));
    without_memory(call_debug);
}

void test_stills(void) {
    struct api_file file;
    made_picture(&jpeg, &t.fake.still_len);
    t.fake.still = jpeg;
    TEST_ASSERT_EQUAL(CAT_OK, api_test_takephoto(&ctx, &file));
    TEST_ASSERT_EQUAL_STRING("image/jpeg", file.type);
    TEST_ASSERT_EQUAL_STRING("photo.jpg", file.name);
    (void)content(&file);
    TEST_ASSERT_EQUAL_MEMORY("\xff\xd8\xff", out.data, 3);
    TEST_ASSERT_EQUAL(CAT_THROTTLED, api_test_takephoto(&ctx, &file));
    TEST_ASSERT_EQUAL(2, ctx.retry_after_s);
    fake_hal_advance(&t.fake, ENGINEER_STILL_MS);
    t.fake.still = "no picture at all";
    t.fake.still_len = 17;
    TEST_ASSERT_EQUAL(CAT_DEVICE_OFFLINE, api_test_takephoto(&ctx, &file)); /* a camera that gives none is none */
    no_memory();
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_test_takephoto(&ctx, &file));
}

static size_t give_drivers(void *ctx_of, struct hal_driver ret_drivers[HAL_DRIVERS_MAX]) {
    (void)ctx_of;
    ret_drivers[0] = (struct hal_driver){"display", true};
    return 1;
}

static struct production_state_reply run;

static int look(void) {
    return api_production_state(&ctx, &run);
}

static int answer(const char *name, enum production_answer what, const char *reason) {
    struct production_answer_req req = {.answer = what, .has_reason = reason != NULL};
    (void)snprintf(req.name, sizeof(req.name), "%s", name);
    (void)snprintf(req.reason, sizeof(req.reason), "%s", reason != NULL ? reason : "not given");
    return api_production_answer(&ctx, &req);
}

static int call_download(void) {
    struct api_file file;
    int code = api_download_production(&ctx, &file);
    if (code == CAT_OK) {
        file.end(file.state);
    }
    return code;
}

void test_a_production_test(void) {
    struct api_file file;
    char name[64];
    t.fake.hal.health.drivers = give_drivers;
    TEST_ASSERT_EQUAL(CAT_SWITCHED_OFF, api_production_start(&ctx));
    TEST_ASSERT_EQUAL(CAT_GONE, api_download_production(&ctx, &file));
    TEST_ASSERT_EQUAL(CAT_OK, api_set_mode(&ctx, &(struct set_mode_req){.mode = MACHINE_MODE_PRODUCTION_TEST}));
    TEST_ASSERT_EQUAL(CAT_OK, api_production_start(&ctx));
    TEST_ASSERT_EQUAL(CAT_PRODUCTION_RUNNING, api_production_start(&ctx));
    TEST_ASSERT_EQUAL(CAT_OK, look());
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_RUNNING, run.phase);
    TEST_ASSERT_FALSE(run.passed);
    TEST_ASSERT_EQUAL(2, run.steps_count);
    TEST_ASSERT_EQUAL_STRING("storage", run.steps[0].name);
    TEST_ASSERT_EQUAL(PRODUCTION_VERDICT_PASSED, run.steps[0].verdict);
    TEST_ASSERT_NOT_NULL(strstr(run.steps[0].measured, "MiB free"));
    TEST_ASSERT_EQUAL_STRING("display", run.at);
    TEST_ASSERT_EQUAL(PRODUCTION_ASK_SEEN, run.ask);
    TEST_ASSERT_EQUAL_STRING(t.fake.chosen, run.shown);
    TEST_ASSERT_EQUAL(60, run.seconds_left);
    TEST_ASSERT_EQUAL_STRING("", run.sha256);
    TEST_ASSERT_EQUAL(CAT_GONE, answer("sound", PRODUCTION_ANSWER_YES, NULL));
    TEST_ASSERT_EQUAL_STRING("name", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_MISSING_PARAMETER, answer("display", PRODUCTION_ANSWER_SKIP, NULL));
    TEST_ASSERT_EQUAL_STRING("reason", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_OK, answer("display", PRODUCTION_ANSWER_SKIP, "broken"));
    TEST_ASSERT_EQUAL(CAT_OK, look());
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_DONE, run.phase);
    TEST_ASSERT_EQUAL_STRING("", run.at);
    TEST_ASSERT_EQUAL(PRODUCTION_VERDICT_FAILED, run.steps[1].verdict);
    TEST_ASSERT_EQUAL(PRODUCTION_WHY_SKIPPED, run.steps[1].why);
    TEST_ASSERT_EQUAL_STRING("broken", run.steps[1].reason);
    TEST_ASSERT_EQUAL(64, strlen(run.sha256));
    TEST_ASSERT_EQUAL(CAT_OK, api_download_production(&ctx, &file));
    (void)snprintf(name, sizeof(name), "production-%s.txt", about_serial(t.shared));
    TEST_ASSERT_EQUAL_STRING(name, file.name);
    TEST_ASSERT_EQUAL_STRING("text/plain; charset=utf-8", file.type);
    TEST_ASSERT_NOT_NULL(strstr(content(&file), "device = display failed skipped; broken\n"));
    without_memory(look);
    without_memory(call_download);
}

/* Without an engineer's password on the terminal nobody is one. */
void test_a_password_of_the_engineer_that_is_none(void) {
    struct super_login_req super = {.password = "wrong"};
    struct super_login_reply raised = {0};
    struct engineer_login_req sign_in = {.password = "wrong"};
    struct engineer_login_reply signed_in = {0};
    TEST_ASSERT_NOT_EQUAL(CAT_OK, api_super_login(&ctx, &super, &raised));
    TEST_ASSERT_EQUAL(SESSIONS_SUPER_MS / 1000, raised.seconds);
    TEST_ASSERT_NOT_EQUAL(CAT_OK, api_engineer_login(&ctx, &sign_in, &signed_in));
    no_memory();
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_engineer_login(&ctx, &sign_in, &signed_in));
}
