/* What an engineer takes away: the kept lines of the log, and the last crash. */
#include "core/engineer/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit_rows.h"
#include "core/base/actor.h"
#include "file_watch.h"
#include "folder_files.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/buf.h"
#include "util/log.h"

#define CRASH                                                                                                        \
    "postern-crash 1\nsignal SIGSEGV\ntime 1763900000\nbuild 4b1f00aa\nversion 1.2.0\nthread loop\naddress 0x0\nat " \
    "0x1a2b3\nat 0x1\n"

static struct fixture t;
static struct actor engineer;
static struct engineer_file *file;
static struct buf out;
static struct engineer_crash crash;

void setUp(void) {
    fixture_up(&t);
    engineer = (struct actor){.account = "engineer",
                              .userid = ACTOR_USERID_ENGINEER,
                              .super = true,
                              .session = 1,
                              .peer = "192.0.2.1",
                              .call = "DownloadLog"};
    file = NULL;
    buf_init(&out);
    memset(&crash, 0xff, sizeof(crash));
}

void tearDown(void) {
    (void)file_watch_stop();
    engineer_file_free(file);
    buf_done(&out);
    fixture_down(&t);
}

static void read_all(void) {
    int r = 1;
    while (r == 1) {
        r = engineer_file_next(t.core, file, &out);
    }
    TEST_ASSERT_EQUAL(0, r);
}

static struct audit_rows audit;

static void check_row(unsigned count, const char *expected) {
    char newest[128] = "";
    audit_rows_read(t.core->store, &audit);
    TEST_ASSERT_EQUAL(count, audit.count);
    if (count > 0) {
        (void)snprintf(newest, sizeof(newest), "%s: %s", audit.rows[0].account, audit.rows[0].object);
    }
    TEST_ASSERT_EQUAL_STRING(expected, newest);
}

/* --- The lines ---------------------------------------------------------------------------------------------------------- */

void test_without_lines_there_is_no_log(void) {
    TEST_ASSERT_EQUAL_UINT32(0, engineer_log_octets(t.core));
    TEST_ASSERT_EQUAL(E_NOTFOUND, engineer_log_open(t.core, &engineer, &file));
    TEST_ASSERT_NULL(file);
    check_row(0, "");
}

void test_the_older_lines_come_first(void) {
    folder_write_text(t.dir, LOG_FILE_OLD, "one\ntwo\n");
    folder_write_text(t.dir, LOG_FILE_NOW, "three\n");
    TEST_ASSERT_EQUAL_UINT32(14, engineer_log_octets(t.core));
    TEST_ASSERT_EQUAL(0, engineer_log_open(t.core, &engineer, &file));
    check_row(1, "engineer: log");
    read_all();
    TEST_ASSERT_EQUAL_STRING("one\ntwo\nthree\n", buf_text(&out));
}

void test_either_file_will_do(void) {
    folder_write_text(t.dir, LOG_FILE_NOW, "three\n");
    TEST_ASSERT_EQUAL(0, engineer_log_open(t.core, &engineer, &file));
    read_all();
    TEST_ASSERT_EQUAL_STRING("three\n", buf_text(&out));
    engineer_file_free(file);
    TEST_ASSERT_EQUAL(0, unlink(folder_path(t.dir, LOG_FILE_NOW)));
    folder_write_text(t.dir, LOG_FILE_OLD, "two\n");
    buf_clear(&out);
    TEST_ASSERT_EQUAL(0, engineer_log_open(t.core, &engineer, &file));
    read_all();
    TEST_ASSERT_EQUAL_STRING("two\n", buf_text(&out));
}

