/* The reserve and what takes the room, on a disk whose size the test says. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "file_watch.h"
#include "folder_files.h"
#include "prepared_state.h"
#include "store/home_impl.h"
#include "unity.h"

#define RESERVE "reserve"
#define AGAIN (STORE_RESERVE_OCTETS + STORE_MARGIN_OCTETS + STORE_MARGIN_OCTETS / 4)

static char dir[64];
static struct store_home *home;
static struct store *store;
static uint64_t free_bytes;
static bool is_unknown; /* the system does not say */
static int allocation_error; /* of the reserve; 0: it is allocated */
static uint64_t grows_by; /* so much more is free each time it is asked */

int said_statvfs(const char *path, struct statvfs *ret_info) __asm__("statvfs64");
int said_statvfs(const char *path, struct statvfs *ret_info) {
    (void)path;
    *ret_info = (struct statvfs){.f_frsize = 2, .f_bavail = free_bytes / 2, .f_bfree = 1U << 30};
    free_bytes += grows_by;
    return is_unknown ? -1 : 0;
}

int said_fallocate(int fd, off_t at, off_t len) __asm__("posix_fallocate64");
int said_fallocate(int fd, off_t at, off_t len) {
    static const char page[4096];
    for (off_t done = 0; done < len && allocation_error == 0; done += (off_t)sizeof(page)) {
        TEST_ASSERT_EQUAL(sizeof(page), pwrite(fd, page, sizeof(page), at + done));
    }
    return allocation_error;
}

static void shell(const char *format) {
    char command[256];
    (void)snprintf(command, sizeof(command), format, dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static bool is_there(void) {
    return access(folder_path(dir, RESERVE), F_OK) == 0;
}

void setUp(void) {
    free_bytes = UINT64_C(1) << 40;
    is_unknown = false;
    allocation_error = 0;
    grows_by = 0;
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-space-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    prepared_state_write(dir);
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
}

void tearDown(void) {
    (void)file_watch_stop();
    store = store_free(store);
    home = store_home_close(home, true);
    shell("rm -rf '%s'");
}

void test_what_is_free(void) {
    free_bytes = 4096;
    TEST_ASSERT_EQUAL_UINT64(4096, store_home_free_octets(home));
    is_unknown = true;
    TEST_ASSERT_EQUAL_UINT64(0, store_home_free_octets(home));
}

void test_the_reserve_is_made_durable(void) {
    struct stat info;
    TEST_ASSERT_FALSE(store_home_is_short(home));
    TEST_ASSERT_FALSE(store_home_is_short(NULL));
    store_reserve_give_up(home);
    TEST_ASSERT_TRUE(store_home_is_short(home));
    TEST_ASSERT_FALSE(is_there());
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_reserve_keep(home));
    TEST_ASSERT_EQUAL_STRING("write " RESERVE "\nsync " RESERVE "\nsync .\n", file_watch_stop());
    TEST_ASSERT_FALSE(store_home_is_short(home));
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, RESERVE), &info));
    TEST_ASSERT_EQUAL_UINT64(STORE_RESERVE_OCTETS, info.st_size);
    TEST_ASSERT_EQUAL(0600, info.st_mode & 0777);
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, store_reserve_keep(home)); /* it is there: nothing is written */
    TEST_ASSERT_EQUAL_STRING("", file_watch_stop());
}

void test_the_border_of_making_it(void) {
    store_reserve_give_up(home);
    free_bytes = AGAIN - 2;
    TEST_ASSERT_EQUAL(E_NOSPC, store_reserve_keep(home));
    TEST_ASSERT_TRUE(store_home_is_short(home));
    TEST_ASSERT_FALSE(is_there());
    free_bytes = AGAIN;
    TEST_ASSERT_EQUAL(0, store_reserve_keep(home));
    TEST_ASSERT_FALSE(store_home_is_short(home));
}

void test_the_border_of_giving_it_up(void) {
    free_bytes = STORE_MARGIN_OCTETS;
    store_reserve_look(home);
    TEST_ASSERT_FALSE(store_home_is_short(home));
    TEST_ASSERT_TRUE(is_there());
    free_bytes = STORE_MARGIN_OCTETS - 2;
    store_reserve_look(home);
    TEST_ASSERT_TRUE(store_home_is_short(home));
    TEST_ASSERT_FALSE(is_there());
}

/* A part of it is no use. */
void test_one_that_cannot_be_allocated_is_removed(void) {
    store_reserve_give_up(home);
    allocation_error = ENOSPC;
    TEST_ASSERT_EQUAL(E_NOSPC, store_reserve_keep(home));
    TEST_ASSERT_FALSE(is_there());
    TEST_ASSERT_TRUE(store_home_is_short(home));
    allocation_error = EIO;
    TEST_ASSERT_EQUAL(E_IO, store_reserve_keep(home));
    TEST_ASSERT_FALSE(is_there());
}

void test_one_that_is_cut_short_is_made_whole(void) {
    TEST_ASSERT_EQUAL(0, truncate(folder_path(dir, RESERVE), (off_t)STORE_RESERVE_OCTETS / 2));
    free_bytes = AGAIN - 2;
    TEST_ASSERT_EQUAL(E_NOSPC, store_reserve_keep(home));
    TEST_ASSERT_TRUE(store_home_is_short(home));
    TEST_ASSERT_FALSE(is_there());
}

