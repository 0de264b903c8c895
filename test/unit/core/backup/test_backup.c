/* Making a backup: what it would hold, who begins one, one at a time, what stays when it fails, and what changes meanwhile. */
#include "core/backup/backup.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit_rows.h"
#include "backup_elsewhere.h"
#include "core/base/about.h"
#include "file_watch.h"
#include "folder_files.h"
#include "store/home_impl.h"
#include "store/record_photo.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/log.h"

#define PASSPHRASE "four brass lanterns at noon"

static struct fixture t;
static struct buf file;
static struct elsewhere content;
static const struct actor admin = {
    .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "DownloadBackup", .fresh = true};

void setUp(void) {
    log_set_level(LOG_LEVEL_ERROR);
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada Lovelace", 3, 1234301, NULL);
}

void tearDown(void) {
    (void)file_watch_stop();
    log_set_level(LOG_LEVEL_INFO);
    buf_done(&file);
    elsewhere_free(&content);
    fixture_down(&t);
}

static struct backup_writer *begin(bool photos, bool keys) {
    const struct backup_content plan = {.passphrase = PASSPHRASE, .photos = photos, .keys = keys};
    struct backup_writer *writer = NULL;
    TEST_ASSERT_EQUAL(0, backup_download(t.core, &admin, &plan, &writer));
    return writer;
}

/* The rest of it. */
static int finish(struct backup_writer *writer) {
    int r = 1;
    while (r == 1) {
        r = backup_writer_next(t.core, writer, &file);
    }
    backup_writer_free(writer);
    return r;
}

static void read_back(void) {
    const char *wrong = elsewhere_read(file.data, file.len, PASSPHRASE, &content);
    TEST_ASSERT_NULL_MESSAGE(wrong, wrong);
}

static struct backup_state state(void) {
    struct backup_state now;
    TEST_ASSERT_EQUAL(0, backup_read(t.core, &now));
    return now;
}

static bool is_free(void) {
    struct backup_writer *writer = NULL;
    int r = backup_writer_new(t.core, &(struct backup_content){.passphrase = PASSPHRASE}, &writer);
    backup_writer_free(writer);
    return r == 0;
}

static void add_photo(int64_t seq, const char *text) {
    TEST_ASSERT_EQUAL(0, store_record_photo_put(t.core->store, seq, false, text, strlen(text)));
}

/* Lines and a restart, so that the log knows of them. */
static void add_lines(unsigned count) {
    for (unsigned n = 0; n < count; n++) {
        TEST_ASSERT_EQUAL(0, store_exec(t.core->store,
                                        "INSERT INTO record (time, \"offset\", kind, result, reason, userid, username,"
                                        " factors, status, duress, door, temperature, photo, detail) VALUES"
                                        " (1790000000000, 60, 1, 1, 0, 7, '', 1, 0, 0, 1, 0, 0, '')"));
    }
    fixture_restart(&t);
}

void test_what_one_would_hold(void) {
    uint64_t octets = 0;
    add_lines(5);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DELETE FROM record WHERE seq = 1"));
    fixture_restart(&t);
    add_photo(3, "picture");
    struct backup_state now = state();
    TEST_ASSERT_EQUAL(1, now.users);
    TEST_ASSERT_EQUAL(4, now.records);
    TEST_ASSERT_EQUAL(1, now.photos);
    TEST_ASSERT_EQUAL(0, store_size(t.core->store, &octets));
    TEST_ASSERT_EQUAL_INT64(octets, now.database_octets);
    TEST_ASSERT_EQUAL_INT64(STORE_RECORD_PHOTO_BLOCK, now.photo_octets);
    TEST_ASSERT_FALSE(now.making);
    TEST_ASSERT_EQUAL(0, now.percent);
}

