/* What comes before a restore is decided: pieces of the file, the look into it, beginning and giving up; each limit on both sides,
 * and what another act in between does. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "audit_rows.h"
#include "backup_elsewhere.h"
#include "core/accounts/throttle.h"
#include "core/backup/backup.h"
#include "core/backup/restore.h"
#include "core/backup/restore_job.h"
#include "core/base/about.h"
#include "core/base/identity.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "file_watch.h"
#include "folder_files.h"
#include "store/home_impl.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "transitions.h"
#include "unity.h"
#include "util/log.h"
#include "util/sealed_stream.h"

#define PASSPHRASE "four brass lanterns at noon"

static struct fixture t;
static struct elsewhere content; /* of a backup of this terminal, made once */
static uint8_t *file;
static size_t file_len;
static uint64_t free_bytes; /* that the disk says it has; 0: plenty */
static const struct actor admin = {
    .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "restoreStart", .fresh = true};

int said_statvfs(const char *path, struct statvfs *ret_info) __asm__("statvfs64");
int said_statvfs(const char *path, struct statvfs *ret_info) {
    (void)path;
    *ret_info = (struct statvfs){.f_frsize = 1, .f_bavail = free_bytes != 0 ? free_bytes : UINT64_C(1) << 40};
    return 0;
}

static void make_content(void) {
    const struct backup_content plan = {.passphrase = PASSPHRASE, .photos = true};
    struct backup_writer *writer = NULL;
    struct buf real = {0};
    struct setting_backup_param secret = {.plan = BACKUP_PLAN_OFF, .keep = 7, .passphrase = "a secret"};
    int r = 1;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_BACKUP_PARAM, &secret));
    TEST_ASSERT_EQUAL(0, backup_download(t.core, &admin, &plan, &writer));
    while (r == 1) {
        r = backup_writer_next(t.core, writer, &real);
    }
    backup_writer_free(writer);
    TEST_ASSERT_EQUAL(0, r);
    TEST_ASSERT_NULL(elsewhere_read(real.data, real.len, PASSPHRASE, &content));
    buf_done(&real);
    content.memory_kib = 8;
    content.passes = 1;
}

static void write_file(void) {
    free(file);
    file = elsewhere_write(&content, PASSPHRASE, 5, &file_len);
}

void setUp(void) {
    free_bytes = 0;
    log_set_level(LOG_LEVEL_ERROR);
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada Lovelace", 3, 1234301, NULL);
    if (content.manifest == NULL) {
        make_content();
        write_file();
    }
}

void tearDown(void) {
    transitions_end();
    char command[192];
    (void)file_watch_stop();
    log_set_level(LOG_LEVEL_INFO);
    (void)snprintf(command, sizeof(command), "rm -rf '%s/staged' '%s/restore'", t.dir, t.dir);
    TEST_ASSERT_EQUAL(0, system(command));
    fixture_down(&t);
}

static struct restore_state state(void) {
    struct restore_state now;
    restore_read(t.core, &now);
    return now;
}

static int send(int64_t offset, size_t len, int64_t total) {
    int64_t received = -1;
    const struct restore_piece piece = {
        .offset = offset, .total = total, .name = "x.backup", .data = file + offset, .len = len};
    int r = restore_upload(t.core, &admin, &piece, &received);
    TEST_ASSERT_TRUE(r < 0 || received == offset + (int64_t)len);
    return r;
}

static void send_all(void) {
    TEST_ASSERT_EQUAL(0, send(0, file_len, (int64_t)file_len));
}

static int begin_with(const char *passphrase, bool keys, const char *end) {
    unsigned wait_s = 0;
    const char *serial = about_serial(t.shared);
    const struct restore_wish wish = {
        .passphrase = passphrase, .keys = keys, .serial_end = end != NULL ? end : serial + strlen(serial) - 4};
    return restore_start(t.core, &admin, &wish, &wait_s);
}