void test_where_a_call_fails_there_is_none(void) {
    unsigned calls = 0;
    store_reserve_give_up(home);
    for (bool has_failed = true; has_failed; calls++) {
        file_watch_start(dir);
        file_watch_fail_after(calls < 1 ? calls : 2048 + calls, EIO); /* what allocates it here writes 2048 pages */
        int r = store_reserve_keep(home);
        has_failed = file_watch_has_failed();
        (void)file_watch_stop();
        TEST_ASSERT_EQUAL(has_failed ? E_IO : 0, r);
        TEST_ASSERT_EQUAL(has_failed, store_home_is_short(home));
        if (has_failed) {
            (void)unlink(folder_path(dir, RESERVE));
        }
    }
    TEST_ASSERT_EQUAL(5, calls); /* open, sync, and the folder: open, sync; then none fails */
}

static int64_t number(const char *query) {
    int64_t value = -1;
    TEST_ASSERT_EQUAL(0, store_read_number(store, query, &value));
    return value;
}

static void sql(const char *statements) {
    TEST_ASSERT_EQUAL(0, store_exec(store, statements));
}

static void make_free_pages(void) {
    sql("CREATE TABLE big (a BLOB); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)"
        " INSERT INTO big SELECT zeroblob(4000) FROM n; DROP TABLE big");
    TEST_ASSERT_GREATER_THAN(600, number("PRAGMA freelist_count"));
}

/* Pages that nothing uses go back to the disk, no more than it takes. */
void test_room_is_made_for_it(void) {
    make_free_pages();
    store_reserve_give_up(home);
    free_bytes = AGAIN - 2;
    TEST_ASSERT_EQUAL(E_NOSPC, store_reserve_restore(store));
    TEST_ASSERT_EQUAL_INT64(0, number("PRAGMA freelist_count"));
    make_free_pages();
    int64_t pages = number("PRAGMA freelist_count");
    free_bytes = AGAIN - 4; /* there is enough after two slices */
    grows_by = 2;
    TEST_ASSERT_EQUAL(0, store_reserve_restore(store));
    TEST_ASSERT_FALSE(store_home_is_short(home));
    int64_t left = number("PRAGMA freelist_count");
    TEST_ASSERT_TRUE(left < pages && left > 0);
}

void test_where_there_is_room_no_page_is_moved(void) {
    make_free_pages();
    int64_t pages = number("PRAGMA freelist_count");
    store_reserve_give_up(home);
    free_bytes = AGAIN;
    TEST_ASSERT_EQUAL(0, store_reserve_restore(store));
    TEST_ASSERT_EQUAL_INT64(pages, number("PRAGMA freelist_count"));
    TEST_ASSERT_FALSE(store_home_is_short(home));
}

/* Somebody who writes is in the way: then the next time. */
void test_giving_back_gives_way(void) {
    struct store *other = NULL;
    make_free_pages();
    free_bytes = AGAIN - 2;
    store_wait_most(store, 1);
    TEST_ASSERT_EQUAL(0, store_open(home, &other));
    int begun = store_begin(other);
    int r = store_reserve_restore(store);
    other = store_free(other);
    TEST_ASSERT_EQUAL(0, begun);
    TEST_ASSERT_EQUAL(0, r); /* the reserve is there, whole */
    TEST_ASSERT_EQUAL_UINT(1, store_wait_ms(store));
}

static int64_t blocks(const char *name) {
    struct stat info;
    return stat(folder_path(dir, name), &info) == 0 ? (int64_t)info.st_blocks * 512 : 0;
}

/* Somebody who reads keeps the write-ahead log, and so the file, as they are: the next look shortens both, although no page is left
 * to give back. */
void test_the_file_shrinks_once_nobody_reads(void) {
    struct store *other = NULL;
    bool started = false;
    int64_t seen = 0;
    make_free_pages();
    int64_t before = blocks("postern.db");
    store_reserve_give_up(home);
    free_bytes = AGAIN - 2;
    TEST_ASSERT_EQUAL(0, store_open(home, &other));
    int begun = store_read_begin(other, &started);
    int read = store_read_number(other, "SELECT count(*) FROM door", &seen);
    int held = store_reserve_restore(store);
    int64_t left = number("PRAGMA freelist_count"), during = blocks("postern.db");
    store_read_end(other, started);
    other = store_free(other);
    TEST_ASSERT_EQUAL(0, begun);
    TEST_ASSERT_EQUAL(0, read);
    TEST_ASSERT_EQUAL(E_NOSPC, held);
    TEST_ASSERT_EQUAL_INT64(0, left);
    TEST_ASSERT_EQUAL_INT64(before, during);
    TEST_ASSERT_EQUAL(E_NOSPC, store_reserve_restore(store));
    TEST_ASSERT_LESS_THAN_INT64(before, blocks("postern.db"));
}

