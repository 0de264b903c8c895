#include "util/buf.h"

#include <stdlib.h>
#include <string.h>

#include "unity.h"

static struct buf buf;

void setUp(void) {
    buf_init(&buf);
}

void tearDown(void) {
    buf_done(&buf);
}

void test_starts_empty_and_without_memory(void) {
    TEST_ASSERT_NULL(buf.data);
    TEST_ASSERT_EQUAL_size_t(0, buf.len);
    TEST_ASSERT_FALSE(buf_failed(&buf));
    TEST_ASSERT_EQUAL_STRING("", buf_text(&buf));
}

void test_appends_in_order(void) {
    buf_append_text(&buf, "ab");
    buf_append_char(&buf, 'c');
    buf_append(&buf, "\0d", 2);
    TEST_ASSERT_EQUAL_size_t(5, buf.len);
    TEST_ASSERT_EQUAL_MEMORY("abc\0d", buf.data, 5);
}

void test_appends_nothing_from_null(void) {
    buf_append(&buf, NULL, 0);
    TEST_ASSERT_EQUAL_size_t(0, buf.len);
    TEST_ASSERT_FALSE(buf_failed(&buf));
}

void test_grows_past_every_power_of_two(void) {
    for (size_t i = 0; i < 10000; i++) {
        buf_append_char(&buf, (char)('a' + i % 26));
    }
    TEST_ASSERT_EQUAL_size_t(10000, buf.len);
    for (size_t i = 0; i < 10000; i++) {
        TEST_ASSERT_EQUAL_CHAR('a' + i % 26, buf.data[i]);
    }
}

void test_prints_short_and_long(void) {
    buf_printf(&buf, "%d-%s", 42, "x");
    TEST_ASSERT_EQUAL_STRING("42-x", buf_text(&buf));
    buf_printf(&buf, "%1000d", 7);
    TEST_ASSERT_EQUAL_size_t(1004, buf.len);
    TEST_ASSERT_EQUAL_STRING("7", buf_text(&buf) + 1003);
}

void test_text_ends_in_nul_that_does_not_count(void) {
    buf_append_text(&buf, "abc");
    TEST_ASSERT_EQUAL_STRING("abc", buf_text(&buf));
    TEST_ASSERT_EQUAL_size_t(3, buf.len);
    buf_append_char(&buf, 'd');
    TEST_ASSERT_EQUAL_STRING("abcd", buf_text(&buf));
}

void test_reserve_gives_room_that_counts_when_used(void) {
    char *at = buf_reserve(&buf, 1000);
    TEST_ASSERT_NOT_NULL(at);
    memset(at, 'x', 1000);
    TEST_ASSERT_EQUAL_size_t(0, buf.len);
    buf.len += 3;
    TEST_ASSERT_EQUAL_STRING("xxx", buf_text(&buf));
}

void test_reserve_of_nothing_is_no_failure(void) {
    TEST_ASSERT_NOT_NULL(buf_reserve(&buf, 0));
    TEST_ASSERT_FALSE(buf_failed(&buf));
}

void test_too_much_fails_and_the_failure_sticks(void) {
    buf_append_text(&buf, "abc");
    TEST_ASSERT_NULL(buf_reserve(&buf, BUF_MAX));
    TEST_ASSERT_TRUE(buf_failed(&buf));
    buf_append_text(&buf, "d");
    buf_printf(&buf, "%d", 1);
    TEST_ASSERT_EQUAL_size_t(3, buf.len);
    TEST_ASSERT_EQUAL_STRING("", buf_text(&buf));
}

void test_no_size_wraps_around(void) {
    buf_append_text(&buf, "abc");
    TEST_ASSERT_NULL(buf_reserve(&buf, SIZE_MAX));
    TEST_ASSERT_TRUE(buf_failed(&buf));
}

void test_clear_keeps_the_memory_and_forgets_the_failure(void) {
    buf_append_text(&buf, "abc");
    const char *data = buf.data;
    (void)buf_reserve(&buf, SIZE_MAX);
    buf_clear(&buf);
    TEST_ASSERT_FALSE(buf_failed(&buf));
    buf_append_text(&buf, "x");
    TEST_ASSERT_EQUAL_PTR(data, buf.data);
    TEST_ASSERT_EQUAL_STRING("x", buf_text(&buf));
}

void test_done_twice(void) {
    buf_append_text(&buf, "abc");
    buf_done(&buf);
    buf_done(&buf);
    TEST_ASSERT_NULL(buf.data);
}
