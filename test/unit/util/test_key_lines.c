/* Text of lines `key = value`. */
#include "util/key_lines.h"

#include <stdio.h>
#include <string.h>

#include "unity.h"

static const char *const keys[] = {"colour", "size"};
static char taken[256];
static int answer;
static unsigned line;

static int take(void *ctx, unsigned key, const char *value) {
    size_t len = strlen(taken);
    TEST_ASSERT_EQUAL_PTR(&line, ctx);
    (void)snprintf(taken + len, sizeof(taken) - len, "%u:%s;", key, value);
    return answer;
}

static int read_text(const char *text) {
    taken[0] = '\0';
    return key_lines_read(text, strlen(text), keys, 2, take, &line, &line);
}

void setUp(void) {
    answer = 0;
}

void tearDown(void) {
}

void test_values_are_handed_over_in_their_order(void) {
    TEST_ASSERT_EQUAL(0, read_text("# a remark\n\n size =  large and round \r\n\tcolour=red"));
    TEST_ASSERT_EQUAL_STRING("1:large and round;0:red;", taken);
    TEST_ASSERT_EQUAL(0, read_text("size = a = b\n"));
    TEST_ASSERT_EQUAL_STRING("1:a = b;", taken);
    TEST_ASSERT_EQUAL(0, read_text(""));
}

void test_a_wrong_line_is_named(void) {
    TEST_ASSERT_EQUAL(E_UNKNOWN, read_text("size = 1\nsizes = 2\n"));
    TEST_ASSERT_EQUAL(2, line);
    TEST_ASSERT_EQUAL(E_DUPLICATE, read_text("size = 1\n#\nsize = 1\n"));
    TEST_ASSERT_EQUAL(3, line);
    TEST_ASSERT_EQUAL(E_FORMAT, read_text("size"));
    TEST_ASSERT_EQUAL(E_FORMAT, read_text("size = \n"));
    answer = E_RANGE;
    TEST_ASSERT_EQUAL(E_RANGE, read_text("size = 1\ncolour = 2\n"));
    TEST_ASSERT_EQUAL_STRING("1:1;", taken);
    TEST_ASSERT_EQUAL(E_FORMAT, key_lines_read("size = a\0b", 10, keys, 2, take, &line, &line));
}

void test_the_longest_line_is_read_and_a_longer_one_is_not(void) {
    static char text[KEY_LINES_LINE_MAX + 1];
    memset(text, '#', sizeof(text));
    TEST_ASSERT_EQUAL(0, key_lines_read(text, KEY_LINES_LINE_MAX - 1, keys, 2, take, &line, &line));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, key_lines_read(text, KEY_LINES_LINE_MAX, keys, 2, take, &line, &line));
}