static int begin(void) {
    return begin_with(PASSPHRASE, false, NULL);
}

static int look(const char *passphrase, struct restore_look *ret_look) {
    unsigned wait_s = 0;
    return restore_look(t.core, &admin, passphrase, ret_look, &wait_s);
}

static enum restore_step finish(void) {
    for (int slices = 0; restore_due_ms(t.core) == INT64_MIN && slices < 1000; slices++) {
        restore_upkeep(t.core);
    }
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, restore_due_ms(t.core));
    return state().step;
}

static bool is_there(const char *name) {
    return access(folder_path(t.dir, name), F_OK) == 0;
}

static unsigned rows_of(const char *object) {
    struct audit_rows rows;
    unsigned count = 0;
    audit_rows_read(t.core->store, &rows);
    for (unsigned i = 0; i < rows.count; i++) {
        count += strcmp(rows.rows[i].object, object) == 0;
    }
    return count;
}

/* --- Pieces ------------------------------------------------------------------------------------------------------------ */

void test_how_it_stands_while_it_comes(void) {
    int64_t total = (int64_t)file_len;
    TEST_ASSERT_EQUAL(RESTORE_STEP_NONE, state().step);
    TEST_ASSERT_EQUAL(0, send(0, 1000, total));
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADING, state().step);
    TEST_ASSERT_EQUAL_INT64(1000, state().received);
    TEST_ASSERT_EQUAL_INT64(total, state().total);
    TEST_ASSERT_EQUAL_INT64(0, state().done);
    TEST_ASSERT_EQUAL_STRING("x.backup", state().name);
    TEST_ASSERT_EQUAL_STRING("admin", state().holder);
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, begin()); /* it is not here wholly */
    TEST_ASSERT_EQUAL(0, send(1000, file_len - 1001, total));
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADING, state().step);
    TEST_ASSERT_EQUAL(0, send(total - 1, 1, total));
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADED, state().step);
    TEST_ASSERT_EQUAL_INT64(total, state().received);
}

void test_a_piece_that_does_not_go_on(void) {
    int64_t total = (int64_t)file_len;
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(1000, 10, total)); /* none was begun */
    TEST_ASSERT_EQUAL(0, send(0, 1000, total));
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(999, 10, total));
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(1001, 10, total));
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(1000, 10, total + 1));
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(1000, file_len - 999, total)); /* more than there is to come */
    TEST_ASSERT_EQUAL_INT64(1000, state().received);
    TEST_ASSERT_EQUAL(0, send(1000, file_len - 1000, total));
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(total, 0, total)); /* it is whole */
}

void test_what_begins_otherwise_is_no_backup(void) {
    int64_t total = (int64_t)file_len;
    TEST_ASSERT_EQUAL(E_BACKUP_FORMAT, send(0, SEALED_NAME_LEN - 1, total));
    TEST_ASSERT_EQUAL(RESTORE_STEP_NONE, state().step);
    TEST_ASSERT_EQUAL(0, send(0, SEALED_NAME_LEN, total));
    file[3] ^= 1;
    TEST_ASSERT_EQUAL(E_BACKUP_FORMAT, send(0, 1000, total));
    file[3] ^= 1;
    TEST_ASSERT_EQUAL_INT64(SEALED_NAME_LEN, state().received); /* the one that comes goes on */
}

/* The next file starts with all figures reset. */
void test_another_file_takes_the_place_of_the_one_before(void) {
    int64_t received = 0;
    const struct actor other = {.account = "other", .level = 16, .fresh = true, .peer = "x", .call = "x"};
    send_all();
    file[file_len - 1] ^= 1;
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    file[file_len - 1] ^= 1;
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, state().error);
    TEST_ASSERT_TRUE(state().done > 0);
    const struct restore_piece piece = {.total = (int64_t)file_len + 5, .name = "y", .data = file, .len = 100};
    TEST_ASSERT_EQUAL(0, restore_upload(t.core, &other, &piece, &received));
    TEST_ASSERT_EQUAL(0, state().error);
    TEST_ASSERT_EQUAL_INT64(0, state().done);
    TEST_ASSERT_EQUAL_INT64((int64_t)file_len + 5, state().total);
    TEST_ASSERT_EQUAL_INT64(100, state().received);
    TEST_ASSERT_EQUAL_STRING("y", state().name);
    TEST_ASSERT_EQUAL_STRING("other", state().holder);
}