/* Both are full, and are turned while somebody reads: what was opened is what comes. */
void test_all_of_it_comes_as_it_was_when_it_was_opened(void) {
    static char old[LOG_KEPT_OCTETS], now[LOG_KEPT_OCTETS - 100];
    char turned[128];
    for (size_t i = 0; i < sizeof(old); i++) {
        old[i] = (char)('a' + i % 23);
    }
    memset(now, 'n', sizeof(now));
    folder_write(t.dir, LOG_FILE_OLD, old, sizeof(old));
    folder_write(t.dir, LOG_FILE_NOW, now, sizeof(now));
    TEST_ASSERT_EQUAL_UINT32(sizeof(old) + sizeof(now), engineer_log_octets(t.core));
    TEST_ASSERT_EQUAL(0, engineer_log_open(t.core, &engineer, &file));
    TEST_ASSERT_EQUAL(1, engineer_file_next(t.core, file, &out));
    TEST_ASSERT_LESS_THAN(sizeof(old), out.len); /* in pieces */
    (void)snprintf(turned, sizeof(turned), "%s/%s", t.dir, LOG_FILE_OLD);
    TEST_ASSERT_EQUAL(0, rename(folder_path(t.dir, LOG_FILE_NOW), turned));
    folder_write_text(t.dir, LOG_FILE_NOW, "new\n");
    read_all();
    TEST_ASSERT_EQUAL(sizeof(old) + sizeof(now), out.len);
    TEST_ASSERT_EQUAL_MEMORY(old, out.data, sizeof(old));
    TEST_ASSERT_EQUAL_MEMORY(now, (const char *)out.data + sizeof(old), sizeof(now));
}

void test_a_link_is_no_log(void) {
    folder_write_text(t.dir, "elsewhere", "a secret\n");
    char elsewhere[128];
    (void)snprintf(elsewhere, sizeof(elsewhere), "%s", folder_path(t.dir, "elsewhere"));
    TEST_ASSERT_EQUAL(0, symlink(elsewhere, folder_path(t.dir, LOG_FILE_NOW)));
    TEST_ASSERT_EQUAL_UINT32(0, engineer_log_octets(t.core));
    TEST_ASSERT_EQUAL(E_NOTFOUND, engineer_log_open(t.core, &engineer, &file));
}

/* The row is less than what the engineer has come for. */
void test_a_full_disk_keeps_nobody_from_reading(void) {
    folder_write_text(t.dir, LOG_FILE_NOW, "three\n");
    file_watch_start(t.dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(0, engineer_log_open(t.core, &engineer, &file));
    (void)file_watch_stop();
    read_all();
    TEST_ASSERT_EQUAL_STRING("three\n", buf_text(&out));
}

/* --- The crash ---------------------------------------------------------------------------------------------------------- */

static void check_none(void) {
    static const struct engineer_crash none;
    memset(&crash, 0xff, sizeof(crash));
    engineer_crash_read(t.core, &crash);
    TEST_ASSERT_EQUAL_MEMORY(&none, &crash, sizeof(crash));
}

void test_without_a_crash_there_is_none(void) {
    check_none();
    TEST_ASSERT_EQUAL(E_NOTFOUND, engineer_crash_open(t.core, &engineer, &file));
    check_row(0, "");
}

void test_a_crash_says_when_and_where(void) {
    folder_write_text(t.dir, ENGINEER_CRASH_FILE, CRASH);
    engineer_crash_read(t.core, &crash);
    TEST_ASSERT_EQUAL_INT64(1763900000, crash.at_s);
    TEST_ASSERT_EQUAL_STRING("SIGSEGV", crash.reason);
    TEST_ASSERT_EQUAL_STRING("4b1f00aa", crash.build_id);
    TEST_ASSERT_EQUAL(0, engineer_crash_open(t.core, &engineer, &file));
    check_row(1, "engineer: crash");
    read_all();
    TEST_ASSERT_EQUAL_STRING(CRASH, buf_text(&out));
}

void test_what_is_no_report_is_none(void) {
    static const char *const bad[] = {"", "postern-crash 2\nsignal SIGSEGV\ntime 1\nbuild a\n",
                                      "postern-crash 1\nsignal SIGSEGV\ntime 1\n", /* it ended early */
                                      "postern-crash 1\nsignal SIGSEGV\ntime noon\nbuild a\n"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        folder_write_text(t.dir, ENGINEER_CRASH_FILE, bad[i]);
        check_none();
    }
    static char large[9000];
    memset(large, 'x', sizeof(large));
    memcpy(large, CRASH, strlen(CRASH));
    folder_write(t.dir, ENGINEER_CRASH_FILE, large, sizeof(large));
    check_none();
}

/* A text that is longer than what it is read into ends there. */
void test_names_that_are_too_long(void) {
    char text[400];
    char name[101];
    memset(name, 'B', 100);
    name[100] = '\0';
    (void)snprintf(text, sizeof(text), "postern-crash 1\nsignal %s\ntime 1\nbuild %s\n", name, name);
    folder_write_text(t.dir, ENGINEER_CRASH_FILE, text);
    check_none();
}

void test_free_takes_nothing(void) {
    engineer_file_free(NULL);
}
