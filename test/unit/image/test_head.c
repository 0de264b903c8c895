/* Records in the head of an encrypted data partition, each twice. */
#include "head.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unity.h"

#define SECOND_AT (HEAD_LEN / 2)
#define FACTORY_AT 8192

static int part;
static uint8_t content[HEAD_CONTENT_MAX];

void setUp(void) {
    char path[] = "/tmp/postern-head-XXXXXX";
    part = mkstemp(path);
    TEST_ASSERT_GREATER_OR_EQUAL(0, part);
    TEST_ASSERT_EQUAL(0, unlink(path));
    TEST_ASSERT_EQUAL(0, ftruncate(part, 2 * HEAD_LEN));
}

void tearDown(void) {
    TEST_ASSERT_EQUAL(0, close(part));
}

static void write_text(enum head_record record, const char *text) {
    TEST_ASSERT_EQUAL(0, head_write(part, record, (const uint8_t *)text, strlen(text)));
}

static void assert_text(enum head_record record, const char *text) {
    TEST_ASSERT_EQUAL((int)strlen(text), head_read(part, record, content));
    TEST_ASSERT_EQUAL(0, memcmp(text, content, strlen(text)));
}

static void damage(off_t at) {
    uint8_t byte = 0;
    TEST_ASSERT_EQUAL(1, pread(part, &byte, 1, at));
    byte ^= 0x40;
    TEST_ASSERT_EQUAL(1, pwrite(part, &byte, 1, at));
}

void test_records_are_read_as_they_were_written(void) {
    write_text(HEAD_KEY, "sealed");
    write_text(HEAD_FACTORY, "serial PT-1\n");
    write_text(HEAD_RECOVERED, "");
    assert_text(HEAD_KEY, "sealed");
    assert_text(HEAD_FACTORY, "serial PT-1\n");
    assert_text(HEAD_RECOVERED, "");
    uint8_t most[HEAD_CONTENT_MAX + 1] = {0};
    TEST_ASSERT_EQUAL(0, head_write(part, HEAD_KEY, most, HEAD_CONTENT_MAX));
    TEST_ASSERT_EQUAL(HEAD_CONTENT_MAX, head_read(part, HEAD_KEY, content));
    TEST_ASSERT_EQUAL(-E2BIG, head_write(part, HEAD_KEY, most, sizeof(most)));
}

void test_nothing_is_no_record(void) {
    TEST_ASSERT_EQUAL(-EBADMSG, head_read(part, HEAD_KEY, content));
}

/* Each byte that counts, of either copy: the other one is read, and the damaged one is mended. */
void test_one_damaged_copy_is_mended_from_the_other(void) {
    write_text(HEAD_KEY, "sealed");
    for (off_t at = 0; at < 26; at++) {
        damage(at);
        assert_text(HEAD_KEY, "sealed");
        damage(SECOND_AT + at);
        assert_text(HEAD_KEY, "sealed");
    }
    damage(0);
    damage(SECOND_AT);
    TEST_ASSERT_EQUAL(-EBADMSG, head_read(part, HEAD_KEY, content));
}

void test_a_write_that_was_cut_off_between_the_copies_counts(void) {
    uint8_t block[HEAD_BLOCK];
    write_text(HEAD_FACTORY, "old");
    head_encode(HEAD_FACTORY, (const uint8_t *)"new", 3, block);
    TEST_ASSERT_EQUAL(HEAD_BLOCK, pwrite(part, block, HEAD_BLOCK, FACTORY_AT));
    assert_text(HEAD_FACTORY, "new");
    damage(FACTORY_AT);
    assert_text(HEAD_FACTORY, "new"); /* the second copy has followed */
}

void test_a_write_that_was_torn_leaves_what_was_there(void) {
    write_text(HEAD_FACTORY, "old");
    uint8_t block[HEAD_BLOCK];
    head_encode(HEAD_FACTORY, (const uint8_t *)"a much longer one", 17, block);
    TEST_ASSERT_EQUAL(24, pwrite(part, block, 24, FACTORY_AT));
    assert_text(HEAD_FACTORY, "old");
}

void test_a_record_is_no_other_one(void) {
    uint8_t block[HEAD_BLOCK];
    head_encode(HEAD_FACTORY, (const uint8_t *)"x", 1, block);
    TEST_ASSERT_EQUAL(-EBADMSG, head_decode(HEAD_KEY, block, content));
    TEST_ASSERT_EQUAL(1, head_decode(HEAD_FACTORY, block, content));
}
