/* A backup says who made it: this terminal, and unchanged since, or not. Seen in the look, in the audit log and as an alarm, here and
 * in the state that is restored. And the serial number that it brings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "backup_elsewhere.h"
#include "core/backup/backup.h"
#include "core/backup/restore.h"
#include "core/base/about.h"
#include "core/events/alarms.h"
#include "core/events/log.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/whole_file.h"

#define PASSPHRASE "four brass lanterns at noon"
#define MAC_LEN 32

static struct fixture t;
static uint8_t *file;
static size_t file_len;
static const struct actor admin = {
    .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "restoreStart", .fresh = true};

static void take_file(bool keys) {
    const struct backup_content plan = {.passphrase = PASSPHRASE, .keys = keys};
    struct backup_writer *writer = NULL;
    struct buf made = {0};
    int r = 1;
    TEST_ASSERT_EQUAL(0, backup_download(t.core, &admin, &plan, &writer));
    while (r == 1) {
        r = backup_writer_next(t.core, writer, &made);
    }
    backup_writer_free(writer);
    TEST_ASSERT_EQUAL(0, r);
    free(file);
    file = malloc(made.len);
    TEST_ASSERT_NOT_NULL(file);
    memcpy(file, made.data, made.len);
    file_len = made.len;
    buf_done(&made);
}

/* What a person with the passphrase does: opens the file, changes it, and seals it again. */
static void rewrite(const char *from, const char *to) {
    struct elsewhere content;
    TEST_ASSERT_NULL(elsewhere_read(file, file_len, PASSPHRASE, &content));
    char *at = strstr(content.manifest, from);
    TEST_ASSERT_NOT_NULL(at);
    TEST_ASSERT_EQUAL(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
    content.memory_kib = 8;
    content.passes = 1;
    free(file);
    file = elsewhere_write(&content, PASSPHRASE, 5, &file_len);
    elsewhere_free(&content);
}

static void send(size_t piece_len) {
    for (size_t at = 0; at < file_len; at += piece_len) {
        int64_t received = 0;
        const struct restore_piece piece = {.offset = (int64_t)at,
                                            .total = (int64_t)file_len,
                                            .name = "x.backup",
                                            .data = file + at,
                                            .len = file_len - at < piece_len ? file_len - at : piece_len};
        TEST_ASSERT_EQUAL(0, restore_upload(t.core, &admin, &piece, &received));
    }
}

static enum backup_origin look(void) {
    struct restore_look found;
    unsigned wait_s = 0;
    TEST_ASSERT_EQUAL(0, restore_look(t.core, &admin, PASSPHRASE, &found, &wait_s));
    return found.origin;
}

static void restore(bool keys) {
    const char *serial = about_serial(t.shared);
    unsigned wait_s = 0;
    const struct restore_wish wish = {
        .passphrase = PASSPHRASE, .keys = keys, .serial_end = serial + strlen(serial) - 4};
    TEST_ASSERT_EQUAL(0, restore_start(t.core, &admin, &wish, &wait_s));
    for (int slices = 0; restore_due_ms(t.core) == INT64_MIN && slices < 1000; slices++) {
        restore_upkeep(t.core);
    }
}

/* Lines of the log about a backup; the details of the last. */
static unsigned alarm_lines(char ret_detail[64]) {
    static struct record lines[64];
    struct arena arena;
    size_t count = 0;
    unsigned found = 0;
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL(0, log_read(t.core, 0, lines, 64, &arena, &count));
    for (size_t i = 0; i < count; i++) {
        if (lines[i].kind == RECORD_KIND_BACKUP) {
            found++;
            (void)snprintf(ret_detail, 64, "%s", lines[i].detail);
            TEST_ASSERT_EQUAL(RECORD_STATUS_NONE, lines[i].status);
            TEST_ASSERT_EQUAL(1, lines[i].door);
        }
    }
    arena_done(&arena);
    return found;
}

static const char *restoring_row(void) {
    static struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    for (size_t i = 0; i < rows.count; i++) {
        if (strcmp(rows.rows[i].object, "restore") == 0 || strcmp(rows.rows[i].object, "restoring") == 0) {
            return rows.rows[i].after;
        }
    }
    return "";
}

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada Lovelace", 3, 1234301, NULL);
}

void tearDown(void) {
    char command[192];
    (void)snprintf(command, sizeof(command), "rm -rf '%s/staged' '%s/restore'", t.dir, t.dir);
    TEST_ASSERT_EQUAL(0, system(command));
    free(file);
    file = NULL;
    fixture_down(&t);
}

