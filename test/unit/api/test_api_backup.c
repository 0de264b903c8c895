/* The handlers about backups and what is restored of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "contract.h"
#include "core/backup/backup.h"
#include "core/backup/restore.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/log.h"

#define PASSPHRASE "four brass lanterns at noon"

static struct fixture t;
static struct arena arena;
static struct api_ctx ctx;
static struct buf file;
static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "restoreStart"};
static const struct actor user = {
    .session = 1, .account = "7", .userid = 7, .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "x"};

void setUp(void) {
    log_set_level(LOG_LEVEL_ERROR);
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada Lovelace", 3, 1234301, NULL);
    arena_init(&arena, (size_t)256 * 1024);
    ctx = (struct api_ctx){.core = t.core, .actor = &admin, .arena = &arena};
}

void tearDown(void) {
    char command[192];
    (void)snprintf(command, sizeof(command), "rm -rf '%s/staged' '%s/restore'", t.dir, t.dir);
    TEST_ASSERT_EQUAL(0, system(command));
    buf_done(&file);
    arena_done(&arena);
    fixture_down(&t);
    log_set_level(LOG_LEVEL_INFO);
}

/* As http/ sends a file: piece by piece, to its end. */
static void download(bool photos, bool keys) {
    struct download_backup_req req = {.passphrase = PASSPHRASE, .photos = photos, .keys = keys};
    struct backup_state_reply state;
    struct api_file out = {0};
    int r = 1;
    TEST_ASSERT_EQUAL(CAT_OK, api_download_backup(&ctx, &req, &out));
    TEST_ASSERT_EQUAL_STRING("application/octet-stream", out.type);
    TEST_ASSERT_NOT_NULL(strstr(out.name, about_serial(t.shared)));
    TEST_ASSERT_EQUAL(CAT_OK, api_backup_state(&ctx, &state));
    TEST_ASSERT_TRUE(state.making);
    while (r == 1) {
        r = out.next(t.core, out.state, &file);
    }
    TEST_ASSERT_EQUAL(0, r);
    TEST_ASSERT_EQUAL(CAT_OK, api_backup_state(&ctx, &state));
    TEST_ASSERT_EQUAL(100, state.done);
    out.end(out.state);
    TEST_ASSERT_EQUAL(CAT_OK, api_backup_state(&ctx, &state));
    TEST_ASSERT_FALSE(state.making);
    TEST_ASSERT_EQUAL(0, state.done);
}

static int send(int64_t offset, size_t len, struct restore_upload_reply *reply) {
    struct restore_upload_req req = {.offset = offset, .total = (int64_t)file.len, .name = "x.backup"};
    ctx.body = file.data + offset;
    ctx.body_len = len;
    return api_restore_upload(&ctx, &req, reply);
}

static struct restore_state_reply restore;

static int state(void) {
    return api_restore_state(&ctx, &restore);
}

static int start(const char *passphrase, const char *serial, bool keys) {
    struct restore_start_req req = {.keys = keys};
    (void)snprintf(req.passphrase, sizeof(req.passphrase), "%s", passphrase);
    (void)snprintf(req.serial, sizeof(req.serial), "%s", serial);
    return api_restore_start(&ctx, &req);
}

static const char *serial_end(void) {
    const char *serial = about_serial(t.shared);
    return serial + strlen(serial) - 4;
}

void test_what_a_backup_would_hold(void) {
    struct backup_state_reply now;
    struct backup_state here;
    TEST_ASSERT_EQUAL(CAT_OK, api_backup_state(&ctx, &now));
    TEST_ASSERT_EQUAL(0, backup_read(t.core, &here));
    TEST_ASSERT_EQUAL(1, now.users);
    TEST_ASSERT_EQUAL(0, now.records);
    TEST_ASSERT_EQUAL(0, now.photos);
    TEST_ASSERT_EQUAL_INT64(here.database_octets, now.database_octets);
    TEST_ASSERT_EQUAL_INT64(0, now.photo_octets);
    TEST_ASSERT_FALSE(now.making);
    ctx.actor = &user;
    struct download_backup_req req = {.passphrase = PASSPHRASE};
    struct api_file out = {0};
    TEST_ASSERT_EQUAL(CAT_ADMIN_ONLY, api_download_backup(&ctx, &req, &out));
    TEST_ASSERT_NULL(out.state);
}

