/* Damage in a real write-ahead log: what is counted as lost is what SQLite does not give any more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/home_impl.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"

#define HEADER_LEN 32L
#define FRAME_LEN (24L + 4096)
#define CHANGES 12

static char dir[64], cut[96], log_path[128];
static struct store_home *home;
static struct store *store;
static struct store_wal_loss loss;
static long frames; /* in the log that was cut off */
static bool ends[1024]; /* frames that end a transaction */

static void shell(const char *command, const char *one, const char *other) {
    char line[400];
    (void)snprintf(line, sizeof(line), "%s '%s' '%s'", command, one, other);
    TEST_ASSERT_EQUAL_INT(0, system(line));
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-wal-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    (void)snprintf(cut, sizeof(cut), "%s-cut", dir);
    (void)snprintf(log_path, sizeof(log_path), "%s/postern.db-wal", cut);
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &store));
}

void tearDown(void) {
    store = store_free(store);
    home = store_home_close(home, true);
    shell("rm -rf", dir, cut);
}

static void add(uint32_t userid) {
    struct user user = {.userid = userid, .username = "Somebody", .group = 1};
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
}

/* Leaves the files as a power cut does now, and looks which frames end a change. */
static void cut_power(void) {
    uint8_t head[24];
    shell("rm -rf", cut, cut);
    shell("cp -r", dir, cut);
    FILE *file = fopen(log_path, "rb");
    TEST_ASSERT_NOT_NULL(file);
    for (frames = 0; fseek(file, HEADER_LEN + frames * FRAME_LEN, SEEK_SET) == 0 && fread(head, 24, 1, file) == 1;) {
        TEST_ASSERT_LESS_THAN(1024, frames);
        ends[frames++] = head[4] != 0 || head[5] != 0 || head[6] != 0 || head[7] != 0;
    }
    (void)fclose(file);
}

/* Changes bytes of the log, or with `value` 0 flips one bit of each. */
static void change(long at, size_t count, uint8_t value) {
    FILE *file = fopen(log_path, "r+b");
    TEST_ASSERT_NOT_NULL(file);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_INT(0, fseek(file, at + (long)i, SEEK_SET));
        int octet = fgetc(file);
        TEST_ASSERT_EQUAL_INT(0, fseek(file, at + (long)i, SEEK_SET));
        (void)fputc(value == 0 ? octet ^ 1 : value, file);
    }
    TEST_ASSERT_EQUAL_INT(0, fclose(file));
}

static long frame(long index) {
    return HEADER_LEN + index * FRAME_LEN;
}

static unsigned changes_from(long index) {
    unsigned count = 0;
    for (; index < frames; index++) {
        count += ends[index] ? 1 : 0;
    }
    return count;
}

/* What a start makes of the files: how many users there are, and what it says was lost. */
static uint32_t start_after_cut(unsigned lost) {
    struct store_home *second = NULL;
    struct store *other = NULL;
    struct store_users_counts counts;
    TEST_ASSERT_EQUAL_INT(0, store_home_open(cut, &second));
    const struct store_status *status = store_home_status(second);
    TEST_ASSERT_TRUE(status->checked);
    TEST_ASSERT_EQUAL_UINT(lost, status->lost_changes);
    TEST_ASSERT_EQUAL_INT(status->lost_frames > 0 ? STORAGE_STATE_LOST : STORAGE_STATE_GOOD, status->state);
    TEST_ASSERT_EQUAL_INT(0, store_open(second, &other));
    TEST_ASSERT_EQUAL_INT(0, store_users_counts(other, &counts));
    other = store_free(other);
    /* It is said once: the log that was damaged is gone. */
    second = store_home_close(second, true);
    TEST_ASSERT_EQUAL_INT(0, store_home_open(cut, &second));
    TEST_ASSERT_EQUAL_INT(STORAGE_STATE_GOOD, store_home_status(second)->state);
    second = store_home_close(second, true);
    return counts.users;
}

static void add_all(void) {
    for (uint32_t userid = 1; userid <= CHANGES; userid++) {
        add(userid);
    }
}

static void assert_no_loss(void) {
    store_wal_look(log_path, &loss);
    TEST_ASSERT_EQUAL_UINT(0, loss.frames);
    TEST_ASSERT_EQUAL_UINT(0, loss.changes);
}

void test_a_whole_log_and_none(void) {
    add_all();
    cut_power();
    TEST_ASSERT_GREATER_THAN(CHANGES, frames);
    TEST_ASSERT_EQUAL_UINT32(CHANGES, changes_from(0));
    assert_no_loss();
    TEST_ASSERT_EQUAL_UINT32(CHANGES, start_after_cut(0));
    assert_no_loss(); /* the file is gone */
}

