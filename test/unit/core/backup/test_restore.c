/* A backup and what is restored of it, below the wire, a slice at a time. The switch at the start is in
 * test_store_restore.c. */
#include "core/backup/restore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/accounts/throttle.h"
#include "core/backup/backup.h"
#include "core/backup/writer.h"
#include "core/base/about.h"
#include "core/base/identity.h"
#include "core/base/secrets.h"
#include "core/settings/settings.h"
#include "file_watch.h"
#include "memory_watch.h"
#include "store/accounts/throttle.h"
#include "store/store.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/log.h"
#include "util/sealed_stream.h"

#define PASSPHRASE "four brass lanterns at noon"

static struct fixture t;
static struct buf file;
static const struct actor admin = {
    .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "restoreStart", .fresh = true};

static void take_file(bool keys) {
    const struct backup_content content = {.passphrase = PASSPHRASE, .photos = true, .keys = keys};
    struct backup_writer *writer = NULL;
    int r = 1;
    buf_clear(&file);
    TEST_ASSERT_EQUAL(0, backup_download(t.core, &admin, &content, &writer));
    while (r == 1) {
        r = backup_writer_next(t.core, writer, &file);
    }
    backup_writer_free(writer);
    TEST_ASSERT_EQUAL(0, r);
    TEST_ASSERT_FALSE(buf_failed(&file));
}

static void send_file(void) {
    int64_t received = 0;
    const struct restore_piece piece = {
        .total = (int64_t)file.len, .name = "x.backup", .data = file.data, .len = file.len};
    TEST_ASSERT_EQUAL(0, restore_upload(t.core, &admin, &piece, &received));
    TEST_ASSERT_EQUAL_INT64(file.len, received);
}

static int begin(bool keys) {
    unsigned wait_s = 0;
    const char *serial = about_serial(t.shared);
    const struct restore_wish wish = {
        .passphrase = PASSPHRASE, .keys = keys, .serial_end = serial + strlen(serial) - 4};
    return restore_start(t.core, &admin, &wish, &wait_s);
}

static struct restore_state state(void) {
    struct restore_state now;
    restore_read(t.core, &now);
    return now;
}

/* Does what app/upkeep does, to the end. */
static enum restore_step finish(void) {
    for (int slices = 0; restore_due_ms(t.core) == INT64_MIN && slices < 1000; slices++) {
        restore_upkeep(t.core);
    }
    return state().step;
}

static bool has_file(const char *name) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/%s", t.dir, name);
    return access(path, F_OK) == 0;
}

static uint32_t users(void) {
    struct store_users_counts counts;
    TEST_ASSERT_EQUAL(0, store_users_counts(t.core->store, &counts));
    return counts.users;
}

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada Lovelace", 3, 1234301, "4711");
}

void tearDown(void) {
    char command[192];
    buf_done(&file);
    (void)snprintf(command, sizeof(command), "rm -rf '%s/staged' '%s/restore'", t.dir, t.dir);
    TEST_ASSERT_EQUAL(0, system(command));
    fixture_down(&t);
}

void test_a_restart_goes_back_to_it(void) {
    take_file(false);
    fixture_add_user(&t, 8, "Later", 0, 0, NULL);
    send_file();
    TEST_ASSERT_EQUAL(0, begin(false));
    TEST_ASSERT_EQUAL(RESTORE_STEP_CHECKING, state().step);
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    TEST_ASSERT_EQUAL(2, users()); /* nothing was changed yet */
    TEST_ASSERT_EQUAL_INT64(file.len, state().done);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(1, users());
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTORED, state().step);
    TEST_ASSERT_EQUAL_STRING(about_serial(t.shared), state().from);
    TEST_ASSERT_GREATER_THAN(0, state().made_s);
    TEST_ASSERT_FALSE(has_file("staged"));
}