void test_while_one_is_made(void) {
    struct backup_writer *writer = begin(false, false);
    TEST_ASSERT_TRUE(state().making);
    TEST_ASSERT_EQUAL(0, state().percent);
    int r = backup_writer_next(t.core, writer, &file);
    TEST_ASSERT_EQUAL(100, state().percent); /* its copy is made with the first piece */
    TEST_ASSERT_TRUE(r >= 0);
    TEST_ASSERT_EQUAL(0, r == 1 ? finish(writer) : 0);
    TEST_ASSERT_FALSE(state().making);
    TEST_ASSERT_EQUAL(0, state().percent);
    writer = begin(false, false);
    TEST_ASSERT_EQUAL(0, state().percent); /* the one before is forgotten */
    backup_writer_free(writer);
    TEST_ASSERT_FALSE(state().making);
}

void test_its_name(void) {
    char expected[BACKUP_NAME_MAX];
    struct backup_writer *writer = begin(false, false);
    (void)snprintf(expected, sizeof(expected), "postern-%s-2026-09-21-", about_serial(t.shared));
    TEST_ASSERT_EQUAL_STRING_LEN(expected, backup_writer_name(writer), strlen(expected));
    TEST_ASSERT_EQUAL(strlen(expected) + strlen("1413.backup"), strlen(backup_writer_name(writer)));
    backup_writer_free(writer);
}

/* The row says what left, and is in it. */
static void assert_row(bool photos, bool keys, const char *after) {
    struct audit_rows rows;
    TEST_ASSERT_EQUAL(0, finish(begin(photos, keys)));
    audit_rows_read(t.core->store, &rows);
    TEST_ASSERT_EQUAL_STRING("backup", rows.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("admin", rows.rows[0].account);
    TEST_ASSERT_EQUAL_STRING(after, rows.rows[0].after);
    read_back();
    TEST_ASSERT_EQUAL_STRING(keys ? "1" : "0", elsewhere_line(&content, "keys"));
    TEST_ASSERT_NOT_NULL(memmem(content.database, content.database_len, after, strlen(after)));
    elsewhere_free(&content);
    buf_clear(&file);
}

void test_what_left_is_in_the_audit_log(void) {
    add_lines(3);
    add_photo(2, "picture");
    assert_row(false, true, "{\"users\":1,\"records\":3,\"photos\":0,\"keys\":true}");
    assert_row(true, false, "{\"users\":1,\"records\":3,\"photos\":1,\"keys\":false}");
}

/* What cannot be in the audit log does not leave, and the next one may be made. */
void test_one_that_cannot_be_noted_is_none(void) {
    struct backup_writer *writer = NULL;
    const struct backup_content plan = {.passphrase = PASSPHRASE};
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, backup_download(t.core, &admin, &plan, &writer));
    TEST_ASSERT_NULL(writer);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store)); /* none is left open */
    store_abort(t.core->store);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
    TEST_ASSERT_TRUE(is_free());
}

void test_without_randomness_or_keys_none_is_begun(void) {
    struct backup_writer *writer = NULL;
    const struct backup_content plan = {.passphrase = PASSPHRASE};
    t.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, backup_writer_new(t.core, &plan, &writer));
    t.fake.entropy_fails = false;
    TEST_ASSERT_TRUE(is_free());
    TEST_ASSERT_EQUAL(0, rename(folder_path(t.dir, "identity"), folder_path(t.dir, "away")));
    TEST_ASSERT_LESS_THAN(0, backup_writer_new(t.core, &plan, &writer));
    TEST_ASSERT_EQUAL(0, rename(folder_path(t.dir, "away"), folder_path(t.dir, "identity")));
    TEST_ASSERT_NULL(writer);
    TEST_ASSERT_TRUE(is_free());
}

void test_two_of_one_terminal_have_not_one_salt(void) {
    uint8_t salt[40];
    TEST_ASSERT_EQUAL(0, finish(begin(false, false)));
    memcpy(salt, file.data + 25, sizeof(salt));
    buf_clear(&file);
    TEST_ASSERT_EQUAL(0, finish(begin(false, false)));
    TEST_ASSERT_NOT_EQUAL(0, memcmp(salt, file.data + 25, 16));
    TEST_ASSERT_NOT_EQUAL(0, memcmp(salt + 16, file.data + 41, 24));
}