/* In the page, its number, the salt, the checksum: what is counted is what SQLite lost. */
void test_each_frame_damaged(void) {
    static const long places[] = {24 + 100, 24 + 4095, 3, 9, 18, 23};
    add_all();
    for (long i = 0;; i++) {
        cut_power();
        if (i == frames - 1) {
            break;
        }
        change(frame(i) + places[i % 6], 1, 0);
        store_wal_look(log_path, &loss);
        bool next_is_good = places[i % 6] < 16 || places[i % 6] >= 24;
        if (!next_is_good && i == frames - 2) {
            assert_no_loss(); /* nothing after it is valid: it may never have been finished */
            continue;
        }
        unsigned lost = changes_from(i);
        TEST_ASSERT_EQUAL_UINT(lost, loss.changes);
        TEST_ASSERT_EQUAL_UINT((unsigned)(frames - i), loss.frames);
        TEST_ASSERT_EQUAL_UINT32(CHANGES - lost, start_after_cut(lost));
    }
}

void test_its_header_damaged_loses_all(void) {
    add_all();
    for (long at = 0; at < HEADER_LEN; at += 3) {
        cut_power();
        change(at, 1, 0);
        store_wal_look(log_path, &loss);
        TEST_ASSERT_EQUAL_UINT(CHANGES, loss.changes);
        TEST_ASSERT_EQUAL_UINT32(0, start_after_cut(CHANGES));
    }
}

/* Many frames at once: those that can still be read are counted. */
void test_a_stretch_of_it_overwritten(void) {
    add_all();
    cut_power();
    change(frame(4) + 1000, 3 * FRAME_LEN, 0xa5);
    unsigned readable = changes_from(8) + (ends[4] ? 1 : 0);
    store_wal_look(log_path, &loss);
    TEST_ASSERT_EQUAL_UINT((unsigned)(frames - 4), loss.frames);
    TEST_ASSERT_EQUAL_UINT(readable, loss.changes);
    (void)start_after_cut(readable);
    cut_power();
    change(frame(0), (size_t)(frames * FRAME_LEN),
           0xa5); /* nobody can say how many changes, but that it was something */
    store_wal_look(log_path, &loss);
    TEST_ASSERT_EQUAL_UINT((unsigned)frames, loss.frames);
    TEST_ASSERT_EQUAL_UINT(0, loss.changes);
}

/* A power cut in the middle of writing: nobody was told that it is saved. */
void test_an_end_that_was_never_written(void) {
    add_all();
    cut_power();
    for (long length = frame(frames); length > 0; length -= 1500) {
        TEST_ASSERT_EQUAL_INT(0, truncate(log_path, length));
        assert_no_loss();
    }
    cut_power();
    change(frame(frames - 1) + 2000, 2120, 0xff); /* its last frame came half */
    assert_no_loss();
    TEST_ASSERT_EQUAL_UINT32(CHANGES - 1, start_after_cut(0));
    cut_power();
    TEST_ASSERT_EQUAL_INT(0, truncate(log_path, frame(frames - 1) + 2000));
    TEST_ASSERT_EQUAL_INT(0, truncate(log_path, frame(frames + 5))); /* and empty frames behind it */
    assert_no_loss();
}

/* The file is used again from its beginning: behind what is new stands what is in the database already. */
void test_the_tail_of_an_earlier_log(void) {
    add_all();
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA wal_checkpoint(RESTART)"));
    add(100);
    add(101);
    cut_power();
    assert_no_loss();
    TEST_ASSERT_EQUAL_UINT32(CHANGES + 2, start_after_cut(0));
    cut_power();
    change(frame(0) + 50, 1, 0);
    TEST_ASSERT_EQUAL_UINT32(CHANGES, start_after_cut(2));
}

/* What was rolled back after it had reached the log has the salts of those that stay, and no end. */
void test_what_was_rolled_back(void) {
    add(1);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA cache_size = 1"));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    for (uint32_t userid = 1000; userid < 1400; userid++) {
        struct user user = {.userid = userid, .username = "Nobody", .group = 1};
        TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    }
    store_abort(store);
    add(2);
    cut_power();
    TEST_ASSERT_GREATER_THAN(30, frames);
    assert_no_loss();
    TEST_ASSERT_EQUAL_UINT32(2, start_after_cut(0));
}