void test_giving_up_while_it_is_tested(void) {
    take_file(false);
    send_file();
    TEST_ASSERT_EQUAL(0, begin(false));
    TEST_ASSERT_EQUAL(0, restore_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(RESTORE_STEP_CANCELLED, finish());
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_FALSE(has_file("staged"));
    TEST_ASSERT_FALSE(has_file("restore"));
    TEST_ASSERT_FALSE(has_file("replace"));
}

void test_the_end_of_the_terminal_ends_it(void) {
    take_file(false);
    send_file();
    TEST_ASSERT_EQUAL(0, begin(false));
    backup_end(t.shared);
    TEST_ASSERT_EQUAL(RESTORE_STEP_CANCELLED, finish());
    TEST_ASSERT_FALSE(has_file("replace"));
}

/* While one is tested nothing takes its file away, and none is made. */
void test_one_at_a_time(void) {
    struct backup_writer *writer = NULL;
    const struct backup_content content = {.passphrase = PASSPHRASE};
    int64_t received = 0;
    unsigned wait_s = 0;
    struct restore_look look;
    take_file(false);
    send_file();
    TEST_ASSERT_EQUAL(0, backup_writer_new(t.core, &content, &writer));
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, backup_download(t.core, &admin, &content, &(struct backup_writer *){NULL}));
    TEST_ASSERT_EQUAL(E_BUSY, begin(false));
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADED, state().step);
    backup_writer_free(writer);
    TEST_ASSERT_EQUAL(0, begin(false));
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, backup_writer_new(t.core, &content, &writer));
    const struct restore_piece piece = {.total = 100, .name = "y", .data = file.data, .len = 50};
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, restore_upload(t.core, &admin, &piece, &received));
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, restore_look(t.core, &admin, PASSPHRASE, &look, &wait_s));
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, begin(false));
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, backup_writer_new(t.core, &content, &writer));
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, restore_cancel(t.core, &admin));
}

/* Else a restart next year would bring it about. */
void test_a_machine_that_cannot_restart_keeps_what_it_has(void) {
    take_file(false);
    send_file();
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(0, begin(false));
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    TEST_ASSERT_EQUAL(E_IO, state().error);
    TEST_ASSERT_FALSE(has_file("replace"));
    TEST_ASSERT_FALSE(has_file("staged"));
    fixture_add_user(&t, 8, "Later", 0, 0, NULL);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(2, users());
}

void test_a_full_disk_keeps_what_it_has(void) {
    take_file(false);
    send_file();
    TEST_ASSERT_EQUAL(0, begin(false));
    file_watch_start(t.dir);
    file_watch_fill();
    enum restore_step step = finish();
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, step);
    TEST_ASSERT_FALSE(has_file("replace"));
    TEST_ASSERT_FALSE(has_file("staged"));
}

/* A file of a terminal with another manifest, sealed with the passphrase. */
static void forge(const char *manifest) {
    static const struct sealed_costs cheap = {.memory_kib = 8, .passes = 1};
    static const uint8_t random[SEALED_RANDOM_LEN] = {1};
    struct sealed_stream stream;
    struct buf plain = {0};
    uint8_t head[SEALED_HEAD_LEN];
    buf_clear(&file);
    TEST_ASSERT_EQUAL(0, sealed_stream_begin(&stream, PASSPHRASE, &cheap, random, head));
    backup_entry_put(&plain, &(struct backup_entry){.kind = BACKUP_MANIFEST, .octets = strlen(manifest)});
    buf_append_text(&plain, manifest);
    buf_append(&file, head, sizeof(head));
    char *sealed = buf_reserve(&file, plain.len + SEALED_EXTRA);
    TEST_ASSERT_NOT_NULL(sealed);
    sealed_stream_seal(&stream, plain.data, plain.len, true, (uint8_t *)sealed);
    file.len += plain.len + SEALED_EXTRA;
    static const uint8_t no_mac[SEALED_TRAILER_LEN] = {0};
    buf_append(&file, no_mac, sizeof(no_mac));
    buf_done(&plain);
}