/* Twice the file and the margin: what is unpacked is no more than it. */
void test_the_border_of_the_room_for_a_file(void) {
    int64_t total = 100000;
    free_bytes = 2 * (uint64_t)total + STORE_MARGIN_OCTETS - 1;
    TEST_ASSERT_EQUAL(E_NOSPC, send(0, 100, total));
    TEST_ASSERT_EQUAL(RESTORE_STEP_NONE, state().step);
    TEST_ASSERT_FALSE(is_there("restore"));
    free_bytes++;
    TEST_ASSERT_EQUAL(0, send(0, 100, total));
    store_reserve_give_up(t.home);
    free_bytes = 0;
    TEST_ASSERT_EQUAL(E_NOSPC, send(0, 100, total));
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(100, 100, total)); /* the one before is gone */
}

void test_the_border_of_the_room_for_what_is_in_it(void) {
    send_all();
    free_bytes = file_len + STORE_MARGIN_OCTETS - 1;
    TEST_ASSERT_EQUAL(E_NOSPC, begin());
    TEST_ASSERT_EQUAL(0, rows_of("restoring"));
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADED, state().step);
    free_bytes++;
    TEST_ASSERT_EQUAL(0, begin());
}

void test_one_that_is_made_has_the_room(void) {
    struct backup_writer *writer = NULL;
    int64_t total = (int64_t)file_len;
    TEST_ASSERT_EQUAL(0, send(0, 1000, total));
    TEST_ASSERT_EQUAL(0, backup_writer_new(t.core, &(struct backup_content){.passphrase = PASSPHRASE}, &writer));
    TEST_ASSERT_EQUAL(0, send(1000, 1000, total)); /* what was begun before may go on */
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, send(0, 1000, total));
    TEST_ASSERT_EQUAL_INT64(2000, state().received);
    backup_writer_free(writer);
    TEST_ASSERT_EQUAL(0, send(0, 1000, total));
}

/* --- Looking into it --------------------------------------------------------------------------------------------------- */

void test_what_is_seen_in_it(void) {
    struct restore_look found;
    send_all();
    fixture_add_user(&t, 8, "Later", 0, 0, NULL);
    TEST_ASSERT_EQUAL(
        0, store_exec(t.core->store,
                      "INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors,"
                      " status, duress, door, temperature, photo, detail) VALUES"
                      " (1789999999999, 60, 1, 1, 0, 7, '', 1, 0, 0, 1, 0, 0, ''),"
                      " (1790000000000, 60, 1, 1, 0, 7, '', 1, 0, 0, 1, 0, 0, '')"));
    TEST_ASSERT_EQUAL(0, look(PASSPHRASE, &found));
    TEST_ASSERT_EQUAL(1, found.manifest.users);
    TEST_ASSERT_EQUAL_INT64(1790000000, found.manifest.made_s);
    TEST_ASSERT_EQUAL(BACKUP_ORIGIN_UNCONFIRMED, found.origin);
    TEST_ASSERT_FALSE(found.is_newer);
    TEST_ASSERT_EQUAL(2, found.users);
    TEST_ASSERT_EQUAL(1, found.later);
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADED, state().step);
}

static void replace_line(const char *word, const char *value) {
    char whole[1000];
    char *before = content.manifest, *at = strstr(before, word);
    TEST_ASSERT_NOT_NULL(at);
    (void)snprintf(whole, sizeof(whole), "%.*s%s %s%s", (int)(at - before), before, word, value,
                   at + strcspn(at, "\n"));
    content.manifest = strdup(whole);
    write_file();
    free(content.manifest);
    content.manifest = before;
}