void test_the_end_of_the_terminal_ends_it(void) {
    struct backup_writer *writer = begin(false, false);
    /* More than a slice of the copy. */
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store,
                                    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <"
                                    " 1500) INSERT INTO user_photo (userid, picture) SELECT i + 10,"
                                    " zeroblob(3000) FROM n"));
    backup_end(t.shared);
    TEST_ASSERT_EQUAL(E_CANCELLED, finish(writer));
    TEST_ASSERT_NOT_EQUAL(0, access(folder_path(t.dir, "postern.db.taken"), F_OK));
    TEST_ASSERT_FALSE(state().making);
}

void test_a_full_disk_ends_it_and_leaves_the_place(void) {
    struct backup_writer *writer = begin(false, false);
    file_watch_start(t.dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, finish(writer));
    (void)file_watch_stop();
    TEST_ASSERT_TRUE(is_free());
}

/* The pieces: all but the last are whole chunks, and the head comes with the first. */
void test_the_pieces(void) {
    struct backup_writer *writer = begin(false, false);
    size_t before = 0;
    int r = 1;
    for (unsigned n = 0; r == 1; n++) {
        r = backup_writer_next(t.core, writer, &file);
        size_t piece = file.len - before - (n == 0 ? 129 : 0);
        TEST_ASSERT_TRUE(r == 1 ? piece == 65536 + 17 : piece > 17 && piece <= 65536 + 17);
        before = file.len;
    }
    backup_writer_free(writer);
    TEST_ASSERT_EQUAL(0, r);
    read_back();
    TEST_ASSERT_EQUAL_MEMORY("SQLite format 3", content.database, 16);
    TEST_ASSERT_EQUAL(0, content.photo_count);
}

/* Those that went meanwhile are left out, those that came to lines of the copy are in it. */
void test_photos_that_come_and_go_meanwhile(void) {
    add_lines(6);
    add_photo(1, "one");
    add_photo(3, "three");
    add_photo(5, "five");
    struct backup_writer *writer = begin(true, false);
    int r = backup_writer_next(t.core, writer, &file);
    TEST_ASSERT_EQUAL(1, r);
    TEST_ASSERT_EQUAL(0, unlink(folder_path(t.dir, "photos/3")));
    add_photo(6, "six"); /* of a line that the copy has */
    TEST_ASSERT_EQUAL(0, finish(writer));
    read_back();
    TEST_ASSERT_EQUAL_STRING("3", elsewhere_line(&content, "photos"));
    TEST_ASSERT_EQUAL(3, content.photo_count);
    TEST_ASSERT_EQUAL_STRING("1", content.photos[0].name);
    TEST_ASSERT_EQUAL_STRING("5", content.photos[1].name);
    TEST_ASSERT_EQUAL_STRING("6", content.photos[2].name);
    TEST_ASSERT_EQUAL_MEMORY("five", content.photos[1].data, content.photos[1].len);
}

void test_no_writer_is_freed_for_nothing(void) {
    backup_writer_free(NULL);
    TEST_ASSERT_TRUE(is_free());
}

static unsigned open_files(void) {
    unsigned count = 0;
    DIR *dir = opendir("/proc/self/fd");
    TEST_ASSERT_NOT_NULL(dir);
    while (readdir(dir) != NULL) {
        count++;
    }
    (void)closedir(dir);
    return count;
}

/* Of one that is finished, one that is left half way, and one that fails. */
void test_no_file_stays_open(void) {
    TEST_ASSERT_EQUAL(0, finish(begin(false, true))); /* opens what the store keeps open */
    unsigned before = open_files();
    TEST_ASSERT_EQUAL(0, finish(begin(false, true)));
    TEST_ASSERT_EQUAL(before, open_files());
    struct backup_writer *writer = begin(true, false);
    TEST_ASSERT_TRUE(backup_writer_next(t.core, writer, &file) >= 0);
    backup_writer_free(writer);
    TEST_ASSERT_EQUAL(before, open_files());
    writer = begin(false, false);
    file_watch_start(t.dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, finish(writer));
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(before, open_files());
}