void test_one_of_a_newer_firmware_is_looked_into_and_refused(void) {
    unsigned wait_s = 0;
    struct restore_look look;
    forge("postern-manifest 1\nschema 9999\nserial PT-NEW\nname Gate\nversion 9.0\nmade 5\nusers 1\nrecords 2\n"
          "photos 0\nkeys 0\nmore things\n");
    send_file();
    TEST_ASSERT_EQUAL(0, restore_look(t.core, &admin, PASSPHRASE, &look, &wait_s));
    TEST_ASSERT_TRUE(look.is_newer);
    TEST_ASSERT_EQUAL_STRING("PT-NEW", look.manifest.serial);
    TEST_ASSERT_EQUAL(E_BACKUP_NEWER, begin(false));
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADED, state().step);
    TEST_ASSERT_FALSE(has_file("staged"));
}

#define WITHOUT_DATABASE                                                                                          \
    "postern-manifest 1\nschema 1\nserial PT-NEW\nname Gate\nversion 9.0\nmade 5\nusers 1\nrecords 2\nphotos 0\n" \
    "keys 0\n"

void test_one_without_a_database_is_damaged(void) {
    forge(WITHOUT_DATABASE);
    send_file();
    TEST_ASSERT_EQUAL(0, begin(false));
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, state().error);
}

static unsigned told_while_held;

/* The line about the failure is written near the end: a reader at that time sees the restore in progress, or finished
 * with the file released. */
static int64_t clock_that_asks(void *ctx) {
    struct restore_look look;
    unsigned wait_s = 0;
    (void)ctx;
    bool is_over = state().step == RESTORE_STEP_FAILED;
    told_while_held += is_over && restore_look(t.core, &admin, PASSPHRASE, &look, &wait_s) == E_BUSY;
    return 0;
}

void test_once_it_is_told_that_it_came_to_nothing_the_file_is_free(void) {
    forge(WITHOUT_DATABASE);
    send_file();
    TEST_ASSERT_EQUAL(0, begin(false));
    log_init(&(struct log_options){.fd = STDERR_FILENO, .level = LOG_LEVEL_WARN, .utc_ms = clock_that_asks});
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    log_init(&(struct log_options){.fd = STDERR_FILENO, .level = LOG_LEVEL_INFO});
    TEST_ASSERT_EQUAL(0, told_while_held);
}

/* Who guesses here does not get tries back by a backup of before them. */
void test_waits_stay(void) {
    unsigned wait_s = 0;
    take_file(false);
    for (int n = 0; n < 5; n++) {
        TEST_ASSERT_EQUAL(0, throttle_count(t.core, THROTTLE_KEYPAD, "7", &wait_s));
    }
    send_file();
    TEST_ASSERT_EQUAL(0, begin(false));
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
    fixture_restart(&t);
    struct throttle_state waits;
    throttle_look(t.core, THROTTLE_KEYPAD, "7", &waits);
    TEST_ASSERT_EQUAL(5, waits.count);
}

static int count_kinds(void *ctx, const struct store_throttle_row *row) {
    unsigned *kinds = ctx;
    kinds[(unsigned char)row->key[0]] += row->count;
    return 0;
}