void test_the_log_is_emptied_but_nobody_is_waited_for(void) {
    struct store *other = NULL;
    char octet;
    bool started = false;
    sql("INSERT INTO door VALUES (1, 0)");
    TEST_ASSERT_EQUAL(0, store_open(home, &other));
    int begun = store_read_begin(other, &started);
    int64_t seen = 0;
    int read = store_read_number(other, "SELECT count(*) FROM door", &seen);
    sql("UPDATE door SET locked_down = 1");
    int r = store_write_log_back(store); /* somebody reads: it cannot be cut */
    size_t len = folder_read(dir, "postern.db-wal", &octet, 1);
    store_read_end(other, started);
    other = store_free(other);
    TEST_ASSERT_EQUAL(0, begun);
    TEST_ASSERT_EQUAL(0, read);
    TEST_ASSERT_EQUAL(0, r);
    TEST_ASSERT_EQUAL(1, len);
    TEST_ASSERT_EQUAL(0, store_write_log_back(store));
    TEST_ASSERT_EQUAL(0, folder_read(dir, "postern.db-wal", &octet, 1));
    TEST_ASSERT_EQUAL_UINT(STORE_BUSY_TIMEOUT_MS, store_wait_ms(store));
}

void test_each_part_is_what_is_there(void) {
    struct store_space space;
    static const char page[5000];
    folder_write(dir, "postern.db.good", page, sizeof(page));
    folder_write(dir, "postern.db.damaged-1", page, sizeof(page));
    folder_write(dir, "postern.db.new", page, sizeof(page));
    folder_write(dir, "other.db.good", page, sizeof(page));
    sql("INSERT INTO record (seq, time, \"offset\", kind, result, reason, userid, username, factors, status, duress, door,"
        " temperature, photo, detail) VALUES (11, 5, 60, 1, 1, 0, 7, '', 1, 0, 0, 1, 0, 0, ''), (20, 5, 60, 1, 1, 0, 7, '',"
        " 1, 0, 0, 1, 0, 0, '');"
        "INSERT INTO audit (time_ms, account, peer, call, object) VALUES (1, 'admin', '', 'x', 'y')");
    make_free_pages();
    free_bytes = 123456;
    TEST_ASSERT_EQUAL(0, store_space(store, &space));
    int64_t page_size = number("PRAGMA page_size"), spare = number("PRAGMA freelist_count") * page_size;
    int64_t used = number("PRAGMA page_count") * page_size - spare;
    int64_t audit = number("SELECT sum(octets) FROM audit_share WHERE sponsor = -1");
    const int64_t *octets = space.octets;
    TEST_ASSERT_EQUAL_INT64(10 * 95, octets[STORAGE_PART_RECORDS]); /* a place for each number, about */
    TEST_ASSERT_TRUE(audit > 48);
    TEST_ASSERT_EQUAL_INT64(audit, octets[STORAGE_PART_AUDIT]);
    TEST_ASSERT_EQUAL_INT64(0, octets[STORAGE_PART_PHOTOS]);
    TEST_ASSERT_TRUE(octets[STORAGE_PART_OTHERS] > 10 * page_size);
    TEST_ASSERT_EQUAL_INT64(used - 10 * 95 - audit - octets[STORAGE_PART_OTHERS], octets[STORAGE_PART_USERS]);
    TEST_ASSERT_EQUAL_INT64(spare + blocks("postern.db-wal") + blocks("postern.db-shm"), octets[STORAGE_PART_SPARE]);
    TEST_ASSERT_EQUAL_INT64(blocks("postern.db.good") + blocks("postern.db.damaged-1") + blocks("postern.db.new"),
                            octets[STORAGE_PART_COPIES]);
    TEST_ASSERT_EQUAL_INT64(blocks(RESERVE), octets[STORAGE_PART_RESERVE]);
    TEST_ASSERT_EQUAL_UINT64(123456, space.free);
    struct stat info;
    TEST_ASSERT_EQUAL(0, stat(folder_path(dir, "postern.db.good"), &info));
    TEST_ASSERT_EQUAL_INT64(info.st_mtim.tv_sec, space.copied_s);
    TEST_ASSERT_FALSE(space.is_short);
    store_reserve_give_up(home);
    TEST_ASSERT_EQUAL(0, unlink(folder_path(dir, "postern.db.good")));
    TEST_ASSERT_EQUAL(0, store_space(store, &space));
    TEST_ASSERT_TRUE(space.is_short);
    TEST_ASSERT_EQUAL_INT64(0, space.copied_s);
    TEST_ASSERT_EQUAL_INT64(0, space.octets[STORAGE_PART_RESERVE]);
}

void test_a_database_in_memory_has_no_files(void) {
    struct store *memory = NULL;
    struct store_space space;
    TEST_ASSERT_EQUAL(0, store_open_memory(&memory));
    int r = store_space(memory, &space);
    memory = store_free(memory);
    TEST_ASSERT_EQUAL(0, r);
    TEST_ASSERT_EQUAL_UINT64(0, space.free);
    TEST_ASSERT_EQUAL_INT64(0, space.octets[STORAGE_PART_RESERVE]);
    TEST_ASSERT_TRUE(space.octets[STORAGE_PART_USERS] > 0);
}