void test_one_is_sent_looked_into_and_begun(void) {
    struct restore_look_req ask = {.passphrase = "wrong"};
    struct restore_look_reply look;
    struct restore_upload_reply sent = {0};
    TEST_ASSERT_EQUAL(CAT_OK, state());
    TEST_ASSERT_EQUAL(RESTORE_STEP_NONE, restore.step);
    download(true, true);
    TEST_ASSERT_EQUAL(CAT_UPLOAD_GAP, send(100, 10, &sent));
    TEST_ASSERT_EQUAL(CAT_OK, send(0, 1000, &sent));
    TEST_ASSERT_EQUAL_INT64(1000, sent.received);
    TEST_ASSERT_EQUAL(CAT_OK, state());
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADING, restore.step);
    TEST_ASSERT_EQUAL_STRING("x.backup", restore.name);
    TEST_ASSERT_EQUAL_STRING("admin", restore.holder);
    TEST_ASSERT_TRUE(restore.own);
    TEST_ASSERT_EQUAL_INT64(1000, restore.received);
    TEST_ASSERT_EQUAL_INT64(file.len, restore.total);
    TEST_ASSERT_EQUAL_INT64(0, restore.done);
    TEST_ASSERT_EQUAL(0, restore.code);
    ctx.actor = &user;
    TEST_ASSERT_EQUAL(CAT_OK, state());
    TEST_ASSERT_FALSE(restore.own);
    ctx.actor = &admin;
    TEST_ASSERT_EQUAL(CAT_RESTORE_NOT_READY, api_restore_look(&ctx, &ask, &look));
    TEST_ASSERT_EQUAL(CAT_OK, send(1000, file.len - 1000, &sent));
    TEST_ASSERT_EQUAL(CAT_BACKUP_PASSPHRASE, api_restore_look(&ctx, &ask, &look));
    TEST_ASSERT_EQUAL_STRING("passphrase", ctx.error_field);
    (void)snprintf(ask.passphrase, sizeof(ask.passphrase), PASSPHRASE);
    fixture_add_user(&t, 8, "Later", 0, 0, NULL);
    TEST_ASSERT_EQUAL(CAT_OK, api_restore_look(&ctx, &ask, &look));
    TEST_ASSERT_EQUAL_STRING(about_serial(t.shared), look.serial);
    TEST_ASSERT_EQUAL(BACKUP_ORIGIN_OWN, look.origin);
    TEST_ASSERT_FALSE(look.newer);
    TEST_ASSERT_EQUAL_STRING("Front door", look.device_name);
    TEST_ASSERT_EQUAL_STRING("0.1.0", look.version);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, look.made);
    TEST_ASSERT_EQUAL(1, look.users);
    TEST_ASSERT_EQUAL(2, look.users_now);
    TEST_ASSERT_EQUAL(0, look.records);
    TEST_ASSERT_EQUAL(0, look.records_now);
    TEST_ASSERT_EQUAL(0, look.records_later);
    TEST_ASSERT_EQUAL(0, look.photos);
    TEST_ASSERT_TRUE(look.keys);
    TEST_ASSERT_EQUAL(CAT_SERIAL_WRONG, start(PASSPHRASE, "0000", true));
    TEST_ASSERT_EQUAL_STRING("serial", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_BACKUP_PASSPHRASE, start("wrong", serial_end(), true));
    TEST_ASSERT_EQUAL_STRING("passphrase", ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_OK, start(PASSPHRASE, serial_end(), true));
    TEST_ASSERT_EQUAL(CAT_OK, state());
    TEST_ASSERT_EQUAL(RESTORE_STEP_CHECKING, restore.step);
    TEST_ASSERT_EQUAL(CAT_OK, api_restore_cancel(&ctx));
    restore_upkeep(t.core);
    TEST_ASSERT_EQUAL(CAT_OK, state());
    TEST_ASSERT_EQUAL(RESTORE_STEP_CANCELLED, restore.step);
    TEST_ASSERT_EQUAL(CAT_RESTORE_NOT_READY, api_restore_cancel(&ctx));
    arena_done(&arena);
    arena.cap = 0;
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, state());
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, api_restore_look(&ctx, &ask, &look));
}