void test_one_of_another_terminal_or_of_a_newer_firmware(void) {
    struct restore_look found;
    char newer[16];
    replace_line("serial", "PT-OTHER");
    send_all();
    TEST_ASSERT_EQUAL(0, look(PASSPHRASE, &found));
    TEST_ASSERT_EQUAL(BACKUP_ORIGIN_OTHER, found.origin);
    (void)snprintf(newer, sizeof(newer), "%u", store_schema_latest() + 1);
    replace_line("schema", newer);
    send_all();
    TEST_ASSERT_EQUAL(0, look(PASSPHRASE, &found));
    TEST_ASSERT_TRUE(found.is_newer);
    TEST_ASSERT_EQUAL(E_BACKUP_NEWER, begin());
    write_file();
}

static unsigned tries(void) {
    struct throttle_state now;
    throttle_look(t.core, THROTTLE_BACKUP, "admin", &now);
    return now.count;
}

/* Each wrong one is counted, and each right one ends the count, also where the file is damaged behind its head. */
void test_passphrases_are_counted(void) {
    struct restore_look found;
    unsigned wait_s = 0;
    send_all();
    TEST_ASSERT_EQUAL(E_BACKUP_PASSPHRASE, look("wrong", &found));
    TEST_ASSERT_EQUAL(E_BACKUP_PASSPHRASE, begin_with("wrong", false, NULL));
    TEST_ASSERT_EQUAL(2, tries());
    TEST_ASSERT_EQUAL(0, rows_of("restoring"));
    TEST_ASSERT_EQUAL(0, look(PASSPHRASE, &found));
    TEST_ASSERT_EQUAL(0, tries());
    for (unsigned n = 0; n < 5; n++) {
        TEST_ASSERT_EQUAL(E_BACKUP_PASSPHRASE, look("wrong", &found));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, restore_look(t.core, &admin, PASSPHRASE, &found, &wait_s));
    TEST_ASSERT_GREATER_THAN(0, wait_s);
    fake_hal_advance(&t.fake, (int64_t)wait_s * 1000);
    file[200] ^= 1;
    send_all();
    file[200] ^= 1;
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, look(PASSPHRASE, &found));
    TEST_ASSERT_EQUAL(0, tries());
    TEST_ASSERT_EQUAL(0, send(0, 100, (int64_t)file_len)); /* the file is free after each */
}

void test_a_file_that_went_meanwhile(void) {
    struct restore_look found;
    send_all();
    TEST_ASSERT_EQUAL(0, unlink(folder_path(t.dir, "restore/file")));
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, look(PASSPHRASE, &found));
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, begin());
}

/* Bytes behind the last chunk, a truncated file, and one with the header alone. */
void test_lengths_that_do_not_fit(void) {
    struct restore_look found;
    uint8_t *whole = file;
    file = malloc(file_len + 1);
    TEST_ASSERT_NOT_NULL(file);
    memcpy(file, whole, file_len);
    file[file_len] = 0;
    TEST_ASSERT_EQUAL(0, send(0, file_len + 1, (int64_t)file_len + 1));
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, state().error);
    TEST_ASSERT_EQUAL(0, send(0, SEALED_HEAD_LEN, SEALED_HEAD_LEN));
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, look(PASSPHRASE, &found));
    TEST_ASSERT_EQUAL(0, send(0, SEALED_HEAD_LEN - 1, SEALED_HEAD_LEN - 1));
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, look(PASSPHRASE, &found));
    free(file);
    file = whole;
}

