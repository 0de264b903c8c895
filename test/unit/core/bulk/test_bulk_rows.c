/* Rows in the files of a job, and numbers that were seen. */
#include "core/bulk/bulk_rows.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/bulk/bulk_seen.h"
#include "unity.h"
#include "values.h"

#define MANY 5000

static char path[64];
static struct bulk_writer writer;
static struct bulk_reader reader;
static struct bulk_record record;

void setUp(void) {
    (void)snprintf(path, sizeof(path), "/tmp/bulk-rows-%d", (int)getpid());
    (void)unlink(path);
    writer.fd = reader.fd = -1;
    reader.window = NULL;
}

void tearDown(void) {
    bulk_writer_close(&writer);
    bulk_reader_close(&reader);
    (void)unlink(path);
}

static struct bulk_record row(uint32_t number, const char *name) {
    return (struct bulk_record){.line = number,
                                .change = {.values = {.userid = number,
                                                      .username = name,
                                                      .cardno = UINT32_MAX - number,
                                                      .level = 1,
                                                      .group = 2,
                                                      .identify_mode = IDENTIFY_MODE_ALL,
                                                      .identify_factors = 5,
                                                      .shift = 3,
                                                      .valid_from = 20260101,
                                                      .valid_to = 20261231,
                                                      .employee_no = "E-1",
                                                      .department = "Sales"},
                                           .given = VALUE_BIT(USER_USERNAME) | VALUE_BIT(USER_CARDNO)},
                                .code = number % 3,
                                .field = USER_CARDNO,
                                .text = "what stands there",
                                .other = {.line = number % 4, .userid = number % 5},
                                .cells = "\x02\x00"
                                         "ab",
                                .cells_len = 4};
}

static void put(uint32_t number, const char *name) {
    const struct bulk_record one = row(number, name);
    TEST_ASSERT_EQUAL_INT(0, bulk_writer_put(&writer, &one));
}

static void assert_next(uint32_t number, const char *name) {
    const struct bulk_record want = row(number, name);
    TEST_ASSERT_EQUAL_INT(1, bulk_reader_next(&reader, &record));
    TEST_ASSERT_EQUAL_UINT32(want.line, record.line);
    TEST_ASSERT_TRUE(user_equal(&want.change.values, &record.change.values));
    TEST_ASSERT_EQUAL_UINT32(want.change.values.userid, record.change.values.userid);
    TEST_ASSERT_EQUAL_HEX64(want.change.given, record.change.given);
    TEST_ASSERT_EQUAL_UINT32(want.code, record.code);
    TEST_ASSERT_EQUAL_UINT8(want.field, record.field);
    TEST_ASSERT_EQUAL_STRING(want.text, record.text);
    TEST_ASSERT_EQUAL_UINT32(want.other.line, record.other.line);
    TEST_ASSERT_EQUAL_UINT32(want.other.userid, record.other.userid);
    TEST_ASSERT_EQUAL_UINT(want.cells_len, record.cells_len);
    TEST_ASSERT_EQUAL_MEMORY(want.cells, record.cells, want.cells_len);
}

void test_rows_come_back_as_they_were(void) {
    char longest[BULK_TEXT_MAX];
    for (size_t i = 0; i < sizeof(longest) - 1; i += 4) {
        memcpy(longest + i, "\xf0\x9d\x94\xab", 5); /* a letter of four bytes: 64 are the longest name */
    }
    TEST_ASSERT_EQUAL_INT(0, bulk_writer_open(path, 0, &writer));
    for (uint32_t n = 1; n <= MANY; n++) {
        put(n, n % 2 == 0 ? longest : "");
    }
    TEST_ASSERT_EQUAL_INT(0, bulk_writer_sync(&writer));
    TEST_ASSERT_EQUAL_INT(0, bulk_reader_open(path, 0, INT64_MAX, &reader));
    for (uint32_t n = 1; n <= MANY; n++) {
        assert_next(n, n % 2 == 0 ? longest : "");
    }
    TEST_ASSERT_EQUAL_INT(0, bulk_reader_next(&reader, &record));
    struct stat info;
    TEST_ASSERT_EQUAL_INT(0, stat(path, &info));
    TEST_ASSERT_EQUAL_INT64(writer.at, info.st_size);
    TEST_ASSERT_EQUAL_HEX(0600, info.st_mode & 0777);
}