/* Keys that it has not are refused at their field; tries are counted, and the wait is told. */
void test_what_is_wrong_with_what_was_typed(void) {
    struct restore_upload_reply sent = {0};
    download(false, false);
    TEST_ASSERT_EQUAL(CAT_OK, send(0, file.len, &sent));
    TEST_ASSERT_EQUAL(CAT_OUT_OF_RANGE, start(PASSPHRASE, serial_end(), true));
    TEST_ASSERT_EQUAL_STRING("keys", ctx.error_field);
    for (unsigned n = 0; n < 5; n++) {
        TEST_ASSERT_EQUAL(CAT_BACKUP_PASSPHRASE, start("wrong", serial_end(), false));
    }
    for (unsigned n = 0; n < 3; n++) {
        TEST_ASSERT_EQUAL(CAT_THROTTLED, start(PASSPHRASE, serial_end(), false));
        fake_hal_advance(&t.fake, (int64_t)ctx.retry_after_s * 1000);
        TEST_ASSERT_EQUAL(CAT_BACKUP_PASSPHRASE, start("wrong", serial_end(), false));
    }
    TEST_ASSERT_EQUAL(CAT_THROTTLED, start(PASSPHRASE, serial_end(), false));
    TEST_ASSERT_GREATER_THAN(1, ctx.retry_after_s);
    TEST_ASSERT_NULL(ctx.error_field);
}

/* A damaged one: why is told until the next file comes. */
void test_why_one_came_to_nothing(void) {
    struct restore_upload_reply sent = {0};
    download(false, false);
    ((char *)file.data)[file.len - 33] ^= 1; /* the last byte in front of the MAC */
    TEST_ASSERT_EQUAL(CAT_OK, send(0, file.len, &sent));
    TEST_ASSERT_EQUAL(CAT_OK, start(PASSPHRASE, serial_end(), false));
    for (int slices = 0; restore_due_ms(t.core) == INT64_MIN && slices < 1000; slices++) {
        restore_upkeep(t.core);
    }
    TEST_ASSERT_EQUAL(CAT_OK, state());
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, restore.step);
    TEST_ASSERT_EQUAL(CAT_BACKUP_DAMAGED, restore.code);
    TEST_ASSERT_GREATER_THAN_INT64(0, restore.done);
    TEST_ASSERT_EQUAL_STRING("", restore.restored_from);
    TEST_ASSERT_EQUAL_INT64(0, restore.restored_made);
}

void test_copies_by_plan(void) {
    struct api_backup_copies copies;
    TEST_ASSERT_EQUAL(CAT_NO_BACKUP_FOLDER, api_backup_now(&ctx));
    TEST_ASSERT_EQUAL(CAT_OK, api_backup_param_state(&ctx, &copies));
    TEST_ASSERT_EQUAL_STRING("", copies.folder);
    TEST_ASSERT_FALSE(copies.writable);
    TEST_ASSERT_FALSE(copies.making);
    TEST_ASSERT_EQUAL(0, copies.count);
    TEST_ASSERT_EQUAL_INT64(0, copies.last);
    TEST_ASSERT_EQUAL_INT64(0, copies.next);
    TEST_ASSERT_EQUAL(0, copies.code);
}
