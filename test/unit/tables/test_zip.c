#include "tables/zip.h"

#include <string.h>

#include "archive.h"
#include "unity.h"

static struct zip *zip;
static struct buf archive, text;

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, zip_new(ZIP_OCTETS_MAX, &zip));
    buf_init(&archive);
    buf_init(&text);
}

void tearDown(void) {
    zip = zip_free(zip);
    buf_done(&archive);
    buf_done(&text);
}

static void add_entry(const char *name, const char *data, size_t len) {
    zip_begin(zip, name, &archive);
    zip_put(zip, data, len, &archive);
    zip_end(zip, &archive);
}

void test_an_archive_gives_back_what_was_put_in(void) {
    add_entry("a/first.xml", "hello", 5);
    add_entry("empty", "", 0);
    add_entry("second", "more", 4);
    TEST_ASSERT_EQUAL_INT(0, zip_finish(zip, &archive));
    TEST_ASSERT_EQUAL_size_t(3, archive_count(&archive));
    archive_entry(&archive, "a/first.xml", &text);
    archive_entry(&archive, "empty", &text);
    archive_entry(&archive, "second", &text);
    TEST_ASSERT_EQUAL_STRING("hellomore", text.data);
}

/* Bytes that do not get smaller, in pieces of any size: more than deflate keeps, and more than its window. */
void test_an_entry_is_put_in_pieces(void) {
    static char noise[300000];
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof(noise); i++) {
        state = state * 1664525U + 1013904223U;
        noise[i] = (char)(state >> 24);
    }
    zip_begin(zip, "noise", &archive);
    for (size_t at = 0, len = 1; at < sizeof(noise); at += len, len = len * 3 % 70001 + 1) {
        size_t rest = sizeof(noise) - at;
        len = len < rest ? len : rest;
        zip_put(zip, noise + at, len, &archive);
    }
    zip_end(zip, &archive);
    TEST_ASSERT_EQUAL_INT(0, zip_finish(zip, &archive));
    archive_entry(&archive, "noise", &text);
    TEST_ASSERT_EQUAL_size_t(sizeof(noise), text.len);
    TEST_ASSERT_EQUAL_MEMORY(noise, text.data, sizeof(noise));
}

void test_an_archive_can_be_handed_on_in_pieces(void) {
    struct buf whole = {0};
    add_entry("first", "1", 1);
    buf_append(&whole, archive.data, archive.len);
    buf_clear(&archive);
    add_entry("second", "2", 1);
    buf_append(&whole, archive.data, archive.len);
    buf_clear(&archive);
    TEST_ASSERT_EQUAL_INT(0, zip_finish(zip, &archive));
    buf_append(&whole, archive.data, archive.len);
    archive_entry(&whole, "second", &text);
    TEST_ASSERT_EQUAL_STRING("2", text.data);
    buf_done(&whole);
}

/* Whether an archive of one entry of 1,000 like bytes fits. */
static int result_with(uint64_t octets_max, size_t len) {
    static char octets[1001];
    (void)zip_free(zip);
    buf_clear(&archive);
    TEST_ASSERT_EQUAL_INT(0, zip_new(octets_max, &zip));
    add_entry("x", octets, len);
    return zip_finish(zip, &archive);
}

void test_an_entry_has_its_limit_before_it_is_packed(void) {
    TEST_ASSERT_EQUAL_INT(0, result_with(1000, 1000));
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, result_with(1000, 1001));
}

void test_the_archive_has_its_limit(void) {
    TEST_ASSERT_EQUAL_INT(0, result_with(ZIP_OCTETS_MAX, 1));
    size_t len = archive.len;
    TEST_ASSERT_EQUAL_INT(0, result_with(len, 1));
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, result_with(len - 1, 1));
}

void test_nothing_comes_behind_an_error(void) {
    (void)zip_free(zip);
    TEST_ASSERT_EQUAL_INT(0, zip_new(10, &zip));
    add_entry("x", "01234567890", 11);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, zip_failed(zip));
    size_t len = archive.len;
    add_entry("y", "1", 1);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, zip_finish(zip, &archive));
    TEST_ASSERT_EQUAL_size_t(len, archive.len);
}

void test_lost_memory_is_told(void) {
    archive.failed = true;
    add_entry("x", "1", 1);
    TEST_ASSERT_EQUAL_INT(E_NOMEM, zip_finish(zip, &archive));
}