/* Where the last chunk is a full one, what is behind it has to be looked for. */
void test_an_octet_behind_a_full_last_chunk(void) {
    static uint8_t picture[65536];
    size_t before = 10 + strlen(content.manifest) + 10 + sizeof(content.keys) + 10 + content.database_len + 10 + 2;
    content.photo_count = 1;
    (void)snprintf(content.photos[0].name, sizeof(content.photos[0].name), "17");
    content.photos[0].data = picture;
    content.photos[0].len = 65536 - before % 65536;
    write_file();
    content.photo_count = 0;
    TEST_ASSERT_EQUAL(0, (file_len - SEALED_HEAD_LEN) % (SEALED_CHUNK + SEALED_EXTRA));
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(0, restore_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(RESTORE_STEP_CANCELLED, finish());
    uint8_t *longer = realloc(file, file_len + 1);
    TEST_ASSERT_NOT_NULL(longer);
    file = longer;
    file[file_len++] = 0;
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, state().error);
    write_file();
}

/* --- Beginning ---------------------------------------------------------------------------------------------------------- */

void test_the_serial_is_typed(void) {
    const char *serial = about_serial(t.shared);
    send_all();
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, begin_with(PASSPHRASE, false, "0000"));
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, begin_with(PASSPHRASE, false, ""));
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, begin_with(PASSPHRASE, false, serial + strlen(serial) - 3));
    TEST_ASSERT_EQUAL(0, tries());
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADED, state().step);
}

void test_that_somebody_began_is_noted_also_where_it_comes_to_nothing(void) {
    file[file_len - 1] ^= 1;
    send_all();
    file[file_len - 1] ^= 1;
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(1, rows_of("restoring"));
    TEST_ASSERT_EQUAL_INT64(INT64_MIN, restore_due_ms(t.core));
    TEST_ASSERT_EQUAL(RESTORE_STEP_CHECKING, state().step);
    TEST_ASSERT_EQUAL_INT64(0, state().done);
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    TEST_ASSERT_FALSE(is_there("staged"));
    TEST_ASSERT_FALSE(is_there("restore"));
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
}

/* What cannot be in the audit log is not begun. */
void test_a_beginning_that_cannot_be_noted_is_none(void) {
    send_all();
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADED, state().step);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, restore_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
    TEST_ASSERT_EQUAL(0, begin());
}

/* One that was cancelled does not cancel the next. */
void test_a_second_one_after_one_that_was_given_up(void) {
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(0, restore_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(RESTORE_STEP_CANCELLED, finish());
    TEST_ASSERT_EQUAL(0, state().error);
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, begin());
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    TEST_ASSERT_TRUE(is_there("replace"));
}

static void change_network(void) {
    struct settings_result result;
    const struct setting_ethernet values = {.mode = ADDRESS_MODE_FIXED, .mask = "255.255.255.0", .address = "10.1.2.3"};
    const struct settings_change change = {.page = SETTING_PAGE_ETHERNET,
                                           .values = &values,
                                           .given = SETTING_ETHERNET_MODE | SETTING_ETHERNET_ADDRESS |
                                                    SETTING_ETHERNET_MASK};
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &result));
    TEST_ASSERT_GREATER_THAN(0, result.confirm_seconds);
}

/* Which of two networks the restored terminal would have nobody could say: neither at the beginning nor at the end. */
void test_a_change_of_the_network_that_waits_to_be_confirmed(void) {
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    change_network(); /* while it is tested */
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, state().error);
    TEST_ASSERT_FALSE(is_there("replace"));
    send_all();
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_UPLOADED, state().step);
    TEST_ASSERT_EQUAL(0, provisional_revert(t.core, &admin));
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
}

/* --- Giving up ----------------------------------------------------------------------------------------------------------- */