/* The MAC is cut at any place by the pieces. */
void test_an_own_one_is_confirmed_in_pieces_of_any_length(void) {
    take_file(false);
    const size_t lengths[] = {
        file_len, file_len - 1, file_len - MAC_LEN, file_len - MAC_LEN - 1, file_len - MAC_LEN + 1, file_len - 17,
        65536,    4099};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        send(lengths[i]);
        TEST_ASSERT_EQUAL(BACKUP_ORIGIN_OWN, look());
    }
}

void test_an_own_one_restores_without_an_alarm(void) {
    char detail[64] = "";
    take_file(false);
    send(file_len);
    restore(false);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(0, alarm_lines(detail));
    TEST_ASSERT_NOT_NULL(strstr(restoring_row(), "\"origin\":\"own\""));
}

void test_a_changed_one_says_so_everywhere(void) {
    char detail[64] = "";
    char expected[64];
    (void)snprintf(expected, sizeof(expected), "unconfirmed %s", about_serial(t.shared));
    take_file(false);
    rewrite("\nusers 1\n", "\nusers 2\n");
    send(file_len);
    TEST_ASSERT_EQUAL(BACKUP_ORIGIN_UNCONFIRMED, look());
    restore(false);
    TEST_ASSERT_EQUAL(1, alarm_lines(detail));
    TEST_ASSERT_EQUAL_STRING(expected, detail);
    TEST_ASSERT_NOT_NULL(strstr(restoring_row(), "\"origin\":\"unconfirmed\""));
    fixture_restart(&t);
    detail[0] = '\0';
    TEST_ASSERT_EQUAL(1, alarm_lines(detail));
    TEST_ASSERT_EQUAL_STRING(expected, detail);
    TEST_ASSERT_NOT_NULL(strstr(restoring_row(), "\"origin\":\"unconfirmed\""));
    alarms_upkeep(t.core);
    TEST_ASSERT_EQUAL(1, alarms_open(t.core));
}

/* Every byte counts, those of the MAC too. */
void test_one_flipped_bit_of_the_mac(void) {
    take_file(false);
    for (size_t i = 1; i <= MAC_LEN; i += 31) {
        file[file_len - i] ^= 4;
        send(file_len);
        TEST_ASSERT_EQUAL(BACKUP_ORIGIN_UNCONFIRMED, look());
        file[file_len - i] ^= 4;
    }
    send(file_len);
    TEST_ASSERT_EQUAL(BACKUP_ORIGIN_OWN, look());
}

void test_one_of_another_terminal(void) {
    char detail[64] = "";
    take_file(false);
    char serial[ABOUT_SERIAL_MAX];
    char other[ABOUT_SERIAL_MAX];
    (void)snprintf(serial, sizeof(serial), "%s", about_serial(t.shared));
    (void)snprintf(other, sizeof(other), "%s", serial);
    other[strlen(other) - 1] = other[strlen(other) - 1] == 'A' ? 'B' : 'A';
    rewrite(serial, other);
    send(file_len);
    TEST_ASSERT_EQUAL(BACKUP_ORIGIN_OTHER, look());
    restore(false);
    TEST_ASSERT_EQUAL(1, alarm_lines(detail));
    TEST_ASSERT_EQUAL_STRING_LEN("other ", detail, 6);
    TEST_ASSERT_EQUAL_STRING(other, detail + 6);
}

/* What is missing or damaged is made again: nothing keeps the terminal from starting, and older backups are not confirmed. */
void test_a_key_that_is_damaged_is_replaced(void) {
    static const char *const texts[] = {
        "", "postern-origin 1\nkey \n", "postern-origin 2\nkey AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
        "postern-origin 1\nkey AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\nmore of it, and more, and still more than fits"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        take_file(false);
        fixture_restart(&t);
        send(file_len);
        TEST_ASSERT_EQUAL(BACKUP_ORIGIN_OWN, look());
        TEST_ASSERT_EQUAL(0, whole_file_write(t.dir, "origin", texts[i]));
        fixture_restart(&t);
        send(file_len);
        TEST_ASSERT_EQUAL(BACKUP_ORIGIN_UNCONFIRMED, look());
    }
}

/* The key is in no backup: the restored terminal has its own. */
void test_restoring_leaves_the_key(void) {
    take_file(true);
    send(file_len);
    restore(true);
    fixture_restart(&t);
    send(file_len);
    TEST_ASSERT_EQUAL(BACKUP_ORIGIN_OWN, look());
}
