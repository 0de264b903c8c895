/* A buffer without memory: its source is compiled with an allocator that fails on demand. */
#include <stdlib.h>

#include "unity.h"

static int allocations_left;

static void *limited_realloc(void *old, size_t size) {
    if (allocations_left == 0) {
        return NULL;
    }
    allocations_left--;
    return realloc(old, size);
}

#define realloc limited_realloc
#include "util/buf.c"
#undef realloc

static struct buf buf;

void setUp(void) {
    buf_init(&buf);
}

void tearDown(void) {
    buf_done(&buf);
}

void test_first_allocation_fails(void) {
    allocations_left = 0;
    buf_append_text(&buf, "abc");
    TEST_ASSERT_TRUE(buf_failed(&buf));
    TEST_ASSERT_EQUAL_size_t(0, buf.len);
    TEST_ASSERT_EQUAL_STRING("", buf_text(&buf));
}

void test_growth_fails_and_the_contents_stay(void) {
    allocations_left = 1;
    buf_append_text(&buf, "abc");
    TEST_ASSERT_FALSE(buf_failed(&buf));
    TEST_ASSERT_NULL(buf_reserve(&buf, 100000));
    TEST_ASSERT_TRUE(buf_failed(&buf));
    TEST_ASSERT_EQUAL_size_t(3, buf.len);
    TEST_ASSERT_EQUAL_MEMORY("abc", buf.data, 3);
}

void test_failure_sticks_although_memory_is_back(void) {
    allocations_left = 0;
    buf_printf(&buf, "%d", 1);
    TEST_ASSERT_TRUE(buf_failed(&buf));
    allocations_left = 10;
    buf_append_char(&buf, 'x');
    TEST_ASSERT_EQUAL_size_t(0, buf.len);
    buf_clear(&buf);
    buf_append_char(&buf, 'x');
    TEST_ASSERT_EQUAL_size_t(1, buf.len);
}