/* A check that takes long is left when it is given up, which is no damage. */
void test_giving_up_while_the_database_is_checked(void) {
    uint8_t *database = content.database;
    size_t len = content.database_len;
    static uint8_t large[8 << 20];
    sqlite3 *db = NULL;
    folder_write(t.dir, "large", database, len);
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(folder_path(t.dir, "large"), &db));
    TEST_ASSERT_EQUAL(SQLITE_OK,
                      sqlite3_exec(db,
                                   "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <"
                                   " 9000) INSERT INTO user_photo (userid, picture) SELECT i + 10,"
                                   " zeroblob(100) FROM n",
                                   NULL, NULL, NULL));
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
    content.database = large;
    content.database_len = folder_read(t.dir, "large", large, sizeof(large));
    write_file();
    content.database = database;
    content.database_len = len;
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    restore_upkeep(t.core); /* unpacks it */
    TEST_ASSERT_EQUAL(RESTORE_STEP_CHECKING, state().step);
    TEST_ASSERT_EQUAL(0, restore_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(RESTORE_STEP_CANCELLED, finish());
    write_file();
}

void test_giving_up_what_was_sent(void) {
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, restore_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(0, send(0, 1000, (int64_t)file_len));
    TEST_ASSERT_EQUAL(0, restore_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(RESTORE_STEP_CANCELLED, state().step);
    TEST_ASSERT_FALSE(is_there("restore"));
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(1000, 10, (int64_t)file_len));
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, restore_cancel(t.core, &admin));
    send_all();
    TEST_ASSERT_EQUAL(0, mkdir(folder_path(t.dir, "staged"), 0700)); /* of an earlier one */
    TEST_ASSERT_EQUAL(0, restore_cancel(t.core, &admin));
    TEST_ASSERT_FALSE(is_there("restore"));
    TEST_ASSERT_FALSE(is_there("staged"));
}

void test_what_cannot_be_removed_is_said(void) {
    send_all();
    file_watch_start(t.dir);
    file_watch_fail_after(0, EIO);
    TEST_ASSERT_EQUAL(E_IO, restore_cancel(t.core, &admin));
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(RESTORE_STEP_CANCELLED, state().step);
    send_all(); /* and is no obstacle */
}

void test_what_is_decided_is_not_given_up(void) {
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
    TEST_ASSERT_EQUAL(E_RESTORE_NOT_READY, restore_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, state().step);
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, send(0, 1000, (int64_t)file_len));
}

/* --- What the file says, and what it is ---------------------------------------------------------------------------------- */

static void assert_damaged(void) {
    write_file();
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    TEST_ASSERT_EQUAL(E_BACKUP_DAMAGED, state().error);
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_FALSE(is_there("replace"));
}

static void assert_name(const char *name, const char *other) {
    static uint8_t picture[] = "picture";
    content.photo_count = other != NULL ? 2 : 1;
    for (size_t i = 0; i < content.photo_count; i++) {
        struct elsewhere_photo *photo = &content.photos[i];
        (void)snprintf(photo->name, sizeof(photo->name), "%s", i == 0 ? name : other);
        photo->data = picture;
        photo->len = sizeof(picture);
    }
    assert_damaged();
    content.photo_count = 0;
}

void test_names_of_photos_that_no_terminal_writes(void) {
    assert_name("../identity", NULL);
    assert_name("17y", NULL);
    assert_name("17", "17");
    write_file();
}

void test_a_photo_that_is_too_large(void) {
    static uint8_t picture[65537];
    content.photo_count = 1;
    (void)snprintf(content.photos[0].name, sizeof(content.photos[0].name), "17");
    content.photos[0].data = picture;
    content.photos[0].len = sizeof(picture);
    assert_damaged();
    content.photos[0].len = sizeof(picture) - 1;
    write_file();
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
    content.photo_count = 0;
    write_file();
}

/* Keys that open none of the secrets are those of another database. */
void test_keys_that_do_not_fit(void) {
    content.keys[40] ^= 1;
    assert_damaged();
    content.keys[40] ^= 1;
    write_file();
}

static int64_t staged_number(const char *query) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(folder_path(t.dir, "staged/postern.db"), &db));
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_prepare_v2(db, query, -1, &statement, NULL));
    TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(statement));
    int64_t value = sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
    return value;
}