/* On another terminal: those of names are of other passwords, those of addresses stay; and with its keys the serial. */
void test_another_terminal_with_keys(void) {
    unsigned wait_s = 0;
    char serial[ABOUT_SERIAL_MAX];
    take_file(true);
    (void)snprintf(serial, sizeof(serial), "%s", about_serial(t.shared));
    struct buf taken = file;
    file = (struct buf){0};
    fixture_stop(&t);
    char command[128];
    (void)snprintf(command, sizeof(command), "rm -rf '%s'/*", t.dir);
    TEST_ASSERT_EQUAL(0, system(command));
    atomic_store(&t.fake.drawn, 4711); /* another terminal draws other keys */
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    TEST_ASSERT_TRUE(strcmp(serial, about_serial(t.shared)) != 0);
    file = taken;
    TEST_ASSERT_EQUAL(0, users());
    TEST_ASSERT_EQUAL(0, throttle_try(t.core, "admin", "198.51.100.7", 0, &wait_s));
    send_file();
    TEST_ASSERT_EQUAL(0, begin(true));
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(1, users());
    TEST_ASSERT_EQUAL_STRING(serial, about_serial(t.shared));
    unsigned kinds[256] = {0};
    TEST_ASSERT_EQUAL(0, store_throttle_each(t.core->store, count_kinds, kinds));
    TEST_ASSERT_EQUAL(1, kinds['s']);
    TEST_ASSERT_EQUAL(1, kinds['*']);
    TEST_ASSERT_EQUAL(0, kinds['a']);
}

void test_keys_that_it_has_not_are_not_taken(void) {
    take_file(false);
    send_file();
    TEST_ASSERT_EQUAL(E_RANGE, begin(true));
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADED, state().step);
}

/* Nobody but admin, and no key. */
void test_who_may(void) {
    const struct actor user = {.account = "9", .userid = 9, .level = 16, .peer = "192.0.2.1", .call = "x"};
    const struct actor key = {
        .account = "key 1", .userid = ACTOR_USERID_KEY, .key_id = 1, .level = 16, .peer = "192.0.2.1", .call = "x"};
    const struct actor *const others[] = {&user, &key};
    const struct backup_content content = {.passphrase = PASSPHRASE};
    for (size_t i = 0; i < 2; i++) {
        struct backup_writer *writer = NULL;
        struct restore_look look;
        int64_t received = 0;
        unsigned wait_s = 0;
        TEST_ASSERT_EQUAL(E_ADMIN_ONLY, backup_download(t.core, others[i], &content, &writer));
        TEST_ASSERT_EQUAL(E_ADMIN_ONLY, restore_upload(t.core, others[i], &(struct restore_piece){0}, &received));
        TEST_ASSERT_EQUAL(E_ADMIN_ONLY, restore_look(t.core, others[i], PASSPHRASE, &look, &wait_s));
        TEST_ASSERT_EQUAL(E_ADMIN_ONLY, restore_start(t.core, others[i], &(struct restore_wish){0}, &wait_s));
        TEST_ASSERT_EQUAL(E_ADMIN_ONLY, restore_cancel(t.core, others[i]));
    }
}

static void take_with_keys(void) {
    take_file(true);
}

/* The file is searched for too: it is sealed. */
void test_the_keys_of_the_terminal_are_wiped(void) {
    struct identity identity;
    TEST_ASSERT_EQUAL(0, identity_read(t.dir, &identity));
    struct memory_found found = memory_watch(take_with_keys, identity.device.octets, CRYPTO_KEY_LEN);
    TEST_ASSERT_EQUAL(0, found.freed);
    TEST_ASSERT_EQUAL(0, found.frames);
    TEST_ASSERT_NULL(memmem(file.data, file.len, identity.device.octets, CRYPTO_KEY_LEN));
}

static void restore_with_keys(void) {
    send_file();
    TEST_ASSERT_EQUAL(0, begin(true));
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
}

/* Those of the backup, and those that go: both are the same here. */
void test_keys_that_come_with_a_backup_are_wiped(void) {
    struct identity identity;
    take_file(true);
    TEST_ASSERT_EQUAL(0, identity_read(t.dir, &identity));
    struct memory_found found = memory_watch(restore_with_keys, identity.pepper.octets, CRYPTO_KEY_LEN);
    TEST_ASSERT_EQUAL(0, found.freed);
    TEST_ASSERT_EQUAL(0, found.frames);
}

static void take_and_restore(void) {
    take_file(false);
    send_file();
    TEST_ASSERT_EQUAL(0, begin(false));
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
}

void test_the_passphrase_stays_nowhere(void) {
    memory_watch_nothing(take_and_restore, PASSPHRASE);
}