/* As after a power cut: what is behind the place that counts goes. */
void test_going_on_at_a_place(void) {
    TEST_ASSERT_EQUAL_INT(0, bulk_writer_open(path, 0, &writer));
    put(1, "one");
    const int64_t second = writer.at;
    put(2, "two");
    put(3, "three");
    TEST_ASSERT_EQUAL_INT(0, bulk_writer_flush(&writer));
    bulk_writer_close(&writer);
    TEST_ASSERT_EQUAL_INT(0, bulk_reader_open(path, second, INT64_MAX, &reader));
    assert_next(2, "two");
    bulk_reader_close(&reader);
    TEST_ASSERT_EQUAL_INT(0, bulk_writer_open(path, second, &writer));
    put(4, "four");
    TEST_ASSERT_EQUAL_INT(0, bulk_writer_flush(&writer));
    TEST_ASSERT_EQUAL_INT(0, bulk_reader_open(path, 0, INT64_MAX, &reader));
    assert_next(1, "one");
    assert_next(4, "four");
    TEST_ASSERT_EQUAL_INT(0, bulk_reader_next(&reader, &record));
    bulk_reader_close(&reader);
    TEST_ASSERT_EQUAL_INT(0, bulk_reader_open(path, 0, second, &reader)); /* as far as it counts */
    assert_next(1, "one");
    TEST_ASSERT_EQUAL_INT(0, bulk_reader_next(&reader, &record));
}

void test_a_damaged_file_is_no_row(void) {
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, bulk_reader_open(path, 0, INT64_MAX, &reader));
    TEST_ASSERT_EQUAL_INT(0, bulk_writer_open(path, 0, &writer));
    put(1, "one");
    TEST_ASSERT_EQUAL_INT(0, bulk_writer_flush(&writer));
    for (int64_t octets = writer.at - 1; octets > 0; octets--) {
        TEST_ASSERT_EQUAL_INT(0, truncate(path, (off_t)octets));
        TEST_ASSERT_EQUAL_INT(0, bulk_reader_open(path, 0, INT64_MAX, &reader));
        TEST_ASSERT_LESS_THAN_INT(1, bulk_reader_next(&reader, &record));
        bulk_reader_close(&reader);
    }
    int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    char noise[512];
    memset(noise, 0xff, sizeof(noise));
    TEST_ASSERT_EQUAL_INT(sizeof(noise), write(fd, noise, sizeof(noise)));
    (void)close(fd);
    TEST_ASSERT_EQUAL_INT(0, bulk_reader_open(path, 0, INT64_MAX, &reader));
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, bulk_reader_next(&reader, &record));
}

void test_cells_are_kept_up_to_a_limit(void) {
    static char large[SHEET_CELL_MAX];
    static char kept[BULK_CELLS_MAX];
    struct sheet_cell cells[SHEET_COLUMNS_MAX];
    const char *text = NULL;
    size_t len = 0, count = 0;
    memset(large, 'x', sizeof(large));
    for (size_t i = 0; i < SHEET_COLUMNS_MAX; i++) {
        cells[i] = (struct sheet_cell){large, i == 0 ? 3 : 60};
    }
    struct sheet_row sheet_row = {.count = SHEET_COLUMNS_MAX, .cells = cells};
    size_t left = bulk_cells_keep(&sheet_row, kept);
    TEST_ASSERT_EQUAL_UINT(3 + 2 + 63 * 62, left);
    const char *at = kept;
    while (bulk_cells_next(&at, &left, &text, &len)) {
        TEST_ASSERT_EQUAL_UINT(count++ == 0 ? 3 : 60, len);
    }
    TEST_ASSERT_EQUAL_UINT(SHEET_COLUMNS_MAX, count);
    for (size_t i = 0; i < SHEET_COLUMNS_MAX; i++) {
        cells[i].len = sizeof(large);
    }
    TEST_ASSERT_LESS_OR_EQUAL_UINT(BULK_CELLS_MAX, bulk_cells_keep(&sheet_row, kept));
}

void test_numbers_are_seen_once(void) {
    struct bulk_seen seen;
    bulk_seen_init(&seen, UINT64_C(0x123456789abcdef0));
    TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, 7));
    bulk_seen_mark(&seen, 7); /* nothing is there */
    for (uint32_t n = 1; n <= MANY; n++) {
        TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&seen, n * 4096, n));
        if (n % 7 == 0) {
            bulk_seen_mark(&seen, n * 4096);
        }
    }
    for (uint32_t n = 1; n <= MANY; n++) {
        TEST_ASSERT_EQUAL_INT(0, bulk_seen_add(&seen, n * 4096, n + 1));
        TEST_ASSERT_EQUAL_INT(n % 7 == 0, bulk_seen_is_marked(&seen, n * 4096));
        TEST_ASSERT_EQUAL_UINT32(n, bulk_seen_line(&seen, n * 4096));
        TEST_ASSERT_EQUAL_UINT32(0, bulk_seen_line(&seen, n * 4096 + 1));
        TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, n * 4096 + 1));
    }
    TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&seen, UINT32_MAX, 7));
    TEST_ASSERT_EQUAL_UINT(MANY + 1, seen.count);
    bulk_seen_done(&seen);
    TEST_ASSERT_NULL(seen.slots);
}