/* Each of the two keys makes it another terminal's: waits of names are then of other passwords, those of addresses stay. */
void test_another_pepper_alone_makes_it_anothers(void) {
    unsigned wait_s = 0;
    for (int other = 0; other <= 1; other++) {
        TEST_ASSERT_EQUAL(0, throttle_try(t.core, "admin", "198.51.100.7", 0, &wait_s));
        content.keys[3] ^= (uint8_t)other;
        write_file();
        content.keys[3] ^= (uint8_t)other;
        send_all();
        TEST_ASSERT_EQUAL(0, begin());
        TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
        TEST_ASSERT_EQUAL_INT64(1, staged_number("SELECT count(*) FROM throttle WHERE key GLOB 's:*'"));
        TEST_ASSERT_EQUAL_INT64(other == 0, staged_number("SELECT count(*) > 0 FROM throttle WHERE key GLOB 'a:*'"));
        if (other == 0) {
            fixture_restart(&t);
        }
    }
    write_file();
}

/* The settings can be saved again behind a decision that came to nothing. */
void test_nothing_is_held_behind_a_decision_that_failed(void) {
    struct setting_backup_param values = {.plan = BACKUP_PLAN_OFF, .keep = 3};
    send_all();
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    TEST_ASSERT_EQUAL(E_IO, state().error);
    TEST_ASSERT_FALSE(is_there("replace"));
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_BACKUP_PARAM, &values));
    t.fake.restart_fails = false;
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
}

void test_a_database_that_is_none(void) {
    uint8_t *database = content.database;
    size_t len = content.database_len;
    static uint8_t nothing[8192];
    content.database = nothing;
    content.database_len = sizeof(nothing);
    assert_damaged();
    content.database_len = 0;
    assert_damaged();
    content.database = database;
    content.database_len = len;
    write_file();
}

void test_nothing_is_freed_for_nothing(void) {
    backup_free(NULL);
    restore_job_free(NULL);
    backup_reader_free(NULL);
}

/* --- The log ------------------------------------------------------------------------------------------------------------ */

void test_a_restore_is_in_the_log_step_by_step(void) {
    transitions_follow("backup", "restore");
    TEST_ASSERT_EQUAL(0, send(0, 1000, (int64_t)file_len));
    TEST_ASSERT_EQUAL(0, send(1000, file_len - 1000, (int64_t)file_len));
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(RESTORE_STEP_RESTARTING, finish());
    assert_transitions("from=none to=uploading by=piece\n"
                       "from=uploading to=uploaded by=\"last piece\"\n"
                       "from=uploaded to=none by=\"another file\"\n"
                       "from=none to=uploaded by=\"last piece\"\n"
                       "from=uploaded to=checking by=start\n"
                       "from=checking to=restarting by=check\n");
}

void test_a_restore_that_fails_or_is_cancelled_is_in_the_log(void) {
    transitions_follow("backup", "restore");
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    TEST_ASSERT_EQUAL(0, restore_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(RESTORE_STEP_CANCELLED, finish());
    assert_transitions("from=none to=uploaded by=\"last piece\"\n"
                       "from=uploaded to=checking by=start\n"
                       "from=checking to=cancelled by=cancel\n");
    send_all();
    TEST_ASSERT_EQUAL(0, restore_cancel(t.core, &admin));
    assert_transitions("from=cancelled to=none by=\"another file\"\n"
                       "from=none to=uploaded by=\"last piece\"\n"
                       "from=uploaded to=cancelled by=cancel\n");
    send_all();
    TEST_ASSERT_EQUAL(0, begin());
    t.fake.restart_fails = true;
    TEST_ASSERT_EQUAL(RESTORE_STEP_FAILED, finish());
    assert_transitions("from=cancelled to=none by=\"another file\"\n"
                       "from=none to=uploaded by=\"last piece\"\n"
                       "from=uploaded to=checking by=start\n"
                       "from=checking to=restarting by=check\n"
                       "from=restarting to=failed by=E_IO\n");
}
